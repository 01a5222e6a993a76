"""Signs of abilities, effects and markers beyond those of the first seven armies. See `signs` for their form."""

from __future__ import annotations

from neurohex.draw.svg import circle, group, hexagon, num, path, polar, polygon, star, text

VENOM: str = "#3f9b1f"
"""Venom and poison."""
NUMB: str = "#7b3fc4"
"""Paralysis."""
CURRENT: str = "#ffd400"
"""Power."""
_RED: str = "#d3122b"
_DROP: str = "M0-50C16-20 34-4 34 18A34 34 0 0 1-34 18C-34-4-16-20 0-50Z"
_BOLT: str = "M10-50L-34 8H-6L-14 50L34-12H6Z"


def _line(data: str, ink: str, width: float, cap: str = "round") -> str:
    return path(data, fill="none", stroke=ink, stroke_width=width, stroke_linecap=cap, stroke_linejoin="round")


def _outlined(data: str, fill: str, ink: str, width: float = 5) -> str:
    return path(data, fill=fill, stroke=ink, stroke_width=width, stroke_linejoin="round")


def _half(body: str, x: float = 22, y: float = 0, scale: float = 0.56) -> str:
    """A sign at the right of a plus or minus."""
    return group(body, transform=f"translate({num(x)} {num(y)})scale({scale})")


def _plus(colour: str, value: int = 1) -> str:
    sign = path("M-50-6H-37V-19H-25V-6H-12V6H-25V19H-37V6H-50Z", fill=colour)
    return sign if value == 1 else sign + text(str(value), -31, 36, 32, fill=colour)


# Abilities


def spy(ink: str, back: str) -> str:
    """A hat over dark glasses."""
    hat = path("M-48-8Q-24-16-24-24Q-22-46-10-46Q0-40 10-46Q22-46 24-24Q24-16 48-8Q0 6-48-8Z", fill=ink)
    glasses = circle(-19, 22, 15, fill=ink) + circle(19, 22, 15, fill=ink) + _line("M-6 18Q0 13 6 18", ink, 6)
    return hat + glasses


def axe(ink: str, back: str) -> str:
    """An axe: execution."""
    shaft = _line("M-32 46L24-40", ink, 10)
    blade = path("M2-40Q22-56 46-34Q52-8 30 12Q28-8 12-14L-4-26Z", fill=_RED, stroke=ink, stroke_width=5)
    return shaft + blade


def drop(ink: str, back: str) -> str:
    """A green drop with a skull's eyes: venom."""
    face = circle(-12, 12, 8, fill=back) + circle(12, 12, 8, fill=back) + path("M-8 32H8", stroke=back, stroke_width=7)
    return _outlined(_DROP, VENOM, ink) + face


def spiral(ink: str, back: str, colour: str = NUMB) -> str:
    """A spiral: paralysis."""
    data = "M2 0A9 9 0 0 1-14 6A19 19 0 0 1 2-24A28 28 0 0 1 28 10A36 36 0 0 1-34 22A46 46 0 0 1-16-40"
    return _line(data, ink, 17) + _line(data, colour, 9)


def mortar(ink: str, back: str) -> str:
    """A shot in an arc over a block."""
    arc = _line("M-44 30Q-36-44 0-44Q26-44 34-8", ink, 9)
    return (
        arc + path("M16-14L52-14L36 16Z", fill=ink) + path("M-17 0H17V34H-17Z", fill=ink) + _line("M-48 44H48", ink, 8)
    )


def tunnel(ink: str, back: str) -> str:
    """An arrow below the ground."""
    ground = _line("M-48-34H-24M24-34H48", ink, 10)
    return ground + path("M-12-46H12V2H36L0 48L-36 2H-12Z", fill=ink)


def plug(ink: str, back: str) -> str:
    """A plug: the unit needs power."""
    pins = _line("M-15-44V-22M15-44V-22", ink, 11)
    body = path("M-33-22H33V-2Q33 24 0 24Q-33 24-33-2Z", fill=ink)
    return pins + body + _line("M0 22V32Q0 46 16 46H44", ink, 9)


def anywhere(ink: str, back: str) -> str:
    """Four arrows away from the middle: any hex of the board."""
    head = "M0-52L15-33H-15Z"
    return "".join(path(head, fill=ink, transform=f"rotate({90 * k + 45})") for k in range(4))


# Module effects


def toughness_bonus(ink: str, back: str, value: int = 1) -> str:
    """Plus and a shield."""
    shield = "M0-46Q18-34 38-34V-2Q38 32 0 50Q-38 32-38-2V-34Q-18-34 0-46Z"
    half = "M0-30Q12-22 25-21V-2Q25 21 0 34Z"
    return _plus(ink, value) + _half(path(shield, fill=ink) + path(half, fill=back), scale=0.64)


def steel(ink: str, back: str) -> str:
    """A ring with a mesh of steel."""
    mesh = "M-30-14L14 30M-22-26L26 22M-10-32L32 10M30-14L-14 30M22-26L-26 22M10-32L-32 10"
    return circle(0, 0, 38, fill="#b9c7d3", stroke=ink, stroke_width=9) + _line(mesh, ink, 5)


def steel_net(ink: str, back: str) -> str:
    """The steel mesh and its price."""
    return _half(steel(ink, back), -4, -4, 0.98) + _tag("−1", _RED)


def steel_net_free(ink: str, back: str) -> str:
    """The steel mesh for nothing."""
    return _half(steel(ink, back), -4, -4, 0.98) + _tag("0", "#0c7d4b")


def _tag(words: str, colour: str) -> str:
    return circle(29, 29, 20, fill=colour, stroke="#fff", stroke_width=4) + text(words, 29, 29, 25, fill="#fff")


def motherland(ink: str, back: str) -> str:
    """Units grown together: discs on one stem, and leaves."""
    stem = _line("M-32 30L0-6L32 30M0-6V-34", "#2c7a1f", 10)
    discs = "".join(circle(x, y, 14, fill=ink) for x, y in ((-32, 30), (32, 30), (0, -34)))
    return stem + discs + _outlined("M0-2Q22-4 28-26Q4-26 0-2ZM0 2Q-22 0-28-22Q-4-22 0 2Z", "#58b031", ink, 3)


def castling_below(ink: str, back: str) -> str:
    """Two arrows below an arch: castling underground."""
    arch = _line("M-46 34V4A46 46 0 0 1 46 4V34", ink, 8)
    return arch + path("M-28-8H6V-20L32-2L6 16V4H-28ZM28 30H-6V42L-32 24L-6 6V18H28Z", fill=ink)


def all_below(ink: str, back: str) -> str:
    """Three arrows below the ground: everyone is underground."""
    arrow = "h12v26h12l-18 24l-18-24h12z"
    return _line("M-48-38H48", ink, 10) + path(f"M-38-24{arrow}M-6-10{arrow}M26-24{arrow}", fill=ink)


def gives_paralysis(ink: str, back: str) -> str:
    """Plus and a spiral."""
    return _plus(ink) + _half(spiral(ink, back), 20, 0, 0.68)


def paralyses_enemies(ink: str, back: str) -> str:
    """A red spiral."""
    return spiral(ink, back, "#ff3b4e")


def gives_venom(ink: str, back: str) -> str:
    """Plus and a drop."""
    return _plus(ink) + _half(drop(ink, back), 20, 0, 0.7)


def initiative_zero(ink: str, back: str) -> str:
    """A red disc with a nought."""
    disc = circle(0, 0, 42, fill=_RED, stroke=ink, stroke_width=4)
    return disc + text("0", 0, 0, 66, fill=back)


def bolt(ink: str, back: str) -> str:
    """A flash: power."""
    return _outlined(_BOLT, CURRENT, ink, 7)


def extra_wound(ink: str, back: str, value: int = 1) -> str:
    """A red plus and a drop of blood."""
    return _plus(_RED, value) + _half(_outlined(_DROP, _RED, ink), 20, 0, 0.74)


def gauss_transformer(ink: str, back: str) -> str:
    """A narrow triangle equals a Gauss shot."""
    narrow = path("M-48 34L-34-38L-20 34Z", fill=ink) + path("M-13-9H7V-2H-13ZM-13 4H7V11H-13Z", fill=ink)
    beam = (
        _outlined("M15 34L31-20L47 34Z", "#00c4ff", ink, 4)
        + _line("M31 22V-46", ink, 9)
        + _line("M31 20V-45", "#00c4ff", 4)
    )
    return narrow + beam + path(star(4, 14, 5, 0, 31, 4), fill="#fff", stroke=ink, stroke_width=3)


# Foundations


def roots(ink: str, back: str) -> str:
    """A stump with roots."""
    data = (
        "M0-46V-4M0-8Q-4 22-38 26M0-8Q4 22 38 26M-1-4Q-6 30-22 48M1-4Q6 30 22 48M-26 22Q-38 36-46 36M26 22Q38 36 46 36"
    )
    leaves = _outlined("M2-28Q24-28 32-48Q8-50 2-28ZM-2-20Q-24-20-32-40Q-8-42-2-20Z", "#58b031", ink, 4)
    return _line(data, ink, 10) + leaves


def hole(ink: str, back: str) -> str:
    """A dark pit, and arrows into it."""
    pit = path("M-46 14A46 26 0 1 1 46 14A46 26 0 1 1-46 14Z", fill=ink)
    depth = _line("M-32 8A36 18 0 0 1 32 8", back, 5)
    return pit + depth + path("M-8-50H8V-28H22L0-6L-22-28H-8Z", fill=ink, stroke=back, stroke_width=4)


def toxic_bomb(ink: str, back: str) -> str:
    """A barrel with a green drop, and its explosion."""
    burst = path(polygon([polar(34 if k % 2 else 50, 15 * k) for k in range(24)]), fill=ink)
    return burst + group(_outlined(_DROP, "#6ddc3c", back), transform="scale(.56)")


# Instants


def smokescreen(ink: str, back: str) -> str:
    """A cloud, and an arrow that turns."""
    cloud = path("M-30 46A20 20 0 0 1-34 8A24 24 0 0 1 6-6A20 20 0 0 1 34 10A18 18 0 0 1 32 46Z", fill=ink)
    arc = _line("M-36-12A38 38 0 0 1 24-34", ink, 10, "butt")
    return cloud + arc + path("M16-52L46-24L12-14Z", fill=ink)


def transposition(ink: str, back: str) -> str:
    """A hex struck out, and another that takes its place."""
    gone = _outlined(hexagon(25, 22, -24), back, ink, 7) + _line("M10-36L34-12M34-36L10-12", _RED, 9)
    return (
        gone
        + path(hexagon(22, -26, 28), fill=ink)
        + _line("M-6 40Q26 42 26 20", ink, 9, "butt")
        + path("M10 24H42L26 2Z", fill=ink)
    )


def ray(ink: str, back: str) -> str:
    """A beam through a line of hexes."""
    hexes = "".join(path(hexagon(17, 0, y), fill=ink) for y in (-32, 0, 32))
    beam = _line("M0-50V50", back, 9, "butt") + _line("M0-50V50", _RED, 5, "butt")
    sides = _line("M-30-44V-20M30 20V44M-30 4V28M30-28V-4", ink, 6)
    return group(hexes + beam + sides, transform="rotate(30)")


# Markers on units


def marker(kind: str, count: int) -> str:
    """A marker on a unit, of radius 26: `venom`, `paralysis`, `steel_net` or `no_power`; `count` is written on it."""
    colour, sign, size = {
        "venom": ("#d9f7c8", drop("#14171c", "#d9f7c8"), 0.36),
        "paralysis": ("#ecdcff", spiral("#14171c", "#ecdcff"), 0.38),
        "steel_net": ("#eef3f7", steel("#14171c", "#eef3f7"), 0.42),
        "no_power": ("#fff3b0", plug("#14171c", "#fff3b0") + _line("M-44-44L44 44", _RED, 12), 0.34),
    }[kind]
    disc = circle(0, 0, 26, fill="#14171c") + circle(0, 0, 22, fill=colour, stroke="#fff", stroke_width=3)
    number = "" if count < 2 else circle(18, 16, 13, fill="#14171c") + text(str(count), 18, 16, 20, fill="#fff")
    return group(disc + group(sign, transform=f"scale({size})") + number, class_=f"marker {kind}")
