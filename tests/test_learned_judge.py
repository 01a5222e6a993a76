"""The learned evaluation: facts of positions, its arithmetic, and its place in the search."""

from __future__ import annotations

import json

import pytest

from neurohex.bots.evaluation import JUDGE
from neurohex.bots.features import SIDE, SIDE_FACTS, fresh_facts, write_facts
from neurohex.bots.network import FILE, LEARNED, ONE, LearnedJudge, Network
from neurohex.bots.worth import HAND_FACTS, hand_facts
from neurohex.players import PlayerError, make_player
from neurohex.rules.benchmarks import battle_boards
from neurohex.rules.engine import Game, Random, State, fresh_buffer, legal_actions, new_state
from neurohex.tiles import ARMIES
from tests.rules.table import Table


def facts(state: State) -> tuple[dict[str, int], dict[str, int]]:
    """The facts of both sides by name."""
    table = fresh_facts()
    write_facts(state, table)
    values = [int(value) for value in table]
    return tuple(dict(zip(SIDE_FACTS, values[at : at + SIDE], strict=True)) for at in (0, SIDE))  # type: ignore[return-value]


def boards(count: int) -> list[State]:
    """Boards of random games of all armies."""
    armies = list(ARMIES)
    games = [Game((one, two)) for one, two in zip(armies, armies[1:] + armies[:1], strict=True)]
    return battle_boards(games, Random(5), fresh_buffer(), count)


# --- facts ----------------------------------------------------------------------------------------
def test_who_hits_whom() -> None:
    board = "C1=0.HQ C5=1.HQ C2=0.Commando/NE D3=1.Mutant/N D2=0.Runner/N"
    mine, theirs = facts(Table("outpost borgo", board).turn(0).st)
    assert (mine["now hq hits"], mine["now hq attackers"]) == (2, 1)  # linked to its HQ the Commando shoots twice
    assert (mine["then points"], theirs["then points"], theirs["second points"]) == (20, 18, 16)
    # The Mutant hits the Runner, which acts in the same phase but hits nobody.
    assert (theirs["now targets"], theirs["now kills"], theirs["now first kills"]) == (1, 1, 0)
    assert (mine["now idle"], theirs["now idle"]) == (1, 0)
    assert (mine["now unit"], mine["then unit"], theirs["then unit"]) == (2, 1, 1)
    assert (mine["to move"], theirs["to move"]) == (1, 0)


def test_own_units_close_the_lines_to_an_hq() -> None:
    free, _ = facts(Table("outpost borgo", "A1=0.HQ C5=1.HQ").turn(0).st)
    shut, _ = facts(Table("outpost borgo", "A1=0.HQ C5=1.HQ C4=1.Mutant/N").turn(0).st)
    through, _ = facts(Table("outpost borgo", "A1=0.HQ C5=1.HQ C4=0.Runner/N").turn(0).st)
    assert shut["now lines"] == free["now lines"] - 4  # nothing is seen behind it
    assert through["now lines"] == free["now lines"] - 1  # shots fly over friends


def test_facts_leave_the_state_alone_and_are_the_same_again() -> None:
    for state in boards(14):
        before = state.key()
        first = facts(state)
        assert facts(state) == first
        assert state.key() == before


# --- the network ----------------------------------------------------------------------------------
def tiny(**changes: object) -> Network:
    """A network that counts points after a Battle, 1,000 each."""
    data = {
        "version": 1,
        "facts": ["then points", "no such fact"],
        "own": [[0], [7]],
        "other": [[0], [7]],
        "linear": [1000 * ONE, 5],
        "bias": [0],
        "out": [0],
    }
    return Network({**data, **changes})


def test_facts_go_by_name() -> None:
    state = Table("outpost borgo", "C1=0.HQ C5=1.HQ C2=0.Commando/NE").turn(0).st
    assert LearnedJudge(tiny()).value(state, 0) == 2000
    assert LearnedJudge(tiny()).value(state, 1) == -2000


def test_a_hidden_unit_counts_only_above_its_threshold() -> None:
    state = Table("outpost borgo", "C1=0.HQ C5=1.HQ C2=0.Commando/NE").turn(0).st
    # Positive from 19 points on: 20 - 18.5 for the first side, nothing for the second, with 18.
    hidden = {"own": [[ONE], [0]], "other": [[0], [0]], "linear": [0, 0], "bias": [-37 * ONE // 2], "out": [ONE * 100]}
    assert LearnedJudge(tiny(**hidden)).value(state, 0) == 150
    assert LearnedJudge(tiny(**hidden)).value(state, 1) == -150


def test_another_version_is_refused() -> None:
    with pytest.raises(ValueError, match="expected version 1"):
        tiny(version=2)


def test_more_than_two_players_are_judged_by_hand() -> None:
    state = new_state(Game(("borgo", "moloch", "outpost"), mode="deathmatch"))
    assert LearnedJudge(tiny()).value(state, 1) == JUDGE.value(state, 1)


def test_the_file_of_the_package_sees_points() -> None:
    assert LEARNED is not None
    known = json.loads(FILE.read_text())["facts"]
    assert known == [name for name in SIDE_FACTS if name in known]
    # It was trained on games of the armies with the basic rules: it knows every fact that their tiles have.
    basic = [tile for army in ARMIES if not Game((army, army)).more for tile in ARMIES[army].tiles]
    of_basic = {name for tile in basic for name, fact in zip(HAND_FACTS, hand_facts(tile), strict=True) if fact}
    assert {name for name in HAND_FACTS if f"hand {name}" in known} == of_basic
    assert set(SIDE_FACTS) - set(known) == {
        f"{where} {name}" for where in ("hand", "pile") for name in HAND_FACTS if name not in of_basic
    }
    judge = LearnedJudge(LEARNED)
    ahead = Table("outpost:20 borgo:6", "C1=0.HQ C5=1.HQ").turn(0).st
    assert judge.value(ahead, 0) > 5000
    for state in boards(14):
        assert judge.value(state, 0) == -judge.value(state, 1)
        assert -100_000 < judge.value(state, 0) < 100_000


# --- in the search --------------------------------------------------------------------------------
def test_the_search_plays_with_either_judge_and_differently() -> None:
    state = boards(8)[7]
    chances = []
    for judge in ("hand", "learned"):
        player = make_player(f"search:nodes=500,judge={judge}", 1)
        found = player.consider(state.copy())  # type: ignore[attr-defined]
        assert found[0].action in legal_actions(state)
        chances.append([thought.chance for thought in found])
    assert chances[0] != chances[1]


def test_an_unknown_judge_is_refused() -> None:
    with pytest.raises(PlayerError, match='judge: expected hand or learned, got "mine"'):
        make_player("search:judge=mine", 1)
