"""What may be done now: every legal action of a state, written into a buffer.

The order of the actions is fixed, so that "the k-th legal action" means the same everywhere.
"""

from neurohex.compat import i64, vec
from neurohex.rules.actions import (
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
    END,
    FIGHT,
    FROM_FAR,
    FROM_MOBILITY,
    FROM_NEAR,
    FROM_TILE,
    GRENADE,
    HQ_TURN,
    MERCENARY,
    PILE,
    PLACE,
    PUSH,
    ROTATE,
    SECOND,
    SNIPE,
    STRIKE,
    TERROR,
    UNLUCKY,
    YIELD,
)
from neurohex.rules.battle import conversions
from neurohex.rules.bits import BIT
from neurohex.rules.catalog import (
    A_DEPLOY,
    A_MOBILE,
    EF_BATTLE,
    EF_BOMB,
    EF_CASTLING,
    EF_GRENADE,
    EF_MOVE,
    EF_PUSH,
    EF_ROTATION,
    EF_SNIPER,
    EF_STRIKE,
    EF_TERROR,
    INNER,
    K_FOUNDATION,
    K_INSTANT,
    M_GRANTS,
    M_ROTATES,
    NEXT,
    T_ABILITY,
    T_EFFECT,
    T_KIND,
    T_UNIT,
)
from neurohex.rules.flow import hq_hex
from neurohex.rules.instants import list_medic_options
from neurohex.rules.layout import (
    ACTOR,
    ARMY_KINDS,
    ASIDE,
    ASKED,
    F_TILE,
    FL_DISABLED,
    FL_MOBILITY,
    FL_ROTATED,
    FL_TURN,
    FRESH,
    HEADER,
    HEX_SIZE,
    HEXES,
    KINDS,
    LIMIT,
    P_HAND,
    P_HAND_N,
    P_MERCS,
    P_PILE,
    P_TERROR,
    P_TOP,
    P_TOP_N,
    PENDING_A,
    PENDING_B,
    PLAYED,
    PLAYER_SIZE,
    POOL,
    SCOPERS,
    ST_CAPTURE,
    ST_CLOWN,
    ST_CONVERT,
    ST_DISCARD,
    ST_DRAW,
    ST_ENERGY,
    ST_HQ,
    ST_MAIN,
    ST_MEDIC,
    ST_MERCENARY,
    ST_PUSHED,
    ST_RECON,
    ST_REDRAW,
    ST_SOURCE,
    STAGE,
    SUPPLY,
    U_CTRL,
    U_FLAGS,
    U_GRANTER,
    U_MOVED,
    U_MOVED2,
    U_ROT,
)
from neurohex.rules.listing import (
    are_adjacent,
    facings,
    is_own,
    is_target,
    moves,
    pushes,
    run,
    slots,
    turns,
    yield_direction,
)
from neurohex.rules.procedures import list_procedures, list_sales
from neurohex.rules.reach import links_of
from neurohex.rules.scoping import work_for
from neurohex.rules.state import State
from neurohex.rules.strikes import bonuses


def legal(st: State, out: vec[i64]) -> i64:
    """Write the legal actions into `out` (at least `workspace.MAX_LEGAL` long); how many there are.

    When chance is to act, they are the possible draws; when the game is over, there are none.
    """
    b = st.b
    stage = i64(b[STAGE])
    if stage == ST_MAIN:
        return _main(st, out)
    if stage == ST_DRAW:
        return _draws(st, out)
    if stage == ST_DISCARD:
        n = slots(st, out, 0, DISCARD)
        if b[FRESH] != 0:
            out[n] = UNLUCKY
            n += 1
        return n
    if stage == ST_REDRAW:
        return slots(st, out, 0, DISCARD)
    if stage == ST_HQ:
        return _hq(st, out)
    if stage == ST_CAPTURE:
        return _captives(st, out)
    if stage == ST_CLOWN:
        return run(out, 0, CLOWN, 2)
    if stage == ST_CONVERT:
        return _conversions(st, out)
    if stage == ST_MEDIC:
        return _medics(st, out)
    if stage == ST_PUSHED:
        return _yields(st, out)
    if stage == ST_RECON:
        return _second(st, out)
    if stage == ST_SOURCE:
        out[0] = PILE
        return _hires(out, 1, i64(b[st.po + i64(b[ACTOR]) * PLAYER_SIZE + P_MERCS]))
    if stage == ST_MERCENARY:
        return _hires(out, 0, i64(b[POOL]))
    if stage == ST_ENERGY:
        out[0] = END
        return list_sales(st, out, 1)
    return 0


def _draws(st: State, out: vec[i64]) -> i64:
    b = st.b
    at: i64 = st.po + i64(b[ACTOR]) * PLAYER_SIZE
    if b[at + P_TOP_N] != 0:
        out[0] = DRAW + i64(b[at + P_TOP + i64(b[at + P_TOP_N]) - 1])
        return 1
    n: i64 = 0
    size = st.game.army_size[i64(b[ACTOR])]
    kind: i64 = 1
    while kind < KINDS:
        if b[at + P_PILE + kind] != 0:
            out[n] = DRAW + kind
            n += 1
        kind += 1
        if kind == size:
            kind = ARMY_KINDS
    return n


def _hires(out: vec[i64], n: i64, mask: i64) -> i64:
    for k in range(i64(6)):
        if mask >> k & 1:
            out[n] = MERCENARY + k
            n += 1
    return n


def _hq(st: State, out: vec[i64]) -> i64:
    n: i64 = 0
    for h in range(st.hexes):
        if st.b[HEADER + h * HEX_SIZE] == 0:
            n = facings(out, n, PLACE + h * 6)
    return n


def _captives(st: State, out: vec[i64]) -> i64:
    """The facings of the captive that is asked about, then those of the taker's other captives: the taker chooses
    which to turn first (R3.3)."""
    b = st.b
    n = facings(out, 0, CAPTIVE)
    for h in range(st.hexes):
        at: i64 = HEADER + h * HEX_SIZE
        waits = b[at] != 0 and i64(b[at + U_FLAGS]) & (FL_TURN | FL_DISABLED) == FL_TURN
        if waits and b[at + U_CTRL] == b[ACTOR] and h != i64(b[ASKED]):
            n = facings(out, n, CAPTIVE_AT + h * 6)
    return n


def _conversions(st: State, out: vec[i64]) -> i64:
    bonuses(st)
    mask = conversions(st, i64(st.b[ASKED]))
    out[0] = CONVERT
    n: i64 = 1
    for k in range(i64(12)):
        if mask >> k & 1:
            out[n] = CONVERT + 1 + k
            n += 1
    return n


def _medics(st: State, out: vec[i64]) -> i64:
    ws = st.ws
    list_medic_options(st)
    for i in range(ws.n_options):
        out[i] = ws.options[i]
    return ws.n_options


def _yields(st: State, out: vec[i64]) -> i64:
    """Where a pushed unit may go: PENDING_A is the pusher's hex, PENDING_B the direction of the push."""
    b = st.b
    there = NEXT[st.near + i64(b[PENDING_A]) * 6 + i64(b[PENDING_B])]
    n: i64 = 0
    for way in range(i64(3)):
        d: i64 = yield_direction(i64(b[PENDING_B]), way)
        v = NEXT[st.near + there * 6 + d]
        if v >= 0 and b[HEADER + v * HEX_SIZE] == 0:
            out[n] = YIELD + d
            n += 1
    return n


def _second(st: State, out: vec[i64]) -> i64:
    """The second step of a Recon move: a step with any turn; under the living rules also a turn alone."""
    b = st.b
    h = i64(b[ASKED])
    rot = i64(b[HEADER + h * HEX_SIZE + U_ROT])
    out[0] = END
    n: i64 = 1
    for d in range(i64(6)):
        v = NEXT[st.near + h * 6 + d]
        if v >= 0 and b[HEADER + v * HEX_SIZE] == 0:
            n = facings(out, n, SECOND + d * 6)
    if st.game.living:
        n = turns(out, n, SECOND + 36, rot)
    return n


# --- the main part of a turn (R4.3) ---------------------------------------------------------------
def _main(st: State, out: vec[i64]) -> i64:
    b = st.b
    game = st.game
    me = i64(b[ACTOR])
    at: i64 = st.po + me * PLAYER_SIZE
    out[0] = END
    n: i64 = 1
    if b[FRESH] != 0:
        out[n] = UNLUCKY
        n += 1
    hand = i64(b[at + P_HAND_N])
    if not game.reinforcement or game.ruleset == "3.0":  # R4.7
        n = slots(st, out, n, DISCARD)
    may_play = b[PLAYED] < b[LIMIT]
    may_place = may_play and not _terrorised(st, me)
    if may_play:
        for slot in range(hand):
            tile = i64(b[at + P_HAND + slot])
            if slot == 0 or i64(b[at + P_HAND + slot - 1]) != tile:
                kind = T_KIND[tile]
                if kind == K_INSTANT:
                    n = _instant(st, out, n, me, T_EFFECT[tile])
                elif may_place:
                    n = _places(st, out, n, slot, kind)
    n = _abilities(st, out, n, me, hand, may_play)
    if b[ASIDE] != 0 and may_place:
        n = _bomber(st, out, n, me)
    if game.is_duel:
        n = list_procedures(st, out, n, me)
        n = list_sales(st, out, n)
    return n


def _terrorised(st: State, me: i64) -> bool:
    """Whether another player's Terror holds (R5.6)."""
    for p in range(st.game.players):
        if p != me and st.b[st.po + p * PLAYER_SIZE + P_TERROR] != 0:
            return True
    return False


def _places(st: State, out: vec[i64], n: i64, slot: i64, kind: i64) -> i64:
    b = st.b
    first: i64 = PLACE + slot * (HEXES * 6)
    h: i64 = 0
    if kind == K_FOUNDATION:  # an empty hex, no foundation on another (R5.5)
        while h < st.hexes:
            if b[HEADER + h * HEX_SIZE] == 0 and b[HEADER + h * HEX_SIZE + F_TILE] == 0:
                out[n] = first + h * 6
                n += 1
            h += 1
        return n
    while h < st.hexes:
        if b[HEADER + h * HEX_SIZE] == 0:
            n = facings(out, n, first + h * 6)
        h += 1
    return n


def _bomber(st: State, out: vec[i64], n: i64, me: i64) -> i64:
    b = st.b
    at: i64 = st.po + me * PLAYER_SIZE
    slot: i64 = 0
    while slot < i64(b[at + P_HAND_N]):
        if slot == 0 or b[at + P_HAND + slot] != b[at + P_HAND + slot - 1]:
            for h in range(st.hexes):
                if b[HEADER + h * HEX_SIZE] == 0:
                    out[n] = BOMBER + slot * HEXES + h
                    n += 1
        slot += 1
    return n


def _instant(st: State, out: vec[i64], n: i64, me: i64, effect: i64) -> i64:
    """The uses of one instant tile (R8.1-R8.5, R5.2, R5.3)."""
    b = st.b
    h: i64 = 0
    if effect == EF_BATTLE:
        if b[SUPPLY] == 0:  # R4.4
            out[n] = FIGHT
            n += 1
    elif effect == EF_MOVE:
        while h < st.hexes:
            if is_own(st, h, me):
                n = moves(st, out, n, h, FROM_TILE)
            h += 1
    elif effect == EF_PUSH:
        while h < st.hexes:
            if is_own(st, h, me):
                n = pushes(st, out, n, h, me, PUSH)
            h += 1
    elif effect == EF_ROTATION:
        while h < st.hexes:
            if is_own(st, h, me):
                n = turns(out, n, ROTATE + h * 6, i64(b[HEADER + h * HEX_SIZE + U_ROT]))
            h += 1
    elif effect == EF_CASTLING:
        while h < st.hexes:
            if is_own(st, h, me):
                for d in range(i64(3)):
                    v = NEXT[st.near + h * 6 + d]
                    if v >= 0 and is_own(st, v, me):
                        out[n] = CASTLE + h * 6 + d
                        n += 1
            h += 1
    elif effect == EF_TERROR:
        out[n] = TERROR
        n += 1
    elif effect == EF_GRENADE:
        hq = hq_hex(st, me)
        if hq >= 0 and i64(b[HEADER + hq * HEX_SIZE + U_FLAGS]) & FL_DISABLED == 0:
            while h < st.hexes:
                if are_adjacent(st, hq, h) and is_target(st, me, h):
                    out[n] = GRENADE + h
                    n += 1
                h += 1
    elif effect == EF_SNIPER:
        while h < st.hexes:
            if is_target(st, me, h):
                out[n] = SNIPE + h * 2
                n += 1
            if b[HEADER + h * HEX_SIZE + F_TILE] != 0:
                out[n] = SNIPE + h * 2 + 1
                n += 1
            h += 1
    elif effect == EF_STRIKE:
        while h < st.hexes:
            if INNER[st.game.board_code * HEXES + h] != 0:
                out[n] = STRIKE + h
                n += 1
            h += 1
    elif effect == EF_BOMB:
        while h < st.hexes:
            ne = NEXT[st.near + h * 6 + 1]
            if ne >= 0:
                if NEXT[st.near + h * 6] >= 0:
                    out[n] = BOMB + h * 2
                    n += 1
                if NEXT[st.near + h * 6 + 2] >= 0:
                    out[n] = BOMB + h * 2 + 1
                    n += 1
            h += 1
    return n


def _abilities(st: State, out: vec[i64], n: i64, me: i64, hand: i64, may_play: bool) -> i64:
    """What units on the board can do: Mobility, moves granted, deploying, an HQ's rotation."""
    b = st.b
    granters = False
    for h in range(st.hexes):
        t: i64 = i64(b[HEADER + h * HEX_SIZE]) - 1
        if t >= 0:
            if M_GRANTS[t] != 0:
                granters = True
            ability = T_ABILITY[t] & (A_MOBILE | A_DEPLOY)
            if (ability != 0 or M_ROTATES[t] != 0) and is_own(st, h, me):
                flags = i64(b[HEADER + h * HEX_SIZE + U_FLAGS])
                if ability & A_MOBILE and flags & FL_MOBILITY == 0:
                    n = moves(st, out, n, h, FROM_MOBILITY)
                if ability & A_DEPLOY and may_play:
                    n = _deploys(st, out, n, h, me, hand)
                if M_ROTATES[t] != 0 and flags & FL_ROTATED == 0:
                    n = _granted_turns(st, out, n, h, me)
    if granters:
        n = _granted_moves(st, out, n, me)
    return n


def _deploys(st: State, out: vec[i64], n: i64, h: i64, me: i64, hand: i64) -> i64:
    b = st.b
    at: i64 = st.po + me * PLAYER_SIZE + P_HAND
    for slot in range(hand):
        tile = i64(b[at + slot])
        if T_UNIT[tile] != 0 and (slot == 0 or i64(b[at + slot - 1]) != tile):
            n = facings(out, n, DEPLOY + (h * 6 + slot) * 6)
    return n


def _granted_turns(st: State, out: vec[i64], n: i64, hq: i64, me: i64) -> i64:
    for h in range(st.hexes):
        if h != hq and is_own(st, h, me):
            n = turns(out, n, HQ_TURN + h * 6, i64(st.b[HEADER + h * HEX_SIZE + U_ROT]))
    return n


def _granted_moves(st: State, out: vec[i64], n: i64, me: i64) -> i64:
    """Moves by Transport and Smart HQ: each once a turn for each unit linked to it (R5.1, R10.2)."""
    ws = st.ws
    b = st.b
    scopers = b[SCOPERS] != 0
    if scopers:
        work_for(st)
    for g in range(st.hexes):
        at: i64 = HEADER + g * HEX_SIZE
        if b[at] != 0 and M_GRANTS[i64(b[at]) - 1] != 0 and i64(b[at + U_FLAGS]) & FL_DISABLED == 0:
            side = ws.works[g] if scopers else i64(b[at + U_CTRL])
            if st.game.friends[me] >> side & 1:
                n = _granted_by(st, out, n, g, me)
    return n


def _granted_by(st: State, out: vec[i64], n: i64, g: i64, me: i64) -> i64:
    """The moves that the granter on `g` still grants to units linked to it."""
    b = st.b
    bit: i64 = BIT[i64(b[HEADER + g * HEX_SIZE + U_GRANTER])]
    reach = links_of(st, g)
    for h in range(st.hexes):
        if reach >> h & 1 and is_own(st, h, me):
            at: i64 = HEADER + h * HEX_SIZE
            if (i64(b[at + U_MOVED]) + i64(b[at + U_MOVED2]) * 256) & bit == 0:
                n = moves(st, out, n, h, source_of(st, h, g))
    return n


def source_of(st: State, h: i64, granter: i64) -> i64:
    """The source number of a granter as seen from the unit it moves."""
    for d in range(i64(6)):
        v = NEXT[st.near + h * 6 + d]
        if v == granter:
            return FROM_NEAR + d
        if v >= 0 and NEXT[st.near + v * 6 + d] == granter:
            return FROM_FAR + d
    return -1
