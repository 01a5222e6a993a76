"""Play and store the remaining games of a tournament."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing
from time import monotonic
from typing import Final, Protocol

from neurohex import __version__
from neurohex.arena.crew import GameQueue
from neurohex.arena.plan import Fixture, fixtures, planned_games
from neurohex.arena.play import Referee, Result
from neurohex.arena.tournament import ArenaError, Tournament

WRITE_SECONDS: Final = 0.5
"""Seconds between writes of results: the most work that a kill can lose."""

Players = Callable[[Referee, GameQueue[Fixture]], Generator[list[Result], None, None]]
"""Plays the queued games in this process, in workers or on a cluster. A generator, so that it can be stopped."""


class ResultStore(Protocol):
    """Storage for results."""

    def done(self) -> set[str]:
        """Ids of the games played so far."""

    def add(self, results: list[Result]) -> None:
        """Store some results."""


def play_remaining(
    tournament: Tournament, store: ResultStore, players: Players, seen: Callable[[list[Result]], object]
) -> int:
    """Play and store every game not played yet; returns their number.

    Calls `seen` with results as they come. An interruption loses nothing that was stored. Raises `ArenaError` if a game
    cannot be played.
    """
    done = store.done()
    left = planned_games(tournament) - len(done)
    if left <= 0:
        return 0
    if tournament.version != __version__:
        raise ArenaError(f"begun with neurohex {tournament.version}; this is {__version__}, whose games may differ")
    queue = GameQueue((fixture for fixture in fixtures(tournament) if fixture.id not in done), left)
    unkept: list[Result] = []
    kept_at = monotonic()
    with closing(players(Referee(tournament.limit, tournament.keep_records), queue)) as batches:
        try:
            for results in batches:
                unkept += results
                if monotonic() - kept_at >= WRITE_SECONDS:
                    store.add(unkept)
                    unkept = []
                    kept_at = monotonic()
                seen(results)
        finally:
            if unkept:
                store.add(unkept)
    return left
