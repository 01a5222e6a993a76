"""The public `Bot`."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from neurohex.api.action import Action
    from neurohex.api.state import State
    from neurohex.api.thought import Thought


class Bot:
    """A bot: `random`, `greedy`, `search`, `level1` to `level6`; docs/bots.md describes them.

    The same seed and states always give the same choices, except for bots with a time limit.

    >>> import neurohex as nh
    >>> state = nh.Game("borgo", "moloch").start(seed=7)
    >>> with nh.Bot("greedy", seed=1) as bot:
    ...     action = bot.choose(state)
    >>> action in state.legal_actions()
    True
    """

    name: str
    """The name with its settings, as given."""

    def __init__(self, name: str = "level4", *, seed: int = 0) -> None:
        """A bot by name, optionally with settings: `search:seconds=0.5`. Raises `BotError`."""
        from neurohex.players import make_player

        self.name = name
        self._player = make_player(name, seed)

    @staticmethod
    def names() -> tuple[str, ...]:
        """The names of all bots."""
        from neurohex.players import PLAYERS

        return tuple(PLAYERS)

    def choose(self, state: State) -> Action:
        """The bot's choice. Precondition: a player is to decide. Does not change the state.

        Raises `IllegalAction` if a tile must be drawn or the game is over.
        """
        return state._chosen_by(self._player)

    def thoughts(self, state: State) -> list[Thought]:
        """The actions that the bot considered, the best first, each with its chance to win, plan and reasons.

        Raises `BotError` for a bot that does not search, `IllegalAction` if nobody is to decide.
        """
        from neurohex.players import PlayerError
        from neurohex.players.thinking import Searching

        if not isinstance(self._player, Searching):
            raise PlayerError(f"{self.name} does not search: expected search, or a level from level4 on")
        return state._considered_by(self._player)

    def close(self) -> None:
        """Release resources such as processes. The bot cannot choose afterwards."""
        self._player.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Bot({self.name!r})"
