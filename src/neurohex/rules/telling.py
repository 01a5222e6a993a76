"""Events of hits and their effects. Used only with a log."""

from typing import Final

from neurohex.compat import i64
from neurohex.events.base import Outcome, UnitRef
from neurohex.events.battle import Destroyed, GoesTo, Hit
from neurohex.rules.bits import has
from neurohex.rules.catalog import A_BLASTS, A_BOMBER, A_RETURNS, BOMBER_BASE, K_HQ, T_ABILITY, T_KIND
from neurohex.rules.events import (
    BLAST,
    DESTROYS,
    ENDLESS,
    EXPLOSION,
    GAUSS,
    INSTANT,
    MELEE,
    MIXED,
    POISON,
    PROCEDURE_HIT,
    RANGED,
    RAVAGER,
    ROCKET,
    SHADOW,
    SHOTGUN,
    TOXIC,
    VENOM,
    Log,
)
from neurohex.rules.hits import (
    NO_WAY,
    hit_arrives,
    hit_from,
    hit_kind,
    hit_to,
    hit_way,
    hit_wounds,
    is_reflected,
    medic_of,
    stands,
)
from neurohex.rules.layout import (
    AC_EXPLODES,
    AC_SET_OFF,
    BEFORE,
    EXTRA,
    NEUTRAL,
    P_HQ,
    P_TIED,
    PHASE,
    TRANSFORMED,
    U_ACT,
    U_CONVERT,
    U_HEALS,
    U_HEALS2,
    U_WOUNDS,
    hex_at,
)
from neurohex.rules.reasons import Gifts, gifts_now, strength_of
from neurohex.rules.refs import KINDS, direction, hex_name, phase_of, ref, refs, weapon_of, wounds_of
from neurohex.rules.state import State
from neurohex.rules.strikes import armour

_WEAPON_RULINGS: Final = {
    EXPLOSION: "R6.7",
    ROCKET: "R17.1",
    SHOTGUN: "R17.2",
    POISON: "R28.2",
    BLAST: "R25.1",
    SHADOW: "R28.1",
    RAVAGER: "R30.3",
}
"""The ruling behind a kind of attack; R6.2 for the others."""
_STRAIGHT: Final[tuple[tuple[int, ...], bool]] = ((), False)


def tell_hits(st: State, log: Log) -> None:
    """Tell all hits in the list, with their effects. Call it before `apply_hits`."""
    ws = st.ws
    given: Gifts = {}
    if st.b[PHASE] != 0:
        given = log.gifts if log.gifts is not None else gifts_now(st)
    last: dict[int, int] = {}  # by hex: the last hit that stands
    pain: dict[int, int] = {}
    for n in range(int(ws.n_hits)):
        hit = ws.hits[i64(n)]
        if stands(hit):
            to = int(hit_to(hit))
            last[to] = n
            pain[to] = pain.get(to, 0) + int(hit_wounds(hit))
    units: dict[int, UnitRef] = {}
    for n in range(int(ws.n_hits)):
        hit = ws.hits[i64(n)]
        to = int(hit_to(hit))
        if to not in units:
            units[to] = ref(st, hit_to(hit))
        outcome = _outcome(st, hit_to(hit), pain[to]) if last.get(to, -1) == n else None
        if hit_kind(hit) in (INSTANT, PROCEDURE_HIT):
            _tell_weapon(st, log, hit, units[to], outcome)
        else:
            _tell_attack(st, log, n, units[to], outcome, given)


def _outcome(st: State, h: i64, pain: i64) -> Outcome | None:
    """The effect of wounds on the unit on `h`; None if it leaves anyway, or they have none."""
    b = st.b
    at = hex_at(h)
    t = st.tile(h)
    if i64(b[at + U_ACT]) & (AC_EXPLODES | AC_SET_OFF) or b[at + U_HEALS] != 0 or b[at + U_HEALS2] != 0:
        return None
    if T_KIND[t] != K_HQ:
        total: i64 = i64(b[at + U_WOUNDS]) + pain
        return Outcome("destroyed") if total > st.toughness(h) else Outcome("wounded", total)
    there = st.player_at(st.owner(h))
    left = i64(b[there + P_HQ])
    if st.game.score or (b[EXTRA] != 0 and b[there + P_TIED] == 0) or left == 0:
        return None
    return Outcome("hq", left - pain if pain < left else 0)


def _medic(st: State, hit: i64) -> UnitRef | None:
    medic = medic_of(hit)
    return ref(st, medic) if medic >= 0 else None


def _tell_weapon(st: State, log: Log, hit: i64, target: UnitRef, outcome: Outcome | None) -> None:
    """Tell a hit by an instant or a procedure, which has no source on the board."""
    weapon, ruling = weapon_of(st)
    medic = _medic(st, hit)
    extra = _extra(st, hit)
    rulings: tuple[str, ...] = (ruling, "R30.1") if extra else (ruling,)
    log.tell(
        Hit(
            None,
            None,
            target,
            KINDS[hit_kind(hit)],
            wounds_of(hit_wounds(hit)),
            None,
            weapon,
            medic=medic,
            outcome=outcome,
            extra=extra,
            rulings=rulings if medic is None else (*rulings, "R7.2"),
        )
    )


def _tell_attack(st: State, log: Log, n: int, target: UnitRef, outcome: Outcome | None, given: Gifts) -> None:
    hit = st.ws.hits[i64(n)]
    h = hit_from(hit)
    d = hit_way(hit)
    kind = hit_kind(hit)
    medic = _medic(st, hit)
    path, in_loop = log.paths.get(n, _STRAIGHT)
    if kind in (VENOM, TOXIC):
        _tell_unsourced(st, log, hit, target, outcome)
        return
    rulings = [_WEAPON_RULINGS.get(int(kind), "R6.2")]
    melee = ranged = None
    stopped: i64 = 0  # wounds that armour stops
    if hit_wounds(hit) == ENDLESS:
        rulings.append("R11.2")
    elif kind not in (EXPLOSION, POISON, BLAST, RAVAGER):
        if path:
            rulings.append("R11.1")
        convert = i64(st.b[hex_at(h) + U_CONVERT])
        if kind in (MELEE, MIXED):
            melee = strength_of(st, h, d, MELEE, convert, given)
        if kind in (RANGED, MIXED):
            ranged = strength_of(st, h, d, RANGED, convert, given)
        transformed = kind in (GAUSS, MIXED) and convert - TRANSFORMED == d
        if kind in (RANGED, MIXED, ROCKET, SHOTGUN) or transformed:
            stopped = armour(st, hit_to(hit), hit_arrives(hit))
        if transformed:
            rulings.append("R30.2")
        if kind == MIXED:
            rulings.append("R6.4")
        if kind != GAUSS and convert != 0 and (convert - 1) >> 1 == d:
            rulings.append("R6.8")
        if (melee is not None and melee.is_sum) or (ranged is not None and ranged.is_sum):
            rulings.append("R3.5")
        if stopped:
            rulings.append("R6.3")
    if medic is not None:
        rulings.append("R7.2")
    reflected = is_reflected(hit)
    if reflected:
        rulings.append("R18.1")
    extra = _extra(st, hit)
    if extra:
        rulings.append("R30.1")
    has_way = kind != SHADOW and d != NO_WAY
    log.tell(
        Hit(
            ref(st, h),
            direction(d) if has_way else None,
            target,
            KINDS[kind],
            wounds_of(hit_wounds(hit)),
            direction(hit_arrives(hit)) if has_way else None,
            "",
            refs(st, list(path)) if path else (),
            in_loop,
            melee,
            ranged,
            stopped,
            medic,
            outcome,
            reflected,
            extra,
            rulings=tuple(rulings),
            phase=phase_of(st),
        )
    )


def _extra(st: State, hit: i64) -> int:
    """Wounds of a hit that Wastes added (R30.1)."""
    f = st.ws.formation
    v = hit_to(hit)
    return int(f.wastes[v]) if st.game.more and has(f.frail, v) and 0 < hit_wounds(hit) < DESTROYS else 0


def _tell_unsourced(st: State, log: Log, hit: i64, target: UnitRef, outcome: Outcome | None) -> None:
    """Tell a wound by a venom marker (R21.2), or by the explosion of a foundation (R28.7)."""
    medic = _medic(st, hit)
    toxic = hit_kind(hit) == TOXIC
    way = direction(hit_way(hit)) if toxic and hit_way(hit) != NO_WAY else None
    rulings: tuple[str, ...] = ("R28.7", "R6.7") if toxic else ("R21.2",)
    extra = _extra(st, hit)
    if extra:
        rulings = (*rulings, "R30.1")
    log.tell(
        Hit(
            None,
            way,
            target,
            KINDS[hit_kind(hit)],
            wounds_of(hit_wounds(hit)),
            way,
            medic=medic,
            outcome=outcome,
            extra=extra,
            ground=hex_name(st, hit_from(hit)) if toxic else "",
            rulings=rulings if medic is None else (*rulings, "R7.2"),
            phase=phase_of(st),
        )
    )


def tell_destroyed(st: State, log: Log, h: i64, pain: i64, spent: bool, heir: i64) -> None:
    """Tell why the unit on `h` goes: by hits, by its own explosion, or as a spent Medic. It must still stand there."""
    b = st.b
    at = hex_at(h)
    t = st.tile(h)
    unit = ref(st, h)
    phase = phase_of(st)
    goes_to = goes_where(t, heir)
    if i64(b[at + U_ACT]) & (AC_EXPLODES | AC_SET_OFF):
        rulings = ("R6.7", "R12.2") if goes_to == "out" else ("R6.7",)
        if T_ABILITY[t] & A_BLASTS:
            rulings = ("R25.1",)
        log.tell(Destroyed(unit, "exploded", 0, goes_to, rulings=rulings, phase=phase))
        return
    if spent:
        log.tell(Destroyed(unit, "spent", 0, goes_to, rulings=("R7.2",), phase=phase))
        return
    rulings = ("R6.5",) if phase is not None else (weapon_of(st)[1], "R6.5")
    if T_KIND[t] == K_HQ:
        log.tell(Destroyed(unit, "hq", 0, goes_to, rulings=rulings, phase=phase))
    elif pain >= DESTROYS and phase == BEFORE:
        log.tell(Destroyed(unit, "outright", 0, goes_to, rulings=("R25.1", *rulings), phase=phase))
    elif pain >= DESTROYS and phase is not None:
        log.tell(Destroyed(unit, "endless", 0, goes_to, rulings=(*rulings, "R11.2"), phase=phase))
    elif pain >= DESTROYS:
        log.tell(Destroyed(unit, "outright", 0, goes_to, rulings=rulings))
    else:
        total: i64 = pain + i64(b[at + U_WOUNDS])
        log.tell(Destroyed(unit, "wounds", total, goes_to, rulings=rulings, phase=phase))


def goes_where(tile: i64, heir: i64) -> GoesTo:
    """Where a destroyed unit goes: the same as `State.bury` does."""
    if T_ABILITY[tile] & A_BOMBER:
        if heir == NEUTRAL:
            return "out"
        return "aside" if tile == BOMBER_BASE + 1 else "pile"
    return "pile" if T_ABILITY[tile] & A_RETURNS else "discard"
