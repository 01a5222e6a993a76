"""What tells players apart who lead the same army (R11.5): a shade, a pattern and a numeral.

Shades are chosen so that they differ for every eye: distances are those that the eye sees which tells fewest colours
apart, with full sight, without red, without green or without blue.
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
"""As many players as a table has, and so as many of one army."""
_NUMERALS: Final = ("I", "II", "III", "IV", "V", "VI")
_SHADES: Final = tuple(percent / 100 for percent in range(16, 90, 2))
"""Brightness of the shades that an army's colour may have; darker or paler ones have no hue left."""
_INK: Final = ("#0d0f12", "#ffffff")

_Row = tuple[float, float, float]
EYES: Final[dict[str, tuple[_Row, _Row, _Row]]] = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "no green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "no blue": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
"""How eyes see linear red, green and blue: the model of Machado, Oliveira and Fernandes, at its full severity."""


def copy_of(army: Army, number: int) -> Army:
    """The army as the player shows it who is the `number`th besides the first to lead it: 0 is the army itself.

    Copies of one army have the same tiles and key, and each its own shade, pattern and numeral. Raises `DrawError`
    beyond the six that a table has.
    """
    if not 0 <= number < COPIES:
        raise DrawError(f"copy_of: expected a number from 0 to {COPIES - 1}, got {number}")
    table = [army]
    for _ in range(number):
        table.append(_another(army, table))
    return table[-1]


def player_armies(keys: Sequence[str]) -> tuple[Army, ...]:
    """The army that each player shows, given the keys of their armies in the order of seats.

    Whoever is first to lead an army shows it as it is. Others have it in a shade that is far from all at the table,
    with a pattern that nobody else has, and with a numeral: Borgo, Borgo II.
    """
    return _player_armies(tuple(keys))


@lru_cache(maxsize=256)
def _player_armies(keys: tuple[str, ...]) -> tuple[Army, ...]:
    table = [ARMIES[key] for key in dict.fromkeys(keys)]
    seated: list[Army] = []
    for seat, key in enumerate(keys):
        if key in keys[:seat]:
            table.append(_another(ARMIES[key], table))
            seated.append(table[-1])
        else:
            seated.append(ARMIES[key])
    return tuple(seated)


def numeral(army: Army) -> str:
    """The numeral of a copy, `II` to `VI`; nothing for an army itself."""
    *_, last = army.name.split() or [""]
    return last if last in _NUMERALS and army.key in ARMIES and army.name != ARMIES[army.key].name else ""


def _another(army: Army, table: list[Army]) -> Army:
    """One more copy of an army, as different as can be from all at the table."""
    same = [other.colour for other in table if other.key == army.key]
    others = [other.colour for other in table if other.key != army.key]
    shades = [_shade(army.colour, level) for level in _SHADES]
    # Between copies the shade tells most; other armies have other tiles and emblems too.
    colour = max(shades, key=lambda shade: min(apart(shade, same), 1.5 * apart(shade, others)))
    used = {other.pattern for other in table}
    # Three steps on from the army's own come patterns that look least like it, and all in the end.
    own = PATTERNS.index(army.pattern) if army.pattern in PATTERNS else 0
    order = [PATTERNS[(own + 3 * step) % len(PATTERNS)] for step in range(1, len(PATTERNS) + 1)]
    pattern = next((pattern for pattern in order if pattern not in used), order[0])
    number = sum(other.key == army.key for other in table)
    name = f"{army.name} {_NUMERALS[number] if number < len(_NUMERALS) else number + 1}"
    return replace(army, name=name, colour=colour, ink=_INK[brightness(colour) < 0.5], pattern=pattern)


def _shade(colour: str, level: float) -> str:
    """The colour made as bright as `level`."""
    bright = brightness(colour)
    if level < bright:
        return mix(colour, "#000", 1 - level / bright)
    return mix(colour, "#fff", (level - bright) / (1 - bright)) if bright < 1 else colour


def apart(colour: str, others: Iterable[str]) -> float:
    """How far a colour is from the nearest of others, for the eye that tells them apart worst: 0 where it cannot."""
    seen = [_seen(colour, eye) for eye in EYES]
    return min(
        (
            sum((a - b) ** 2 for a, b in zip(mine, _seen(other, eye), strict=True)) ** 0.5
            for other in others
            for mine, eye in zip(seen, EYES, strict=True)
        ),
        default=1.0,
    )


@lru_cache(maxsize=1024)
def _seen(colour: str, eye: str) -> tuple[float, float, float]:
    """A colour as an eye sees it, in Oklab, where equal distances look equal."""
    linear = [_linear(part / 255) for part in red_green_blue(colour)]
    red, green, blue = (max(0.0, sum(k * part for k, part in zip(row, linear, strict=True))) for row in EYES[eye])
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
