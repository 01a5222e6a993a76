"""The registry of player names and their settings."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from typing import Final

from neurohex.players.helpers import JUDGES
from neurohex.players.levels import LEVELS
from neurohex.players.player import GreedyPlayer, Player, PlayerError, RandomPlayer
from neurohex.players.thinking import DEFAULT_SECONDS, ClockedSearch, NodeSearch

Settings = dict[str, str]
"""Parsed settings: `seconds=1,cores=2` as a dict."""


def _plain(make: Callable[[int], Player]) -> Callable[[int, Settings], Player]:
    """A player without settings."""

    def checked(seed: int, settings: Settings) -> Player:
        _known(settings)
        return make(seed)

    return checked


def _search(seed: int, settings: Settings) -> Player:
    _known(settings, "seconds", "nodes", "cores", "width", "horizon", "judge")
    if "seconds" in settings and "nodes" in settings:
        raise PlayerError("expected seconds or nodes, not both")
    cores = _whole(settings, "cores", 1, 1, 64)
    width = _whole(settings, "width", 0, 2, 1000)
    horizon = _whole(settings, "horizon", 0, 1, 100)
    judge = settings.get("judge", JUDGES[0])
    if judge not in JUDGES:
        raise PlayerError(f'judge: expected {" or ".join(JUDGES)}, got "{judge}"')
    if "nodes" in settings:
        nodes = _whole(settings, "nodes", 0, 1, 10**9)
        return NodeSearch(seed, nodes, cores=cores, width=width, horizon=horizon, judge=judge)
    return ClockedSearch(seed, _seconds(settings), cores=cores, width=width, horizon=horizon, judge=judge)


def _known(settings: Settings, *names: str) -> None:
    for key in settings:
        if key not in names:
            expected = f"there are {', '.join(names)}" if names else "it has none"
            raise PlayerError(f'no setting is called "{key}": {expected}')


def _whole(settings: Settings, key: str, default: int, least: int, most: int) -> int:
    if key not in settings:
        return default
    text = settings[key]
    if not (text.isascii() and text.isdigit() and least <= int(text[:12]) <= most):
        raise PlayerError(f'{key}: expected a whole number from {least} to {most}, got "{text}"')
    return int(text)


def _seconds(settings: Settings) -> float:
    text = settings.get("seconds", str(DEFAULT_SECONDS))
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0.001 <= seconds <= 3600:
        raise PlayerError(f'seconds: expected a number from 0.001 to 3600, got "{text}"')
    return seconds


PLAYERS: Final[dict[str, Callable[[int, Settings], Player]]] = {
    "random": _plain(RandomPlayer),
    "greedy": _plain(GreedyPlayer),
    "search": _search,
    **{level.name: _plain(level.make) for level in LEVELS},
}
"""Factories by name; each makes a player from a seed and settings. A player without a clock is deterministic: its
choices follow from the seed and the states it has seen.
"""


def make_player(spec: str, seed: int) -> Player:
    """Make a player from `NAME` or `NAME:key=value,key=value`. Raises `PlayerError`."""
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
    try:
        return PLAYERS[name](seed, settings)
    except PlayerError as error:
        raise PlayerError(f"{spec}: {error}") from error
