"""Takeover, nets and scoping together (R3.1, R3.2, R3.4): one repetition that decides all of them.

Everything starts undecided and is narrowed down: whether a unit is enabled, who may control it, whom a module
may work for, whether a takeover link works. Undecided sets only ever shrink, so the repetition ends.
"""

from neurohex.compat import i64
from neurohex.rules.bits import BIT, FIRST_OF, lowest
from neurohex.rules.catalog import K_HQ, M_TAKEOVER, NEXT, T_KIND
from neurohex.rules.layout import (
    HEADER,
    HEX_SIZE,
    NEUTRAL,
    SCOPERS,
    U_ID,
    U_OWNER,
)
from neurohex.rules.nets import cancel_cycles, face_nets
from neurohex.rules.reach import (
    ACTIVE,
    BEARER,
    CAUGHT,
    CONTROL,
    COUNT,
    COUNTS,
    ENABLED,
    FAILED,
    HOLD,
    LINK,
    MAYBE,
    NETTERS,
    NO,
    OCC,
    OPEN,
    REACH,
    SCOPES,
    TARGET,
    WATCH,
    WORKS,
    YES,
    links_of,
)
from neurohex.rules.scoping import are_hostile, list_scopers, narrow_scoping, settle_scopers, works_for
from neurohex.rules.state import State
from neurohex.rules.votes import PLEDGED, SURE, winners


def decide_all(st: State) -> None:
    """Decide control, nets and scoping together: fill CONTROL, ENABLED and HOLD for the units in OCC."""
    b = st.b
    n = COUNT[0]
    face_nets(st)
    i: i64 = 0
    links: i64 = 0
    everyone: i64 = BIT[st.game.players] - 1
    while i < n:
        h = OCC[i]
        at: i64 = HEADER + h * HEX_SIZE
        ENABLED[h] = OPEN if CAUGHT[h] else YES
        CONTROL[h] = BIT[i64(b[at + U_OWNER])]
        MAYBE[h] = CONTROL[h]
        WORKS[h] = CONTROL[h]
        HOLD[h] = 0
        if M_TAKEOVER[i64(b[at]) - 1] != 0:
            REACH[h] = links_of(st, h)
            links = _list_links(st, h, links)
        i += 1
    COUNT[1] = links
    faced: i64 = 0
    i = 0
    while i < links:
        faced |= BIT[TARGET[i]]
        i += 1
    watched: i64 = 0
    i = 0
    while i < n:
        h = OCC[i]
        contested = faced >> h & 1 != 0 and T_KIND[i64(b[HEADER + h * HEX_SIZE]) - 1] != K_HQ
        if contested or CAUGHT[h]:
            WATCH[watched] = h
            watched += 1
        if contested:
            CONTROL[h] |= everyone
        i += 1
    COUNT[3] = watched
    COUNT[4] = 0
    if b[SCOPERS] != 0:
        list_scopers(st)
        i = 0
        while i < links:
            WORKS[BEARER[i]] = everyone | CONTROL[BEARER[i]]
            i += 1
    while True:
        if _narrow(st):
            continue
        if _fail_open_links():
            continue
        if _break_cycles(st):
            continue
        if not settle_scopers():
            break
    _holders(st)


def _list_links(st: State, h: i64, n: i64) -> i64:
    """Append the takeover links of the bearer on `h` that face units, nearest first; how many there are now."""
    d: i64 = 0
    while d < 6:
        v = NEXT[st.near + h * 6 + d]
        steps: i64 = 0
        while v >= 0 and steps < 2:
            if REACH[h] >> v & 1 and st.b[HEADER + v * HEX_SIZE] != 0:
                BEARER[n] = h
                TARGET[n] = v
                LINK[n] = OPEN
                FAILED[n] = 0
                COUNTS[n] = BIT[st.game.players] - 1
                n += 1
            v = NEXT[st.near + v * 6 + d]
            steps += 1
        d += 1
    return n


def _possible(st: State) -> bool:
    """Narrow who could at all come to control each unit, by the links that have not failed; whether it did.

    Worked out from the owners on, each time: a player whom two bearers only lend each other is possible nowhere.
    """
    b = st.b
    n = COUNT[3]
    i: i64 = 0
    while i < n:
        h = WATCH[i]
        one = CONTROL[h] & (CONTROL[h] - 1) == 0
        MAYBE[h] = CONTROL[h] if one else CONTROL[h] & BIT[i64(b[HEADER + h * HEX_SIZE + U_OWNER])]
        i += 1
    grown = True
    while grown:
        grown = False
        i = 0
        while i < COUNT[1]:
            if LINK[i] != NO:
                a = BEARER[i]
                t = TARGET[i]
                sides = MAYBE[a]
                j: i64 = 0
                while j < COUNT[4]:
                    s = SCOPES[j]
                    if ACTIVE[s] != NO and REACH[s] >> a & 1:
                        sides |= MAYBE[s]
                    j += 1
                if sides & CONTROL[t] & ~MAYBE[t]:
                    MAYBE[t] |= sides & CONTROL[t]
                    grown = True
            i += 1
    changed = False
    i = 0
    while i < n:
        h = WATCH[i]
        if MAYBE[h] != 0 and MAYBE[h] != CONTROL[h]:
            CONTROL[h] = MAYBE[h]
            changed = True
        if b[SCOPERS] == 0:
            WORKS[h] = CONTROL[h]
        i += 1
    return changed


def _narrow(st: State) -> bool:
    """One round of deciding what can be decided; whether anything was."""
    n = COUNT[3]
    changed = _possible(st)
    if st.b[SCOPERS] != 0 and narrow_scoping(st):
        changed = True
    i: i64 = 0
    while i < COUNT[1]:
        if LINK[i] == OPEN:
            LINK[i] = _link_works(st, i)
            if LINK[i] != OPEN:
                changed = True
        i += 1
    i = 0
    while i < n:
        h = WATCH[i]
        if CONTROL[h] & (CONTROL[h] - 1):
            mask = _control(st, h, -1) & CONTROL[h]
            if mask != CONTROL[h]:
                CONTROL[h] = mask
                changed = True
                if st.b[SCOPERS] == 0:
                    WORKS[h] = mask
        if ENABLED[h] == OPEN:
            ENABLED[h] = _is_enabled(st, h)
            if ENABLED[h] != OPEN:
                changed = True
        i += 1
    return changed


def net_holds(st: State, u: i64, n: i64) -> i64:
    """Whether the net unit on `n` nets the unit on `u`, as far as that is decided (R3.1, R3.2).

    Looked at for each way control may still fall: a net unit that stands in a takeover link of `u` never nets it,
    unless the link works for the side of the net's owner and controller.
    """
    if CAUGHT[u] >> n & 1 == 0 or ENABLED[n] == NO:
        return NO
    b = st.b
    game = st.game
    owner = i64(b[HEADER + n * HEX_SIZE + U_OWNER])
    in_link = M_TAKEOVER[i64(b[HEADER + u * HEX_SIZE]) - 1] != 0 and REACH[u] >> n & 1 != 0
    if not in_link and CONTROL[u] & (CONTROL[u] - 1) == 0 and CONTROL[n] & (CONTROL[n] - 1) == 0:
        return ENABLED[n] if game.nets[FIRST_OF[CONTROL[n]]] & CONTROL[u] else NO
    some = False
    every = True
    p: i64 = 0
    while p <= NEUTRAL:
        if CONTROL[u] >> p & 1:
            works: i64 = works_for(st, u, BIT[p]) & WORKS[u] if in_link else BIT[p]
            q: i64 = 0
            while q <= NEUTRAL:
                if CONTROL[n] >> q & 1:
                    w: i64 = 0
                    while w <= NEUTRAL:
                        if works >> w & 1:
                            friends = game.friends[w]
                            helps = in_link and not (friends >> owner & 1 and friends >> q & 1)
                            if game.nets[q] >> p & 1 and not helps:
                                some = True
                            else:
                                every = False
                        w += 1
                q += 1
        p += 1
    if not some:
        return NO
    return YES if every and ENABLED[n] == YES else OPEN


def _is_enabled(st: State, u: i64) -> i64:
    answer: i64 = YES
    i: i64 = 0
    while i < COUNT[2]:
        holds = net_holds(st, u, NETTERS[i])
        if holds == YES:
            return NO
        if holds == OPEN:
            answer = OPEN
        i += 1
    return answer


def _opposite(link: i64) -> i64:
    """The link that faces this one back, or -1."""
    i: i64 = 0
    while i < COUNT[1]:
        if BEARER[i] == TARGET[link] and TARGET[i] == BEARER[link]:
            return i
        i += 1
    return -1


def _would_take(st: State, link: i64, works: i64) -> i64:
    """Whether a link would take the unit it faces, working for one of `works` (R3.2)."""
    b = st.b
    at: i64 = HEADER + TARGET[link] * HEX_SIZE
    if ENABLED[BEARER[link]] == NO or T_KIND[i64(b[at]) - 1] == K_HQ:
        return NO
    hostile = are_hostile(st, works, BIT[i64(b[at + U_OWNER])])
    if hostile == YES and ENABLED[BEARER[link]] == OPEN:
        return OPEN
    return hostile


def _netted_by_side(st: State, u: i64, works: i64) -> i64:
    """Whether the unit on `u` is in a net of the side that `works` names."""
    side: i64 = 0
    p: i64 = 0
    while p < NEUTRAL:
        if works >> p & 1:
            side |= st.game.friends[p]
        p += 1
    certain = works & (works - 1) == 0
    answer: i64 = NO
    i: i64 = 0
    while i < COUNT[2]:
        n = NETTERS[i]
        holds = net_holds(st, u, n)
        if holds != NO and CONTROL[n] & side:
            if holds == YES and certain and CONTROL[n] & ~side == 0:
                return YES
            answer = OPEN
        i += 1
    return answer


def _link_works(st: State, link: i64) -> i64:
    """Whether a takeover link counts for the unit it faces: NO where it fails or cancels."""
    b = st.b
    if FAILED[link]:
        return NO
    a = BEARER[link]
    t = TARGET[link]
    if T_KIND[i64(b[HEADER + t * HEX_SIZE]) - 1] == K_HQ or ENABLED[a] == NO:
        return NO
    answer = ENABLED[a]
    COUNTS[link] = WORKS[a]
    back = _opposite(link)
    # A link at an HQ takes nothing, and cancels nothing: the HQ takes the bearer, netted or not (R3.2).
    if back >= 0 and T_KIND[i64(b[HEADER + a * HEX_SIZE]) - 1] != K_HQ:
        # Sides are looked at as they are apart from what these two links do to each other's bearers.
        mine = works_for(st, a, _control(st, a, t))
        theirs = works_for(st, t, _control(st, t, a))
        # Taken by the bearer that it faces, a bearer takes nothing there: the link counts for nobody else than these.
        COUNTS[link] &= mine | works_for(st, a, BIT[i64(b[HEADER + a * HEX_SIZE + U_OWNER])])
        if COUNTS[link] == 0:
            return NO
        one = _netted_by_side(st, t, mine)
        two = _netted_by_side(st, a, theirs)
        if one == YES or two == YES:
            return NO
        if one == OPEN or two == OPEN:
            answer = OPEN
        one = _would_take(st, link, mine)
        two = _would_take(st, back, theirs)
        if one == YES and two == YES:
            return NO
        if one != NO and two != NO:
            answer = OPEN
        # A bearer that is taken takes nothing through its own link at the bearer that took it.
        if two != NO and LINK[back] != NO and CONTROL[a] != BIT[i64(b[HEADER + a * HEX_SIZE + U_OWNER])]:
            if CONTROL[a] & (CONTROL[a] - 1) or LINK[back] == OPEN:
                answer = OPEN
            elif st.game.friends[lowest(CONTROL[a])] & WORKS[t]:
                return NO
    if WORKS[a] & (WORKS[a] - 1):
        return OPEN
    return answer


def _control(st: State, u: i64, without: i64) -> i64:
    """Bit mask of who may control the unit on `u`, by the links that face it, one bearer's left out."""
    b = st.b
    at: i64 = HEADER + u * HEX_SIZE
    owner = i64(b[at + U_OWNER])
    if T_KIND[i64(b[at]) - 1] == K_HQ:
        return BIT[owner]
    for p in range(i64(8)):
        SURE[p] = 0
    pledged: i64 = 0
    for i in range(COUNT[1]):
        if TARGET[i] == u and BEARER[i] != without:
            if LINK[i] == YES:
                SURE[lowest(COUNTS[i])] += 1
            elif LINK[i] == OPEN:
                PLEDGED[pledged] = COUNTS[i]
                pledged += 1
    return winners(st.game, owner, pledged)


def _fail_open_links() -> bool:
    """Nothing more can be decided: all undecided takeover links fail together."""
    failed = False
    i: i64 = 0
    while i < COUNT[1]:
        if LINK[i] == OPEN:
            LINK[i] = NO
            FAILED[i] = 1
            failed = True
        i += 1
    return failed


def _break_cycles(st: State) -> bool:
    """Only nets are undecided now: drop those that cannot hold, then cancel the cycles."""
    opened: i64 = 0
    i: i64 = 0
    while i < COUNT[3]:
        h = WATCH[i]
        j: i64 = 0
        while j < COUNT[2]:
            v = NETTERS[j]
            if net_holds(st, h, v) == NO:
                CAUGHT[h] &= ~BIT[v]
            j += 1
        if ENABLED[h] == OPEN:
            opened |= BIT[h]
        i += 1
    return opened != 0 and cancel_cycles(opened) != opened


def is_held_by(st: State, link: i64) -> bool:
    """Whether a link is one of those by which its target is held captive."""
    t = TARGET[link]
    owner = i64(st.b[HEADER + t * HEX_SIZE + U_OWNER])
    who = lowest(CONTROL[t])
    return who != owner and LINK[link] == YES and st.game.friends[who] & WORKS[BEARER[link]] != 0


def _holders(st: State) -> None:
    """Fill HOLD: the ids of the bearers by whose links each captive is held."""
    b = st.b
    i: i64 = 0
    while i < COUNT[1]:
        t = TARGET[i]
        if is_held_by(st, i):
            HOLD[t] |= BIT[i64(b[HEADER + BEARER[i] * HEX_SIZE + U_ID])]
        i += 1
