"""Helpers for writing SVG by hand: numbers, elements, text, colours and hexes.

Lengths are in tile units: a tile has radius 100. y points down.
"""

from __future__ import annotations

import math
from typing import Final
from xml.sax.saxutils import escape, quoteattr

RADIUS: Final = 100.0
"""Distance from the middle of a tile to a corner."""
APOTHEM: Final = RADIUS * math.sqrt(3) / 2
"""Distance from the middle of a tile to an edge."""
FONT: Final = "'DejaVu Sans',Verdana,'Segoe UI',Arial,sans-serif"

Point = tuple[float, float]


def num(value: float) -> str:
    """The shortest form of a number with at most one decimal."""
    rounded = round(value, 1)
    return str(int(rounded)) if rounded == int(rounded) else str(rounded)


def attributes(values: dict[str, str | float]) -> str:
    """Attributes for a start tag, each with a leading space. `_` in a name becomes `-`."""
    words = []
    for key, value in values.items():
        text = value if isinstance(value, str) else num(value)
        words.append(f" {key.rstrip('_').replace('_', '-')}={quoteattr(text)}")
    return "".join(words)


def element(name: str, body: str = "", /, **values: str | float) -> str:
    """One element. `class_` and `stroke_width` become `class` and `stroke-width`. `body` is markup, not escaped."""
    start = f"<{name}{attributes(values)}"
    return f"{start}>{body}</{name}>" if body else f"{start}/>"


def group(body: str, /, **values: str | float) -> str:
    """A `<g>` around `body`, or nothing if `body` is empty."""
    return element("g", body, **values) if body else ""


def path(data: str, /, **values: str | float) -> str:
    """A `<path>`."""
    return element("path", d=data, **values)


def circle(x: float, y: float, radius: float, /, **values: str | float) -> str:
    """A `<circle>`. Coordinates that are 0 are omitted."""
    place: dict[str, str | float] = {}
    if round(x, 1):
        place["cx"] = x
    if round(y, 1):
        place["cy"] = y
    return element("circle", **place, r=radius, **values)


def text(words: str, x: float, y: float, size: float, /, **values: str | float) -> str:
    """Bold upright text centred on (x, y). Escapes `words`."""
    given: dict[str, str | float] = {"x": x, "y": y + 0.36 * size, "font_size": size}
    return element("text", escape(words), **{**given, "text_anchor": "middle", **values})


def title(words: str) -> str:
    """A `<title>`, for tooltips and screen readers."""
    return element("title", escape(words))


def document(body: str, box: tuple[float, float, float, float], width: float, label: str, role: str = "img") -> str:
    """A complete SVG document that shows `box` (left, top, width, height) at `width` pixels."""
    return element(
        "svg",
        title(label) + body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(num(side) for side in box),
        width=width,
        height=width * box[3] / box[2],
        role=role,
        aria_label=label,
        font_family=FONT,
        font_weight="700",
    )


def polar(distance: float, degrees: float) -> Point:
    """The point at that distance from the middle. 0 degrees is north; angles grow clockwise."""
    angle = math.radians(degrees)
    return distance * math.sin(angle), -distance * math.cos(angle)


def polygon(points: list[Point]) -> str:
    """Path data of a closed polygon."""
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points) + "Z"


def hexagon(radius: float, x: float = 0, y: float = 0) -> str:
    """Path data of a flat-topped hex centred on (x, y)."""
    corners = (polar(radius, 60 * k + 30) for k in range(6))
    return polygon([(x + dx, y + dy) for dx, dy in corners])


def star(spikes: int, outer: float, inner: float, turn: float = 0, x: float = 0, y: float = 0) -> str:
    """Path data of a star whose first spike points to `turn` degrees."""
    points = []
    for k in range(2 * spikes):
        dx, dy = polar(inner if k % 2 else outer, turn + 180 * k / spikes)
        points.append((x + dx, y + dy))
    return polygon(points)


def cog(outer: float, teeth: int = 10, depth: float = 0.16) -> str:
    """Path data of the rim of a cogwheel; `depth` is the height of the teeth as a share of the radius."""
    inner, step = outer * (1 - depth), 360 / teeth
    points = []
    for k in range(teeth):
        for distance, share in ((inner, -0.32), (outer, -0.2), (outer, 0.2), (inner, 0.32)):
            points.append(polar(distance, (k + share) * step))
    return polygon(points)


def mix(colour: str, other: str, share: float) -> str:
    """Mix two colours, `#rgb` or `#rrggbb`: `share` of `other`, the rest `colour`."""
    pairs = zip(red_green_blue(colour), red_green_blue(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def brightness(colour: str) -> float:
    """Perceived brightness of a colour, 0 to 1."""
    red, green, blue = red_green_blue(colour)
    return (0.299 * red + 0.587 * green + 0.114 * blue) / 255


def red_green_blue(colour: str) -> tuple[int, int, int]:
    """Red, green and blue of `#rgb` or `#rrggbb`, each 0 to 255."""
    digits = colour.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(2 * digit for digit in digits)
    return int(digits[0:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)
