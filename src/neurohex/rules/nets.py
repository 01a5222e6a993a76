"""Nets (R3.1): which units are netted. Net units that net each other in a cycle cancel."""

from neurohex.compat import i64
from neurohex.rules.bits import BIT, has, lowest, rest, several
from neurohex.rules.catalog import M_TAKEOVER, NEAR, R_NET
from neurohex.rules.layout import HEXES, NEUTRAL
from neurohex.rules.reach import NO, OPEN, YES
from neurohex.rules.scoping import works_for
from neurohex.rules.state import State
from neurohex.rules.workspace import Workspace


def plainly_netted(st: State) -> i64:
    """Mask of the netted units on a board without captives; -1 if a net faces a hostile net unit.

    On most boards no net unit is netted itself. Then every net works, and holds the hostile units that it faces. Those
    under a Steel Net (`bound`) are netted and do nothing (R19.2).
    """
    netted: i64 = 0
    nets: i64 = st.nets & ~st.ws.bound
    left = nets
    while left:
        h = lowest(left)
        left = rest(left)
        hostile = st.game.nets[st.owner(h)]
        faced = faces(st, h)
        while faced:
            v = lowest(faced)
            faced = rest(faced)
            if has(hostile, st.owner(v)):
                netted |= BIT[v]
    return i64(-1) if netted & nets else netted | st.ws.bound


def faces(st: State, h: i64) -> i64:
    """Mask of the units of any player that the nets of the unit on `h` face."""
    edges = R_NET[st.oriented(h)]
    return NEAR[(st.game.board_code * HEXES + h) * 64 + edges] & st.units


def face_nets(st: State) -> None:
    """List the net units, and fill `caught` with the units of any player that they face."""
    ws = st.ws
    for i in range(ws.n_units):
        ws.caught[ws.units[i]] = 0
    m: i64 = 0
    left = st.nets
    while left:
        h = lowest(left)
        left = rest(left)
        ws.net_units[m] = h
        m += 1
        faced = faces(st, h)
        while faced:
            ws.caught[lowest(faced)] |= BIT[h]
            faced = rest(faced)
    ws.n_nets = m


def decide_nets(st: State) -> None:
    """Decide which units are netted, where the controller of every unit is known."""
    ws = st.ws
    n = ws.n_units
    m = ws.n_nets
    game = st.game
    opened: i64 = 0
    for i in range(n):
        h = ws.units[i]
        if ws.caught[h]:
            me = lowest(ws.control[h])
            for j in range(m):
                v = ws.net_units[j]
                if has(ws.caught[h], v) and game.nets[me] & ws.control[v] == 0:
                    ws.caught[h] &= ~BIT[v]
        if ws.caught[h] and ws.enabled[h] != NO:
            ws.enabled[h] = OPEN
            opened |= BIT[h]
    while opened:
        before = opened
        for i in range(n):
            h = ws.units[i]
            if has(opened, h):
                ws.enabled[h] = YES
                for j in range(m):
                    v = ws.net_units[j]
                    if has(ws.caught[h], v):
                        if ws.enabled[v] == YES:
                            ws.enabled[h] = NO
                            break
                        if ws.enabled[v] == OPEN:
                            ws.enabled[h] = OPEN
                if ws.enabled[h] != OPEN:
                    opened &= ~BIT[h]
        if opened == before:
            left = opened
            while left:
                h = lowest(left)
                left = rest(left)
                ws.span[h] = ws.caught[h] & opened
            opened = cancel_cycles(ws, opened)


def net_holds(st: State, u: i64, n: i64) -> i64:
    """Whether the net unit on `n` nets the unit on `u`: YES, NO, or OPEN (R3.1, R3.2).

    Tries every combination of possible controllers. A net unit that a takeover link of `u` faces never nets `u`, unless
    the link works for the side of the net unit's owner and controller.
    """
    ws = st.ws
    if not has(ws.caught[u], n) or ws.enabled[n] == NO:
        return NO
    game = st.game
    owner = st.owner(n)
    in_link = M_TAKEOVER[st.tile(u)] != 0 and has(ws.reach[u], n)
    if not in_link and not several(ws.control[u]) and not several(ws.control[n]):
        return ws.enabled[n] if game.nets[lowest(ws.control[n])] & ws.control[u] else NO
    some = False
    every = True
    for p in range(i64(NEUTRAL + 1)):
        if has(ws.control[u], p):
            works: i64 = works_for(st, u, BIT[p]) & ws.works[u] if in_link else BIT[p]
            for q in range(i64(NEUTRAL + 1)):
                for w in range(i64(NEUTRAL + 1)):
                    if has(ws.control[n], q) and has(works, w):
                        friends = game.friends[w]
                        helps = in_link and not (has(friends, owner) and has(friends, q))
                        if has(game.nets[q], p) and not helps:
                            some = True
                        else:
                            every = False
    if not some:
        return NO
    return YES if every and ws.enabled[n] == YES else OPEN


def cancel_cycles(ws: Workspace, opened: i64) -> i64:
    """Cancel the nets inside each group of units that depend only on units of the group itself; enable its members.

    Gives the units still undecided. Precondition: `caught` holds only nets that work if their bearer is enabled, `span`
    the undecided units on which each undecided unit depends.
    """
    grown = True
    while grown:
        grown = False
        left = opened
        while left:
            h = lowest(left)
            left = rest(left)
            more = ws.span[h]
            via = more
            while via:
                more |= ws.span[lowest(via)]
                via = rest(via)
            if more != ws.span[h]:
                ws.span[h] = more
                grown = True
    # `span` now holds all units on which a unit depends, directly or through others. A group stands alone if all its
    # members have the group itself as their span.
    still = opened
    left = opened
    while left:
        h = lowest(left)
        left = rest(left)
        if has(still, h) and has(ws.span[h], h) and _is_alone(ws, ws.span[h]):
            group = ws.span[h]
            members = group
            while members:
                v = lowest(members)
                members = rest(members)
                ws.enabled[v] = YES
                ws.caught[v] &= ~group
            still &= ~group
    return still


def _is_alone(ws: Workspace, group: i64) -> bool:
    """Whether all members of a group have the same span."""
    members = group
    while members:
        if ws.span[lowest(members)] != group:
            return False
        members = rest(members)
    return True
