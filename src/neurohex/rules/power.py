"""Power (section 29): which units lack it, decided together with nets.

A unit that needs power and that no enabled friendly source reaches is disabled, as if a net held it (R29.1). Nets can
disable sources, and a net unit may need power itself, so both are decided by one repetition (R29.3).

`plainly_disabled` is enough for most boards. `takeover` asks the rest of this module while it decides all together.
"""

from typing import Final

from neurohex.compat import i64
from neurohex.rules.bits import BIT, has, lowest, rest
from neurohex.rules.catalog import (
    A_NEEDS,
    A_POWERS,
    A_SCOPES,
    K_MODULE,
    M_POWER,
    M_TOUGHNESS,
    NEAR,
    R_POWER,
    T_KIND,
    T_TOUGHNESS,
)
from neurohex.rules.layout import HEXES, U_WOUNDS, hex_at
from neurohex.rules.nets import faces, net_holds
from neurohex.rules.reach import NO, OPEN, YES, links_of
from neurohex.rules.scoping import works_for
from neurohex.rules.state import State
from neurohex.rules.votes import control_of

ELSEWHERE: Final = 39
"""Stands for a unit outside every group, in masks of what a unit waits for."""


def feeds(st: State, s: i64) -> i64:
    """Mask of the hexes whose units the unit on `s` powers: through marked edges, or through links (R29.1)."""
    edges = R_POWER[st.oriented(s)]
    found = NEAR[(st.game.board_code * HEXES + s) * 64 + edges]
    return found | links_of(st, s) if M_POWER[st.tile(s)] != 0 else found


# --- most boards ----------------------------------------------------------------------------------
def plainly_disabled(st: State) -> i64:
    """Mask of the units that are netted or lack power, on a board without captives; fills `dark` with the latter.

    Gives -1 if that takes more than a look: with Steel Nets, where Scopers reach sources, where nets face net units, or
    cut a net unit off from power.
    """
    if st.ws.bound != 0:
        return -1
    needy: i64 = 0
    sources: i64 = 0
    scoped: i64 = 0
    left = st.units
    while left:
        h = lowest(left)
        left = rest(left)
        ability = st.ability(h)
        if ability & (A_NEEDS | A_POWERS | A_SCOPES):
            if ability & A_NEEDS:
                needy |= BIT[h]
            if ability & A_POWERS:
                sources |= BIT[h]
            if ability & A_SCOPES:
                scoped |= links_of(st, h)
    if sources & (needy | scoped):
        return -1
    lit = _lit(st, sources, needy)
    nets: i64 = st.nets & ~(needy & ~lit)  # the others lack power, whatever nets do
    netted: i64 = 0
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
    if netted & nets:
        return -1
    if netted & sources:
        lit = _lit(st, sources & ~netted, needy)
        if nets & needy & ~lit:
            return -1
    st.ws.dark = needy & ~lit
    return netted | needy & ~lit


def _lit(st: State, sources: i64, needy: i64) -> i64:
    """The units of `needy` that one of the `sources` of their owner's side reaches."""
    found: i64 = 0
    while sources:
        s = lowest(sources)
        sources = rest(sources)
        friends = st.game.friends[st.owner(s)]
        left = feeds(st, s) & needy & ~found
        while left:
            h = lowest(left)
            left = rest(left)
            if has(friends, st.owner(h)):
                found |= BIT[h]
    return found


# --- while all is decided together (R29.3) --------------------------------------------------------
def list_cables(st: State) -> None:
    """Fill `needy`, and `fed`: by needy unit the units that could power it. Sets `dark` to nothing."""
    ws = st.ws
    ws.needy = 0
    ws.dark = 0
    for i in range(ws.n_units):
        h = ws.units[i]
        if st.ability(h) & A_NEEDS:
            ws.needy |= BIT[h]
            ws.fed[h] = 0
    for i in range(ws.n_units):
        s = ws.units[i]
        if st.ability(s) & A_POWERS:
            left = feeds(st, s) & ws.needy & ~BIT[s]
            while left:
                ws.fed[lowest(left)] |= BIT[s]
                left = rest(left)


def _cable(st: State, s: i64, u: i64) -> i64:
    """Whether the source on `s` powers the unit on `u` for its owner: YES, NO or OPEN.

    A module that a hostile Scoper turned powers the Scoper's side; no Scoper turns the edges of a warrior (R29.4).
    """
    ws = st.ws
    if ws.enabled[s] == NO:
        return NO
    turned = T_KIND[st.tile(s)] == K_MODULE
    sides = works_for(st, s, ws.control[s]) if turned else ws.control[s]
    friends = st.game.friends[st.owner(u)]
    if sides & friends == 0:
        return NO
    return ws.enabled[s] if sides & ~friends == 0 else OPEN


def is_powered(st: State, u: i64) -> i64:
    """Whether the unit on `u` has the power it needs: YES, NO or OPEN. Its controller must be decided.

    The link that took a unit powers it (R29.2).
    """
    ws = st.ws
    if not has(ws.needy, u) or not has(ws.control[u], st.owner(u)):
        return YES
    answer: i64 = NO
    left = ws.fed[u]
    while left:
        works = _cable(st, lowest(left), u)
        left = rest(left)
        if works == YES:
            return YES
        if works == OPEN:
            answer = OPEN
    return answer


def decide_known(st: State) -> bool:
    """Decide nets and power where every controller is known and no Scoper matters. Gives False if something stays
    undecided: `enabled` and `caught` mean nothing then."""
    ws = st.ws
    opened: i64 = 0
    for i in range(ws.n_units):
        h = ws.units[i]
        if ws.caught[h]:
            me = lowest(ws.control[h])
            for j in range(ws.n_nets):
                v = ws.net_units[j]
                if has(ws.caught[h], v) and st.game.nets[me] & ws.control[v] == 0:
                    ws.caught[h] &= ~BIT[v]
        if (ws.caught[h] or has(ws.needy, h)) and ws.enabled[h] != NO:
            ws.enabled[h] = OPEN
            opened |= BIT[h]
    before: i64 = -1
    while opened != before:
        before = opened
        left = opened
        while left:
            h = lowest(left)
            left = rest(left)
            ws.enabled[h] = _is_enabled(st, h)
            if ws.enabled[h] != OPEN:
                opened &= ~BIT[h]
    return opened == 0


def _is_enabled(st: State, u: i64) -> i64:
    ws = st.ws
    answer = is_powered(st, u)
    left = ws.caught[u]
    while left and answer != NO:
        holds = ws.enabled[lowest(left)]
        left = rest(left)
        if holds == YES:
            return NO
        if holds == OPEN:
            answer = OPEN
    return answer


def note_dark(st: State) -> None:
    """Fill `dark`: the units that lack power, once all is decided."""
    ws = st.ws
    left = ws.needy
    while left:
        h = lowest(left)
        left = rest(left)
        if ws.enabled[h] == NO and is_powered(st, h) == NO:
            ws.dark |= BIT[h]


def waits_for(st: State, u: i64) -> i64:
    """Mask of the undecided sources on which the power of the unit on `u` depends; `ELSEWHERE` among them if it depends
    on a Scoper. 0 if its power is decided."""
    ws = st.ws
    if is_powered(st, u) != OPEN:
        return 0
    found: i64 = 0
    left = ws.fed[u]
    while left:
        s = lowest(left)
        left = rest(left)
        if _cable(st, s, u) == OPEN:
            found |= BIT[s]
            if T_KIND[st.tile(s)] == K_MODULE and works_for(st, s, ws.control[s]) & ~st.game.friends[st.owner(u)]:
                found |= BIT[ELSEWHERE]
    return found


# --- what a net unit hangs on (R29.3) -------------------------------------------------------------
def drop_hanging_nets(st: State) -> bool:
    """Drop the undecided nets that do nothing because of what net units hang on. Gives whether there were any.

    If X's net faces what Y hangs on, Y's net at X does nothing. If each faces what the other hangs on, both those nets
    do nothing. All are dropped together.
    """
    ws = st.ws
    hung: i64 = 0
    for i in range(ws.n_nets):
        y = ws.net_units[i]
        ws.hangs[y] = _hangs_on(st, y) if _has_open_net(st, y) else i64(0)
        hung |= ws.hangs[y]
    if hung == 0:
        return False
    for i in range(ws.n_units):
        ws.dropped[ws.units[i]] = 0
    for i in range(ws.n_nets):
        x = ws.net_units[i]
        for j in range(ws.n_nets):
            y = ws.net_units[j]
            if x != y:
                held = _openly_holds(st, x, ws.hangs[y])
                if held:
                    ws.dropped[x] |= BIT[y]
                    if _openly_holds(st, y, ws.hangs[x]):
                        while held:
                            ws.dropped[lowest(held)] |= BIT[x]
                            held = rest(held)
    # What is dropped follows from the nets as they were.
    dropped = False
    for i in range(ws.n_units):
        h = ws.units[i]
        for j in range(ws.n_nets):
            v = ws.net_units[j]
            if has(ws.dropped[h], v) and net_holds(st, h, v) != OPEN:
                ws.dropped[h] &= ~BIT[v]
    for i in range(ws.n_units):
        h = ws.units[i]
        if ws.caught[h] & ws.dropped[h]:
            ws.caught[h] &= ~ws.dropped[h]
            dropped = True
    return dropped


def _has_open_net(st: State, y: i64) -> bool:
    """Whether a net of the unit on `y` is undecided."""
    return _openly_holds(st, y, st.units) != 0


def _openly_holds(st: State, x: i64, units: i64) -> i64:
    """The units of a mask that the net unit on `x` may hold: undecided."""
    found: i64 = 0
    left = faces(st, x) & units
    while left:
        h = lowest(left)
        left = rest(left)
        if net_holds(st, h, x) == OPEN:
            found |= BIT[h]
    return found


def _hangs_on(st: State, y: i64) -> i64:
    """Mask of what the net unit on `y` cannot do without, as far as it is undecided: the bearer that took it, its last
    source of power, the source of the toughness that keeps it alive."""
    ws = st.ws
    found: i64 = 0
    owner = BIT[st.owner(y)]
    for i in range(ws.n_links):
        takes = ws.link_target[i] == y and ws.link_works[i] == OPEN and control_of(st, y, -1) != owner
        if takes and control_of(st, y, ws.link_bearer[i]) == owner:
            found |= BIT[ws.link_bearer[i]]
    if st.game.has_power and has(ws.needy, y) and ws.control[y] & owner:
        found |= _last_source(st, y)
    return found | _last_toughness(st, y)


def _last_source(st: State, y: i64) -> i64:
    """The only source that may power the unit on `y`, if it is undecided whether it does."""
    ws = st.ws
    last: i64 = 0
    left = ws.fed[y]
    while left:
        s = lowest(left)
        left = rest(left)
        works = _cable(st, s, y)
        if works == YES or (works == OPEN and last):
            return 0
        if works == OPEN:
            last = BIT[s]
    return last


def _last_toughness(st: State, y: i64) -> i64:
    """The sources without any of which the unit on `y` would have more wounds than toughness (R14.1)."""
    ws = st.ws
    wounds = i64(st.b[hex_at(y) + U_WOUNDS])
    spare: i64 = T_TOUGHNESS[st.tile(y)] - wounds
    if spare >= 0 or st.is_hq(y):
        return 0
    friends: i64 = 0
    for p in range(st.game.players):
        if has(ws.control[y], p):
            friends |= st.game.friends[p]
    sources: i64 = 0
    for i in range(ws.n_units):
        s = ws.units[i]
        lent = M_TOUGHNESS[st.tile(s)]
        may_lend = lent > 0 and ws.enabled[s] != NO and has(links_of(st, s), y)
        if may_lend and works_for(st, s, ws.control[s]) & friends:
            sources |= BIT[s]
            spare += lent
    found: i64 = 0
    while sources and spare >= 0:
        s = lowest(sources)
        sources = rest(sources)
        if spare < M_TOUGHNESS[st.tile(s)]:
            found |= BIT[s]
    return found
