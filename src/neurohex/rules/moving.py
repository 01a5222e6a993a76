"""What acts share: playing instants, coming onto the board, turning, swapping, pushing, with all consequences."""

from typing import Final

from neurohex.compat import i16, i64
from neurohex.events.battle import Destroyed
from neurohex.events.course import MineBlew, Played, Pushed, Swapped, TurnBy, Turned
from neurohex.rules.catalog import (
    ALL_TILES,
    BOMBER_BASE,
    EF_BATTLE,
    EF_BOMB,
    EF_CASTLING,
    EF_GRENADE,
    EF_MINE,
    EF_MOVE,
    EF_PARALYSIS,
    EF_PUSH,
    EF_RAY,
    EF_ROTATION,
    EF_SMOKE,
    EF_SNIPER,
    EF_STRIKE,
    EF_TERROR,
    EF_TRANSPOSITION,
    K_HQ,
    T_EFFECT,
    T_KIND,
)
from neurohex.rules.flow import proceed, settle
from neurohex.rules.layout import (
    ACTOR,
    F_TILE,
    FRESH,
    HAND_MAX,
    P_HAND,
    PASSED,
    PENDING_A,
    PENDING_B,
    PLAYED,
    ST_PUSHED,
    STAGE,
    TURN,
    U_CTRL,
    U_ROT,
    X_SLOT,
    hex_at,
)
from neurohex.rules.listing import yield_direction
from neurohex.rules.refs import direction, facing_of, hex_name, ref
from neurohex.rules.state import State
from neurohex.rules.telling import goes_where
from neurohex.rules.wounds import next_player


def note_played(st: State) -> None:
    """Count a tile that is played this turn."""
    b = st.b
    b[FRESH] = 0
    b[PLAYED] += 1


_INSTANTS: Final = {
    int(EF_BATTLE): "R8.1",
    int(EF_MOVE): "R5.1",
    int(EF_PUSH): "R5.2",
    int(EF_GRENADE): "R8.2",
    int(EF_SNIPER): "R8.3",
    int(EF_STRIKE): "R8.4",
    int(EF_TERROR): "R5.6",
    int(EF_ROTATION): "R5.3",
    int(EF_CASTLING): "R5.3",
    int(EF_BOMB): "R11.4",
    int(EF_PARALYSIS): "R23.3",
    int(EF_SMOKE): "R28.5",
    int(EF_TRANSPOSITION): "R28.6",
    int(EF_RAY): "R30.4",
}
"""The ruling behind each instant."""


def use_instant(st: State, me: i64, effect: i64) -> None:
    """The first tile in hand with this effect is played and discarded."""
    tile = st.from_hand(me, _slot_of(st, me, effect))
    st.discard(me, tile)
    note_played(st)
    log = st.log
    if log is not None:
        log.tell(Played(me, ALL_TILES[tile], rulings=(_INSTANTS[effect],)))


def _slot_of(st: State, me: i64, effect: i64) -> i64:
    """The first slot of the hand that holds an instant with this effect."""
    b = st.b
    at: i64 = st.player_at(me) + P_HAND
    for slot in range(i64(HAND_MAX)):
        if T_EFFECT[i64(b[at + slot])] == effect:
            return slot
    raise AssertionError("no such instant in hand: the action was not legal")


def mine(st: State, h: i64, by: i64) -> bool:
    """Set off a Mine under the unit on `h`: it destroys the unit, unless that is an HQ (R5.5). Gives whether there was
    one."""
    b = st.b
    at = hex_at(h)
    if b[at + F_TILE] == 0 or T_EFFECT[i64(b[at + F_TILE]) - 1] != EF_MINE:
        return False
    log = st.log
    tile = st.tile(h)
    laid: i64 = i64(b[at + F_TILE]) - 1
    destroys = T_KIND[tile] != K_HQ
    heir = next_player(st, by) if destroys else i64(0)
    if log is not None:
        unit = ref(st, h)
        log.tell(MineBlew(ALL_TILES[laid], unit, destroys, rulings=("R5.5",)))
        if destroys:
            log.tell(Destroyed(unit, "mine", 0, goes_where(tile, heir), rulings=("R5.5",)))
    st.lift_foundation(h)
    if destroys:
        st.bury(h, heir)
    return True


def arrive(st: State, h: i64, tile: i64, rot: i64) -> None:
    """Put a unit of the player whose turn it is on a hex, with all consequences."""
    me = i64(st.b[TURN])
    st.put(h, tile, st.owner_when_placed(me, tile), rot)
    if tile == BOMBER_BASE:
        st.b[PASSED] = 0
    mine(st, h, me)
    settle(st, True)
    proceed(st)


# --- turning, swapping, pushing -------------------------------------------------------------------
def turn(st: State, h: i64, rot: i64, by: TurnBy, ruling: str) -> None:
    """The player who decides turns the unit on `h` where it stands."""
    b = st.b
    at = hex_at(h)
    b[at + U_ROT] = i16(rot)
    log = st.log
    if log is not None:
        log.tell(Turned(int(b[ACTOR]), ref(st, h), direction(rot), by, rulings=(ruling,)))
    settle(st, False)
    proceed(st)


def swap_units(st: State, me: i64, h: i64, other: i64, ruling: str) -> None:
    """Two units change places."""
    log = st.log
    if log is not None:
        facings = direction(facing_of(st, h)), direction(facing_of(st, other))
        log.tell(Swapped(me, ref(st, h), ref(st, other), facings, rulings=(ruling,)))
    st.swap(h, other)
    settle(st, False)
    proceed(st)


def push(st: State, a: i64, by_itself: bool) -> None:
    """An own unit pushes a hostile one (R5.2); with a choice of hexes the pushed unit's controller is asked.

    `by_itself`: by its own ability (R13.1).
    """
    b = st.b
    if st.game.more:
        b[st.game.more_offset + X_SLOT] = 1 if by_itself else 0
    way = a % 4
    d = a // 4 % 6
    h = a // 24
    v = st.step(h, d)
    b[PENDING_A] = i16(h)
    b[PENDING_B] = i16(d)
    if way == 3:
        b[STAGE] = ST_PUSHED
        b[ACTOR] = b[hex_at(v) + U_CTRL]
        return
    pushed(st, yield_direction(d, way))


def pushed(st: State, direction: i64) -> None:
    """The pushed unit goes to the hex in that direction from it."""
    b = st.b
    h = i64(b[PENDING_A])
    v = st.step(h, i64(b[PENDING_B]))
    to = st.step(v, direction)
    me = i64(b[TURN])
    log = st.log
    if log is not None:
        chosen_by = int(b[ACTOR])
        by_itself = st.game.more and b[st.game.more_offset + X_SLOT] != 0
        rulings = ("R13.1", "R5.2") if by_itself else ("R5.2",)
        log.tell(Pushed(me, ref(st, v), hex_name(st, to), ref(st, h), chosen_by, by_itself, rulings=rulings))
    st.carry(v, to)
    mine(st, to, me)
    settle(st, True)
    proceed(st)
