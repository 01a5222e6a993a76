"""Coordinates of hexes and tiles in a drawing of a board centred on 0, 0."""

from __future__ import annotations

import math
from typing import Final

from neurohex.board import Board
from neurohex.draw.svg import Point, num

CELL: Final = 118.0
"""Radius of a hex of the board; a tile has radius 100."""
DROP: Final = 12.0
"""Offset of a tile below the middle of its hex. The hex's name is written above it."""


def hex_middle(board: Board, hex_: int) -> Point:
    """Middle of a hex."""
    column = board.column[hex_] - board.column[board.centre]
    return 1.5 * CELL * column, board.half_row[hex_] * CELL * math.sqrt(3) / 2


def tile_middle(board: Board, hex_: int) -> Point:
    """Middle of a tile on that hex."""
    x, y = hex_middle(board, hex_)
    return x, y + DROP


def at(point: Point) -> str:
    """A transform that moves 0, 0 to `point`."""
    return f"translate({num(point[0])} {num(point[1])})"
