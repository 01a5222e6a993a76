"""Boards: hexes, their names and their neighbours.

All plain data, computed once from the radius of a board. The compiled rules copy it into flat tables.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

DIRECTIONS: Final = ("N", "NE", "SE", "S", "SW", "NW")
"""The six directions, clockwise. A direction is an index into this tuple."""

# Step of each direction in doubled coordinates: (columns, half rows).
_STEPS: Final = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))

TERMINALS: Final = ("A2", "B1", "B4", "C3", "D1", "D4", "E2")
"""Default Terminals of the Duel board (R9.1)."""


@dataclass(frozen=True, slots=True)
class Board:
    """One board. Hexes are numbered from 0 in name order (A1, A2, … B1, …)."""

    key: str
    """`standard`, `expanded` or `duel`."""
    names: tuple[str, ...]
    column: tuple[int, ...]
    """Column of each hex, 0 for A."""
    half_row: tuple[int, ...]
    """Vertical position in half hexes, downwards; 0 is level with the centre."""
    neighbours: tuple[tuple[int, ...], ...]
    """Neighbours of each hex by direction; -1 outside the board."""
    main_field: tuple[int, ...]
    """The hexes that count for a full board (R4.5)."""
    terminals: tuple[int, ...] = ()
    index: dict[str, int] = field(default_factory=dict, compare=False)
    """Hex number by name."""

    @property
    def centre(self) -> int:
        """The central hex."""
        return len(self.names) // 2

    def ray(self, hex_: int, direction: int) -> tuple[int, ...]:
        """Hexes from `hex_` in one direction, nearest first, without `hex_`."""
        line = []
        here = self.neighbours[hex_][direction]
        while here >= 0:
            line.append(here)
            here = self.neighbours[here][direction]
        return tuple(line)


def make_board(key: str, radius: int, terminals: tuple[str, ...] = ()) -> Board:
    """A hexagonal board. Its main field is every hex within two steps of the centre."""
    places: list[tuple[int, int]] = []
    names: list[str] = []
    for column in range(2 * radius + 1):
        height = 2 * radius + 1 - abs(column - radius)
        for row in range(height):
            places.append((column, 2 * row - (height - 1)))
            names.append(f"{chr(ord('A') + column)}{row + 1}")
    number = {place: n for n, place in enumerate(places)}
    index = {name: n for n, name in enumerate(names)}
    return Board(
        key=key,
        names=tuple(names),
        column=tuple(c for c, _ in places),
        half_row=tuple(y for _, y in places),
        neighbours=tuple(tuple(number.get((c + dc, y + dy), -1) for dc, dy in _STEPS) for c, y in places),
        main_field=tuple(n for n, place in enumerate(places) if _distance(place, (radius, 0)) <= 2),
        terminals=tuple(index[name] for name in terminals),
        index=index,
    )


def _distance(a: tuple[int, int], b: tuple[int, int]) -> int:
    columns, half_rows = abs(a[0] - b[0]), abs(a[1] - b[1])
    return columns + max(0, half_rows - columns) // 2


BOARDS: Final = {
    "standard": make_board("standard", 2),
    "expanded": make_board("expanded", 3),
    "duel": make_board("duel", 2, TERMINALS),
}
