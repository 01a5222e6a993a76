"""`neurohex tiles`: armies and tiles, as text or JSON."""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from neurohex.board import DIRECTIONS
from neurohex.cli.lookup import find_army, find_tile
from neurohex.cli.parsing import add_command
from neurohex.cli.story_words import add_language_option
from neurohex.cli.terminal import Hanging, coat, console
from neurohex.draw import describe
from neurohex.explain import describe_tile
from neurohex.tiles import ARMIES, EXTRAS, Army, Tile

if TYPE_CHECKING:
    from neurohex.cli.parsing import Subparsers

_EXAMPLES = """\
  neurohex tiles
  neurohex tiles moloch
  neurohex tiles hegemony "universal soldier"
  neurohex tiles --json
"""
ROTATION: Final = (
    "a tile turned by r (0..5) has its printed edge i facing direction (i + r) mod 6, clockwise; "
    "rotation 0 is as printed"
)
_LEVELS: Final = {1: "easy", 2: "middling", 3: "hard"}
_KIND_STYLES: Final = {"hq": "bold", "warrior": "", "module": "green", "foundation": "magenta", "instant": "cyan"}
_FACE: Final = 26
"""Width of a tile's face on its card, in characters."""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command's parser."""
    parser = add_command(
        subparsers,
        "tiles",
        "Shows all armies, the tiles of one, or one tile's card. With --json: the printed facts of these.",
        _EXAMPLES,
    )
    parser.add_argument("army", metavar="ARMY", nargs="?", help="an army, or mercenaries or bombers")
    parser.add_argument("tile", metavar="TILE", nargs="?", help="the name of a tile, in upper or lower case")
    parser.add_argument(
        "--json", action="store_true", help="print the facts as JSON, on one line; of ARMY or TILE only, where given"
    )
    add_language_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print the overview, an army or a tile."""
    army = find_army(args.army) if args.army is not None else None
    tile = find_tile(army, args.tile) if army is not None and args.tile is not None else None
    if args.json:
        print(json.dumps(facts(army, tile)))
        return 0
    screen = console()
    if army is None:
        screen.print(_overview(args.lang))
        screen.print(
            Text("neurohex tiles ARMY shows the tiles of an army, neurohex tiles ARMY TILE a tile's card.", "dim")
        )
    elif tile is None:
        screen.print(_army(army, args.lang))
    else:
        screen.print(_card(tile, army, args.lang))
    return 0


def facts(army: Army | None = None, tile: Tile | None = None) -> dict[str, Any]:
    """The printed facts in the form of `tiles --json`: of all armies, of one, or of one tile."""
    if army is not None and tile is not None:
        army = replace(army, tiles=(tile,))
    chosen = (*ARMIES.values(), *EXTRAS.values()) if army is None else (army,)
    return {
        "edges_clockwise": list(DIRECTIONS),
        "rotation": ROTATION,
        "armies": {one.key: one.facts() for one in chosen if one.key in ARMIES},
        "extras": {one.key: one.facts() for one in chosen if one.key in EXTRAS},
    }


def _overview(lang: str) -> Group:
    """Two paragraphs per army: its name, then its character."""
    parts: list[RenderableType] = []
    for army in (*ARMIES.values(), *EXTRAS.values()):
        title = Text.assemble((f"{army.key:<12}", "bold"), (f" {army.name} ", coat(army)))
        level = f", {_LEVELS[army.difficulty]} to play" if army.key in ARMIES else ""
        title.append(f" {len(army.tiles)} kinds of tiles{level}", "dim")
        parts += [title, Hanging(Text(" ".join(_about(army, lang).split())), 4)]
    return Group(*parts)


def _about(army: Army, lang: str) -> str:
    return army.about_pl if lang == "pl" else army.about


def _army(army: Army, lang: str) -> Group:
    title = Text().append(f" {army.name} ", coat(army, bold=True))
    total = sum(tile.count for tile in army.tiles)
    title.append(f" {total} tiles" + (f", {_LEVELS[army.difficulty]} to play" if army.key in ARMIES else ""), "bold")
    table = Table(header_style="bold", box=SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("n", justify="right", style="dim")
    table.add_column("tile", no_wrap=True)
    table.add_column("what is on it, by printed edge", ratio=1)
    kind = army.tiles[0].kind
    for tile in army.tiles:
        if tile.kind != kind:
            table.add_section()
            kind = tile.kind
        table.add_row(str(tile.count), Text(tile.name, _KIND_STYLES[tile.kind]), _on_it(tile, army, lang))
    return Group(title, Text(_about(army, lang), "italic"), "", table)


def _on_it(tile: Tile, army: Army, lang: str) -> str:
    """What is printed on a unit; what any other tile does."""
    if not tile.is_unit:
        return describe_tile(tile, lang)[-1]
    return describe(tile, army).removeprefix(f"{tile.name} ({army.name})").removeprefix(": ")


def _card(tile: Tile, army: Army, lang: str) -> Group:
    head, *sentences = describe_tile(tile, lang)
    words = Table.grid(padding=(0, 1))
    for sentence in sentences:
        words.add_row("•", sentence)
    if tile.note:
        words.add_row("•", Text(tile.note, "italic"))
    parts: list[RenderableType] = [Text(head, "bold"), ""]
    if tile.is_unit:
        parts += [_edges(tile, army), ""]
    return Group(*parts, words)


def _edges(tile: Tile, army: Army) -> Table:
    """The six edges around the tile, each with its symbols."""
    on = [_on_edge(tile, edge) for edge in range(6)]
    face = Table.grid(padding=(0, 1))
    face.add_row(Text(tile.name.center(_FACE), coat(army, bold=True)))
    face.add_row(Text(_values(tile).center(_FACE), coat(army)))
    grid = Table.grid(padding=(0, 1))
    for justify in ("right", "center", "left"):
        grid.add_column(justify=justify, min_width=14, vertical="middle")
    grid.add_row("", on[0], "")
    grid.add_row(on[5], Text("╱" + "‾" * (_FACE - 2) + "╲", "dim"), on[1])
    grid.add_row("", face, "")
    grid.add_row(on[4], Text("╲" + "_" * (_FACE - 2) + "╱", "dim"), on[2])
    grid.add_row("", on[3], "")
    return grid


def _values(tile: Tile) -> str:
    """The values in the middle of a tile."""
    values = [f"init. {', '.join(str(value) for value in tile.initiative)}" if tile.initiative else ""]
    values += [f"tough. {tile.toughness}" if tile.toughness else "", "mobility" if tile.mobility else ""]
    return ", ".join(filter(None, values))


def _on_edge(tile: Tile, edge: int) -> Text:
    """The symbols on one edge, in the colours of the drawings."""
    text = Text().append(DIRECTIONS[edge], "bold")
    for name, edges, colour in (
        ("melee", tile.melee, "red"),
        ("ranged", tile.ranged, "yellow"),
        ("Gauss", tile.gauss, "blue"),
        ("net", tile.net, "cyan"),
        ("armour", tile.armor, "white"),
        ("link", tile.links, "green"),
        ("long link", tile.long_links, "green"),
        ("shots in", tile.redirect_in, "magenta"),
        ("shots out", tile.redirect_out, "magenta"),
        ("sets it off", tile.trigger, "magenta"),
        ("rocket", tile.rocket, "red"),
        ("shotgun", tile.shotgun, "yellow"),
        ("poison", tile.poison, "green"),
        ("blast", tile.blast, "red"),
        ("crushes", tile.demolish, "magenta"),
        ("mirror", tile.reflect, "cyan"),
        ("power", tile.power, "yellow"),
    ):
        if edges[edge]:
            text.append(f" {name}", colour)
            if name in ("melee", "ranged", "rocket", "shotgun"):
                text.append(f" {edges[edge]}", f"bold {colour}")
    return text if len(text) > 2 else Text(text.plain, "dim")
