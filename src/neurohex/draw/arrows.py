"""Arrows on a board: hits, nets, links and moves."""

from __future__ import annotations

import math
from typing import Final

from neurohex.board import Board
from neurohex.draw.places import at, tile_middle
from neurohex.draw.signs import INK, PAPER, RED, effect_sign, net_sign
from neurohex.draw.svg import Point, circle, element, group, num, path, polygon, text
from neurohex.draw.view import Arrow

ARROW_COLOURS: Final = {
    "melee": "#e4002b",
    "ranged": "#f28c00",
    "gauss": "#00a5d6",
    "melee+ranged": "#c2187a",
    "explosion": "#7a2bd1",
    "rocket": "#d9480f",
    "shotgun": "#c76a00",
    "poison": "#3f9b1f",
    "venom": "#3f9b1f",
    "blast": "#c2321b",
    "shadow": "#3b2a6b",
    "ravager": "#a8329a",
    "move": "#1c7c3a",
    "net": "#3a3844",
    "takeover": "#94650a",
    "scoper": "#00727a",
    "medic": "#0c7d4b",
    "initiative": "#4a5560",
    "enemy_initiative": "#a3112c",
    "extra_attack": "#4a5560",
    "grants_mobility": "#1c7c3a",
}
"""Arrow colour by kind: an attack, a move, a net or a module effect."""
_ATTACKS: Final = (
    "melee",
    "ranged",
    "gauss",
    "melee+ranged",
    "explosion",
    "rocket",
    "shotgun",
    "poison",
    "venom",
    "blast",
    "shadow",
    "ravager",
    "move",
)
_LANE_GAP: Final = 30.0
"""Distance between parallel arrows on the same route."""


def arrows_group(board: Board, arrows: tuple[Arrow, ...]) -> str:
    """All arrows. Arrows on the same route are drawn side by side."""
    routes: dict[tuple[int, ...], int] = {}
    for arrow in arrows:
        routes[_route(arrow)] = routes.get(_route(arrow), 0) + 1
    seen: dict[tuple[int, ...], int] = {}
    parts = []
    for arrow in arrows:
        route = _route(arrow)
        lane = seen.get(route, 0)
        seen[route] = lane + 1
        # Arrows that also have opposite traffic keep to the right; others are centred on the route.
        back = tuple(reversed(route)) in routes and len(route) > 1
        offset = 20.0 + _LANE_GAP * lane if back else _LANE_GAP * (lane - (routes[route] - 1) / 2)
        parts.append(_arrow(board, arrow, offset))
    return group("".join(parts), class_="arrows", stroke_linejoin="round", stroke_linecap="round")


def _route(arrow: Arrow) -> tuple[int, ...]:
    route = (arrow.start, *arrow.via, arrow.end)
    return route if len(set(route)) > 1 else route[:1]


def _arrow(board: Board, arrow: Arrow, offset: float) -> str:
    colour = arrow.colour or ARROW_COLOURS.get(arrow.kind, RED)
    stops = [tile_middle(board, hex_) for hex_ in (arrow.start, *arrow.via, arrow.end)]
    kind = f"arrow {arrow.kind}".rstrip() + (" void" if arrow.void else "")
    if arrow.start == arrow.end and not arrow.via:
        ring = circle(*stops[0], 88, fill="none", stroke="#fff", stroke_width=13)
        ring += circle(*stops[0], 88, fill="none", stroke=colour, stroke_width=8)
        return group(ring + _badge(arrow, (stops[0][0], stops[0][1] - 88), colour), class_=kind)
    stops = _offset_right(stops, offset)
    first, last = stops[0], stops[-1]
    tip = _toward(last, stops[-2], 44)
    neck = _toward(tip, stops[-2], 32)
    line = [_toward(first, stops[1], 60), *stops[1:-1], neck]
    data = "M" + "L".join(f"{num(x)} {num(y)}" for x, y in line)
    length = math.dist(neck, tip)
    ux, uy = (tip[0] - neck[0]) / length, (tip[1] - neck[1]) / length
    head = polygon([tip, (neck[0] - 22 * uy, neck[1] + 22 * ux), (neck[0] + 22 * uy, neck[1] - 22 * ux)])
    dashes: dict[str, str | float] = {"stroke_dasharray": "1 17"} if arrow.void else {}
    body = path(data + head, fill="none", stroke="#fff", stroke_width=18)
    body += path(data, fill="none", stroke=colour, stroke_width=10, **dashes)
    body += path(head, fill="#fff" if arrow.void else colour, stroke=colour, stroke_width=4)
    middle = _toward(line[-2], line[-1], math.dist(line[-2], line[-1]) / 2)
    return group(body + _badge(arrow, middle, colour), class_=kind)


def _badge(arrow: Arrow, middle: Point, colour: str) -> str:
    """The badge of an arrow: a cross if it is void, else its label, else the sign of its kind."""
    if arrow.void:
        bars = "M-13-13L13 13M13-13L-13 13"
        cross = path(bars, fill="none", stroke="#fff", stroke_width=20) + path(bars, stroke=RED, stroke_width=10)
        return group(cross, class_="cross", transform=at(middle))
    if arrow.label:
        x, y = middle
        half = 12 + 8.5 * len(arrow.label)
        plate = element(
            "rect", x=x - half, y=y - 20, width=2 * half, height=40, rx=20, fill="#fff", stroke=colour, stroke_width=5
        )
        return plate + text(arrow.label, x, y, 28, fill=INK)
    if arrow.kind not in ARROW_COLOURS or arrow.kind in _ATTACKS:
        return ""
    value = -1 if arrow.kind == "enemy_initiative" else 1
    sign = net_sign(INK, PAPER) if arrow.kind == "net" else effect_sign(arrow.kind, value)
    disc = circle(0, 0, 24, fill=PAPER, stroke=colour, stroke_width=5)
    return group(disc + group(sign, transform="scale(.34)"), class_="badge", transform=at(middle))


def _toward(start: Point, end: Point, distance: float) -> Point:
    """The point `distance` from `start` in the direction of `end`."""
    whole = math.dist(start, end) or 1.0
    return start[0] + (end[0] - start[0]) * distance / whole, start[1] + (end[1] - start[1]) * distance / whole


def _offset_right(stops: list[Point], offset: float) -> list[Point]:
    """The route shifted to its right by `offset`."""
    (ax, ay), (bx, by) = stops[0], stops[-1]
    length = math.dist(stops[0], stops[-1])
    if not length or not offset:
        return stops
    dx, dy = -(by - ay) / length * offset, (bx - ax) / length * offset
    return [(x + dx, y + dy) for x, y in stops]
