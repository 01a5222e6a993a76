"""An army file of one's own can use every word of the format: such armies are read, drawn, told and played."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from neurohex import tiles
from neurohex.board import DIRECTIONS
from neurohex.tiles.files import load_army
from neurohex.tiles.vocabulary import HQ_ONLY

ROOT = Path(__file__).parents[1]
ALL_ROUND = list(DIRECTIONS)
FRONT = ["NW", "N", "NE"]
MOST = 34
"""Tiles of an army besides its HQ."""

Fields = dict[str, Any]


def strong(*edges: str) -> dict[str, int]:
    return dict.fromkeys(edges, 1)


HQS: dict[str, Fields] = {
    "allsorts": {
        "module": {"steel_net": True, "motherland": True, "melee": 1, "toughness": 1},
        "abilities": ["push_back", "rotate", "venom"],
        "links": ALL_ROUND,
    },
    "oddments": {
        "module": {"underground_castling": True, "rotate_one_own_unit_per_turn": True, "power": True, "takeover": True},
        "abilities": ["paralysis"],
        "links": ["N"],
        "long_links": ["S"],
    },
}
WARRIORS: list[Fields] = [
    {"melee": strong("N"), "ranged": strong("N"), "armor": ["S"], "abilities": ["push_back", "rotate", "underground"]},
    {"ranged": strong("N"), "abilities": ["sharpshooter", "venom", "spy"]},
    {"ranged": strong("NE"), "abilities": ["mortar", "paralysis", "needs_power"]},
    {"rocket": {"N": 3}, "abilities": ["venom", "paralysis"]},
    {"shotgun": {"N": 3, "S": 2}, "abilities": ["returns_to_pile"]},
    {"gauss": ["N"], "reflect": ["S"], "toughness": 1},
    {"melee_anywhere": 2, "melee": strong("S"), "abilities": ["venom"]},
    {"poison": FRONT, "mobility": True},
    {"blast": ["N"], "no initiative": True, "abilities": ["needs_power"]},
    {"demolish": ["N", "NE"], "power": ["S"], "net": ["SW"]},
    {"melee": strong("N"), "abilities": ["execution", "explode", "deploy"]},
    {"trigger": ALL_ROUND, "no initiative": True, "reflect": ["N"]},
    {"redirect": {"in": ["S"], "out": ["N", "NE"]}, "no initiative": True, "power": ["NW"]},
]
NUMBERS = {"enemy_initiative": -1, "extra_wound": 1, "toughness": 1, "initiative": 1, "melee": 1, "ranged": 1}


def modules() -> list[Fields]:
    """Modules with two effects each, one of them through links, with every effect that is not of HQs only."""
    lone = [effect for effect in tiles.MODULE_EFFECTS if effect not in (*tiles.LINKED_EFFECTS, *HQ_ONLY)]
    pairs = list(zip(tiles.LINKED_EFFECTS[::2], tiles.LINKED_EFFECTS[1::2], strict=True))
    pairs += [(effect, "melee") for effect in lone]
    return [
        {
            "module": {effect: NUMBERS.get(effect, True) for effect in pair},
            "links": FRONT,
            **({"trigger": ["S"]} if "trap" in pair else {}),
        }
        for pair in pairs
    ]


def written(value: object) -> str:
    """A value as TOML."""
    match value:
        case bool():
            return str(value).lower()
        case dict():
            return "{ " + ", ".join(f"{key} = {written(one)}" for key, one in value.items()) + " }"
        case list():
            return "[" + ", ".join(map(written, value)) + "]"
        case str():
            return f'"{value}"'
    return str(value)


def army(key: str, kinds: list[Fields]) -> str:
    """The text of an army file; the first tiles have a copy more, up to 34 tiles."""
    lines = [
        f'name = "{key.title()}"\ncolour = "#6b4f2a"\nink = "#ffffff"\npattern = "plain"\ndifficulty = 3',
        'about = "All."\nabout_pl = "Wszystko."\nvenom_markers = 3\nparalysis_markers = 2\nwins_if_all_hqs_fall = true',
    ]
    hq = {"name": "HQ", "count": 1, "kind": "hq", "initiative": [0], "melee": strong(*ALL_ROUND), **HQS[key]}
    every, more = divmod(MOST, len(kinds))
    for number, fields in enumerate([hq, *kinds]):
        lines.append("\n[[tile]]")
        counted = {"name": f"Tile {number}", "count": every + (number <= more), **fields}
        lines += [f"{name} = {written(value)}" for name, value in counted.items() if name != "no initiative"]
    return "\n".join(lines) + "\n"


def warrior(fields: Fields) -> Fields:
    timed = {} if "no initiative" in fields else {"initiative": [3, 1]}
    return {"kind": "warrior", **timed, **fields}


def kinds() -> list[Fields]:
    bombs = [
        {"kind": "foundation", "effect": effect, **({"initiative": [2]} if effect == "toxic_bomb" else {})}
        for effect in tiles.FOUNDATIONS
    ]
    instants = [{"kind": "instant", "effect": effect} for effect in tiles.INSTANTS]
    return [*map(warrior, WARRIORS), *({"kind": "module", **fields} for fields in modules()), *bombs, *instants]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two armies that have every word of the format between them."""
    found = kinds()
    for number, key in enumerate(HQS):
        (tmp_path / f"{key}.toml").write_text(army(key, found[number::2]), encoding="utf-8")
    return tmp_path


def test_they_have_every_word_of_the_format(folder: Path) -> None:
    printed = [tile for key in HQS for tile in load_army(folder / f"{key}.toml").tiles]
    assert {ability for tile in printed for ability in tile.abilities} == set(tiles.ABILITIES)
    assert {effect for tile in printed for effect in tile.module} == set(tiles.MODULE_EFFECTS)
    assert {tile.effect for tile in printed if tile.effect} == {*tiles.INSTANTS, *tiles.FOUNDATIONS}
    assert {tile.kind for tile in printed} == set(tiles.KINDS)
    for field in (*WARRIORS[0], "reflect", "rocket", "shotgun", "poison", "blast", "power", "demolish", "gauss", "net"):
        assert any(getattr(tile, field) for tile in printed), field


PLAY = """
from neurohex.draw import tile_svg
from neurohex.rules.engine import Game, Random, fresh_buffer, legal_actions, new_state, play
from neurohex.rules.engine import play_out, random_action
from neurohex.tiles import ARMIES
from neurohex.view import act_words, card, scene
from tests.properties.test_random_games import all_tiles, assert_no_marker_too_many, whereabouts

OWN = ("allsorts", "oddments")
for key in OWN:
    for tile in ARMIES[key].tiles:
        tile_svg(tile, ARMIES[key])
        assert all(card(tile, lang).sentences for lang in ("en", "pl"))
buffer = fresh_buffer()
tables = [dict(), dict(board="duel", ruleset="2008"), dict(mercenaries=2, bomber="neutral", ruleset="3.0")]
pairs = [(one, two) for one in OWN for two in (*OWN, "steelpolice", "vegas")]
for number in range(10):
    for pair in pairs:
        state = new_state(Game(pair, **tables[number % 3]))
        assert play_out(state, Random(number), buffer) < 2000
        assert whereabouts(state) == all_tiles(state.game, {0, 1})
        assert_no_marker_too_many(state)
state, random = new_state(Game(OWN)), Random(5)
while not state.is_over():
    actions = legal_actions(state)
    words = [act_words(state, action, lang) for lang in ("en", "pl") for action in actions[:40]]
    assert all(words)
    scene(state)
    play(state, random_action(state, random, buffer))
print("played")
"""


@pytest.mark.slow
def test_they_are_drawn_told_and_played(folder: Path) -> None:
    environ = {
        **os.environ,
        "NEUROHEX_ARMIES": str(folder),
        "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)]),
    }
    run = subprocess.run([sys.executable, "-c", PLAY], env=environ, capture_output=True, text=True, check=False)
    assert (run.stderr, run.stdout) == ("", "played\n")
