"""A Battle, phase by phase (section 6).

    begin_battle           nothing is spent yet
    run_battle             from the highest initiative down to 0 (R6.1), in each phase:
        _begin_phase           who acts, netted or not
        _ask                   Clowns and units with a Quartermaster choose (R6.6, R6.8)
        _list_hits             attacks (R6.2-R6.4), then explosions (R6.7)
        medics.treat           Medics cancel hits (R7.1-R7.4)
        markers.deal           hits put markers on the units that survive (R21.1, R23.2)
        _end_phase             wounds count, destroyed units leave (R6.5)

Games with more than the basic rules have a phase before the first, for venom and Explosives, and Holes after the last
(R31.2).

A Battle can stop at every choice and go on from there. The state remembers the phase, the step inside it and what each
unit does. It does not hold the hits: the board does not change inside a phase, so they are listed again after a choice.
"""

from typing import Final

from neurohex.compat import i16, i64
from neurohex.events.battle import BattleBegan, BattleEnded, Destroyed, PhaseBegan, PhaseEnded
from neurohex.events.course import Cause
from neurohex.rules.bits import BIT, has, lowest, rest
from neurohex.rules.catalog import (
    A_BLASTS,
    A_BOMBER,
    EF_HOLE,
    NEAR,
    R_ATTACKS,
    R_BLAST,
    R_TRIGGER,
    T_EFFECT,
    T_VALUE,
)
from neurohex.rules.ending import score_reached
from neurohex.rules.events import BLAST, DESTROYS, EXPLOSION, NONE, POISON, TOXIC, VENOM, Log
from neurohex.rules.hits import NO_WAY, add_hit, clear_hits, hit_arrives, hit_by, hit_kind, hit_to, light_fuse
from neurohex.rules.influence import note_holders
from neurohex.rules.layout import (
    AC_ACTS,
    AC_ASKED,
    AC_EXPLODES,
    AC_HELD,
    AC_OFFERED,
    AC_SET_OFF,
    ACTOR,
    ADDITIONAL,
    AFTER_ALL,
    ASKED,
    BATTLE,
    BEFORE,
    BY_FULL_BOARD,
    BY_TILE,
    CHANGED,
    DEAD,
    F_OWNER,
    F_TILE,
    FINAL,
    FL_CONVERTED,
    HEXES,
    NEUTRAL,
    OVER,
    PHASE,
    SCOPERS,
    ST_AIM,
    ST_CLOWN,
    ST_CONVERT,
    STAGE,
    STARTER,
    STEP,
    TAKERS,
    TOLD,
    U_ACT,
    U_CONVERT,
    U_FLAGS,
    U_SPENT,
    XU_AIM,
    hex_at,
)
from neurohex.rules.markers import begin_dealing, deal, end_paralysis, is_poisoned, venom_of
from neurohex.rules.medics import medic_reach, recall_decisions, treat
from neurohex.rules.phase_log import tell_acts, tell_bomb, tell_explosion, tell_missed, tell_set_off
from neurohex.rules.quartermaster import may_convert
from neurohex.rules.state import State
from neurohex.rules.strikes import bonuses, set_values, strike_off
from neurohex.rules.telling import tell_hits
from neurohex.rules.upkeep import uphold
from neurohex.rules.weapons import must_aim, reflect_hits, strike_beyond, strike_edge, worsen_hits
from neurohex.rules.workspace import PHASES_MAX, Formation
from neurohex.rules.wounds import apply_hits, destroy_in_hole

# Steps of a phase
BEGIN: Final = 0
CHOICES: Final = 1
HITS: Final = 2

_CAUSES: Final[dict[int, tuple[Cause, tuple[str, ...]]]] = {
    BY_TILE: ("tile", ()),
    BY_FULL_BOARD: ("full board", ("R4.5",)),
    FINAL: ("final", ("R4.4",)),
    ADDITIONAL: ("additional", ("R1.2",)),
}


def begin_battle(st: State, cause: i64, starter: i64) -> None:
    """Begin a Battle. `run_battle` then fights it."""
    b = st.b
    b[BATTLE] = i16(cause)
    b[STARTER] = i16(starter)
    b[CHANGED] = 0
    b[DEAD] = 0
    b[STEP] = BEGIN
    left = st.units
    while left:
        at = hex_at(lowest(left))
        left = rest(left)
        b[at + U_SPENT] = 0
        b[at + U_ACT] = 0
        b[at + U_CONVERT] = 0
        b[at + U_FLAGS] = i16(i64(b[at + U_FLAGS]) & ~FL_CONVERTED & 255)
    b[PHASE] = PHASES_MAX  # above every initiative; `run_battle` goes down to the first phase with an attack
    if st.game.more:
        _begin_more(st)
    log = st.log
    if log is not None:
        if log.nets is None:
            note_holders(st)
        why, ruling = _CAUSES[cause]
        log.tell(BattleBegan(starter, why, rulings=(*ruling, "R6.9")))
        _schedule(st, bonuses(st))
        log.keep(st)


def run_battle(st: State) -> bool:
    """Fight until a player has to choose (False, with the stage set) or the Battle has ended (True)."""
    b = st.b
    f = bonuses(st)
    _schedule(st, f)
    while b[PHASE] != 0:
        if b[STEP] == BEGIN:
            if not _begin_phase(st, f):
                _skip_phase(st, f)
                continue
            b[STEP] = CHOICES
        if b[STEP] == CHOICES:
            if _ask(st, f):
                return _pause(st)
            b[STEP] = HITS
        _list_hits(st, f)
        if f.medics and medic_reach(st, f.medics) & st.ws.struck:
            recall_decisions(st)
            if not treat(st):
                return _pause(st)
        if st.game.has_markers and not deal(st, f):
            return _pause(st)
        _end_phase(st, f)
    if st.game.more:
        _end_more(st)
    log = st.log
    if log is not None:
        log.tell(BattleEnded(rulings=("R6.1",)))
        log.keep(st)
    return True


def _skip_phase(st: State, f: Formation) -> None:
    """Nobody acts in this phase: go to the next."""
    b = st.b
    if running_phase(st) == BEFORE:
        b[PHASE] = PHASES_MAX
        _schedule(st, f)
    else:
        b[PHASE] -= 1


def _pause(st: State) -> bool:
    """A player has to choose: the log keeps the board as that player sees it."""
    log = st.log
    if log is not None:
        _tell_later(log)
        log.keep(st)
    return False


def _tell_later(log: Log) -> None:
    """Tell which markers were dealt."""
    for event in log.later:
        log.tell(event)
    log.later.clear()


def running_phase(st: State) -> i64:
    """The initiative phase that is being fought."""
    return i64(st.b[PHASE]) - 1


# --- who acts when (R6.1) -------------------------------------------------------------------------
def _schedule(st: State, f: Formation) -> None:
    """Fill `due`: which units act in each phase from now on. Go down to the highest phase with an attack.

    An attack whose initiative has risen above the running phase is missed: it counts as spent.
    """
    b = st.b
    due = f.due
    values = f.values
    for phase in range(f.top + 1):
        due[phase] = 0
    now = running_phase(st)
    top: i64 = 0
    left = f.fighters
    while left:
        h = lowest(left)
        left = rest(left)
        spent = i64(b[hex_at(h) + U_SPENT])
        attacks = set_values(st, f, h)
        f.attacks[h] = attacks
        attacks &= ~spent
        while attacks:
            attack = lowest(attacks)
            attacks = rest(attacks)
            phase = values[h * 8 + attack]
            if phase > now:
                spent |= BIT[attack]
            else:
                due[phase] |= BIT[h]
                if phase > top:
                    top = phase
        b[hex_at(h) + U_SPENT] = i16(spent)
    if st.game.more:
        toxic = f.toxic  # a Toxic Bomb has a phase of its own (R28.7)
        while toxic:
            phase = _toxic_phase(st, lowest(toxic))
            toxic = rest(toxic)
            if top < phase <= now:
                top = phase
    f.top = top
    if top < now and b[STEP] == BEGIN and now != BEFORE:
        b[PHASE] = i16(top + 1)


def _begin_phase(st: State, f: Formation) -> bool:
    """Note who acts in the phase that begins, and spend their attacks. Gives whether any of them is not netted."""
    b = st.b
    log = st.log
    phase = running_phase(st)
    _forget_acts(st, f)
    held = st.netted
    bombs = False
    if st.game.more:
        if phase == BEFORE:
            return _begin_before(st, f)
        held |= f.paralysed  # R23.1
        bombs = _exploding_bombs(st, f) != 0
        begin_dealing(st)
    f.acted = f.due[phase] & st.units
    if f.acted == 0 and not bombs:
        return False
    attacks_now: dict[int, int] | None = {} if log is not None else None
    left = f.acted
    while left:
        h = lowest(left)
        left = rest(left)
        at = hex_at(h)
        attacks = _attacks_at(f, h, phase) & ~i64(b[at + U_SPENT])
        b[at + U_SPENT] = i16(i64(b[at + U_SPENT]) | attacks)
        b[at + U_ACT] = AC_HELD if has(held, h) else AC_ACTS
        if attacks_now is not None:
            attacks_now[int(h)] = int(attacks)
    if log is not None and attacks_now is not None:
        log.tell(PhaseBegan(phase, rulings=("R6.1",), phase=phase))
        log.keep(st)
        tell_acts(st, f, log, attacks_now)
    return f.acted & ~held != 0 or bombs


def _attacks_at(f: Formation, h: i64, phase: i64) -> i64:
    """Mask of the attacks of the unit on `h` that come in a phase."""
    values = f.values
    found: i64 = 0
    left = f.attacks[h]
    while left:
        attack = lowest(left)
        left = rest(left)
        if values[h * 8 + attack] == phase:
            found |= BIT[attack]
    return found


def _forget_acts(st: State, f: Formation) -> None:
    """Clear what the state says of units that acted in the last phase."""
    b = st.b
    left = f.acted & st.units
    while left:
        at = hex_at(lowest(left))
        left = rest(left)
        b[at + U_ACT] = 0
        b[at + U_CONVERT] = 0
    forget_aims(st)
    f.acted = 0


# --- choices before the hits (R6.6) ---------------------------------------------------------------
def _ask(st: State, f: Formation) -> bool:
    """Find the next Clown or Quartermaster's change to be decided, and set the stage for it; False if there is none.

    Players choose in turn order, the one who began the Battle first.
    """
    choosers: i64 = (f.clowns | f.convertible) & f.acted
    if st.game.more:
        choosers |= (f.aiming | f.transformable) & f.acted
    if choosers == 0:
        return False
    b = st.b
    game = st.game
    first = game.place[i64(b[STARTER])]
    for r in range(game.players):
        who = game.round[(first + r) % game.players]
        left = choosers & f.of_player[who]
        while left:
            h = lowest(left)
            left = rest(left)
            stage = _choice_of(st, f, h)
            if stage != 0:
                b[STAGE] = i16(stage)
                b[ACTOR] = i16(who)
                b[ASKED] = i16(h)
                return True
    return False


def _choice_of(st: State, f: Formation, h: i64) -> i64:
    """The choice that the unit on `h` still has in this phase: `ST_CLOWN`, `ST_CONVERT`, `ST_AIM`, or 0 for none."""
    act = i64(st.b[hex_at(h) + U_ACT])
    if act & AC_ACTS == 0:
        return 0
    if has(f.clowns, h) and act & AC_ASKED == 0:
        return ST_CLOWN
    if act & (AC_EXPLODES | AC_OFFERED) == 0 and may_convert(st, f, h):
        return ST_CONVERT
    if st.game.more and has(f.aiming, h) and act & AC_EXPLODES == 0 and must_aim(st, f, h):
        return ST_AIM
    return 0


# --- hits -----------------------------------------------------------------------------------------
def list_hits_again(st: State) -> None:
    """List the hits of the running phase, after a player has made a choice. They are as they were before it."""
    _list_hits(st, bonuses(st))


def _list_hits(st: State, f: Formation) -> None:
    """List all hits of this phase: attacks first, then explosions and what they set off (R6.7)."""
    ws = st.ws
    b = st.b
    log = st.log
    if log is not None:
        log.muted = b[TOLD] != 0  # a listing before the choice of a Medic has told them
        log.paths.clear()
    told = len(log.events) if log is not None else 0
    clear_hits(ws)
    exploding: i64 = 0
    if st.game.more and running_phase(st) == BEFORE:
        _list_before(st, f)
    else:
        exploding = _attack(st, f)
    if f.reflectors & ws.struck:
        reflect_hits(st, f)
    if f.fused:
        _reset_fuses(st, f)
    while exploding:
        h = lowest(exploding)
        exploding = rest(exploding)
        _explode(st, h, st.controller(h))
    if st.game.more:
        _explode_bombs(st, f)
    if f.fused & ws.struck:
        i: i64 = 0
        while i < ws.n_hits:  # explosions add hits to the list
            _set_off(st, f, i)
            i += 1
    if st.game.more and f.frail & ws.struck:
        worsen_hits(st, f)
    if log is not None:
        if b[TOLD] == 0:
            tell_missed(st, log, told)
        log.muted = False
    b[TOLD] = 1


def _attack(st: State, f: Formation) -> i64:
    """List the hits of all attacks. Gives the mask of the units that explode instead."""
    b = st.b
    exploding: i64 = 0
    left = f.acted
    while left:
        h = lowest(left)
        left = rest(left)
        at = hex_at(h)
        act = i64(b[at + U_ACT])
        if act & AC_EXPLODES:
            exploding |= BIT[h]
        elif act & AC_ACTS:
            edges = R_ATTACKS[st.oriented(h)]
            while edges:
                d = lowest(edges)
                edges = rest(edges)
                strike_edge(st, f, h, d, i64(b[at + U_CONVERT]))
            if st.game.more:
                strike_beyond(st, f, h)
    return exploding


def _explode(st: State, h: i64, blame: i64) -> None:
    """List the hits of an explosion: 1 wound to each neighbour that it harms. Player `blame` is behind it."""
    ws = st.ws
    log = st.log
    if log is not None:
        tell_explosion(st, log, h)
    ws.exploding |= BIT[h]
    bomber = st.ability(h) & A_BOMBER != 0
    neutral = st.owner(h) == NEUTRAL
    me = st.controller(h)
    for d in range(i64(6)):
        v = st.step(h, d)
        if v >= 0 and has(st.units, v):
            harm = True
            if bomber and neutral:  # R12.2
                harm = not st.is_hq(v)
            elif bomber:  # R12.3
                harm = has(st.game.foes[me], st.controller(v))
            if harm:
                add_hit(ws, h, d, v, EXPLOSION, 1, d, blame)


def _set_off(st: State, f: Formation, i: i64) -> None:
    """If hit `i` sets off a Trap or a Mad Bomber, that explodes in this phase too (R11.3, R12.2)."""
    ws = st.ws
    b = st.b
    hit = ws.hits[i]
    v = hit_to(hit)
    if not has(f.fused, v):
        return
    kind = hit_kind(hit)
    if kind >= POISON and kind not in (BLAST, TOXIC):
        return  # it comes from no direction, or does no wound (R28.1, R28.2, R30.3)
    if kind not in (EXPLOSION, TOXIC):
        edge: i64 = (hit_arrives(hit) + 3) % 6
        if not has(R_TRIGGER[st.oriented(v)], edge):
            return
    light_fuse(ws, i)
    at: i64 = hex_at(v) + U_ACT
    if i64(b[at]) & AC_SET_OFF == 0:
        b[at] = i16(i64(b[at]) | AC_SET_OFF)
        log = st.log
        if log is not None:
            tell_set_off(st, log, hit)
        _explode(st, v, hit_by(hit))


def _reset_fuses(st: State, f: Formation) -> None:
    """Nothing is set off yet, even if an earlier listing of this phase's hits had set it off."""
    b = st.b
    left = f.fused
    while left:
        at = hex_at(lowest(left)) + U_ACT
        left = rest(left)
        b[at] = i16(i64(b[at]) & ~AC_SET_OFF & 255)


# --- the end of a phase (R6.5) --------------------------------------------------------------------
def _end_phase(st: State, f: Formation) -> None:
    """Count the wounds, remove what they destroy, and make ready for the next phase (R6.5)."""
    b = st.b
    log = st.log
    phase = running_phase(st)
    if log is not None:
        tell_hits(st, log)
    told = len(log.events) if log is not None else 0
    entangled = b[SCOPERS] != 0 or b[TAKERS] != 0
    gone = apply_hits(st, phase, f.medics)
    b[TOLD] = 0
    changed = False
    if st.game.more:  # units that lose the toughness that kept them alive leave in this phase (R14.2)
        if log is not None:
            _tell_later(log)
        _remove_bombs(st, f)
        begin_dealing(st)
        if gone or f.toxic or st.game.has_before:  # or nothing has changed on the board
            uphold(st)
            changed = True
    if log is not None:
        destroyed = tuple([event.unit for event in log.events[told:] if isinstance(event, Destroyed)])
        log.tell(PhaseEnded(phase, destroyed, rulings=("R6.5",), phase=phase))
        log.gifts = None
    if gone != 0 and not changed:
        changed = uphold(st)
    if st.game.score and not st.game.living:
        score_reached(st)  # checked after each phase (R1.8); it ends the Battle too
    b[STEP] = BEGIN
    if b[PHASE] != 0:
        b[PHASE] = PHASES_MAX if phase == BEFORE else i16(i64(b[PHASE]) - 1)
    if b[PHASE] == 0:
        return
    # Bonuses and initiative stay as they are unless a module left, or a unit was netted, freed or changed hands.
    if changed or gone & f.givers or (gone and entangled):
        _schedule(st, bonuses(st))
    elif gone:
        strike_off(st, f, gone)


# --- before the first phase and after the last (R31.2) --------------------------------------------
def _begin_more(st: State) -> None:
    """Begin a Battle of a game with more than the basic rules."""
    forget_aims(st)
    begin_dealing(st)
    if st.game.has_before:
        st.b[PHASE] = BEFORE + 1


def forget_aims(st: State) -> None:
    """No unit has chosen a target."""
    if not st.game.has_aims:
        return
    left = st.units
    while left:
        st.b[st.more_at(lowest(left)) + XU_AIM] = 0
        left = rest(left)


def _begin_before(st: State, f: Formation) -> bool:
    """Note which Explosives go off before the first phase: enabled and unparalysed ones (R25.1, R25.3), poisoned or not
    (R25.4). Gives whether any does, or venom works (R21.2)."""
    b = st.b
    poisoned = False
    left = st.units
    while left:
        h = lowest(left)
        left = rest(left)
        if is_poisoned(st, h):
            poisoned = True
        if st.ability(h) & A_BLASTS and not has(st.netted | f.paralysed, h) and _faces_prey(st, f, h):
            f.acted |= BIT[h]
            b[hex_at(h) + U_ACT] = AC_EXPLODES
    if f.acted == 0 and not poisoned:
        return False
    log = st.log
    if log is not None:
        log.tell(PhaseBegan(BEFORE, rulings=("R31.2",), phase=BEFORE))
        log.keep(st)
    return True


def _faces_prey(st: State, f: Formation, h: i64) -> bool:
    """Whether a marked edge of the Explosive on `h` faces a hostile unit."""
    edges = R_BLAST[st.oriented(h)]
    return NEAR[(st.game.board_code * HEXES + h) * 64 + edges] & f.prey[st.controller(h)] != 0


def _list_before(st: State, f: Formation) -> None:
    """List the hits before the first phase: Explosives destroy what they face (R25.1), each venom marker does 1 wound
    (R21.2)."""
    ws = st.ws
    left = f.acted
    while left:
        h = lowest(left)
        left = rest(left)
        if i64(st.b[hex_at(h) + U_ACT]) & AC_EXPLODES == 0:
            continue
        ws.exploding |= BIT[h]
        log = st.log
        if log is not None:
            tell_explosion(st, log, h)
        edges = R_BLAST[st.oriented(h)]
        while edges:
            d = lowest(edges)
            edges = rest(edges)
            v = st.step(h, d)
            if v >= 0 and has(f.prey[st.controller(h)], v) and not st.is_hq(v):
                add_hit(ws, h, d, v, BLAST, DESTROYS, d, st.controller(h))
    left = st.units
    while left:
        h = lowest(left)
        left = rest(left)
        for p in range(st.game.players):
            for _marker in range(venom_of(st, h, p)):
                add_hit(ws, NONE, 0, h, VENOM, 1, 0, p)


def _toxic_phase(st: State, h: i64) -> i64:
    """The phase in which the Toxic Bomb on a hex explodes; nothing changes it (R28.7)."""
    tile: i64 = i64(st.b[hex_at(h) + F_TILE]) - 1
    return T_VALUE[tile * 3]


def _exploding_bombs(st: State, f: Formation) -> i64:
    """Mask of the hexes whose Toxic Bombs explode in the running phase."""
    found: i64 = 0
    left = f.toxic
    while left:
        h = lowest(left)
        left = rest(left)
        if _toxic_phase(st, h) == running_phase(st):
            found |= BIT[h]
    return found


def _explode_bombs(st: State, f: Formation) -> None:
    """List the hits of the Toxic Bombs of this phase: 1 wound to each unit on their hex and next to it (R28.7)."""
    ws = st.ws
    left = _exploding_bombs(st, f)
    while left:
        h = lowest(left)
        left = rest(left)
        owner = i64(st.b[hex_at(h) + F_OWNER])
        log = st.log
        if log is not None:
            tell_bomb(st, log, h)
        if has(st.units, h):
            add_hit(ws, h, NO_WAY, h, TOXIC, 1, NO_WAY, owner)
        for d in range(i64(6)):
            v = st.step(h, d)
            if v >= 0 and has(st.units, v):
                add_hit(ws, h, d, v, TOXIC, 1, d, owner)


def _remove_bombs(st: State, f: Formation) -> None:
    """The Toxic Bombs of this phase are gone."""
    left = _exploding_bombs(st, f)
    while left:
        st.b[CHANGED] = 1
        st.lift_foundation(lowest(left))
        left = rest(left)


def _end_more(st: State) -> None:
    """After phase 0: paralysis ends, then Holes destroy hostile units on them (R31.2, R27.2)."""
    b = st.b
    if b[OVER] != 0:
        return
    if st.game.has_markers:
        end_paralysis(st)
        uphold(st)
    doomed = _over_holes(st) if st.game.has_holes else i64(0)
    if doomed == 0:
        return
    log = st.log
    told = len(log.events) if log is not None else 0
    if log is not None:
        log.tell(PhaseBegan(AFTER_ALL, rulings=("R31.2",), phase=AFTER_ALL))
        log.keep(st)
    while doomed:
        destroy_in_hole(st, lowest(doomed))
        doomed = rest(doomed)
    uphold(st)
    if log is not None:
        destroyed = tuple([event.unit for event in log.events[told:] if isinstance(event, Destroyed)])
        log.tell(PhaseEnded(AFTER_ALL, destroyed, rulings=("R27.2",), phase=AFTER_ALL))


def _over_holes(st: State) -> i64:
    """Mask of the units on hostile Holes, but for HQs (R27.2)."""
    b = st.b
    found: i64 = 0
    left = st.units
    while left:
        h = lowest(left)
        left = rest(left)
        at = hex_at(h)
        tile: i64 = i64(b[at + F_TILE]) - 1
        if tile >= 0 and T_EFFECT[tile] == EF_HOLE and not st.is_hq(h):
            owner = i64(b[at + F_OWNER])
            if owner != NEUTRAL and has(st.game.foes[owner], st.controller(h)):
                found |= BIT[h]
    return found
