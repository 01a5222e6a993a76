"""The interface of computer players, and the two simplest ones."""

from __future__ import annotations

from typing import Protocol

from neurohex.bots.greedy import Greedy
from neurohex.errors import NeurohexError
from neurohex.rules.engine import Random, State, fresh_buffer, random_action


class PlayerError(NeurohexError):
    """No such player or setting. The message is one line for the user."""


class Forfeit(Exception):
    """A player cannot continue and loses its game. The message is the reason, in one line."""


class Player(Protocol):
    """Decides for one seat of one game."""

    def choose(self, state: State) -> int:
        """Choose a legal action. Precondition: the player's side is to decide. Does not change the state."""

    def close(self) -> None:
        """Release resources such as processes. The player must not be used afterwards."""


class RandomPlayer:
    """Chooses uniformly among the legal actions."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._buffer = fresh_buffer()

    def choose(self, state: State) -> int:
        """See `Player`."""
        # Derived from the state and the seed alone, so that a resumed game continues identically.
        return int(random_action(state, Random(self._seed ^ state.key()), self._buffer))

    def close(self) -> None:
        """Nothing to release."""


class GreedyPlayer:
    """Chooses the action with the best immediate evaluation."""

    def __init__(self, seed: int, eyes: Greedy | None = None) -> None:
        self._seed = seed
        self._eyes = eyes or Greedy()

    @property
    def nodes(self) -> int:
        """Positions evaluated so far."""
        return int(self._eyes.nodes)

    def choose(self, state: State) -> int:
        """See `Player`."""
        return int(self._eyes.choose(state, Random(self._seed ^ state.key())))

    def close(self) -> None:
        """Nothing to release."""
