"""Positions as JSON and on one line: parsing, errors and their wording, round trips."""

from __future__ import annotations

import copy
import dataclasses
import json
import pickle
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neurohex.board import BOARDS
from neurohex.notation import (
    ActionError,
    NotationError,
    PlacedFoundation,
    PlacedUnit,
    Position,
    PositionError,
    PositionPlayer,
    RecordError,
    format_line,
    loads_position,
    parse_line,
    parse_position,
    position_json,
    start_hq,
)
from neurohex.rules.game import RULESETS
from neurohex.tiles import ARMIES, EXTRAS, Tile

DOCUMENTED = (Path(__file__).parent.parent / "docs" / "formats.md").read_text(encoding="utf-8")


def example() -> dict[str, Any]:
    return {
        "ruleset": "living",
        "board": "standard",
        "players": [{"army": "outpost", "hq": 20}, {"army": "hegemony", "hq": 18}],
        "units": [
            {"hex": "C3", "player": 0, "tile": "HQ", "rotation": 0, "wounds": 0},
            {"hex": "C2", "player": 1, "tile": "Runner", "rotation": 3, "wounds": 0},
        ],
        "foundations": [{"hex": "B2", "player": 1, "tile": "Mine"}],
        "starter": 0,
    }


def unit(hex_: str, player: int | None, tile: str, **more: object) -> dict[str, object]:
    return {"hex": hex_, "player": player, "tile": tile, **more}


def with_units(*units: dict[str, object], army: str = "outpost", **more: object) -> dict[str, object]:
    return {"players": [{"army": army}, {"army": "hegemony"}], "units": list(units), **more}


def with_players(number: int, **more: object) -> dict[str, object]:
    return {"players": [{"army": "borgo"} for _ in range(number)], "units": [], **more}


def refused(data: object) -> str:
    with pytest.raises(PositionError) as caught:
        parse_position(data)
    return str(caught.value)


# What is read


def test_a_position_for_study_may_hold_more_of_a_tile_than_the_box() -> None:
    runners = [unit(hex_, 0, "Runner") for hex_ in ("A1", "A2", "A3")]
    rifles = [unit("C3", 0, "Rifleman"), unit("C2", 1, "Rifleman")]
    mines = [unit(hex_, 0, "Mine") for hex_ in ("A1", "B2", "B3")]
    read = parse_position(with_units(*runners, *rifles, foundations=mines))
    assert len(read.units) == 5
    assert len(read.foundations) == 3


def test_the_example_is_read_and_written_unchanged() -> None:
    read = parse_position(example())
    assert read == Position(
        ruleset="living",
        board="standard",
        players=(PositionPlayer("outpost", 20), PositionPlayer("hegemony", 18)),
        units=(PlacedUnit("C3", 0, "HQ", 0, 0), PlacedUnit("C2", 1, "Runner", 3, 0)),
        foundations=(PlacedFoundation("B2", 1, "Mine"),),
        starter=0,
        teams=(),
    )
    assert position_json(read) == example()
    assert list(position_json(read)) == list(example())


def test_defaults() -> None:
    read = parse_position(with_units(unit("C3", 0, "Runner")))
    assert (read.ruleset, read.board, read.foundations, read.starter, read.teams) == ("living", "standard", (), 0, ())
    assert [player.hq for player in read.players] == [20, 20]
    assert read.units == (PlacedUnit("C3", 0, "Runner", 0, 0),)


@pytest.mark.parametrize(
    ("ruleset", "players", "teams", "start"),
    [
        ("living", 2, [], (20, 20)),
        ("3.0", 4, [], (20, 20, 20, 20)),
        ("3.0", 4, [[0, 2], [1, 3]], (15, 15, 15, 15)),  # R1.3
        ("living", 4, [[0, 2], [1, 3]], (20, 20, 20, 20)),
        ("2008", 4, [[0, 2], [1, 3]], (20, 20, 20, 20)),
        ("3.0", 4, [[0, 2]], (20, 20, 20, 20)),
        ("living", 3, [[1, 2]], (20, 13, 13)),  # R10.2
        ("2008", 3, [[0, 2], [1]], (13, 20, 13)),
        ("living", 3, [[0], [1], [2]], (20, 20, 20)),
        ("3.0", 3, [[0, 1, 2]], (20, 20, 20)),
    ],
)
def test_hq_starts_at_the_value_of_the_mode(
    ruleset: str, players: int, teams: list[list[int]], start: tuple[int, ...]
) -> None:
    assert start_hq(ruleset, players, teams) == start
    read = parse_position(with_players(players, ruleset=ruleset, teams=teams))
    assert tuple(player.hq for player in read.players) == start


def test_teams_are_put_in_the_order_of_seats_and_loners_left_out() -> None:
    assert parse_position(with_players(4, teams=[[3, 1], [2, 0]])).teams == ((0, 2), (1, 3))
    assert parse_position(with_players(3, teams=[[2, 1], [0]])).teams == ((1, 2),)
    assert parse_position(with_players(3, teams=[[2], [0]])).teams == ()
    assert position_json(parse_position(with_players(4, teams=[[0, 2], [1, 3]])))["teams"] == [[0, 2], [1, 3]]
    assert "teams" not in position_json(parse_position(with_players(2, teams=[[0], [1]])))


@pytest.mark.parametrize(
    ("army", "called", "name"),
    [("borgo", "Butcher", "Claws"), ("moloch", "Ripper", "Hornet"), ("smart", "Ripper", "Ripper")],
)
def test_other_names_of_a_tile_become_its_own(army: str, called: str, name: str) -> None:
    assert parse_position(with_units(unit("C3", 0, called), army=army)).units[0].tile == name


@pytest.mark.parametrize("owner", [None, 0, 1])
@pytest.mark.parametrize("bomber", ["Mad Bomber", "Mad Bomber II"])
def test_a_bomber_is_neutral_or_a_players(bomber: str, owner: int | None) -> None:
    assert parse_position(with_units(unit("C3", owner, bomber))).units[0].player == owner


def test_a_mercenary_is_anyones() -> None:
    read = parse_position(with_units(unit("C3", 0, "Shield Bearer", wounds=2), unit("C2", 1, "Rifleman")))
    assert [placed.tile for placed in read.units] == ["Shield Bearer", "Rifleman"]


def test_a_mine_is_anyones() -> None:
    read = parse_position(with_units(foundations=[unit("B1", 0, "Mine"), unit("B2", 1, "Mine")]))
    assert [placed.player for placed in read.foundations] == [0, 1]


def test_the_same_army_may_sit_on_both_sides_with_all_its_tiles() -> None:  # R11.5
    runners = [unit(hex_, n % 2, "Runner") for n, hex_ in enumerate(["A1", "A2", "A3", "B1", "B2", "B3"])]
    data = {"players": [{"army": "hegemony"}, {"army": "hegemony"}], "units": runners}
    assert len(parse_position(data).units) == 6


def test_hqs_may_be_missing_and_one_at_0_must_be() -> None:
    assert parse_position({"players": [{"army": "borgo", "hq": 0}, {"army": "smart"}], "units": []}).players[0].hq == 0


# What is refused

UNIT_KEYS = "hex, player, tile, rotation, wounds, markers"
REFUSED: list[tuple[object, str]] = [
    # The whole, and its keys
    ([], "position: expected an object with players, units, got a list"),
    (None, "position: expected an object with players, units, got null"),
    ({"units": []}, 'position: key "players" is missing'),
    (with_players(2) | {"unit": []}, 'position: unknown key "unit", did you mean "units"?'),
    (
        with_players(2) | {"colour": 1},
        'position: unknown key "colour", expected players, units, ruleset, board, foundations, starter, teams',
    ),
    ({"players": [{"army": "borgo"}, {"army": "borgo"}]}, 'position: key "units" is missing'),
    # Ruleset and board
    (with_players(2, ruleset="4.0"), 'ruleset: no ruleset "4.0", known are 2008, 3.0, living'),
    (with_players(2, ruleset=3.0), 'ruleset: expected one of "2008", "3.0", "living", got 3.0'),
    (with_players(2, board="round"), 'board: no board "round", known are standard, expanded, duel'),
    (with_players(2, board=None), 'board: expected one of "standard", "expanded", "duel", got null'),
    # Players
    (with_players(1), "players: expected 2 to 6 players, got 1"),
    (with_players(7), "players: expected 2 to 6 players, got 7"),
    ({"players": "borgo", "units": []}, 'players: expected a list, got "borgo"'),
    ({"players": ["borgo", "smart"], "units": []}, 'players[0]: expected an object with army, got "borgo"'),
    ({"players": [{"army": "borgo"}, {"hq": 3}], "units": []}, 'players[1]: key "army" is missing'),
    (
        {"players": [{"army": "borgo", "HQ": 3}, {"army": "borgo"}], "units": []},
        'players[0]: unknown key "HQ", did you mean "hq"?',
    ),
    (
        {"players": [{"army": "orks"}, {"army": "borgo"}], "units": []},
        f'players[0].army: no army "orks", known are {", ".join(ARMIES)}',
    ),
    (
        {"players": [{"army": "mercenaries"}, {"army": "borgo"}], "units": []},
        f'players[0].army: no army "mercenaries", known are {", ".join(ARMIES)}',
    ),
    # The HQ's points
    *(
        (
            {"players": [{"army": "borgo"}, {"army": "smart", "hq": hq}], "units": []},
            f"players[1].hq: expected a whole number from 0 to 20, got {said}",
        )
        for hq, said in [(21, "21"), (-1, "-1"), (True, "true"), (7.0, "7.0"), ("7", '"7"'), (None, "null")]
    ),
    # Starter and teams
    (with_players(2, starter=2), "starter: expected a player's number from 0 to 1, got 2"),
    (with_players(2, starter=True), "starter: expected a player's number from 0 to 1, got true"),
    (with_players(2, teams={}), "teams: expected a list, got an object"),
    (with_players(2, teams=[0, 1]), "teams[0]: expected a list, got 0"),
    (with_players(2, teams=[[0], []]), "teams[1]: expected at least one player, got an empty team"),
    (with_players(4, teams=[[0, 2], [1, 4]]), "teams[1][1]: expected a player's number from 0 to 3, got 4"),
    (with_players(4, teams=[[0, 2], [1, 2]]), "teams[1][1]: player 2 is already named in teams"),
    (with_players(4, teams=[[1, 1]]), "teams[0][1]: player 1 is already named in teams"),
    # Hexes
    (with_units(unit("C3", 0, "HQ"), unit("Z9", 1, "HQ")), 'units[1].hex: no hex "Z9" on the standard board'),
    (with_units(unit("D6", 0, "HQ")), 'units[0].hex: no hex "D6" on the standard board'),
    (with_units(unit("D8", 0, "HQ"), board="expanded"), 'units[0].hex: no hex "D8" on the expanded board'),
    (with_units(unit("c3", 0, "HQ")), 'units[0].hex: no hex "c3" on the standard board, did you mean "C3"?'),
    (
        with_units({"hex": 3, "player": 0, "tile": "HQ"}),
        'units[0].hex: expected the name of a hex, such as "C3", got 3',
    ),
    (with_units(foundations=[unit("A4", 0, "Mine")]), 'foundations[0].hex: no hex "A4" on the standard board'),
    (with_units(unit("C3", 0, "HQ"), unit("C3", 1, "HQ")), "units[1].hex: another unit already stands on C3"),
    (
        with_units(foundations=[unit("B2", 0, "Mine"), unit("B2", 1, "Mine")]),
        "foundations[1].hex: another foundation already lies on B2",
    ),
    # Keys and forms of units and foundations
    (with_units({"hex": "C3", "player": 0}), 'units[0]: key "tile" is missing'),
    (with_units({"hex": "C3", "tile": "HQ"}), 'units[0]: key "player" is missing'),
    (with_units(unit("C3", 0, "HQ", rotaton=1)), 'units[0]: unknown key "rotaton", did you mean "rotation"?'),
    (with_units(unit("C3", 0, "HQ", x=1)), f'units[0]: unknown key "x", expected {UNIT_KEYS}'),
    ({"players": [{"army": "borgo"}] * 2, "units": {}}, "units: expected a list, got an object"),
    ({"players": [{"army": "borgo"}] * 2, "units": [3]}, "units[0]: expected an object with hex, player, tile, got 3"),
    (with_units(foundations=None), "foundations: expected a list, got null"),
    (
        with_units(foundations=[unit("B2", 0, "Mine", rotation=0)]),
        'foundations[0]: unknown key "rotation", expected hex, player, tile',
    ),
    # Owners
    (with_units(unit("C3", 2, "HQ")), "units[0].player: expected a player's number from 0 to 1, got 2"),
    (with_units(unit("C3", -1, "HQ")), "units[0].player: expected a player's number from 0 to 1, got -1"),
    (with_units(unit("C3", False, "HQ")), "units[0].player: expected a player's number from 0 to 1, got false"),
    (
        with_units(unit("C3", None, "Runner")),
        "units[0].player: expected a player's number from 0 to 1, as only a bomber can be nobody's",
    ),
    (
        with_units(foundations=[unit("C3", None, "Mine")]),
        "foundations[0].player: expected a player's number from 0 to 1, as only a bomber can be nobody's",
    ),
    (
        with_units(unit("C3", None, "Mad Bombr")),
        'units[0].tile: no tile "Mad Bombr" among the bombers, did you mean "Mad Bomber" or "Mad Bomber II"?',
    ),
    # Tiles
    (
        with_units(unit("C3", 0, "Runer")),
        'units[0].tile: no tile "Runer" in outpost, mercenaries or bombers, did you mean "Runner"?',
    ),
    (
        with_units(unit("C3", 0, "runner")),
        'units[0].tile: no tile "runner" in outpost, mercenaries or bombers, did you mean "Runner"?',
    ),
    (with_units(unit("C3", 0, "Claws")), 'units[0].tile: no tile "Claws" in outpost, mercenaries or bombers'),
    (with_units({"hex": "C3", "player": 0, "tile": 7}), "units[0].tile: expected the name of a tile, got 7"),
    (with_units(unit("C3", 0, "Battle")), "units[0].tile: expected a unit, but Battle is an instant"),
    (
        with_units(unit("C3", 0, "Mine"), army="vegas"),
        "units[0].tile: expected a unit, but Mine is a foundation; it belongs in foundations",
    ),
    (
        with_units(foundations=[unit("C3", 0, "Runner")]),
        "foundations[0].tile: expected a foundation, but Runner is a unit; it belongs in units",
    ),
    (
        with_units(foundations=[unit("C3", 0, "Move")]),
        "foundations[0].tile: expected a foundation, but Move is an instant",
    ),
    # How many there are
    (with_units(unit("C3", 0, "HQ"), unit("C2", 0, "HQ")), "units[1].tile: player 0 already has an HQ, on C3"),
    (
        {"players": [{"army": "borgo", "hq": 0}, {"army": "smart"}], "units": [unit("C3", 0, "HQ")]},
        "units[0].tile: player 0's HQ is at 0 points and so is not on the board",
    ),
    # Rotation and wounds
    *(
        (
            with_units(unit("C3", 0, "HQ", rotation=rotation)),
            f"units[0].rotation: expected a whole number from 0 to 5, got {said}",
        )
        for rotation, said in [(6, "6"), (-1, "-1"), (True, "true"), (1.5, "1.5"), ("N", '"N"'), ([0], "a list")]
    ),
    (
        with_units(unit("C3", 0, "Runner", wounds=1)),
        "units[0].wounds: expected 0, got 1; Runner has toughness 0",
    ),
    (
        with_units(unit("C3", 0, "Blocker", wounds=3), army="moloch"),
        "units[0].wounds: expected a whole number from 0 to 2, got 3; Blocker has toughness 2",
    ),
    (
        with_units(unit("C3", 0, "Blocker", wounds=True), army="moloch"),
        "units[0].wounds: expected a whole number from 0 to 2, got true; Blocker has toughness 2",
    ),
    (
        with_units(unit("C3", 0, "HQ", wounds=2)),
        "units[0].wounds: expected 0, got 2; an HQ's damage is in its player's hq",
    ),
    (
        with_units(unit("C3", 0, "HQ", wounds=0.0)),
        "units[0].wounds: expected 0, got 0.0; an HQ's damage is in its player's hq",
    ),
]


@pytest.mark.parametrize(("data", "message"), REFUSED, ids=[message for _, message in REFUSED])
def test_refused(data: object, message: str) -> None:
    assert refused(data) == message


def test_long_and_odd_values_stay_on_one_short_line() -> None:
    assert refused(with_units(unit("x" * 500, 0, "HQ"))) == f'units[0].hex: no hex "{"x" * 59}…" on the standard board'
    assert (
        refused(with_units(unit("C\n3\ud800", 0, "HQ"))) == 'units[0].hex: no hex "C\\n3\\ud800" on the standard board'
    )
    assert refused(with_players(2, starter=10**100)).endswith("got a number of many digits")
    assert refused(with_players(2, starter=b"")).endswith("got a Python bytes")


# JSON text


def test_json_text_is_read_with_or_without_a_byte_order_mark() -> None:
    text = json.dumps(example())
    assert loads_position(text) == loads_position("\ufeff" + text) == parse_position(example())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1, column 1: this is not JSON: expecting value"),
        ('{"players": [\n  }', "line 2, column 3: this is not JSON: expecting value"),
        ("{} {}", "line 1, column 4: this is not JSON: extra data"),
        ('{"players": [], "units": [], "units": []}', 'position: key "units" is given twice'),
        (
            '{"players": [{"army": "borgo"}, {"army": "borgo"}], "units": [{"hex": "C3", "tile": "HQ", "hex": "C2"}]}',
            'units[0]: key "hex" is given twice',
        ),
        (
            '{"players": [{"army": "borgo", "hq": NaN}, {"army": "borgo"}], "units": []}',
            "players[0].hq: expected a whole number from 0 to 20, got NaN",
        ),
        (
            '{"players": [{"army": "borgo"}, {"army": "borgo"}], "units": [], "starter": -Infinity}',
            "starter: expected a player's number from 0 to 1, got -Infinity",
        ),
        ("NaN", "position: expected an object with players, units, got NaN"),
        ("[" * 200_000, "position: nested too deeply to be a position"),
        ("9" * 5000, "position: a number in it has far too many digits"),
    ],
    ids=["empty", "syntax", "two values", "twice", "twice below", "NaN", "Infinity", "only NaN", "deep", "digits"],
)
def test_json_text_refused(text: str, message: str) -> None:
    with pytest.raises(PositionError) as caught:
        loads_position(text)
    assert str(caught.value) == message


# One line


def test_the_example_on_one_line() -> None:
    line = "living standard outpost:20* hegemony:18 | C3=0.HQ C2=1.Runner/S | B2=1.Mine"
    assert format_line(parse_position(example())) == line
    assert parse_line(line) == parse_position(example())


@pytest.mark.parametrize(
    "line",
    [
        "living standard outpost:20* hegemony:20",
        "2008 duel vegas:20 smart:0* | | B2=0.Mine",
        "3.0 expanded borgo:15* moloch:15 outpost:15 hegemony:15 teams=0+2,1+3 | D4=-.Mad_Bomber/NW A1=1.Blocker/NE~2",
        "living standard smart:20* hegemony:13 moloch:13 teams=1+2 | C3=0.Bio-droid C1=2.Hunter-Killer/SE",
    ],
)
def test_lines_come_back_as_they_were(line: str) -> None:
    assert format_line(parse_line(line)) == line


def test_a_line_typed_by_hand_has_the_defaults_of_json() -> None:
    read = parse_line("  outpost\nhegemony*  |C3=0.HQ/N~0\n|")
    assert format_line(read) == "living standard outpost:20 hegemony:20* | C3=0.HQ"
    assert parse_line("duel borgo smart").board == "duel"
    assert parse_line("2008 borgo smart").ruleset == "2008"
    assert [player.hq for player in parse_line("3.0 borgo smart borgo smart teams=0+2,1+3").players] == [15] * 4


HEAD = (
    "expected ruleset, board and players in this order; rulesets 2008, 3.0, living; "
    f"boards standard, expanded, duel; armies {', '.join(ARMIES)}"
)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "players: expected 2 to 6 players, got 0"),
        ("borgo smart | | | ", 'expected at most 3 parts set apart by "|", got 4'),
        (
            "livng standard borgo smart",
            f"livng: {HEAD}",
        ),
        (
            "borgo smart duel",
            f"duel: {HEAD}",
        ),
        ("orks:20 smart", f'orks:20: no army "orks", known are {", ".join(ARMIES)}'),
        (":20 smart", ":20: expected a player, such as outpost:20, with * for who began the Battle"),
        ("borgo:x smart", 'borgo:x: expected the HQ\'s points after :, got "x"'),
        ("borgo:21 smart", "borgo:21: expected a whole number from 0 to 20, got 21"),
        ("borgo* smart:3*", 'smart:3*: another player already has the "*" of who began the Battle'),
        ("borgo smart teams=0+x", 'teams=0+x: expected players\' numbers, such as teams=0+2,1+3, got "x"'),
        ("borgo smart teams=", 'teams=: expected players\' numbers, such as teams=0+2,1+3, got ""'),
        ("borgo smart teams=0+2", "teams=0+2: expected a player's number from 0 to 1, got 2"),
        ("borgo smart | C3", "C3: expected a unit, such as C2=1.Runner/S~1"),
        ("borgo smart | C3=HQ", "C3=HQ: expected a unit, such as C2=1.Runner/S~1"),
        ("borgo smart | Z9=0.HQ", 'Z9=0.HQ: no hex "Z9" on the standard board'),
        ("borgo smart | C3=2.HQ", "C3=2.HQ: expected a player's number from 0 to 1, got 2"),
        (
            "borgo smart | C3=-.HQ",
            "C3=-.HQ: expected a player's number from 0 to 1, as only a bomber can be nobody's",
        ),
        (
            "borgo smart | C3=0.Net_Fihgter",
            'C3=0.Net_Fihgter: no tile "Net Fihgter" in borgo, mercenaries or bombers, did you mean "Net Fighter"?',
        ),
        ("borgo smart | C3=0.HQ/X", 'C3=0.HQ/X: expected a facing after /, one of N NE SE S SW NW, got "X"'),
        ("borgo smart | C3=0.HQ~x", 'C3=0.HQ~x: expected wounds after ~, got "x"'),
        ("borgo smart | C3=0.HQ~1/S", 'C3=0.HQ~1/S: expected wounds after ~, got "1/S"'),
        ("borgo smart | C3=0.HQ~1", "C3=0.HQ~1: expected 0, got 1; an HQ's damage is in its player's hq"),
        ("borgo smart | C3=0.HQ C3=1.HQ", "C3=1.HQ: another unit already stands on C3"),
        ("borgo smart | | C3", "C3: expected a foundation, such as B2=1.Mine"),
        ("borgo smart | | C3=1.Mine/S", 'C3=1.Mine/S: a foundation has no facing and no wounds, got "/S"'),
        ('borgo smart | C3"', '"C3\\"": expected a unit, such as C2=1.Runner/S~1'),
    ],
)
def test_lines_refused(line: str, message: str) -> None:
    with pytest.raises(PositionError) as caught:
        parse_line(line)
    assert str(caught.value) == message


def test_any_name_of_a_tile_goes_through_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    borgo = ARMIES["borgo"]
    names = ["a_b c", "x/S~1", "50%", "%5F", "Łowca | 2", "tab\tand\u2028", "dots. = * :"]
    tiles = tuple(Tile(name, "odd", 1, "warrior") for name in names)
    monkeypatch.setitem(ARMIES, "odd", dataclasses.replace(borgo, key="odd", tiles=tiles))
    odd = parse_position(
        {
            "players": [{"army": "odd"}, {"army": "borgo"}],
            "units": [unit(hex_, 0, name) for hex_, name in zip(BOARDS["standard"].names, names, strict=False)],
        }
    )
    line = format_line(odd)
    assert "Łowca_%7C_2" in line
    assert len(line.splitlines()) == 1
    assert parse_line(line) == odd


def test_an_army_may_have_the_name_of_a_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ARMIES, "duel", dataclasses.replace(ARMIES["borgo"], key="duel"))
    read = parse_position({"players": [{"army": "duel"}, {"army": "smart"}], "units": []})
    assert parse_line(format_line(read)) == read


# Errors


def test_errors_are_value_errors_that_can_be_copied_and_pickled() -> None:
    for error in (
        NotationError("a", "b"),
        PositionError("", "b"),
        ActionError("a", "b"),
        RecordError("a", "b", line=4),
        RecordError("", "b"),
    ):
        for twin in (copy.copy(error), pickle.loads(pickle.dumps(error))):
            assert type(twin) is type(error)
            assert (str(twin), twin.place, twin.problem) == (str(error), error.place, error.problem)
        assert isinstance(error, ValueError)
    assert str(PositionError("", "only this")) == "only this"
    assert str(RecordError("a", "b", line=4)) == "line 4: a: b"
    assert str(RecordError("a", "b")) == "a: b"


# The documentation page


def test_the_documented_position_is_the_documented_line() -> None:
    read = loads_position(re.findall(r"```json\n(.*?)```", DOCUMENTED, re.DOTALL)[0])
    assert f"\n{format_line(read)}\n" in DOCUMENTED


def test_every_documented_line_is_read() -> None:
    lines = re.findall(r"```text\n(.*?)```", DOCUMENTED, re.DOTALL)
    assert len(lines) >= 2
    for line in "".join(lines).splitlines():
        assert format_line(parse_line(line)) == line


# Any position, both ways


@st.composite
def teams_of(draw: st.DrawFn, players: int) -> tuple[tuple[int, ...], ...]:
    sides = draw(st.lists(st.integers(0, players - 1), min_size=players, max_size=players))
    grouped = (tuple(n for n in range(players) if sides[n] == side) for side in range(players))
    return tuple(sorted(team for team in grouped if len(team) > 1))


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Positions with tiles, owners, wounds and facings of every kind, within the tile counts."""
    number = draw(st.integers(2, 6))
    players = tuple(
        PositionPlayer(draw(st.sampled_from(sorted(ARMIES))), draw(st.integers(0, 20))) for _ in range(number)
    )
    stock: list[tuple[int | None, Tile]] = []
    for n, player in enumerate(players):
        for tile in ARMIES[player.army].tiles:
            if tile.kind != "instant" and not (tile.kind == "hq" and player.hq == 0):
                stock += [(n, tile)] * tile.count
    stock += [(draw(st.integers(0, number - 1)), tile) for tile in EXTRAS["mercenaries"].tiles]
    stock += [(draw(st.none() | st.integers(0, number - 1)), tile) for tile in EXTRAS["bombers"].tiles]
    board = draw(st.sampled_from(sorted(BOARDS)))
    units, foundations = [], []
    for hex_ in draw(st.lists(st.sampled_from(BOARDS[board].names), unique=True)):
        owner, tile = stock.pop(draw(st.integers(0, len(stock) - 1)))
        if tile.kind == "foundation":
            foundations.append(PlacedFoundation(hex_, owner, tile.name))
        else:
            wounds = draw(st.integers(0, tile.toughness))
            units.append(PlacedUnit(hex_, owner, tile.name, draw(st.integers(0, 5)), wounds))
    return Position(
        ruleset=draw(st.sampled_from(RULESETS)),
        board=board,
        players=players,
        units=tuple(units),
        foundations=tuple(foundations),
        starter=draw(st.integers(0, number - 1)),
        teams=draw(teams_of(number)),
    )


@given(positions())
def test_json_and_back(any_position: Position) -> None:
    data = position_json(any_position)
    assert parse_position(data) == any_position
    assert loads_position(json.dumps(data)) == any_position


@given(positions())
def test_one_line_and_back(any_position: Position) -> None:
    line = format_line(any_position)
    assert len(line.splitlines()) == 1
    assert parse_line(line) == any_position


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


def read_or_refused(read: Callable[[Any], Position], given_: object) -> Position | PositionError:
    try:
        return read(given_)
    except PositionError as error:
        return error


def one_line(error: PositionError) -> bool:
    # Sixty characters that must all be escaped become several hundred.
    return len(str(error).splitlines()) == 1 and len(str(error)) < 1500


@pytest.mark.slow
@given(positions(), st.data())
def test_a_position_with_one_thing_changed_is_read_or_refused_in_one_line(
    any_position: Position, data: st.DataObject
) -> None:
    changed: Any = json.loads(json.dumps(position_json(any_position)))
    within: Any = changed
    while True:
        keys = list(within) if isinstance(within, dict) else list(range(len(within)))
        key = data.draw(st.sampled_from(keys))
        if not (isinstance(within[key], (dict, list)) and within[key] and data.draw(st.booleans())):
            break
        within = within[key]
    within[key] = data.draw(json_values | st.sampled_from([within[key], 0, 1, 2, 3, "HQ", "C3", "Mine"]))
    read = read_or_refused(parse_position, changed)
    if isinstance(read, PositionError):
        assert read.place
        assert one_line(read)
    else:
        assert parse_position(position_json(read)) == read
        assert parse_line(format_line(read)) == read


@given(st.text() | st.text(alphabet='{}[]":,0123456789.eNa ') | json_values.map(json.dumps))
def test_any_text_is_refused_in_one_line_as_json(text: str) -> None:
    with pytest.raises(PositionError) as caught:
        loads_position(text)
    assert one_line(caught.value)


WORDS = ["living", "duel", "borgo", "smart:3*", "borgo:9", "|", "C3=0.HQ", "C2=1.HQ/S", "A1=0.Claws~0", "teams=0+1"]


@given(st.text() | st.lists(st.sampled_from(WORDS) | st.text(max_size=4)).map(" ".join))
def test_any_text_is_read_or_refused_in_one_line_as_a_line(text: str) -> None:
    read = read_or_refused(parse_line, text)
    if isinstance(read, PositionError):
        assert one_line(read)
    else:
        assert parse_line(format_line(read)) == read
