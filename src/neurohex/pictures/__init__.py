"""Pictures to share: a moment or a Battle as SVG, PNG, GIF or WebP that needs no page.

    moment_picture(state, lang)     a board with its players, as a `Picture`
    battle_film(battle, states)     a Battle as a list of `Frame`
    svg_of(picture), card_of(...)   a picture as SVG: upright, or wide for link previews
    png_of(svg)                     SVG as PNG, with a font of its own: the system's fonts do not matter
    animation_of(frames, "gif")     frames as GIF or WebP; needs Pillow (`pip install neurohex[animations]`)

All functions are pure. A PNG takes about 0.1 s of CPU time, an animation a second or two: run them in a worker.
"""

from __future__ import annotations

from neurohex.pictures.film import Frame, battle_film, turn_film
from neurohex.pictures.moments import moment_picture
from neurohex.pictures.page import Picture, Side, card_of, svg_of
from neurohex.pictures.raster import NoAnimations, animation_of, can_animate, png_of

__all__ = [
    "Frame",
    "NoAnimations",
    "Picture",
    "Side",
    "animation_of",
    "battle_film",
    "can_animate",
    "card_of",
    "moment_picture",
    "png_of",
    "svg_of",
    "turn_film",
]
