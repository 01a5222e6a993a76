"""Draw many tiles side by side, each with its name below."""

from __future__ import annotations

from collections.abc import Iterable

from neurohex.draw.svg import APOTHEM, document, element, group, num, text, title
from neurohex.draw.tile import tile_group
from neurohex.draw.words import describe
from neurohex.tiles import Army, Tile

_STEP = 232.0
_ROW = 236.0


def sheet_svg(tiles: Iterable[tuple[Tile, Army]], *, columns: int = 6, size: int = 120) -> str:
    """A complete SVG document of unrotated tiles in rows, each `size` pixels wide with its name below."""
    parts = []
    count = 0
    for tile, army in tiles:
        x, y = (count % columns) * _STEP, (count // columns) * _ROW
        words = describe(tile, army)
        name = text(tile.name, 0, APOTHEM + 22, 24 if len(tile.name) < 16 else 20, fill="#c3ccd6")
        body = title(words) + tile_group(tile, army) + name
        parts.append(group(body, transform=f"translate({num(x)} {num(y)})", role="img", aria_label=words))
        count += 1
    width = min(max(count, 1), columns) * _STEP
    height = -(-max(count, 1) // columns) * _ROW
    left, top = -_STEP / 2, -APOTHEM - 16
    table = element("rect", x=left, y=top, width=width, height=height, rx=24, fill="#101317")
    label = "1 tile" if count == 1 else f"{count} tiles"
    return document(table + "".join(parts), (left, top, width, height), size * width / 200, label, "group")
