"""A Battle has one form, fought or previewed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from neurohex import events as ev
from neurohex.events import EVENT_TYPES, Event
from neurohex.notation.bridge import position_of
from neurohex.notation.report import battle as report
from neurohex.rules.engine import (
    Game,
    Log,
    Random,
    State,
    default_choice,
    fresh_buffer,
    is_chance,
    new_state,
    random_action,
)
from neurohex.rules.layout import EXTRA, FIRST, PENDING, PHASE, STARTER
from neurohex.session import Course, Step
from neurohex.view import (
    NoBattle,
    battle_preview,
    battle_preview_states,
    battle_states,
    battles_of,
    scene,
    story,
    unit_card,
)
from neurohex.view.forms import Battle, Ending, Standing
from neurohex.view.happenings import FACTS, beats
from neurohex.view.scenes import standing
from tests.properties.games import SEEDS, games, moments
from tests.rules.table import Table
from tests.view.forms import assert_form


def steps_of(game: Game, seed: int) -> Iterator[tuple[Step, Course]]:
    """A random game step by step."""
    course, random, buffer = Course(game), Random(seed), fresh_buffer()
    while not course.state.is_over():
        yield course.step(int(random_action(course.state, random, buffer))), course


def stepped(before: State, log: Log) -> Step:
    """The events at a table as a step of a game."""
    return Step(0, 0, tuple(log.events), before, tuple(log.tables))


def hits(battle: Battle) -> list[dict[str, object]]:
    return [
        {
            "from": beat.source,
            "direction": beat.direction,
            "to": beat.to,
            "kind": beat.kind,
            "wounds": "destroyed" if beat.wounds == "destroys" else beat.wounds,
            "absorbed": beat.by is not None,
            "reflected": None,  # told by a beat of its own
        }
        for phase in battle.phases
        for beat in phase.beats
        if beat.what == "hit"
    ]


BESIDE = {"before": ev.BEFORE, "after": ev.AFTER}
"""What comes before the first and after the last phase (R31.2)."""


@pytest.mark.slow
@settings(max_examples=15)
@given(games(variants=False), SEEDS)
def test_a_battle_looked_at_is_the_one_that_the_position_fights(game: Game, seed: int) -> None:
    for number, (state, _) in enumerate(moments(game, seed)):
        if number % 23:
            continue
        looked_at = battle_preview(state)
        ready = state.field(FIRST) and not state.field(PHASE) and not state.field(PENDING) and not state.is_over()
        assert (looked_at is not None) == bool(ready)
        # A position does not know who is out, or not among those who are tied (R10.6).
        known = not state.field(EXTRA) and not any(state.is_out(p) for p in range(len(game.armies)))
        if looked_at is None or not known:
            continue
        if number % 3 == 0:
            assert_form(looked_at, Battle)
        told = report(position_of(_begun_by_whose_turn_it_is(state.copy())))
        expected = [hit | {"reflected": None} for phase in told["phases"] for hit in phase["hits"]]
        assert sorted(map(str, hits(looked_at))) == sorted(map(str, expected))
        fought = [phase for phase in looked_at.phases if any(beat.what == "phase ended" for beat in phase.beats)]
        numbers = [BESIDE.get(phase["initiative"], phase["initiative"]) for phase in told["phases"]]
        assert [phase.initiative for phase in fought] == numbers
        assert looked_at.after.hq == [player["hq"] for player in told["players"]]
        assert [unit.hex for unit in looked_at.after.units] == [unit["hex"] for unit in told["units"]]
        assert (looked_at.assumed != []) == (told["choices"] > 0)


def _begun_by_whose_turn_it_is(state: State) -> State:
    state.b[STARTER] = state.turn()
    return state


@settings(max_examples=15)
@given(games(), SEEDS)
def test_the_last_table_of_a_battle_is_the_state_that_follows(game: Game, seed: int) -> None:
    """The board at a choice in a Battle, or at its end, is the rules' board."""
    for step, course in steps_of(game, seed):
        if not step.tables:
            continue
        count, last = step.tables[-1]
        assert [number for number, _ in step.tables] == sorted(number for number, _ in step.tables)
        assert standing(last) == standing(course.state)
        if course.state.field(PHASE):
            assert count == len(step.events)
            assert last == course.state


@pytest.mark.slow
@settings(max_examples=10)
@given(games(), SEEDS)
def test_fought_battles_are_complete(game: Game, seed: int) -> None:
    steps: list[Step] = []
    after: list[object] = []
    for step, course in steps_of(game, seed):
        steps.append(step)
        if any(isinstance(event, ev.BattleEnded) for event in step.events):
            after.append(standing(course.state))
    found = battles_of(steps)
    began = [event for step in steps for event in step.events if isinstance(event, ev.BattleBegan)]
    assert [(battle.starter, battle.ended) for battle in found] == [(event.player, True) for event in began]
    told = sum(len(phase.beats) for battle in found for phase in battle.phases)
    events = [event for step in steps for event in step.events]
    assert told == _inside(events)
    for battle in found[:4]:
        assert_form(battle, Battle)
        initiatives = [phase.initiative for phase in battle.phases]
        assert initiatives == sorted(initiatives, reverse=True)
    if found and found[-1].aftermath and found[-1].aftermath[-1].what == "game over":
        assert found[-1].after == after[-1]


def _inside(events: list[Event]) -> int:
    """Events in phases of Battles."""
    count, running = 0, False
    for event in events:
        running = (running or isinstance(event, ev.BattleBegan)) and not isinstance(event, ev.BattleEnded)
        count += running and not isinstance(event, (ev.BattleBegan, ev.PhaseBegan))
    return count


# --- by hand --------------------------------------------------------------------------------------
def test_phases_hits_and_the_board_afterwards() -> None:
    t = Table("outpost hegemony", "B3=0.Commando/SW B2=1.Net_Fighter C3=0.HQ C2=1.Runner/S A1=1.HQ")
    found = battle_preview(t.st)
    assert found is not None
    assert (found.starter, found.cause, found.ended, found.assumed) == (0, "tile", True, [])
    assert [phase.initiative for phase in found.phases] == [3, 2, 0]
    first = found.phases[0]
    assert [beat.what for beat in first.beats] == ["acted", "hit", "destroyed", "phase ended"]
    hit = first.beats[1]
    assert hit.words == "Commando B3 shoots N: hits Net Fighter B2 for 1 → destroyed"
    assert (hit.source, hit.direction, hit.to, hit.kind, hit.wounds) == ("B3", "N", "B2", "ranged", 1)
    assert (hit.arrives, hit.by, hit.via, hit.phase, hit.ruling) == ("N", None, [], 3, "R6.2")
    assert {unit.hex for unit in first.after.units} == {"A1", "B3", "C2", "C3"}
    assert (found.before.hq, found.after.hq) == ([20, 20], [19, 20])
    lost = next(beat for beat in found.phases[1].beats if beat.what == "hq wounded")
    assert (lost.player, lost.wounds, lost.now, lost.to) == (0, 1, 19, "C3")


def test_it_speaks_polish() -> None:
    t = Table("outpost hegemony", "B3=0.Commando/SW B2=1.Net_Fighter")
    english, polish = battle_preview(t.st), battle_preview(t.st, "pl")
    assert english is not None
    assert polish is not None
    for one, other in zip(english.phases[0].beats, polish.phases[0].beats, strict=True):
        assert one.words != other.words
        assert replace(one, words="") == replace(other, words="")


def test_redirected_shots_name_their_way() -> None:
    t = Table("doomsday borgo", "C5=0.Gamma_Shooter C3=0.Tripler C1=1.Mutant D2=1.Mutant")
    found = battle_preview(t.st)
    assert found is not None
    shots = [beat for beat in found.phases[0].beats if beat.what == "hit"]
    assert {(shot.to, shot.arrives, tuple(shot.via)) for shot in shots} == {
        ("C1", "N", ("C3",)),
        ("D2", "NE", ("C3",)),
    }


def test_a_preview_names_its_assumed_choices() -> None:
    t = Table("hegemony borgo", "C3=0.Runner C4=0.Quartermaster D2=1.Mutant C1=1.Mutant A1=0.HQ E3=1.HQ")
    found = battle_preview(t.st)
    assert found is not None
    assert found.assumed == ["Quartermasters change nothing."]


def test_a_battle_grows_with_each_choice() -> None:
    for seed in range(200):
        steps: list[Step] = []
        for step, course in steps_of(Game(("vegas", "doomsday")), seed):
            steps.append(step)
            if course.state.field(PHASE):
                begun = battles_of(steps)[-1]
                assert not begun.ended
                assert begun.after == standing(course.state)
                while course.state.field(PHASE):
                    steps.append(course.step(default_choice(course.state)))
                whole = battles_of(steps)[-1]
                assert whole.ended
                assert whole.phases[: len(begun.phases) - 1] == begun.phases[:-1]
                return
    pytest.fail("no Battle asked anybody")


def test_the_end_of_a_game_belongs_to_its_last_battle() -> None:
    t = Table("outpost borgo:1", "C3=0.Commando/SW C2=1.HQ A1=0.HQ").hand(0, "Battle").turn(0)
    before = t.st.copy()
    t.do("battle")
    (last,) = battles_of([stepped(before, t.log)])
    assert [beat.what for beat in last.aftermath] == ["game over"]
    assert last.after.hq == [20, 0]
    assert last.after == standing(t.st)
    ending = scene(t.st).ending
    assert ending is not None
    assert ending == Ending(
        reason="hq",
        winners=[0],
        result=[1, -1],
        words="The Outpost won: an HQ was destroyed.",
    )


def test_every_event_has_its_beat() -> None:
    assert set(FACTS) == set(EVENT_TYPES.values())


def test_hits_of_instants_come_from_nowhere() -> None:
    t = Table("outpost vegas", "C3=0.HQ C1=1.Guard A1=1.HQ").hand(0, "Sniper").turn(0)
    before = t.st.copy()
    t.do("snipe C1")
    (shot,) = [beat for beat in beats(before.game, t.log.events) if beat.what == "hit"]
    assert (shot.kind, shot.source, shot.direction, shot.to) == ("instant", None, None, "C1")


def test_before_the_first_turn_there_is_nothing_to_fight() -> None:
    assert battle_preview(new_state(Game(("borgo", "moloch")))) is None
    drawing = next(state for state, _ in moments(Game(("borgo", "moloch")), 1) if is_chance(state))
    assert battle_preview(drawing) is not None


# --- units in the course of a Battle --------------------------------------------------------------
def standings(battle: Battle) -> list[Standing]:
    return [battle.before, *(phase.after for phase in battle.phases), battle.after]


def assert_cards_as_drawn(state: State, drawn: Standing) -> None:
    """The cards of all units agree with the drawing."""
    for unit in drawn.units:
        card = unit_card(state, state.game.board.index[unit.hex], fighting=True)
        for field in ("owner", "controller", "netted", "wounds"):
            assert getattr(card, field) == getattr(unit, field)
        assert card.card.tile == unit.tile
        if unit.netted:
            assert card.reach.netted_by == unit.netted_by
        if unit.netted or unit.paralysed:
            shifts = [shift.kind for shift in unit.shifts if shift.kind != "toughness"]
            assert (unit.initiative, unit.melee, unit.ranged, shifts) == ([], {}, {}, [])
            continue
        values = dict.fromkeys(sum_.value for sum_ in card.initiative)  # those that fall together are one attack (R3.6)
        assert list(values) == unit.initiative
        for kind, strengths in (("melee", unit.melee), ("ranged", unit.ranged)):
            found = {edge.direction: edge.value for edge in card.strength if edge.kind == kind}
            assert found == strengths


@pytest.mark.slow
@settings(max_examples=6)
@given(games(), SEEDS)
def test_every_standing_of_a_battle_has_its_state(game: Game, seed: int) -> None:
    steps = [step for step, _ in steps_of(game, seed)]
    entries = [entry for turn in story(steps).turns for entry in turn.entries if entry.battles]
    for entry in entries:
        for number, battle in enumerate(entry.battles):
            place = battle.place
            assert place is not None
            assert (place.step, place.number) == (entry.step, number)
            assert [phase.number for phase in battle.phases] == list(range(len(battle.phases)))
            heard = steps[place.step : place.until]
            states = battle_states(heard, number)
            assert [standing(state) for state in states] == standings(battle)
            # It needs all the steps it is told up to, and no more.
            assert not battles_of(heard[:-1]) or not battles_of(heard[:-1])[number].ended
            more = steps[place.step :]
            assert [standing(state) for state in battle_states(more, number)] == standings(battle)
            for state, drawn in list(zip(states, standings(battle), strict=True))[::2]:
                assert_cards_as_drawn(state, drawn)


@settings(max_examples=6)
@given(games(variants=False), SEEDS)
def test_so_has_every_standing_of_one_that_is_only_looked_at(game: Game, seed: int) -> None:
    for number, (state, _) in enumerate(moments(game, seed)):
        if number % 29:
            continue
        battle = battle_preview(state)
        if battle is None:
            with pytest.raises(NoBattle):
                battle_preview_states(state)
            continue
        states = battle_preview_states(state)
        assert battle.place is None
        assert [standing(each) for each in states] == standings(battle)
        assert_cards_as_drawn(states[-1], battle.after)


def test_inside_a_battle_cards_are_those_of_the_game_itself() -> None:
    compared = 0
    for seed in range(30):
        steps: list[Step] = []
        for step, course in steps_of(Game(("vegas", "doomsday")), seed):
            steps.append(step)
            if not course.state.field(PHASE):
                continue
            (*_, last) = [entry for turn in story(steps).turns for entry in turn.entries if entry.battles]
            place = last.battles[-1].place
            assert place is not None
            assert place.until == len(steps)
            now = battle_states(steps[place.step :], place.number)[-1]
            for unit in standing(now).units:
                h = now.game.board.index[unit.hex]
                assert unit_card(now, h, fighting=True) == unit_card(course.state, h)
                compared += 1
    assert compared > 20


def test_a_unit_that_is_set_free_in_a_battle_has_its_own_card_before_and_after() -> None:
    t = Table("outpost hegemony", "B3=0.Commando/SW B2=1.Net_Fighter/NW B1=0.Runner C3=0.HQ A1=1.HQ")
    h = t.st.game.board.index["B1"]
    before, first, *_ = battle_preview_states(t.st)
    netted, free = unit_card(before, h, fighting=True), unit_card(first, h, fighting=True)
    assert (netted.netted, free.netted) == (True, False)
    assert netted.reach.netted_by == ["B2"]
    assert free.reach.netted_by == []
    assert any("Net Fighter B2" in sentence.words for sentence in netted.sentences)
    assert not any("Net Fighter B2" in sentence.words for sentence in free.sentences)


def test_cards_in_a_battle_omit_moves() -> None:
    t = Table("outpost hegemony", "B3=0.Runner C3=0.HQ A1=1.HQ").turn(0)
    h = t.st.game.board.index["B3"]
    told, fighting = (unit_card(t.st, h, fighting=flag).sentences for flag in (False, True))
    assert [sentence.rulings for sentence in told if sentence not in fighting] == [["R5.1"]]
    assert all(sentence in told for sentence in fighting)


def test_battles_that_there_are_not() -> None:
    t = Table("outpost hegemony", "B3=0.Commando C3=0.HQ A1=1.HQ").hand(0, "Battle").turn(0)
    before = t.st.copy()
    t.do("battle")
    fought = stepped(before, t.log)
    assert len(battle_states([fought])) >= 2
    for steps, number in (([fought], 1), ([stepped(before, Log())], 0), ([], 0)):
        with pytest.raises(NoBattle):
            battle_states(steps, number)
    with pytest.raises(NoBattle):
        battle_preview_states(new_state(Game(("borgo", "moloch"))))
