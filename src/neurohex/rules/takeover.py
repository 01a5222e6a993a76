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
    NO,
    OPEN,
    YES,
    links_of,
)
from neurohex.rules.scoping import are_hostile, list_scopers, narrow_scoping, settle_scopers, works_for
from neurohex.rules.state import State
from neurohex.rules.votes import winners
from neurohex.rules.workspace import Workspace


def decide_all(st: State) -> None:
    """Decide control, nets and scoping together: fill CONTROL, ENABLED and HOLD for the units in OCC."""
    ws = st.ws
    b = st.b
    n = ws.n_units
    face_nets(st)
    i: i64 = 0
    links: i64 = 0
    everyone: i64 = BIT[st.game.players] - 1
    while i < n:
        h = ws.units[i]
        at: i64 = HEADER + h * HEX_SIZE
        ws.enabled[h] = OPEN if ws.caught[h] else YES
        ws.control[h] = BIT[i64(b[at + U_OWNER])]
        ws.maybe[h] = ws.control[h]
        ws.works[h] = ws.control[h]
        ws.hold[h] = 0
        if M_TAKEOVER[i64(b[at]) - 1] != 0:
            ws.reach[h] = links_of(st, h)
            links = _list_links(st, h, links)
        i += 1
    ws.n_links = links
    faced: i64 = 0
    for i in range(links):
        faced |= BIT[ws.link_target[i]]
    watched: i64 = 0
    i = 0
    while i < n:
        h = ws.units[i]
        contested = faced >> h & 1 != 0 and T_KIND[i64(b[HEADER + h * HEX_SIZE]) - 1] != K_HQ
        if contested or ws.caught[h]:
            ws.watched[watched] = h
            watched += 1
        if contested:
            ws.control[h] |= everyone
        i += 1
    ws.n_watched = watched
    ws.n_scopers = 0
    if b[SCOPERS] != 0:
        list_scopers(st)
        for i in range(links):
            ws.works[ws.link_bearer[i]] = everyone | ws.control[ws.link_bearer[i]]
    while True:
        if _narrow(st):
            continue
        if _fail_open_links(ws):
            continue
        if _break_cycles(st):
            continue
        if not settle_scopers(ws):
            break
    _holders(st)


def _list_links(st: State, h: i64, n: i64) -> i64:
    """Append the takeover links of the bearer on `h` that face units, nearest first; how many there are now."""
    ws = st.ws
    for d in range(i64(6)):
        v = NEXT[st.near + h * 6 + d]
        steps: i64 = 0
        while v >= 0 and steps < 2:
            if ws.reach[h] >> v & 1 and st.b[HEADER + v * HEX_SIZE] != 0:
                ws.link_bearer[n] = h
                ws.link_target[n] = v
                ws.link_works[n] = OPEN
                ws.link_failed[n] = 0
                ws.link_counts[n] = BIT[st.game.players] - 1
                n += 1
            v = NEXT[st.near + v * 6 + d]
            steps += 1
    return n


def _possible(st: State) -> bool:
    """Narrow who could at all come to control each unit, by the links that have not failed; whether it did.

    Worked out from the owners on, each time: a player whom two bearers only lend each other is possible nowhere.
    """
    ws = st.ws
    b = st.b
    n = ws.n_watched
    i: i64 = 0
    while i < n:
        h = ws.watched[i]
        one = ws.control[h] & (ws.control[h] - 1) == 0
        ws.maybe[h] = ws.control[h] if one else ws.control[h] & BIT[i64(b[HEADER + h * HEX_SIZE + U_OWNER])]
        i += 1
    grown = True
    while grown:
        grown = False
        for i in range(ws.n_links):
            if ws.link_works[i] != NO:
                a = ws.link_bearer[i]
                t = ws.link_target[i]
                sides = ws.maybe[a]
                for j in range(ws.n_scopers):
                    s = ws.scopers[j]
                    if ws.scoping[s] != NO and ws.reach[s] >> a & 1:
                        sides |= ws.maybe[s]
                if sides & ws.control[t] & ~ws.maybe[t]:
                    ws.maybe[t] |= sides & ws.control[t]
                    grown = True
    changed = False
    for i in range(n):
        h = ws.watched[i]
        if ws.maybe[h] != 0 and ws.maybe[h] != ws.control[h]:
            ws.control[h] = ws.maybe[h]
            changed = True
        if b[SCOPERS] == 0:
            ws.works[h] = ws.control[h]
    return changed


def _narrow(st: State) -> bool:
    """One round of deciding what can be decided; whether anything was."""
    ws = st.ws
    n = ws.n_watched
    changed = _possible(st)
    if st.b[SCOPERS] != 0 and narrow_scoping(st):
        changed = True
    for i in range(ws.n_links):
        if ws.link_works[i] == OPEN:
            ws.link_works[i] = _link_works(st, i)
            if ws.link_works[i] != OPEN:
                changed = True
    for i in range(n):
        h = ws.watched[i]
        if ws.control[h] & (ws.control[h] - 1):
            mask = _control(st, h, -1) & ws.control[h]
            if mask != ws.control[h]:
                ws.control[h] = mask
                changed = True
                if st.b[SCOPERS] == 0:
                    ws.works[h] = mask
        if ws.enabled[h] == OPEN:
            ws.enabled[h] = _is_enabled(st, h)
            if ws.enabled[h] != OPEN:
                changed = True
    return changed


def net_holds(st: State, u: i64, n: i64) -> i64:
    """Whether the net unit on `n` nets the unit on `u`, as far as that is decided (R3.1, R3.2).

    Looked at for each way control may still fall: a net unit that stands in a takeover link of `u` never nets it,
    unless the link works for the side of the net's owner and controller.
    """
    ws = st.ws
    if ws.caught[u] >> n & 1 == 0 or ws.enabled[n] == NO:
        return NO
    b = st.b
    game = st.game
    owner = i64(b[HEADER + n * HEX_SIZE + U_OWNER])
    in_link = M_TAKEOVER[i64(b[HEADER + u * HEX_SIZE]) - 1] != 0 and ws.reach[u] >> n & 1 != 0
    if not in_link and ws.control[u] & (ws.control[u] - 1) == 0 and ws.control[n] & (ws.control[n] - 1) == 0:
        return ws.enabled[n] if game.nets[FIRST_OF[ws.control[n]]] & ws.control[u] else NO
    some = False
    every = True
    p: i64 = 0
    while p <= NEUTRAL:
        if ws.control[u] >> p & 1:
            works: i64 = works_for(st, u, BIT[p]) & ws.works[u] if in_link else BIT[p]
            q: i64 = 0
            while q <= NEUTRAL:
                if ws.control[n] >> q & 1:
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
    return YES if every and ws.enabled[n] == YES else OPEN


def _is_enabled(st: State, u: i64) -> i64:
    ws = st.ws
    answer: i64 = YES
    for i in range(ws.n_nets):
        holds = net_holds(st, u, ws.net_units[i])
        if holds == YES:
            return NO
        if holds == OPEN:
            answer = OPEN
    return answer


def _opposite(ws: Workspace, link: i64) -> i64:
    """The link that faces this one back, or -1."""
    for i in range(ws.n_links):
        if ws.link_bearer[i] == ws.link_target[link] and ws.link_target[i] == ws.link_bearer[link]:
            return i
    return -1


def _would_take(st: State, link: i64, works: i64) -> i64:
    """Whether a link would take the unit it faces, working for one of `works` (R3.2)."""
    ws = st.ws
    b = st.b
    at: i64 = HEADER + ws.link_target[link] * HEX_SIZE
    if ws.enabled[ws.link_bearer[link]] == NO or T_KIND[i64(b[at]) - 1] == K_HQ:
        return NO
    hostile = are_hostile(st, works, BIT[i64(b[at + U_OWNER])])
    if hostile == YES and ws.enabled[ws.link_bearer[link]] == OPEN:
        return OPEN
    return hostile


def _netted_by_side(st: State, u: i64, works: i64) -> i64:
    """Whether the unit on `u` is in a net of the side that `works` names."""
    ws = st.ws
    side: i64 = 0
    for p in range(i64(NEUTRAL)):
        if works >> p & 1:
            side |= st.game.friends[p]
    certain = works & (works - 1) == 0
    answer: i64 = NO
    for i in range(ws.n_nets):
        n = ws.net_units[i]
        holds = net_holds(st, u, n)
        if holds != NO and ws.control[n] & side:
            if holds == YES and certain and ws.control[n] & ~side == 0:
                return YES
            answer = OPEN
    return answer


def _link_works(st: State, link: i64) -> i64:
    """Whether a takeover link counts for the unit it faces: NO where it fails or cancels."""
    ws = st.ws
    b = st.b
    if ws.link_failed[link]:
        return NO
    a = ws.link_bearer[link]
    t = ws.link_target[link]
    if T_KIND[i64(b[HEADER + t * HEX_SIZE]) - 1] == K_HQ or ws.enabled[a] == NO:
        return NO
    answer = ws.enabled[a]
    ws.link_counts[link] = ws.works[a]
    back = _opposite(ws, link)
    # A link at an HQ takes nothing, and cancels nothing: the HQ takes the bearer, netted or not (R3.2).
    if back >= 0 and T_KIND[i64(b[HEADER + a * HEX_SIZE]) - 1] != K_HQ:
        # Sides are looked at as they are apart from what these two links do to each other's bearers.
        mine = works_for(st, a, _control(st, a, t))
        theirs = works_for(st, t, _control(st, t, a))
        # Taken by the bearer that it faces, a bearer takes nothing there: the link counts for nobody else than these.
        ws.link_counts[link] &= mine | works_for(st, a, BIT[i64(b[HEADER + a * HEX_SIZE + U_OWNER])])
        if ws.link_counts[link] == 0:
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
        if two != NO and ws.link_works[back] != NO and ws.control[a] != BIT[i64(b[HEADER + a * HEX_SIZE + U_OWNER])]:
            if ws.control[a] & (ws.control[a] - 1) or ws.link_works[back] == OPEN:
                answer = OPEN
            elif st.game.friends[lowest(ws.control[a])] & ws.works[t]:
                return NO
    if ws.works[a] & (ws.works[a] - 1):
        return OPEN
    return answer


def _control(st: State, u: i64, without: i64) -> i64:
    """Bit mask of who may control the unit on `u`, by the links that face it, one bearer's left out."""
    ws = st.ws
    b = st.b
    at: i64 = HEADER + u * HEX_SIZE
    owner = i64(b[at + U_OWNER])
    if T_KIND[i64(b[at]) - 1] == K_HQ:
        return BIT[owner]
    for p in range(i64(8)):
        ws.sure[p] = 0
    pledged: i64 = 0
    for i in range(ws.n_links):
        if ws.link_target[i] == u and ws.link_bearer[i] != without:
            if ws.link_works[i] == YES:
                ws.sure[lowest(ws.link_counts[i])] += 1
            elif ws.link_works[i] == OPEN:
                ws.pledged[pledged] = ws.link_counts[i]
                pledged += 1
    return winners(ws, st.game, owner, pledged)


def _fail_open_links(ws: Workspace) -> bool:
    """Nothing more can be decided: all undecided takeover links fail together."""
    failed = False
    for i in range(ws.n_links):
        if ws.link_works[i] == OPEN:
            ws.link_works[i] = NO
            ws.link_failed[i] = 1
            failed = True
    return failed


def _break_cycles(st: State) -> bool:
    """Only nets are undecided now: drop those that cannot hold, then cancel the cycles."""
    ws = st.ws
    opened: i64 = 0
    for i in range(ws.n_watched):
        h = ws.watched[i]
        for j in range(ws.n_nets):
            v = ws.net_units[j]
            if net_holds(st, h, v) == NO:
                ws.caught[h] &= ~BIT[v]
        if ws.enabled[h] == OPEN:
            opened |= BIT[h]
    return opened != 0 and cancel_cycles(ws, opened) != opened


def is_held_by(st: State, link: i64) -> bool:
    """Whether a link is one of those by which its target is held captive."""
    ws = st.ws
    t = ws.link_target[link]
    owner = i64(st.b[HEADER + t * HEX_SIZE + U_OWNER])
    who = lowest(ws.control[t])
    return who != owner and ws.link_works[link] == YES and st.game.friends[who] & ws.works[ws.link_bearer[link]] != 0


def _holders(st: State) -> None:
    """Fill HOLD: the ids of the bearers by whose links each captive is held."""
    ws = st.ws
    b = st.b
    for i in range(ws.n_links):
        t = ws.link_target[i]
        if is_held_by(st, i):
            ws.hold[t] |= BIT[i64(b[HEADER + ws.link_bearer[i] * HEX_SIZE + U_ID])]
