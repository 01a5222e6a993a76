"""Where hexes and the tiles on them lie in a drawing of a board, whose centre is 0, 0."""

from __future__ import annotations

import math
from typing import Final

from neurohex.board import Board
from neurohex.draw.svg import Point, num

CELL: Final = 118.0
"""Radius of a hex of the board, in which a tile has radius 100."""
DROP: Final = 12.0
"""A tile lies so much below the middle of its hex; above it there is room for the hex's name."""


def hex_middle(board: Board, hex_: int) -> Point:
    """Middle of a hex in a drawing whose centre is 0, 0."""
    column = board.column[hex_] - board.column[board.centre]
    return 1.5 * CELL * column, board.half_row[hex_] * CELL * math.sqrt(3) / 2


def tile_middle(board: Board, hex_: int) -> Point:
    """Middle of a tile that lies on a hex."""
    x, y = hex_middle(board, hex_)
    return x, y + DROP


def at(point: Point) -> str:
    """The transform that brings 0, 0 to a point."""
    return f"translate({num(point[0])} {num(point[1])})"
