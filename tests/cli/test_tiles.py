"""`neurohex draw` and `neurohex tiles`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from neurohex.draw import player_armies
from neurohex.draw.tables import board_view
from neurohex.model import Table
from neurohex.notation import parse_line
from neurohex.notation.bridge import state_of
from neurohex.tiles import ARMIES, EXTRAS
from tests.cli.commands import (
    BUSY,
    LINE,
    Say,
    complains,
    run_process,
)


# --- draw -----------------------------------------------------------------------------------------
def test_draw_a_position(say: Say, file: Callable[..., str], tmp_path: Path) -> None:
    target = tmp_path / "board.svg"
    said = say("draw", file(BUSY), "-o", str(target))
    assert (said.code, said.out, said.err) == (0, "", "")
    svg = target.read_text(encoding="utf-8")
    assert svg.startswith("<svg")
    assert "netted" in svg
    assert say("draw", file(BUSY)).out == svg
    assert say("draw", "-", stdin=BUSY).out == svg
    assert len(say("draw", file(BUSY), "--legend").out) > len(svg)
    assert len(say("draw", file(BUSY), "--no-names").out) < len(svg)


def test_draw_tiles_and_armies(say: Say) -> None:
    plain = say("draw", "--tile", "HEGEMONY", "universal soldier").out
    assert "Universal Soldier" in plain
    assert say("draw", "--tile", "hegemony", "universal soldier", "--rotation", "2").out != plain
    sheet = say("draw", "--army", "moloch", "--size", "80").out
    for tile in ARMIES["moloch"].tiles:
        assert tile.name in sheet


def test_tiles_as_json_are_one_line(say: Say) -> None:
    assert say("tiles", "--json").out.count("\n") == 1
    assert list(json.loads(say("tiles", "borgo", "--json").out)["armies"]) == ["borgo"]


def test_a_card_without_other_letters_than_ascii() -> None:
    done = run_process("tiles", "outpost", "medic", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert done.returncode == 0
    assert b"/----" in done.stdout
    assert b"(R7.2)" in done.stdout
    assert b"?" not in done.stdout


def test_draw_complains(say: Say, file: Callable[..., str], tmp_path: Path) -> None:
    complains(say("draw"), "expected one thing to draw")
    complains(say("draw", file(LINE), "--army", "borgo"), "expected one thing to draw")
    complains(say("draw", "--army", "borg"), 'no army "borg"; did you mean "borgo"?')
    complains(say("draw", "--army", "zzz"), 'no army "zzz"; there are borgo,')
    complains(say("draw", "--tile", "borgo", "medicc"), "did you mean Medic?")
    complains(say("draw", "--tile", "borgo", "medic", "--rotation", "6"), "--rotation: expected a number from 0 to 5")
    complains(say("draw", "--army", "borgo", "--rotation", "1"), "--rotation: goes with --tile")
    complains(say("draw", "--army", "borgo", "--legend"), "--legend: goes with a position only")
    complains(say("draw", "--tile", "borgo", "medic", "--no-names"), "--no-names: goes with a position only")
    complains(say("draw", "--army", "borgo", "--size", "0"), "--size: expected 10 to 2000")
    complains(say("draw", "--army", "borgo", "-o", str(tmp_path / "no" / "x.svg")), "x.svg: No such file")


def test_two_players_with_the_same_army_are_distinguished() -> None:
    one, two, three = player_armies(("borgo", "borgo", "borgo"))
    assert [army.name for army in (one, two, three)] == ["Borgo", "Borgo II", "Borgo III"]
    assert len({army.colour for army in (one, two, three)}) == 3
    view = board_view(Table(state_of(parse_line("borgo borgo | C3=0.HQ C2=1.HQ"))))
    assert {unit.army.name for unit in view.units} == {"Borgo", "Borgo II"}


def test_a_view_knows_what_the_rules_know() -> None:
    view = board_view(Table(state_of(parse_line(BUSY))))
    units = {view.board.names[unit.hex]: unit for unit in view.units}
    assert units["C2"].netted
    assert units["E3"].taken_by is not None
    assert units["E3"].taken_by.key == "vegas"
    assert units["C3"].wounds == 1
    assert view.hq_points[view.board.index["B2"]] == 17
    assert [foundation.tile.name for foundation in view.foundations] == ["Mine"]


# --- tiles ----------------------------------------------------------------------------------------
def test_tiles_json_has_every_tile(say: Say) -> None:
    told = say("tiles", "--json").json
    assert told["edges_clockwise"] == ["N", "NE", "SE", "S", "SW", "NW"]
    assert isinstance(told["rotation"], str)
    assert list(told["armies"]) == list(ARMIES)
    assert list(told["extras"]) == ["mercenaries", "bombers"]
    for key, army in (*ARMIES.items(), *EXTRAS.items()):
        group = told["armies"].get(key) or told["extras"][key]
        assert group["name"] == army.name
        assert [tile["name"] for tile in group["tiles"]] == [tile.name for tile in army.tiles]
    runner = next(tile for tile in told["armies"]["hegemony"]["tiles"] if tile["name"] == "Runner")
    printed = {"initiative": [2], "melee": {"N": 1}, "mobility": True}
    assert runner == {"name": "Runner", "count": 3, "kind": "warrior", **printed}


def test_tiles_json_of_one_army_and_one_tile(say: Say) -> None:
    told = say("tiles", "Mercenaries", "--json").json
    assert (list(told["armies"]), list(told["extras"])) == ([], ["mercenaries"])
    told = say("tiles", "the outpost", "commando", "--json").json
    assert [tile["name"] for tile in told["armies"]["outpost"]["tiles"]] == ["Commando"]
    assert told["extras"] == {}


def test_tiles_for_people(say: Say) -> None:
    overview = say("tiles").out
    for army in (*ARMIES.values(), *EXTRAS.values()):
        assert army.name in overview
    sheet = say("tiles", "hegemony").out
    for tile in ARMIES["hegemony"].tiles:
        assert tile.name in sheet
    assert "35 tiles" in sheet


@pytest.mark.parametrize("army", [*ARMIES, *EXTRAS])
def test_every_tile_has_a_card(say: Say, army: str) -> None:
    for tile in (ARMIES.get(army) or EXTRAS[army]).tiles:
        said = say("tiles", army, tile.name.lower())
        assert said.code == 0
        assert f"{tile.name}: " in said.out
        assert max(len(line) for line in said.out.splitlines()) <= 100


def test_a_card_shows_edges_and_sentences(say: Say) -> None:
    card = say("tiles", "moloch", "armored hunter").out
    assert "NW melee 1 armour" in card
    assert "init. 2" in card
    assert "(R6.3)" in card
    assert "Inicjatywa 2" in say("tiles", "moloch", "armored hunter", "--lang", "pl").out


def test_tiles_complains(say: Say) -> None:
    complains(say("tiles", "outposts"), 'no army "outposts"; did you mean "outpost"?')
    complains(say("tiles", "outpost", "comando"), "did you mean Commando?")
    complains(say("tiles", "outpost", "comando", "--json"), "did you mean Commando?")
