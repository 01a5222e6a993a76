"""The background of a tile: its army's colour, and a pattern for readers with colour blindness.

A pattern is a single path that stops at the rim of the hex. It needs no clipping and no ids, so a page may
contain the same fragment many times.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Final

from neurohex.draw.svg import RADIUS, Point, brightness, hexagon, mix, num, path

_REACH: Final = 92.0
"""Radius of the hex that a pattern fills."""


def ground(colour: str, pattern: str, radius: float = RADIUS) -> str:
    """A blank tile: the army's colour, its pattern and a rim."""
    dark = brightness(colour) < 0.32
    lines = mix(colour, "#fff", 0.2) if dark else mix(colour, "#000", 0.2)
    rim = mix(colour, "#fff", 0.42) if dark else mix(colour, "#000", 0.55)
    parts = [path(hexagon(radius - 2.5), class_="ground", fill=colour)]
    data = pattern_path(pattern)
    if data:
        filled = pattern in _FILLED
        paint: dict[str, str | float] = {"fill": lines} if filled else {"fill": "none", "stroke": lines}
        if not filled:
            paint["stroke_width"] = 3.5
        if radius != RADIUS:
            paint["transform"] = f"scale({round(radius / RADIUS, 3)})"
        parts.append(path(data, class_=f"pattern {pattern}", **paint))
    parts.append(path(hexagon(radius - 2.5), fill="none", stroke=rim, stroke_width=5, stroke_linejoin="round"))
    return "".join(parts)


@cache
def pattern_path(pattern: str) -> str:
    """Path data of a pattern on a tile of radius 100; empty for `plain` and unknown patterns."""
    maker = _MAKERS.get(pattern)
    return maker() if maker else ""


def _inside(x: float, y: float, reach: float = _REACH) -> bool:
    return abs(y) <= reach * 0.866 and abs(x) * 1.732 + abs(y) <= reach * 1.732


def _half_width(y: float) -> float:
    """Half the width of the pattern's hex at height y."""
    return _REACH - abs(y) / 1.732


def _clip(start: Point, end: Point, reach: float) -> tuple[Point, Point] | None:
    """The part of a segment inside a hex of radius `reach`, or None."""
    low, high = 0.0, 1.0
    for k in range(6):
        angle = math.radians(60 * k)
        nx, ny = math.sin(angle), -math.cos(angle)
        at_start = nx * start[0] + ny * start[1] - reach * 0.866
        at_end = nx * end[0] + ny * end[1] - reach * 0.866
        if at_start > 0 and at_end > 0:
            return None
        if at_start * at_end < 0:
            share = at_start / (at_start - at_end)
            low, high = (max(low, share), high) if at_start > 0 else (low, min(high, share))
    if high - low < 0.02:
        return None
    dx, dy = end[0] - start[0], end[1] - start[1]
    return (start[0] + low * dx, start[1] + low * dy), (start[0] + high * dx, start[1] + high * dy)


def _lines(segments: list[tuple[Point, Point]], reach: float = _REACH) -> str:
    parts = []
    for start, end in segments:
        piece = _clip(start, end, reach)
        if piece:
            (ax, ay), (bx, by) = piece
            parts.append(f"M{num(ax)} {num(ay)}L{num(bx)} {num(by)}")
    return "".join(parts)


@cache
def mesh_path() -> str:
    """Path data of the mesh on a netted unit. No strand crosses the middle, where the digits are."""
    falling: list[tuple[Point, Point]] = [((46 * k - 281, -120), (46 * k - 41, 120)) for k in range(8)]
    rising: list[tuple[Point, Point]] = [((-x, y), (-u, v)) for (x, y), (u, v) in falling]
    return _lines(falling + rising, 99)


def _dots() -> str:
    parts = []
    for row in range(-4, 5):
        for column in range(-5, 6):
            x, y = 24 * (column + 0.5 * (row % 2)), 20 * row
            if _inside(x, y, 88):
                parts.append(f"M{num(x - 5)} {num(y)}a5 5 0 1 0 10 0a5 5 0 1 0-10 0")
    return "".join(parts)


def _stripes() -> str:
    return _lines([((-200 + 20 * k, 100), (20 * k, -100)) for k in range(11)])


def _grid() -> str:
    upright: list[tuple[Point, Point]] = [((22 * k, -100), (22 * k, 100)) for k in range(-4, 5)]
    level: list[tuple[Point, Point]] = [((-100, 22 * k), (100, 22 * k)) for k in range(-4, 5)]
    return _lines(upright + level)


def _chevrons() -> str:
    segments: list[tuple[Point, Point]] = []
    for row in range(-5, 6):
        for column in range(-2, 3):
            x, y = 44 * column, 20 * row
            segments.append(((x - 22, y + 12), (x, y - 2)))
            segments.append(((x, y - 2), (x + 22, y + 12)))
    return _lines(segments)


def _bricks() -> str:
    segments: list[tuple[Point, Point]] = [((-100, 20 * row), (100, 20 * row)) for row in range(-4, 5)]
    for row in range(-4, 4):
        for column in range(-3, 4):
            x = 36 * column + (18 if row % 2 else 0)
            segments.append(((x, 20 * row), (x, 20 * row + 20)))
    return _lines(segments)


def _waves() -> str:
    parts = []
    for row in range(-4, 5):
        y = 19 * row
        count = int((_half_width(abs(y) + 5) - 2) // 12)
        if count > 0:
            parts.append(f"M{num(-12 * count)} {num(y)}q6-9 12 0" + "t12 0" * (2 * count - 1))
    return "".join(parts)


def _scales() -> str:
    parts = []
    for row in range(-5, 5):
        y, shift = 17.0 * row, 14 if row % 2 else 0
        for column in range(-4, 5):
            x = 28 * column + shift
            if _inside(x - 14, y) and _inside(x + 14, y) and _inside(x, y + 14):
                parts.append(f"M{num(x - 14)} {num(y)}a14 14 0 0 0 28 0")
    return "".join(parts)


def _rivets() -> str:
    parts = []
    for row in range(-3, 4):
        for column in range(-3, 4):
            x, y = 32 * (column + 0.5 * (row % 2)), 26 * row
            if _inside(x, y, 86):
                parts.append(f"M{num(x - 6)} {num(y)}a6 6 0 1 0 12 0a6 6 0 1 0-12 0")
    return "".join(parts)


def _bars() -> str:
    return _lines([((14 * k, -100), (14 * k, 100)) for k in range(-6, 7)])


def _leaves() -> str:
    parts = []
    for row in range(-4, 5):
        for column in range(-3, 4):
            x, y = 32 * (column + 0.5 * (row % 2)), 20 * row
            if _inside(x - 13, y) and _inside(x + 13, y):
                parts.append(f"M{num(x - 13)} {num(y)}q13-13 26 0q-13 13-26 0")
    return "".join(parts)


def _zigzag() -> str:
    segments: list[tuple[Point, Point]] = []
    for row in range(-4, 5):
        for column in range(-7, 7):
            x, y, up = 14 * column, 20 * row, 7 if column % 2 else -7
            segments.append(((x, y + up), (x + 14, y - up)))
    return _lines(segments)


def _rings() -> str:
    return "".join(
        f"M{num(-r)} 0a{num(r)} {num(r)} 0 1 0 {num(2 * r)} 0a{num(r)} {num(r)} 0 1 0-{num(2 * r)} 0"
        for r in range(15, 79, 15)
    )


def _rays() -> str:
    turns = [math.radians(15 * k) for k in range(24)]
    return _lines([((24 * math.sin(a), -24 * math.cos(a)), (110 * math.sin(a), -110 * math.cos(a))) for a in turns])


_FILLED: Final = ("dots",)
_MAKERS: Final[dict[str, Callable[[], str]]] = {
    "dots": _dots,
    "stripes": _stripes,
    "grid": _grid,
    "chevrons": _chevrons,
    "bricks": _bricks,
    "waves": _waves,
    "scales": _scales,
    "rivets": _rivets,
    "bars": _bars,
    "leaves": _leaves,
    "zigzag": _zigzag,
    "rings": _rings,
    "rays": _rays,
}
