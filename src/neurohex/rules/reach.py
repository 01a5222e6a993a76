"""Who stands where and what reaches whom: the scratch tables of section 3, and the geometry of links and nets.

The tables are filled anew for each question; nothing in them outlives it.
"""

from typing import Final

from neurohex.compat import i64
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


def links_of(st: State, h: i64) -> i64:
    """Bit mask of the hexes that the links of the unit on `h` reach; a long link reaches two in its line."""
    at: i64 = HEADER + h * HEX_SIZE
    tr: i64 = (i64(st.b[at]) - 1) * 6 + i64(st.b[at + U_ROT])
    short = R_LINK[tr]
    long = R_LONG[tr]
    mask: i64 = 0
    if short | long == 0:
        return mask
    for d in range(i64(6)):
        if (short | long) >> d & 1:
            v = NEXT[st.near + h * 6 + d]
            if v >= 0:
                mask |= BIT[v]
                if long >> d & 1:
                    v = NEXT[st.near + v * 6 + d]
                    if v >= 0:
                        mask |= BIT[v]
    return mask


def list_units(st: State) -> i64:
    """Fill OCC with the hexes that hold units, COUNT[0] with how many; that number."""
    ws = st.ws
    b = st.b
    n: i64 = 0
    for h in range(st.hexes):
        if b[HEADER + h * HEX_SIZE] != 0:
            ws.units[n] = h
            n += 1
    ws.n_units = n
    return n
