"""The pictures of an environment: letters, SVG, or pixels."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Final

from neurohex.errors import NeurohexError
from neurohex.lab.needs import need

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from neurohex.api.state import State

RENDER_MODES: Final = ("human", "ansi", "rgb_array", "svg")
"""`human` prints the letters."""
_TILE: Final = 60
"""Width of a tile in pixels."""


def check_mode(mode: str | None) -> None:
    """Raises `NeurohexError` for an unknown render mode."""
    if mode is not None and mode not in RENDER_MODES:
        raise NeurohexError(f'render_mode: expected one of {", ".join(RENDER_MODES)}, got "{mode}"')


def render(state: State, mode: str | None) -> str | NDArray[np.uint8] | None:
    """The picture of a state in a render mode; None without a mode and for `human`."""
    if mode == "svg":
        return state.svg(size=_TILE)
    if mode == "rgb_array":
        return pixels(state.svg(size=_TILE))
    if mode == "ansi":
        return str(state)
    if mode == "human":
        print(state)
    return None


def pixels(svg: str) -> NDArray[np.uint8]:
    """An SVG document as an array (height, width, 3)."""
    data = bytes(need("resvg_py").svg_to_bytes(svg_string=svg))
    image = need("PIL.Image").open(io.BytesIO(data)).convert("RGBA")
    paper = need("PIL.Image").new("RGBA", image.size, "white")
    paper.alpha_composite(image)
    found: NDArray[np.uint8] = need("numpy").asarray(paper.convert("RGB"))
    return found
