"""The Duel board (section 9): procedures, their costs, and what a player could start."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import Final

from neurohex.compat import i64
from neurohex.model.reading import with_energy
from neurohex.rules.actions import DUEL_DETONATE, DUEL_ELIMINATE, DUEL_LASER, DUEL_PUSH, DUEL_ROTATE, DUEL_SWAP
from neurohex.rules.engine import State
from neurohex.rules.procedures import COST, list_procedures
from neurohex.rules.procedures import MAX_ENERGY as _MAX_ENERGY

PROCEDURES: Final = {
    key: int(COST[i64(number)])
    for number, key in enumerate(("rotation", "swap", "push", "laser", "elimination", "detonation"))
}
"""The procedures in the rules' order, with their energy costs (R9.3)."""
MAX_ENERGY: Final = int(_MAX_ENERGY)
"""Most energy that a player can hold (R9.2)."""
_KEYS: Final = tuple(PROCEDURES)
_STARTS: Final = tuple(
    int(first) for first in (DUEL_ROTATE, DUEL_SWAP, DUEL_PUSH, DUEL_LASER, DUEL_ELIMINATE, DUEL_DETONATE)
)
"""The first action number of each procedure, in the same order."""


@dataclass(frozen=True, slots=True)
class DuelSide:
    """One player's side of the Duel board, without energy."""

    links: tuple[str, ...]
    """Hexes of the player's Links: enabled units on Terminals (R9.1)."""
    possible: frozenset[str]
    """The procedures for which the player has the Links and the targets, regardless of energy."""


def duel_side(st: State, player: int) -> DuelSide:
    """A player's Links and possible procedures. Precondition: the game is on the Duel board."""
    rich = with_energy(st, player, MAX_ENERGY)
    buffer = rich.ws.actions
    count = int(list_procedures(rich, buffer, 0, player))
    actions = [int(buffer[i64(i)]) for i in range(count)]
    # Rotation can turn every Link, and nothing else.
    turned = sorted({(action - int(DUEL_ROTATE)) // 6 for action in actions if action < DUEL_SWAP})
    return DuelSide(
        tuple(st.game.board.names[h] for h in turned),
        frozenset(_KEYS[bisect_right(_STARTS, action) - 1] for action in actions),
    )
