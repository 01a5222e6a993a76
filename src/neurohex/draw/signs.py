"""Upright signs of instants, foundations, abilities and module effects.

Each is centred on 0, 0 within radius 50. `ink` is the colour of its lines, `back` the colour that shows through.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from neurohex.draw import more_signs as more
from neurohex.draw.svg import circle, cog, group, hexagon, num, path, polar, polygon, star, text

INK: Final = "#14171c"
"""Near black: outlines and signs."""
PAPER: Final = "#fbf8ee"
"""Near white: attacks and the gaps of signs."""
GOLD: Final = "#ffc62e"
RED: Final = "#d3122b"
"""Effects of a module on enemies."""

Sign = Callable[[str, str], str]


def _line(data: str, ink: str, width: float, cap: str = "butt") -> str:
    """An open line."""
    return path(data, fill="none", stroke=ink, stroke_width=width, stroke_linecap=cap, stroke_linejoin="round")


# Instants and foundations


def battle(ink: str, back: str) -> str:
    """A burst."""
    outer = [polar(25 if k % 2 else 50 if k % 4 == 0 else 42, 15 * k) for k in range(24)]
    return path(polygon(outer), fill=ink) + path(star(8, 21, 9), fill=back)


def move(ink: str, back: str) -> str:
    """A bent arrow."""
    return _line("M-26 40V8Q-26-16-2-16H10", ink, 19) + path("M5-46L46-16L5 14Z", fill=ink)


def push_back(ink: str, back: str) -> str:
    """An arrow over bars."""
    bars = path("M-34 14H34V24H-34ZM-26 30H26V38H-26ZM-18 43H18V49H-18Z", fill=ink)
    return path("M0-50L38-12H15V8H-15V-12H-38Z", fill=ink) + bars


def grenade(ink: str, back: str) -> str:
    """A hand grenade."""
    body = path("M-26-8Q-26-18-14-18H14Q26-18 26-8V22Q26 48 0 48Q-26 48-26 22Z", fill=ink)
    grooves = _line("M-26 4H26M-24 24H24M-9-14V46M9-14V46", back, 4)
    lever = path("M-12-22V-34H18L38-16L42 12L34 14L29-8L14-22Z", fill=ink)
    return body + grooves + lever + circle(-25, -33, 10, fill="none", stroke=ink, stroke_width=6)


def sniper(ink: str, back: str) -> str:
    """A cross-hair."""
    ring = circle(0, 0, 32, fill="none", stroke=ink, stroke_width=9)
    return ring + _line("M0-50V-14M0 14V50M-50 0H-14M14 0H50", ink, 8) + circle(0, 0, 6, fill=ink)


def air_strike(ink: str, back: str) -> str:
    """A falling bomb."""
    body = path("M0 50C-18 36-20 14-17-2Q-15-14-8-22H8Q15-14 17-2C20 14 18 36 0 50Z", fill=ink)
    fins = path("M-8-20L-24-34V-50H-10L-6-40V-50H6V-40L10-50H24V-34L8-20Z", fill=ink)
    bomb = body + fins + _line("M-16 2H16", back, 5)
    speed = _line("M-36-22V10M36-22V10", ink, 7, "round")
    return group(bomb + speed, transform="rotate(18)")


def terror(ink: str, back: str) -> str:
    """An eye with rays."""
    rays = []
    for k in (-2, -1, 0, 1, 2):
        (ax, ay), (bx, by) = polar(34, 32 * k), polar(50, 32 * k)
        rays.append(f"M{num(ax)} {num(ay + 8)}L{num(bx)} {num(by + 2)}")
    eye = path("M-48 12Q0-34 48 12Q0 54-48 12Z", fill=ink) + circle(0, 11, 17, fill=back) + circle(0, 11, 9, fill=ink)
    return _line("".join(rays), ink, 7, "round") + eye


def rotation(ink: str, back: str) -> str:
    """A closed circle of two arrows."""
    arcs = "M-33-12A35 35 0 0 1 22-27M33 12A35 35 0 0 1-22 27"
    heads = path("M14-49L46-15L8-8ZM-14 49L-46 15L-8 8Z", fill=ink)
    return _line(arcs, ink, 13) + heads


def castling(ink: str, back: str) -> str:
    """Two arrows in a square."""
    frame = path("M-43-43H43V43H-43Z", fill="none", stroke=ink, stroke_width=9, stroke_linejoin="round")
    arrows = path("M-29-21H5V-33L30-14L5 5V-7H-29ZM29 21H-5V33L-30 14L-5-5V7H29Z", fill=ink)
    return frame + arrows


def small_bomb(ink: str, back: str) -> str:
    """Three hexes round a ring."""
    hexes = "".join(path(hexagon(20, *polar(32, 120 * k)), fill=ink) for k in range(3))
    return hexes + circle(0, 0, 11, fill="none", stroke=ink, stroke_width=6)


def mine(ink: str, back: str) -> str:
    """A round mine with horns."""
    horns = "".join(path("M-7-30L-4-50H4L7-30Z", fill=ink, transform=f"rotate({45 * k})") for k in range(8))
    shine = _line("M-22-4A22 22 0 0 1-4-22", back, 5, "round")
    return horns + circle(0, 0, 35, fill=ink) + shine + circle(0, 0, 11, fill=RED, stroke=back, stroke_width=4)


# Abilities


def seven_hexes(ink: str, back: str) -> str:
    """Seven small hexes: an explosion around the tile."""
    around = "".join(path(hexagon(16, *polar(31, 60 * k)), fill=ink) for k in range(6))
    return around + path(hexagon(16), fill=RED, stroke=ink, stroke_width=3)


def hand(ink: str, back: str) -> str:
    """A hand: the tile returns to its owner."""
    fingers = _line("M-17-4V-32M-5-8V-42M7-8V-40M19-4V-30", ink, 10, "round") + _line("M-18 18L-36-2", ink, 11, "round")
    return fingers + path("M-23-8H24V16Q24 46 0 46Q-14 46-22 32Z", fill=ink)


def deploy(ink: str, back: str) -> str:
    """A question mark in a hex."""
    frame = path(hexagon(48), fill="none", stroke=ink, stroke_width=8, stroke_linejoin="round")
    return frame + text("?", 0, 0, 66, fill=ink)


def shield(ink: str, back: str) -> str:
    """Toughness."""
    return path("M0-46Q18-34 38-34V-2Q38 32 0 50Q-38 32-38-2V-34Q-18-34 0-46Z", fill=ink) + path(
        "M0-30Q12-22 25-21V-2Q25 21 0 34Z", fill=back
    )


def net_sign(ink: str, back: str) -> str:
    """A mesh: the unit is netted."""
    strands = "M-38-14L14-50M-46 8L38-46M-40 30L46-28M-18 44L44 2M38-14L-14-50M46 8L-38-46M40 30L-46-28M18 44L-44 2"
    return _line(strands, ink, 8, "round")


# Module effects


def _plus(ink: str, value: int, colour: str | None = None) -> str:
    """A plus or minus sign at the left, with the number if it is more than one."""
    sign = path(
        "M-50-6H-35V-21H-23V-6H-8V6H-23V21H-35V6H-50Z" if value > 0 else "M-50-6H-10V6H-50Z", fill=colour or ink
    )
    return sign if abs(value) == 1 else sign + text(str(abs(value)), -29, 38, 34, fill=colour or ink)


def melee_bonus(ink: str, back: str, value: int = 1) -> str:
    """Plus and a wide triangle."""
    return _plus(ink, value) + path("M-8 22L22-22L52 22Z", fill=ink)


def ranged_bonus(ink: str, back: str, value: int = 1) -> str:
    """Plus and a narrow triangle."""
    return _plus(ink, value) + path("M3 40L20-44L37 40Z", fill=ink)


def initiative_bonus(ink: str, back: str, value: int = 1) -> str:
    """Plus and a disc."""
    return _plus(ink, value) + circle(24, 0, 27, fill=ink) + path("M29-20L13 4H23L18 20L36-5H25Z", fill=back)


def initiative_loss(ink: str, back: str, value: int = -1) -> str:
    """A red minus and disc."""
    return _plus(ink, value, RED) + circle(24, 0, 27, fill=RED) + path("M29-20L13 4H23L18 20L36-5H25Z", fill=back)


def two_stars(ink: str, back: str) -> str:
    """An extra attack."""
    return path(star(5, 31, 12.5, 0, -23, 12), fill=ink) + path(star(5, 31, 12.5, 0, 24, -10), fill=ink)


def cross(ink: str, back: str) -> str:
    """A Medic."""
    return path("M-14-42H14V-14H42V14H14V42H-14V14H-42V-14H-14Z", fill="#0c7d4b", stroke=ink, stroke_width=4)


def quartermaster(ink: str, back: str) -> str:
    """A wide triangle equals a narrow one."""
    return path("M-50 17L-29-17L-8 17ZM17 34L31-38L45 34Z", fill=ink) + path("M-7-9H13V-2H-7ZM-7 4H13V11H-7Z", fill=ink)


def recon(ink: str, back: str) -> str:
    """One arrow equals two."""
    arrow = "h16v-9l17 16l-17 16v-9h-16z"
    return (
        path(f"M-49-7{arrow}", fill=ink)
        + path("M-12-8H3V-2H-12ZM-12 4H3V10H-12Z", fill=ink)
        + path(f"M10-29{arrow}M10 15{arrow}", fill=ink)
    )


def scoper(ink: str, back: str) -> str:
    """A red cogwheel: the enemy's modules."""
    wheel = path(cog(46, 8, 0.22), fill=RED, stroke=ink, stroke_width=3)
    return wheel + circle(0, 0, 20, fill=back) + circle(0, 0, 8, fill=RED)


def takeover(ink: str, back: str) -> str:
    """A red coin."""
    coin = circle(0, 0, 43, fill=RED, stroke=ink, stroke_width=4)
    ring = circle(0, 0, 32, fill="none", stroke=back, stroke_width=4)
    return coin + ring + path(star(5, 24, 10), fill=back)


def turn_one(ink: str, back: str) -> str:
    """A circular arrow around a hex: one own unit may be turned."""
    return rotation(ink, back) + path(hexagon(17), fill=ink)


INSTANT_SIGNS: Final[dict[str, Sign]] = {
    "battle": battle,
    "move": move,
    "push_back": push_back,
    "grenade": grenade,
    "sniper": sniper,
    "air_strike": air_strike,
    "terror": terror,
    "rotation": rotation,
    "castling": castling,
    "small_bomb": small_bomb,
    "mine": mine,
    "roots": more.roots,
    "hole": more.hole,
    "toxic_bomb": more.toxic_bomb,
    "paralysis": more.spiral,
    "smokescreen": more.smokescreen,
    "transposition": more.transposition,
    "ray": more.ray,
}
"""Signs by the effect of an instant or foundation."""

ABILITY_SIGNS: Final[dict[str, Sign]] = {
    "explode": seven_hexes,
    "deploy": deploy,
    "returns_to_pile": hand,
    "push_back": push_back,
    "rotate": rotation,
    "spy": more.spy,
    "sharpshooter": sniper,
    "execution": more.axe,
    "venom": more.drop,
    "paralysis": more.spiral,
    "mortar": more.mortar,
    "underground": more.tunnel,
    "needs_power": more.plug,
}
"""Signs by ability."""

_PLAIN_EFFECTS: Final[dict[str, Sign]] = {
    "medic": cross,
    "scoper": scoper,
    "recon": recon,
    "extra_attack": two_stars,
    "quartermaster": quartermaster,
    "grants_mobility": move,
    "takeover": takeover,
    "rotate_one_own_unit_per_turn": turn_one,
    "trap": seven_hexes,
    "steel_net": more.steel_net,
    "steel_net_free": more.steel_net_free,
    "motherland": more.motherland,
    "underground_castling": more.castling_below,
    "underground_all": more.all_below,
    "gives_paralysis": more.gives_paralysis,
    "paralyses_enemies": more.paralyses_enemies,
    "gives_venom": more.gives_venom,
    "enemy_initiative_zero": more.initiative_zero,
    "power": more.bolt,
    "gauss_transformer": more.gauss_transformer,
}
_NUMBERED_EFFECTS: Final[dict[str, Callable[[str, str, int], str]]] = {
    "initiative": initiative_bonus,
    "melee": melee_bonus,
    "ranged": ranged_bonus,
    "enemy_initiative": initiative_loss,
    "toughness": more.toughness_bonus,
    "extra_wound": more.extra_wound,
}
AGAINST_ENEMIES: Final = (
    "enemy_initiative",
    "scoper",
    "takeover",
    "paralyses_enemies",
    "enemy_initiative_zero",
    "extra_wound",
)
"""Module effects on hostile units."""


def effect_sign(effect: str, value: int, ink: str = INK, back: str = PAPER) -> str:
    """The sign of a module effect, or its first letter if it has no sign."""
    if effect in _NUMBERED_EFFECTS:
        return _NUMBERED_EFFECTS[effect](ink, back, value)
    if effect in _PLAIN_EFFECTS:
        return _PLAIN_EFFECTS[effect](ink, back)
    return text(effect[:1].upper(), 0, 0, 70, fill=ink)


def effect_signs(module: dict[str, int], radius: float, ink: str = INK, back: str = PAPER) -> str:
    """All effects of a module within a circle of that radius, each as `<g class="effect …">`."""
    places, share = _SPREAD[min(len(module), 4)]
    parts = []
    for (effect, value), (x, y) in zip(list(module.items())[:4], places, strict=False):
        move_by = f"translate({num(x * radius)} {num(y * radius)})" if (x, y) != (0, 0) else ""
        body = effect_sign(effect, value, ink, back)
        parts.append(
            group(body, class_=f"effect {effect}", transform=f"{move_by}scale({round(radius * share / 50, 3)})")
        )
    return "".join(parts)


# Positions of one to four effects in a circle of radius 1, and the radius of each.
_SPREAD: Final[dict[int, tuple[tuple[tuple[float, float], ...], float]]] = {
    0: ((), 1.0),
    1: (((0, 0),), 1.0),
    2: (((0, -0.46), (0, 0.46)), 0.66),
    3: (((0, -0.5), (-0.46, 0.36), (0.46, 0.36)), 0.54),
    4: (((-0.46, -0.44), (0.46, -0.44), (-0.46, 0.44), (0.46, 0.44)), 0.5),
}
