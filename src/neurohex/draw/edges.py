"""Symbols on the edges of a tile. They turn with the tile; each is drawn for the north edge.

`edge_symbols` draws an edge. `edge_shapes` gives the area it covers, so that discs can avoid it.
"""

from __future__ import annotations

from typing import Final

from neurohex.draw.more_edges import more_shapes, more_symbols
from neurohex.draw.signs import AGAINST_ENEMIES, GOLD, INK, PAPER, RED
from neurohex.draw.svg import Point, circle, group, num, path, polygon, star
from neurohex.tiles import Tile

BASE: Final = -84.0
"""Height of the edge, just inside the rim."""
_BAND: Final = 17.0
"""Thickness of armour."""
_MELEE_DEPTH: Final = 35.0
_HQ_MELEE_DEPTH: Final = 30.0
_RANGED_COLOUR: Final = "#ffe27a"
_GAUSS_COLOUR: Final = "#00c4ff"
_FLOW: Final = "#c9f3ff"
"""Colour of redirectors."""
_FLASH: Final = 16.0
"""Half the width of the flash on a Gauss shot."""
_FIRE: Final = "#ff6a2b"
"""Colour of edges that trigger a tile."""
_LINK: Final = "#f1f4f6"
_ENEMY_LINK: Final = "#ff9aa2"

_WIDTHS: Final = {"melee": 45.0, "ranged": 31.0, "gauss": 38.0}


def attack_row(tile: Tile, edge: int) -> list[tuple[str, float, float]]:
    """Attacks on an edge, left to right: kind, centre, half width."""
    kinds = ["melee"] * tile.melee[edge] + ["ranged"] * tile.ranged[edge] + ["gauss"] * tile.gauss[edge]
    if kinds == ["melee"]:
        return [("melee", 0.0, 27.0 if tile.kind == "hq" else 32.0)]
    natural = sum(_WIDTHS[kind] for kind in kinds)
    scale = min(1.0, (78 if tile.armor[edge] else 92) / natural) if kinds else 1.0
    row, left = [], -natural * scale / 2
    for kind in kinds:
        width = _WIDTHS[kind] * scale
        row.append((kind, left + width / 2, width / 2))
        left += width
    return row


def shows_link(tile: Tile, edge: int) -> bool:
    """Whether a link bar is drawn. An HQ has none on edges with triangles: its disc shows the bonus."""
    linked = tile.links[edge] or tile.long_links[edge]
    return bool(linked) and not (tile.kind == "hq" and tile.melee[edge])


def _top(tile: Tile, edge: int) -> float:
    """Height where attacks start: the edge, or the inner side of its armour."""
    return BASE + (_BAND + 1 if tile.armor[edge] else 0)


def _tip(tile: Tile, kind: str, x: float, top: float, inner: float) -> Point:
    """The tip of an attack. Long attacks lean together to stay inside their sixth of the tile."""
    depth = _HQ_MELEE_DEPTH if tile.kind == "hq" else _MELEE_DEPTH
    return (x, top + depth) if kind == "melee" else (x * 0.62, -inner)


def edge_symbols(tile: Tile, edge: int, inner: float) -> str:
    """Everything on one printed edge, drawn at the north edge. Long symbols end `inner` from the middle."""
    parts = []
    if tile.net[edge]:
        attacks = [kind for kind, _, _ in attack_row(tile, edge)]
        parts.append(_net(_MELEE_DEPTH + 5 if "melee" in attacks else 0))
    if shows_link(tile, edge):
        hostile = any(effect in AGAINST_ENEMIES for effect in tile.module)
        parts.append(_link(inner, bool(tile.long_links[edge]), hostile))
    if tile.armor[edge]:
        parts.append(_armour())
    if tile.redirect_in[edge]:
        parts.append(_flow_in())
    if tile.trigger[edge]:
        parts.append(_trigger())
    top = _top(tile, edge)
    for kind, x, half in attack_row(tile, edge):
        tip = _tip(tile, kind, x, top, inner)
        parts.append(_gauss(x, half, top, tip) if kind == "gauss" else _blade(kind, x, half, top, tip))
    parts.append(more_symbols(tile, edge, top, inner))
    if tile.redirect_out[edge]:
        parts.append(_flow_out(top))
    return "".join(parts)


def edge_shapes(tile: Tile, edge: int, inner: float) -> list[list[Point]]:
    """Convex outlines of everything on one printed edge, at the north edge."""
    shapes: list[list[Point]] = []
    if tile.net[edge]:
        shapes.append([(-44, BASE), (44, BASE), (0, -14)])
    if shows_link(tile, edge):
        shapes.append([(-13, BASE), (13, BASE), (13, -inner), (-13, -inner)])
    if tile.armor[edge]:
        shapes.append([(-47, BASE), (47, BASE), (40, BASE + _BAND), (-40, BASE + _BAND)])
    if tile.redirect_in[edge] or tile.trigger[edge]:
        shapes.append([(-29, BASE), (29, BASE), (20, -62), (0, -54), (-20, -62)])
    top = _top(tile, edge)
    row = attack_row(tile, edge)
    for kind in _WIDTHS:
        # Attacks of one kind are adjacent, so one outline covers them.
        same = [(x, half) for other, x, half in row if other == kind]
        if not same:
            continue
        (left, half), (right, _) = same[0], same[-1]
        tips = [_tip(tile, kind, x, top, inner) for x in (right, left)]
        if kind == "gauss":
            fx, fy = _between((left, top), tips[1], 0.6)
            shapes.append([(fx - _FLASH, fy), (fx, fy - _FLASH), (fx + _FLASH, fy), (fx, fy + _FLASH)])
            tips = [_between((left, top), tips[1], 1.24)]
        shapes.append([(left - half, top), (right + half, top), *tips[: len(same)]])
    if tile.redirect_out[edge]:
        shapes.append([(-36, top), (36, top), (36, top + 24), (-36, top + 24)])
    return shapes + more_shapes(tile, edge, top, inner)


def channels(tile: Tile, turn: int) -> str:
    """The channels of a redirector, from each entry edge to each exit edge."""
    ways = "".join(
        path("M0 0V-58", transform=f"rotate({60 * ((edge + turn) % 6)})")
        for edge in range(6)
        if tile.redirect_in[edge] or tile.redirect_out[edge]
    )
    if not ways:
        return ""
    casing = group(ways, stroke=INK, stroke_width=13)
    return group(casing + group(ways, stroke=_FLOW, stroke_width=6), class_="channels", stroke_linecap="round")


def _blade(kind: str, x: float, half: float, top: float, tip: Point) -> str:
    """A melee or a ranged triangle."""
    left, right = num(x - half + 2), num(x + half - 2)
    outline = f"M{left} {num(top)}H{right}L{num(tip[0])} {num(tip[1])}Z"
    fill = PAPER if kind == "melee" else _RANGED_COLOUR
    return path(outline, class_=kind, fill=fill, stroke=INK, stroke_width=4.5, stroke_linejoin="round")


def _gauss(x: float, half: float, top: float, tip: Point) -> str:
    """A long triangle with a beam through its tip and a flash on the beam."""
    left, right = num(x - half), num(x + half)
    outline = f"M{left} {num(top)}H{right}L{num(tip[0])} {num(tip[1])}Z"
    blade = path(outline, fill=_GAUSS_COLOUR, stroke=INK, stroke_width=5, stroke_linejoin="round")
    end = _between((x, top), tip, 1.24)
    beam = f"M{num(x)} {num(top + 6)}L{num(end[0])} {num(end[1])}"
    under = path(beam, stroke=INK, stroke_width=15)
    over = path(beam, stroke=_GAUSS_COLOUR, stroke_width=8) + path(beam, stroke="#fff", stroke_width=3)
    flash = star(4, _FLASH, 5.5, 0, *_between((x, top), tip, 0.6))
    spark = path(flash, fill="#fff", stroke=INK, stroke_width=4, stroke_linejoin="round")
    return group(group(under + blade + over, stroke_linecap="round") + spark, class_="gauss")


def _armour() -> str:
    """A dark band with a light line on its inner side."""
    low = num(BASE + _BAND)
    band = path(
        f"M-49 {num(BASE - 1)}H49L39 {low}H-39Z", fill="#2a3038", stroke=INK, stroke_width=4, stroke_linejoin="round"
    )
    line = path(f"M-37 {num(BASE + _BAND - 3)}H37", stroke="#f2f6f9", stroke_width=6, stroke_linecap="round")
    return group(band + line, class_="armor")


def _net(clear: float) -> str:
    """A mesh that fills the edge's sixth of the tile, except a strip of height `clear` next to the edge."""
    low = (0.0, -8.0)
    share = clear / (low[1] - BASE - 1)
    left, right = _between((-45.0, BASE + 1), low, share), _between((45.0, BASE + 1), low, share)
    count = 3 if clear else 4
    strands = []
    for k in range(1, count):
        # Strands run parallel to the two slanted sides.
        for near, far in ((left, right), (right, left)):
            ax, ay = _between(near, far, k / count)
            bx, by = _between(low, far, k / count)
            strands.append(f"M{num(ax)} {num(ay)}L{num(bx)} {num(by)}")
    outline = polygon([(-45.0, BASE + 1), (45.0, BASE + 1), low])
    cloth = path(outline, fill=INK, fill_opacity=0.7, stroke=INK, stroke_width=8, stroke_linejoin="round")
    mesh = "".join(strands) + outline + (f"M{num(left[0])} {num(left[1])}H{num(right[0])}" if clear else "")
    lines = path(mesh, fill="none", stroke=PAPER, stroke_width=4, stroke_linejoin="round")
    return group(cloth + lines, class_="net")


def _between(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _link(inner: float, long: bool, hostile: bool) -> str:
    """A bar from the cogwheel to the edge, with a chevron if the link is long."""
    colour = _ENEMY_LINK if hostile else _LINK
    start, end = num(-inner + 8), num(BASE)
    bar = path(f"M-13 {start}V{end}H13V{start}Z", fill=colour, stroke=INK, stroke_width=4, stroke_linejoin="round")
    if not long:
        return group(bar, class_="link")
    chevron = path(
        "M-24-53L0-70L24-53V-68L0-85L-24-68Z", fill=GOLD, stroke=INK, stroke_width=4, stroke_linejoin="round"
    )
    return group(bar + chevron, class_="long-link")


def _flow_in() -> str:
    """A half-ring: entry of a shot."""
    arc = f"M-22 {num(BASE)}A22 22 0 0 0 22 {num(BASE)}"
    return group(
        path(arc, stroke=INK, stroke_width=16) + path(arc, stroke=_FLOW, stroke_width=8),
        class_="redirect-in",
        fill="none",
    )


def _flow_out(top: float) -> str:
    """A block with an opening: exit of a shot."""
    low = num(top + 22)
    block = path(
        f"M-35 {num(top)}V{low}H35V{num(top)}H13L0 {num(top + 15)}L-13 {num(top)}Z",
        fill=_FLOW,
        stroke=INK,
        stroke_width=4.5,
        stroke_linejoin="round",
    )
    return group(block, class_="redirect-out")


def _trigger() -> str:
    """A half-ring in fire colours: a hit here triggers the tile."""
    arc = f"M-22 {num(BASE)}A22 22 0 0 0 22 {num(BASE)}"
    ring = path(arc, fill="none", stroke=INK, stroke_width=16) + path(arc, fill="none", stroke=_FIRE, stroke_width=8)
    return group(ring + circle(0, BASE + 4, 6, fill=RED, stroke=INK, stroke_width=3), class_="trigger")
