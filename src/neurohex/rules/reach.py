"""The geometry of links, the Motherland, Spies, and the list of units."""

from typing import Final

from neurohex.compat import i64
from neurohex.rules.bits import BIT, has, lowest, rest
from neurohex.rules.catalog import A_HOMELAND, A_SPY, EF_ROOTS, FAR, NEAR, R_LINK, R_LONG, T_EFFECT
from neurohex.rules.layout import F_OWNER, F_TILE, HEXES, P_HQ_HEX, hex_at
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


def reach_of(st: State, m: i64) -> i64:
    """The same with the Motherland: a module that is linked to a unit of its controller's Motherland works on all of
    it, once on each unit (R22.2, R22.3). If it works for a hostile Scoper and harms, it harms all of it (R22.4).

    Precondition: `find_homelands` was called for this board, in games that have a Motherland.
    """
    reach = links_of(st, m)
    if st.game.has_homeland:
        land = st.ws.homeland[st.controller(m)]
        if reach & land:
            reach |= land
    return reach


def find_homelands(st: State) -> None:
    """Fill `homeland`: by player, the hexes of the units of the Motherland (R22.1, R22.5). The board must be
    resolved."""
    ws = st.ws
    for p in range(i64(8)):
        ws.homeland[p] = 0
    for p in range(st.game.players):
        hq: i64 = i64(st.b[st.player_at(p) + P_HQ_HEX]) - 1
        if hq >= 0 and st.ability(hq) & A_HOMELAND and not has(st.netted, hq):
            ws.homeland[p] = _homeland(st, p, hq)


def _homeland(st: State, p: i64, hq: i64) -> i64:
    """The Motherland of a player whose HQ is on `hq`: own units, netted or not, and Roots pass it on."""
    b = st.b
    own: i64 = 0
    roots: i64 = 0
    for h in range(st.hexes):
        at = hex_at(h)
        if b[at] != 0 and st.controller(h) == p:
            own |= BIT[h]
        if b[at + F_TILE] != 0 and T_EFFECT[i64(b[at + F_TILE]) - 1] == EF_ROOTS and i64(b[at + F_OWNER]) == p:
            roots |= BIT[h]
    land: i64 = BIT[hq]
    fresh = land
    while fresh:
        h = lowest(fresh)
        fresh = rest(fresh)
        more: i64 = NEAR[(st.game.board_code * HEXES + h) * 64 + 63] & (own | roots) & ~land
        land |= more
        fresh |= more
    return land & own


def spies_on(st: State, m: i64, side: i64) -> i64:
    """Mask of the hostile Spies that gain from the module or HQ on `m`, which works for player `side` (R15.1, R15.2).
    Only what modules give asks for them (R15.3); one without links reaches the whole board, so a Spy next to it. What a
    Boiler gives needs markers of the Spy's own side (R15.6, R21.4).

    A module that a hostile Scoper turned is still its controller's, so the controller's own Spies gain nothing from it
    (R15.4).
    """
    if not st.game.has_spies:
        return 0
    tr = st.oriented(m)
    edges = R_LINK[tr] | R_LONG[tr]
    near: i64 = NEAR[(st.game.board_code * HEXES + m) * 64 + (edges if edges else i64(63))] & st.units & ~st.netted
    found: i64 = 0
    while near:
        v = lowest(near)
        near = rest(near)
        if st.ability(v) & A_SPY:
            foes = st.game.foes[st.controller(v)]
            if has(foes, st.controller(m)) and has(foes, side):
                found |= BIT[v]
    return found


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
