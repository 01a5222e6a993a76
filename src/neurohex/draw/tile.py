"""Draw one tile as SVG."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from neurohex.board import DIRECTIONS
from neurohex.draw.edges import channels, edge_symbols
from neurohex.draw.emblems import emblem
from neurohex.draw.ground import ground, mesh_path
from neurohex.draw.layout import Places, beside_cog, cluster, tile_shapes, turned
from neurohex.draw.more_signs import anywhere
from neurohex.draw.signs import (
    ABILITY_SIGNS,
    GOLD,
    INK,
    INSTANT_SIGNS,
    PAPER,
    effect_signs,
    move,
    seven_hexes,
    shield,
)
from neurohex.draw.svg import (
    APOTHEM,
    RADIUS,
    Point,
    circle,
    cog,
    document,
    group,
    hexagon,
    mix,
    num,
    path,
    polar,
    text,
)
from neurohex.draw.words import describe
from neurohex.tiles import Army, Tile

_COG: Final = 55.0
"""Radius of a module's cogwheel."""
_HQ_COG: Final = 46.0
_COG_INNER: Final = 48.0
"""Distance of long symbols from the middle, on tiles with a cogwheel."""
_HQ_CORNERS: Final[tuple[Point, ...]] = ((-71, 0), (71, 0), (-36, 62), (36, 62), (-36, -62), (36, -62))
_HQ_DISCS: Final = 0.95
"""Scale of the discs of an HQ."""
_SILVER: Final = "#dfe6ec"
_MAX_TOUGHNESS_DISCS: Final = 3
"""Toughness above this is one disc with a number."""


class _ArmyLook(NamedTuple):
    """The fields of an army that its tiles show; part of the cache key."""

    key: str
    name: str
    colour: str
    pattern: str


def tile_svg(tile: Tile, army: Army, *, rotation: int = 0, size: int = 120) -> str:
    """A complete SVG document of one tile, `size` pixels wide, turned clockwise by `rotation` sixths."""
    body = tile_group(tile, army, rotation)
    box = (-RADIUS - 2, -APOTHEM - 2, 2 * RADIUS + 4, 2 * APOTHEM + 4)
    return document(body, box, size, describe(tile, army, rotation))


def tile_group(tile: Tile, army: Army, rotation: int = 0, *, points: int | None = None, netted: bool = False) -> str:
    """One tile as a fragment `<g class="tile">`, centred on 0, 0 with radius 100.

    It needs no definitions, has no ids and sets no fonts. Edge symbols turn with the tile; digits and signs stay
    upright. `points` are written on an HQ. `netted` draws a mesh over the unit and leaves its middle visible.
    """
    return _tile_group(tile, _ArmyLook(army.key, army.name, army.colour, army.pattern), rotation % 6, points, netted)


@lru_cache(maxsize=4096)
def _tile_group(tile: Tile, army: _ArmyLook, rotation: int, points: int | None, netted: bool) -> str:
    parts = [ground(army.colour, army.pattern)]
    if tile.is_unit:
        inner, middle = _unit_middle(tile, army, rotation, points)
        parts += [channels(tile, rotation), _edges(tile, rotation, inner), _mesh() if netted else "", middle]
    else:
        parts.append(_sign(tile, army))
    return group("".join(parts), class_=f"tile {tile.kind}")


def _unit_middle(tile: Tile, army: _ArmyLook, rotation: int, points: int | None) -> tuple[float, str]:
    """How far inward long edge symbols may reach, and the drawing of the middle."""
    if tile.kind == "hq":
        return _HQ_COG - 5, _hq(tile, army, points)
    discs = _discs(tile)
    if tile.module:
        wheel = _wheel(_COG, effect_signs(dict(tile.module), 38))
        return _COG_INNER, wheel + _place(discs, beside_cog(tile, len(discs), _COG_INNER), rotation)
    places = cluster(tile, len(discs))
    return places.inner, _place(discs, places, rotation)


def _mesh() -> str:
    shade = path(hexagon(98), fill=INK, fill_opacity=0.22)
    data = mesh_path()
    strands = path(data, stroke=INK, stroke_width=9, stroke_opacity=0.75) + path(data, stroke=PAPER, stroke_width=4.5)
    return group(shade + group(strands, fill="none"), class_="netted")


def _edges(tile: Tile, rotation: int, inner: float) -> str:
    parts = []
    for edge, name in enumerate(DIRECTIONS):
        symbols = edge_symbols(tile, edge, inner)
        if symbols:
            parts.append(
                group(symbols, class_="edge", data_edge=name, transform=f"rotate({60 * ((edge + rotation) % 6)})")
            )
    return "".join(parts)


def _discs(tile: Tile) -> list[str]:
    """The discs of a unit in reading order, each centred on 0, 0 with radius 26."""
    discs = [initiative_disc(value) for value in tile.initiative]
    if tile.melee_anywhere:
        discs.append(_anywhere(tile.melee_anywhere))
    if tile.toughness > _MAX_TOUGHNESS_DISCS:
        discs.append(_gold("toughness", group(shield(INK, GOLD), transform="scale(.36)") + _count(tile.toughness)))
    else:
        discs += [_gold("toughness", group(shield(INK, PAPER), transform="scale(.38)"))] * tile.toughness
    if tile.mobility:
        discs.append(_gold("mobility", group(move(INK, GOLD), transform="scale(.38)")))
    for ability in tile.abilities:
        sign = ABILITY_SIGNS.get(ability)
        body = group(sign(INK, GOLD), transform="scale(.4)") if sign else text(ability[:1].upper(), 0, 0, 36, fill=INK)
        discs.append(_gold(f"ability {ability}", body))
    if any(tile.trigger) and not tile.module:
        bomb = group(seven_hexes(INK, GOLD), transform="scale(.42)")
        discs.append(_gold("ability bomb", bomb))
        if tile.name.endswith(" II"):
            # Mad Bomber II looks like the first one but follows other rules.
            discs.append(_gold("mark", text("II", 0, 0, 34, fill=INK)))
    return discs


def initiative_disc(value: int) -> str:
    """A dark disc with a light digit, of radius 26."""
    disc = circle(0, 0, 23.5, fill=INK, stroke="#fff", stroke_width=3.5)
    return group(disc + text(str(value), 0, 0, 39, fill="#fff"), class_="initiative")


def _anywhere(strength: int) -> str:
    """The blow of a Shadow: a melee triangle in a disc, and arrows to all sides."""
    disc = circle(0, 0, 23.5, fill="#2b2440", stroke="#fff", stroke_width=3.5)
    blade = path("M-14 9L0-11L14 9Z", fill=PAPER)
    number = "" if strength == 1 else text(str(strength), 0, 3, 18, fill=INK)
    return group(disc + group(anywhere(PAPER, INK), transform="scale(.42)") + blade + number, class_="melee-anywhere")


def _gold(name: str, body: str) -> str:
    return group(circle(0, 0, 23.5, fill=GOLD, stroke=INK, stroke_width=4) + body, class_=name)


def _count(value: int) -> str:
    return text(str(value), 0, 0, 26, fill="#fff")


def _place(discs: list[str], at: Places, rotation: int) -> str:
    """Discs at their positions on the turned tile, in reading order: left to right, top to bottom."""
    places = _reading_order(at, rotation)
    scale = "" if at.radius == 26 else f"scale({round(at.radius / 26, 3)})"
    parts = []
    for disc, (x, y) in zip(discs, places, strict=False):
        shift = f"translate({num(x)} {num(y)})" if (num(x), num(y)) != ("0", "0") else ""
        transform = shift + scale
        parts.append(group(disc, transform=transform) if transform else disc)
    return "".join(parts)


def _reading_order(at: Places, rotation: int) -> list[Point]:
    return sorted(turned(list(at.spots), rotation), key=lambda spot: (round(spot[0] + 0.5 * spot[1]), round(spot[1])))


def initiative_places(tile: Tile, rotation: int) -> tuple[list[Point], float]:
    """The centres of the initiative discs of a turned unit, in the order of `tile.initiative`, and their radius."""
    if tile.kind == "hq":
        return list(_HQ_CORNERS[: len(tile.initiative)]), 26 * _HQ_DISCS
    count = len(_discs(tile))
    places = beside_cog(tile, count, _COG_INNER) if tile.module else cluster(tile, count)
    return _reading_order(places, rotation)[: len(tile.initiative)], places.radius


def front(tile: Tile) -> int:
    """The printed edge that a tile aims with: the middle of its attacks, else of its nets or links; else 0."""
    printed = (tile.melee, tile.ranged, tile.gauss, tile.rocket, tile.shotgun, tile.poison, tile.blast, tile.demolish)
    attacks = [sum(powers) for powers in zip(*printed, strict=True)]
    links = [near or far for near, far in zip(tile.links, tile.long_links, strict=True)]
    for powers in (attacks, tile.net, links, tile.redirect_out, tile.power, tile.reflect):
        edges = [edge for edge in range(6) if powers[edge]]
        if edges:
            ways = [polar(powers[edge], 60 * edge) for edge in edges]
            x, y = sum(way[0] for way in ways), sum(way[1] for way in ways)
            # The edge nearest to where all of them point together; the first one if they cancel out.
            return min(
                edges, key=lambda edge: (-round(x * polar(1, 60 * edge)[0] + y * polar(1, 60 * edge)[1], 6), edge)
            )
    return 0


def _wheel(radius: float, body: str, fill: str = _SILVER) -> str:
    rim = path(cog(radius), fill=fill, stroke=INK, stroke_width=4.5, stroke_linejoin="round")
    return group(rim + circle(0, 0, radius * 0.78, fill=PAPER) + body, class_="cog")


def _hq(tile: Tile, army: _ArmyLook, points: int | None) -> str:
    ink = mix(army.colour, "#000", 0.55)
    sign = emblem(army.key, army.name, ink, PAPER)
    if points is None:
        wheel = _wheel(_HQ_COG, group(sign, class_="emblem", transform="scale(.58)"), ink)
    else:
        plate = path("M-36 4H36V39H-36Z", fill=INK, stroke="#fff", stroke_width=4, stroke_linejoin="round")
        number = group(plate + text(str(points), 0, 21.5, 36, fill="#fff"), class_="points")
        wheel = _wheel(_HQ_COG, group(sign, class_="emblem", transform="translate(0 -17)scale(.36)") + number, ink)
    discs = _discs(tile)
    if tile.module:
        bonus = circle(0, 0, 23.5, fill=_SILVER, stroke=INK, stroke_width=4)
        discs.append(group(bonus + effect_signs(dict(tile.module), 21), class_="bonus"))
    corners = []
    for disc, (x, y) in zip(discs, _HQ_CORNERS, strict=False):
        corners.append(group(disc, transform=f"translate({num(x)} {num(y)})scale({str(_HQ_DISCS).lstrip('0')})"))
    return wheel + "".join(corners)


def disc_places(tile: Tile, rotation: int) -> tuple[list[list[Point]], list[Point], float]:
    """The layout of a turned unit: outlines of its edge symbols, centres of its discs, radius of its discs."""
    count = len(_discs(tile))
    if tile.kind == "hq":
        places = Places(_HQ_CORNERS[: count + bool(tile.module)], 25, _HQ_COG - 5)
        discs = list(places.spots)
    else:
        places = beside_cog(tile, count, _COG_INNER) if tile.module else cluster(tile, count)
        discs = turned(list(places.spots), rotation)
    shapes = [turned(shape, rotation) for shape in tile_shapes(tile, places.inner)]
    return shapes, discs, places.radius


def _sign(tile: Tile, army: _ArmyLook) -> str:
    """An instant or foundation: one large dark sign on a pale tint of the army's colour."""
    face = mix(army.colour, "#fff", 0.72)
    if tile.kind == "foundation":
        # A round face in a warning ring: unlike an instant, a foundation stays on the board.
        plate = circle(0, 0, 73, fill=GOLD, stroke=INK, stroke_width=3)
        plate += circle(0, 0, 67, fill=face, stroke=INK, stroke_width=9, stroke_dasharray="17.54")
        size = 1.02
    else:
        plate = path(hexagon(76), fill=face, stroke=INK, stroke_width=3, stroke_linejoin="round")
        size = 1.1
    sign = INSTANT_SIGNS.get(tile.effect)
    body = sign(INK, face) if sign else text(tile.name[:1].upper() or "?", 0, 0, 80, fill=INK)
    discs = "".join(
        group(initiative_disc(value), transform=f"translate({num(-52 + 50 * k)} -52)")
        for k, value in enumerate(tile.initiative)
    )
    return plate + group(body, class_=f"sign {tile.effect}", transform=f"scale({size})") + discs


def foundation_badge(tile: Tile, army: Army) -> str:
    """A small disc that marks a foundation under a unit."""
    face = mix(army.colour, "#fff", 0.72)
    sign = INSTANT_SIGNS.get(tile.effect)
    body = sign(INK, face) if sign else text(tile.name[:1].upper() or "?", 0, 0, 80, fill=INK)
    disc = circle(0, 0, 23, fill=face, stroke=INK, stroke_width=5)
    return group(disc + group(body, transform="scale(.36)"), class_=f"under {tile.effect}")
