"""Observations and actions as arrays, and the mapping between actions of the rules and numbers of a fixed space.

>>> import neurohex as nh
>>> from neurohex.lab.encoding import Encoding
>>> state = nh.Game("borgo", "moloch").start(seed=7)
>>> encoding = Encoding(state.game)
>>> number = encoding.number(state, "place HQ C3 facing N")
>>> encoding.action(state, number)
<Action: place HQ C3 facing N>
>>> int(encoding.mask(state).sum()) == len(state.legal_actions())
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from neurohex.api.action import Action
from neurohex.api.game import Game
from neurohex.api.state import State
from neurohex.errors import NeurohexError
from neurohex.lab.needs import need
from neurohex.rules.engine import Game as RulesGame
from neurohex.rules.engine import IllegalAction, is_chance, legal_actions
from neurohex.rules.engine import State as RulesState
from neurohex.tensors.games import mask_of, numbers_of, row_of
from neurohex.tensors.sight import SIGHT_VERSION, Sight, plane_names, player_names, tile_names, turn_names
from neurohex.tensors.space import SPACE_VERSION, ActionSpace, tables_digest

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

VERSION: Final = f"{SIGHT_VERSION}.{SPACE_VERSION}"
"""Version of observations, then of actions. A model fits only the version it was trained with."""


class Encoding:
    """The arrays of all games with one board, number of players and set of variants, whatever the armies."""

    def __init__(self, game: Game | RulesGame) -> None:
        rules = game.rules if isinstance(game, Game) else game
        self.game: Final = rules
        self.space: Final = ActionSpace(rules)
        self.sight: Final = Sight(self.space)
        self.actions: Final = int(self.space.size)
        """Number of actions."""
        self.size: Final = int(self.sight.size)
        """Bytes of an observation."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _encoding_again, (self.game.describe(),)

    @property
    def fields(self) -> dict[str, tuple[int, tuple[int, ...]]]:
        """The parts of an observation: place and shape of each."""
        return {name: (at, shape) for name, at, shape in self.sight.fields}

    @property
    def blocks(self) -> dict[str, tuple[int, int]]:
        """The kinds of actions: first number and count of each."""
        return {name: (first, count) for name, first, count in self.space.blocks}

    @property
    def edges(self) -> list[tuple[int, int]]:
        """Each hex with each direction in which it has a neighbour, in the order in which moves and pushes count."""
        return list(self.space.edges)

    def names(self) -> dict[str, list[str]]:
        """The names of the last axis of each field (of the first one for the board)."""
        return {"board": plane_names(), "turn": turn_names(), "players": player_names(), "hands": tile_names()}

    def observation(self, state: State | RulesState, player: int | None = None) -> NDArray[np.uint8]:
        """What the player to act, or `player`, sees: `size` bytes."""
        rules = _rules(state)
        row = row_of(self.sight, rules, rules.actor() if player is None else player)
        found: NDArray[np.uint8] = need("numpy").frombuffer(bytearray(row), dtype="uint8")
        return found

    def mask(self, state: State | RulesState) -> NDArray[np.int8]:
        """1 for each legal action; all 0 when a tile must be drawn, and after the end."""
        found: NDArray[np.int8] = need("numpy").frombuffer(bytearray(mask_of(self.space, _rules(state))), dtype="int8")
        return found

    def numbers(self, state: State | RulesState) -> list[int]:
        """The numbers of the legal actions, in the order of `legal_actions`."""
        rules = _rules(state)
        _check_decides(rules)
        return numbers_of(self.space, rules)

    def number(self, state: State, action: Action | str | int) -> int:
        """The number of an action: a text, an `Action`, or an action of the rules. Raises `IllegalAction`."""
        return self.number_of(_rules(state), state.action(action).number)

    def action(self, state: State, number: int) -> Action:
        """The action that a number stands for. Raises `IllegalAction`."""
        return state.action(self.action_of(_rules(state), number))

    def number_of(self, state: RulesState, action: int) -> int:
        """The number of an action of the rules. Raises `IllegalAction`."""
        _check_decides(state)
        for legal, number in zip(legal_actions(state), numbers_of(self.space, state), strict=True):
            if legal == action:
                return number
        raise IllegalAction(f"action {action} is not legal here")

    def action_of(self, state: RulesState, number: int) -> int:
        """The action of the rules that a number stands for. Raises `IllegalAction`."""
        _check_decides(state)
        for legal, here in zip(legal_actions(state), numbers_of(self.space, state), strict=True):
            if here == number:
                return legal
        raise IllegalAction(f"number {number} is no legal action here")

    def describe(self) -> dict[str, object]:
        """All that a saved model must remember: versions, the digest of the tiles, sizes, the game without armies."""
        game = self.game.describe()
        del game["armies"]
        return {
            "version": VERSION,
            "tiles": tables_digest(),
            "size": self.size,
            "actions": self.actions,
            "players": len(self.game.armies),
            "game": game,
        }


def _encoding_again(described: dict[str, Any]) -> Encoding:
    return Encoding(RulesGame(**described))


def check_fits(described: dict[str, object], encoding: Encoding) -> None:
    """Raises `NeurohexError` if a model that was saved with `described` does not fit an encoding."""
    now = encoding.describe()
    for key, value in now.items():
        then = described.get(key)
        if key == "game":
            then, value = _plain(then), _plain(value)
        if then != value:
            raise NeurohexError(f"the model was made for another encoding: {key} {then}, expected {value}")


def _plain(value: object) -> object:
    """JSON has lists where descriptions have tuples."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value


def _rules(state: State | RulesState) -> RulesState:
    return state.rules if isinstance(state, State) else state


def _check_decides(state: RulesState) -> None:
    if state.is_over():
        raise IllegalAction("the game is over")
    if is_chance(state):
        raise IllegalAction("a tile is to be drawn: no player decides")
