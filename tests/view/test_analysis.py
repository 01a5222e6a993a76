"""A board for study can be set up, looked at and played on from."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from neurohex.notation.bridge import position_of
from neurohex.notation.compact import parse_line
from neurohex.notation.position import parse_position
from neurohex.rules.engine import Game, Random, apply, fresh_buffer, legal_actions, random_action
from neurohex.view import AnalysisError, UnknownTileId, analysis, analysis_state, choices, scene, study_of
from neurohex.view.forms import Analysis, StudyForm
from tests.properties.games import SEEDS, games, moments
from tests.view.forms import assert_form

POSITION = parse_line("outpost:20 hegemony:18* | C2=1.Runner/S C3=0.HQ E1=1.HQ")
LONGEST = 6000
"""Actions of a game that is played on, at most; all end long before."""


def test_it_is_written_down_and_read_back() -> None:
    shown = analysis(analysis_state(POSITION))
    assert_form(shown, Analysis)
    assert parse_position(shown["position"]) == POSITION == parse_line(shown["line"])
    assert shown["battle"] is not None
    assert shown["battle"]["after"]["hq"] == [19, 18]
    assert shown["scene"]["whose"] == 1


def test_tiles_in_hand_can_be_played() -> None:
    st = analysis_state(POSITION, [["outpost/Commando", "outpost/Battle"], ["hegemony/Move"]], turn=0)
    shown = scene(st)
    assert shown["players"][0]["hand"] == ["outpost/Commando", "outpost/Battle"]
    assert {"place", "battle", "end"} <= {offer["kind"] for offer in choices(st)["offers"]}
    pile = {entry["tile"]: entry["count"] for entry in shown["players"][0]["pile"]}
    assert pile["outpost/Commando"] == 4
    battle = next(offer["then"] for offer in choices(st)["offers"] if offer["kind"] == "battle")
    assert isinstance(battle, int)
    apply(st, battle)
    assert st.hq(0) == 19
    assert st.turn() == 1


@settings(max_examples=25)
@given(games(), SEEDS, SEEDS)
def test_any_position_of_a_game_can_be_played_to_its_end(game: Game, seed: int, other: int) -> None:
    states = [state.copy() for state, _ in moments(game, seed)]
    state = states[other % len(states)]
    position = position_of(state)
    if all(player.hq == 0 for player in position.players):
        return
    st = analysis_state(position, study_of(state)["hands"])
    random, buffer = Random(other), fresh_buffer()
    for _ in range(LONGEST):
        if st.is_over():
            break
        assert legal_actions(st)
        apply(st, int(random_action(st, random, buffer)))
    assert st.is_over()


@pytest.mark.parametrize(
    ("hands", "turn", "message"),
    [
        ([[], [], []], None, "hands: expected at most 2, got 3"),
        ([["outpost/Runner"] * 7], None, r"hands\[0\]: expected at most 6 tiles, got 7"),
        ([[], ["outpost/Runner"]], None, r"hands\[1\]\[0\]: outpost/Runner is no tile of hegemony"),
        ([["outpost/HQ"]], None, r"hands\[0\]\[0\]: no HQ is left in the pile"),
        ([], 2, "turn: expected a player in the game, one of 0, 1, got 2"),
    ],
)
def test_what_cannot_be_is_refused(hands: list[list[str]], turn: int | None, message: str) -> None:
    with pytest.raises(AnalysisError, match=message):
        analysis_state(POSITION, hands, turn)


def test_what_is_no_tile_is_refused() -> None:
    with pytest.raises(UnknownTileId, match='no tile "outpost/Dragon"'):
        analysis_state(POSITION, [["outpost/Dragon"]])


def test_who_is_out_has_no_turn() -> None:
    three = parse_line("outpost:0* hegemony:18 borgo:20 | C2=1.HQ E1=2.HQ")
    assert scene(analysis_state(three))["whose"] == 1
    with pytest.raises(AnalysisError, match="turn: expected a player in the game, one of 1, 2, got 0"):
        analysis_state(three, turn=0)
    with pytest.raises(AnalysisError, match="players: expected somebody whose HQ has points left"):
        analysis_state(parse_line("outpost:0 hegemony:0 borgo:0"))


@given(games(), SEEDS)
@settings(max_examples=15, deadline=None)
def test_any_moment_of_a_game_can_be_set_up_again(game: Game, seed: int) -> None:
    for number, (state, _) in enumerate(moments(game, seed)):
        if number % 7:
            continue
        form = study_of(state)
        assert_form(form, StudyForm)
        again = analysis_state(parse_line(form["line"]), form["hands"], form["turn"])
        assert study_of(again)["line"].replace("*", "") == form["line"].replace("*", "")
        assert study_of(again)["hands"] == form["hands"]
        assert form["turn"] is None or again.turn() == form["turn"]
