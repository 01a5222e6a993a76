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


def _badge(ink: str, accent: str) -> str:
    """Steel Police: a badge."""
    shield = path("M0-50Q20-38 42-40V-4Q40 32 0 52Q-40 32-42-4V-40Q-20-38 0-50Z", fill=ink)
    return shield + path(star(6, 28, 13, 0, 0, -2), fill=accent) + circle(0, -2, 7, fill=ink)


def _skyline(ink: str, accent: str) -> str:
    """New York: towers."""
    towers = path("M-48 46V-6H-26V46ZM-22 46V-30H-8V-44L0-54L8-44V-30H22V46ZM26 46V-16H48V46Z", fill=ink)
    lit = "M-12-16H-4M4-16H12M-12 2H-4M4 2H12M-12 20H-4M4 20H12M-41 8H-33M-41 24H-33M33 0H41M33 18H41"
    return towers + path(lit, fill="none", stroke=accent, stroke_width=6)


def _leaf(ink: str, accent: str) -> str:
    """Neojungle: a leaf."""
    leaf = path("M-40 46C-52-6-20-48 44-48C50 10 22 48-26 34L-34 48Z", fill=ink)
    return leaf + path(
        "M-30 36L26-30M-10 12V-18M-10 12H22M8-10V-32M8-10H34", fill="none", stroke=accent, stroke_width=5
    )


def _rat(ink: str, accent: str) -> str:
    """Sharrash: a rat's head."""
    ears = circle(-30, -26, 19, fill=ink) + circle(30, -26, 19, fill=ink)
    head = path("M-34-18Q0-40 34-18Q34 12 8 42Q0 50-8 42Q-34 12-34-18Z", fill=ink)
    eyes = circle(-13, -4, 6, fill=accent) + circle(13, -4, 6, fill=accent)
    return ears + head + eyes + path("M-6 34V48M6 34V48", fill="none", stroke=accent, stroke_width=6)


def _river(ink: str, accent: str) -> str:
    """Mississippi: a drop over waves."""
    drop = path("M0-52C12-30 24-20 24-4A24 24 0 0 1-24-4C-24-20-12-30 0-52Z", fill=ink)
    waves = "M-48 32q12-14 24 0t24 0t24 0t24 0M-48 48q12-14 24 0t24 0t24 0t24 0"
    return drop + path(waves, fill="none", stroke=ink, stroke_width=8) + circle(-7, -4, 6, fill=accent)


def _trefoil(ink: str, accent: str) -> str:
    """Uranopolis: the sign of radiation."""
    blade = "M-9-15L-25-42A49 49 0 0 1 25-42L9-15A18 18 0 0 0-9-15Z"
    blades = "".join(path(blade, fill=ink, transform=f"rotate({120 * k + 180})") for k in range(3))
    return blades + circle(0, 0, 11, fill=ink)


_EMBLEMS: Final[dict[str, Callable[[str, str], str]]] = {
    "borgo": _claws,
    "moloch": _machine,
    "outpost": _star,
    "hegemony": _crown,
    "smart": _chip,
    "vegas": _spade,
    "doomsday": _hourglass,
    "steelpolice": _badge,
    "newyork": _skyline,
    "neojungle": _leaf,
    "sharrash": _rat,
    "mississippi": _river,
    "uranopolis": _trefoil,
}


def emblem(key: str, name: str, ink: str, accent: str) -> str:
    """The army's emblem in `ink`, with details in `accent`. Falls back to the first letter of `name`."""
    maker = _EMBLEMS.get(key)
    return maker(ink, accent) if maker else text(name[:1].upper() or "?", 0, 0, 92, fill=ink)
