"""Events of a phase: which units act, which find no target, what explodes. Used only with a log."""

from neurohex.compat import i64
from neurohex.events.battle import Acted, Exploded, Finds, FoundationBlew, Held, Missed, SetOff, Stopped
from neurohex.rules.bits import has
from neurohex.rules.catalog import A_BLASTS, A_BOMBER, A_EXPLODE, ALL_TILES
from neurohex.rules.events import EXPLOSION, TOXIC, Log
from neurohex.rules.hits import clear_hits, hit_from, hit_kind, hit_to
from neurohex.rules.layout import (
    AC_ACTS,
    AC_ASKED,
    AC_EXPLODES,
    AC_HELD,
    AC_OFFERED,
    F_OWNER,
    F_TILE,
    NEUTRAL,
    U_ACT,
    XS_UNPOWERED,
    XU_AIM,
    XU_STATE,
    hex_at,
)
from neurohex.rules.quartermaster import may_convert
from neurohex.rules.reasons import gifts_now, timings_in
from neurohex.rules.refs import hex_name, phase_of, player, ref
from neurohex.rules.state import State
from neurohex.rules.strikes import spares_hq
from neurohex.rules.weapons import must_aim, strike_beyond, strike_edge
from neurohex.rules.workspace import Formation


def tell_acts(st: State, f: Formation, log: Log, attacks_now: dict[int, int]) -> None:
    """Tell who acts in the phase that begins, with which attacks, and which units a net keeps from acting.

    `attacks_now` is by hex the mask of the attacks that come now.
    """
    b = st.b
    phase = phase_of(st)
    given = log.gifts = gifts_now(st)
    nets = log.nets if log.nets is not None else {}
    for hex_, places in attacks_now.items():
        h: i64 = hex_
        if b[hex_at(h) + U_ACT] == AC_HELD:
            held = tuple([v.unit for v in nets.get(hex_, [])])
            netted = has(st.netted, h)
            dark = st.game.more and i64(b[st.more_at(h) + XU_STATE]) & XS_UNPOWERED != 0
            why = "R23.1" if not netted else "R29.1" if dark and not held else "R3.1" if held else "R19.2"
            log.tell(Held(ref(st, h), held, not netted, dark, rulings=(why, "R6.1"), phase=phase))
            continue
        attacks = tuple([timing for timing in timings_in(st, f, h, given) if has(places, timing.place)])
        finds = _finds(st, f, h)
        rulings = ["R6.1"]
        if len(attacks) > 1 or attacks[0].gifts or attacks[0].raised:
            rulings.append("R3.6")
        if any(timing.extra is not None for timing in attacks):
            rulings.append("R1.4")
        if finds == "only an HQ":
            rulings.append("R6.2")
        log.tell(Acted(ref(st, h), attacks, finds, rulings=tuple(rulings), phase=phase))


def _finds(st: State, f: Formation, h: i64) -> Finds:
    """Whether the attacks of a unit that acts now find a target."""
    if st.ability(h) & A_EXPLODE or may_convert(st, f, h) or (st.game.more and has(f.aiming, h) and must_aim(st, f, h)):
        return "open"
    if _strikes_some(st, f, h):
        return "target"
    return "only an HQ" if spares_hq(st, f, h) else "nothing"


def _strikes_some(st: State, f: Formation, h: i64) -> bool:
    """Whether an attack of the unit on `h` reaches a target, armoured or not. Clears the list of hits."""
    ws = st.ws
    log = st.log
    st.log = probe = Log()
    clear_hits(ws)
    for d in range(i64(6)):
        strike_edge(st, f, h, d, 0)
    if st.game.more:
        strike_beyond(st, f, h)
    found = ws.n_hits > 0 or len(probe.events) > 0
    clear_hits(ws)
    st.log = log
    return found


def tell_missed(st: State, log: Log, told: int) -> None:
    """Tell which units had a choice and then found no target. `tell_acts` has told it of the others.

    `told` is the number of events before the hits.
    """
    ws = st.ws
    b = st.b
    strikers = {int(hit_from(ws.hits[i])) for i in range(ws.n_hits)}
    stopped = {event.source.hex for event in log.events[told:] if isinstance(event, Stopped)}
    for i in range(ws.n_units):
        h = ws.units[i]
        act = i64(b[hex_at(h) + U_ACT])
        aimed = st.game.more and act & AC_ACTS != 0 and st.b[st.more_at(h) + XU_AIM] != 0
        if (act & (AC_ASKED | AC_OFFERED) == 0 and not aimed) or act & AC_EXPLODES:
            continue
        if int(h) not in strikers and hex_name(st, h) not in stopped:
            log.tell(Missed(ref(st, h), rulings=("R6.2",), phase=phase_of(st)))


def tell_explosion(st: State, log: Log, h: i64) -> None:
    """Tell that the unit on `h` explodes."""
    ability = st.ability(h)
    phase = phase_of(st)
    if ability & A_BOMBER and st.owner(h) == NEUTRAL:
        log.tell(Exploded(ref(st, h), False, "units", rulings=("R6.7", "R12.2"), phase=phase))
    elif ability & A_BOMBER:
        log.tell(Exploded(ref(st, h), False, "hostile", rulings=("R6.7", "R12.3"), phase=phase))
    elif ability & A_BLASTS:
        log.tell(Exploded(ref(st, h), False, "faced", rulings=("R25.1",), phase=phase))
    elif ability & A_EXPLODE:
        log.tell(Exploded(ref(st, h), True, "all", rulings=("R6.7", "R6.6"), phase=phase))
    else:
        log.tell(Exploded(ref(st, h), False, "all", rulings=("R6.7", "R11.3"), phase=phase))


def tell_bomb(st: State, log: Log, h: i64) -> None:
    """Tell that the foundation on `h` explodes."""
    at = hex_at(h)
    tile: i64 = i64(st.b[at + F_TILE]) - 1
    owner = player(i64(st.b[at + F_OWNER]))
    log.tell(FoundationBlew(ALL_TILES[tile], hex_name(st, h), owner, rulings=("R28.7",), phase=phase_of(st)))


def tell_set_off(st: State, log: Log, hit: i64) -> None:
    """Tell that a hit sets off a Trap or a Mad Bomber."""
    v = hit_to(hit)
    bomber = st.ability(v) & A_BOMBER != 0
    ruling = "R12.2" if bomber else "R11.3"
    chain = hit_kind(hit) == EXPLOSION
    rulings = ("R6.7", ruling) if chain else (ruling,)
    if hit_kind(hit) == TOXIC:
        log.tell(SetOff(ref(st, v), None, True, rulings=("R28.7", ruling), phase=phase_of(st)))
        return
    log.tell(SetOff(ref(st, v), ref(st, hit_from(hit)), chain, rulings=rulings, phase=phase_of(st)))
