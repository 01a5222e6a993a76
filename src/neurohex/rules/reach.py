"""Who stands where and what reaches whom: the scratch tables of section 3, and the geometry of links and nets.

The tables are filled anew for each question; nothing in them outlives it.
"""

from typing import Final

from neurohex.compat import i64, vec
from neurohex.rules.bits import BIT
from neurohex.rules.catalog import NEXT, R_LINK, R_LONG
from neurohex.rules.layout import (
    HEADER,
    HEX_SIZE,
    U_ROT,
)
from neurohex.rules.state import State

NO: Final = 0
YES: Final = 1
OPEN: Final = 2
"""Not decided yet."""

OCC: Final = vec[i64]([0] * 40)  # hexes with units, in order
ENABLED: Final = vec[i64]([0] * 40)  # NO, YES or OPEN
CONTROL: Final = vec[i64]([0] * 40)  # bit mask of possible controllers
MAYBE: Final = vec[i64]([0] * 40)  # the same, being worked out
WORKS: Final = vec[i64]([0] * 40)  # bit mask of the players a module may work for
REACH: Final = vec[i64]([0] * 40)  # bit mask of hexes that a unit's links reach
CAUGHT: Final = vec[i64]([0] * 40)  # bit mask of net units whose nets face a unit
ACTIVE: Final = vec[i64]([0] * 40)  # whether a Scoper scopes: NO, YES or OPEN
LINKS_MAX: Final = 37 * 12
"""Takeover links on a board full of tiles with six long ones."""
BEARER: Final = vec[i64]([0] * LINKS_MAX)  # takeover links: who bears them,
TARGET: Final = vec[i64]([0] * LINKS_MAX)  # whom they face,
LINK: Final = vec[i64]([0] * LINKS_MAX)  # whether they work: NO, YES or OPEN,
COUNTS: Final = vec[i64]([0] * LINKS_MAX)  # bit mask of the players for whom they may count,
FAILED: Final = vec[i64]([0] * LINKS_MAX)  # 1: failed for good in this repetition
VOTES: Final = vec[i64]([0] * 16)
SPAN: Final = vec[i64]([0] * 40)  # what can be reached along undecided nets
HOLD: Final = vec[i64]([0] * 40)  # ids of the bearers that hold a unit captive
NETTERS: Final = vec[i64]([0] * 40)  # hexes with net units
WATCH: Final = vec[i64]([0] * 40)  # hexes whose units a net or a takeover link faces
SCOPES: Final = vec[i64]([0] * 40)  # hexes with Scopers
COUNT: Final = vec[i64]([0] * 5)
"""How many there are: 0 units, 1 takeover links, 2 net units, 3 units to watch, 4 Scopers."""


def links_of(st: State, h: i64) -> i64:
    """Bit mask of the hexes that the links of the unit on `h` reach; a long link reaches two in its line."""
    at: i64 = HEADER + h * HEX_SIZE
    tr: i64 = (i64(st.b[at]) - 1) * 6 + i64(st.b[at + U_ROT])
    short = R_LINK[tr]
    long = R_LONG[tr]
    mask: i64 = 0
    if short | long == 0:
        return mask
    d: i64 = 0
    while d < 6:
        if (short | long) >> d & 1:
            v = NEXT[st.near + h * 6 + d]
            if v >= 0:
                mask |= BIT[v]
                if long >> d & 1:
                    v = NEXT[st.near + v * 6 + d]
                    if v >= 0:
                        mask |= BIT[v]
        d += 1
    return mask


def list_units(st: State) -> i64:
    """Fill OCC with the hexes that hold units, COUNT[0] with how many; that number."""
    b = st.b
    n: i64 = 0
    h: i64 = 0
    while h < st.hexes:
        if b[HEADER + h * HEX_SIZE] != 0:
            OCC[n] = h
            n += 1
        h += 1
    COUNT[0] = n
    return n
