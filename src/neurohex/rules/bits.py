"""Bit masks: sets of hexes or players, each as one number.

The rules walk over the members of a mask like this, lowest first:

    while left:
        h = lowest(left)
        left = rest(left)

A generator would read better, but compiled it takes three to five times as long; this loop is where the rules spend
their time.
"""

from typing import Final

from neurohex.compat import i64, vec

# mypyc writes `i64(1) << n` as a shift of a C int, which loses every bit from 31 on. Looking the bit up does not.
BIT: Final = vec[i64]([1 << n for n in range(62)])
"""BIT[n]: the mask with only bit n set."""

_DE_BRUIJN: Final = 0x03F79D71B4CB0A89
"""Every window of six bits in this number is different. So the top six bits of `_DE_BRUIJN << n` identify `n`."""


def _shifts() -> list[int]:
    """By those top six bits: the shift."""
    table = [0] * 64
    for n in range(64):
        table[(_DE_BRUIJN << n >> 58) & 63] = n
    return table


_SHIFT: Final = vec[i64](_shifts())


def lowest(mask: i64) -> i64:
    """Number of the lowest bit that is set. The mask must not be empty."""
    return _SHIFT[((mask & -mask) * _DE_BRUIJN >> 58) & 63]


def rest(mask: i64) -> i64:
    """The mask without its lowest bit."""
    return mask & (mask - 1)


def has(mask: i64, n: i64) -> bool:
    """Whether bit `n` is set."""
    return mask >> n & 1 != 0


def several(mask: i64) -> bool:
    """Whether more than one bit is set."""
    return mask & (mask - 1) != 0
