"""Draw tiles and boards as SVG text. Pure functions; only the standard library.

    tile_svg(tile, army)    one tile, a complete document
    tile_group(tile, army)  one tile, a fragment to embed in a page
    sheet_svg(tiles)        many tiles with their names
    board_svg(view)         a board and everything on it

The drawing code knows no rules. A `BoardView` says what is where and what is netted, taken, hit or highlighted.
"""

from __future__ import annotations

from neurohex.draw.arrows import ARROW_COLOURS
from neurohex.draw.boards import board_group, board_svg, unit_words
from neurohex.draw.coats import copy_of, player_armies
from neurohex.draw.places import hex_middle, tile_middle
from neurohex.draw.sheet import sheet_svg
from neurohex.draw.tile import tile_group, tile_svg
from neurohex.draw.view import Arrow, BoardView, DrawError, FoundationView, Highlight, UnitView
from neurohex.draw.words import describe

__all__ = [
    "ARROW_COLOURS",
    "Arrow",
    "BoardView",
    "DrawError",
    "FoundationView",
    "Highlight",
    "UnitView",
    "board_group",
    "board_svg",
    "copy_of",
    "describe",
    "hex_middle",
    "player_armies",
    "sheet_svg",
    "tile_group",
    "tile_middle",
    "tile_svg",
    "unit_words",
]
