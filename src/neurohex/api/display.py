"""Values as HTML for notebooks. Only HTML, CSS and SVG: no scripts, no network."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import count
from typing import Final

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
