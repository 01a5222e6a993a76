"""What a player by program is, and the two simplest ones."""

from __future__ import annotations

from typing import Protocol

from neurohex.bots.greedy import Greedy
from neurohex.rules.engine import Random, State, fresh_buffer, random_action


class PlayerError(ValueError):
    """No player has that name, or it has no such setting; the text is one line for whoever wrote it."""


class Forfeit(Exception):
    """A player cannot go on and loses its game; the text is the reason, in one line."""


class Player(Protocol):
    """Decides for one seat of one game."""

    def choose(self, state: State) -> int:
        """One of the legal actions of a state in which its side is to decide. The state is left as it is."""

    def close(self) -> None:
        """Give back what the player holds, such as processes; it decides nothing afterwards."""


class RandomPlayer:
    """Any legal action, each as likely."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._buffer = fresh_buffer()

    def choose(self, state: State) -> int:
        """See `Player`."""
        # From the state and the seed alone, so that a game goes on after a pause as it would have without.
        return int(random_action(state, Random(self._seed ^ state.key()), self._buffer))

    def close(self) -> None:
        """Holds nothing."""


class GreedyPlayer:
    """The action of best value at first sight, as far as its eyes see."""

    def __init__(self, seed: int, eyes: Greedy | None = None) -> None:
        self._seed = seed
        self._eyes = eyes or Greedy()

    @property
    def nodes(self) -> int:
        """Positions looked at so far."""
        return int(self._eyes.nodes)

    def choose(self, state: State) -> int:
        """See `Player`."""
        return int(self._eyes.choose(state, Random(self._seed ^ state.key())))

    def close(self) -> None:
        """Holds nothing."""
