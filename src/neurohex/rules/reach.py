"""The geometry of links, and the list of units."""

from typing import Final

from neurohex.compat import i64
from neurohex.rules.bits import lowest, rest
from neurohex.rules.catalog import FAR, NEAR, R_LINK, R_LONG
from neurohex.rules.layout import HEXES
from neurohex.rules.state import State

NO: Final = 0
YES: Final = 1
OPEN: Final = 2
"""Not decided yet."""


def links_of(st: State, h: i64) -> i64:
    """Bit mask of the hexes that the links of the unit on `h` reach; a long link reaches two in its line."""
    tr = st.oriented(h)
    row: i64 = (st.game.board_code * HEXES + h) * 64
    long = R_LONG[tr]
    return NEAR[row + (R_LINK[tr] | long)] | FAR[row + long]


def list_units(st: State) -> i64:
    """Fill the workspace's list of hexes with units, in order. Gives their number."""
    ws = st.ws
    n: i64 = 0
    left = st.units
    while left:
        ws.units[n] = lowest(left)
        left = rest(left)
        n += 1
    ws.n_units = n
    return n
