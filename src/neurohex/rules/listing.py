"""Building blocks for lists of legal actions: runs of numbers, and what one unit can do."""

from neurohex.compat import i64, vec
from neurohex.rules.actions import (
    MOVE,
)
from neurohex.rules.bits import BIT
from neurohex.rules.catalog import (
    K_HQ,
    NEXT,
    T_KIND,
)
from neurohex.rules.layout import (
    ACTOR,
    FL_DISABLED,
    HEADER,
    HEX_SIZE,
    HEXES,
    NEUTRAL,
    P_HAND,
    P_HAND_N,
    PLAYER_SIZE,
    U_CTRL,
    U_FLAGS,
    U_ROT,
)
from neurohex.rules.state import State


def run(out: vec[i64], n: i64, first: i64, count: i64) -> i64:
    """Write `count` actions from `first` on; the new length."""
    for i in range(count):
        out[n + i] = first + i
    return n + count


def slots(st: State, out: vec[i64], n: i64, first: i64) -> i64:
    """One action for each different tile in hand."""
    b = st.b
    at: i64 = st.po + i64(b[ACTOR]) * PLAYER_SIZE
    hand = i64(b[at + P_HAND_N])
    for slot in range(hand):
        if slot == 0 or b[at + P_HAND + slot] != b[at + P_HAND + slot - 1]:
            out[n] = first + slot
            n += 1
    return n


def turns(out: vec[i64], n: i64, first: i64, rot: i64) -> i64:
    """The five rotations that change something."""
    for r in range(i64(6)):
        if r != rot:
            out[n] = first + r
            n += 1
    return n


def is_own(st: State, h: i64, me: i64) -> bool:
    """Whether an enabled unit of one's own stands there, captives too."""
    b = st.b
    at: i64 = HEADER + h * HEX_SIZE
    return b[at] != 0 and i64(b[at + U_CTRL]) == me and i64(b[at + U_FLAGS]) & FL_DISABLED == 0


def facings(out: vec[i64], n: i64, first: i64) -> i64:
    """Write the six rotations of an act, from `first` on; the new length. Most of all legal actions come from here."""
    out[n] = first
    out[n + 1] = first + 1
    out[n + 2] = first + 2
    out[n + 3] = first + 3
    out[n + 4] = first + 4
    out[n + 5] = first + 5
    return n + 6


def moves(st: State, out: vec[i64], n: i64, h: i64, source: i64) -> i64:
    """Every move of one unit by one source: a step, a turn, or both (R5.1)."""
    b = st.b
    first: i64 = MOVE + (source * HEXES + h) * 42
    for d in range(i64(6)):
        v = NEXT[st.near + h * 6 + d]
        if v >= 0 and b[HEADER + v * HEX_SIZE] == 0:
            n = facings(out, n, first + d * 6)
    return turns(out, n, first + 36, i64(b[HEADER + h * HEX_SIZE + U_ROT]))


def are_adjacent(st: State, h: i64, v: i64) -> bool:
    """Whether two hexes touch."""
    for d in range(i64(6)):
        if NEXT[st.near + h * 6 + d] == v:
            return True
    return False


def is_target(st: State, me: i64, h: i64) -> bool:
    """Whether a hostile unit that is no HQ stands there."""
    b = st.b
    at: i64 = HEADER + h * HEX_SIZE
    return b[at] != 0 and st.game.foes[me] >> i64(b[at + U_CTRL]) & 1 != 0 and T_KIND[i64(b[at]) - 1] != K_HQ


def yield_direction(push: i64, way: i64) -> i64:
    """Where a unit pushed in direction `push` goes by way 0 left, 1 straight on, 2 right: away from its pusher."""
    return (push + way + 5) % 6


def line_between(st: State, one: i64, two: i64) -> i64:
    """Bit mask of the hexes between two hexes in one straight line; nothing where they are not in one."""
    for d in range(i64(6)):
        mask: i64 = 0
        v = NEXT[st.near + one * 6 + d]
        while v >= 0:
            if v == two:
                return mask
            mask |= BIT[v]
            v = NEXT[st.near + v * 6 + d]
    return 0


def pushes(st: State, out: vec[i64], n: i64, h: i64, me: i64, first: i64) -> i64:
    """Whom the unit on `h` can push, and where to (R5.2)."""
    b = st.b
    for d in range(i64(6)):
        v = NEXT[st.near + h * 6 + d]
        if v >= 0 and b[HEADER + v * HEX_SIZE] != 0:
            at: i64 = HEADER + v * HEX_SIZE
            who = i64(b[at + U_CTRL])
            if st.game.nets[me] >> who & 1 and i64(b[at + U_FLAGS]) & FL_DISABLED == 0:
                free: i64 = 0
                ways: i64 = 0
                way: i64 = 0
                while way < 3:
                    w = NEXT[st.near + v * 6 + yield_direction(d, way)]
                    if w >= 0 and b[HEADER + w * HEX_SIZE] == 0:
                        free += 1
                        ways |= BIT[way]
                    way += 1
                if free > 1 and who != NEUTRAL:
                    out[n] = first + (h * 6 + d) * 4 + 3
                    n += 1
                elif free > 0:  # one place, or a neutral bomber, whose pusher chooses (R12.2)
                    way = 0
                    while way < 3:
                        if ways >> way & 1:
                            out[n] = first + (h * 6 + d) * 4 + way
                            n += 1
                        way += 1
    return n
