"""Games, states, actions, Battles, records and bots through `import neurohex as nh`."""

from __future__ import annotations

import copy
import pickle
import random
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import neurohex as nh
from neurohex.events import Drawn, Hit, Placed, TurnBegan
from neurohex.rules.engine import legal_actions


def begun(seed: int | None = 7) -> nh.State:
    state = nh.Game("borgo", "moloch").start(seed=seed)
    state.play("place HQ C3 facing N")
    state.play("place HQ A1 facing N")
    return state


def played(seed: int, steps: int = 10_000) -> nh.State:
    state, luck = nh.Game("borgo", "moloch").start(seed=seed), random.Random(seed)
    while not state.is_over and steps:
        state.play(luck.choice(state.legal_actions()))
        steps -= 1
    return state


# --- games ----------------------------------------------------------------------------------------
def test_a_game_tells_what_it_is() -> None:
    game = nh.Game("borgo", "moloch", "vegas", "smart", mode="team", mercenaries=1, ruleset="3.0")
    assert (game.armies[2], game.board, game.mode, game.ruleset, game.teams) == (
        ("vegas", "standard", "team", "3.0", ((0, 1), (2, 3)))
    )
    assert repr(game) == "Game('borgo', 'moloch', 'vegas', 'smart', ruleset='3.0', mode='team', mercenaries=1)"
    assert eval(repr(game), {"Game": nh.Game}) == game
    assert pickle.loads(pickle.dumps(game)) == copy.deepcopy(game) == game
    assert hash(game) == hash(eval(repr(game), {"Game": nh.Game}))
    assert game != nh.Game("borgo", "moloch")
    assert nh.Game("borgo", "moloch").hexes[9] == "C3"
    assert repr(nh.Game("borgo", "moloch", teams=())) == "Game('borgo', 'moloch')"


def test_a_game_that_does_not_fit_says_why() -> None:
    with pytest.raises(nh.GameError, match="armies: 2 to 6 armies play, not 1"):
        nh.Game("borgo")


# --- playing --------------------------------------------------------------------------------------
def test_with_a_seed_tiles_are_drawn_by_themselves() -> None:
    state = nh.Game("borgo", "moloch").start(seed=7)
    state.play("place HQ C3 facing N")
    events = state.play("place HQ A1 facing N")
    assert [type(event) for event in events] == [Placed, TurnBegan, Drawn]
    assert (state.to_play, state.is_chance, state.turn, state.whose) == (0, False, 1, 0)
    assert (state.phase, state.tiles_left, state.turns_left) == (None, None, None)
    assert len(state.hand(0)) == 1
    assert state.hand(0) == begun(7).hand(0)
    assert {begun(seed).hand(0) for seed in range(8)} != {state.hand(0)}


def test_without_a_seed_draws_are_actions() -> None:
    state = begun(seed=None)
    assert (state.to_play, state.is_chance) == (None, True)
    outcomes = state.chance_outcomes()
    assert sum(chance for _, chance in outcomes) == pytest.approx(1)
    assert [action for action, _ in outcomes] == state.legal_actions()
    assert all(action.is_draw and action.player is None and action.tile is not None for action, _ in outcomes)
    state.play("draw Mutant")
    assert [tile.name for tile in state.hand(0)] == ["Mutant"]
    assert state.chance_outcomes() == []


def test_play_takes_words_actions_and_numbers() -> None:
    by_words, by_action, by_number = (nh.Game("borgo", "moloch").start() for _ in range(3))
    action = by_action.legal_actions()[5]
    by_words.play(str(action).upper())
    by_action.play(action)
    by_number.play(int(action))
    assert by_words == by_action == by_number
    assert by_words != nh.Game("borgo", "moloch").start()


def test_an_action_of_another_state_means_what_it_says() -> None:
    state = begun(seed=None)
    state.play("draw Mutant")
    place = state.action("place Mutant C2 facing SE")
    other = begun(seed=None)
    other.play("draw Claws")
    with pytest.raises(nh.IllegalAction, match="Mutant"):
        other.play(place)
    assert (place.kind, place.player, place.hex, place.facing) == ("place", 0, "C2", "SE")
    assert place == pickle.loads(pickle.dumps(place))
    assert place.tile == nh.tile("borgo/Mutant")


@pytest.mark.parametrize("wrong", ["", "place", "place HQ Z9 facing N", "fly", 99_999_999, -1])
def test_an_illegal_action_changes_nothing(wrong: str | int) -> None:
    state = begun()
    before = state.copy()
    with pytest.raises(nh.IllegalAction) as caught:
        state.play(wrong)
    assert "\n" not in str(caught.value)
    assert state == before
    assert state.history == before.history


def test_is_legal_answers_for_words_actions_and_numbers() -> None:
    state = nh.Game("borgo", "moloch").start(seed=7)
    first = state.legal_actions()[0]
    assert all(state.is_legal(action) for action in (first, str(first), first.number))
    state.play(first)
    assert not any(state.is_legal(action) for action in (first, str(first), "dance", 10**9))


def test_a_wrong_hex_says_what_was_expected() -> None:
    state = nh.Game("borgo", "moloch").start(seed=7)
    with pytest.raises(KeyError, match='no hex "Z9" on the standard board'):
        state["Z9"]
    with pytest.raises(TypeError, match=r"state\.units"):
        list(state)  # type: ignore[call-overload]


def test_the_story_of_a_game_is_the_story_of_its_events() -> None:
    state = nh.Game("borgo", "moloch").start(seed=7)
    told: list[str] = []
    for _ in range(20):
        told += state.story("pl", state.play(state.legal_actions()[-1]))
    assert told
    assert state.story("pl") == told == state.record().story("pl")
    assert state.record().actions == state.history
    with pytest.raises(nh.UnknownLanguage):
        state.story("xx")


def test_a_finished_game_has_winners_and_nothing_to_do() -> None:
    state = played(3)
    assert state.ending is not None
    assert state.winners == state.ending.winners
    assert (state.legal_actions(), state.awaited, state.to_play) == ([], None, None)
    with pytest.raises(nh.IllegalAction, match="the game is over"):
        state.play("end turn")
    assert "won by" in repr(state) or "drawn" in repr(state)


def test_undo_goes_all_the_way_back() -> None:
    state = played(5, steps=60)
    actions = [action for action in state.history if not action.is_draw]
    undone = []
    while True:
        try:
            undone.append(state.undo())
        except nh.NothingToUndo:
            break
    assert undone[::-1] == actions
    assert state == nh.Game("borgo", "moloch").start(seed=5)
    for action in actions:
        state.play(action)
    assert state == played(5, steps=60)


def test_explicit_draws_are_undone_one_by_one() -> None:
    state = begun(seed=None)
    state.play("draw Mutant")
    assert str(state.undo()) == "draw Mutant"
    assert str(state.undo()) == "place HQ A1 facing N"


def test_copies_are_independent() -> None:
    state = played(2, steps=40)
    for other in (state.copy(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert other == state
        assert hash(other) == hash(state)
        assert other.key == state.key
        assert other.history == state.history
        assert other.seed == 2
        other.undo()
        assert other != state
        other.play(other.legal_actions()[0])
    assert state == played(2, steps=40)


def test_values_stay_when_the_game_goes_on() -> None:
    state = begun()
    units, unit = state.units, state["C3"]
    state.undo()
    assert state["A1"] is None
    assert [one.hex for one in units] == ["A1", "C3"]
    assert unit is not None
    assert unit.is_hq


def test_threads_work_on_states_of_their_own() -> None:
    def story(state: nh.State) -> list[object]:
        luck = random.Random(state.seed)
        told: list[object] = []
        for _ in range(25):
            told += [state.units, *(state.why(unit.hex) for unit in state.units[:2])]
            told.append(state.play(luck.choice(state.legal_actions())))
            if state.turn:
                told.append(state.fight().events)
        return told

    seeds = range(6)
    alone = [story(nh.Game("vegas", "doomsday", board="duel").start(seed=seed)) for seed in seeds]
    states = [nh.Game("vegas", "doomsday", board="duel").start(seed=seed) for seed in seeds]
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(3) as threads:  # the states were made here and are played there
            assert list(threads.map(story, states)) == alone
    finally:
        sys.setswitchinterval(usual)


# --- looking --------------------------------------------------------------------------------------
def test_a_state_shows_what_lies_where() -> None:
    state = nh.State.from_position("hegemony outpost:17 | C2=0.Runner/S C1=0.Boss/S C3=1.HQ | A1=0.Mine")
    runner = state["c2"]
    assert runner is not None
    assert (runner.name, runner.facing, runner.initiative, runner.melee) == ("Runner", "S", (3,), {"S": 2})
    assert [str(unit) for unit in state.units] == ["Boss C1", "Runner C2", "HQ C3"]
    assert [str(lies) for lies in state.foundations] == ["Mine A1"]
    assert state.players[1].hq == 17
    with pytest.raises(KeyError):
        state["Z9"]
    assert "Runner" in str(state)
    assert "HQ 17" in str(state)
    assert state.svg(legend=True).startswith("<svg")
    assert state._repr_svg_().startswith("<svg")
    assert any("R3.6" in sentence for sentence in state.why("C2"))
    assert state.why("C2") != state.why("C2", "pl")
    for place in ("A1", "Z9"):
        with pytest.raises(nh.NeurohexError, match=place):
            state.why(place)


def test_a_position_goes_there_and_back() -> None:
    line = "living standard outpost:20 hegemony:18* | C2=1.Runner/S C3=0.HQ"
    state = nh.State.from_position(line)
    assert str(state.position()) == line
    assert nh.Position.parse(line) == state.position()
    assert nh.State.from_position(state.position()) == state
    assert state.position().to_json()["starter"] == 1
    with pytest.raises(nh.PositionError, match="Z9"):
        nh.State.from_position("outpost hegemony | Z9=0.HQ")
    with pytest.raises(nh.PositionError, match="nothing"):
        nh.Position.parse(" ")
    with pytest.raises(nh.RecordError, match="set up"):
        state.record()
    assert pickle.loads(pickle.dumps(state)) == state


# --- Battles --------------------------------------------------------------------------------------
def test_a_battle_has_phases_hits_and_the_state_after() -> None:
    state = nh.State.from_position("outpost hegemony* | C3=0.HQ C2=1.Runner/S A1=1.HQ")
    before = state.copy()
    battle = state.fight()
    assert state == before == battle.before
    assert [phase.initiative for phase in battle.phases] == [2, 0]
    first = battle.phases[0]
    assert [str(unit) for unit in first.acted] == ["Runner C2"]
    assert [type(hit) for hit in first.hits] == [Hit]
    assert first.destroyed == ()
    assert [str(unit) for unit in battle.destroyed] == ["Runner C2"]
    assert battle.after["C2"] is None
    assert battle.after.players[0].hq == 19
    assert len(battle.story()) == len(battle.story("pl")) > 5
    with pytest.raises(nh.NeurohexError):
        battle.story("tlh")


def test_choices_inside_a_battle_can_be_made() -> None:
    state = nh.State.from_position("hegemony moloch | C3=1.Clown C2=0.Runner/S A1=0.HQ E3=1.HQ")
    seen = []

    def explode(waiting: nh.State) -> str:
        seen.append((waiting.awaited, [str(action) for action in waiting.legal_actions()]))
        return "clown C3 explodes"

    assert state.fight().choices == ("clown",)
    assert state.fight().after["C3"] != state.fight(explode).after["C3"]
    ((awaited, offered),) = seen
    assert (awaited, offered) == (
        nh.Awaited(1, "clown", "C3", awaited.phase if awaited else None),
        ["clown C3 attacks", "clown C3 explodes"],
    )
    with pytest.raises(nh.IllegalAction):
        state.fight(lambda waiting: "end turn")


def test_no_battle_before_the_first_turn() -> None:
    with pytest.raises(nh.IllegalAction, match="no Battle"):
        nh.Game("borgo", "moloch").start().fight()


# --- records --------------------------------------------------------------------------------------
def test_a_record_is_written_read_and_played_again(tmp_path: Path) -> None:
    state = played(11)
    record = state.record(Player0="Ann")
    assert record.is_complete
    path = tmp_path / "game.txt"
    record.save(path)
    read = nh.Record.load(path)
    assert read == record == pickle.loads(pickle.dumps(record))
    assert hash(read) == hash(record)
    assert (read.game, read.tags["Player0"], len(read)) == (state.game, "Ann", len(state.history))
    assert read.state() == state
    states = list(read.states())
    assert len(states) == len(read) + 1
    assert states[0] == nh.Game("borgo", "moloch").start()
    assert states[30] == read.state(30)
    assert states[-1] == state
    with pytest.raises(IndexError):
        read.state(len(read) + 1)


def test_a_record_goes_on_where_it_was_left(tmp_path: Path) -> None:
    state = played(4, steps=25)
    again = nh.Record.parse(str(state.record())).state()
    assert again == state
    assert again.history == state.history
    action = state.legal_actions()[-1]
    assert state.play(action) == again.play(action)
    assert state == again
    assert state.undo() == again.undo()


def test_a_wrong_record_names_the_line(tmp_path: Path) -> None:
    with pytest.raises(nh.RecordError, match="line 1"):
        nh.Record.parse("nonsense\n")
    (tmp_path / "game.txt").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(nh.RecordError, match=r"game\.txt"):
        nh.Record.load(tmp_path / "game.txt")
    with pytest.raises(OSError, match="nowhere"):
        nh.Record.load(tmp_path / "nowhere.txt")


# --- bots and tiles -------------------------------------------------------------------------------
def test_a_bot_plays() -> None:
    state = begun()
    before = state.copy()
    with nh.Bot("greedy", seed=1) as bot, nh.Bot("random", seed=2) as other:
        for _ in range(30):
            if state.is_over:
                break
            state.play((bot if state.to_play == 0 else other).choose(state))
    assert state != before
    assert "level4" in nh.Bot.names()
    assert repr(nh.Bot("greedy")) == "Bot('greedy')"
    with pytest.raises(nh.BotError, match="no player"):
        nh.Bot("deep blue")
    with nh.Bot("random") as bot, pytest.raises(nh.IllegalAction, match="a tile is to be drawn"):
        bot.choose(begun(seed=None))


def test_tiles_and_armies_are_looked_up() -> None:
    assert nh.army("borgo").name == "Borgo"
    assert nh.tile("borgo/Net_Fighter") is nh.army("borgo").tile("net fighter")
    assert nh.tile("mercenaries/Rifleman") in nh.army("mercenaries").tiles
    assert len(nh.armies()) == 13
    for wrong in ("borgo/Nobody", "Mutant", "borg/Mutant"):
        with pytest.raises(nh.NeurohexError):
            nh.tile(wrong)


def test_the_fast_interface_is_beside_it() -> None:
    state = begun()
    assert legal_actions(state.rules) == [action.number for action in state.legal_actions()]
    assert state.rules is not state.rules


# --- opinions of bots -----------------------------------------------------------------------------
def test_a_searching_bot_gives_its_opinion() -> None:
    state = nh.State.from_position("outpost borgo | C1=0.HQ C5=1.HQ C2=0.Commando/NE")
    with nh.Bot("search:nodes=300", seed=1) as bot:
        best = bot.thoughts(state)[0]
        assert best.action == bot.choose(state)
    assert best.line[0] == best.action
    assert [(reason.kind, reason.amount, reason.player) for reason in best.reasons] == [("hq", 2, 1)]
    assert best.why() == ["+ If a Battle follows, the HQ of Borgo loses 2 points (also without this plan)"]
    assert best.why("pl") == ["+ Jeśli dojdzie do Bitwy, sztab Borgo traci 2 punkty (bez tego planu też)"]


def test_a_bot_that_does_not_search_has_no_opinion() -> None:
    with pytest.raises(nh.BotError, match="greedy does not search"):
        nh.Bot("greedy").thoughts(nh.Game("borgo", "moloch").start(seed=1))


def test_no_opinion_where_a_tile_is_drawn() -> None:
    state = nh.Game("borgo", "moloch").start()
    state.play("place HQ C3 facing N")
    state.play("place HQ A1 facing N")
    with pytest.raises(nh.IllegalAction, match="a tile is to be drawn"):
        nh.Bot("search:nodes=10").thoughts(state)
