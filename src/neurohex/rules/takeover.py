"""Takeover, nets, power and scoping together (R3.1, R3.2, R3.4, R29.3), on boards with takeover links and in games with
more than the basic rules.

A link works if its bearer is enabled; nets decide which bearers are; and links decide who controls a net. On most
boards nothing faces the bearers, and one count of votes is enough. Otherwise everything starts undecided, and a
repetition narrows it down: whether a unit is enabled, who may control it, for whom a module may work, whether a link
works. Sets only ever shrink, so the repetition ends.
"""

from neurohex.compat import i64
from neurohex.rules.bits import BIT, has, lowest, rest, several
from neurohex.rules.catalog import A_TAKES, K_HQ, T_KIND
from neurohex.rules.layout import (
    NEUTRAL,
    SCOPERS,
    U_ID,
    U_OWNER,
    XU_STEEL,
    hex_at,
)
from neurohex.rules.nets import cancel_cycles, decide_nets, face_nets, net_holds
from neurohex.rules.power import (
    ELSEWHERE,
    decide_known,
    drop_hanging_nets,
    is_powered,
    list_cables,
    note_dark,
    waits_for,
)
from neurohex.rules.reach import (
    NO,
    OPEN,
    YES,
    links_of,
)
from neurohex.rules.scoping import are_hostile, list_scopers, narrow_scoping, settle_scopers, works_for
from neurohex.rules.state import State
from neurohex.rules.votes import control_of
from neurohex.rules.workspace import Workspace


def no_link_faces(st: State) -> bool:
    """Whether no takeover link on the board faces a unit: then links change nothing."""
    left = st.units
    while left:
        h = lowest(left)
        left = rest(left)
        if st.ability(h) & A_TAKES and links_of(st, h) & st.units:
            return False
    return True


def decide_all(st: State) -> None:
    """Decide control, nets, power and scoping together: fill `control`, `enabled`, `hold` and `dark` for the units
    listed."""
    ws = st.ws
    _begin(st)
    _list_links(st)
    ws.needy = 0
    ws.dark = 0
    if st.game.has_power:
        list_cables(st)
    settled = _is_settled(st)
    if settled:
        _count_votes(st)
        if not st.game.more:
            decide_nets(st)
        elif not decide_known(st):
            settled = False
            _begin(st)
            _list_links(st)
    if not settled:
        _open_all(st)
        _repeat(st)
    _note_bearers(st)
    if ws.needy:
        note_dark(st)


def _begin(st: State) -> None:
    """Every unit is its owner's and enabled, unless something holds it for certain; all nets are faced."""
    ws = st.ws
    enabled, control, works, hold = ws.enabled, ws.control, ws.works, ws.hold
    for i in range(ws.n_units):
        h = ws.units[i]
        owner = BIT[st.owner(h)]
        enabled[h] = NO if has(ws.bound, h) else YES
        control[h] = owner
        works[h] = owner
        hold[h] = 0
    face_nets(st)


def _list_links(st: State) -> None:
    """List the takeover links that face units, with their `bearers` and the units that are `faced`."""
    ws = st.ws
    ws.n_links = 0
    ws.bearers = 0
    ws.faced = 0
    for i in range(ws.n_units):
        h = ws.units[i]
        if st.ability(h) & A_TAKES:
            ws.reach[h] = links_of(st, h)
            faced: i64 = ws.reach[h] & st.units
            if faced:
                ws.bearers |= BIT[h]
                ws.faced |= faced
                _list_links_of(st, h, faced)


def _list_links_of(st: State, h: i64, faced: i64) -> None:
    """Append the links of the bearer on `h` to the list, those to a nearer unit first."""
    ws = st.ws
    for d in range(i64(6)):
        v = st.step(h, d)
        for _distance in range(i64(2)):  # a long link reaches two hexes
            if v < 0:
                break
            if has(faced, v):
                n = ws.n_links
                ws.link_bearer[n] = h
                ws.link_target[n] = v
                ws.link_works[n] = OPEN
                ws.link_failed[n] = 0
                ws.link_counts[n] = BIT[st.game.players] - 1
                ws.n_links = n + 1
            v = st.step(v, d)


def _is_settled(st: State) -> bool:
    """Whether every link works, for the owner of its bearer: no Scoper, no net or link that faces a bearer, and no
    bearer that needs power. Without links, whether no Scoper can turn what powers a unit."""
    ws = st.ws
    if ws.bearers == 0 and ws.needy == 0:
        return True
    if st.b[SCOPERS] != 0 or ws.bearers & (ws.faced | ws.needy):
        return False
    left = ws.bearers
    while left:
        if ws.caught[lowest(left)]:
            return False
        left = rest(left)
    return ws.bearers & ws.bound == 0


def _count_votes(st: State) -> None:
    """Decide control where `_is_settled`."""
    ws = st.ws
    for i in range(ws.n_links):
        ws.link_works[i] = NO if st.is_hq(ws.link_target[i]) else YES
        ws.link_counts[i] = ws.works[ws.link_bearer[i]]
    left = ws.faced
    while left:
        h = lowest(left)
        left = rest(left)
        ws.control[h] = control_of(st, h, -1)
        ws.works[h] = ws.control[h]


def _open_all(st: State) -> None:
    """Nothing is decided yet of the units that nets or links face or that need power, nor of Scopers."""
    ws = st.ws
    everyone: i64 = BIT[st.game.players] - 1
    watched: i64 = 0
    for i in range(ws.n_units):
        h = ws.units[i]
        ws.maybe[h] = ws.control[h]
        contested = has(ws.faced, h) and not st.is_hq(h)
        held = ws.caught[h] != 0 or has(ws.needy, h)
        if contested or held:
            ws.watched[watched] = h
            watched += 1
        if held and ws.enabled[h] != NO:
            ws.enabled[h] = OPEN
        if contested:
            ws.control[h] |= everyone
    ws.n_watched = watched
    ws.n_scopers = 0
    if st.b[SCOPERS] != 0:
        list_scopers(st)
        for i in range(ws.n_links):
            ws.works[ws.link_bearer[i]] = everyone | ws.control[ws.link_bearer[i]]


def _repeat(st: State) -> None:
    """Narrow down until everything is decided. Where nothing follows any more, nets do nothing against what holds what
    their bearers hang on (R29.3); then undecided links fail, then cycles of nets cancel, then Scopers that wait for
    each other, or for what they would cut off from power, scope nothing."""
    while True:
        if _narrow(st):
            continue
        if st.game.more and drop_hanging_nets(st):
            continue
        if _fail_open_links(st.ws):
            continue
        if _break_cycles(st):
            continue
        if not settle_scopers(st.ws):
            break


def _possible(st: State) -> bool:
    """Narrow down who can control each unit at all, by the links that have not failed. Gives whether it did.

    It starts from the owners each time, so two bearers cannot keep a player possible by facing each other.
    """
    ws = st.ws
    b = st.b
    for i in range(ws.n_watched):
        h = ws.watched[i]
        one = not several(ws.control[h])
        ws.maybe[h] = ws.control[h] if one else ws.control[h] & BIT[st.owner(h)]
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
                    if ws.scoping[s] != NO and has(ws.reach[s], a):
                        sides |= ws.maybe[s]
                if sides & ws.control[t] & ~ws.maybe[t]:
                    ws.maybe[t] |= sides & ws.control[t]
                    grown = True
    changed = False
    for i in range(ws.n_watched):
        h = ws.watched[i]
        if ws.maybe[h] != 0 and ws.maybe[h] != ws.control[h]:
            ws.control[h] = ws.maybe[h]
            changed = True
        if b[SCOPERS] == 0:
            ws.works[h] = ws.control[h]
    return changed


def _narrow(st: State) -> bool:
    """Decide what follows from what is decided already. Gives whether anything did."""
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
        if several(ws.control[h]):
            mask = control_of(st, h, -1) & ws.control[h]
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


def _is_enabled(st: State, u: i64) -> i64:
    """Whether the unit on `u` is enabled: YES, NO or OPEN."""
    ws = st.ws
    controllers = ws.control[u]
    if not st.game.more or not several(controllers):
        return _is_enabled_now(st, u)
    # Under each controller that it may have.
    some = False
    every = True
    for p in range(i64(NEUTRAL + 1)):
        if has(controllers, p):
            ws.control[u] = BIT[p]
            answer = _is_enabled_now(st, u)
            some = some or answer != NO
            every = every and answer == YES
    ws.control[u] = controllers
    if not some:
        return NO
    return YES if every else OPEN


def _is_enabled_now(st: State, u: i64) -> i64:
    """The same for the controllers in `control`; one if the unit needs power."""
    ws = st.ws
    answer: i64 = YES
    if has(ws.needy, u):
        answer = is_powered(st, u)
        if answer == NO:
            return NO
    for i in range(ws.n_nets):
        holds = net_holds(st, u, ws.net_units[i])
        if holds == YES:
            return NO
        if holds == OPEN:
            answer = OPEN
    return answer


def _opposite(ws: Workspace, link: i64) -> i64:
    """The link of the target that faces the bearer of this link, or -1."""
    for i in range(ws.n_links):
        if ws.link_bearer[i] == ws.link_target[link] and ws.link_target[i] == ws.link_bearer[link]:
            return i
    return -1


def _would_take(st: State, link: i64, works: i64) -> i64:
    """Whether a link that works for one of `works` would take the unit it faces (R3.2)."""
    ws = st.ws
    b = st.b
    at = hex_at(ws.link_target[link])
    if ws.enabled[ws.link_bearer[link]] == NO or T_KIND[i64(b[at]) - 1] == K_HQ:
        return NO
    hostile = are_hostile(st, works, BIT[i64(b[at + U_OWNER])])
    if hostile == YES and ws.enabled[ws.link_bearer[link]] == OPEN:
        return OPEN
    return hostile


def _netted_by_side(st: State, u: i64, works: i64) -> i64:
    """Whether a net of the players in `works`, or of their teammates, holds the unit on `u`, or a Steel Net (R19.2)."""
    ws = st.ws
    side: i64 = 0
    for p in range(i64(NEUTRAL)):
        if has(works, p):
            side |= st.game.friends[p]
    certain = not several(works)
    answer: i64 = NO
    if has(ws.bound, u) and i64(st.b[st.more_at(u) + XU_STEEL]) & side:
        if certain:
            return YES
        answer = OPEN
    for i in range(ws.n_nets):
        n = ws.net_units[i]
        holds = net_holds(st, u, n)
        if holds != NO and ws.control[n] & side:
            if holds == YES and certain and ws.control[n] & ~side == 0:
                return YES
            answer = OPEN
    return answer


def _link_works(st: State, link: i64) -> i64:
    """Whether a takeover link counts in the vote on the unit it faces; NO if it fails or is cancelled."""
    ws = st.ws
    if ws.link_failed[link]:
        return NO
    a = ws.link_bearer[link]
    t = ws.link_target[link]
    if st.is_hq(t) or ws.enabled[a] == NO:
        return NO
    answer = ws.enabled[a]
    ws.link_counts[link] = ws.works[a]
    back = _opposite(ws, link)
    # A link that faces an HQ takes nothing and cancels nothing. The HQ's own link takes the bearer, netted or not
    # (R3.2).
    if back >= 0 and not st.is_hq(a):
        # For whom would both bearers work if these two links did not exist?
        mine = works_for(st, a, control_of(st, a, t))
        theirs = works_for(st, t, control_of(st, t, a))
        # A bearer that its target has taken takes nothing there: its link counts for no other players than these.
        ws.link_counts[link] &= mine | works_for(st, a, BIT[st.owner(a)])
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
        # The same once it is decided that the target has taken the bearer.
        if two != NO and ws.link_works[back] != NO and ws.control[a] != BIT[st.owner(a)]:
            if several(ws.control[a]) or ws.link_works[back] == OPEN:
                answer = OPEN
            elif st.game.friends[lowest(ws.control[a])] & ws.works[t]:
                return NO
    if several(ws.works[a]):
        return OPEN
    return answer


def _fail_open_links(ws: Workspace) -> bool:
    """Let all undecided links fail together, as nothing more can be decided. Gives whether there were any."""
    failed = False
    for i in range(ws.n_links):
        if ws.link_works[i] == OPEN:
            ws.link_works[i] = NO
            ws.link_failed[i] = 1
            failed = True
    return failed


def _break_cycles(st: State) -> bool:
    """Drop nets that cannot hold, then cancel cycles of nets and of power. Gives whether that decided anything."""
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
    if opened == 0:
        return False
    ws.span[ELSEWHERE] = 0
    left = opened
    while left:
        h = lowest(left)
        left = rest(left)
        ws.span[h] = ws.caught[h] & opened
        if has(ws.needy, h):
            ws.span[h] |= waits_for(st, h)
    return cancel_cycles(ws, opened) != opened


def is_held_by(st: State, link: i64) -> bool:
    """Whether a link holds its target captive."""
    ws = st.ws
    t = ws.link_target[link]
    owner = st.owner(t)
    who = lowest(ws.control[t])
    return who != owner and ws.link_works[link] == YES and st.game.friends[who] & ws.works[ws.link_bearer[link]] != 0


def _note_bearers(st: State) -> None:
    """Fill `hold`: by captive, the ids of the bearers whose links hold it."""
    ws = st.ws
    b = st.b
    for i in range(ws.n_links):
        t = ws.link_target[i]
        if is_held_by(st, i):
            ws.hold[t] |= BIT[i64(b[hex_at(ws.link_bearer[i]) + U_ID])]
