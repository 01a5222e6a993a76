from __future__ import annotations

import dataclasses
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from neurohex import tiles
from neurohex.board import DIRECTIONS
from neurohex.tiles import ARMIES, EXTRAS, Army, ArmyError, Tile, UnknownTile, load_armies, load_army

ROOT = Path(__file__).parents[1]
HEAD = """\
name = "Scrappers"
colour = "#6b4f2a"
ink = "#ffffff"
pattern = "plain"
difficulty = 2
about = "Tinkerers."
about_pl = "Majsterkowicze."
"""
HQ = 'name = "HQ"\ncount = 1\nkind = "hq"\ninitiative = [0]\nmelee = { N = 1 }'
WELDER = 'name = "Welder"\ncount = 33\nkind = "warrior"\ninitiative = [2]\nmelee = { N = 1 }'
MOVE = 'name = "Move"\ncount = 1\nkind = "instant"\neffect = "move"'


def army_text(*tables: str, head: str = HEAD) -> str:
    return head + "".join(f"\n[[tile]]\n{table}\n" for table in tables)


def load(folder: Path, text: str, *, name: str = "scrappers.toml", extra: bool = False) -> Army:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return load_army(path, extra=extra)


def complaint(folder: Path, text: str, *, name: str = "scrappers.toml", extra: bool = False) -> str:
    with pytest.raises(ArmyError) as caught:
        load(folder, text, name=name, extra=extra)
    message = str(caught.value)
    assert "\n" not in message
    return message


def swap(table: str, old: str, new: str) -> str:
    assert old in table
    return table.replace(old, new)


# Printed facts


def test_armies_in_their_order() -> None:
    first = ["borgo", "moloch", "outpost", "hegemony", "smart", "vegas", "doomsday"]
    assert list(ARMIES) == [*first, "steelpolice", "newyork", "neojungle", "sharrash", "mississippi", "uranopolis"]
    assert list(EXTRAS) == ["mercenaries", "bombers"]
    assert [army.key for army in (*ARMIES.values(), *EXTRAS.values())] == [*ARMIES, *EXTRAS]


@pytest.mark.parametrize("army", ARMIES.values(), ids=ARMIES)
def test_an_army_is_35_tiles_with_its_hq_first(army: Army) -> None:
    assert sum(tile.count for tile in army.tiles) == 35
    assert [tile.name for tile in army.tiles if tile.kind == "hq"] == ["HQ"]
    assert army.tiles[0].kind == "hq"
    assert {tile.army for tile in army.tiles} == {army.key}


@pytest.mark.parametrize(
    ("key", "units", "instants", "battles"),
    [
        ("borgo", 24, 11, 6),
        ("moloch", 24, 11, 4),
        ("outpost", 21, 14, 6),
        ("hegemony", 24, 11, 5),
        ("smart", 24, 11, 4),
        ("vegas", 16, 17, 5),
        ("doomsday", 29, 6, 4),
    ],
)
def test_totals(key: str, units: int, instants: int, battles: int) -> None:
    army = ARMIES[key]
    assert sum(tile.count for tile in army.tiles if tile.is_unit) == units
    assert sum(tile.count for tile in army.tiles if tile.kind == "instant") == instants
    assert army.tile("Battle").count == battles
    assert sum(tile.count for tile in army.tiles if tile.kind == "foundation") == (2 if key == "vegas" else 0)


def test_facts_are_the_print() -> None:
    assert ARMIES["borgo"].tile("Super Mutant").facts() == {
        "name": "Super Mutant",
        "count": 1,
        "kind": "warrior",
        "initiative": [2],
        "melee": {"N": 2, "NW": 1, "NE": 1},
        "armor": ["NW", "N", "NE"],
        "toughness": 1,
    }
    assert ARMIES["borgo"].tile("Claws").facts() == {
        "name": "Claws",
        "count": 4,
        "kind": "warrior",
        "also_called": ["Butcher"],
        "initiative": [3],
        "melee": {"NW": 1, "SW": 1},
    }
    assert ARMIES["moloch"].tile("Juggernaut").facts() == {
        "name": "Juggernaut",
        "count": 1,
        "kind": "warrior",
        "initiative": [1],
        "melee": {"N": 2},
        "ranged": {"NE": 1},
        "armor": ["N", "SE", "SW"],
        "toughness": 1,
    }
    assert ARMIES["moloch"].tile("Officer").facts()["links"] == ["NW", "NE", "S"]
    assert ARMIES["moloch"].tile("Brain").facts()["module"] == {"melee": 1, "ranged": 1}
    assert ARMIES["moloch"].tile("Clown").facts()["abilities"] == ["explode"]
    assert ARMIES["outpost"].tile("Mobile Armor").facts() == {
        "name": "Mobile Armor",
        "count": 1,
        "kind": "warrior",
        "initiative": [3, 2],
        "melee": {"N": 2},
        "ranged": {"NW": 1},
        "mobility": True,
    }
    assert ARMIES["outpost"].tile("Saboteur").facts() == {
        "name": "Saboteur",
        "count": 1,
        "kind": "module",
        "module": {"enemy_initiative": -1},
        "links": ["N", "NE", "SE", "S", "SW", "NW"],
    }
    assert ARMIES["hegemony"].tile("Net Master").facts()["net"] == ["SE", "SW"]
    assert ARMIES["smart"].tile("Gauss Cannon").facts() == {
        "name": "Gauss Cannon",
        "count": 3,
        "kind": "warrior",
        "initiative": [2],
        "gauss": ["NE"],
    }
    assert ARMIES["smart"].tile("HQ").facts()["module"] == {"grants_mobility": True}
    assert ARMIES["vegas"].tile("HQ").facts() == {
        "name": "HQ",
        "count": 1,
        "kind": "hq",
        "initiative": [0],
        "melee": {"N": 1, "NE": 1, "S": 1, "SW": 1, "NW": 1},
        "module": {"takeover": True},
        "links": ["SE"],
        "note": "the takeover link takes the place of the melee symbol on its edge",
    }
    assert ARMIES["vegas"].tile("Mine").facts() == {"name": "Mine", "count": 2, "kind": "foundation", "effect": "mine"}
    assert ARMIES["doomsday"].tile("Doom Net Fighter").facts() == {
        "name": "Doom Net Fighter",
        "count": 2,
        "kind": "warrior",
        "net": ["N"],
        "redirect": {"in": ["NE", "SE", "S", "SW", "NW"], "out": ["N"]},
    }
    assert ARMIES["doomsday"].tile("Medic").facts() == {
        "name": "Medic",
        "count": 5,
        "kind": "module",
        "module": {"medic": True},
        "long_links": ["N"],
    }
    assert ARMIES["doomsday"].tile("Trap").facts() == {
        "name": "Trap",
        "count": 1,
        "kind": "module",
        "module": {"trap": True},
        "trigger": ["N"],
    }
    assert EXTRAS["bombers"].tile("Mad Bomber").facts() == {
        "name": "Mad Bomber",
        "count": 1,
        "kind": "warrior",
        "trigger": ["N", "NE", "SE", "S", "SW", "NW"],
    }


def test_facts_of_an_army() -> None:
    facts = EXTRAS["mercenaries"].facts()
    assert facts["names_are_ours"] is True
    assert facts["name"] == "Mercenaries from Alabama"
    assert facts["tiles"] == [tile.facts() for tile in EXTRAS["mercenaries"].tiles]
    assert list(ARMIES["borgo"].facts()) == ["name", "tiles"]


def test_edges_are_numbered_clockwise_from_n() -> None:
    assert ARMIES["hegemony"].tile("Thug").melee == (2, 1, 0, 0, 0, 1)
    assert ARMIES["doomsday"].tile("Tripler").redirect_in == (0, 0, 1, 1, 1, 0)
    assert ARMIES["doomsday"].tile("Tripler").redirect_out == (1, 1, 0, 0, 0, 1)


def test_effects_without_a_number_are_1() -> None:
    assert dict(ARMIES["outpost"].tile("Scoper").module) == {"scoper": 1}
    assert dict(ARMIES["outpost"].tile("Saboteur").module) == {"enemy_initiative": -1}


def test_every_instant_of_the_game_is_there() -> None:
    found = {tile.effect for army in ARMIES.values() for tile in army.tiles if tile.kind == "instant"}
    assert found == set(tiles.INSTANTS)


@pytest.mark.parametrize("tile", [Tile("A", "x", 1, "hq"), Tile("B", "x", 1, "warrior"), Tile("C", "x", 1, "module")])
def test_hqs_warriors_and_modules_are_units(tile: Tile) -> None:
    assert tile.is_unit


@pytest.mark.parametrize("tile", [Tile("D", "x", 1, "foundation"), Tile("E", "x", 1, "instant")])
def test_foundations_and_instants_are_no_units(tile: Tile) -> None:
    assert not tile.is_unit


def test_tiles_can_be_keys() -> None:
    table = {tile: tile.name for army in ARMIES.values() for tile in army.tiles}
    assert table[ARMIES["borgo"].tile("Mutant")] == "Mutant"


def test_only_moloch_fires_on_allies() -> None:
    assert [army.key for army in ARMIES.values() if army.fires_on_allies] == ["moloch"]


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("army", [*ARMIES.values(), *EXTRAS.values()], ids=[*ARMIES, *EXTRAS])
def test_ink_reads_on_the_armys_colour(army: Army) -> None:
    dark, light = sorted((luminance(army.colour), luminance(army.ink)))
    assert (light + 0.05) / (dark + 0.05) >= 4.5


def test_armies_can_be_told_apart_without_colour() -> None:
    assert len({army.pattern for army in ARMIES.values()}) == len(ARMIES)


# Lookup


@pytest.mark.parametrize("name", ["Super Mutant", "super mutant", "SUPER MUTANT"])
def test_tile_by_name(name: str) -> None:
    assert ARMIES["borgo"].tile(name).name == "Super Mutant"


def test_tile_by_another_name() -> None:
    assert ARMIES["borgo"].tile("butcher").name == "Claws"
    assert ARMIES["smart"].tile("Ripper").name == "Ripper"
    assert ARMIES["moloch"].tile("Ripper").name == "Hornet"


def test_unknown_tile_names_near_ones() -> None:
    with pytest.raises(UnknownTile) as caught:
        ARMIES["borgo"].tile("Mutatn")
    assert str(caught.value) == "no tile 'Mutatn' in Borgo; did you mean Mutant?"
    assert isinstance(caught.value, KeyError)


def test_unknown_tile_without_near_ones() -> None:
    with pytest.raises(UnknownTile, match=re.escape("no tile 'xyzzy' in The Outpost") + "$"):
        ARMIES["outpost"].tile("xyzzy")


# Files


def test_a_small_army_loads(tmp_path: Path) -> None:
    army = load(tmp_path, army_text(HQ, WELDER, MOVE))
    assert (army.key, army.name, army.difficulty, army.fires_on_allies) == ("scrappers", "Scrappers", 2, False)
    assert [tile.name for tile in army.tiles] == ["HQ", "Welder", "Move"]


def test_the_example_of_the_docs_loads(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "armies.md").read_text(encoding="utf-8")
    example = re.search(r"```toml\n(.*?)```", page, re.DOTALL)
    assert example
    army = load(tmp_path, example[1])
    assert army.tile("Nailer").initiative == (3, 1)


def test_the_docs_name_every_word_of_the_format() -> None:
    page = (ROOT / "docs" / "armies.md").read_text(encoding="utf-8")
    words = (
        *tiles.KINDS,
        *tiles.PATTERNS,
        *tiles.INSTANTS,
        *tiles.FOUNDATIONS,
        *tiles.ABILITIES,
        *tiles.MODULE_EFFECTS,
    )
    fields = {field.name for kind in (Army, Tile) for field in dataclasses.fields(kind)}
    fields = fields - {"key", "army", "tiles", "redirect_in", "redirect_out"} | {"redirect"}
    assert [word for word in (*words, *DIRECTIONS, *sorted(fields)) if f"`{word}`" not in page] == []


def test_extras_need_neither_hq_nor_35_tiles(tmp_path: Path) -> None:
    assert load(tmp_path, army_text(WELDER), extra=True).tile("Welder").count == 33


def test_folder_is_read_in_order(tmp_path: Path) -> None:
    for name in ("bees", "ants", "cats"):
        load(tmp_path, army_text(HQ, WELDER, MOVE), name=f"{name}.toml")
    (tmp_path / "notes.txt").write_text("not an army")
    assert list(load_armies(tmp_path)) == ["ants", "bees", "cats"]
    assert list(load_armies(tmp_path, first=("cats",))) == ["cats", "ants", "bees"]


def test_a_key_can_be_used_once(tmp_path: Path) -> None:
    load(tmp_path, army_text(HQ, WELDER, MOVE), name="borgo.toml")
    with pytest.raises(ArmyError) as caught:
        load_armies(tmp_path, taken=ARMIES)
    assert str(caught.value) == "borgo.toml: expected a key of its own, but there is an army 'borgo' already"


def test_no_folder(tmp_path: Path) -> None:
    with pytest.raises(ArmyError, match=r"nowhere: expected a folder of army files, but there is none$"):
        load_armies(tmp_path / "nowhere")


def run_with_armies(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "from neurohex.tiles import ARMIES; print(*ARMIES)"],
        env={**os.environ, "NEUROHEX_ARMIES": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_armies_of_the_user_come_last(tmp_path: Path) -> None:
    load(tmp_path, army_text(HQ, WELDER, MOVE), name="ants.toml")
    assert run_with_armies(tmp_path).stdout.split() == [*ARMIES, "ants"]


def test_an_army_of_the_user_cannot_take_a_known_key(tmp_path: Path) -> None:
    load(tmp_path, army_text(HQ, WELDER, MOVE), name="bombers.toml")
    assert "bombers.toml: expected a key of its own" in run_with_armies(tmp_path).stderr


# Refused files


def test_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ArmyError, match=r"^none\.toml: cannot be read: No such file or directory$"):
        load_army(tmp_path / "none.toml")


def test_file_name_that_is_no_key(tmp_path: Path) -> None:
    message = complaint(tmp_path, army_text(HQ, WELDER, MOVE), name="My Army.toml")
    assert message.startswith("My Army.toml: expected a file name of small letters")


def test_broken_toml(tmp_path: Path) -> None:
    message = complaint(tmp_path, "name = \n")
    assert message == "scrappers.toml: not valid TOML: Invalid value (at line 1, column 8)"


@pytest.mark.parametrize(
    "text",
    [
        "name = " + "[" * 5000 + "]" * 5000,
        "name = " + "{ a = " * 5000 + "1" + " }" * 5000,
        "name" + ".a" * 5000 + " = 1",
        "[name" + ".a" * 5000 + "]",
    ],
    ids=["lists", "tables", "dotted key", "dotted table"],
)
def test_toml_that_is_nested_too_deep(tmp_path: Path, text: str) -> None:
    message = complaint(tmp_path, text + "\n")
    assert message.startswith("scrappers.toml: ")
    assert "\n" not in message
    assert len(message) < 300


def test_field_twice(tmp_path: Path) -> None:
    assert complaint(tmp_path, HEAD + HEAD).startswith("scrappers.toml: not valid TOML: Cannot overwrite a value")


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "scrappers.toml"
    path.write_bytes(b'name = "\xff"')
    with pytest.raises(ArmyError, match=r"^scrappers\.toml: expected UTF-8 text, got byte 0xff$"):
        load_army(path)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('name = "Scrappers"\n', "", "name: expected a text, but it is missing"),
        ('"Scrappers"', "7", "name: expected a text, got 7"),
        ('"Scrappers"', '" "', "name: expected a text, got ' '"),
        ("#6b4f2a", "brown", "colour: expected a colour as #1d67dc, in small letters, got 'brown'"),
        ("#ffffff", "#FFFFFF", "ink: expected a colour as #1d67dc, in small letters, got '#FFFFFF'"),
        (
            '"plain"',
            '"tartan"',
            f"pattern: expected one of {', '.join(tiles.PATTERNS)}, got 'tartan'",
        ),
        ("difficulty = 2\n", "", "difficulty: expected a number from 1 to 3, but it is missing"),
        ("difficulty = 2", "difficulty = 4", "difficulty: expected a number from 1 to 3, got 4"),
        ("difficulty = 2", "difficulty = true", "difficulty: expected a number from 1 to 3, got true"),
        ('about = "Tinkerers."\n', "", "about: expected a text, but it is missing"),
        ('about_pl = "Majsterkowicze."\n', "", "about_pl: expected a text, but it is missing"),
        ("difficulty = 2", "difficulty = 2\nfires_on_allies = 1", "fires_on_allies: expected true or false, got 1"),
        ("difficulty = 2", "difficulty = 2\ncolor = 1", "color: no such field; did you mean colour?"),
        ("difficulty = 2", "difficulty = 2\nqqq = 1", "qqq: no such field"),
        ("difficulty = 2", 'difficulty = 2\n"a\\nb" = 1', "'a\\nb': no such field"),
    ],
)
def test_fields_of_the_army(tmp_path: Path, old: str, new: str, message: str) -> None:
    text = army_text(HQ, WELDER, MOVE, head=swap(HEAD, old, new))
    assert complaint(tmp_path, text) == f"scrappers.toml: {message}"


@pytest.mark.parametrize(
    ("tables", "message"),
    [
        ([HQ, WELDER], "tile: expected 35 tiles in all, got 34"),
        ([swap(WELDER, "33", "34"), MOVE], "tile: expected exactly one tile of kind hq, got 0"),
        ([HQ, swap(HQ, '"HQ"', '"HQ "')], "tile 'HQ ': name: expected 'HQ', as every army's HQ is called, got 'HQ '"),
        ([HQ, HQ], "tile 'HQ': name: expected a name of its own, but 'HQ' is taken"),
        ([WELDER, HQ, MOVE], "tile 'HQ': kind: expected the HQ to be the first tile of the file"),
        ([swap(HQ, "count = 1", "count = 2")], "tile 'HQ': count: expected 1, as the tile is an HQ, got 2"),
        ([HQ, WELDER, WELDER], "tile 'Welder': name: expected a name of its own, but 'Welder' is taken"),
        (
            [HQ, WELDER, swap(MOVE, "Move", "WELDER")],
            "tile 'WELDER': name: expected a name of its own, but 'WELDER' is taken",
        ),
        (
            [HQ, WELDER, MOVE + '\nalso_called = ["Welder"]'],
            "tile 'Move': also_called: expected a name of its own, but 'Welder' is taken",
        ),
        (
            [HQ, WELDER + '\nalso_called = ["welder"]', MOVE],
            "tile 'Welder': also_called: expected a name of its own, but 'welder' is taken",
        ),
    ],
)
def test_tiles_of_the_army(tmp_path: Path, tables: list[str], message: str) -> None:
    assert complaint(tmp_path, army_text(*tables)) == f"scrappers.toml: {message}"


def test_extras_have_no_hq(tmp_path: Path) -> None:
    message = complaint(tmp_path, army_text(HQ), extra=True)
    assert message == "scrappers.toml: tile 'HQ': kind: expected no HQ among tiles that are no army"


@pytest.mark.parametrize(
    ("tile", "message"),
    [
        ("tile = 7", "tile: expected a list of tiles ([[tile]]), got 7"),
        ("tile = [7]", "tile 1: expected a table ([[tile]]), got 7"),
        ('tile = [{ kind = "warrior", count = 1 }]', "tile 1: name: expected a text, but it is missing"),
    ],
)
def test_tiles_that_are_none(tmp_path: Path, tile: str, message: str) -> None:
    assert complaint(tmp_path, HEAD + tile) == f"scrappers.toml: {message}"


HQ_PART = 'name = "HQ"\ncount = 1\nkind = "hq"'
WARRIOR = 'name = "X"\ncount = 1\nkind = "warrior"'
MODULE = 'name = "X"\ncount = 1\nkind = "module"'
INSTANT = 'name = "X"\ncount = 1\nkind = "instant"'
FOUNDATION = 'name = "X"\ncount = 1\nkind = "foundation"'
FIGHTER = f"{WARRIOR}\ninitiative = [2]\nmelee = {{ N = 1 }}"
EDGES = "N, NE, SE, S, SW, NW"
NEEDED = "but it is missing"


@pytest.mark.parametrize(
    ("table", "message"),
    [
        # words
        (
            swap(WARRIOR, 'kind = "warrior"', ""),
            f"kind: expected one of hq, warrior, module, foundation, instant, {NEEDED}",
        ),
        (
            swap(WARRIOR, "warrior", "hero"),
            "kind: expected one of hq, warrior, module, foundation, instant, got 'hero'",
        ),
        (INSTANT, f"effect: expected one of {', '.join(tiles.INSTANTS)}, {NEEDED}"),
        (f'{INSTANT}\neffect = "mine"', f"effect: expected one of {', '.join(tiles.INSTANTS)}, got 'mine'"),
        (f'{FOUNDATION}\neffect = "battle"', "effect: expected one of mine, roots, hole, toxic_bomb, got 'battle'"),
        (f'{WARRIOR}\neffect = "battle"', "effect: expected no such field, as the tile is of kind warrior"),
        (f"{WARRIOR}\narmour = ['N']", "armour: no such field; did you mean armor?"),
        (f"{WARRIOR}\nnote = 3", "note: expected a text, got 3"),
        (f"{WARRIOR}\nalso_called = 'Y'", "also_called: expected a list of names, got 'Y'"),
        (f"{WARRIOR}\nalso_called = ['Y', 'Y']", "also_called: 'Y' stands there twice"),
        (f"{WARRIOR}\nalso_called = [3]", "also_called: expected a list of names, got 3"),
        # numbers
        (swap(WARRIOR, "count = 1\n", ""), f"count: expected a number from 1 to 34, {NEEDED}"),
        (swap(WARRIOR, "count = 1", "count = 0"), "count: expected a number from 1 to 34, got 0"),
        (swap(WARRIOR, "count = 1", "count = 35"), "count: expected a number from 1 to 34, got 35"),
        (f"{WARRIOR}\ntoughness = 10", "toughness: expected a number from 0 to 9, got 10"),
        (f"{WARRIOR}\ntoughness = 1.5", "toughness: expected a number from 0 to 9, got 1.5"),
        (swap(FIGHTER, "[2]", "[10]"), "initiative: expected a number from 0 to 9, got 10"),
        (swap(FIGHTER, "[2]", "[-1]"), "initiative: expected a number from 0 to 9, got -1"),
        (swap(FIGHTER, "[2]", "2"), "initiative: expected a list of numbers, got 2"),
        (swap(FIGHTER, "[2]", "[]"), "initiative: expected a list of numbers, got []"),
        (swap(FIGHTER, "[2]", "[1, 2]"), "initiative: expected different numbers, the highest first, got [1, 2]"),
        (swap(FIGHTER, "[2]", "[2, 2]"), "initiative: expected different numbers, the highest first, got [2, 2]"),
        (swap(FIGHTER, "N = 1", "N = 0"), "melee.N: expected a number from 1 to 5, got 0"),
        (swap(FIGHTER, "N = 1", "N = 6"), "melee.N: expected a number from 1 to 5, got 6"),
        (swap(FIGHTER, "N = 1", "N = true"), "melee.N: expected a number from 1 to 5, got true"),
        (f"{WARRIOR}\nmobility = 1", "mobility: expected true or false, got 1"),
        # edges
        (swap(FIGHTER, "N = 1", "E = 1"), f"melee: expected edges among {EDGES}, got 'E'"),
        (
            swap(FIGHTER, "{ N = 1 }", '["N"]'),
            "melee: expected a table of edges and strengths, as { N = 1 }, got ['N']",
        ),
        (f"{WARRIOR}\narmor = ['n']", f"armor: expected edges among {EDGES}, got 'n'"),
        (f"{WARRIOR}\narmor = ['N', 'N']", "armor: 'N' stands there twice"),
        (f"{WARRIOR}\narmor = []", "armor: expected a list of edges, got []"),
        (f"{WARRIOR}\nnet = {{ N = 1 }}", "net: expected a list of edges, got {'N': 1}"),
        # attacks
        (
            f"{WARRIOR}\nmelee = {{ N = 1 }}",
            f"initiative: expected a list of numbers, as the tile acts in a Battle, {NEEDED}",
        ),
        (
            f"{WARRIOR}\nabilities = ['explode']",
            f"initiative: expected a list of numbers, as the tile acts in a Battle, {NEEDED}",
        ),
        (f"{WARRIOR}\ninitiative = [2]", "initiative: expected no such field, as the tile has no attack"),
        (f"{FIGHTER}\ngauss = ['N']", "gauss: expected no other attack on edge N"),
        (f"{WARRIOR}\nabilities = ['fly']", f"abilities: expected one of {', '.join(tiles.ABILITIES)}, got 'fly'"),
        (
            f"{MODULE}\nmodule = {{ recon = true }}\nabilities = ['deploy']",
            "abilities: expected no deploy on a tile of kind module",
        ),
        # redirectors and triggers
        (f"{WARRIOR}\nredirect = ['N']", "redirect: expected a table of in and out edges, got ['N']"),
        (f"{WARRIOR}\nredirect = {{ in = ['N'] }}", "redirect: expected both in and out"),
        (f"{WARRIOR}\nredirect = {{ into = ['N'] }}", "redirect: into: no such field; did you mean in?"),
        (
            f"{WARRIOR}\nredirect = {{ in = ['X'], out = ['N'] }}",
            f"redirect: in: expected edges among {EDGES}, got 'X'",
        ),
        (
            f"{WARRIOR}\nredirect = {{ in = ['N'], out = ['N'] }}",
            "redirect: expected edge N under in or under out, not both",
        ),
        (
            f"{FIGHTER}\nredirect = {{ in = ['S'], out = ['N'] }}",
            "redirect: expected no attack of its own on a tile that redirects (R11.1)",
        ),
        (
            f"{MODULE}\nmodule = {{ recon = true }}\nredirect = {{ in = ['S'], out = ['N'] }}",
            "redirect: expected no such field, as the tile is of kind module and no warrior",
        ),
        (
            f"{FIGHTER}\ntrigger = ['S']",
            "trigger: expected no attack of its own on a tile that can be set off (R12.2)",
        ),
        (
            f"{MODULE}\nmodule = {{ recon = true }}\ntrigger = ['S']",
            "trigger: expected no such field, as the tile is neither a warrior nor a trap",
        ),
        (
            f"{MODULE}\nmodule = {{ trap = true }}",
            f"trigger: expected a list of edges, as the tile is a trap, {NEEDED}",
        ),
        # modules
        (f"{MODULE}", f"module: expected a table of effects, as the tile is of kind module, {NEEDED}"),
        (f"{MODULE}\nmodule = 1", "module: expected a table of effects, as { melee = 1 }, got 1"),
        (
            f"{MODULE}\nmodule = {{ magic = 1 }}",
            f"module: expected one of {', '.join(tiles.MODULE_EFFECTS)}, got 'magic'",
        ),
        (f"{MODULE}\nmodule = {{ melee = true }}", "module.melee: expected a number from 1 to 5, got true"),
        (
            f"{MODULE}\nmodule = {{ enemy_initiative = 1 }}",
            "module.enemy_initiative: expected a number from -5 to -1, got 1",
        ),
        (f"{MODULE}\nmodule = {{ medic = 1 }}", "module.medic: expected true, got 1"),
        (f"{MODULE}\nmodule = {{ medic = false }}", "module.medic: expected true, got false"),
        (
            f"{MODULE}\nmodule = {{ medic = true }}",
            f"links: expected a list of edges, as medic works through links, {NEEDED}",
        ),
        (
            f"{MODULE}\nmodule = {{ recon = true }}\nlinks = ['N']",
            "links: expected no such field, as the tile has no effect that works through links",
        ),
        (
            f"{WARRIOR}\nlong_links = ['N']",
            "long_links: expected no such field, as the tile has no effect that works through links",
        ),
        (
            f"{MODULE}\nmodule = {{ melee = 1 }}\nlinks = ['N']\nlong_links = ['N']",
            "long_links: expected edge N under links or under long_links, not both",
        ),
        (
            f"{WARRIOR}\nmodule = {{ melee = 1 }}\nlinks = ['N']",
            "module: expected no such field, as the tile is of kind warrior",
        ),
        (
            f"{MODULE}\nmodule = {{ rotate_one_own_unit_per_turn = true }}",
            "module: expected rotate_one_own_unit_per_turn on an HQ only",
        ),
    ],
)
def test_fields_of_a_tile(tmp_path: Path, table: str, message: str) -> None:
    assert complaint(tmp_path, army_text(table)) == f"scrappers.toml: tile 'X': {message}"


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (f"{HQ}\ntoughness = 1", "toughness: expected no such field, as an HQ has the points that the mode gives it"),
        (f"{HQ}\nmodule = {{ medic = true }}\nlinks = ['N']", "module: expected no medic on an HQ"),
        (f"{HQ_PART}\nmodule = {{ trap = true }}\ntrigger = ['N']", "module: expected no trap on an HQ"),
        (
            f"{HQ_PART}\nabilities = ['deploy']",
            "abilities: expected no deploy on a tile of kind hq",
        ),
    ],
)
def test_fields_of_an_hq(tmp_path: Path, table: str, message: str) -> None:
    assert complaint(tmp_path, army_text(table)) == f"scrappers.toml: tile 'HQ': {message}"


@pytest.mark.parametrize("field", ["melee", "armor", "toughness", "links", "module"])
@pytest.mark.parametrize("kind", ["instant", "foundation"])
def test_instants_and_foundations_have_an_effect_and_no_more(tmp_path: Path, field: str, kind: str) -> None:
    effect = {"instant": "battle", "foundation": "mine"}[kind]
    message = complaint(
        tmp_path, army_text(f'name = "X"\ncount = 1\nkind = "{kind}"\neffect = "{effect}"\n{field} = 1')
    )
    assert message == f"scrappers.toml: tile 'X': {field}: expected no such field, as the tile is of kind {kind}"


def test_a_long_value_is_cut_short(tmp_path: Path) -> None:
    message = complaint(tmp_path, army_text(f'{WARRIOR}\nmobility = "{"y" * 500}"'))
    assert message == f"scrappers.toml: tile 'X': mobility: expected true or false, got '{'y' * 56}..."
