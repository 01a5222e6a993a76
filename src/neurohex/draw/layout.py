"""Place the discs of a tile: close together, near the middle, clear of the edge symbols."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final, NamedTuple

from neurohex.draw.edges import edge_shapes
from neurohex.draw.more_edges import is_long
from neurohex.draw.svg import APOTHEM, Point, polar
from neurohex.tiles import Tile

DISCS: Final = {1: 30.0, 2: 27.5, 3: 26.0}
"""Radius of a warrior's discs by their number; four or more are smaller still."""
SMALL_DISC: Final = 20.0
"""Radius of a disc beside a cogwheel."""
_MAX_CLEARANCE: Final = 2.0
"""Clearance beyond this gains nothing."""
_INNER_RADII: Final = (18.0, 24.0, 30.0, 36.0)
"""Candidates for the distance of long symbols from the middle, best first."""
_GOOD_SCORE: Final = 2.0
"""A score that is good enough to stop the search."""


def turned(points: list[Point], steps: int) -> list[Point]:
    """The points after turning the tile clockwise by `steps` sixths."""
    angle = math.radians(60 * steps)
    cos, sin = math.cos(angle), math.sin(angle)
    return [(x * cos - y * sin, x * sin + y * cos) for x, y in points]


def clearance(point: Point, shapes: list[list[Point]], enough: float = 0.0) -> float:
    """Distance from a point to the nearest of some convex outlines; 0 inside one.

    The search stops early, and returns any distance below `enough`, once it finds one.
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
    """Distance from a point inside the tile to the nearest edge."""
    x, y = point
    return APOTHEM - max(abs(y), abs(x) * APOTHEM / 100 + abs(y) / 2)


def tile_shapes(tile: Tile, inner: float) -> list[list[Point]]:
    """Outlines of all edge symbols of the unrotated tile."""
    shapes: list[list[Point]] = []
    for edge in range(6):
        shapes += [turned(shape, edge) for shape in edge_shapes(tile, edge, inner)]
    return shapes


class Places(NamedTuple):
    """Positions of the discs on the unrotated tile, their radius, and where long edge symbols end."""

    spots: tuple[Point, ...]
    radius: float
    inner: float


@lru_cache(maxsize=1024)
def cluster(tile: Tile, count: int) -> Places:
    """A close group of `count` discs around the middle of a warrior.

    Long symbols reach as far inward as they can without pushing the group far off centre.
    """
    if count == 0:
        return Places((), DISCS[1], _INNER_RADII[0])
    best = _cluster(tile, count, _INNER_RADII[0])
    long = is_long(tile) or any(map(any, (tile.ranged, tile.gauss, tile.links, tile.long_links)))
    for inner in _INNER_RADII[1:] if long else ():
        if best[0] >= _GOOD_SCORE:
            break
        best = max(best, _cluster(tile, count, inner), key=lambda found: found[0])
    return best[1]


def _cluster(tile: Tile, count: int, inner: float) -> tuple[float, Places]:
    radius = DISCS.get(count) or DISCS[3] * math.sqrt(3.4 / count)
    shapes = tile_shapes(tile, inner)
    best = -math.inf
    found: tuple[Point, ...] = ()
    # Distance of touching discs from the centre of their ring.
    ring = 0.0 if count == 1 else (radius + 1.5) / math.sin(math.pi / count)
    first, step = (90, 15) if count == 2 else (0, 30)
    for shift in (0, 5, 10, 15, 20, 26, 32):
        for way in range(0, 360, 30) if shift else range(1):
            middle = polar(shift, way)
            for angle in range(first, first + 360 // count, step) if count > 1 else range(1):
                # Straight groups read better than slanted ones, and centred ones better than shifted ones.
                penalty = 0.35 * shift + (0 if angle % 30 == 0 else 2)
                if 4 * _MAX_CLEARANCE - penalty <= best:
                    continue
                spots: list[Point] = []
                room = _MAX_CLEARANCE
                for k in range(count):
                    x, y = polar(ring, angle + 360 * k / count)
                    spot = (x + middle[0], y + middle[1])
                    spots.append(spot)
                    # Stop measuring a group that cannot beat the best one so far.
                    enough = (best + penalty) / 4
                    room = min(room, _to_rim(spot) - 4 - radius, clearance(spot, shapes, enough + radius) - radius)
                    if room <= enough:
                        break
                score = 4 * room - penalty
                if score > best + 1e-9:
                    best, found = score, tuple(spots)
    return best, Places(found, radius, inner)


@lru_cache(maxsize=1024)
def beside_cog(tile: Tile, count: int, inner: float) -> Places:
    """Positions of `count` discs around the cogwheel of a module."""
    shapes = tile_shapes(tile, inner)
    found: list[tuple[float, Point]] = []
    for k in range(12):
        # South first, then outwards on both sides, so that ties prefer the south.
        degrees = 180 + 30 * ((k + 1) // 2) * (1 if k % 2 else -1)
        spot = polar(60 if degrees % 60 == 0 else 66, degrees)
        found.append((min(clearance(spot, shapes) - SMALL_DISC, _MAX_CLEARANCE), spot))
    spots: list[Point] = []
    for _, spot in sorted(found, key=lambda entry: -entry[0]):
        if all(math.dist(spot, other) > 2 * SMALL_DISC for other in spots):
            spots.append(spot)
    return Places(tuple(spots[:count]), SMALL_DISC, inner)


def free_corners(shapes: list[list[Point]], discs: list[Point], disc: float) -> list[Point]:
    """The six corners of the turned tile, freest first. Board markers go there."""
    spots = [polar(73, degrees) for degrees in (90, 270, 30, 330, 150, 210)]

    def room(spot: Point) -> float:
        to_disc = min((math.dist(spot, other) - disc for other in discs), default=200.0)
        return min(clearance(spot, shapes), to_disc, 24.0)

    return sorted(spots, key=lambda spot: -round(room(spot), 1))
