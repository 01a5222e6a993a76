"""Instants and procedures that wound or destroy: their hits, and how Medics answer (R8.2-R8.4, R9.3, R11.4).

While a choice of Medics is open, the state holds only what was played and where it was aimed (`PENDING`). The hits
follow from that.
"""

from neurohex.compat import i16, i64
from neurohex.events.course import FoundationGone
from neurohex.rules.actions import CLASSES, MEDIC
from neurohex.rules.battle import list_hits_again
from neurohex.rules.bits import BIT, has, lowest, rest
from neurohex.rules.catalog import (
    ALL_TILES,
    EF_BOMB,
    EF_DETONATE,
    EF_ELIMINATE,
    EF_GRENADE,
    EF_LASER,
    EF_RAY,
    EF_SNIPER,
    EF_STRIKE,
    RAY,
)
from neurohex.rules.events import DESTROYS, INSTANT, NONE, PROCEDURE_HIT
from neurohex.rules.hits import add_hit, clear_hits
from neurohex.rules.layout import (
    ACTOR,
    ASKED,
    F_OWNER,
    F_TILE,
    HEXES,
    PENDING,
    PENDING_A,
    PENDING_B,
    PHASE,
    ST_SHARED,
    STAGE,
    TURN,
    X_DECIDED,
    X_GROUND,
    hex_at,
)
from neurohex.rules.listing import is_target, line_between, neighbours
from neurohex.rules.markers import mark_options
from neurohex.rules.medics import hit_classes, list_options, recall_decisions, spend, treat
from neurohex.rules.procedures import is_hostile_link
from neurohex.rules.refs import hex_name, player, weapon_of
from neurohex.rules.scoping import work_for
from neurohex.rules.state import State
from neurohex.rules.strikes import bonuses
from neurohex.rules.telling import tell_hits
from neurohex.rules.weapons import worsen_hits
from neurohex.rules.wounds import apply_hits


def fire(st: State, effect: i64, a: i64, b: i64) -> bool:
    """Play an instant or procedure. Gives True once its effect is done, False if a player must choose a Medic first."""
    st.b[PENDING] = i16(effect)
    st.b[PENDING_A] = i16(a)
    st.b[PENDING_B] = i16(b)
    if st.game.more:
        set_mask(st, X_DECIDED, 0)
        set_mask(st, X_GROUND, 0)
    return _go_on(st)


def _go_on(st: State) -> bool:
    """Deal with the pending instant, unless its player has to choose what it strikes on a hex first (R31.1)."""
    if st.game.more:
        left = shared_hexes(st) & ~mask_of(st, X_DECIDED)
        if left:
            st.b[STAGE] = ST_SHARED
            st.b[ACTOR] = st.b[TURN]
            st.b[ASKED] = i16(lowest(left))
            return False
    _aim(st)
    return _resolve_hits(st)


def shared_hexes(st: State) -> i64:
    """Mask of the hexes that the pending instant covers and that hold a unit and a foundation (R31.1)."""
    if i64(st.b[PENDING]) not in (EF_STRIKE, EF_BOMB, EF_RAY):
        return 0
    found: i64 = 0
    left = _area(st) & st.units
    while left:
        h = lowest(left)
        left = rest(left)
        if st.b[hex_at(h) + F_TILE] != 0:
            found |= BIT[h]
    return found


def choose_shared(st: State, choice: i64) -> bool:
    """The pending instant strikes the unit (0) or the foundation (1) of the hex asked about; whether its effect is now
    done."""
    bit = BIT[i64(st.b[ASKED])]
    set_mask(st, X_DECIDED, mask_of(st, X_DECIDED) | bit)
    if choice != 0:
        set_mask(st, X_GROUND, mask_of(st, X_GROUND) | bit)
    return _go_on(st)


def mask_of(st: State, field: i64) -> i64:
    """A mask of hexes in the extension's header."""
    b = st.b
    at: i64 = st.game.more_offset + field
    found: i64 = 0
    for i in range(i64(5)):
        found |= i64(b[at + i]) << (i * 8)
    return found


def set_mask(st: State, field: i64, mask: i64) -> None:
    """Write a mask of hexes into the extension's header."""
    b = st.b
    at: i64 = st.game.more_offset + field
    for i in range(i64(5)):
        b[at + i] = i16(mask >> (i * 8) & 255)


def choose_medic(st: State, action: i64) -> bool:
    """Carry out a Medic choice, in a Battle or for an instant; whether an instant's effect is now done.

    In a Battle `run_battle` does the rest of the phase.
    """
    if st.b[PHASE] != 0:
        list_hits_again(st)
        recall_decisions(st)
        spend(st, action, i64(st.b[ACTOR]))
        return True
    _aim(st)
    work_for(st)
    recall_decisions(st)
    spend(st, action, i64(st.b[ACTOR]))
    return _resolve_hits(st)


def list_medic_options(st: State) -> None:
    """Fill the options of the Medic choice that the state waits for."""
    log = st.log
    st.log = None
    if st.b[PHASE] != 0:
        list_hits_again(st)
    else:
        _aim(st)
    recall_decisions(st)
    list_options(st)
    st.log = log


def recall_hits(st: State) -> None:
    """List the hits of the running phase, as Medics have left them."""
    log = st.log
    st.log = None
    list_hits_again(st)
    recall_decisions(st)
    st.log = log


def list_mark_options(st: State) -> list[int]:
    """The choices of the player who has to say where markers go (R21.3), as numbers after `actions.MARK`."""
    recall_hits(st)
    return mark_options(st, st.ws.formation)


def default_option(st: State) -> int:
    """The Medic choice of the default policy, for a state at `ST_MEDIC`: the largest hit, among equals one on an HQ,
    then by hex name."""
    list_medic_options(st)
    ws = st.ws
    best: i64 = -1
    best_key: i64 = 0
    for i in range(ws.n_options):
        a: i64 = ws.options[i] - MEDIC
        u = a // (CLASSES * HEXES)
        hit_classes(st, u)
        hq: i64 = 1 if st.is_hq(u) else 0
        key: i64 = ws.class_wounds[a % CLASSES] * 2 + hq
        if best < 0 or key > best_key:
            best = ws.options[i]
            best_key = key
    return int(best)


def open_hits(st: State) -> dict[int, list[tuple[int, int, int]]]:
    """By hex of each unit, for a state at `ST_MEDIC`: the classes of equal hits on it that stand, in the order of the
    actions, as wounds, whose points they would be, and the markers that they carry (`markers.marks_of`)."""
    list_medic_options(st)
    ws = st.ws
    found: dict[int, list[tuple[int, int, int]]] = {}
    for i in range(ws.n_units):
        u = ws.units[i]
        n = hit_classes(st, u)
        found[int(u)] = [(int(ws.class_wounds[k]), int(ws.class_scorer[k]), int(ws.class_marks[k])) for k in range(n)]
    return found


def _resolve_hits(st: State) -> bool:
    if not treat(st):
        return False
    log = st.log
    if log is not None:
        tell_hits(st, log)
    apply_hits(st, -1, st.units)
    _clear_foundations(st)
    st.b[PENDING] = 0
    return True


def _aim(st: State) -> None:
    """List the hits of the pending instant or procedure."""
    ws = st.ws
    b = st.b
    effect = i64(b[PENDING])
    a = i64(b[PENDING_A])
    clear_hits(ws)
    if effect == EF_SNIPER:
        if b[PENDING_B] == 0:
            add_hit(ws, NONE, 0, a, INSTANT, 1, 0, 0)
    elif effect == EF_GRENADE:
        add_hit(ws, NONE, 0, a, INSTANT, DESTROYS, 0, 0)
    elif effect == EF_ELIMINATE:
        add_hit(ws, NONE, 0, a, PROCEDURE_HIT, DESTROYS, 0, 0)
    else:
        me = i64(b[TURN])
        area = _area(st)
        ground: i64 = mask_of(st, X_GROUND) if st.game.more else i64(0)  # only the foundation is struck (R31.1)
        for h in range(st.hexes):
            if has(area, h):
                if effect == EF_LASER:
                    if is_target(st, me, h):
                        add_hit(ws, NONE, 0, h, PROCEDURE_HIT, DESTROYS, 0, 0)
                elif effect == EF_DETONATE:
                    if is_hostile_link(st, h, me):
                        add_hit(ws, NONE, 0, h, PROCEDURE_HIT, DESTROYS, 0, 0)
                elif b[hex_at(h)] != 0 and not st.is_hq(h) and not has(ground, h):
                    add_hit(ws, NONE, 0, h, INSTANT, 1, 0, 0)  # of any player
    if st.game.more and ws.struck:
        hits = bonuses(st)
        if hits.frail & ws.struck:
            worsen_hits(st, hits)


def _area(st: State) -> i64:
    """Bit mask of the hexes that the pending instant or procedure covers, where it covers more than one."""
    b = st.b
    effect = i64(b[PENDING])
    a = i64(b[PENDING_A])
    mask: i64 = 0
    if effect == EF_STRIKE:
        mask = BIT[a] | neighbours(st, a)
    elif effect == EF_BOMB:
        d = i64(b[PENDING_B])
        mask = BIT[a] | BIT[st.step(a, d)] | BIT[st.step(a, d + 1)]
    elif effect == EF_RAY:
        mask = BIT[a] | RAY[st.near + a * 6 + i64(b[PENDING_B])]
    elif effect == EF_LASER:
        mask = line_between(st, a, i64(b[PENDING_B]))
    elif effect == EF_DETONATE:
        for i in range(i64(len(st.game.terminal))):
            mask |= BIT[st.game.terminal[i]]
    return mask


def _clear_foundations(st: State) -> None:
    """Damaging instants remove the foundation tiles they are aimed at or cover (R5.5)."""
    b = st.b
    effect = i64(b[PENDING])
    if effect == EF_SNIPER and b[PENDING_B] != 0:
        _clear(st, i64(b[PENDING_A]))
    elif effect in (EF_STRIKE, EF_BOMB, EF_RAY):
        area = _area(st)
        if st.game.more:  # where a unit was struck, the foundation stays (R31.1)
            area &= ~(mask_of(st, X_DECIDED) & ~mask_of(st, X_GROUND))
        for h in range(st.hexes):
            if has(area, h):
                _clear(st, h)


def _clear(st: State, h: i64) -> None:
    tile: i64 = i64(st.b[hex_at(h) + F_TILE]) - 1
    if tile < 0:
        return
    log = st.log
    if log is not None:
        owner = i64(st.b[hex_at(h) + F_OWNER])
        weapon, ruling = weapon_of(st)
        log.tell(FoundationGone(ALL_TILES[tile], hex_name(st, h), player(owner), weapon, rulings=("R5.5", ruling)))
    st.lift_foundation(h)
