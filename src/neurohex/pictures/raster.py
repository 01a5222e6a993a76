"""SVG as PNG, and frames as an animation."""

from __future__ import annotations

import io
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Literal

import resvg_py

from neurohex.errors import NeurohexError
from neurohex.pictures.film import Frame
from neurohex.pictures.page import svg_of

_FONT: Final = str(Path(__file__).with_name("fonts") / "DejaVuSans-Bold.ttf")
"""The one font of all pictures: the system may have none."""
_FAMILY: Final = "DejaVu Sans"
_COLOURS: Final = 128
"""Colours of a GIF. Drawings are flat: more only makes the file larger."""
_WEBP_QUALITY: Final = 80

Animated = Literal["gif", "webp"]


class NoAnimations(NeurohexError):
    """Pillow is not installed."""

    def __init__(self) -> None:
        super().__init__('animations need Pillow: pip install "neurohex[animations]"')


def png_of(svg: str, width: int) -> bytes:
    """An SVG document as PNG, `width` pixels wide."""
    return resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        skip_system_fonts=True,
        font_files=[_FONT],
        font_family=_FAMILY,
        sans_serif_family=_FAMILY,
    )


def can_animate() -> bool:
    """Whether `animation_of` works here."""
    return find_spec("PIL") is not None


def animation_of(frames: Sequence[Frame], form: Animated, width: int) -> bytes:
    """Frames as an animation that repeats for ever, `width` pixels wide. Raises `NoAnimations`."""
    try:
        from PIL import Image  # an optional dependency
    except ImportError:
        raise NoAnimations from None
    images = [Image.open(io.BytesIO(png_of(svg_of(frame.picture), width))).convert("RGB") for frame in frames]
    times = [frame.milliseconds for frame in frames]
    data = io.BytesIO()
    if form == "gif":
        # One palette for all frames: what does not change keeps its colour, and is not stored again.
        small = (images[0].width // 3, images[0].height // 3)
        strip = Image.new("RGB", (small[0] * len(images), small[1]))
        for number, image in enumerate(images):
            strip.paste(image.resize(small, Image.Resampling.NEAREST), (number * small[0], 0))
        palette = strip.quantize(_COLOURS, dither=Image.Dither.NONE)
        flat = [image.quantize(palette=palette, dither=Image.Dither.NONE) for image in images]
        flat[0].save(data, "GIF", save_all=True, append_images=flat[1:], duration=times, loop=0, disposal=1)
    else:
        images[0].save(
            data,
            "WEBP",
            save_all=True,
            append_images=images[1:],
            duration=times,
            loop=0,
            quality=_WEBP_QUALITY,
            method=2,
            minimize_size=False,
        )
    return data.getvalue()
