"""`neurohex draw`: positions, tiles and armies as SVG."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from neurohex.cli.lookup import find_army, find_tile
from neurohex.cli.parsing import CommandError, add_command
from neurohex.cli.reading import read_position
from neurohex.draw import board_svg, sheet_svg, tile_svg
from neurohex.draw.tables import board_view
from neurohex.model import Table
from neurohex.notation.bridge import state_of

if TYPE_CHECKING:
    from neurohex.cli.parsing import Subparsers

_EXAMPLES = """\
  neurohex draw position.txt -o board.svg
  neurohex draw position.txt --legend > board.svg
  neurohex draw --tile hegemony "universal soldier" --rotation 2 -o soldier.svg
  neurohex draw --army moloch -o moloch.svg
"""
_SIZES = (10, 2000)


def add_parser(subparsers: Subparsers) -> None:
    """Add the command's parser."""
    parser = add_command(
        subparsers,
        "draw",
        "Draws a position, one tile, or all tiles of an army as SVG. On a board, netted and captured units are marked\n"
        "as the rules see them, and HQs have their points.",
        _EXAMPLES,
    )
    parser.add_argument(
        "file", metavar="FILE", nargs="?", help="a position as JSON or in the one-line form; - for standard input"
    )
    parser.add_argument("--tile", nargs=2, metavar=("ARMY", "TILE"), help="draw one tile instead")
    parser.add_argument("--rotation", type=int, metavar="N", help="turn that tile N times clockwise, 0 to 5")
    parser.add_argument("--army", metavar="ARMY", help="draw all tiles of an army instead")
    parser.add_argument("-o", "--output", metavar="SVG", default="-", help="the file to write; - (or none) prints it")
    parser.add_argument("--size", type=int, metavar="PX", help="width of a tile in pixels (100 on a board, else 120)")
    parser.add_argument("--legend", action="store_true", help="list the units by hex below the board")
    parser.add_argument("--no-names", action="store_true", help="leave out the names of the hexes")


def run(args: argparse.Namespace) -> int:
    """Write the drawing."""
    if sum(what is not None for what in (args.file, args.tile, args.army)) != 1:
        raise CommandError("expected one thing to draw: FILE, --tile ARMY TILE or --army ARMY")
    if args.rotation is not None and args.tile is None:
        raise CommandError("--rotation: goes with --tile only")
    for option, given in (("--legend", args.legend), ("--no-names", args.no_names)):
        if given and args.file is None:
            raise CommandError(f"{option}: goes with a position only")
    if args.rotation is not None and not 0 <= args.rotation <= 5:
        raise CommandError(f"--rotation: expected a number from 0 to 5, got {args.rotation}")
    if args.size is not None and not _SIZES[0] <= args.size <= _SIZES[1]:
        raise CommandError(f"--size: expected {_SIZES[0]} to {_SIZES[1]} pixels, got {args.size}")
    svg = _drawing(args) + "\n"
    if args.output == "-":
        sys.stdout.write(svg)
        return 0
    Path(args.output).write_text(svg, encoding="utf-8")
    return 0


def _drawing(args: argparse.Namespace) -> str:
    if args.tile is not None:
        army = find_army(args.tile[0])
        return tile_svg(find_tile(army, args.tile[1]), army, rotation=args.rotation or 0, size=args.size or 120)
    if args.army is not None:
        army = find_army(args.army)
        return sheet_svg([(tile, army) for tile in army.tiles], size=args.size or 120)
    view = board_view(Table(state_of(read_position(args.file))))
    return board_svg(view, size=args.size or 100, legend=args.legend, names=not args.no_names)
