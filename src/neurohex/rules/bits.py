"""Bit masks of hexes and players."""

from typing import Final

from neurohex.compat import i64, vec

# mypyc writes `i64(1) << n` as a shift of a C int, which loses every bit from 31 on. Looking the bit up does not.
BIT: Final = vec[i64]([1 << n for n in range(62)])
"""BIT[n]: the mask with only bit n set."""


FIRST_OF: Final = vec[i64]([0] + [(mask & -mask).bit_length() - 1 for mask in range(1, 128)])
"""FIRST_OF[mask]: the lowest player in a mask of players, the neutral one among them."""


def lowest(mask: i64) -> i64:
    """Number of the lowest bit that is set; the mask must not be empty."""
    if mask < 128:
        return FIRST_OF[mask]
    n: i64 = 7
    while mask >> n & 1 == 0:
        n += 1
    return n
