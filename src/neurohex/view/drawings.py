"""All drawings in layers, so that a page shows the same tiles as `neurohex.draw`.

A tile is a ground in its army's colour, edges that rotate with it, a mesh if it is netted, and a middle whose digits
stay upright. The layers are cut out of `tile_group`; this module draws nothing itself.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final
from xml.etree import ElementTree
from xml.sax.saxutils import quoteattr

from neurohex.board import BOARDS, Board
from neurohex.draw import ARROW_COLOURS, BoardView, UnitView, board_group, tile_group
from neurohex.draw.ground import ground
from neurohex.draw.layout import free_corners
from neurohex.draw.more_signs import marker
from neurohex.draw.svg import FONT, Point, num
from neurohex.draw.tile import disc_places, foundation_badge, front, initiative_places
from neurohex.draw.words import MARKER_WORDS
from neurohex.model.game import Game
from neurohex.tiles import ARMIES, Army, Tile
from neurohex.view.forms import VERSION, BoardDrawing, Coat, PointsText, Sprites, TileSprite
from neurohex.view.names import all_groups, coat_armies, tile_id

_NETTED: Final = "netted"
_WOUND: Final = "wound"
_MARKS: Final = 6
"""Number of mark corners: a taker's mark, an extra attack, wounds, a Medic, a foundation, markers."""


def sprites() -> Sprites:
    """Drawings of all tiles in their armies' colours, of the boards and of all marks.

    Cache it: it only changes when an army is added.
    """
    return _sprites()


@lru_cache(maxsize=1)
def _sprites() -> Sprites:
    found = _Symbols()
    tiles = {tile_id(tile): _tile(found, tile, army) for army in all_groups() for tile in army.tiles}
    coats = {army.key: _coat(found, army.key, army) for army in all_groups()}
    return _whole(found, tiles, coats, dict(BOARDS))


def table_sprites(game: Game) -> Sprites:
    """Drawings that one game needs besides `sprites`: coats for second players of an army, and a Duel board with
    moved Terminals."""
    found = _Symbols()
    coats = {key: _coat(found, key, army) for key, army in coat_armies(game).items() if key != army.key}
    moved = game.board is not BOARDS[game.board_key]
    return _whole(found, {}, coats, {game.board_key: game.board} if moved else {})


def _whole(found: _Symbols, tiles: dict[str, TileSprite], coats: dict[str, Coat], boards: dict[str, Board]) -> Sprites:
    hq = next(iter(ARMIES.values())).tiles[0]
    found.add(_NETTED, _netted(hq))
    for kind in MARKER_WORDS:
        found.add(f"marker/{kind}", marker(kind, 1))
    found.add(_WOUND, _mark(UnitView(0, hq, ARMIES[hq.army], wounds=1), "wound"))
    return Sprites(
        version=VERSION,
        symbols=found.symbols,
        tiles=tiles,
        coats=coats,
        boards={key: _board(board) for key, board in boards.items()},
        netted=_NETTED,
        wound=_WOUND,
        markers={kind: f"marker/{kind}" for kind in MARKER_WORDS},
        corners=[list(spot) for spot in _CORNERS],
        points=_points_text(hq),
        arrows=dict(ARROW_COLOURS),
        font=FONT,
    )


class _Symbols:
    """Symbols by id."""

    def __init__(self) -> None:
        self.symbols: dict[str, str] = {}

    def add(self, name: str, body: str) -> str:
        """Add a drawing; return its id."""
        self.symbols[name] = f'<symbol id={quoteattr(name)} overflow="visible">{body}</symbol>'
        return name


# --- layers of a tile -----------------------------------------------------------------------------
def _layers(tile: Tile, army: Army, rotation: int) -> tuple[str, str]:
    """The layers on a tile's ground, below and above the mesh, without HQ points."""
    points = 0 if tile.kind == "hq" else None
    drawn = tile_group(tile, army, rotation, points=points, netted=tile.is_unit)
    below: list[ElementTree.Element] = []
    above: list[ElementTree.Element] = []
    layer = below if tile.is_unit else above
    for part in ElementTree.fromstring(drawn.replace(ground(army.colour, army.pattern), "", 1)):
        if part.get("class") == "netted":
            layer = above
            continue
        for plate in part.iterfind(".//g[@class='points']"):
            plate.remove(plate.findall("text")[0])
        layer.append(part)
    return _text(below), _text(above)


def _text(parts: list[ElementTree.Element]) -> str:
    return "".join(ElementTree.tostring(part, encoding="unicode") for part in parts)


def _tile(found: _Symbols, tile: Tile, army: Army) -> TileSprite:
    name = tile_id(tile)
    below, _ = _layers(tile, army, 0)
    rotations = range(6) if tile.is_unit else range(0)
    corners = [free_corners(*disc_places(tile, rotation))[:_MARKS] for rotation in rotations]
    is_foundation = tile.kind == "foundation"
    discs = [initiative_places(tile, rotation) for rotation in rotations] if tile.initiative else []
    return TileSprite(
        edges=found.add(f"edges/{name}", below) if below else None,
        middles=_middles(found, name, tile, army),
        free=[[_CORNERS.index(_rounded(spot)) for spot in spots] for spots in corners],
        front=front(tile),
        initiative=list(tile.initiative),
        discs=[[list(_rounded(spot)) for spot in spots] for spots, _ in discs],
        disc=round(discs[0][1], 1) if discs else 0.0,
        under=found.add(f"under/{name}", foundation_badge(tile, army)) if is_foundation else None,
    )


def _middles(found: _Symbols, name: str, tile: Tile, army: Army) -> list[str]:
    """The middle of a tile by rotation; identical ones share a symbol."""
    ids: list[str] = []
    seen: dict[str, str] = {}
    for rotation in range(6):
        _, body = _layers(tile, army, rotation if tile.is_unit else 0)
        if body not in seen:
            seen[body] = found.add(f"middle/{name}/{rotation}", body)
        ids.append(seen[body])
    return ids


# --- coats and marks ------------------------------------------------------------------------------
def _coat(found: _Symbols, key: str, army: Army) -> Coat:
    hq = next(iter(ARMIES.values())).tiles[0]
    taken = UnitView(0, hq, ARMIES[hq.army], taken_by=army)
    # An army's own drawings already have its colours.
    other = [tile for tile in army.tiles if tile.kind not in ("warrior", "module")] if key != army.key else []
    return Coat(
        name=army.name,
        colour=army.colour,
        ink=army.ink,
        ground=found.add(f"ground/{key}", ground(army.colour, army.pattern)),
        taken=found.add(f"taken/{key}", _rim(taken)),
        taker=found.add(f"taker/{key}", _mark(taken, "taken")),
        middles={tile_id(tile): _middles(found, f"{key}/{tile_id(tile)}", tile, army) for tile in other},
    )


def _drawn(unit: UnitView) -> ElementTree.Element:
    """A unit drawn on a board."""
    board = BOARDS["standard"]
    svg, _ = board_group(BoardView(board, (unit,)), names=False)
    whole = ElementTree.fromstring(f"<g>{svg}</g>")
    return next(part for part in whole if part.get("class") == "unit")


def _mark(unit: UnitView, kind: str) -> str:
    """The mark with that class at a corner of a unit, drawn around 0, 0."""
    return _text(_drawn(unit).findall(f".//g[@class='{kind}']")[:1])


def _rim(unit: UnitView) -> str:
    """The rim of a captured unit: the path with its class, and the next one."""
    parts = list(_drawn(unit))
    at = next(n for n, part in enumerate(parts) if part.get("class") == "taken-rim")
    return _text(parts[at : at + 2])


def _netted(tile: Tile) -> str:
    drawn = ElementTree.fromstring(tile_group(tile, ARMIES[tile.army], netted=True))
    return _text(drawn.findall("g[@class='netted']"))


def _points_text(tile: Tile) -> PointsText:
    drawn = ElementTree.fromstring(tile_group(tile, ARMIES[tile.army], points=0))
    text = drawn.findall(".//g[@class='points']/text")[0].attrib
    return PointsText(x=float(text["x"]), y=float(text["y"]), size=float(text["font-size"]), colour=text["fill"])


def _board(board: Board) -> BoardDrawing:
    svg, box = board_group(BoardView(board))
    return BoardDrawing(svg=svg, box=[float(num(side)) for side in box])


def _rounded(spot: Point) -> Point:
    return round(spot[0], 1) + 0.0, round(spot[1], 1) + 0.0  # avoid -0.0


def _corners() -> tuple[Point, ...]:
    """The corners for marks on an empty tile, in the order of the drawings."""
    return tuple(_rounded(spot) for spot in free_corners([], [], 0.0))


_CORNERS: Final = _corners()
