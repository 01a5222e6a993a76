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
    ACTIVE,
    BEARER,
    CONTROL,
    COUNT,
    ENABLED,
    NO,
    OCC,
    OPEN,
    REACH,
    SCOPES,
    VOTES,
    WORKS,
    YES,
    links_of,
    list_units,
)
from neurohex.rules.state import State


def list_scopers(st: State) -> None:
    """List the Scopers among the units, none of them decided yet, and what they reach."""
    b = st.b
    n: i64 = 0
    i: i64 = 0
    while i < COUNT[0]:
        h = OCC[i]
        if M_SCOPER[i64(b[HEADER + h * HEX_SIZE]) - 1] != 0:
            SCOPES[n] = h
            ACTIVE[h] = OPEN
            REACH[h] = links_of(st, h)
            n += 1
        i += 1
    COUNT[4] = n


def narrow_scoping(st: State) -> bool:
    """Narrow which Scopers scope, and whom the bearers of takeover links work for (R3.4)."""
    changed = False
    i: i64 = 0
    while i < COUNT[4]:
        s = SCOPES[i]
        if ACTIVE[s] == OPEN:
            ACTIVE[s] = does_scope(st, s)
            if ACTIVE[s] != OPEN:
                changed = True
        i += 1
    i = 0
    while i < COUNT[1]:
        a = BEARER[i]
        mask = works_for(st, a, CONTROL[a])
        if mask != WORKS[a]:
            WORKS[a] = mask
            changed = True
        i += 1
    return changed


def does_scope(st: State, s: i64) -> i64:
    """Whether the Scoper on `s` scopes what it is linked to."""
    if ENABLED[s] == NO:
        return NO
    answer = ENABLED[s]
    i: i64 = 0
    while i < COUNT[4]:
        r = SCOPES[i]
        if r != s and REACH[r] >> s & 1:
            hostile = are_hostile(st, CONTROL[r], CONTROL[s])
            # Of two hostile ones linked to each other neither scopes; one that is scoped scopes nothing.
            rival = ENABLED[r] if REACH[s] >> r & 1 else ACTIVE[r]
            if hostile == YES and rival == YES:
                return NO
            if hostile != NO and rival != NO:
                answer = OPEN
        i += 1
    return answer


def works_for(st: State, m: i64, control: i64) -> i64:
    """Bit mask of the players the module on `m` may work for, were its controllers `control`."""
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
    i: i64 = 0
    while i < st.game.players:
        VOTES[i] = 0
        i += 1
    i = 0
    while i < COUNT[4]:
        s = SCOPES[i]
        # A takeover link that faces the Scoper wins over it.
        if ACTIVE[s] != NO and s != m and REACH[s] >> m & 1 and not (bearer and REACH[m] >> s & 1):
            hostile = are_hostile(st, CONTROL[s], control)
            if hostile == YES and ACTIVE[s] == YES and CONTROL[s] & (CONTROL[s] - 1) == 0:
                certain |= CONTROL[s]
                VOTES[lowest(CONTROL[s])] += 1
            elif hostile != NO:
                possible |= CONTROL[s] & st.game.foes[lowest(control)]
        i += 1
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
        if VOTES[i] > VOTES[best]:
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


def settle_scopers() -> bool:
    """Scopers that hang on each other in a circle scope nothing."""
    settled = False
    i: i64 = 0
    while i < COUNT[4]:
        if ACTIVE[SCOPES[i]] == OPEN:
            ACTIVE[SCOPES[i]] = NO
            settled = True
        i += 1
    return settled


def work_for(st: State) -> None:
    """Fill WORKS with the one player each enabled unit's module works for, as a number; -1 where there is none.

    The board must be resolved. Read it before anything on the board changes.
    """
    b = st.b
    n = list_units(st)
    i: i64 = 0
    while i < n:
        h = OCC[i]
        at: i64 = HEADER + h * HEX_SIZE
        WORKS[h] = -1 if i64(b[at + U_FLAGS]) & FL_DISABLED else i64(b[at + U_CTRL])
        i += 1
    if b[SCOPERS] == 0:
        return
    i = 0
    while i < n:
        h = OCC[i]
        at = HEADER + h * HEX_SIZE
        CONTROL[h] = BIT[i64(b[at + U_CTRL])]
        ENABLED[h] = NO if i64(b[at + U_FLAGS]) & FL_DISABLED else YES
        if M_TAKEOVER[i64(b[at]) - 1] != 0:
            REACH[h] = links_of(st, h)
        i += 1
    list_scopers(st)
    COUNT[1] = 0
    while narrow_scoping(st):
        pass
    settle_scopers()
    i = 0
    while i < n:
        h = OCC[i]
        if WORKS[h] >= 0:
            WORKS[h] = lowest(works_for(st, h, CONTROL[h]))
        i += 1
