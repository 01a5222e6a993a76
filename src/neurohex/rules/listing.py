"""Building blocks for lists of legal actions: runs of numbers, and what one unit can do."""

from neurohex.compat import i64, vec
from neurohex.rules.actions import (
    MOVE,
)
from neurohex.rules.bits import BIT, has, lowest, rest, several
from neurohex.rules.catalog import (
    NEAR,
)
from neurohex.rules.layout import (
    ACTOR,
    FL_DISABLED,
    HEXES,
    NEUTRAL,
    P_HAND,
    P_HAND_N,
    U_FLAGS,
    U_ROT,
    hex_at,
)
from neurohex.rules.state import State


def run(out: vec[i64], n: i64, first: i64, count: i64) -> i64:
    """Write `count` consecutive actions from `first` on. Gives the new length, as all functions here."""
    for i in range(count):
        out[n + i] = first + i
    return n + count


def slots(st: State, out: vec[i64], n: i64, first: i64) -> i64:
    """Write one action for each different tile in hand. Gives the new length."""
    b = st.b
    at = st.player_at(i64(b[ACTOR]))
    hand = i64(b[at + P_HAND_N])
    for slot in range(hand):
        if slot == 0 or b[at + P_HAND + slot] != b[at + P_HAND + slot - 1]:
            out[n] = first + slot
            n += 1
    return n


def turns(out: vec[i64], n: i64, first: i64, rot: i64) -> i64:
    """Write the five rotations other than `rot`. Gives the new length."""
    for r in range(i64(6)):
        if r != rot:
            out[n] = first + r
            n += 1
    return n


def is_own(st: State, h: i64, me: i64) -> bool:
    """Whether player `me` controls an enabled unit on `h`; captives count."""
    return has(st.units & ~st.netted, h) and st.controller(h) == me


def own_units(st: State, me: i64) -> i64:
    """Mask of the enabled units that player `me` controls; captives count."""
    found: i64 = 0
    left = st.units & ~st.netted
    while left:
        h = lowest(left)
        left = rest(left)
        if st.controller(h) == me:
            found |= BIT[h]
    return found


def free_hexes(st: State) -> i64:
    """Mask of the hexes without a unit."""
    return (BIT[st.hexes] - 1) & ~st.units


def neighbours(st: State, h: i64) -> i64:
    """Mask of the hexes that touch a hex."""
    return NEAR[(st.game.board_code * HEXES + h) * 64 + 63]


def facings(out: vec[i64], n: i64, first: i64) -> i64:
    """Write the six rotations of an action, from `first` on. Most legal actions are written here."""
    out[n] = first
    out[n + 1] = first + 1
    out[n + 2] = first + 2
    out[n + 3] = first + 3
    out[n + 4] = first + 4
    out[n + 5] = first + 5
    return n + 6


def moves(st: State, out: vec[i64], n: i64, h: i64, source: i64) -> i64:
    """Write every move of one unit by one source: a step, a turn, or both (R5.1)."""
    first: i64 = MOVE + (source * HEXES + h) * 42
    for d in range(i64(6)):
        v = st.step(h, d)
        if v >= 0 and not has(st.units, v):
            n = facings(out, n, first + d * 6)
    return turns(out, n, first + 36, i64(st.b[hex_at(h) + U_ROT]))


def is_target(st: State, me: i64, h: i64) -> bool:
    """Whether a hostile unit that is no HQ stands there."""
    b = st.b
    at = hex_at(h)
    return b[at] != 0 and has(st.game.foes[me], st.controller(h)) and not st.is_hq(h)


def yield_direction(push: i64, way: i64) -> i64:
    """The direction in which a unit pushed towards `push` goes: way 0 left, 1 straight on, 2 right."""
    return (push + way + 5) % 6


def line_between(st: State, one: i64, two: i64) -> i64:
    """Bit mask of the hexes between two hexes in a straight line; 0 if they are not in one."""
    for d in range(i64(6)):
        mask: i64 = 0
        v = st.step(one, d)
        while v >= 0:
            if v == two:
                return mask
            mask |= BIT[v]
            v = st.step(v, d)
    return 0


def pushes(st: State, out: vec[i64], n: i64, h: i64, me: i64, first: i64) -> i64:
    """Write the pushes of the unit on `h` (R5.2)."""
    b = st.b
    for d in range(i64(6)):
        v = st.step(h, d)
        if v >= 0 and has(st.units, v):
            at = hex_at(v)
            who = st.controller(v)
            if has(st.game.nets[me], who) and i64(b[at + U_FLAGS]) & FL_DISABLED == 0:
                ways = _free_ways(st, v, d)
                if several(ways) and who != NEUTRAL:  # a choice, for its controller
                    out[n] = first + (h * 6 + d) * 4 + 3
                    n += 1
                else:  # one place or none, or a neutral bomber, whose pusher chooses (R12.2)
                    while ways:
                        out[n] = first + (h * 6 + d) * 4 + lowest(ways)
                        ways = rest(ways)
                        n += 1
    return n


def _free_ways(st: State, v: i64, push: i64) -> i64:
    """Mask of the ways (see `yield_direction`) that a unit on `v` can go when it is pushed."""
    ways: i64 = 0
    for way in range(i64(3)):
        w = st.step(v, yield_direction(push, way))
        if w >= 0 and not has(st.units, w):
            ways |= BIT[way]
    return ways
