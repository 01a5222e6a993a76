"""The Duel board (section 9): what its Terminals and energy allow."""

from typing import Final

from neurohex.compat import i64, vec
from neurohex.rules.actions import (
    DUEL_DETONATE,
    DUEL_ELIMINATE,
    DUEL_LASER,
    DUEL_PUSH,
    DUEL_ROTATE,
    DUEL_SWAP,
    SELL,
    SELL_HQ,
)
from neurohex.rules.bits import has
from neurohex.rules.catalog import (
    K_HQ,
    T_KIND,
)
from neurohex.rules.layout import (
    ACTOR,
    FL_DISABLED,
    P_ENERGY,
    P_HQ,
    U_FLAGS,
    U_ROT,
    hex_at,
)
from neurohex.rules.listing import is_own, is_target, line_between, neighbours, pushes, run, slots, turns
from neurohex.rules.state import State

# The procedures by number, as events tell them, and what each costs (R9.3).
PR_ROTATION: Final = 0
PR_SWAP: Final = 1
PR_PUSH: Final = 2
PR_LASER: Final = 3
PR_ELIMINATION: Final = 4
PR_DETONATION: Final = 5
COST: Final = vec[i64]([1, 2, 3, 3, 3, 4])
PROCEDURES: Final = ("Rotation", "Swap", "Push Back", "Laser", "Elimination", "Detonation")
"""Their names, by number."""

TERMINAL_COUNT: Final = 7
MAX_ENERGY: Final = 5
"""Energy that a player can hold (R9.2)."""


def _link(st: State, i: i64, me: i64) -> bool:
    """Whether an enabled unit of player `me`, a Link, stands on Terminal `i`."""
    return is_own(st, st.game.terminal[i], me)


def list_procedures(st: State, out: vec[i64], n: i64, me: i64) -> i64:
    """Write the procedures for which a player has the energy, the Links and the targets (R9.3)."""
    b = st.b
    energy = i64(b[st.player_at(me) + P_ENERGY])
    if energy < COST[PR_ROTATION]:  # the cheapest
        return n
    terminal = st.game.terminal
    for i in range(i64(TERMINAL_COUNT)):
        if _link(st, i, me):
            h = terminal[i]
            n = turns(out, n, DUEL_ROTATE + h * 6, i64(b[hex_at(h) + U_ROT]))
            if energy >= COST[PR_PUSH]:
                n = pushes(st, out, n, h, me, DUEL_PUSH)
    if energy >= COST[PR_SWAP]:
        pair: i64 = 0
        for i in range(i64(TERMINAL_COUNT)):
            for j in range(i + 1, i64(TERMINAL_COUNT)):
                if _link(st, i, me) and _link(st, j, me):
                    one: i64 = st.tile(terminal[i])
                    two: i64 = st.tile(terminal[j])
                    if T_KIND[one] != K_HQ and T_KIND[two] != K_HQ:
                        n = run(out, n, DUEL_SWAP + pair * 36, 36)
                    if energy >= COST[PR_LASER] and _laser_strikes(st, terminal[i], terminal[j], me):
                        out[n] = DUEL_LASER + pair
                        n += 1
                pair += 1
    if energy >= COST[PR_ELIMINATION]:
        for h in range(st.hexes):
            if is_target(st, me, h):
                links: i64 = 0
                for i in range(i64(TERMINAL_COUNT)):
                    if _link(st, i, me) and has(neighbours(st, h), terminal[i]):
                        links += 1
                if links >= 3:
                    out[n] = DUEL_ELIMINATE + h
                    n += 1
    if energy >= COST[PR_DETONATION]:
        for i in range(i64(TERMINAL_COUNT)):
            if is_hostile_link(st, terminal[i], me):
                out[n] = DUEL_DETONATE
                n += 1
                break
    return n


def is_hostile_link(st: State, h: i64, me: i64) -> bool:
    """Whether a hostile Link stands on a Terminal that a procedure can destroy."""
    return is_target(st, me, h) and i64(st.b[hex_at(h) + U_FLAGS]) & FL_DISABLED == 0


def _laser_strikes(st: State, one: i64, two: i64, me: i64) -> bool:
    """Whether there is something to destroy in a straight line between two hexes."""
    between = line_between(st, one, two)
    for h in range(st.hexes):
        if has(between, h) and is_target(st, me, h):
            return True
    return False


def list_sales(st: State, out: vec[i64], n: i64) -> i64:
    """Write the sales of tiles and HQ points for energy at the end of a turn (R9.2)."""
    b = st.b
    at = st.player_at(i64(b[ACTOR]))
    if i64(b[at + P_ENERGY]) >= MAX_ENERGY:
        return n
    n = slots(st, out, n, SELL)
    if b[at + P_HQ] > 1 and not st.game.score:
        out[n] = SELL_HQ
        n += 1
    return n
