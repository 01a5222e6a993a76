"""The game itself for its readers: its description, states, legal actions, and what an action leads to.

Views, explanations, the lesson and the drawings import the game from here. The rules behind it can then change without
them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from neurohex.rules.catalog import ALL_TILES, BOMBER_BASE, MERCENARY_BASE
from neurohex.rules.engine import Game, GameError, IllegalAction, Log, State, apply, default_choice, legal_actions
from neurohex.rules.game import BOMBERS, MODES, RULESETS
from neurohex.rules.setup import Setup
from neurohex.tiles import Tile

__all__ = [
    "ALL_TILES",
    "BOMBERS",
    "MAD_BOMBER_II",
    "MODES",
    "RULESETS",
    "Game",
    "GameError",
    "IllegalAction",
    "Log",
    "Outcome",
    "Setup",
    "State",
    "advance",
    "default_choice",
    "legal_actions",
    "mercenary",
    "outcome",
]

MAD_BOMBER_II: Final = int(BOMBER_BASE) + 1
"""The number of Mad Bomber II, which is on the board or beside it (R12.2)."""


def mercenary(number: int) -> Tile:
    """A mercenary by its number among them, as actions that hire name it."""
    return ALL_TILES[int(MERCENARY_BASE) + number]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an action leads to."""

    after: State
    log: Log


def outcome(state: State, action: int) -> Outcome:
    """Play an action on a copy of the state. Raises `IllegalAction`."""
    after = state.copy()
    return Outcome(after, advance(after, action))


def advance(state: State, action: int) -> Log:
    """Play an action on the state itself; return what happened. Raises `IllegalAction`."""
    log = Log()
    apply(state, action, log)
    return log
