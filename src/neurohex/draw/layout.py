"""Where the discs of a tile go: near the middle, together, and clear of everything on the edges."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final, NamedTuple

from neurohex.draw.edges import edge_shapes
from neurohex.draw.svg import APOTHEM, Point, polar
from neurohex.tiles import Tile

DISCS: Final = {1: 30.0, 2: 27.5, 3: 26.0}
"""Radius of a warrior's discs by their number; more than three are smaller."""
SMALL_DISC: Final = 20.0
"""Radius of a disc beside a cogwheel."""
_ROOM: Final = 2.0
"""Clearance that is as good as any larger one."""
_INNERS: Final = (18.0, 24.0, 30.0, 36.0)
"""How near to the middle long symbols may come, best first."""
_GOOD: Final = 2.0
"""A score with which a group of discs will do: enough room, not far aside."""


def turned(points: list[Point], steps: int) -> list[Point]:
    """Points of the printed tile where they come to lie when it is turned."""
    angle = math.radians(60 * steps)
    cos, sin = math.cos(angle), math.sin(angle)
    return [(x * cos - y * sin, x * sin + y * cos) for x, y in points]


def clearance(point: Point, shapes: list[list[Point]], enough: float = 0.0) -> float:
    """Distance from a point to the nearest of some convex outlines; 0 within one.

    Who needs at least `enough` may get the first distance found below it instead of the least.
    """
    nearest = 200.0
    for shape in shapes:
        nearest = min(nearest, _distance(point, shape))
        if nearest < enough:
            break
    return nearest


def _distance(point: Point, shape: list[Point]) -> float:
    px, py = point
    best, within = math.inf, True
    side = 0.0
    for k, (ax, ay) in enumerate(shape):
        bx, by = shape[k - 1]
        dx, dy = bx - ax, by - ay
        length = dx * dx + dy * dy
        share = max(0.0, min(1.0, ((px - ax) * dx + (py - ay) * dy) / length)) if length else 0.0
        best = min(best, math.hypot(px - ax - share * dx, py - ay - share * dy))
        cross = dx * (py - ay) - dy * (px - ax)
        if cross * side < 0:
            within = False
        side = side or cross
    return 0.0 if within else best


def _to_rim(point: Point) -> float:
    """Distance from a point in the tile to the nearest edge."""
    x, y = point
    return APOTHEM - max(abs(y), abs(x) * APOTHEM / 100 + abs(y) / 2)


def tile_shapes(tile: Tile, inner: float) -> list[list[Point]]:
    """Outlines of all edge symbols of the tile as printed."""
    shapes: list[list[Point]] = []
    for edge in range(6):
        shapes += [turned(shape, edge) for shape in edge_shapes(tile, edge, inner)]
    return shapes


class Places(NamedTuple):
    """Where a tile's discs lie as printed, how large they are, and where long edge symbols end."""

    spots: tuple[Point, ...]
    radius: float
    inner: float


@lru_cache(maxsize=1024)
def cluster(tile: Tile, count: int) -> Places:
    """A close group of `count` discs about the middle of a warrior.

    Long symbols reach as far inward as they can without driving the group far aside.
    """
    if count == 0:
        return Places((), DISCS[1], _INNERS[0])
    best = _cluster(tile, count, _INNERS[0])
    long = any(map(any, (tile.ranged, tile.gauss, tile.links, tile.long_links)))
    for inner in _INNERS[1:] if long else ():
        if best[0] >= _GOOD:
            break
        best = max(best, _cluster(tile, count, inner), key=lambda found: found[0])
    return best[1]


def _cluster(tile: Tile, count: int, inner: float) -> tuple[float, Places]:
    radius = DISCS.get(count) or DISCS[3] * math.sqrt(3.4 / count)
    shapes = tile_shapes(tile, inner)
    best = -math.inf
    found: tuple[Point, ...] = ()
    # A ring of discs that touch: their distance from the middle of the group.
    ring = 0.0 if count == 1 else (radius + 1.5) / math.sin(math.pi / count)
    first, step = (90, 15) if count == 2 else (0, 30)
    for shift in (0, 5, 10, 15, 20, 26, 32):
        for way in range(0, 360, 30) if shift else range(1):
            middle = polar(shift, way)
            for angle in range(first, first + 360 // count, step) if count > 1 else range(1):
                # Straight groups read better than slanted ones; the middle is better than the side.
                price = 0.35 * shift + (0 if angle % 30 == 0 else 2)
                if 4 * _ROOM - price <= best:
                    continue
                spots: list[Point] = []
                room = _ROOM
                for k in range(count):
                    x, y = polar(ring, angle + 360 * k / count)
                    spot = (x + middle[0], y + middle[1])
                    spots.append(spot)
                    # A group that cannot beat the best one so far need not be measured to the end.
                    enough = (best + price) / 4
                    room = min(room, _to_rim(spot) - 4 - radius, clearance(spot, shapes, enough + radius) - radius)
                    if room <= enough:
                        break
                score = 4 * room - price
                if score > best + 1e-9:
                    best, found = score, tuple(spots)
    return best, Places(found, radius, inner)


@lru_cache(maxsize=1024)
def beside_cog(tile: Tile, count: int, inner: float) -> Places:
    """Places of `count` discs round the cogwheel of a module."""
    shapes = tile_shapes(tile, inner)
    found: list[tuple[float, Point]] = []
    for k in range(12):
        # South first, then outwards to both sides, so that equal places are taken from there.
        degrees = 180 + 30 * ((k + 1) // 2) * (1 if k % 2 else -1)
        spot = polar(60 if degrees % 60 == 0 else 66, degrees)
        found.append((min(clearance(spot, shapes) - SMALL_DISC, _ROOM), spot))
    spots: list[Point] = []
    for _, spot in sorted(found, key=lambda entry: -entry[0]):
        if all(math.dist(spot, other) > 2 * SMALL_DISC for other in spots):
            spots.append(spot)
    return Places(tuple(spots[:count]), SMALL_DISC, inner)


def free_corners(shapes: list[list[Point]], discs: list[Point], disc: float) -> list[Point]:
    """The six corners of the tile as it lies, the freest first; markers of the board go there."""
    spots = [polar(73, degrees) for degrees in (90, 270, 30, 330, 150, 210)]

    def room(spot: Point) -> float:
        to_disc = min((math.dist(spot, other) - disc for other in discs), default=200.0)
        return min(clearance(spot, shapes), to_disc, 24.0)

    return sorted(spots, key=lambda spot: -round(room(spot), 1))
