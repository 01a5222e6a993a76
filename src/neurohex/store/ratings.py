"""Ratings of people by their games: each row is a rating after one game, the n-th of its person in a pool.

Both rows of a game are written at once or not at all: the keys prevent updates from an outdated rating, and a second
count of a game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from neurohex.rating import Rating
from neurohex.store.storable import Row, is_storable, storable

_COLUMNS: Final = "pool, person, number, match, at, score, opponent, rating, deviation, volatility"
_VALUES: Final = "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_OF: Final = f"SELECT {_COLUMNS} FROM ratings WHERE person = ? ORDER BY pool, number"
_LATEST: Final = f"SELECT {_COLUMNS} FROM ratings WHERE pool = ? AND person = ? ORDER BY number DESC LIMIT 1"
_BEST: Final = f"""
    SELECT {", ".join(f"ratings.{each}" for each in _COLUMNS.split(", "))}, accounts.name FROM ratings
    JOIN (SELECT pool AS its_pool, person AS whose, max(number) AS last FROM ratings WHERE pool = ?
          GROUP BY pool, person) AS latest ON ratings.pool = its_pool AND ratings.person = whose AND number = last
    JOIN accounts ON accounts.person = ratings.person
    WHERE deviation <= ? ORDER BY rating DESC, ratings.person LIMIT ?
"""
_TO_RATE: Final = "SELECT id FROM matches WHERE rated = 1 AND status = 'finished' ORDER BY updated, id LIMIT ?"
_COUNTED: Final = "UPDATE matches SET rated = 2 WHERE id = ? AND rated = 1"
_ADD_ORIGIN: Final = """
    INSERT INTO origins (match, person, address) SELECT id, ?, ? FROM matches WHERE id = ?
    ON CONFLICT (match, person) DO UPDATE SET address = excluded.address
"""
_ORIGINS: Final = "SELECT person, address FROM origins WHERE match = ?"


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A person's rating after a game."""

    pool: str
    """Which games are compared: those with similar clocks."""
    person: str
    number: int
    """The person's n-th game of the pool, from 1."""
    match: str
    at: float
    """When the game ended, in seconds since 1970."""
    score: float
    """1 won, 0.5 drawn, 0 lost."""
    opponent: str
    """A person's id, or the name of a bot."""
    rating: Rating


class RatingStore(Protocol):
    """A part of `Store`."""

    async def add_rated(self, games: Sequence[RatedGame]) -> bool:
        """Store the rows of one game, all or none; False if a number is taken or the game has been counted."""

    async def rated_games(self, person: str) -> list[RatedGame]:
        """All rated games of a person, by pool and in order."""

    async def last_rated(self, pool: str, person: str) -> RatedGame | None:
        """The last rated game of a person in a pool; None if there is none."""

    async def best_rated(self, pool: str, deviation: float, limit: int = 100) -> list[tuple[RatedGame, str]]:
        """The best people of a pool whose deviation is no larger, each with the account's name."""

    async def matches_to_rate(self, limit: int = 100) -> list[str]:
        """Finished rated matches that have not been counted, in the order in which they ended."""

    async def mark_counted(self, match: str) -> None:
        """Note that a match has been counted, or does not count."""

    async def add_origin(self, match: str, person: str, address: str) -> None:
        """Note from where a person joined a rated match, as a keyed hash."""

    async def origins(self, match: str) -> dict[str, str]:
        """From where people joined a match."""


class RatingSql(ABC):
    """`RatingStore` over an SQL database."""

    @abstractmethod
    async def _fetch(self, statement: str, values: Sequence[Any]) -> list[Row]: ...

    @abstractmethod
    async def _change(self, statement: str, values: Sequence[Any]) -> int: ...

    @abstractmethod
    async def _insert(self, statement: str, values: Sequence[Any]) -> bool:
        """Run one statement; False, and nothing is changed, if it violates a key."""

    async def add_rated(self, games: Sequence[RatedGame]) -> bool:
        """See `RatingStore.add_rated`."""
        rows = [_row(game) for game in games]
        statement = f"INSERT INTO ratings ({_COLUMNS}) VALUES {', '.join([_VALUES] * len(rows))}"
        if await self._insert(statement, [value for row in rows for value in row]):
            return True
        # Equal rows are these very ones: the statement ran before its connection was lost.
        known = [await self.last_rated(game.pool, game.person) for game in games]
        return known == list(games)

    async def rated_games(self, person: str) -> list[RatedGame]:
        """See `RatingStore.rated_games`."""
        return [_game(row) for row in await self._fetch(_OF, (person,))] if is_storable(person) else []

    async def last_rated(self, pool: str, person: str) -> RatedGame | None:
        """See `RatingStore.last_rated`."""
        rows = await self._fetch(_LATEST, (pool, person))
        return _game(rows[0]) if rows else None

    async def best_rated(self, pool: str, deviation: float, limit: int = 100) -> list[tuple[RatedGame, str]]:
        """See `RatingStore.best_rated`."""
        return [(_game(row[:-1]), row[-1]) for row in await self._fetch(_BEST, (pool, deviation, limit))]

    async def matches_to_rate(self, limit: int = 100) -> list[str]:
        """See `RatingStore.matches_to_rate`."""
        return [match for (match,) in await self._fetch(_TO_RATE, (limit,))]

    async def mark_counted(self, match: str) -> None:
        """See `RatingStore.mark_counted`."""
        await self._change(_COUNTED, (match,))

    async def add_origin(self, match: str, person: str, address: str) -> None:
        """See `RatingStore.add_origin`."""
        await self._change(_ADD_ORIGIN, (storable(person, "origin: the person"), address, match))

    async def origins(self, match: str) -> dict[str, str]:
        """See `RatingStore.origins`."""
        return dict(await self._fetch(_ORIGINS, (match,)))


def _row(game: RatedGame) -> Row:
    rating = game.rating
    return (
        game.pool,
        storable(game.person, "rating: the person"),
        game.number,
        game.match,
        game.at,
        game.score,
        game.opponent,
        rating.rating,
        rating.deviation,
        rating.volatility,
    )


def _game(row: Sequence[Any]) -> RatedGame:
    pool, person, number, match, at, score, opponent, *rating = row
    return RatedGame(pool, person, int(number), match, float(at), float(score), opponent, Rating(*map(float, rating)))
