"""Edge symbols beyond those of the first seven armies, each drawn for the north edge. See `edges`."""

from __future__ import annotations

from typing import Final

from neurohex.draw.more_signs import CURRENT, VENOM
from neurohex.draw.svg import Point, circle, group, num, path, polar, polygon, star
from neurohex.tiles import Tile

_INK: Final = "#14171c"
_BASE: Final = -84.0
_ROCKET: Final = "#ff8a3d"
_CONE: Final = "#ffe27a"
_BLAST: Final = "#ff5a1f"
_WRECK: Final = "#e05cc8"
_MIRROR: Final = "#f4fbff"


def more_symbols(tile: Tile, edge: int, top: float, inner: float) -> str:
    """The further symbols on one printed edge. Attacks start at `top`, and long ones end `inner` from the middle."""
    parts = []
    if tile.power[edge]:
        parts.append(_power())
    if tile.demolish[edge]:
        parts.append(_demolish(bool(tile.demolish[(edge + 1) % 6])))
    if tile.rocket[edge]:
        parts += [_rocket(x, half, top, inner) for x, half in _row(tile.rocket[edge])]
    if tile.shotgun[edge]:
        parts.append(_shotgun(tile.shotgun[edge], top, inner))
    if tile.poison[edge]:
        parts.append(_poison(top))
    if tile.blast[edge]:
        parts.append(_blast(top))
    if tile.reflect[edge]:
        parts.append(_mirror())
    return "".join(parts)


def more_shapes(tile: Tile, edge: int, top: float, inner: float) -> list[list[Point]]:
    """Convex outlines of the further symbols on one printed edge."""
    shapes: list[list[Point]] = []
    if tile.power[edge]:
        shapes.append([(-26, _BASE), (26, _BASE), (14, -48), (-14, -48)])
    if tile.demolish[edge]:
        shapes.append([(-44, _BASE), (44, _BASE), (34, -62), (-34, -62)])
    if tile.rocket[edge] or tile.shotgun[edge]:
        shapes.append([(-44, top), (44, top), (20, -inner), (-20, -inner)])
    if tile.poison[edge]:
        shapes.append([(-32, top), (32, top), (0, top + 36)])
    if tile.blast[edge]:
        shapes.append([(-42, top), (42, top), (20, top + 44), (-20, top + 44)])
    if tile.reflect[edge]:
        shapes.append([(-47, _BASE), (47, _BASE), (24, -58), (-24, -58)])
    return shapes


def is_long(tile: Tile) -> bool:
    """Whether one of the further symbols reaches toward the middle."""
    return any(tile.rocket) or any(tile.shotgun)


def _row(strength: int) -> list[tuple[float, float]]:
    """Centres and half widths of that many symbols side by side."""
    half = min(15.0, 43 / strength)
    return [((2 * k - strength + 1) * half, half) for k in range(strength)]


def _rocket(x: float, half: float, top: float, inner: float) -> str:
    """A rocket that leaves the tile: nose at the edge, fins inside."""
    lean, low = x * 0.62, -inner
    wide, neck = half - 2.5, top + 18
    nose = f"M{num(x)} {num(top)}L{num(x + wide * 0.8)} {num(neck)}L{num(lean + wide * 0.55)} {num(low - 14)}"
    fins = f"L{num(lean + wide)} {num(low)}H{num(lean - wide)}L{num(lean - wide * 0.55)} {num(low - 14)}"
    body = path(
        f"{nose}{fins}L{num(x - wide * 0.8)} {num(neck)}Z",
        fill=_ROCKET,
        stroke=_INK,
        stroke_width=4.5,
        stroke_linejoin="round",
    )
    band = path(f"M{num(x - wide * 0.6)} {num(neck + 5)}H{num(x + wide * 0.6)}", stroke="#fff", stroke_width=5)
    return group(body + band, class_="rocket")


def _shotgun(strength: int, top: float, inner: float) -> str:
    """A cone of shot, with one pellet less in each row farther out: its strength falls with the distance."""
    cone = path(
        f"M-42 {num(top)}Q0 {num(top - 4)} 42 {num(top)}L15 {num(-inner)}H-15Z",
        fill=_CONE,
        stroke=_INK,
        stroke_width=4.5,
        stroke_linejoin="round",
    )
    step = (-inner - 10 - (top + 10)) / max(strength - 1, 1)
    pellets = []
    for row in range(strength):
        y = top + 10 + step * row
        gap = 11.5 if strength > 2 else 14
        pellets += [circle((2 * k - row) * gap / 1.15 / 2 * 1.1, y, 5.2, fill=_INK) for k in range(row + 1)]
    return group(cone + "".join(pellets), class_="shotgun")


def _poison(top: float) -> str:
    """A green blade with a drop in it."""
    blade = path(
        f"M-31 {num(top)}H31L0 {num(top + 36)}Z", fill=VENOM, stroke=_INK, stroke_width=4.5, stroke_linejoin="round"
    )
    drop = path(
        f"M0 {num(top + 1)}C5 {num(top + 7)} 9 {num(top + 10)} 9 {num(top + 15)}A9 9 0 0 1-9 {num(top + 15)}"
        f"C-9 {num(top + 10)}-5 {num(top + 7)} 0 {num(top + 1)}Z",
        fill="#eaffdd",
    )
    return group(blade + drop, class_="poison")


def _blast(top: float) -> str:
    """Half a burst on the edge."""
    points: list[Point] = [(-44.0, top)]
    depths = (18, 34, 24, 46, 24, 34, 18)
    for k, depth in enumerate(depths):
        points.append((-34 + 68 * k / 6, top + depth))
    points.append((44.0, top))
    outer = path(polygon(points), fill=_BLAST, stroke=_INK, stroke_width=4.5, stroke_linejoin="round")
    heart = path(
        f"M-22 {num(top)}L-10 {num(top + 15)}L0 {num(top + 27)}L10 {num(top + 15)}L22 {num(top)}Z", fill=CURRENT
    )
    return group(outer + heart, class_="blast")


def _power() -> str:
    """A socket with a flash."""
    plate = path(
        f"M-25 {num(_BASE)}H25L14-48H-14Z", fill=_INK, stroke=CURRENT, stroke_width=3.5, stroke_linejoin="round"
    )
    flash = path("M4-83L-9-65H-1L-4-52L10-69H2Z", fill=CURRENT)
    return group(plate + flash, class_="power")


def _demolish(first: bool) -> str:
    """A toothed jaw along the edge; the first of the two edges also has the fist over the corner between them."""
    jaw = path(
        f"M-44 {num(_BASE)}H44L34-66L26-58L17-66L8-58L0-66L-8-58L-17-66L-26-58L-34-66Z",
        fill=_WRECK,
        stroke=_INK,
        stroke_width=4,
        stroke_linejoin="round",
    )
    fist = ""
    if first:
        x, y = polar(70, 30)
        fist = path(star(6, 23, 13, 30, x, y), fill=_WRECK, stroke=_INK, stroke_width=4, stroke_linejoin="round")
        fist += circle(x, y, 7, fill=_INK)
    return group(jaw + fist, class_="demolish")


def _mirror() -> str:
    """A mirror with an arrow that turns back."""
    glass = path(f"M-47 {num(_BASE)}H47L38-68H-38Z", fill=_MIRROR, stroke=_INK, stroke_width=4, stroke_linejoin="round")
    gleams = path("M-30-70L-22-82M-14-70L-6-82M10-70L18-82M26-70L34-82", stroke="#38a8e0", stroke_width=5)
    back = path("M-13-66V-58A13 13 0 0 0 13-58V-66", fill="none", stroke=_INK, stroke_width=13)
    inner = path("M-13-66V-58A13 13 0 0 0 13-58V-66", fill="none", stroke="#38a8e0", stroke_width=6)
    return group(back + inner + glass + gleams, class_="reflect")
