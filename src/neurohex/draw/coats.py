"""Tell apart players of the same army (R11.5) by shade, pattern and numeral.

Shades differ for colour-blind readers too: the distance of two colours is the smallest over full vision,
protanopia, deuteranopia and tritanopia.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from neurohex.draw.svg import brightness, mix, red_green_blue
from neurohex.draw.view import DrawError
from neurohex.tiles import ARMIES, PATTERNS, Army

COPIES: Final = 6
"""Most players at a table, and so most copies of one army."""
_NUMERALS: Final = ("I", "II", "III", "IV", "V", "VI")
_SHADES: Final = tuple(percent / 100 for percent in range(16, 90, 2))
"""Candidate brightness levels of a shade. Darker or paler shades lose their hue."""
_INK: Final = ("#0d0f12", "#ffffff")

_Row = tuple[float, float, float]
VISIONS: Final[dict[str, tuple[_Row, _Row, _Row]]] = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "no green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "no blue": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
"""Matrices on linear RGB that simulate colour vision: Machado, Oliveira and Fernandes, full severity."""


def copy_of(army: Army, number: int) -> Army:
    """The army as its player number `number` shows it, counted from 0. Number 0 is the army itself.

    Copies have the same tiles and key, but their own shade, pattern and numeral. Raises `DrawError` for numbers
    outside 0 to 5.
    """
    if not 0 <= number < COPIES:
        raise DrawError(f"copy_of: expected a number from 0 to {COPIES - 1}, got {number}")
    table = [army]
    for _ in range(number):
        table.append(_new_copy(army, table))
    return table[-1]


def player_armies(keys: Sequence[str]) -> tuple[Army, ...]:
    """The army that each player shows, given army keys in seat order.

    The first player of an army shows it unchanged. The others get a shade far from every army at the table, a pattern
    that nobody else has, and a numeral: Borgo, Borgo II.
    """
    return _player_armies(tuple(keys))


@lru_cache(maxsize=256)
def _player_armies(keys: tuple[str, ...]) -> tuple[Army, ...]:
    table = [ARMIES[key] for key in dict.fromkeys(keys)]
    seated: list[Army] = []
    for seat, key in enumerate(keys):
        if key in keys[:seat]:
            table.append(_new_copy(ARMIES[key], table))
            seated.append(table[-1])
        else:
            seated.append(ARMIES[key])
    return tuple(seated)


def numeral(army: Army) -> str:
    """The numeral of a copy, `II` to `VI`; empty for the army itself."""
    *_, last = army.name.split() or [""]
    return last if last in _NUMERALS and army.key in ARMIES and army.name != ARMIES[army.key].name else ""


def _new_copy(army: Army, table: list[Army]) -> Army:
    """One more copy of an army, as different as possible from all armies at the table."""
    same = [other.colour for other in table if other.key == army.key]
    others = [other.colour for other in table if other.key != army.key]
    shades = [_shade(army.colour, level) for level in _SHADES]
    # Copies of one army differ mainly by shade; other armies have different tiles and emblems too.
    colour = max(shades, key=lambda shade: min(min_distance(shade, same), 1.5 * min_distance(shade, others)))
    used = {other.pattern for other in table}
    # Steps of three from the army's own pattern try the least similar patterns first, and all of them in the end.
    own = PATTERNS.index(army.pattern) if army.pattern in PATTERNS else 0
    order = [PATTERNS[(own + 3 * step) % len(PATTERNS)] for step in range(1, len(PATTERNS) + 1)]
    pattern = next((pattern for pattern in order if pattern not in used), order[0])
    number = sum(other.key == army.key for other in table)
    name = f"{army.name} {_NUMERALS[number] if number < len(_NUMERALS) else number + 1}"
    return replace(army, name=name, colour=colour, ink=_INK[brightness(colour) < 0.5], pattern=pattern)


def _shade(colour: str, level: float) -> str:
    """The colour at brightness `level`."""
    bright = brightness(colour)
    if level < bright:
        return mix(colour, "#000", 1 - level / bright)
    return mix(colour, "#fff", (level - bright) / (1 - bright)) if bright < 1 else colour


def min_distance(colour: str, others: Iterable[str]) -> float:
    """Oklab distance to the nearest of `others`, for the kind of vision that separates them worst."""
    seen = [_oklab(colour, vision) for vision in VISIONS]
    return min(
        (
            sum((a - b) ** 2 for a, b in zip(mine, _oklab(other, vision), strict=True)) ** 0.5
            for other in others
            for mine, vision in zip(seen, VISIONS, strict=True)
        ),
        default=1.0,
    )


@lru_cache(maxsize=1024)
def _oklab(colour: str, vision: str) -> tuple[float, float, float]:
    """A colour in Oklab, where equal distances look equal, as this kind of vision sees it."""
    linear = [_linear(part / 255) for part in red_green_blue(colour)]
    red, green, blue = (max(0.0, sum(k * part for k, part in zip(row, linear, strict=True))) for row in VISIONS[vision])
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
    )


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)
