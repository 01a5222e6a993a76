"""Scopers (R3.4), and whom each module works for; hostility while controllers are still undecided."""

from neurohex.compat import i64
from neurohex.rules.bits import BIT, FIRST_OF, lowest
from neurohex.rules.catalog import K_HQ, M_SCOPER, M_TAKEOVER, T_KIND
from neurohex.rules.layout import (
    FL_DISABLED,
    HEADER,
    HEX_SIZE,
    NEUTRAL,
    SCOPERS,
    U_CTRL,
    U_FLAGS,
)
from neurohex.rules.reach import (
    NO,
    OPEN,
    YES,
    links_of,
    list_units,
)
from neurohex.rules.state import State
from neurohex.rules.workspace import Workspace


def list_scopers(st: State) -> None:
    """List the Scopers among the units, none of them decided yet, and what they reach."""
    ws = st.ws
    b = st.b
    n: i64 = 0
    for i in range(ws.n_units):
        h = ws.units[i]
        if M_SCOPER[i64(b[HEADER + h * HEX_SIZE]) - 1] != 0:
            ws.scopers[n] = h
            ws.scoping[h] = OPEN
            ws.reach[h] = links_of(st, h)
            n += 1
    ws.n_scopers = n


def narrow_scoping(st: State) -> bool:
    """Narrow which Scopers scope, and whom the bearers of takeover links work for (R3.4)."""
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
        if r != s and ws.reach[r] >> s & 1:
            hostile = are_hostile(st, ws.control[r], ws.control[s])
            # Of two hostile ones linked to each other neither scopes; one that is scoped scopes nothing.
            rival = ws.enabled[r] if ws.reach[s] >> r & 1 else ws.scoping[r]
            if hostile == YES and rival == YES:
                return NO
            if hostile != NO and rival != NO:
                answer = OPEN
    return answer


def works_for(st: State, m: i64, control: i64) -> i64:
    """Bit mask of the players the module on `m` may work for, were its controllers `control`."""
    ws = st.ws
    b = st.b
    if b[SCOPERS] == 0 or T_KIND[i64(b[HEADER + m * HEX_SIZE]) - 1] == K_HQ:
        return control
    if control & (control - 1):
        mask: i64 = 0
        p: i64 = 0
        while p <= NEUTRAL:
            if control >> p & 1:
                mask |= works_for(st, m, BIT[p])
            p += 1
        return mask
    bearer = M_TAKEOVER[i64(b[HEADER + m * HEX_SIZE]) - 1] != 0
    certain: i64 = 0
    possible: i64 = 0
    for i in range(st.game.players):
        ws.scoper_votes[i] = 0
    for i in range(ws.n_scopers):
        s = ws.scopers[i]
        # A takeover link that faces the Scoper wins over it.
        if ws.scoping[s] != NO and s != m and ws.reach[s] >> m & 1 and not (bearer and ws.reach[m] >> s & 1):
            hostile = are_hostile(st, ws.control[s], control)
            if hostile == YES and ws.scoping[s] == YES and ws.control[s] & (ws.control[s] - 1) == 0:
                certain |= ws.control[s]
                ws.scoper_votes[lowest(ws.control[s])] += 1
            elif hostile != NO:
                possible |= ws.control[s] & st.game.foes[lowest(control)]
    if certain != 0 and not _one_side(st, certain):
        return control  # scoped by two sides, whatever else
    if possible:
        # Those on the side that scopes it for certain change nothing but which of them it is.
        sure = certain != 0 and _one_side(st, certain | possible)
        return certain | possible if sure else control | certain | possible
    if certain == 0:
        return control
    best: i64 = lowest(certain)
    i = best + 1
    while i < st.game.players:
        if ws.scoper_votes[i] > ws.scoper_votes[best]:
            best = i
        i += 1
    return BIT[best]


def _one_side(st: State, mask: i64) -> bool:
    return mask & ~st.game.friends[lowest(mask)] == 0


def are_hostile(st: State, one: i64, other: i64) -> i64:
    """Whether any of the players in one mask is hostile to any in the other: all are, none is, or it is open."""
    if one & (one - 1) == 0 and other & (other - 1) == 0:
        return YES if st.game.foes[FIRST_OF[one]] & other else NO
    every = True
    none = True
    p: i64 = 0
    while p <= NEUTRAL:
        if one >> p & 1:
            foes = st.game.foes[p] & other
            if foes != other:
                every = False
            if foes:
                none = False
        p += 1
    if none:
        return NO
    return YES if every else OPEN


def settle_scopers(ws: Workspace) -> bool:
    """Scopers that hang on each other in a circle scope nothing."""
    settled = False
    for i in range(ws.n_scopers):
        if ws.scoping[ws.scopers[i]] == OPEN:
            ws.scoping[ws.scopers[i]] = NO
            settled = True
    return settled


def work_for(st: State) -> None:
    """Fill WORKS with the one player each enabled unit's module works for, as a number; -1 where there is none.

    The board must be resolved. Read it before anything on the board changes.
    """
    ws = st.ws
    b = st.b
    n = list_units(st)
    for i in range(n):
        h = ws.units[i]
        at: i64 = HEADER + h * HEX_SIZE
        ws.works[h] = -1 if i64(b[at + U_FLAGS]) & FL_DISABLED else i64(b[at + U_CTRL])
    if b[SCOPERS] == 0:
        return
    for i in range(n):
        h = ws.units[i]
        at = HEADER + h * HEX_SIZE
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
