"""Drawing and discarding: what players do with their hands and piles (R1.1, R4.2, R4.7, R12.1)."""

from neurohex.compat import i16, i64
from neurohex.events.course import Discarded, DiscardReason, Drawn, Hired, UnluckyDraw
from neurohex.rules.bits import BIT
from neurohex.rules.catalog import A_BOMBER, ALL_TILES, BOMBER_BASE, MERCENARY_BASE, T_ABILITY
from neurohex.rules.flow import drawn, proceed, setup_on
from neurohex.rules.layout import (
    AFTER,
    DREW,
    FRESH,
    KINDS,
    NEUTRAL,
    P_HAND_N,
    P_MERCS,
    P_OUT,
    PASSED,
    POOL,
    REDRAW,
    ST_DISCARD,
    ST_MERCENARY,
    ST_REDRAW,
    STAGE,
    TO_DRAW,
)
from neurohex.rules.state import State
from neurohex.rules.wounds import next_player


def draw(st: State, me: i64, kind: i64) -> None:
    """A tile of that kind comes from the pile into the hand (R4.2)."""
    tile = st.game.tile_of[me * KINDS + kind]
    st.from_pile(me, kind)
    st.to_hand(me, tile)
    log = st.log
    if log is not None:
        log.tell(Drawn(me, ALL_TILES[tile], "pile", rulings=("R4.7" if st.game.reinforcement else "R4.2",)))
    drawn(st, me)
    proceed(st)


def throw_away(st: State, me: i64, slot: i64, reason: DiscardReason, ruling: str) -> None:
    """A tile goes from the hand to the discard pile, a Mad Bomber to the next player (R12.2).

    `reason` and `ruling` are for the log.
    """
    tile = st.from_hand(me, slot)
    log = st.log
    if log is not None:
        price = ALL_TILES[BOMBER_BASE + 1] if reason == "bomber" else None
        log.tell(Discarded(me, ALL_TILES[tile], reason, price, rulings=(ruling,)))
    if T_ABILITY[tile] & A_BOMBER == 0:
        st.discard(me, tile)
        return
    # Once every player in turn has passed it on, it is out of the game. Otherwise it could go round for ever.
    b = st.b
    b[PASSED] += 1
    players: i64 = 0
    for p in range(st.game.players):
        if b[st.player_at(p) + P_OUT] == 0:
            players += 1
    out = i64(b[PASSED]) >= players
    st.bomber_leaves(tile, NEUTRAL if out else next_player(st, me))


def discard(st: State, me: i64, slot: i64) -> None:
    """A tile of the hand is discarded (R4.2, R4.3)."""
    b = st.b
    more = st.game.reinforcement
    if b[STAGE] == ST_REDRAW:
        throw_away(st, me, slot, "unlucky draw", "R4.7" if more else "R1.1")
    elif b[STAGE] == ST_DISCARD:
        throw_away(st, me, slot, "full hand", "R4.7" if more else "R4.2")
    else:
        throw_away(st, me, slot, "choice", "R4.3")
    b[FRESH] = 0
    if b[STAGE] == ST_REDRAW:
        b[REDRAW] -= 1
        if b[REDRAW] != 0:
            return
        b[AFTER] = TO_DRAW
    proceed(st)


def unlucky(st: State, me: i64) -> None:
    """Discard the hand (with Reinforcement three of it) and draw again (R1.1, R4.7)."""
    b = st.b
    log = st.log
    if log is not None:
        more = st.game.reinforcement
        log.tell(UnluckyDraw(me, not more, rulings=("R4.7" if more else "R1.1",)))
    b[FRESH] = 0
    b[DREW] = 0
    if st.game.reinforcement:
        n = b[st.player_at(me) + P_HAND_N]
        b[REDRAW] = 3 if n > 3 else n
        b[STAGE] = ST_REDRAW
        return
    for _ in range(i64(b[st.player_at(me) + P_HAND_N])):
        throw_away(st, me, 0, "unlucky draw", "R1.1")
    b[AFTER] = TO_DRAW
    proceed(st)


def mercenary(st: State, me: i64, extra: i64) -> None:
    """Choose a mercenary before the game, or take one instead of drawing (R12.1)."""
    b = st.b
    at = st.player_at(me)
    log = st.log
    if b[STAGE] == ST_MERCENARY:
        b[POOL] = i16(i64(b[POOL]) & ~BIT[extra] & 255)
        b[at + P_MERCS] = i16(i64(b[at + P_MERCS]) | BIT[extra])
        if log is not None:
            log.tell(Hired(me, ALL_TILES[MERCENARY_BASE + extra], rulings=("R12.1",)))
        setup_on(st)
        return
    b[at + P_MERCS] = i16(i64(b[at + P_MERCS]) & ~BIT[extra] & 255)
    st.to_hand(me, MERCENARY_BASE + extra)
    b[DREW] += 1
    if log is not None:
        log.tell(Drawn(me, ALL_TILES[MERCENARY_BASE + extra], "aside", rulings=("R12.1",)))
    proceed(st)
