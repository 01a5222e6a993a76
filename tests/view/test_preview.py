"""The preview of an action equals its real outcome."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from neurohex import events as ev
from neurohex.model.fighting import fight_on
from neurohex.notation.action import parse_action
from neurohex.rules.engine import Game, IllegalAction, Log, State, default_choice, legal_actions, play
from neurohex.rules.layout import FIRST, PENDING, PHASE, ST_CAPTURE
from neurohex.view import battle_preview, preview, reach, scene
from neurohex.view.forms import Beat, Hit, Preview, Reach, Wounds
from tests.properties.games import SEEDS, games, moments
from tests.rules.table import Table
from tests.view.forms import assert_form


def looked_at(t: Table, words: str) -> Preview:
    return preview(t.st, parse_action(t.st, words))


@pytest.mark.slow
@settings(max_examples=12)
@given(games(), SEEDS)
def test_a_preview_is_what_happens_then_and_changes_nothing(game: Game, seed: int) -> None:
    for number, (state, action) in enumerate(moments(game, seed)):
        if number % 15 or action < 0:
            continue
        before = state.to_bytes()
        shown = preview(state, action, "pl" if number % 2 else "en")
        assert state.to_bytes() == before
        assert_form(shown, Preview)
        after = state.copy()
        play(after, action)
        assert shown.after == scene(after, "pl" if number % 2 else "en")
        assert shown.reach == (shown.reaches[0] if shown.reaches else None)
        assert shown.unit == (shown.reach.hex if shown.reach else None)


@settings(max_examples=12)
@given(games(), SEEDS)
def test_every_unit_that_an_act_puts_somewhere_is_shown_whom_it_reaches_there(game: Game, seed: int) -> None:
    for number, (state, action) in enumerate(moments(game, seed)):
        if number % 5 or action < 0 or state.stage() == ST_CAPTURE:
            continue
        shown = preview(state, action)
        stands = {unit.hex for unit in shown.after.standing.units}
        filled = [hex_ for beat in shown.beats for hex_ in _filled(beat) if hex_ in stands]
        assert [one.hex for one in shown.reaches] == filled


def _filled(beat: Beat) -> list[str]:
    """The hexes of units that a beat places, moves or turns."""
    put = beat.what in ("placed", "moved", "turned", "pushed", "swapped")
    both = (beat.source, beat.to) if beat.what == "swapped" else (beat.to,)
    return [hex_ for hex_ in both if put and hex_ is not None]


def test_an_illegal_action_is_refused() -> None:
    t = Table("borgo outpost", "C3=0.HQ A1=1.HQ").turn(0)
    for action in (-1, 10, 10**9):
        with pytest.raises(IllegalAction):
            preview(t.st, action)


# --- whom a unit would hit, net and link ----------------------------------------------------------
def test_a_placed_unit_shows_whom_it_would_hit() -> None:
    t = Table("outpost borgo", "C1=1.Mutant E2=1.HQ A3=0.HQ C4=0.Runner").hand(0, "Commando").turn(0)
    shown = looked_at(t, "place Commando C3 facing SW")
    assert shown.unit == "C3"
    assert shown.reach is not None
    # Its shot leaves SE of the printed tile, which is N now, over the free C2.
    assert shown.reach.hits == [Hit(source="C3", direction="N", to="C1", kind="ranged", wounds=1, via=[])]
    assert [beat.what for beat in shown.beats] == ["placed"]
    assert shown.beats[0].words == "The Outpost places Commando on C3, facing SW"


def at(t: Table, name: str) -> Reach:
    return reach(t.st, t.st.game.board.index[name])


def test_armour_bonuses_and_gauss_count() -> None:
    armoured = Table("outpost vegas", "C3=0.Commando/SW C2=1.Guard/S A3=0.HQ E1=1.HQ")
    assert [(hit.to, hit.wounds) for hit in at(armoured, "C3").hits] == [("C2", 0)]
    helped = Table("hegemony outpost", "C3=0.Runner/N C4=0.Boss/N C2=1.Commando")
    assert [(hit.kind, hit.wounds) for hit in at(helped, "C3").hits] == [("melee", 2)]
    gauss = Table("moloch outpost", "C4=0.Gauss_Cannon/SE C3=1.Commando C1=1.HQ")
    assert [(hit.kind, hit.to) for hit in at(gauss, "C4").hits] == [("gauss", "C1"), ("gauss", "C3")]


def test_redirectors_on_the_way_are_named() -> None:
    t = Table("doomsday borgo", "C5=0.Gamma_Shooter C3=0.Tripler C1=1.Mutant B1=1.Mutant D2=1.Mutant")
    assert [(hit.direction, hit.to, hit.via) for hit in at(t, "C5").hits] == [
        ("N", "C1", ["C3"]),
        ("N", "D2", ["C3"]),
    ]


def test_a_netted_unit_and_one_without_initiative_hit_nobody() -> None:
    t = Table("hegemony outpost", "C3=1.Commando/SW C2=0.Net_Fighter/SE C1=0.Runner D3=1.Scout/NW")
    assert (at(t, "C3").hits, at(t, "D3").hits) == ([], [])


def test_nets_links_and_captures() -> None:
    net = Table("hegemony outpost", "C3=1.Commando C2=0.Net_Fighter/SE B2=1.Runner")
    assert (at(net, "C3").netted_by, at(net, "C2").nets) == (["C2"], ["C3"])
    link = Table("hegemony outpost", "C3=0.Runner/N C4=0.Boss/N C2=1.Commando")
    assert at(link, "C4").gives == at(link, "C3").gets
    assert {(gift.source, gift.to, gift.effect, gift.value) for gift in at(link, "C4").gives} == {
        ("C4", "C3", "melee", 1),
        ("C4", "C3", "initiative", 1),
    }
    idle = Table("moloch outpost", "C3=0.HQ C2=0.Blocker C4=0.Hybrid")  # a Blocker has nothing to shoot with
    assert (at(idle, "C2").gets, [gift.to for gift in at(idle, "C3").gives]) == ([], ["C4"])
    taken = Table("vegas borgo", "C3=0.Agitator/N C2=1.Mutant")
    assert (at(taken, "C3").takes, at(taken, "C2").taken_by) == (["C2"], ["C3"])
    scoped = Table("outpost borgo", "C3=0.Scoper/N C2=1.Officer")
    assert (at(scoped, "C3").scopes, at(scoped, "C2").scoped_by) == (["C2"], ["C3"])


def test_reach_includes_attacks_on_the_unit() -> None:
    t = Table("outpost borgo", "C1=1.Mutant C3=0.Commando/SW")
    assert at(t, "C1").struck_by == at(t, "C3").hits != []


def test_who_says_where_a_unit_is_pushed_is_shown_whom_it_reaches_there() -> None:
    t = Table("moloch outpost", "C3=0.HQ C2=1.Runner/N A1=1.HQ").hand(0, "Push Back").turn(0)
    play(t.st, parse_action(t.st, "push C2 from C3"))
    for action in legal_actions(t.st):
        shown = preview(t.st, action)
        assert shown.unit == shown.beats[0].to
        assert shown.reach is not None


def test_two_units_that_change_places_are_both_shown_whom_they_reach_there() -> None:
    board = "C3=0.HQ C4=0.Guard/N B3=1.Runner A1=1.HQ"
    castling = Table("vegas outpost", board).hand(0, "Castling").turn(0)
    shown = looked_at(castling, "castle C4 C3")
    play(castling.st, parse_action(castling.st, "castle C4 C3"))
    assert shown.reaches == [at(castling, "C4"), at(castling, "C3")]
    assert shown.unit == "C4"
    swap = Table("duel smart vegas", "A2=0.HQ B1=0.Officer C3=0.Cyborg E2=1.HQ C4=1.Guard").energy(0, 2).turn(0)
    shown = looked_at(swap, "procedure swap B1 facing N with C3 facing S")
    play(swap.st, parse_action(swap.st, "procedure swap B1 facing N with C3 facing S"))
    assert shown.reaches == [at(swap, "B1"), at(swap, "C3")]


def test_who_pushes_is_shown_whom_the_pushed_unit_reaches_where_it_goes() -> None:
    # Of the three hexes behind B1, at the edge, two are off the board: there is nothing to be asked.
    t = Table("moloch outpost", "C2=0.HQ B1=1.Commando/NE E3=1.HQ").hand(0, "Push Back").turn(0)
    shown = looked_at(t, "push B1 from C2 to A1")
    play(t.st, parse_action(t.st, "push B1 from C2 to A1"))
    assert (shown.unit, shown.reaches) == ("A1", [at(t, "A1")])


def test_a_unit_that_a_mine_destroys_is_not_shown_there() -> None:
    t = Table("vegas borgo", "A1=0.HQ E1=1.HQ", "C3=0.Mine").hand(1, "Mutant").turn(1)
    shown = looked_at(t, "place Mutant C3 facing N")
    assert (shown.unit, shown.reach) == (None, None)
    assert [beat.what for beat in shown.beats] == ["placed", "mine blew", "destroyed"]


def test_a_preview_includes_the_following_battle() -> None:
    t = Table("outpost borgo", "C1=1.Mutant C3=0.Commando/SW A1=0.HQ E1=1.HQ").hand(0, "Battle").turn(0)
    (battle,) = looked_at(t, "battle").battles
    assert battle.ended
    assert "C1" not in {unit.hex for unit in battle.after.units}


def test_a_previewed_battle_with_choices_is_complete() -> None:
    board = "C1=0.HQ C3=0.Mutant/S B3=0.Mutant/S C2=0.Medic/S C5=1.HQ C4=1.Hybrid/N B4=1.Gauss_Cannon/N D3=1.Clown/NW"
    t = Table("borgo moloch", board).hand(0, "Battle").turn(0)
    shown = looked_at(t, "battle")
    (battle,) = shown.battles
    whole = battle_preview(t.st)
    assert whole is not None
    assert battle.ended
    assert len(battle.before.units) - len(battle.after.units) == 3
    assert battle.after == whole.after
    assert battle.assumed == whole.assumed != []
    assert looked_at_in_polish(t, "battle").battles[0].assumed != battle.assumed
    # What is to be decided next is the choice itself.
    decides = shown.after.decides
    assert decides is not None
    assert decides.phase is not None


def looked_at_in_polish(t: Table, words: str) -> Preview:
    return preview(t.st, parse_action(t.st, words), "pl")


def test_a_battle_without_choices_assumes_nothing() -> None:
    t = Table("outpost borgo", "C1=1.Mutant C3=0.Commando/SW A1=0.HQ E1=1.HQ").hand(0, "Battle").turn(0)
    assert [battle.assumed for battle in looked_at(t, "battle").battles] == [[]]


@settings(max_examples=10)
@given(games(), SEEDS)
def test_every_battle_that_an_act_begins_ends_as_by_default_choices(game: Game, seed: int) -> None:
    for state, action in moments(game, seed):
        if action < 0 or state.field(PHASE):
            continue
        after = state.copy()
        play(after, action)
        if not after.field(PHASE):
            continue
        battles = preview(state, action).battles
        while after.field(PHASE):
            play(after, default_choice(after))
        assert all(battle.ended for battle in battles)
        assert any(battle.assumed for battle in battles)  # the Final Battle may follow that of a full board
        if not any(beat.what == "removed" for beat in battles[-1].aftermath):
            assert battles[-1].after.hq == scene(after).standing.hq


@settings(max_examples=15)
@given(games(variants=False), SEEDS)
def test_the_first_phase_of_a_battle_is_what_units_reach(game: Game, seed: int) -> None:
    """Where neither venom nor an Explosive precedes the first phase, its units hit exactly what their reach says."""
    for number, (state, _) in enumerate(moments(game, seed)):
        if number % 6 or not state.field(FIRST) or state.field(PHASE) or state.field(PENDING) or state.is_over():
            continue
        log = Log()
        fight_on(state.copy(), log)
        first = _first_phase(log)
        struck = {
            (e.source.hex, e.direction, e.target.hex, e.wounds)
            for e in first
            if isinstance(e, ev.Hit) and e.source is not None and e.kind != "explosion"
        }
        exploded = {e.unit.hex for e in first if isinstance(e, ev.Exploded)}
        actors = {e.unit.hex for e in first if isinstance(e, ev.Acted)} - exploded
        assert {hit for name in actors for hit in _reached(state, name)} == struck


def _first_phase(log: Log) -> list[ev.Event]:
    begins = [n for n, event in enumerate(log.events) if isinstance(event, ev.PhaseBegan)]
    ends = [n for n, event in enumerate(log.events) if isinstance(event, ev.PhaseEnded)]
    if not begins or not ends or (len(begins) > 1 and ends[0] > begins[1]):
        return []
    events = log.events[begins[0] : ends[0]]
    return [] if events[0].phase == ev.BEFORE else events


def _reached(state: State, name: str) -> list[tuple[str, str | None, str, Wounds]]:
    return [
        (name, hit.direction or None, hit.to, hit.wounds)  # a Shadow strikes in no direction (R28.1)
        for hit in reach(state, state.game.board.index[name]).hits
        if hit.wounds != 0 or hit.kind == "poison"  # armour stopped it, or it does no wound (R28.2)
    ]
