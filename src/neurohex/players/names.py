"""The names of players by program, and the settings that a name may carry."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from typing import Final, Protocol

from neurohex.bots.greedy import greedy
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


class _Random:
    """Any legal action, each as likely."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._buffer = fresh_buffer()

    def choose(self, state: State) -> int:
        # From the state and the seed alone, so that a game goes on after a pause as it would have without.
        return int(random_action(state, Random(self._seed ^ state.key()), self._buffer))

    def close(self) -> None:
        """Holds nothing."""


class _Greedy:
    """The action of best value at first sight."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, state: State) -> int:
        return greedy(state, Random(self._seed ^ state.key()))

    def close(self) -> None:
        """Holds nothing."""


Settings = dict[str, str]
PLAYERS: Final[dict[str, Callable[[int, Settings], Player]]] = {
    "random": lambda seed, settings: _Random(seed),
    "greedy": lambda seed, settings: _Greedy(seed),
}
"""Who there is: each name makes a player from a seed and its settings. What a player without a clock chooses follows
from the seed and the states it was asked about, so that a game can be played again."""


def make_player(spec: str, seed: int) -> Player:
    """The player of a name with settings, `NAME` or `NAME:key=value,key=value`. Raises `PlayerError`."""
    name, _, rest = spec.partition(":")
    if name not in PLAYERS:
        near = get_close_matches(name, PLAYERS, 1)
        meant = f"; did you mean {near[0]}?" if near else ""
        raise PlayerError(f'no player is called "{name}": there are {", ".join(PLAYERS)}{meant}')
    settings: Settings = {}
    for part in rest.split(",") if rest else ():
        key, equals, value = part.partition("=")
        if not (key and equals and value):
            raise PlayerError(f'{spec}: expected settings as key=value, got "{part}"')
        settings[key] = value
    return PLAYERS[name](seed, settings)
