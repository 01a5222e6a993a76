"""One game at a table of agents: what the environments of the lab share.

Tiles are drawn by themselves, from the seed. Options are those of `neurohex.Game`: `mode`, `board`, `ruleset` …
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from neurohex.api.game import Game
from neurohex.api.state import State
from neurohex.errors import NeurohexError
from neurohex.lab.encoding import Encoding
from neurohex.rules.engine import Random, is_chance, new_state, play, random_action
from neurohex.rules.engine import State as RulesState
from neurohex.rules.engine import fresh_buffer as _buffer
from neurohex.tiles import ARMIES

RANDOM: Final = "random"
"""Instead of armies: each game draws different armies from its seed."""


class Table:
    """A game that restarts from seeds."""

    def __init__(self, armies: Sequence[str] | str, players: int, options: Mapping[str, Any]) -> None:
        """`armies` by seat, or "random" for `players` different ones in each game. Raises `GameError`."""
        if isinstance(armies, str) and armies != RANDOM:
            raise NeurohexError(f'armies: expected a list of armies or "{RANDOM}", got "{armies}"')
        self._armies: Final = None if isinstance(armies, str) else tuple(armies)
        self._options: Final = dict(options)
        first = self._armies if self._armies is not None else tuple(ARMIES)[:players]
        self.encoding: Final = Encoding(Game(*first, **self._options))
        self.players: Final = len(first)
        self._random = Random(0)
        self.state: RulesState = new_state(self.encoding.game)

    def restart(self, seed: int) -> None:
        """A new game. The seed decides every draw, and the armies if they are random."""
        self._random = Random(seed)
        game = self.encoding.game
        if self._armies is None:
            game = Game(*self._drawn_armies(), **self._options).rules
        self.state = new_state(game)
        self._draw()

    def _drawn_armies(self) -> list[str]:
        left = list(ARMIES)
        return [left.pop(int(self._random.below(len(left)))) for _ in range(self.players)]

    def play(self, number: int) -> None:
        """Play an action by its number in the encoding, and the draws that follow. Raises `IllegalAction`."""
        play(self.state, self.encoding.action_of(self.state, number))
        self._draw()

    def play_rules(self, action: int) -> None:
        """The same for an action of the rules."""
        play(self.state, action)
        self._draw()

    def _draw(self) -> None:
        while is_chance(self.state):
            play(self.state, int(random_action(self.state, self._random, _buffer())))

    def shown(self) -> State:
        """The moment for the public interface."""
        return State._from_rules(self.state.copy())
