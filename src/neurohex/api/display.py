"""Values as HTML for notebooks. Only HTML, CSS and SVG: no scripts, no network.

States, Battles and records show themselves. Tiles and units, which know nothing of drawing, are shown by what
`show_in_notebooks` tells the running notebook.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import count
from typing import Any, Final

from neurohex.model.values import Unit
from neurohex.tiles import ARMIES, EXTRAS, Tile

_NUMBER: Final = count(1)
Frame = tuple[str, str, Sequence[str]]
"""Title, picture as SVG or nothing, sentences."""


def stepper(frames: Sequence[Frame]) -> str:
    """Frames to step through by clicking their titles, the first one open."""
    name = f"neurohex-{next(_NUMBER)}"
    rules, inputs, bodies = [], [], []
    for n, (title, svg, lines) in enumerate(frames):
        checked = " checked" if n == 0 else ""
        inputs.append(
            f'<input type="radio" name="{name}" id="{name}-{n}"{checked} style="margin:0 2px 0 8px">'
            f'<label for="{name}-{n}">{escape(title)}</label>'
        )
        items = "".join(f"<li>{escape(line)}</li>" for line in lines)
        bodies.append(f'<div class="{name} {name}-{n}">{svg}<ul>{items}</ul></div>')
        rules.append(f"#{name}-{n}:checked ~ .{name}-{n} {{display: block}}")
    style = f"<style>.{name} {{display: none}} {' '.join(rules)}</style>"
    return f"<div>{style}{''.join(inputs)}{''.join(bodies)}</div>"


def show_in_notebooks(shell: Any) -> None:
    """Let an IPython shell show tiles and units as pictures. Does nothing for a shell without pictures, or None."""
    formatters = getattr(getattr(shell, "display_formatter", None), "formatters", {})
    if "text/html" in formatters:
        formatters["text/html"].for_type(Tile, tile_html)
        formatters["text/html"].for_type(Unit, unit_html)


def tile_html(tile: Tile) -> str:
    """A tile and its name."""
    return _captioned(_picture(tile, 0), tile.name)


def unit_html(unit: Unit) -> str:
    """A unit as it faces, and its state in words."""
    words = [f"{unit.name} {unit.hex}", f"facing {unit.facing}"]
    if unit.points is not None:
        words.append(f"{unit.points} points")
    if unit.wounds:
        words.append("1 wound" if unit.wounds == 1 else f"{unit.wounds} wounds")
    if unit.initiative:
        words.append(f"initiative {', '.join(map(str, unit.initiative))}")
    words += ["netted"] * unit.is_netted + ["paralysed"] * unit.is_paralysed + ["taken over"] * unit.is_taken
    return _captioned(_picture(unit.tile, unit.rotation), ", ".join(words))


def _picture(tile: Tile, rotation: int) -> str:
    from neurohex.draw.tile import tile_svg

    return tile_svg(tile, ARMIES.get(tile.army) or EXTRAS[tile.army], rotation=rotation)


def _captioned(svg: str, words: str) -> str:
    return f"<figure>{svg}<figcaption>{escape(words)}</figcaption></figure>"
