"""What is looked at after every change of the board, and between phases.

In every game nets and control (`influence`). In games with more than the basic rules also Steel Nets that come back
(R19.3), toughness and paralysis by modules (R14.1, R23.5), which units lack power (R29.1), and units that lose the
toughness that kept them alive (R14.2).
"""

from neurohex.compat import i16, i64
from neurohex.events.battle import Destroyed
from neurohex.events.course import Unmarked, UnmarkReason
from neurohex.rules.bits import BIT, has, lowest, rest
from neurohex.rules.catalog import A_HQ, A_LENDS, M_NUMBS, M_TOUGHNESS
from neurohex.rules.influence import resolve, steel_netted
from neurohex.rules.layout import (
    CHANGED,
    FL_DISABLED,
    P_HQ_HEX,
    P_OUT,
    SCOPERS,
    TURN,
    U_FLAGS,
    U_WOUNDS,
    XS_PARALYSED,
    XS_UNPOWERED,
    XU_NUMB,
    XU_STATE,
    XU_STEEL,
    XU_TOUGH,
    hex_at,
)
from neurohex.rules.reach import find_homelands, reach_of, spies_on
from neurohex.rules.refs import phase_of, ref
from neurohex.rules.scoping import work_for
from neurohex.rules.state import State
from neurohex.rules.telling import goes_where
from neurohex.rules.wounds import next_player


def uphold(st: State) -> bool:
    """Decide what holds on the board now, with all that follows from it. A unit that moved is looked at where it stands
    now, after Mines (R14.3); whoever counts free hexes afterwards counts these losses too (R14.5).

    Gives whether any unit was disabled, freed, changed its controller or left.
    """
    if not st.game.more:
        return resolve(st)
    changed = False
    while True:
        if resolve(st):
            changed = True
        if st.game.has_steel and _steel_nets_return(st):
            changed = True
            continue
        if st.game.lends:
            _lend(st)
        if not st.game.lends_toughness or not _weak_leave(st):  # R14.4: all is decided anew
            return changed
        changed = True


def _steel_nets_return(st: State) -> bool:
    """Take off the Steel Nets whose HQ is disabled, and those on units that came to the side of their army (R19.3).
    Gives whether there were any."""
    b = st.b
    found = False
    left = steel_netted(st)
    while left:
        h = lowest(left)
        left = rest(left)
        at: i64 = st.more_at(h) + XU_STEEL
        nets = i64(b[at])
        while nets:
            p = lowest(nets)
            nets = rest(nets)
            why = _why_steel_net_returns(st, h, p)
            if why is not None:
                found = True
                b[at] = i16(i64(b[at]) & ~BIT[p] & 255)
                log = st.log
                if log is not None:
                    log.tell(Unmarked(ref(st, h), "steel_net", p, why, rulings=("R19.3",), phase=phase_of(st)))
    return found


def _why_steel_net_returns(st: State, h: i64, p: i64) -> UnmarkReason | None:
    """Why the Steel Net of player `p` comes back from the unit on `h`; None if it stays."""
    b = st.b
    if has(st.game.friends[p], st.controller(h)):
        return "freed"
    if b[st.player_at(p) + P_OUT] != 0:
        return "army out"  # R19.5
    hq: i64 = i64(b[st.player_at(p) + P_HQ_HEX]) - 1
    if hq >= 0 and i64(b[hex_at(hq) + U_FLAGS]) & FL_DISABLED:
        return "hq"
    return None


def _lend(st: State) -> None:
    """Write into the state what modules lend: toughness (R14.1), and paralysis of foes (R23.5) besides markers; and
    which units lack power (R29.1)."""
    b = st.b
    ws = st.ws
    dark = ws.dark if st.game.has_power else i64(0)
    lenders: i64 = 0
    left = st.units
    while left:
        h = lowest(left)
        left = rest(left)
        at = st.more_at(h)
        b[at + XU_TOUGH] = 0
        b[at + XU_STATE] = (XS_PARALYSED if b[at + XU_NUMB] != 0 else 0) | (XS_UNPOWERED if has(dark, h) else 0)
        if st.ability(h) & A_LENDS and not has(st.netted, h):
            lenders |= BIT[h]
    if lenders == 0:
        return
    scoped = b[SCOPERS] != 0
    if scoped:
        work_for(st)
    if st.game.has_homeland:
        find_homelands(st)
    while lenders:
        m = lowest(lenders)
        lenders = rest(lenders)
        t = st.tile(m)
        if M_TOUGHNESS[t] == 0 and M_NUMBS[t] == 0:
            continue
        side = ws.works[m] if scoped else st.controller(m)
        spies = spies_on(st, m, side) if M_TOUGHNESS[t] else i64(0)
        left = reach_of(st, m) & st.units
        while left:
            h = lowest(left)
            left = rest(left)
            at = st.more_at(h)
            who = st.controller(h)
            if M_TOUGHNESS[t] != 0 and st.ability(h) & A_HQ == 0 and (has(st.game.friends[side], who) or has(spies, h)):
                b[at + XU_TOUGH] = i16(i64(b[at + XU_TOUGH]) + M_TOUGHNESS[t])
            if M_NUMBS[t] != 0 and has(st.game.foes[side], who):
                b[at + XU_STATE] = i16(i64(b[at + XU_STATE]) | XS_PARALYSED)


def _weak_leave(st: State) -> bool:
    """Remove the units that have more wounds than toughness (R14.2). It is no hit, so no Medic answers. Gives whether
    there were any."""
    b = st.b
    found = False
    left = st.units
    while left:
        h = lowest(left)
        left = rest(left)
        at = hex_at(h)
        wounds = i64(b[at + U_WOUNDS])
        if wounds > 0 and wounds > st.toughness(h) and not st.is_hq(h):
            found = True
            b[CHANGED] = 1
            heir = next_player(st, i64(b[TURN]))
            log = st.log
            if log is not None:
                goes_to = goes_where(st.tile(h), heir)
                rulings = ("R14.2",)
                log.tell(Destroyed(ref(st, h), "toughness", wounds, goes_to, rulings=rulings, phase=phase_of(st)))
            st.bury(h, heir)
    return found
