"""The games of a tournament that are left, played and kept as they come."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing
from time import monotonic
from typing import Final, Protocol

from neurohex import __version__
from neurohex.arena.crew import Waiting
from neurohex.arena.plan import fixtures, planned_games
from neurohex.arena.play import Referee, Result
from neurohex.arena.tournament import ArenaError, Tournament

KEPT_EVERY: Final = 0.5
"""Seconds between two writings of results. What is killed has no more than these to play again."""

Players = Callable[[Referee, Waiting], Generator[list[Result], None, None]]
"""Whoever plays the games that wait: this process, others, a cluster. A generator, so that it can be stopped."""


class Keeper(Protocol):
    """Where results are kept."""

    def done(self) -> set[str]:
        """The games that have been played."""

    def add(self, results: list[Result]) -> None:
        """Keep some results."""


def play_left(tournament: Tournament, store: Keeper, players: Players, seen: Callable[[list[Result]], object]) -> int:
    """Play every game of a tournament that has not been played, and keep it; how many there were.

    `seen` is told of results as they come. Whatever interrupts it, what came before is kept. Raises `ArenaError`
    where a game cannot be played.
    """
    done = store.done()
    left = planned_games(tournament) - len(done)
    if left <= 0:
        return 0
    if tournament.version != __version__:
        raise ArenaError(f"begun with neurohex {tournament.version}; this is {__version__}, whose games may differ")
    waiting = Waiting((fixture for fixture in fixtures(tournament) if fixture.id not in done), left)
    unkept: list[Result] = []
    kept_at = monotonic()
    with closing(players(Referee(tournament.limit, tournament.keep_records), waiting)) as batches:
        try:
            for results in batches:
                unkept += results
                if monotonic() - kept_at >= KEPT_EVERY:
                    store.add(unkept)
                    unkept = []
                    kept_at = monotonic()
                seen(results)
        finally:
            if unkept:
                store.add(unkept)
    return left
