"""`neurohex new`."""

from __future__ import annotations

import json
from typing import Any

import pytest

from neurohex.rules.engine import Game
from neurohex.tiles import ARMIES
from tests.cli.commands import (
    Say,
    complains,
)


# --- new ------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("borgo moloch", {"mode": "standard", "board": "standard", "ruleset": "living"}),
        ("Borgo MOLOCH --ruleset 2008", {"armies": ["borgo", "moloch"], "ruleset": "2008"}),
        ("borgo moloch vegas", {"mode": "deathmatch"}),
        ("borgo moloch vegas smart outpost", {"mode": "deathmatch", "board": "expanded"}),
        ("borgo moloch vegas smart --mode team --score", {"teams": [[0, 1], [2, 3]], "score": True}),
        ("borgo moloch vegas smart --mode team --teams 1+3,2+4", {"teams": [[0, 2], [1, 3]]}),
        ("borgo moloch vegas --mode one-vs-two", {"teams": [[0], [1, 2]]}),
        ("smart vegas --board duel", {"board": "duel"}),
        ("smart vegas --board duel --terminals a1,a3,c1,c3,c5,e1,e3", {"terminals": ["A1", "A3"]}),
        ("borgo moloch --mercenaries 2 --bomber mercenary", {"mercenaries": 2, "bomber": "mercenary"}),
        ("borgo moloch --bomber neutral --bomber-two", {"bomber": "neutral", "bomber_two": True}),
        ("borgo moloch --alternative-start --reinforcement", {"alternative_start": True, "reinforcement": True}),
        ("borgo moloch vegas --score --open-piles", {"score": True, "open_piles": True}),
    ],
)
def test_new_describes_a_game(say: Say, words: str, expected: dict[str, Any]) -> None:
    told = say("new", *words.split(), "--json").json
    for key, value in expected.items():
        assert told[key][: len(value)] == value if isinstance(value, list) else told[key] == value
    given = {key: _tuples(value) for key, value in told.items()}
    assert json.loads(json.dumps(Game(**given).describe())) == told
    shown = say("new", *words.split())
    assert shown.code == 0
    for key in told["armies"]:
        assert ARMIES[key].name in shown.out


def _tuples(value: Any) -> Any:
    return tuple(_tuples(item) for item in value) if isinstance(value, list) else value


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("borgo", "armies: 2 to 6 armies play, not 1"),
        ("borgo mercenaries", 'no army "mercenaries"'),
        ("borgo moloc", 'no army "moloc"; did you mean "moloch"?'),
        ("borgo moloch --score", "score: the score rule goes with deathmatch and team"),
        ("borgo moloch --mode team", "mode: team is for four armies"),
        ("borgo moloch --mercenaries 3", "mercenaries: 0, 1 or 2 each, not 3"),
        ("borgo moloch --bomber mercenary", "bomber: Mad Bomber as a mercenary needs"),
        ("borgo moloch --board expanded", "board: the expanded board is for 4 to 6"),
        ("borgo moloch vegas smart --mode team --teams 1+6,2+3", "teams: every player must be in one team"),
        ("borgo moloch vegas smart --mode team --teams red", "--teams: expected seats from 1"),
        ("borgo moloch vegas smart --mode team --teams 0+2,1+3", "--teams: expected seats from 1, as 1+3,2+4, got"),
        ("borgo moloch --terminals A1", "--terminals: goes with --board duel"),
        ("borgo moloch --board duel --terminals A1", "terminals: the Duel board has seven"),
        ("borgo moloch --mode position", "invalid choice: 'position'"),
        ("borgo moloch --ruleset 4.0", "invalid choice: '4.0'"),
    ],
)
def test_new_refuses_inconsistent_options(say: Say, words: str, place: str) -> None:
    complains(say("new", *words.split()), place)
    complains(say("new", *words.split(), "--json"), place)


def test_new_prints_turns_and_variants(say: Say) -> None:
    said = say("new", "borgo", "moloch", "vegas", "--mode", "one-vs-two", "--mercenaries", "1", "--bomber", "neutral")
    assert "1 and 3 of 4" in said.out
    assert "1 mercenary each, a neutral Mad Bomber" in said.out
    assert "Terminals on A2" in say("new", "smart", "vegas", "--board", "duel").out
    teams = say("new", "borgo", "moloch", "vegas", "smart", "--mode", "team", "--teams", "1+3,2+4", "--open-piles").out
    assert [line.split()[:3] for line in teams.splitlines()[1:5]] == [
        ["1", "Borgo", "1"],
        ["2", "Moloch", "2"],
        ["3", "Vegas", "1"],
        ["4", "Smart", "2"],
    ]
    assert "open piles" in teams
