"""Our own emblems of the armies, drawn on HQs: centred on 0, 0, within radius 50."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from neurohex.draw.svg import circle, path, star, text


def _claws(ink: str, accent: str) -> str:
    """Borgo: three slashes of a claw."""
    slash = "c-6 30-16 56-34 78c10-26 14-50 14-76z"
    return path(f"M-14-38{slash}M14-42{slash}M42-38{slash}", fill=ink)


def _machine(ink: str, accent: str) -> str:
    """Moloch: a machine's head with one eye."""
    head = path("M-40-18Q-38-46 0-46Q38-46 40-18L34 14H22V42H-22V14H-34Z", fill=ink)
    teeth = path("M-13 24V42M0 24V42M13 24V42", fill="none", stroke=accent, stroke_width=5)
    return head + circle(0, -12, 17, fill=accent) + circle(0, -12, 8, fill=ink) + teeth


def _star(ink: str, accent: str) -> str:
    """The Outpost: a star over two chevrons."""
    return path(star(5, 34, 14, 0, 0, -16), fill=ink) + path(
        "M-34 14L0 30L34 14V24L0 40L-34 24ZM-34 30L0 46L34 30V38L0 54L-34 38Z", fill=ink
    )


def _crown(ink: str, accent: str) -> str:
    """Hegemony: a crown."""
    crown = path(
        "M-42 34L-48-22L-22 2L0-40L22 2L48-22L42 34Z", fill=ink, stroke=ink, stroke_width=5, stroke_linejoin="round"
    )
    return crown + path("M-32 20H32", fill="none", stroke=accent, stroke_width=6)


def _chip(ink: str, accent: str) -> str:
    """Smart: a chip."""
    pins = path("M-16-48V48M0-48V48M16-48V48M-48-16H48M-48 0H48M-48 16H48", fill="none", stroke=ink, stroke_width=7)
    return pins + path("M-32-32H32V32H-32Z", fill=ink) + path(star(4, 24, 9), fill=accent)


def _spade(ink: str, accent: str) -> str:
    """Vegas: the spade of a pack of cards."""
    return path(
        "M0-46C10-24 44-8 44 14C44 36 16 38 7 22Q8 38 18 46H-18Q-8 38-7 22C-16 38-44 36-44 14C-44-8-10-24 0-46Z",
        fill=ink,
    )


def _hourglass(ink: str, accent: str) -> str:
    """Doomsday Machine: an hourglass."""
    frame = path("M-34-48H34V-36H-34ZM-34 36H34V48H-34Z", fill=ink)
    glass = path("M-26-36H26Q26-14 6 0Q26 14 26 36H-26Q-26 14-6 0Q-26-14-26-36Z", fill=ink)
    return frame + glass + path("M-14-24H14Q10-12 0-6Q-10-12-14-24ZM-17 32Q-14 18 0 12Q14 18 17 32Z", fill=accent)


_EMBLEMS: Final[dict[str, Callable[[str, str], str]]] = {
    "borgo": _claws,
    "moloch": _machine,
    "outpost": _star,
    "hegemony": _crown,
    "smart": _chip,
    "vegas": _spade,
    "doomsday": _hourglass,
}


def emblem(key: str, name: str, ink: str, accent: str) -> str:
    """The army's emblem in `ink`, with details in `accent`. Falls back to the first letter of `name`."""
    maker = _EMBLEMS.get(key)
    return maker(ink, accent) if maker else text(name[:1].upper() or "?", 0, 0, 92, fill=ink)
