"""What units, foundations and instants of armies with more than the basic rules allow in a turn.

Own pushes and turns (section 13), the Steel Net (19), executions (20), underground swaps (26), Holes (27), and the
instants Paralysis, Smokescreen and Transposition (R23.3, R28.5, R28.6): listing and carrying out.
"""

from neurohex.compat import i16, i64, vec
from neurohex.events.battle import Destroyed, Scored
from neurohex.events.course import DrawnIn, Marked, Paid, Placed, Transposed
from neurohex.rules.actions import (
    BURROW,
    DRAW_IN,
    EXECUTE,
    OWN_PUSH,
    OWN_TURN,
    PARALYSE,
    POINT,
    RAY,
    SMOKE,
    STEEL_NET,
    TRANSPOSE,
)
from neurohex.rules.bits import BIT, has, lowest, rest, several
from neurohex.rules.catalog import (
    A_BOMBER,
    A_CASTLES,
    A_EXECUTES,
    A_PUSHES,
    A_STEEL,
    A_TURNS,
    A_UNDER,
    ALL_TILES,
    EF_HOLE,
    EF_PARALYSIS,
    EF_SMOKE,
    EF_TRANSPOSITION,
    M_STEEL_FREE,
    M_UNDER_ALL,
    T_ABILITY,
    T_EFFECT,
)
from neurohex.rules.ending import points_of, score_goal
from neurohex.rules.flow import proceed, settle
from neurohex.rules.layout import (
    ACTOR,
    F_OWNER,
    F_TILE,
    FL_PUSHED,
    FL_ROTATED,
    FL_SPUN,
    FRESH,
    HEXES,
    NEUTRAL,
    P_HAND,
    P_HQ,
    P_SCORE,
    SCOPERS,
    ST_POINT,
    STAGE,
    U_FLAGS,
    U_ROT,
    X_HEX,
    X_ROT,
    X_SLOT,
    XF_USED,
    XU_NUMB,
    XU_STEEL,
    hex_at,
)
from neurohex.rules.listing import is_own, is_target, own_units, pushes, turns
from neurohex.rules.markers import NUMB_MARKER, paralyse, shared_at_hand, steel_net_at_hand
from neurohex.rules.moving import arrive, mine, note_played, push, swap_units, turn, use_instant
from neurohex.rules.refs import direction, hex_name, player, ref
from neurohex.rules.scoping import work_for
from neurohex.rules.state import State
from neurohex.rules.telling import goes_where
from neurohex.rules.wounds import next_player


# --- listing --------------------------------------------------------------------------------------
def list_feats(st: State, out: vec[i64], n: i64, me: i64, hand: i64, may_play: bool) -> i64:
    """Write what a player's own units and foundations, not a teammate's (R13.4), can do in a turn besides the basic
    rules. Gives the new length."""
    b = st.b
    left = st.busy
    while left:
        h = lowest(left)
        left = rest(left)
        ability = st.ability(h)
        if ability & (A_PUSHES | A_TURNS | A_STEEL | A_CASTLES) and is_own(st, h, me):
            flags = i64(b[hex_at(h) + U_FLAGS])
            if ability & A_PUSHES and flags & FL_PUSHED == 0:  # R13.1
                n = pushes(st, out, n, h, me, OWN_PUSH)
            if ability & A_TURNS and flags & FL_SPUN == 0:  # R13.2
                n = turns(out, n, OWN_TURN + h * 6, i64(b[hex_at(h) + U_ROT]))
            if ability & A_STEEL:
                n = _steel_nets(st, out, n, me)
            if ability & A_CASTLES and flags & FL_ROTATED == 0:
                n = _burrows(st, out, n, h, me)
    if may_play:
        n = _executions(st, out, n, me, hand)
    return _draws_in(st, out, n, me) if st.game.has_holes else n


def _can_pay(st: State, me: i64) -> bool:
    """Whether a player can lose an HQ point: never the last (R19.1); in a score game none is lost (R19.4)."""
    return st.game.score or i64(st.b[st.player_at(me) + P_HQ]) > 1


def _is_free(st: State, me: i64) -> bool:
    """Whether an enabled Launcher works for the player: the Steel Net then costs nothing (R19.1, R19.5)."""
    scoped = st.b[SCOPERS] != 0
    if scoped:
        work_for(st)
    left = st.units & ~st.netted
    while left:
        h = lowest(left)
        left = rest(left)
        if M_STEEL_FREE[st.tile(h)] != 0 and (st.ws.works[h] if scoped else st.controller(h)) == me:
            return True
    return False


def _steel_nets(st: State, out: vec[i64], n: i64, me: i64) -> i64:
    """The targets of the Steel Net (R19.1)."""
    if not steel_net_at_hand(st, me) or not (_can_pay(st, me) or _is_free(st, me)):
        return n
    left = st.units
    while left:
        h = lowest(left)
        left = rest(left)
        if is_target(st, me, h):
            out[n] = STEEL_NET + h
            n += 1
    return n


def _executions(st: State, out: vec[i64], n: i64, me: i64, hand: i64) -> i64:
    """The hexes of hostile units that a tile of the hand can take (R20.1). Terror does not stop it (R20.3), nor does
    what will hold the tile there (R20.2)."""
    b = st.b
    at: i64 = st.player_at(me) + P_HAND
    for slot in range(hand):
        tile = i64(b[at + slot])
        if T_ABILITY[tile] & A_EXECUTES and (slot == 0 or i64(b[at + slot - 1]) != tile) and _can_pay(st, me):
            left = st.units
            while left:
                h = lowest(left)
                left = rest(left)
                if is_target(st, me, h):
                    for rot in range(i64(6)):
                        out[n] = EXECUTE + (slot * HEXES + h) * 6 + rot
                        n += 1
    return n


def _burrows(st: State, out: vec[i64], n: i64, hq: i64, me: i64) -> i64:
    """The neighbours with which an HQ can swap underground (R26.1)."""
    under = underground(st, me)
    for d in range(i64(6)):
        v = st.step(hq, d)
        if v >= 0 and has(under, v):
            out[n] = BURROW + d
            n += 1
    return n


def underground(st: State, me: i64) -> i64:
    """Mask of a player's enabled units that are underground (R26.2).

    A Scoper takes the word from a module it turns, and an Underworlds that it turns serves its own side (R26.3).
    """
    ws = st.ws
    work_for(st)
    everyone = False
    left = st.units & ~st.netted
    while left:
        h = lowest(left)
        left = rest(left)
        if M_UNDER_ALL[st.tile(h)] != 0 and has(st.game.friends[me], ws.works[h]):
            everyone = True
    found: i64 = 0
    left = own_units(st, me)
    while left:
        h = lowest(left)
        left = rest(left)
        if everyone or (st.ability(h) & A_UNDER and has(st.game.friends[me], ws.works[h])):
            found |= BIT[h]
    return found


def _draws_in(st: State, out: vec[i64], n: i64, me: i64) -> i64:
    """The units that a player's Holes can draw in (R27.1)."""
    b = st.b
    for h in range(st.hexes):
        at = hex_at(h)
        tile: i64 = i64(b[at + F_TILE]) - 1
        is_mine = tile >= 0 and T_EFFECT[tile] == EF_HOLE and i64(b[at + F_OWNER]) == me
        if is_mine and b[at] == 0 and b[st.more_at(h) + XF_USED] == 0:
            for d in range(i64(6)):
                v = st.step(h, d)
                if v >= 0 and is_target(st, me, v) and not has(st.netted, v):
                    out[n] = DRAW_IN + h * 6 + d
                    n += 1
    return n


def list_orders(st: State, out: vec[i64], n: i64, me: i64, effect: i64) -> i64:
    """The uses of the instants Paralysis, Smokescreen, Transposition and Ray."""
    b = st.b
    if effect == EF_PARALYSIS:
        if shared_at_hand(st, me, NUMB_MARKER, 0) == 0:
            return n
        left = st.units
        while left:
            h = lowest(left)
            left = rest(left)
            if has(st.game.foes[me], st.controller(h)) and b[st.more_at(h) + XU_NUMB] == 0:
                out[n] = PARALYSE + h
                n += 1
        return n
    if effect == EF_SMOKE:
        left = st.units & ~st.netted
        while left:
            h = lowest(left)
            left = rest(left)
            if has(st.game.foes[me], st.controller(h)):
                n = turns(out, n, SMOKE + h * 6, i64(b[hex_at(h) + U_ROT]))
        return n
    if effect == EF_TRANSPOSITION:
        return _transpositions(st, out, n, me)
    for h in range(st.hexes):  # a Ray, from edge to edge (R30.4)
        for d in range(i64(3)):
            if st.step(h, d + 3) < 0 and st.step(h, d) >= 0:
                out[n] = RAY + h * 3 + d
                n += 1
    return n


def _transpositions(st: State, out: vec[i64], n: i64, me: i64) -> i64:
    """Each own unit that can go, no HQ, with each that can take its hex (R28.6)."""
    own = own_units(st, me)
    left = own
    while left:
        h = lowest(left)
        left = rest(left)
        if not st.is_hq(h):
            others = own & ~BIT[h]
            while others:
                out[n] = TRANSPOSE + h * HEXES + lowest(others)
                others = rest(others)
                n += 1
    return n


def list_opponents(st: State, out: vec[i64]) -> i64:
    """Who can get the point for a neutral unit (R19.4)."""
    n: i64 = 0
    for p in range(st.game.players):
        if has(st.game.foes[i64(st.b[ACTOR])], p):
            out[n] = POINT + p
            n += 1
    return n


# --- carrying out ---------------------------------------------------------------------------------
def play_feat(st: State, me: i64, action: i64) -> None:
    """Carry out an action from OWN_PUSH to TRANSPOSE."""
    b = st.b
    b[FRESH] = 0
    if action < OWN_TURN:
        _use(st, (action - OWN_PUSH) // 24, FL_PUSHED)
        push(st, action - OWN_PUSH, True)
    elif action < STEEL_NET:
        _use(st, (action - OWN_TURN) // 6, FL_SPUN)
        turn(st, (action - OWN_TURN) // 6, (action - OWN_TURN) % 6, "itself", "R13.2")
    elif action < EXECUTE:
        _pay_and(st, me, action - STEEL_NET, 0, 0)
    elif action < POINT:
        a: i64 = action - EXECUTE
        _pay_and(st, me, a // 6 % HEXES, a // (6 * HEXES) + 1, a % 6)
    elif action < BURROW:
        _give_point(st, me, action - POINT)
        at = st.game.more_offset
        _paid(st, me, i64(b[at + X_HEX]), i64(b[at + X_SLOT]), i64(b[at + X_ROT]))
    elif action < DRAW_IN:
        _burrow(st, me, action - BURROW)
    elif action < PARALYSE:
        _draw_in(st, me, (action - DRAW_IN) // 6, (action - DRAW_IN) % 6)
    elif action < SMOKE:
        _paralyse(st, me, action - PARALYSE)
    elif action < TRANSPOSE:
        use_instant(st, me, EF_SMOKE)
        turn(st, (action - SMOKE) // 6, (action - SMOKE) % 6, "smokescreen", "R28.5")
    else:
        _transpose(st, me, (action - TRANSPOSE) // HEXES, (action - TRANSPOSE) % HEXES)


def _use(st: State, h: i64, flag: i64) -> None:
    at: i64 = hex_at(h) + U_FLAGS
    st.b[at] = i16(i64(st.b[at]) | flag)


def _pay_and(st: State, me: i64, h: i64, slot: i64, rot: i64) -> None:
    """Pay for a Steel Net (`slot` 0) or an execution on the hex `h`, and do it (R19.1, R20.1).

    In a score game the unit's controller gets a point instead, for a neutral unit an opponent of the player's choice
    (R19.4).
    """
    b = st.b
    if slot > 0 or not _is_free(st, me):
        if st.game.score:
            foes: i64 = st.game.foes[me] & (BIT[st.game.players] - 1)
            to = st.controller(h)
            if to == NEUTRAL and several(foes):
                at = st.game.more_offset
                b[at + X_HEX] = i16(h)
                b[at + X_SLOT] = i16(slot)
                b[at + X_ROT] = i16(rot)
                b[STAGE] = ST_POINT
                return
            _give_point(st, me, lowest(foes) if to == NEUTRAL else to)
        else:
            points: i64 = st.player_at(me) + P_HQ
            b[points] -= 1
            log = st.log
            if log is not None:
                log.tell(Paid(me, int(b[points]), rulings=("R19.1",) if slot == 0 else ("R20.1",)))
    _paid(st, me, h, slot, rot)


def _give_point(st: State, me: i64, to: i64) -> None:
    """An opponent gets a point in a score game (R19.4); nobody passes the goal (R1.8)."""
    b = st.b
    log = st.log
    if log is not None:
        log.tell(Paid(me, int(b[st.player_at(me) + P_HQ]), to, rulings=("R19.4",)))
    if st.game.living and points_of(st, to) >= score_goal(st):
        return
    b[st.player_at(to) + P_SCORE] += 1
    if log is not None:
        log.tell(Scored(to, 1, rulings=("R19.4", "R10.5")))


def _paid(st: State, me: i64, h: i64, slot: i64, rot: i64) -> None:
    """Throw the Steel Net, or execute, now that it is paid for."""
    if slot > 0:
        _execute(st, me, slot - 1, h, rot)
        return
    at: i64 = st.more_at(h) + XU_STEEL
    st.b[at] = i16(i64(st.b[at]) | BIT[me])
    log = st.log
    if log is not None:
        log.tell(Marked(ref(st, h), "steel_net", me, rulings=("R19.1",)))
    settle(st, False)
    proceed(st)


def _execute(st: State, me: i64, slot: i64, h: i64, rot: i64) -> None:
    """A tile of the hand takes the hex of a hostile unit, which is destroyed (R20.1)."""
    tile = st.from_hand(me, slot)
    note_played(st)
    heir = next_player(st, me) if st.ability(h) & A_BOMBER else i64(0)
    log = st.log
    if log is not None:
        unit = ref(st, h)
        log.tell(Destroyed(unit, "executed", 0, goes_where(st.tile(h), heir), rulings=("R20.1",)))
        whose = player(st.owner_when_placed(me, tile))
        log.tell(Placed(me, ALL_TILES[tile], unit.hex, direction(rot), whose, "hand", unit, rulings=("R20.1",)))
    st.bury(h, heir)
    arrive(st, h, tile, rot)


def _burrow(st: State, me: i64, d: i64) -> None:
    """The HQ swaps with a neighbour underground (R26.1)."""
    left = st.busy
    while left:
        h = lowest(left)
        left = rest(left)
        if st.ability(h) & A_CASTLES and is_own(st, h, me):
            _use(st, h, FL_ROTATED)
            swap_units(st, me, h, st.step(h, d), "R26.1")
            return


def _draw_in(st: State, me: i64, hole: i64, d: i64) -> None:
    """A hostile neighbour comes into a Hole, without turning (R27.1)."""
    v = st.step(hole, d)
    st.b[st.more_at(hole) + XF_USED] = 1
    log = st.log
    if log is not None:
        tile: i64 = i64(st.b[hex_at(hole) + F_TILE]) - 1
        log.tell(DrawnIn(me, ref(st, v), hex_name(st, hole), ALL_TILES[tile], rulings=("R27.1",)))
    st.carry(v, hole)
    settle(st, True)
    proceed(st)


def _paralyse(st: State, me: i64, h: i64) -> None:
    """The instant Paralysis puts a marker on a hostile unit (R23.3)."""
    use_instant(st, me, EF_PARALYSIS)
    paralyse(st, h, me)
    log = st.log
    if log is not None:
        owner = int(st.b[st.more_at(h) + XU_NUMB]) - 1
        log.tell(Marked(ref(st, h), "paralysis", owner, rulings=("R23.3",)))
    settle(st, False)
    proceed(st)


def _transpose(st: State, me: i64, h: i64, other: i64) -> None:
    """One own unit goes to the discard pile, another takes its hex (R28.6)."""
    use_instant(st, me, EF_TRANSPOSITION)
    log = st.log
    tile = st.tile(h)
    owner = st.owner(h)
    if log is not None:
        log.tell(Destroyed(ref(st, h), "transposed", 0, "discard", rulings=("R28.6",)))
        log.tell(Transposed(me, ref(st, other), hex_name(st, h), rulings=("R28.6",)))
    st.lift(h)
    if T_ABILITY[tile] & A_BOMBER:
        st.bomber_leaves(tile, next_player(st, me))
    else:
        st.discard(owner, tile)
    st.carry(other, h)
    mine(st, h, me)
    settle(st, True)
    proceed(st)
