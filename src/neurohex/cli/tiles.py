"""`neurohex tiles`: armies and tiles, for people and for programs."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from rich.columns import Columns
from rich.console import Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from neurohex.board import DIRECTIONS
from neurohex.cli.lookup import find_army, find_tile
from neurohex.cli.parsing import add_command
from neurohex.cli.terminal import coat, console
from neurohex.draw import describe
from neurohex.tiles import ARMIES, EXTRAS, Army, Edges, Tile

if TYPE_CHECKING:
    from neurohex.cli.parsing import Subparsers

_EXAMPLES = """\
  neurohex tiles
  neurohex tiles moloch
  neurohex tiles hegemony "universal soldier"
  neurohex tiles --json
"""
ROTATION: Final = (
    "a tile turned by r (0..5) has its printed edge i facing direction (i + r) mod 6, clockwise; rotation 0 is as printed"
)
_LEVELS: Final = {1: "easy", 2: "middling", 3: "hard"}
_KINDS: Final = {
    "hq": "HQ",
    "warrior": "warrior",
    "module": "module",
    "foundation": "foundation tile",
    "instant": "instant tile",
}


def add_parser(subparsers: Subparsers) -> None:
    """Add the command's parser."""
    parser = add_command(
        subparsers,
        "tiles",
        "Shows all armies, the tiles of one, or one tile's card. With --json: the printed facts of all of them.",
        _EXAMPLES,
    )
    parser.add_argument("army", metavar="ARMY", nargs="?", help="an army, or mercenaries or bombers")
    parser.add_argument("tile", metavar="TILE", nargs="?", help="the name of a tile, in upper or lower case")
    parser.add_argument("--json", action="store_true", help="print the facts as JSON, in the form of docs/formats.md")


def run(args: argparse.Namespace) -> int:
    """Show what was asked for."""
    army = find_army(args.army) if args.army is not None else None
    tile = find_tile(army, args.tile) if army is not None and args.tile is not None else None
    if args.json:
        print(json.dumps(facts(army, tile), indent=1))
        return 0
    screen = console()
    if army is None:
        screen.print(_overview())
        screen.print(Text("neurohex tiles ARMY shows the tiles of an army, neurohex tiles ARMY TILE a tile's card.", "dim"))
    elif tile is None:
        screen.print(_army(army))
    else:
        screen.print(_card(tile, army))
    return 0


def facts(army: Army | None = None, tile: Tile | None = None) -> dict[str, Any]:
    """The printed facts in the form of `tiles --json`, of all armies, of one, or of one tile of it."""
    if army is not None and tile is not None:
        army = replace(army, tiles=(tile,))
    chosen = (*ARMIES.values(), *EXTRAS.values()) if army is None else (army,)
    return {
        "edges_clockwise": list(DIRECTIONS),
        "rotation": ROTATION,
        "armies": {one.key: one.facts() for one in chosen if one.key in ARMIES},
        "extras": {one.key: one.facts() for one in chosen if one.key in EXTRAS},
    }
