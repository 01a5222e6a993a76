"""A Battle, phase by phase (section 6), able to stop at every choice and go on from there.

The state remembers the phase, the step inside it and what each unit does; the hits themselves are worked
out again from that whenever they are needed, for the board does not change inside a phase.
"""

from typing import Final

from neurohex.compat import i64, u8
from neurohex.events.battle import (
    Acted,
    BattleBegan,
    BattleEnded,
    Destroyed,
    Exploded,
    Finds,
    Held,
    HqWounded,
    Missed,
    PhaseBegan,
    PhaseEnded,
    Scored,
    SetOff,
    Stopped,
    Wounded,
)
from neurohex.events.course import Cause
from neurohex.rules.bits import BIT
from neurohex.rules.catalog import (
    A_BOMBER,
    A_EXPLODE,
    A_TRAP,
    E_MELEE,
    E_RANGED,
    K_HQ,
    NEXT,
    R_TRIGGER,
    T_ABILITY,
    T_KIND,
    T_TOUGHNESS,
    T_VALUES,
)
from neurohex.rules.ending import points_of, score_goal, score_reached
from neurohex.rules.events import (
    ENDLESS,
    EXPLOSION,
    Log,
)
from neurohex.rules.influence import note_holders, resolve
from neurohex.rules.layout import (
    AC_ACTS,
    AC_ASKED,
    AC_EXPLODES,
    AC_HELD,
    AC_OFFERED,
    AC_SET_OFF,
    ACTOR,
    ADDITIONAL,
    ASKED,
    BATTLE,
    BY_FULL_BOARD,
    BY_TILE,
    CHANGED,
    DEAD,
    EXTRA,
    FINAL,
    FL_CONVERTED,
    FL_DISABLED,
    HEADER,
    HEX_SIZE,
    NEUTRAL,
    P_HQ,
    P_OUT,
    P_SCORE,
    P_TIED,
    PHASE,
    PLAYER_SIZE,
    SEAT,
    ST_CLOWN,
    ST_CONVERT,
    STAGE,
    STARTER,
    STEP,
    TOLD,
    TURN,
    U_ACT,
    U_CONVERT,
    U_CTRL,
    U_FLAGS,
    U_HEALS,
    U_HEALS2,
    U_OWNER,
    U_ROT,
    U_SPENT,
    U_WOUNDS,
)
from neurohex.rules.medics import has_medics, recall, treat
from neurohex.rules.reasons import gifts_now, timings_set
from neurohex.rules.refs import hex_name, phase_of, ref, weapon_of
from neurohex.rules.state import State
from neurohex.rules.strikes import (
    add_hit,
    bonuses,
    clear_hits,
    set_all_values,
    spares_hq,
    strike,
)
from neurohex.rules.telling import tell_destroyed, tell_hits
from neurohex.rules.workspace import Workspace

_CAUSES: Final[dict[int, tuple[Cause, tuple[str, ...]]]] = {
    BY_TILE: ("tile", ()),
    BY_FULL_BOARD: ("full board", ("R4.5",)),
    FINAL: ("final", ("R4.4",)),
    ADDITIONAL: ("additional", ("R1.2",)),
}


def begin_battle(st: State, cause: i64, starter: i64) -> None:
    """Begin a Battle; `run_battle` then fights it."""
    b = st.b
    b[BATTLE] = u8(cause)
    b[STARTER] = u8(starter)
    b[CHANGED] = 0
    b[DEAD] = 0
    b[STEP] = 0
    for h in range(st.hexes):
        at: i64 = HEADER + h * HEX_SIZE
        if b[at] != 0:
            b[at + U_SPENT] = 0
            b[at + U_ACT] = 0
            b[at + U_CONVERT] = 0
            b[at + U_FLAGS] = u8(i64(b[at + U_FLAGS]) & ~FL_CONVERTED & 255)
    b[PHASE] = u8(set_all_values(st) + 1)
    log = st.log
    if log is not None:
        if log.nets is None:
            note_holders(st)
        why, ruling = _CAUSES[cause]
        log.tell(BattleBegan(starter, why, rulings=(*ruling, "R6.9")))
        log.keep(st)


def run_battle(st: State) -> bool:
    """Fight on until a choice is needed (False, with the stage set) or the Battle has ended (True)."""
    b = st.b
    ready = False  # whether bonuses and values are those of the board: they change only when a unit has left
    while b[PHASE] != 0:
        if not ready:
            set_all_values(st)
            ready = True
        if b[STEP] == 0:
            if _begin_phase(st):
                b[STEP] = 1
            else:
                b[PHASE] -= 1
                continue
        if b[STEP] == 1:
            if _ask(st):
                _keep(st)
                return False
            b[STEP] = 2
        _all_hits(st)
        if has_medics(st):
            recall(st)
            if not treat(st):
                _keep(st)
                return False
        ready = not _end_phase(st)
        b[STEP] = 0
        if b[PHASE] != 0:
            b[PHASE] -= 1
    log = st.log
    if log is not None:
        log.tell(BattleEnded(rulings=("R6.1",)))
        log.keep(st)
    return True


def _keep(st: State) -> None:
    """Somebody is asked: the log keeps the table as it is then."""
    log = st.log
    if log is not None:
        log.keep(st)


def _begin_phase(st: State) -> bool:
    """Who acts now (R6.1); whether anybody does."""
    ws = st.ws
    b = st.b
    log = st.log
    phase: i64 = i64(b[PHASE]) - 1
    some = False
    held = False
    fresh: dict[int, int] | None = {} if log is not None else None  # by hex: the attacks that come now
    for i in range(ws.n_units):
        h = ws.units[i]
        at: i64 = HEADER + h * HEX_SIZE
        b[at + U_ACT] = 0
        b[at + U_CONVERT] = 0
        if T_VALUES[i64(b[at]) - 1] > 0:
            spent = i64(b[at + U_SPENT])
            acts: i64 = 0
            for k in range(i64(8)):
                if ws.values[h * 8 + k] >= phase and spent >> k & 1 == 0:
                    # One that has risen above the running phase is missed, not saved (R6.1).
                    if ws.values[h * 8 + k] == phase:
                        acts |= BIT[k]
                    spent |= BIT[k]
            b[at + U_SPENT] = u8(spent)  # disabled or not
            if acts:
                if fresh is not None:
                    fresh[int(h)] = int(acts)
                if i64(b[at + U_FLAGS]) & FL_DISABLED == 0:
                    b[at + U_ACT] = AC_ACTS
                    some = True
                else:
                    b[at + U_ACT] = AC_HELD
                    held = True
    if (some or held) and log is not None and fresh is not None:
        log.tell(PhaseBegan(phase, rulings=("R6.1",), phase=phase))
        log.keep(st)
        _tell_acts(st, log, fresh)
    return some


def _tell_acts(st: State, log: Log, fresh: dict[int, int]) -> None:
    """Tell who acts in the phase that begins, with which of its attacks, and whom a net keeps from it.

    `fresh` has, by hex, the places of the attacks that come now.
    """
    b = st.b
    phase = phase_of(st)
    given = log.gifts = gifts_now(st)
    nets = log.nets if log.nets is not None else {}
    probe = Log()
    for hex_, places in fresh.items():
        h: i64 = hex_
        at: i64 = HEADER + h * HEX_SIZE
        if b[at + U_ACT] == AC_HELD:
            held = tuple([v.unit for v in nets.get(hex_, [])])
            log.tell(Held(ref(st, h), held, rulings=("R3.1", "R6.1"), phase=phase))
            continue
        attacks = tuple([timing for timing in timings_set(st, h, given) if places >> timing.place & 1])
        finds = _finds(st, h, probe)
        rulings = ["R6.1"]
        if len(attacks) > 1 or attacks[0].gifts or attacks[0].raised:
            rulings.append("R3.6")
        if any(timing.extra is not None for timing in attacks):
            rulings.append("R1.4")
        if finds == "only an HQ":
            rulings.append("R6.2")
        log.tell(Acted(ref(st, h), attacks, finds, rulings=tuple(rulings), phase=phase))


def _finds(st: State, h: i64, probe: Log) -> Finds:
    """Whether the attacks of a unit that acts now find somebody to strike. `probe` is an empty log."""
    at: i64 = HEADER + h * HEX_SIZE
    t: i64 = i64(st.b[at]) - 1
    if T_ABILITY[t] & A_EXPLODE or _may_convert(st, h):
        return "open"
    if _strikes_some(st, h, probe):
        return "target"
    return "only an HQ" if spares_hq(st, h) else "nothing"


def _strikes_some(st: State, h: i64, probe: Log) -> bool:
    """Whether an attack of the unit on `h` reaches somebody, armoured or not. Leaves the list of hits empty."""
    ws = st.ws
    log = st.log
    st.log = probe
    clear_hits(ws)
    found = False
    d: i64 = 0
    while d < 6 and not found:
        strike(st, h, d, 0)
        found = ws.n_hits > 0 or len(probe.events) > 0
        d += 1
    probe.events.clear()
    clear_hits(ws)
    st.log = log
    return found


def relive_phase(st: State) -> None:
    """Work out the hits of the running phase again, as they were when somebody was asked."""
    bonuses(st)
    _all_hits(st)


# --- choices before the hits (R6.6) ---------------------------------------------------------------
def _ask(st: State) -> bool:
    """Whether a Clown or a Quartermaster's change is still to be decided; sets the stage for the next."""
    ws = st.ws
    b = st.b
    game = st.game
    k: i64 = 0
    while game.round[k] != i64(b[STARTER]):
        k += 1
    r: i64 = 0
    while r < len(game.round):
        who = game.round[(k + r) % len(game.round)]
        for i in range(ws.n_units):
            h = ws.units[i]
            at: i64 = HEADER + h * HEX_SIZE
            act = i64(b[at + U_ACT])
            if act & AC_ACTS and i64(b[at + U_CTRL]) == who:
                if T_ABILITY[i64(b[at]) - 1] & A_EXPLODE and act & AC_ASKED == 0:
                    b[STAGE] = ST_CLOWN
                    b[ACTOR] = u8(who)
                    b[ASKED] = u8(h)
                    return True
                if act & (AC_EXPLODES | AC_OFFERED) == 0 and _may_convert(st, h):
                    b[STAGE] = ST_CONVERT
                    b[ACTOR] = u8(who)
                    b[ASKED] = u8(h)
                    return True
        r += 1
    return False


def _may_convert(st: State, h: i64) -> bool:
    """Whether a Quartermaster can change an attack of the unit on `h` in this phase to some effect (R6.8)."""
    ws = st.ws
    flags = i64(st.b[HEADER + h * HEX_SIZE + U_FLAGS])
    return ws.converters[h] > 0 and flags & FL_CONVERTED == 0 and conversions(st, h) != 0


def conversions(st: State, h: i64) -> i64:
    """Bit mask over direction * 2 + part: the changes by a Quartermaster that would change the hits (R6.8)."""
    ws = st.ws
    log = st.log
    st.log = None
    at: i64 = HEADER + h * HEX_SIZE
    tr: i64 = ((i64(st.b[at]) - 1) * 6 + i64(st.b[at + U_ROT])) * 6
    mask: i64 = 0
    for d in range(i64(6)):
        for part in range(i64(2)):
            if (E_MELEE[tr + d] if part == 0 else E_RANGED[tr + d]) > 0:
                clear_hits(ws)
                strike(st, h, d, 0)
                n = ws.n_hits
                strike(st, h, d, 1 + d * 2 + part)
                if not _same_hits(ws, n):
                    mask |= BIT[d * 2 + part]
    clear_hits(ws)
    st.log = log
    return mask


def _same_hits(ws: Workspace, n: i64) -> bool:
    """Whether the hits before `n` and those from `n` on do the same to the same units."""
    if ws.n_hits != 2 * n:
        return False
    for i in range(n):
        if (
            ws.hit_to[i] != ws.hit_to[n + i]
            or ws.hit_wounds[i] != ws.hit_wounds[n + i]
            or ws.hit_arrives[i] != ws.hit_arrives[n + i]
        ):
            return False
    return True


# --- hits -----------------------------------------------------------------------------------------
def _all_hits(st: State) -> None:
    """List all hits of this phase: attacks first, then explosions and what they set off (R6.7)."""
    ws = st.ws
    b = st.b
    log = st.log
    if log is not None:
        log.muted = b[TOLD] != 0  # before somebody had to choose a Medic
        log.paths.clear()
    told = len(log.events) if log is not None else 0
    clear_hits(ws)
    i: i64 = 0
    while i < ws.n_units:
        h = ws.units[i]
        at: i64 = HEADER + h * HEX_SIZE
        act = i64(b[at + U_ACT])
        if act & AC_ACTS and act & AC_EXPLODES == 0:
            for d in range(i64(6)):
                strike(st, h, d, i64(b[at + U_CONVERT]))
        i += 1
    i = 0
    while i < ws.n_hits:
        ws.hit_by[i] = i64(b[HEADER + ws.hit_from[i] * HEX_SIZE + U_CTRL])
        i += 1
    i = 0
    while i < ws.n_units:
        h = ws.units[i]
        at = HEADER + h * HEX_SIZE
        b[at + U_ACT] = u8(i64(b[at + U_ACT]) & ~AC_SET_OFF & 255)
        if i64(b[at + U_ACT]) & AC_EXPLODES:
            _explode(st, h, i64(b[at + U_CTRL]))
        i += 1
    i = 0
    while i < ws.n_hits:  # grows while it is read
        _light(st, i)
        i += 1
    if log is not None:
        if b[TOLD] == 0:
            _tell_missed(st, log, told)
        log.muted = False
    b[TOLD] = 1


def _tell_missed(st: State, log: Log, told: int) -> None:
    """Tell who had a choice and then found nobody to strike; of the others it was told when the phase began.

    `told` events came before the hits.
    """
    ws = st.ws
    b = st.b
    strikers = {int(ws.hit_from[i64(k)]) for k in range(int(ws.n_hits))}
    stopped = {event.source.hex for event in log.events[told:] if isinstance(event, Stopped)}
    for i in range(int(ws.n_units)):
        h = ws.units[i64(i)]
        at: i64 = HEADER + h * HEX_SIZE
        act = i64(b[at + U_ACT])
        if act & (AC_ASKED | AC_OFFERED) == 0 or act & AC_EXPLODES:
            continue
        if int(h) not in strikers and hex_name(st, h) not in stopped:
            log.tell(Missed(ref(st, h), rulings=("R6.2",), phase=phase_of(st)))


def _explode(st: State, h: i64, blame: i64) -> None:
    """Add the hits of an explosion that `blame` caused: 1 wound to each neighbour, as far as the tile harms it."""
    ws = st.ws
    b = st.b
    at: i64 = HEADER + h * HEX_SIZE
    log = st.log
    if log is not None:
        _tell_explosion(st, log, h)
    bomber = T_ABILITY[i64(b[at]) - 1] & A_BOMBER != 0
    neutral = i64(b[at + U_OWNER]) == NEUTRAL
    me = i64(b[at + U_CTRL])
    for d in range(i64(6)):
        v = NEXT[st.near + h * 6 + d]
        if v >= 0:
            there: i64 = HEADER + v * HEX_SIZE
            if b[there] != 0:
                harm = True
                if bomber and neutral:  # R12.2
                    harm = T_KIND[i64(b[there]) - 1] != K_HQ
                elif bomber:  # R12.3
                    harm = st.game.foes[me] >> i64(b[there + U_CTRL]) & 1 != 0
                if harm:
                    add_hit(ws, h, d, v, EXPLOSION, 1, d)
                    ws.hit_by[ws.n_hits - 1] = blame


def _tell_explosion(st: State, log: Log, h: i64) -> None:
    at: i64 = HEADER + h * HEX_SIZE
    ability = T_ABILITY[i64(st.b[at]) - 1]
    phase = phase_of(st)
    if ability & A_BOMBER and i64(st.b[at + U_OWNER]) == NEUTRAL:
        log.tell(Exploded(ref(st, h), False, "units", rulings=("R6.7", "R12.2"), phase=phase))
    elif ability & A_BOMBER:
        log.tell(Exploded(ref(st, h), False, "hostile", rulings=("R6.7", "R12.3"), phase=phase))
    elif ability & A_EXPLODE:
        log.tell(Exploded(ref(st, h), True, "all", rulings=("R6.7", "R6.6"), phase=phase))
    else:
        log.tell(Exploded(ref(st, h), False, "all", rulings=("R6.7", "R11.3"), phase=phase))


def _light(st: State, i: i64) -> None:
    """Does hit `i` set off a Trap or a Mad Bomber (R11.3, R12.2)? If so, it explodes in this phase too."""
    ws = st.ws
    b = st.b
    v = ws.hit_to[i]
    at: i64 = HEADER + v * HEX_SIZE
    t: i64 = i64(b[at]) - 1
    if T_ABILITY[t] & (A_TRAP | A_BOMBER) == 0 or i64(b[at + U_FLAGS]) & FL_DISABLED:
        return
    if ws.hit_kind[i] != EXPLOSION:
        flight = ws.hit_arrives[i]
        edge: i64 = flight + 3 if flight < 3 else flight - 3
        if R_TRIGGER[t * 6 + i64(b[at + U_ROT])] >> edge & 1 == 0:
            return
    ws.hit_fuse[i] = 1
    if i64(b[at + U_ACT]) & AC_SET_OFF == 0:
        b[at + U_ACT] = u8(i64(b[at + U_ACT]) | AC_SET_OFF)
        log = st.log
        if log is not None:
            ruling = "R12.2" if T_ABILITY[t] & A_BOMBER else "R11.3"
            chain = ws.hit_kind[i] == EXPLOSION
            rulings = ("R6.7", ruling) if chain else (ruling,)
            log.tell(SetOff(ref(st, v), ref(st, ws.hit_from[i]), chain, rulings=rulings, phase=phase_of(st)))
        _explode(st, v, ws.hit_by[i])


# --- the end of a phase (R6.5) --------------------------------------------------------------------
def _end_phase(st: State) -> bool:
    """Wounds count, and what they destroy leaves (R6.5); whether any unit left."""
    b = st.b
    log = st.log
    phase: i64 = i64(b[PHASE]) - 1
    if log is not None:
        tell_hits(st, log)
    told = len(log.events) if log is not None else 0
    left = apply_hits(st, phase)
    b[TOLD] = 0
    if log is not None:
        gone = tuple([event.unit for event in log.events[told:] if isinstance(event, Destroyed)])
        log.tell(PhaseEnded(phase, gone, rulings=("R6.5",), phase=phase))
        log.gifts = None
    resolve(st)
    if st.game.score and not st.game.living:
        score_reached(st)  # looked at after each phase (R1.8); it ends the Battle too
    return left


def apply_hits(st: State, phase: i64) -> bool:
    """Count the wounds of the hits that stand, and remove what they destroy; spent Medics too. Whether a unit left."""
    ws = st.ws
    b = st.b
    game = st.game
    log = st.log
    left = False
    n = ws.n_units
    for i in range(n):
        ws.pain[ws.units[i]] = 0
        ws.strikers[ws.units[i]] = 0
    i = 0
    while i < ws.n_hits:
        if ws.hit_medic[i] == 0:
            v = ws.hit_to[i]
            ws.pain[v] += ws.hit_wounds[i]
            if phase >= 0:
                ws.strikers[v] |= BIT[ws.hit_by[i]]
                if game.score and T_KIND[i64(b[HEADER + v * HEX_SIZE]) - 1] == K_HQ:
                    doer = i64(b[HEADER + ws.hit_from[i] * HEX_SIZE + U_CTRL])
                    _score(st, doer, i64(b[HEADER + v * HEX_SIZE + U_OWNER]), ws.hit_wounds[i])
        i += 1
    for i in range(n):
        h = ws.units[i]
        at: i64 = HEADER + h * HEX_SIZE
        t: i64 = i64(b[at]) - 1
        gone = i64(b[at + U_ACT]) & (AC_EXPLODES | AC_SET_OFF) != 0
        spent = b[at + U_HEALS] != 0 or b[at + U_HEALS2] != 0
        if spent:
            gone = True
            b[at + U_HEALS] = 0
            b[at + U_HEALS2] = 0
        if ws.pain[h] > 0:
            if T_KIND[t] == K_HQ:
                gone = _wound_hq(st, h, i64(b[at + U_OWNER]), ws.pain[h]) or gone
            elif not gone:
                total: i64 = i64(b[at + U_WOUNDS]) + ws.pain[h]
                if total > T_TOUGHNESS[t]:
                    gone = True
                else:
                    b[CHANGED] = 1
                    b[at + U_WOUNDS] = u8(total)
                    if log is not None:
                        rulings = ("R6.5",) if phase >= 0 else ("R6.5", weapon_of(st)[1])
                        log.tell(Wounded(ref(st, h), total, rulings=rulings, phase=phase_of(st)))
        if gone:
            left = True
            b[CHANGED] = 1
            heir = _heir(st, h, phase)
            if log is not None:
                tell_destroyed(st, log, h, ws.pain[h], spent, heir)
            st.bury(h, heir)
    return left


def _wound_hq(st: State, h: i64, player: i64, wounds: i64) -> bool:
    """An HQ loses points, never past 0; whether it leaves the board now."""
    b = st.b
    at: i64 = st.po + player * PLAYER_SIZE
    if st.game.score or (b[EXTRA] != 0 and b[at + P_TIED] == 0):
        return False  # endless points (R10.5), or out of the race for good (R10.6)
    left = i64(b[at + P_HQ])
    lost: i64 = wounds if wounds < left else left
    if lost > 0:
        b[CHANGED] = 1
    b[at + P_HQ] = u8(left - lost)
    log = st.log
    if log is not None and lost > 0:
        stays = left == lost and st.game.deathmatch
        rulings = ("R6.5", "R10.1") if stays else ("R6.5",)
        log.tell(HqWounded(player, ref(st, h), lost, left - lost, stays, rulings=rulings, phase=phase_of(st)))
    if left - lost == 0:
        b[DEAD] = u8(i64(b[DEAD]) | BIT[player])
        return not st.game.deathmatch  # there it stays and works to the end of the Battle (R10.1)
    return False


def _score(st: State, player: i64, victim: i64, wounds: i64) -> None:
    """Wounds on a hostile HQ are their doer's points (R10.5)."""
    if player == NEUTRAL or st.game.foes[player] >> victim & 1 == 0:
        return
    b = st.b
    at: i64 = st.po + player * PLAYER_SIZE + P_SCORE
    gain: i64 = wounds if wounds < ENDLESS else 40
    if st.game.living:  # nobody passes the goal, nor do two teammates together (R1.8)
        room = score_goal(st) - points_of(st, player)
        gain = gain if gain < room else room
    if gain <= 0:
        return
    b[CHANGED] = 1
    b[at] = u8(i64(b[at]) + gain if i64(b[at]) + gain < 250 else i64(250))
    log = st.log
    if log is not None:
        log.tell(Scored(player, gain, rulings=("R10.5",), phase=phase_of(st)))


def next_player(st: State, player: i64) -> i64:
    """Who has the turn after this player, of those still in the game."""
    b = st.b
    order = st.game.order
    n: i64 = len(order)
    k: i64 = i64(b[SEAT]) if i64(b[TURN]) == player else 0
    while k < n and order[k] != player:
        k += 1
    r: i64 = 1
    while r <= n:
        q = order[(k + r) % n]
        if q != player and b[st.po + q * PLAYER_SIZE + P_OUT] == 0:
            return q
        r += 1
    return player


def _heir(st: State, h: i64, phase: i64) -> i64:
    """Who gets a Mad Bomber that leaves now (R12.2); NEUTRAL when several players hit it at once."""
    ws = st.ws
    b = st.b
    at: i64 = HEADER + h * HEX_SIZE
    if T_ABILITY[i64(b[at]) - 1] & A_BOMBER == 0:
        return 0
    if phase < 0:
        return next_player(st, i64(b[TURN]))
    strikers = ws.strikers[h]
    if strikers & (strikers - 1):
        return NEUTRAL
    who: i64 = 0
    while who < NEUTRAL and strikers >> who & 1 == 0:
        who += 1
    return next_player(st, who)
