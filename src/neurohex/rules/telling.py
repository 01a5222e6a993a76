"""What came of hits, as events. Used only where a log is handed in."""

from typing import Final

from neurohex.compat import i64
from neurohex.events.base import Outcome, UnitRef
from neurohex.events.battle import Destroyed, GoesTo, Hit
from neurohex.rules.catalog import A_BOMBER, A_RETURNS, BOMBER_BASE, K_HQ, R_ARMOUR, T_ABILITY, T_KIND, T_TOUGHNESS
from neurohex.rules.events import DESTROYS, ENDLESS, EXPLOSION, GAUSS, INSTANT, MELEE, MIXED, RANGED, Log
from neurohex.rules.layout import (
    AC_EXPLODES,
    AC_SET_OFF,
    EXTRA,
    HEADER,
    HEX_SIZE,
    NEUTRAL,
    P_HQ,
    P_TIED,
    PHASE,
    PLAYER_SIZE,
    U_ACT,
    U_CONVERT,
    U_HEALS,
    U_HEALS2,
    U_OWNER,
    U_ROT,
    U_WOUNDS,
)
from neurohex.rules.reasons import Gifts, gifts_now, strength_of
from neurohex.rules.refs import KINDS, direction, phase_of, ref, refs, weapon_of, wounds_of
from neurohex.rules.state import State

_STRAIGHT: Final[tuple[tuple[int, ...], bool]] = ((), False)


def tell_hits(st: State, log: Log) -> None:
    """Tell all hits in the list, with what they come to; before `apply_hits`."""
    ws = st.ws
    given: Gifts = {}
    if st.b[PHASE] != 0:
        given = log.gifts if log.gifts is not None else gifts_now(st)
    last: dict[int, int] = {}  # by hex: the last hit that stands
    pain: dict[int, int] = {}
    for n in range(int(ws.n_hits)):
        i: i64 = n
        if ws.hit_medic[i] == 0:
            to = int(ws.hit_to[i])
            last[to] = n
            pain[to] = pain.get(to, 0) + int(ws.hit_wounds[i])
    units: dict[int, UnitRef] = {}
    for n in range(int(ws.n_hits)):
        i = n
        to = int(ws.hit_to[i])
        if to not in units:
            units[to] = ref(st, ws.hit_to[i])
        outcome = _outcome(st, ws.hit_to[i], pain[to]) if last.get(to, -1) == n else None
        if ws.hit_kind[i] >= INSTANT:
            _tell_weapon(st, log, i, units[to], outcome)
        else:
            _tell_attack(st, log, i, units[to], outcome, given)


def _outcome(st: State, h: i64, pain: i64) -> Outcome | None:
    """What wounds do to the unit on `h`; None where it goes anyway, or they do nothing."""
    b = st.b
    at: i64 = HEADER + h * HEX_SIZE
    t: i64 = i64(b[at]) - 1
    if i64(b[at + U_ACT]) & (AC_EXPLODES | AC_SET_OFF) or b[at + U_HEALS] != 0 or b[at + U_HEALS2] != 0:
        return None
    if T_KIND[t] != K_HQ:
        total: i64 = i64(b[at + U_WOUNDS]) + pain
        return Outcome("destroyed") if total > T_TOUGHNESS[t] else Outcome("wounded", total)
    there: i64 = st.po + i64(b[at + U_OWNER]) * PLAYER_SIZE
    left = i64(b[there + P_HQ])
    if st.game.score or (b[EXTRA] != 0 and b[there + P_TIED] == 0) or left == 0:
        return None
    return Outcome("hq", left - pain if pain < left else 0)


def _medic(st: State, i: i64) -> UnitRef | None:
    ws = st.ws
    return ref(st, ws.hit_medic[i] - 1) if ws.hit_medic[i] > 0 else None


def _tell_weapon(st: State, log: Log, i: i64, target: UnitRef, outcome: Outcome | None) -> None:
    """A hit by an instant or a procedure: it comes from nowhere on the board."""
    ws = st.ws
    weapon, ruling = weapon_of(st)
    medic = _medic(st, i)
    log.tell(
        Hit(
            None,
            None,
            target,
            KINDS[ws.hit_kind[i]],
            wounds_of(ws.hit_wounds[i]),
            None,
            weapon,
            medic=medic,
            outcome=outcome,
            rulings=(ruling,) if medic is None else (ruling, "R7.2"),
        )
    )


def _tell_attack(st: State, log: Log, i: i64, target: UnitRef, outcome: Outcome | None, given: Gifts) -> None:
    ws = st.ws
    h = ws.hit_from[i]
    d = ws.hit_dir[i]
    kind = ws.hit_kind[i]
    medic = _medic(st, i)
    path, in_loop = log.paths.get(int(i), _STRAIGHT)
    rulings = ["R6.7" if kind == EXPLOSION else "R6.2"]
    melee = ranged = None
    armour: i64 = 0
    if ws.hit_wounds[i] == ENDLESS:
        rulings.append("R11.2")
    elif kind != EXPLOSION:
        if path:
            rulings.append("R11.1")
        convert = i64(st.b[HEADER + h * HEX_SIZE + U_CONVERT])
        if kind in (MELEE, MIXED):
            melee = strength_of(st, h, d, MELEE, convert, given)
        if kind in (RANGED, MIXED):
            ranged = strength_of(st, h, d, RANGED, convert, given)
            armour = _armour(st, ws.hit_to[i], ws.hit_arrives[i])
        if kind == MIXED:
            rulings.append("R6.4")
        if kind != GAUSS and convert != 0 and (convert - 1) >> 1 == d:
            rulings.append("R6.8")
        if (melee is not None and melee.is_sum) or (ranged is not None and ranged.is_sum):
            rulings.append("R3.5")
        if armour:
            rulings.append("R6.3")
    if medic is not None:
        rulings.append("R7.2")
    log.tell(
        Hit(
            ref(st, h),
            direction(d),
            target,
            KINDS[kind],
            wounds_of(ws.hit_wounds[i]),
            direction(ws.hit_arrives[i]),
            "",
            refs(st, list(path)) if path else (),
            in_loop,
            melee,
            ranged,
            armour,
            medic,
            outcome,
            rulings=tuple(rulings),
            phase=phase_of(st),
        )
    )


def _armour(st: State, v: i64, flight: i64) -> i64:
    """1 where the edge that a shot flying in direction `flight` strikes is armoured (R6.3)."""
    at: i64 = HEADER + v * HEX_SIZE
    return R_ARMOUR[(i64(st.b[at]) - 1) * 6 + i64(st.b[at + U_ROT])] >> ((flight + 3) % 6) & 1


def tell_destroyed(st: State, log: Log, h: i64, pain: i64, spent: bool, heir: i64) -> None:
    """Tell why the unit on `h` goes: by hits, by its own explosion, or as a spent Medic. It must still stand there."""
    b = st.b
    at: i64 = HEADER + h * HEX_SIZE
    t: i64 = i64(b[at]) - 1
    unit = ref(st, h)
    phase = phase_of(st)
    goes_to = goes_where(t, heir)
    if i64(b[at + U_ACT]) & (AC_EXPLODES | AC_SET_OFF):
        rulings = ("R6.7", "R12.2") if goes_to == "out" else ("R6.7",)
        log.tell(Destroyed(unit, "exploded", 0, goes_to, rulings=rulings, phase=phase))
        return
    if spent:
        log.tell(Destroyed(unit, "spent", 0, goes_to, rulings=("R7.2",), phase=phase))
        return
    rulings = ("R6.5",) if phase is not None else (weapon_of(st)[1], "R6.5")
    if T_KIND[t] == K_HQ:
        log.tell(Destroyed(unit, "hq", 0, goes_to, rulings=rulings, phase=phase))
    elif pain >= DESTROYS and phase is not None:
        log.tell(Destroyed(unit, "endless", 0, goes_to, rulings=(*rulings, "R11.2"), phase=phase))
    elif pain >= DESTROYS:
        log.tell(Destroyed(unit, "outright", 0, goes_to, rulings=rulings))
    else:
        total: i64 = pain + i64(b[at + U_WOUNDS])
        log.tell(Destroyed(unit, "wounds", total, goes_to, rulings=rulings, phase=phase))


def goes_where(tile: i64, heir: i64) -> GoesTo:
    """Where a unit goes that is destroyed, as `State.bury` has it."""
    if T_ABILITY[tile] & A_BOMBER:
        if heir == NEUTRAL:
            return "out"
        return "aside" if tile == BOMBER_BASE + 1 else "pile"
    return "pile" if T_ABILITY[tile] & A_RETURNS else "discard"
