"""Scopers (R3.4): for which player each module works, also while controllers are still undecided."""

from neurohex.compat import i64
from neurohex.rules.bits import BIT, has, lowest, several
from neurohex.rules.catalog import M_SCOPER, M_TAKEOVER
from neurohex.rules.layout import (
    FL_DISABLED,
    NEUTRAL,
    SCOPERS,
    U_CTRL,
    U_FLAGS,
    hex_at,
)
from neurohex.rules.reach import (
    NO,
    OPEN,
    YES,
    find_homelands,
    links_of,
    list_units,
)
from neurohex.rules.state import State
from neurohex.rules.workspace import Workspace


def list_scopers(st: State) -> None:
    """List the Scopers and what they reach. None of them is decided yet."""
    ws = st.ws
    n: i64 = 0
    for i in range(ws.n_units):
        h = ws.units[i]
        if M_SCOPER[st.tile(h)] != 0:
            ws.scopers[n] = h
            ws.scoping[h] = OPEN
            ws.reach[h] = links_of(st, h)
            n += 1
    ws.n_scopers = n


def narrow_scoping(st: State) -> bool:
    """Narrow down which Scopers scope, and for whom the bearers of takeover links work (R3.4). Gives whether it did."""
    ws = st.ws
    changed = False
    for i in range(ws.n_scopers):
        s = ws.scopers[i]
        if ws.scoping[s] == OPEN:
            ws.scoping[s] = does_scope(st, s)
            if ws.scoping[s] != OPEN:
                changed = True
    for i in range(ws.n_links):
        a = ws.link_bearer[i]
        mask = works_for(st, a, ws.control[a])
        if mask != ws.works[a]:
            ws.works[a] = mask
            changed = True
    return changed


def does_scope(st: State, s: i64) -> i64:
    """Whether the Scoper on `s` scopes what it is linked to."""
    ws = st.ws
    if ws.enabled[s] == NO:
        return NO
    answer = ws.enabled[s]
    for i in range(ws.n_scopers):
        r = ws.scopers[i]
        if r != s and has(ws.reach[r], s):
            hostile = are_hostile(st, ws.control[r], ws.control[s])
            # Two hostile Scopers linked to each other scope nothing, nor does a Scoper that is scoped.
            rival = ws.enabled[r] if has(ws.reach[s], r) else ws.scoping[r]
            if hostile == YES and rival == YES:
                return NO
            if hostile != NO and rival != NO:
                answer = OPEN
    return answer


def works_for(st: State, m: i64, control: i64) -> i64:
    """Bit mask of the players that the module on `m` may work for if `control` holds its possible controllers."""
    ws = st.ws
    b = st.b
    if b[SCOPERS] == 0 or st.is_hq(m):
        return control
    if several(control):
        mask: i64 = 0
        for p in range(i64(NEUTRAL + 1)):
            if has(control, p):
                mask |= works_for(st, m, BIT[p])
        return mask
    bearer = M_TAKEOVER[st.tile(m)] != 0
    certain: i64 = 0
    possible: i64 = 0
    for i in range(st.game.players):
        ws.scoper_votes[i] = 0
    for i in range(ws.n_scopers):
        s = ws.scopers[i]
        # A takeover link that faces the Scoper wins over it.
        if ws.scoping[s] != NO and s != m and has(ws.reach[s], m) and not (bearer and has(ws.reach[m], s)):
            hostile = are_hostile(st, ws.control[s], control)
            if hostile == YES and ws.scoping[s] == YES and not several(ws.control[s]):
                certain |= ws.control[s]
                ws.scoper_votes[lowest(ws.control[s])] += 1
            elif hostile != NO:
                possible |= ws.control[s] & st.game.foes[lowest(control)]
    if certain != 0 and not _one_side(st, certain):
        return control  # scoped by two sides, whatever else
    if possible:
        # More Scopers of the side that scopes it for certain only change for which of its players it works.
        sure = certain != 0 and _one_side(st, certain | possible)
        return certain | possible if sure else control | certain | possible
    if certain == 0:
        return control
    best: i64 = lowest(certain)
    for p in range(best + 1, st.game.players):
        if ws.scoper_votes[p] > ws.scoper_votes[best]:
            best = p
    return BIT[best]


def _one_side(st: State, mask: i64) -> bool:
    return mask & ~st.game.friends[lowest(mask)] == 0


def are_hostile(st: State, one: i64, other: i64) -> i64:
    """Whether the players in two masks are hostile: YES if all pairs are, NO if none is, OPEN otherwise."""
    if not several(one) and not several(other):
        return YES if st.game.foes[lowest(one)] & other else NO
    every = True
    none = True
    for p in range(i64(NEUTRAL + 1)):
        if has(one, p):
            foes = st.game.foes[p] & other
            if foes != other:
                every = False
            if foes:
                none = False
    if none:
        return NO
    return YES if every else OPEN


def settle_scopers(ws: Workspace) -> bool:
    """Scopers that depend on each other in a circle scope nothing. Gives whether there were any."""
    settled = False
    for i in range(ws.n_scopers):
        if ws.scoping[ws.scopers[i]] == OPEN:
            ws.scoping[ws.scopers[i]] = NO
            settled = True
    return settled


def work_for(st: State) -> None:
    """Fill `works`: by hex, the player for whom the unit's module works; -1 for a netted unit.

    Precondition: the board is resolved. The table holds until the board changes.
    """
    ws = st.ws
    b = st.b
    n = list_units(st)
    for i in range(n):
        h = ws.units[i]
        at = hex_at(h)
        ws.works[h] = i64(-1) if has(st.netted, h) else i64(b[at + U_CTRL])
    if st.game.has_homeland:
        find_homelands(st)
    if b[SCOPERS] == 0:
        return
    for i in range(n):
        h = ws.units[i]
        at = hex_at(h)
        ws.control[h] = BIT[i64(b[at + U_CTRL])]
        ws.enabled[h] = NO if i64(b[at + U_FLAGS]) & FL_DISABLED else YES
        if M_TAKEOVER[i64(b[at]) - 1] != 0:
            ws.reach[h] = links_of(st, h)
    list_scopers(st)
    ws.n_links = 0
    while narrow_scoping(st):
        pass
    settle_scopers(ws)
    for i in range(n):
        h = ws.units[i]
        if ws.works[h] >= 0:
            ws.works[h] = lowest(works_for(st, h, ws.control[h]))
