"""Every army can be told from the board and from every other army, whatever colours a reader sees.

Colours are compared in Oklab, as people with full vision, protanopia, deuteranopia and tritanopia see them. A
difference of 0.02 is just noticeable.
"""

from __future__ import annotations

import itertools
import tomllib
from pathlib import Path

import pytest

from neurohex.draw.boards import FIELD, OUTER, TERMINAL_FIELD
from neurohex.draw.coats import min_distance
from neurohex.draw.ground import ground
from neurohex.tiles import ARMIES, EXTRAS, Army

BOARD = {"the field": FIELD, "hexes outside it": OUTER, "Terminals": TERMINAL_FIELD}
FROM_BOARD = 0.11
"""Least difference of an army and the board: five times the just noticeable one."""
FROM_ARMY = 0.06
"""Least difference of two armies, which also have different patterns."""


@pytest.mark.parametrize("army", [*ARMIES.values(), *EXTRAS.values()], ids=[*ARMIES, *EXTRAS])
@pytest.mark.parametrize("part", BOARD)
def test_an_army_stands_out_from_the_board(army: Army, part: str) -> None:
    found = min_distance(army.colour, [BOARD[part]])
    assert found > FROM_BOARD, f"{army.name} {army.colour} and {part} {BOARD[part]}: {found:.3f}"


def test_an_army_stands_out_from_every_other() -> None:
    alike = [
        f"{one.name} {one.colour} and {other.name} {other.colour}: {found:.3f}"
        for one, other in itertools.combinations(ARMIES.values(), 2)
        if (found := min_distance(one.colour, [other.colour])) <= FROM_ARMY
    ]
    assert not alike, "\n".join(alike)


def test_armies_have_patterns_of_their_own() -> None:
    patterns = [army.pattern for army in ARMIES.values()]
    assert len(set(patterns)) == len(patterns)
    assert all(ground(army.colour, army.pattern) != ground(army.colour, "plain") for army in ARMIES.values())


def test_the_army_files_hold_the_colours_that_are_tested() -> None:
    folder = Path(__file__).parents[1] / "src" / "neurohex" / "armies"
    files = {path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in folder.glob("*.toml")}
    assert {key: army.colour for key, army in ARMIES.items()} == {key: file["colour"] for key, file in files.items()}
