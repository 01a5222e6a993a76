"""The Duel board (section 9): its procedures, what each costs, and what a player could start."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import Final

from neurohex.compat import i64
from neurohex.rules.actions import P_DETONATE, P_ELIMINATE, P_LASER, P_PUSH, P_ROTATE, P_SWAP
from neurohex.rules.engine import State
from neurohex.rules.layout import P_ENERGY, PLAYER_SIZE
from neurohex.rules.procedures import COST, list_procedures
from neurohex.rules.procedures import MAX_ENERGY as _MAX_ENERGY

PROCEDURES: Final = {
    key: int(COST[i64(number)])
    for number, key in enumerate(("rotation", "swap", "push", "laser", "elimination", "detonation"))
}
"""The procedures in the order of the rules, with the energy that each costs (R9.3)."""
MAX_ENERGY: Final = int(_MAX_ENERGY)
"""Energy that a player can hold (R9.2)."""
_KEYS: Final = tuple(PROCEDURES)
_STARTS: Final = tuple(int(first) for first in (P_ROTATE, P_SWAP, P_PUSH, P_LASER, P_ELIMINATE, P_DETONATE))
"""The first action of each procedure, in the same order."""


@dataclass(frozen=True, slots=True)
class DuelSide:
    """What the Duel board gives one player, apart from energy."""

    links: tuple[str, ...]
    """Hexes of the player's Links: enabled units on Terminals (R9.1)."""
    possible: frozenset[str]
    """The procedures that the player has the Links and the targets for, whatever the energy."""


def duel_side(st: State, player: int) -> DuelSide:
    """A player's Links and what they could do. The state must be of a game on the Duel board."""
    rich = st.copy()
    rich.b[int(rich.po) + player * PLAYER_SIZE + P_ENERGY] = MAX_ENERGY
    rich.adopt()
    buffer = rich.ws.actions
    count = int(list_procedures(rich, buffer, 0, player))
    actions = [int(buffer[i64(i)]) for i in range(count)]
    # Every Link can be turned by Rotation, and nobody else can.
    turned = sorted({(action - int(P_ROTATE)) // 6 for action in actions if action < P_SWAP})
    return DuelSide(
        tuple(st.game.board.names[h] for h in turned),
        frozenset(_KEYS[bisect_right(_STARTS, action) - 1] for action in actions),
    )
