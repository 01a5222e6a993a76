"""The public `Game`: the description of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from neurohex.board import TERMINALS
from neurohex.rules.engine import Game as RulesGame

if TYPE_CHECKING:
    from neurohex.api.state import State

_USUAL_TEAMS: Final = {"team": ((0, 1), (2, 3)), "one-vs-two": ((0,), (1, 2))}


class Game:
    """The immutable description of a game: armies, rules, board, mode and variants.

    >>> import neurohex as nh
    >>> game = nh.Game("borgo", "moloch")
    >>> game
    Game('borgo', 'moloch')
    >>> nh.Game("borgo", "moloch", "vegas").mode
    'deathmatch'
    >>> nh.Game("borgo", "moloch", mode="team")
    Traceback (most recent call last):
    neurohex.rules.game.GameError: mode: team is for four armies in two teams of two
    """

    __slots__ = ("rules",)

    rules: RulesGame
    """The same game for `neurohex.rules.engine`, the fast integer interface."""

    def __init__(
        self,
        *armies: str,
        ruleset: str = "living",
        board: str = "standard",
        mode: str = "",
        teams: Sequence[Sequence[int]] = (),
        score: bool = False,
        mercenaries: int = 0,
        bomber: str = "none",
        bomber_two: bool = False,
        alternative_start: bool = False,
        reinforcement: bool = False,
        open_piles: bool = False,
        terminals: Sequence[str] = TERMINALS,
    ) -> None:
        """Describe a game by its army keys in seat order; docs/modes.md explains the options.

        Raises `GameError`, which names the incompatible parts.
        """
        self.rules = RulesGame(
            armies,
            ruleset=ruleset,
            board=board,
            mode=mode,
            teams=tuple(tuple(team) for team in teams),
            score=score,
            mercenaries=mercenaries,
            bomber=bomber,
            bomber_two=bomber_two,
            alternative_start=alternative_start,
            reinforcement=reinforcement,
            open_piles=open_piles,
            terminals=tuple(terminals),
        )

    @classmethod
    def from_rules(cls, rules: RulesGame) -> Game:
        """The public game of a `neurohex.rules.engine` game."""
        game = cls.__new__(cls)
        game.rules = rules
        return game

    @property
    def armies(self) -> tuple[str, ...]:
        """Army keys, in seat order."""
        return self.rules.armies

    @property
    def ruleset(self) -> str:
        """`living`, `3.0` or `2008`."""
        return self.rules.ruleset

    @property
    def board(self) -> str:
        """`standard`, `duel` or `expanded`."""
        return self.rules.board_key

    @property
    def mode(self) -> str:
        """`standard`, `deathmatch`, `team` or `one-vs-two`; `position` for a set-up board."""
        return self.rules.mode

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """Seats by team; empty in games without teams."""
        return self.rules.teams

    @property
    def hexes(self) -> tuple[str, ...]:
        """Names of the board's hexes."""
        return self.rules.board.names

    def start(self, seed: int | None = None) -> State:
        """The initial state.

        With a seed, piles are shuffled from it and draws happen automatically. Without one, every draw is an action
        with a probability.
        """
        from neurohex.api.state import State

        return State(self, seed=seed)

    def describe(self) -> dict[str, Any]:
        """The description as plain data, without defaults; `armies` is one of its keys."""
        return self.rules.describe()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self.describe() == other.describe()

    def __hash__(self) -> int:
        return hash((self.armies, self.ruleset, self.board, self.mode))

    def __repr__(self) -> str:
        usual: dict[str, object] = {
            "armies": self.armies,
            "ruleset": "living",
            "board": "standard",
            "mode": "standard" if len(self.armies) == 2 else "deathmatch",
            "teams": _USUAL_TEAMS.get(self.mode, ()),
        }
        parts = [repr(army) for army in self.armies]
        parts += [f"{key}={value!r}" for key, value in self.describe().items() if usual.get(key) != value]
        return f"Game({', '.join(parts)})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _game_again, (self.describe(),)


def _game_again(description: dict[str, Any]) -> Game:
    strict = description["mode"] != "position"
    return Game.from_rules(RulesGame(**description, strict=strict))
