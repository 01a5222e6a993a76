"""The legal actions of a state, written into a buffer of the caller.

The order of the actions is fixed, so that "the k-th legal action" means the same everywhere.
"""

from neurohex.compat import i64, vec
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
    END,
    FIGHT,
    FROM_FAR,
    FROM_MOBILITY,
    FROM_NEAR,
    FROM_TILE,
    GRENADE,
    HQ_TURN,
    MARK,
    MERCENARY,
    PILE,
    PLACE,
    PUSH,
    ROTATE,
    SECOND,
    SHARED,
    SNIPE,
    STRIKE,
    TERROR,
    TRANSFORM,
    UNLUCKY,
    YIELD,
)
from neurohex.rules.bits import BIT, has, lowest, rest
from neurohex.rules.catalog import (
    A_DEPLOY,
    A_GRANTS,
    A_MOBILE,
    A_ROTATES,
    EF_BATTLE,
    EF_BOMB,
    EF_CASTLING,
    EF_GRENADE,
    EF_MOVE,
    EF_PARALYSIS,
    EF_PUSH,
    EF_ROTATION,
    EF_SNIPER,
    EF_STRIKE,
    EF_TERROR,
    INNER,
    K_FOUNDATION,
    K_INSTANT,
    T_EFFECT,
    T_KIND,
    T_UNIT,
)
from neurohex.rules.feats import list_feats, list_opponents, list_orders
from neurohex.rules.flow import hq_hex
from neurohex.rules.instants import list_mark_options, list_medic_options
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
    POOL,
    SCOPERS,
    ST_AIM,
    ST_CAPTURE,
    ST_CLOWN,
    ST_CONVERT,
    ST_DISCARD,
    ST_DRAW,
    ST_ENERGY,
    ST_HQ,
    ST_MAIN,
    ST_MARK,
    ST_MEDIC,
    ST_MERCENARY,
    ST_POINT,
    ST_PUSHED,
    ST_RECON,
    ST_REDRAW,
    ST_SHARED,
    ST_SOURCE,
    STAGE,
    SUPPLY,
    U_CTRL,
    U_FLAGS,
    U_GRANTER,
    U_MOVED,
    U_MOVED2,
    U_ROT,
    XS_PARALYSED,
    XU_STATE,
    hex_at,
)
from neurohex.rules.listing import (
    facings,
    free_hexes,
    is_own,
    is_target,
    moves,
    neighbours,
    own_units,
    pushes,
    run,
    slots,
    turns,
    yield_direction,
)
from neurohex.rules.procedures import list_procedures, list_sales
from neurohex.rules.quartermaster import conversions, transforms
from neurohex.rules.reach import links_of, spies_on
from neurohex.rules.scoping import work_for
from neurohex.rules.state import State
from neurohex.rules.strikes import bonuses, converters
from neurohex.rules.weapons import aims


def legal(st: State, out: vec[i64]) -> i64:
    """Write the legal actions into `out` (at least `workspace.MAX_LEGAL` long). Gives their number.

    If chance is to act, they are the possible draws. If the game is over, there are none.
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
        return _hires(out, 1, i64(b[st.player_at(i64(b[ACTOR])) + P_MERCS]))
    if stage == ST_MERCENARY:
        return _hires(out, 0, i64(b[POOL]))
    if stage == ST_ENERGY:
        out[0] = END
        return list_sales(st, out, 1)
    if stage == ST_AIM:
        return _numbers(out, AIM, aims(st, bonuses(st), i64(b[ASKED])))
    if stage == ST_MARK:
        return _numbers(out, MARK, list_mark_options(st))
    if stage == ST_SHARED:
        return run(out, 0, SHARED, 2)
    if stage == ST_POINT:
        return list_opponents(st, out)
    return 0


def _numbers(out: vec[i64], first: i64, choices: list[int]) -> i64:
    """Actions counted from `first`."""
    n: i64 = 0
    for choice in choices:
        out[n] = first + choice
        n += 1
    return n


def _draws(st: State, out: vec[i64]) -> i64:
    b = st.b
    at = st.player_at(i64(b[ACTOR]))
    if b[at + P_TOP_N] != 0:
        out[0] = DRAW + i64(b[at + P_TOP + i64(b[at + P_TOP_N]) - 1])
        return 1
    n = _kinds(st, out, 0, at, 1, st.game.army_size[i64(b[ACTOR])])
    return _kinds(st, out, n, at, ARMY_KINDS, KINDS)


def _kinds(st: State, out: vec[i64], n: i64, at: i64, first: i64, end: i64) -> i64:
    """The draws of kinds from `first` up to `end`, of those in the pile of the player whose block is at `at`."""
    b = st.b
    for kind in range(first, end):
        if b[at + P_PILE + kind] != 0:
            out[n] = DRAW + kind
            n += 1
    return n


def _hires(out: vec[i64], n: i64, mask: i64) -> i64:
    for k in range(i64(6)):
        if has(mask, k):
            out[n] = MERCENARY + k
            n += 1
    return n


def _hq(st: State, out: vec[i64]) -> i64:
    """Where an HQ can be placed. It does nothing else yet (R4.1, R13.3)."""
    return _all_facings(out, 0, PLACE, free_hexes(st))


def _captives(st: State, out: vec[i64]) -> i64:
    """The facings of the captive in `ASKED`, then those of the taker's other captives: the taker chooses which to turn
    first (R3.3)."""
    b = st.b
    n = facings(out, 0, CAPTIVE)
    left = st.units & ~BIT[i64(b[ASKED])]
    while left:
        h = lowest(left)
        left = rest(left)
        at = hex_at(h)
        if i64(b[at + U_FLAGS]) & (FL_TURN | FL_DISABLED) == FL_TURN and b[at + U_CTRL] == b[ACTOR]:
            n = facings(out, n, CAPTIVE_AT + h * 6)
    return n


def _conversions(st: State, out: vec[i64]) -> i64:
    h = i64(st.b[ASKED])
    f = bonuses(st)
    mask = conversions(st, f, h) if converters(f, h) else i64(0)
    out[0] = CONVERT
    n: i64 = 1
    for k in range(i64(12)):
        if has(mask, k):
            out[n] = CONVERT + 1 + k
            n += 1
    if st.game.more:
        mask = transforms(st, f, h)
        for d in range(i64(6)):
            if has(mask, d):
                out[n] = TRANSFORM + d
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
    there = st.step(i64(b[PENDING_A]), i64(b[PENDING_B]))
    n: i64 = 0
    for way in range(i64(3)):
        d: i64 = yield_direction(i64(b[PENDING_B]), way)
        v = st.step(there, d)
        if v >= 0 and not has(st.units, v):
            out[n] = YIELD + d
            n += 1
    return n


def _second(st: State, out: vec[i64]) -> i64:
    """The second step of a Recon move: a step with any turn; under the living rules also a turn alone."""
    b = st.b
    h = i64(b[ASKED])
    rot = i64(b[hex_at(h) + U_ROT])
    out[0] = END
    n: i64 = 1
    for d in range(i64(6)):
        v = st.step(h, d)
        if v >= 0 and not has(st.units, v):
            n = facings(out, n, SECOND + d * 6)
    if st.game.living:
        n = turns(out, n, SECOND + 36, rot)
    return n


# --- the main part of a turn (R4.3) ---------------------------------------------------------------
def _main(st: State, out: vec[i64]) -> i64:
    b = st.b
    game = st.game
    me = i64(b[ACTOR])
    at = st.player_at(me)
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
    if game.more:
        n = list_feats(st, out, n, me, hand, may_play)
    if b[ASIDE] != 0 and may_place:
        n = _bomber(st, out, n, me)
    if game.is_duel:
        n = list_procedures(st, out, n, me)
        n = list_sales(st, out, n)
    return n


def _terrorised(st: State, me: i64) -> bool:
    """Whether another player's Terror holds (R5.6)."""
    b = st.b
    for p in range(st.game.players):
        if p != me and b[st.player_at(p) + P_TERROR] != 0:
            return True
    return False


def _places(st: State, out: vec[i64], n: i64, slot: i64, kind: i64) -> i64:
    first: i64 = PLACE + slot * (HEXES * 6)
    left = free_hexes(st)
    if kind != K_FOUNDATION:
        return _all_facings(out, n, first, left)
    while left:  # an empty hex, no foundation on another (R5.5)
        h = lowest(left)
        left = rest(left)
        if st.b[hex_at(h) + F_TILE] == 0:
            out[n] = first + h * 6
            n += 1
    return n


def _all_facings(out: vec[i64], n: i64, first: i64, hexes: i64) -> i64:
    """The six rotations of an act on each hex of a mask; hexes are six numbers apart."""
    while hexes:
        n = facings(out, n, first + lowest(hexes) * 6)
        hexes = rest(hexes)
    return n


def _bomber(st: State, out: vec[i64], n: i64, me: i64) -> i64:
    b = st.b
    at = st.player_at(me)
    for slot in range(i64(b[at + P_HAND_N])):
        if slot == 0 or b[at + P_HAND + slot] != b[at + P_HAND + slot - 1]:
            left = free_hexes(st)
            while left:
                out[n] = BOMBER + slot * HEXES + lowest(left)
                left = rest(left)
                n += 1
    return n


def _instant(st: State, out: vec[i64], n: i64, me: i64, effect: i64) -> i64:
    """The uses of one instant tile (R8.1-R8.5, R5.2, R5.3)."""
    if effect == EF_BATTLE:
        if st.b[SUPPLY] == 0:  # R4.4
            out[n] = FIGHT
            n += 1
        return n
    if effect == EF_TERROR:
        out[n] = TERROR
        return n + 1
    if effect in (EF_STRIKE, EF_BOMB):
        return _aims(st, out, n, effect)
    if effect == EF_SNIPER:
        return _snipes(st, out, n, me)
    if effect == EF_GRENADE:
        hq = hq_hex(st, me)
        if hq < 0 or i64(st.b[hex_at(hq) + U_FLAGS]) & FL_DISABLED:
            return n
        if st.game.more and i64(st.b[st.more_at(hq) + XU_STATE]) & XS_PARALYSED:
            return n  # R23.1
        left = st.units & neighbours(st, hq)
        while left:
            h = lowest(left)
            left = rest(left)
            if is_target(st, me, h):
                out[n] = GRENADE + h
                n += 1
        return n
    if effect >= EF_PARALYSIS:
        return list_orders(st, out, n, me, effect)
    return _commands(st, out, n, me, effect)


def _commands(st: State, out: vec[i64], n: i64, me: i64, effect: i64) -> i64:
    """The uses of an instant that moves, turns or swaps own units, or lets them push."""
    left = own_units(st, me)
    own = left
    while left:
        h = lowest(left)
        left = rest(left)
        if effect == EF_MOVE:
            n = moves(st, out, n, h, FROM_TILE)
        elif effect == EF_PUSH:
            n = pushes(st, out, n, h, me, PUSH)
        elif effect == EF_ROTATION:
            n = turns(out, n, ROTATE + h * 6, i64(st.b[hex_at(h) + U_ROT]))
        elif effect == EF_CASTLING:
            for d in range(i64(3)):
                v = st.step(h, d)
                if v >= 0 and has(own, v):
                    out[n] = CASTLE + h * 6 + d
                    n += 1
    return n


def _snipes(st: State, out: vec[i64], n: i64, me: i64) -> i64:
    """A Sniper's targets: hostile units, and foundations of any player."""
    for h in range(st.hexes):
        if has(st.units, h) and is_target(st, me, h):
            out[n] = SNIPE + h * 2
            n += 1
        if st.b[hex_at(h) + F_TILE] != 0:
            out[n] = SNIPE + h * 2 + 1
            n += 1
    return n


def _aims(st: State, out: vec[i64], n: i64, effect: i64) -> i64:
    """Targets of an Air Strike or a Small Bomb: its whole area must be on the board."""
    for h in range(st.hexes):
        if effect == EF_STRIKE:
            if INNER[st.game.board_code * HEXES + h] != 0:
                out[n] = STRIKE + h
                n += 1
        elif st.step(h, 1) >= 0:
            if st.step(h, 0) >= 0:
                out[n] = BOMB + h * 2
                n += 1
            if st.step(h, 2) >= 0:
                out[n] = BOMB + h * 2 + 1
                n += 1
    return n


def _abilities(st: State, out: vec[i64], n: i64, me: i64, hand: i64, may_play: bool) -> i64:
    """Actions of units on the board: Mobility, granted moves, deploying, an HQ's rotation."""
    b = st.b
    granters: i64 = 0
    left = st.busy
    while left:
        h = lowest(left)
        left = rest(left)
        ability = st.ability(h)
        if ability & A_GRANTS:
            granters |= BIT[h]
        if ability & (A_MOBILE | A_DEPLOY | A_ROTATES) and is_own(st, h, me):
            flags = i64(b[hex_at(h) + U_FLAGS])
            if ability & A_MOBILE and flags & FL_MOBILITY == 0:
                n = moves(st, out, n, h, FROM_MOBILITY)
            if ability & A_DEPLOY and may_play:
                n = _deploys(st, out, n, h, me, hand)
            if ability & A_ROTATES and flags & FL_ROTATED == 0:
                n = _granted_turns(st, out, n, h, me)
    if granters:
        n = _granted_moves(st, out, n, me, granters)
    return n


def _deploys(st: State, out: vec[i64], n: i64, h: i64, me: i64, hand: i64) -> i64:
    """The tiles of the hand that can take the hex of the unit on `h` (R5.4, R13.5)."""
    b = st.b
    at: i64 = st.player_at(me) + P_HAND
    for slot in range(hand):
        tile = i64(b[at + slot])
        if T_UNIT[tile] != 0 and (slot == 0 or i64(b[at + slot - 1]) != tile):
            n = facings(out, n, DEPLOY + (h * 6 + slot) * 6)
    return n


def _granted_turns(st: State, out: vec[i64], n: i64, hq: i64, me: i64) -> i64:
    left = own_units(st, me) & ~BIT[hq]
    while left:
        h = lowest(left)
        left = rest(left)
        n = turns(out, n, HQ_TURN + h * 6, i64(st.b[hex_at(h) + U_ROT]))
    return n


def _granted_moves(st: State, out: vec[i64], n: i64, me: i64, granters: i64) -> i64:
    """Moves by Transport and Smart HQ: each once a turn for each unit linked to it (R5.1, R10.2)."""
    ws = st.ws
    b = st.b
    scoped = b[SCOPERS] != 0
    if scoped:
        work_for(st)
    while granters:
        g = lowest(granters)
        granters = rest(granters)
        at = hex_at(g)
        if i64(b[at + U_FLAGS]) & FL_DISABLED == 0:
            side = ws.works[g] if scoped else st.controller(g)
            served = links_of(st, g) if has(st.game.friends[me], side) else spies_on(st, g, side)
            if served:
                n = _granted_by(st, out, n, g, me, served)
    return n


def _granted_by(st: State, out: vec[i64], n: i64, g: i64, me: i64, served: i64) -> i64:
    """The moves that the granter on `g` still grants to the units on the hexes that it serves."""
    b = st.b
    bit: i64 = BIT[i64(b[hex_at(g) + U_GRANTER])]
    left = served & st.units
    while left:
        h = lowest(left)
        left = rest(left)
        if is_own(st, h, me):
            at = hex_at(h)
            if (i64(b[at + U_MOVED]) + i64(b[at + U_MOVED2]) * 256) & bit == 0:
                n = moves(st, out, n, h, source_of(st, h, g))
    return n


def source_of(st: State, h: i64, granter: i64) -> i64:
    """The source number of a granter as seen from the unit it moves."""
    for d in range(i64(6)):
        v = st.step(h, d)
        if v == granter:
            return FROM_NEAR + d
        if v >= 0 and st.step(v, d) == granter:
            return FROM_FAR + d
    return -1
