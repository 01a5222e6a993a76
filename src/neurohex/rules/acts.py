"""The effect of each action. `play` trusts its caller; `engine.apply` checks with `legal` first."""

from typing import Final

from neurohex.compat import i16, i64
from neurohex.events.battle import Aimed, AttackType, Converted, Destroyed
from neurohex.events.course import (
    EnergyGained,
    MoveBy,
    Moved,
    Placed,
    ProcedureStarted,
)
from neurohex.rules.actions import (
    AIM,
    BOMB,
    BOMBER,
    CAPTIVE,
    CAPTIVE_AT,
    CASTLE,
    CLOWN,
    CONVERT,
    DEPLOY,
    DISCARD,
    DRAW,
    DUEL_DETONATE,
    DUEL_ELIMINATE,
    DUEL_LASER,
    DUEL_PUSH,
    DUEL_ROTATE,
    DUEL_SWAP,
    END,
    FIGHT,
    FROM_FAR,
    FROM_MOBILITY,
    FROM_NEAR,
    FROM_TILE,
    GRENADE,
    HQ_TURN,
    MARK,
    MEDIC,
    MERCENARY,
    MOVE,
    OWN_PUSH,
    PILE,
    PLACE,
    PUSH,
    RAY,
    ROTATE,
    SECOND,
    SELL,
    SELL_HQ,
    SHARED,
    SNIPE,
    STAY,
    STRIKE,
    TERROR,
    TRANSFORM,
    UNLUCKY,
    YIELD,
)
from neurohex.rules.battle import begin_battle
from neurohex.rules.bits import BIT
from neurohex.rules.catalog import (
    A_BOMBER,
    ALL_TILES,
    BOMBER_BASE,
    EF_BATTLE,
    EF_BOMB,
    EF_CASTLING,
    EF_DETONATE,
    EF_ELIMINATE,
    EF_GRENADE,
    EF_LASER,
    EF_MOVE,
    EF_PUSH,
    EF_RAY,
    EF_ROTATION,
    EF_SNIPER,
    EF_STRIKE,
    EF_TERROR,
    K_FOUNDATION,
    MERCENARY_BASE,
    T_ABILITY,
    T_KIND,
)
from neurohex.rules.events import (
    Log,
)
from neurohex.rules.feats import play_feat
from neurohex.rules.flow import has_recon, hq_hex, proceed, settle, setup_on
from neurohex.rules.hands import discard, draw, mercenary, throw_away, unlucky
from neurohex.rules.influence import note_holders
from neurohex.rules.instants import choose_medic, choose_shared, fire, recall_hits
from neurohex.rules.layout import (
    AC_ASKED,
    AC_EXPLODES,
    AC_OFFERED,
    ACTOR,
    AFTER,
    ASIDE,
    ASKED,
    BY_TILE,
    FL_CONVERTED,
    FL_MOBILITY,
    FL_ROTATED,
    FL_TURN,
    FL_TURNED,
    FRESH,
    HEXES,
    P_ENERGY,
    P_HAND,
    P_HQ,
    P_TERROR,
    PHASE,
    ST_DRAW,
    ST_ENERGY,
    ST_HQ,
    ST_RECON,
    STAGE,
    TO_MAIN,
    TO_NEXT,
    TO_RECON,
    TRANSFORMED,
    U_ACT,
    U_CONVERT,
    U_FLAGS,
    U_GRANTER,
    U_MOVED,
    U_MOVED2,
    U_ROT,
    XU_AIM,
    hex_at,
)
from neurohex.rules.markers import choose_mark
from neurohex.rules.moving import arrive, mine, note_played, push, pushed, swap_units, turn, use_instant
from neurohex.rules.procedures import (
    COST,
    PR_DETONATION,
    PR_ELIMINATION,
    PR_LASER,
    PR_PUSH,
    PR_ROTATION,
    PR_SWAP,
    PROCEDURES,
    TERMINAL_COUNT,
)
from neurohex.rules.reasons import gifts_now
from neurohex.rules.refs import direction, hex_name, phase_of, player, ref
from neurohex.rules.state import State


def play(st: State, action: i64) -> None:
    """Carry out a legal action and all its consequences. The effect of an illegal one is undefined."""
    b = st.b
    me = i64(b[ACTOR])
    if st.log is not None:
        note_holders(st)
    if action >= OWN_PUSH:
        _play_more(st, me, action)
        return
    if action >= CAPTIVE_AT:
        _captive(st, (action - CAPTIVE_AT) // 6, (action - CAPTIVE_AT) % 6)
        return
    if action >= DRAW:
        draw(st, me, action - DRAW)
        return
    if action == END:
        _end(st)
    elif action < UNLUCKY:
        discard(st, me, action - DISCARD)
    elif action == UNLUCKY:
        unlucky(st, me)
    elif action == FIGHT:
        b[FRESH] = 0
        use_instant(st, me, EF_BATTLE)
        begin_battle(st, BY_TILE, me)
        b[AFTER] = TO_NEXT
        proceed(st)
    elif action == TERROR:
        b[FRESH] = 0
        use_instant(st, me, EF_TERROR)
        b[st.player_at(me) + P_TERROR] = 1
        proceed(st)
    elif action < DEPLOY:
        _place(st, me, action - PLACE)
    elif action < MOVE:
        _deploy(st, me, action - DEPLOY)
    elif action < SECOND:
        _move(st, me, action - MOVE)
    elif action < PUSH:
        _second(st, me, action - SECOND)
    elif action < YIELD:
        use_instant(st, me, EF_PUSH)
        push(st, action - PUSH, False)
    elif action < ROTATE:
        pushed(st, action - YIELD)
    elif action < HQ_TURN:
        use_instant(st, me, EF_ROTATION)
        turn(st, (action - ROTATE) // 6, (action - ROTATE) % 6, "tile", "R5.3")
    elif action < CASTLE:
        _granted_turn(st, me, action - HQ_TURN)
    elif action < GRENADE:
        use_instant(st, me, EF_CASTLING)
        h: i64 = (action - CASTLE) // 6
        swap_units(st, me, h, st.step(h, (action - CASTLE) % 6), "R5.3")
    elif action < CAPTIVE:
        _aimed(st, me, action)
    elif action < CLOWN:
        _captive(st, i64(b[ASKED]), action - CAPTIVE)
    elif action < DUEL_ROTATE:
        if b[PHASE] != 0:
            decide(st, action)
            proceed(st)
        elif choose_medic(st, action):
            settle(st, False)
            proceed(st)
    elif action < SELL:
        _procedure(st, me, action)
    elif action < MERCENARY:
        _sell(st, me, action)
    elif action < PILE:
        mercenary(st, me, action - MERCENARY)
    elif action == PILE:
        b[STAGE] = ST_DRAW  # chance decides which
    else:
        _second_bomber(st, me, action - BOMBER)


# --- turns and tiles of the hand ------------------------------------------------------------------
def _end(st: State) -> None:
    """End the turn; or stop after the first step of a Recon move."""
    b = st.b
    if b[STAGE] == ST_RECON:
        b[AFTER] = TO_MAIN
    else:
        b[FRESH] = 0
        b[AFTER] = TO_NEXT
    proceed(st)


# --- onto the board -------------------------------------------------------------------------------
def _place(st: State, me: i64, a: i64) -> None:
    b = st.b
    rot = a % 6
    h = a // 6 % HEXES
    slot = a // (6 * HEXES)
    log = st.log
    if b[STAGE] == ST_HQ:
        tile = st.game.base[me]
        st.put(h, tile, me, rot)
        if log is not None:
            name, facing = hex_name(st, h), direction(rot)
            log.tell(Placed(me, ALL_TILES[tile], name, facing, me, "hq", rulings=("R4.1",)))
        setup_on(st)
        return
    tile = st.from_hand(me, slot)
    note_played(st)
    if log is not None:
        owner = player(st.owner_when_placed(me, tile))
        ruling = _placing_ruling(tile, owner)
        name, facing = hex_name(st, h), direction(rot)
        log.tell(Placed(me, ALL_TILES[tile], name, facing, owner, "hand", rulings=(ruling,)))
    if T_KIND[tile] == K_FOUNDATION:
        st.put_foundation(h, tile, me)
        proceed(st)
        return
    arrive(st, h, tile, rot)


def _placing_ruling(tile: i64, owner: int | None) -> str:
    """The ruling behind placing a tile from the hand."""
    if T_KIND[tile] == K_FOUNDATION:
        return "R5.5"
    if T_ABILITY[tile] & A_BOMBER:
        return "R12.2" if owner is None else "R12.3"
    return "R12.1" if tile >= MERCENARY_BASE else "R4.3"


def _deploy(st: State, me: i64, a: i64) -> None:
    """A Transporter gives its hex to a tile from hand (R5.4); it goes to its owner's discard pile."""
    rot = a % 6
    slot = a // 6 % 6
    h = a // 36
    owner = st.owner(h)
    transporter: i64 = st.tile(h)
    log = st.log
    unit = ref(st, h) if log is not None else None
    st.lift(h)
    st.discard(owner, transporter)
    tile = st.from_hand(me, slot)
    note_played(st)
    if log is not None and unit is not None:
        log.tell(Destroyed(unit, "deployed", 0, "discard", rulings=("R5.4",)))
        whose = player(st.owner_when_placed(me, tile))
        facing = direction(rot)
        log.tell(Placed(me, ALL_TILES[tile], unit.hex, facing, whose, "hand", unit, rulings=("R5.4",)))
    arrive(st, h, tile, rot)


def _second_bomber(st: State, me: i64, a: i64) -> None:
    """Discard a tile to put Mad Bomber II on a free hex (R12.2)."""
    b = st.b
    throw_away(st, me, a // HEXES, "bomber", "R12.2")
    note_played(st)
    b[ASIDE] = 0
    h = a % HEXES
    tile: i64 = BOMBER_BASE + 1
    log = st.log
    if log is not None:
        log.tell(Placed(me, ALL_TILES[tile], hex_name(st, h), "N", None, "aside", rulings=("R12.2",)))
    arrive(st, h, tile, 0)


# --- about the board ------------------------------------------------------------------------------
def _move(st: State, me: i64, a: i64) -> None:
    b = st.b
    rot = a % 6
    step = a // 6 % 7
    h = a // 42 % HEXES
    source = a // (42 * HEXES)
    at = hex_at(h)
    granter: i64 = -1
    b[FRESH] = 0
    if source == FROM_TILE:
        use_instant(st, me, EF_MOVE)
    elif source == FROM_MOBILITY:
        b[at + U_FLAGS] = i16(i64(b[at + U_FLAGS]) | FL_MOBILITY)
    else:
        granter = st.step(h, (source - FROM_NEAR) % 6)
        if source >= FROM_FAR:
            granter = st.step(granter, (source - FROM_FAR))
        bit: i64 = BIT[i64(b[hex_at(granter) + U_GRANTER])]
        used: i64 = (i64(b[at + U_MOVED]) + i64(b[at + U_MOVED2]) * 256) | bit
        b[at + U_MOVED] = i16(used & 255)
        b[at + U_MOVED2] = i16(used >> 8)
    # R1.5. In the older books the two steps are one move, and the turn comes at its end.
    turned = rot != i64(b[at + U_ROT])
    again = source != FROM_TILE if st.game.living else step != STAY and not turned
    _shift(st, me, h, step, rot, source, again and has_recon(st, h), 0, granter)


def _second(st: State, me: i64, a: i64) -> None:
    st.b[AFTER] = TO_MAIN
    _shift(st, me, i64(st.b[ASKED]), a // 6, a % 6, FROM_MOBILITY, False, 1, -1)


def _shift(
    st: State, me: i64, h: i64, step: i64, rot: i64, source: i64, again: bool, second: i64, granter: i64
) -> None:
    """Move and turn a unit in one act: nothing happens between the two (R5.7)."""
    b = st.b
    to = h
    if step != STAY:
        to = st.step(h, step)
        st.carry(h, to)
    b[hex_at(to) + U_ROT] = i16(rot)
    log = st.log
    if log is not None:
        giver = ref(st, granter) if granter >= 0 else None
        by: MoveBy = "unit"
        if giver is None:
            by = "recon" if second else "tile" if source == FROM_TILE else "mobility"
        rulings = ("R1.5", "R5.7") if second else ("R5.1",)
        log.tell(Moved(me, ref(st, to), hex_name(st, h), direction(rot), by, giver, rulings=rulings))
    if step != STAY:
        mine(st, to, me)
    if again:
        b[AFTER] = TO_RECON
        b[ASKED] = i16(to)
    settle(st, step != STAY)
    proceed(st)


def _granted_turn(st: State, me: i64, a: i64) -> None:
    """The rotation that a Doomsday HQ grants once a turn (R5.3)."""
    b = st.b
    b[FRESH] = 0
    at = hex_at(hq_hex(st, me))
    b[at + U_FLAGS] = i16(i64(b[at + U_FLAGS]) | FL_ROTATED)
    turn(st, a // 6, a % 6, "hq", "R5.3")


def _captive(st: State, h: i64, rot: i64) -> None:
    """The taker turns a captured unit, or leaves it as it is. It is not offered again (R3.3)."""
    b = st.b
    at = hex_at(h)
    b[at + U_FLAGS] = i16(i64(b[at + U_FLAGS]) & ~FL_TURN & 255 | FL_TURNED)
    if i64(b[at + U_ROT]) == rot:
        proceed(st)
    else:
        turn(st, h, rot, "taker", "R3.3")


def _aimed(st: State, me: i64, action: i64) -> None:
    """Grenade, Sniper, Air Strike, Small Bomb."""
    if action < SNIPE:
        use_instant(st, me, EF_GRENADE)
        done = fire(st, EF_GRENADE, action - GRENADE, 0)
    elif action < STRIKE:
        use_instant(st, me, EF_SNIPER)
        done = fire(st, EF_SNIPER, (action - SNIPE) // 2, (action - SNIPE) % 2)
    elif action < BOMB:
        use_instant(st, me, EF_STRIKE)
        done = fire(st, EF_STRIKE, action - STRIKE, 0)
    else:
        use_instant(st, me, EF_BOMB)
        done = fire(st, EF_BOMB, (action - BOMB) // 2, (action - BOMB) % 2)
    if done:
        settle(st, False)
        proceed(st)


def _play_more(st: State, me: i64, action: i64) -> None:
    """Carry out an action that only games with more than the basic rules have."""
    b = st.b
    if action >= SHARED:
        done = choose_shared(st, action - SHARED)
    elif action < RAY:
        if b[PHASE] != 0:
            decide(st, action)
            proceed(st)
        else:
            play_feat(st, me, action)
        return
    elif action < TRANSFORM:
        use_instant(st, me, EF_RAY)
        done = fire(st, EF_RAY, (action - RAY) // 3, (action - RAY) % 3)
    else:
        decide(st, action)
        proceed(st)
        return
    if done:
        settle(st, False)
        proceed(st)


# --- choices in a Battle --------------------------------------------------------------------------
def decide(st: State, action: i64) -> None:
    """Record a choice inside a Battle. `run_battle` then goes on."""
    b = st.b
    at = hex_at(i64(b[ASKED]))
    if action >= OWN_PUSH:
        _decide_more(st, action)
    elif action >= MEDIC:
        choose_medic(st, action)
    elif action >= CONVERT:  # one edge for one phase of this Battle, or none (R6.8)
        choice: i64 = action - CONVERT
        b[at + U_ACT] = i16(i64(b[at + U_ACT]) | AC_OFFERED)
        b[at + U_CONVERT] = i16(choice)
        if choice != 0:
            b[at + U_FLAGS] = i16(i64(b[at + U_FLAGS]) | FL_CONVERTED)
            log = st.log
            if log is not None:
                _tell_converted(st, log, (choice - 1) // 2, (choice - 1) % 2)
    else:
        b[at + U_ACT] = i16(i64(b[at + U_ACT]) | AC_ASKED | (AC_EXPLODES if action == CLOWN + 1 else 0))


def _decide_more(st: State, action: i64) -> None:
    """The same for a choice that only games with more than the basic rules have."""
    b = st.b
    h = i64(b[ASKED])
    at = hex_at(h)
    log = st.log
    if action >= TRANSFORM:
        d: i64 = action - TRANSFORM
        b[at + U_ACT] = i16(i64(b[at + U_ACT]) | AC_OFFERED)
        b[at + U_CONVERT] = i16(TRANSFORMED + d)
        b[at + U_FLAGS] = i16(i64(b[at + U_FLAGS]) | FL_CONVERTED)
        if log is not None:
            _tell_converted(st, log, d, 2)
    elif action >= MARK:
        recall_hits(st)
        choose_mark(st, action)
    else:
        b[st.more_at(h) + XU_AIM] = i16(action - AIM + 1)
        if log is not None:
            target: i64 = (action - AIM - 1) // 6
            unit = ref(st, target) if action > AIM else None
            log.tell(Aimed(ref(st, h), unit, rulings=("R13.6",), phase=phase_of(st)))


_CHANGES: Final[tuple[AttackType, ...]] = ("ranged", "melee", "gauss")
"""What an attack is changed to, by the part that is changed; 2 stands for a Gauss Transformer."""


def _tell_converted(st: State, log: Log, d: i64, part: i64) -> None:
    h = i64(st.b[ASKED])
    effect = "gauss_transformer" if part == 2 else "quartermaster"
    givers = tuple([g.giver for g in gifts_now(st).get(int(h), []) if g.effect == effect])
    rulings = ("R30.2",) if part == 2 else ("R6.8",)
    log.tell(Converted(ref(st, h), direction(d), _CHANGES[part], givers, rulings=rulings, phase=phase_of(st)))


# --- the Duel board (section 9) -------------------------------------------------------------------
def _pay(st: State, me: i64, procedure: i64) -> None:
    b = st.b
    at: i64 = st.player_at(me) + P_ENERGY
    b[at] = i16(i64(b[at]) - COST[procedure])
    b[FRESH] = 0
    log = st.log
    if log is not None:
        name = PROCEDURES[procedure]
        log.tell(ProcedureStarted(me, name, int(COST[procedure]), int(b[at]), rulings=("R9.3",)))


def _pair(pair: i64) -> i64:
    """The two Terminals of a pair, as first * 8 + second."""
    for first in range(i64(TERMINAL_COUNT - 1)):
        later: i64 = TERMINAL_COUNT - 1 - first  # Terminals after the first one
        if pair < later:
            return first * 8 + first + 1 + pair
        pair -= later
    raise AssertionError("no such pair of Terminals: the action was not legal")


def _procedure(st: State, me: i64, action: i64) -> None:
    b = st.b
    terminal = st.game.terminal
    if action < DUEL_SWAP:
        _pay(st, me, PR_ROTATION)
        turn(st, (action - DUEL_ROTATE) // 6, (action - DUEL_ROTATE) % 6, "procedure", "R9.3")
    elif action < DUEL_PUSH:
        _pay(st, me, PR_SWAP)
        a: i64 = action - DUEL_SWAP
        two = _pair(a // 36)
        one = terminal[two >> 3]
        other = terminal[two & 7]
        b[hex_at(one) + U_ROT] = i16(a // 6 % 6)
        b[hex_at(other) + U_ROT] = i16(a % 6)
        swap_units(st, me, one, other, "R9.3")
    elif action < DUEL_LASER:
        _pay(st, me, PR_PUSH)
        push(st, action - DUEL_PUSH, False)
    else:
        if action < DUEL_ELIMINATE:
            _pay(st, me, PR_LASER)
            two = _pair(action - DUEL_LASER)
            done = fire(st, EF_LASER, terminal[two >> 3], terminal[two & 7])
        elif action < DUEL_DETONATE:
            _pay(st, me, PR_ELIMINATION)
            done = fire(st, EF_ELIMINATE, action - DUEL_ELIMINATE, 0)
        else:
            _pay(st, me, PR_DETONATION)
            done = fire(st, EF_DETONATE, 0, 0)
        if done:
            settle(st, False)
            proceed(st)


def _sell(st: State, me: i64, action: i64) -> None:
    """Sell a tile or an HQ point for energy. After that the turn allows only more sales (R9.2)."""
    b = st.b
    at = st.player_at(me)
    sold: i64 = -1
    if action == SELL_HQ:
        b[at + P_HQ] -= 1
    else:
        sold = i64(b[at + P_HAND + action - SELL])
        throw_away(st, me, action - SELL, "energy", "R9.2")
    b[at + P_ENERGY] += 1
    b[FRESH] = 0
    b[STAGE] = ST_ENERGY
    log = st.log
    if log is not None:
        tile = ALL_TILES[sold] if sold >= 0 else None
        log.tell(EnergyGained(me, int(b[at + P_ENERGY]), int(b[at + P_HQ]), tile, rulings=("R9.2",)))
