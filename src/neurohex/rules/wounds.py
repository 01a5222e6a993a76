"""Effects of hits (R6.5): wounds, HQ points, points of a score game, destroyed units."""

from neurohex.compat import i16, i64
from neurohex.events.battle import Destroyed, HqWounded, Scored, Wounded
from neurohex.rules.bits import BIT, has, lowest, rest, several
from neurohex.rules.catalog import A_BOMBER, A_HQ, T_ABILITY
from neurohex.rules.ending import points_of, score_goal
from neurohex.rules.events import ENDLESS, NONE, TOXIC
from neurohex.rules.hits import hit_by, hit_from, hit_kind, hit_to, hit_wounds, stands
from neurohex.rules.layout import (
    AFTER_ALL,
    CHANGED,
    DEAD,
    EXTRA,
    NEUTRAL,
    P_HQ,
    P_OUT,
    P_SCORE,
    P_TIED,
    SEAT,
    TURN,
    U_HEALS,
    U_HEALS2,
    U_OWNER,
    U_WOUNDS,
    hex_at,
)
from neurohex.rules.refs import phase_of, ref, weapon_of
from neurohex.rules.state import State
from neurohex.rules.telling import goes_where, tell_destroyed


def apply_hits(st: State, phase: i64, medics: i64) -> i64:
    """Count the wounds of the hits that stand. Remove units that they destroy, that exploded, and spent Medics.

    `phase` is -1 outside a Battle. `medics` is a mask of the units that may have been spent. Gives the mask of the
    hexes whose units left.
    """
    ws = st.ws
    spent = _spent_medics(st, medics)
    touched = ws.struck | ws.exploding | spent
    left = touched
    while left:
        h = lowest(left)
        left = rest(left)
        ws.pain[h] = 0
        ws.strikers[h] = 0
    for i in range(ws.n_hits):
        hit = ws.hits[i]
        if stands(hit):
            v = hit_to(hit)
            ws.pain[v] += hit_wounds(hit)
            if phase >= 0:
                ws.strikers[v] |= BIT[hit_by(hit)]
                if st.game.score:
                    _score(st, hit)
    gone: i64 = 0
    left = touched
    while left:
        h = lowest(left)
        left = rest(left)
        leaves = has(ws.exploding | spent, h)
        if ws.pain[h] > 0:
            if st.is_hq(h):  # its points go down, whether it explodes or not
                leaves = _wound_hq(st, h, ws.pain[h]) or leaves
            elif not leaves:
                leaves = _wound(st, h, ws.pain[h])
        if leaves:
            gone |= BIT[h]
            _destroy(st, h, phase, has(spent, h))
    return gone


def _spent_medics(st: State, medics: i64) -> i64:
    """The units of a mask that were spent as Medics. Clears the hits that they cancelled from the state."""
    b = st.b
    spent: i64 = 0
    while medics:
        h = lowest(medics)
        medics = rest(medics)
        at = hex_at(h)
        if b[at + U_HEALS] != 0 or b[at + U_HEALS2] != 0:
            spent |= BIT[h]
            b[at + U_HEALS] = 0
            b[at + U_HEALS2] = 0
    return spent


def _wound(st: State, h: i64, wounds: i64) -> bool:
    """Wound the unit on `h`, which is no HQ. Gives whether that destroys it."""
    b = st.b
    at = hex_at(h)
    total: i64 = i64(b[at + U_WOUNDS]) + wounds
    if total > st.toughness(h):
        return True
    b[CHANGED] = 1
    b[at + U_WOUNDS] = i16(total)
    log = st.log
    if log is not None:
        phase = phase_of(st)
        rulings = ("R6.5",) if phase is not None else ("R6.5", weapon_of(st)[1])
        log.tell(Wounded(ref(st, h), total, rulings=rulings, phase=phase))
    return False


def _destroy(st: State, h: i64, phase: i64, spent: bool) -> None:
    """Remove the unit on `h` from the board; `spent` for a Medic that cancelled a hit."""
    st.b[CHANGED] = 1
    heir = _heir(st, h, phase)
    log = st.log
    if log is not None:
        tell_destroyed(st, log, h, st.ws.pain[h], spent, heir)
    st.bury(h, heir)


def destroy_in_hole(st: State, h: i64) -> None:
    """The Hole under the unit on `h` destroys it; no Medic answers (R27.2)."""
    st.b[CHANGED] = 1
    heir = next_player(st, i64(st.b[TURN])) if st.ability(h) & A_BOMBER else i64(0)
    log = st.log
    if log is not None:
        goes_to = goes_where(st.tile(h), heir)
        log.tell(Destroyed(ref(st, h), "hole", 0, goes_to, rulings=("R27.2",), phase=AFTER_ALL))
    st.bury(h, heir)


def _wound_hq(st: State, h: i64, wounds: i64) -> bool:
    """Take points from an HQ, down to 0. Gives whether it leaves the board now."""
    b = st.b
    player = st.owner(h)
    at = st.player_at(player)
    if st.game.score or (b[EXTRA] != 0 and b[at + P_TIED] == 0):
        return False  # endless points (R10.5), or out of the race for good (R10.6)
    left = i64(b[at + P_HQ])
    lost: i64 = wounds if wounds < left else left
    if lost > 0:
        b[CHANGED] = 1
    b[at + P_HQ] = i16(left - lost)
    log = st.log
    if log is not None and lost > 0:
        stays = left == lost and st.game.deathmatch
        rulings = ("R6.5", "R10.1") if stays else ("R6.5",)
        log.tell(HqWounded(player, ref(st, h), lost, left - lost, stays, rulings=rulings, phase=phase_of(st)))
    if left - lost == 0:
        b[DEAD] = i16(i64(b[DEAD]) | BIT[player])
        return not st.game.deathmatch  # there it stays and works to the end of the Battle (R10.1)
    return False


def _score(st: State, hit: i64) -> None:
    """Wounds on a hostile HQ are the points of the player who controls the attacker (R10.5)."""
    b = st.b
    target: i64 = hex_at(hit_to(hit))
    if T_ABILITY[i64(b[target]) - 1] & A_HQ == 0:
        return
    source = hit_from(hit)
    owned = source == NONE or hit_kind(hit) == TOXIC  # the owner of the marker or tile scores (R21.5)
    player = hit_by(hit) if owned else st.controller(source)
    if player == NEUTRAL or not has(st.game.foes[player], i64(b[target + U_OWNER])):
        return
    wounds = hit_wounds(hit)
    at: i64 = st.player_at(player) + P_SCORE
    gain: i64 = wounds if wounds < ENDLESS else 40
    if st.game.living:  # no player and no team passes the goal (R1.8)
        room = score_goal(st) - points_of(st, player)
        gain = gain if gain < room else room
    if gain <= 0:
        return
    b[CHANGED] = 1
    b[at] = i16(i64(b[at]) + gain if i64(b[at]) + gain < 250 else i64(250))
    log = st.log
    if log is not None:
        log.tell(Scored(player, gain, rulings=("R10.5",), phase=phase_of(st)))


def next_player(st: State, player: i64) -> i64:
    """The player who has the next turn after this one, among players still in the game."""
    b = st.b
    order = st.game.order
    n: i64 = len(order)
    seat: i64 = 0
    for k in range(i64(b[SEAT]) if i64(b[TURN]) == player else i64(0), n):
        if order[k] == player:
            seat = k
            break
    for r in range(i64(1), n + 1):
        q = order[(seat + r) % n]
        if q != player and b[st.player_at(q) + P_OUT] == 0:
            return q
    return player


def _heir(st: State, h: i64, phase: i64) -> i64:
    """The player who gets a Mad Bomber that leaves now (R12.2); NEUTRAL if several players hit it at once."""
    ws = st.ws
    b = st.b
    if st.ability(h) & A_BOMBER == 0:
        return 0
    if phase < 0:
        return next_player(st, i64(b[TURN]))
    strikers = ws.strikers[h]
    if several(strikers):
        return NEUTRAL
    return next_player(st, lowest(strikers) if strikers else i64(NEUTRAL))
