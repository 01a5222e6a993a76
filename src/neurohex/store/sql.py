"""What all SQL databases share: checks, queries, and group commit.

Statements use SQLite's placeholder `?`.
"""

from __future__ import annotations

import re
import time
from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, Final

from neurohex.store.codes import CodeSql
from neurohex.store.contacts import ContactSql
from neurohex.store.errors import (
    MatchExists,
    NameTaken,
    NumberAhead,
    NumberTaken,
    StoreRefusal,
    UnknownAccount,
    UnknownMatch,
)
from neurohex.store.forms import (
    LAST_NUMBER,
    SUMMARY_COLUMNS,
    is_match_id,
    name_key,
    people_rows,
    rated_of,
    result_of,
    result_row,
    summary_of,
    summary_row,
    text_name,
)
from neurohex.store.group import GroupCommit, Outcomes, Write
from neurohex.store.interface import (
    LONGEST_PAGE,
    Account,
    ArmyScore,
    Listed,
    PuzzleResult,
    Rated,
    Status,
    StoreCounters,
    Summary,
    Wanted,
)
from neurohex.store.manners import MannersSql
from neurohex.store.passkeys import PasskeySql
from neurohex.store.ratings import RatingSql
from neurohex.store.storable import Row, is_storable, storable
from neurohex.store.streams import NewsStream, NewsStreams

EVENTS: Final = "SELECT data FROM events WHERE match = ? AND number >= ? ORDER BY number"
SECRET: Final = "SELECT secret FROM secrets WHERE match = ?"
SUMMARY: Final = f"SELECT {SUMMARY_COLUMNS} FROM matches WHERE id = ?"
CREATED: Final = "SELECT created FROM matches WHERE id = ?"
TURNS: Final = "SELECT id FROM matches WHERE turn_of = ? ORDER BY updated, id LIMIT ?"
ARMY_SCORES: Final = """
    SELECT army, alone, score, count(*) FROM people WHERE person = ? AND score IS NOT NULL
    GROUP BY army, alone, score ORDER BY army, alone, score
"""
_HIDDEN: Final = (
    "CASE WHEN EXISTS (SELECT 1 FROM hidden WHERE hidden.person = people.person AND hidden.match = id) "
    "THEN 1 ELSE 0 END"
)
# Only a match that is there, although it may be deleted at this moment.
HIDE: Final = """
    INSERT INTO hidden (person, match) SELECT ?, id FROM matches WHERE id = ? ON CONFLICT DO NOTHING
"""
_ESCAPED: Final = re.compile(r"[!%_]")
"""Letters with a meaning in LIKE."""
SHOW: Final = "DELETE FROM hidden WHERE person = ? AND match = ?"
ADD_ACCOUNT: Final = (
    "INSERT INTO accounts (name_key, name, password_hash, created, person) VALUES (?, ?, ?, ?, ?) "
    "ON CONFLICT DO NOTHING"
)
ACCOUNT_COLUMNS: Final = "name, password_hash, created, person"
ACCOUNT: Final = f"SELECT {ACCOUNT_COLUMNS} FROM accounts WHERE name_key = ?"
ACCOUNT_OF: Final = f"SELECT {ACCOUNT_COLUMNS} FROM accounts WHERE person = ?"
CHANGE_PASSWORD: Final = "UPDATE accounts SET password_hash = ? WHERE name_key = ?"
KEEP: Final = "INSERT INTO kept (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING"
KEPT: Final = "SELECT value FROM kept WHERE key = ?"

# Stored as bytes: a text may hold a NUL, which PostgreSQL's texts cannot.
ADD_TEXT: Final = "INSERT INTO texts (name, data, person, created) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
TEXT: Final = "SELECT data FROM texts WHERE name = ?"
TEXTS_BY: Final = "SELECT count(*) FROM texts WHERE person = ?"

ADD_ANALYSIS: Final = "INSERT INTO analyses (game, number, data, created) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
ANALYSIS: Final = "SELECT number, data FROM analyses WHERE game = ?"
ANALYSIS_COUNTS: Final = "SELECT game, count(*) FROM analyses WHERE game IN ({}) GROUP BY game"
FORGET_ANALYSES: Final = "DELETE FROM analyses WHERE created < ?"

# Incremented in the database, so that concurrent revocations both count.
REVOKE: Final = """
    INSERT INTO revocations (person, epoch) VALUES (?, 1)
    ON CONFLICT (person) DO UPDATE SET epoch = revocations.epoch + 1
"""
REVOCATIONS: Final = "SELECT person, epoch FROM revocations"

_RESULT: Final = (
    "person, puzzle, solved, created, person_number, person_rating, person_deviation, person_volatility, "
    "puzzle_number, puzzle_rating, puzzle_deviation, puzzle_volatility"
)
ADD_PUZZLE_RESULT: Final = (
    f"INSERT INTO puzzle_results ({_RESULT}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
)
PUZZLE_RESULTS: Final = f"SELECT {_RESULT} FROM puzzle_results WHERE person = ? ORDER BY person_number"
_PUZZLE_RATING: Final = "SELECT puzzle, puzzle_number, puzzle_rating, puzzle_deviation, puzzle_volatility"
PUZZLE_RATINGS: Final = f"""
    {_PUZZLE_RATING} FROM puzzle_results
    JOIN (SELECT puzzle AS which, max(puzzle_number) AS last FROM puzzle_results GROUP BY puzzle) AS latest
    ON puzzle = which AND puzzle_number = last
"""
PUZZLE_RATING: Final = f"{_PUZZLE_RATING} FROM puzzle_results WHERE puzzle = ? ORDER BY puzzle_number DESC LIMIT 1"


class SqlStore(ContactSql, CodeSql, PasskeySql, RatingSql, MannersSql):
    """A store over an SQL database. Subclasses implement what differs."""

    def __init__(self, streams: NewsStreams) -> None:
        self._group = GroupCommit(self._commit)
        self._streams = streams

    @abstractmethod
    async def _fetch(self, statement: str, values: Sequence[Any]) -> list[Row]:
        """Return the rows of a query."""

    @abstractmethod
    async def _change(self, statement: str, values: Sequence[Any]) -> int:
        """Run one statement durably; return how many rows changed. It may run twice if a connection is lost."""

    @abstractmethod
    async def _commit(self, batch: list[Write]) -> Outcomes:
        """Write a batch in one transaction, with at most one write for each match. Each write is atomic."""

    async def create(self, match: str, first: Sequence[bytes], secret: bytes, summary: Summary) -> None:
        """See `Store.create`."""
        if not is_match_id(match):
            raise ValueError(f"match id: expected 1 to 64 letters, digits, - and _, got {match!r}")
        await self._group.write(_write(match, 0, first, summary, secret))

    async def append(self, match: str, number: int, events: Sequence[bytes], summary: Summary | None = None) -> None:
        """See `Store.append`."""
        if not is_match_id(match):
            raise UnknownMatch(match)
        await self._group.write(_write(match, number, events, summary))

    async def read(self, match: str, start: int = 0) -> list[bytes]:
        """See `Store.read`."""
        rows = await self._fetch(EVENTS, (match, start)) if is_match_id(match) else []
        if not rows:
            await self._must_know(match)
        return [row[0] for row in rows]

    async def secret(self, match: str) -> bytes:
        """See `Store.secret`."""
        return bytes((await self._one(SECRET, match))[0])

    async def summary(self, match: str) -> Summary:
        """See `Store.summary`."""
        return summary_of(await self._one(SUMMARY, match))

    async def listing(
        self,
        *,
        status: Status | None = None,
        person: str | None = None,
        wanted: Wanted | None = None,
        after: str | None = None,
        limit: int = 50,
    ) -> list[Listed]:
        """See `Store.listing`."""
        if not 1 <= limit <= LONGEST_PAGE:
            raise ValueError(f"limit: expected 1 to {LONGEST_PAGE}, got {limit}")
        tables, hidden, terms, values = "matches", "0", ["true"], list[Any]()
        if person is not None:
            filters = person_filters(person, wanted or Wanted(hidden=True))
            if filters is None:
                return []
            tables = "matches JOIN people ON people.match = matches.id"
            hidden = _HIDDEN
            terms += filters[0]
            values += filters[1]
        if status is not None:
            terms.append("status = ?")
            values.append(status.value)
        if after is not None:
            terms.append("(created, id) < (?, ?)")
            values += [(await self._one(CREATED, after))[0], after]
        rows = await self._fetch(
            f"SELECT id, {hidden}, {SUMMARY_COLUMNS} FROM {tables} WHERE {' AND '.join(terms)} "
            "ORDER BY created DESC, id DESC LIMIT ?",
            [*values, limit],
        )
        return [Listed(row[0], summary_of(row[2:]), bool(row[1])) for row in rows]

    async def turns(self, person: str, limit: int = 50) -> list[str]:
        """See `Store.turns`."""
        rows = await self._fetch(TURNS, (person, limit)) if is_storable(person) else []
        return [match for (match,) in rows]

    async def army_scores(self, person: str) -> list[ArmyScore]:
        """See `Store.army_scores`."""
        rows = await self._fetch(ARMY_SCORES, (person,)) if is_storable(person) else []
        return [ArmyScore(army, bool(alone), int(score), int(games)) for army, alone, score, games in rows]

    async def hide(self, person: str, match: str, hidden: bool) -> None:
        """See `Store.hide`."""
        await self._must_know(match)
        await self._change(HIDE if hidden else SHOW, (storable(person, "person"), match))

    def news(self) -> NewsStream:
        """See `Store.news`."""
        return self._streams.open()

    async def add_account(self, name: str, password_hash: str, person: str | None = None) -> None:
        """See `Store.add_account`."""
        storable(name, "account: the name")
        storable(password_hash, "account: the hash of the password")
        if person is not None:
            storable(person, "account: the person")
        if await self._change(ADD_ACCOUNT, (name_key(name), name, password_hash, time.time(), person)) == 0:
            # Hashes are salted, so an equal one means this very account: the statement ran before its connection was
            # lost.
            found = await self.account(name)
            if found is None or found.password_hash != password_hash:
                raise NameTaken(name)

    async def account(self, name: str) -> Account | None:
        """See `Store.account`."""
        rows = await self._fetch(ACCOUNT, (name_key(name),)) if is_storable(name) else []
        return Account(*rows[0]) if rows else None

    async def account_of(self, person: str) -> Account | None:
        """See `Store.account_of`."""
        rows = await self._fetch(ACCOUNT_OF, (person,)) if is_storable(person) else []
        return Account(*rows[0]) if rows else None

    async def change_password(self, name: str, password_hash: str) -> None:
        """See `Store.change_password`."""
        storable(password_hash, "account: the hash of the password")
        if not is_storable(name) or await self._change(CHANGE_PASSWORD, (password_hash, name_key(name))) == 0:
            raise UnknownAccount(name)

    async def once(self, key: str, value: bytes) -> bytes:
        """See `Store.once`."""
        await self._change(KEEP, (storable(key, "key"), value))
        return bytes((await self._fetch(KEPT, (key,)))[0][0])

    async def add_text(self, text: str, person: str) -> str:
        """See `Store.add_text`."""
        data, name = text.encode(), text_name(text)
        await self._change(ADD_TEXT, (name, data, storable(person, "text: the person"), time.time()))
        return name

    async def text(self, name: str) -> str | None:
        """See `Store.text`."""
        rows = await self._fetch(TEXT, (name,)) if is_storable(name) else []
        return bytes(rows[0][0]).decode() if rows else None

    async def texts_by(self, person: str) -> int:
        """See `Store.texts_by`."""
        return int((await self._fetch(TEXTS_BY, (person,)))[0][0]) if is_storable(person) else 0

    async def revoke(self, person: str) -> None:
        """See `Store.revoke`."""
        await self._change(REVOKE, (storable(person, "revocation: the person"),))

    async def revocations(self) -> dict[str, int]:
        """See `Store.revocations`."""
        return {person: int(epoch) for person, epoch in await self._fetch(REVOCATIONS, ())}

    async def add_puzzle_result(self, result: PuzzleResult) -> bool:
        """See `Store.add_puzzle_result`."""
        storable(result.person, "result: the person")
        storable(result.puzzle, "result: the puzzle")
        row = result_row(result)
        if await self._change(ADD_PUZZLE_RESULT, row):
            return True
        # An equal row is this very result: the statement ran before its connection was lost.
        return result in await self.puzzle_results(result.person)

    async def puzzle_results(self, person: str) -> list[PuzzleResult]:
        """See `Store.puzzle_results`."""
        rows = await self._fetch(PUZZLE_RESULTS, (person,)) if is_storable(person) else []
        return [result_of(row) for row in rows]

    async def puzzle_ratings(self) -> dict[str, Rated]:
        """See `Store.puzzle_ratings`."""
        return {row[0]: rated_of(row[1:]) for row in await self._fetch(PUZZLE_RATINGS, ())}

    async def puzzle_rating(self, puzzle: str) -> Rated | None:
        """See `Store.puzzle_rating`."""
        rows = await self._fetch(PUZZLE_RATING, (puzzle,)) if is_storable(puzzle) else []
        return rated_of(rows[0][1:]) if rows else None

    async def add_analysis(self, game: str, number: int, data: bytes) -> None:
        """See `Store.add_analysis`."""
        await self._change(ADD_ANALYSIS, (storable(game, "analysis: the game"), number, data, time.time()))

    async def analysis(self, game: str) -> dict[int, bytes]:
        """See `Store.analysis`."""
        rows = await self._fetch(ANALYSIS, (game,)) if is_storable(game) else []
        return {int(number): bytes(data) for number, data in rows}

    async def analysis_counts(self, games: Sequence[str]) -> dict[str, int]:
        """See `Store.analysis_counts`."""
        names = [game for game in games if is_storable(game)]
        if not names:
            return {}
        rows = await self._fetch(ANALYSIS_COUNTS.format(", ".join("?" * len(names))), tuple(names))
        return {game: int(count) for game, count in rows}

    async def forget_analyses(self, before: float) -> None:
        """See `Store.forget_analyses`."""
        await self._change(FORGET_ANALYSES, (before,))

    @property
    def counters(self) -> StoreCounters:
        """See `Store.counters`."""
        return self._group.counters

    async def _one(self, statement: str, match: str) -> Row:
        rows = await self._fetch(statement, (match,)) if is_match_id(match) else []
        if not rows:
            raise UnknownMatch(match)
        return rows[0]

    async def _must_know(self, match: str) -> None:
        await self._one(CREATED, match)


def person_filters(person: str, wanted: Wanted) -> tuple[list[str], list[Any]] | None:
    """Conditions and their values for a person's matches; None if no match can fit."""
    if not all(map(is_storable, (person, wanted.army, wanted.opponent))):
        return None
    terms, values = ["person = ?"], list[Any]([person])
    if wanted.army:
        terms.append("army = ?")
        values.append(wanted.army)
    if wanted.opponent:
        part = _ESCAPED.sub(lambda found: f"!{found[0]}", name_key(wanted.opponent))
        terms.append("others LIKE ? ESCAPE '!'")
        values.append(f"%{part}%")
    if wanted.score is not None:
        terms.append("score = ?")
        values.append(wanted.score)
    if wanted.turn:
        terms.append("turn_of = ?")
        values.append(person)
    if not wanted.hidden:
        terms.append(f"{_HIDDEN} = 0")
    return terms, values


def _write(
    match: str, number: int, events: Sequence[bytes], summary: Summary | None, secret: bytes | None = None
) -> Write:
    """Check a caller's write. Raises ValueError if a database could not store it."""
    if not 0 <= number <= LAST_NUMBER - len(events):
        raise ValueError(f"number: expected 0 to {LAST_NUMBER - len(events)}, got {number}")
    if not events:
        raise ValueError("events: expected one at least")
    row, people = (None, ()) if summary is None else (summary_row(summary), people_rows(summary.seats))
    return Write(match, number, tuple(events), row, people, secret)


def refusal(write: Write, last: int | None) -> StoreRefusal:
    """Why a write was refused, given the number of the match's last event; None if there is no match."""
    if write.secret is not None:
        return MatchExists(write.match)
    if last is None:
        return UnknownMatch(write.match)
    return NumberTaken(write.match, write.number) if write.number <= last else NumberAhead(write.match, write.number)
