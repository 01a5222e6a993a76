"""Housekeeping in a database, also while servers use it: looking through it, deleting, checking, compacting.

    with open_maintenance("sqlite:///games.db") as database:
        for entry in database.entries():
            print(entry.match, entry.summary.status)

A match is removed or changed only if its log still ends where the caller has seen it end. So whoever plays in that very
moment comes first: either the event is in the log, and nothing is removed, or the match is gone, and the event is
refused as one of an unknown match. Everything here waits (no event loop is needed), and every change is durable when
it returns.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self, TypeVar

from neurohex.store.errors import CannotOpen, Refused, UnknownAccount, UnknownMatch
from neurohex.store.forms import (
    SUMMARY_COLUMNS,
    Row,
    is_match_id,
    is_storable,
    name_key,
    storable,
    summary_of,
    summary_row,
)
from neurohex.store.interface import Account, Seat, Status, Summary
from neurohex.store.opening import place_of
from neurohex.store.sql import ACCOUNT, CHANGE_PASSWORD, EVENTS, REVOKE, SECRET, TEXT

PAGE: Final = 500
"""Matches, records or people that are read at once."""

_ENTRY: Final = f"""
    SELECT id, {SUMMARY_COLUMNS}, last, (SELECT data FROM events WHERE match = id AND number = last)
    FROM (SELECT matches.*, (SELECT max(number) FROM events WHERE match = id) AS last FROM matches) AS found
"""
_LAST: Final = "SELECT max(number) FROM events WHERE match = ?"
_REMOVE: Final = tuple(f"DELETE FROM {table} WHERE match = ?" for table in ("people", "secrets", "events"))
_REMOVE_MATCH: Final = "DELETE FROM matches WHERE id = ?"
_ADD_EVENT: Final = "INSERT INTO events (match, number, data) VALUES (?, ?, ?)"
_REPLACE_EVENT: Final = "UPDATE events SET data = ? WHERE match = ? AND number = ?"
_REPLACE_SUMMARY: Final = "UPDATE matches SET status = ?, game = ?, seats = ?, updated = ?, deadline = ? WHERE id = ?"
_REPLACE_SEATS: Final = "UPDATE matches SET seats = ? WHERE id = ?"
_REMOVE_PERSON: Final = "DELETE FROM people WHERE match = ? AND person = ?"
_ACCOUNTS: Final = "SELECT name, password_hash, created FROM accounts ORDER BY name_key"
_REMOVE_ACCOUNT: Final = "DELETE FROM accounts WHERE name_key = ?"
_UPLOADS: Final = "SELECT name, person, created, length(data) FROM texts"
_REMOVE_TEXT: Final = "DELETE FROM texts WHERE name = ?"
_SEATED: Final = """
    SELECT person, count(*), sum(CASE WHEN status <> 'finished' THEN 1 ELSE 0 END), max(updated)
    FROM people JOIN matches ON id = match
"""
_UPLOADED: Final = "SELECT person, count(*), max(created) FROM texts"
_COUNTS: Final = """
    SELECT (SELECT count(*) FROM matches WHERE status = 'open'),
           (SELECT count(*) FROM matches WHERE status = 'running'),
           (SELECT count(*) FROM matches WHERE status = 'finished'), (SELECT count(*) FROM events),
           (SELECT count(*) FROM texts), (SELECT count(*) FROM accounts)
"""
_FLAWS: Final = {
    "match {}: its log has a hole": (
        "SELECT match FROM events GROUP BY match HAVING count(*) <> max(number) + 1 ORDER BY match"
    ),
    "match {}: it has no events": (
        "SELECT id FROM matches WHERE NOT EXISTS (SELECT 1 FROM events WHERE match = id) ORDER BY id"
    ),
    "match {}: its secret is missing": (
        "SELECT id FROM matches WHERE NOT EXISTS (SELECT 1 FROM secrets WHERE match = id) ORDER BY id"
    ),
    "match {}: its events belong to no match": (
        "SELECT DISTINCT match FROM events WHERE NOT EXISTS (SELECT 1 FROM matches WHERE id = match) ORDER BY match"
    ),
}

Result = TypeVar("Result")


class Moved(Refused):
    """The log of a match does not end any more where the caller saw it end: nothing was changed."""

    def __init__(self, match: str) -> None:
        super().__init__(match)
        self.match = match

    def __str__(self) -> str:
        return f"match {self.match}: something happened in it at this moment, so it was left as it is"


@dataclass(frozen=True, slots=True)
class Entry:
    """A match, and where its log ends."""

    match: str
    summary: Summary
    last: int
    """Number of the last event."""
    data: bytes
    """The last event."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A text that a person has put here."""

    name: str
    person: str
    created: float
    """In seconds since 1970."""
    size: int
    """In bytes."""


@dataclass(frozen=True, slots=True)
class Traces:
    """What a database knows of a person without an account, or beside it."""

    person: str
    matches: int = 0
    unfinished: int = 0
    """How many of those are not over."""
    uploads: int = 0
    seen: float = 0.0
    """When a match of theirs last changed its status or seats, or a text was put here; in seconds since 1970."""


@dataclass(frozen=True, slots=True)
class Counts:
    """How much there is."""

    open: int
    running: int
    finished: int
    events: int
    records: int
    accounts: int


class Maintenance(ABC):
    """A database that is open for housekeeping. Leaving it as a context closes it.

    Any method raises `Unavailable` where the database fails, and `Refused` as its text says.
    """

    place: str
    """What to call the database before people: nothing secret."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- what differs between databases ---
    @abstractmethod
    def close(self) -> None:
        """Let the database go."""

    @abstractmethod
    def fetch(self, statement: str, values: Sequence[Any] = ()) -> list[Row]:
        """The rows of a query; `?` stands for a value."""

    @abstractmethod
    def change(self, statement: str, values: Sequence[Any] = ()) -> int:
        """Carry out one statement; how many rows it changed."""

    @abstractmethod
    def writing(self) -> AbstractContextManager[None]:
        """A transaction that writes: committed at the end, undone where something is raised."""

    @abstractmethod
    def hold(self, match: str) -> None:
        """Inside a transaction: let nobody append to a match until it ends."""

    @abstractmethod
    def tell(self, match: str, number: int) -> None:
        """Inside a transaction: let servers know, once it is committed, that a match has changed (`News.number`)."""

    @abstractmethod
    def drop_lease(self, match: str) -> None:
        """Inside a transaction: forget which server runs the bots and clocks of a match."""

    @abstractmethod
    def naming(self, text: str) -> list[str]:
        """The matches in whose events a text occurs. Reads all logs."""

    @abstractmethod
    def size(self) -> int:
        """Bytes that the database takes."""

    @abstractmethod
    def damage(self) -> list[str]:
        """What the database itself finds wrong with its files, a line each."""

    @abstractmethod
    def compact(self) -> None:
        """Give back the room that deleted things took. Raises `Refused` where that would stop a running server."""

    # --- matches ---
    def entries(self, *, status: Status | None = None, person: str | None = None) -> Iterator[Entry]:
        """All matches, the oldest first: those of a status, and those with a person in a seat, if asked for."""
        wanted, values = ["true"], list[Any]()
        if person is not None:
            wanted.append("id IN (SELECT match FROM people WHERE person = ?)")
            values.append(person)
        if status is not None:
            wanted.append("status = ?")
            values.append(status.value)
        after: list[Any] = []
        while True:
            more = [*wanted, "(created, id) > (?, ?)"] if after else wanted
            statement = f"{_ENTRY} WHERE {' AND '.join(more)} ORDER BY created, id LIMIT {PAGE}"
            rows = self.fetch(statement, [*values, *after])
            yield from map(_entry_of, rows)
            if len(rows) < PAGE:
                return
            last = _entry_of(rows[-1])
            after = [last.summary.created, last.match]

    def entry(self, match: str) -> Entry:
        """One match. Raises `UnknownMatch`."""
        rows = self.fetch(f"{_ENTRY} WHERE id = ?", (match,)) if is_match_id(match) else []
        if not rows:
            raise UnknownMatch(match)
        return _entry_of(rows[0])

    def log(self, match: str) -> list[bytes]:
        """All events of a match."""
        return [bytes(data) for (data,) in self.fetch(EVENTS, (match, 0))]

    def secret(self, match: str) -> bytes:
        """The secret that a match was made with. Raises `UnknownMatch`."""
        rows = self.fetch(SECRET, (match,))
        if not rows:
            raise UnknownMatch(match)
        return bytes(rows[0][0])

    def remove(self, match: str, last: int) -> None:
        """Delete a match, if its last event still has that number. Raises `Moved` and `UnknownMatch`."""
        with self.writing():
            self._hold(match, last)
            self.drop_lease(match)
            for statement in _REMOVE:
                self.change(statement, (match,))
            self.change(_REMOVE_MATCH, (match,))
            self.tell(match, last + 1)

    def append(self, match: str, number: int, events: Sequence[bytes], summary: Summary) -> None:
        """Append events to a match as a server does; its seats must stay as they are. Raises `Moved` where another
        event has that number, and `UnknownMatch`."""
        status, game, seats, _, updated, deadline = summary_row(summary)
        with self.writing():
            self._hold(match, number - 1)
            for each, data in enumerate(events, number):
                self.change(_ADD_EVENT, (match, each, data))
            self.change(_REPLACE_SUMMARY, (status, game, seats, updated, deadline, match))
            self.tell(match, number + len(events) - 1)

    def rewrite(self, match: str, last: int, events: Mapping[int, bytes], seats: Sequence[Seat], person: str) -> None:
        """Replace events by number, and the seats, of a match in which a person is not to be named any more. Raises
        `Moved` and `UnknownMatch`."""
        row = json.dumps([[seat.person, seat.name] for seat in seats], separators=(",", ":"), ensure_ascii=False)
        with self.writing():
            self._hold(match, last)
            for number, data in events.items():
                self.change(_REPLACE_EVENT, (data, match, number))
            self.change(_REPLACE_SEATS, (storable(row, "seats"), match))
            self.change(_REMOVE_PERSON, (match, person))
            self.tell(match, last + 1)

    def _hold(self, match: str, last: int) -> None:
        self.hold(match)
        found = self.fetch(_LAST, (match,))[0][0]
        if found is None:
            raise UnknownMatch(match)
        if found != last:
            raise Moved(match)

    # --- texts ---
    def uploads(self, *, person: str | None = None) -> list[Upload]:
        """The texts of all people, or of one, the oldest first."""
        where, values = ("", ()) if person is None else (" WHERE person = ?", (person,))
        return [Upload(*row) for row in self.fetch(f"{_UPLOADS}{where} ORDER BY created, name", values)]

    def text(self, name: str) -> str | None:
        """The text of that name."""
        rows = self.fetch(TEXT, (name,)) if is_storable(name) else []
        return bytes(rows[0][0]).decode() if rows else None

    def remove_text(self, name: str) -> bool:
        """Delete a text; False where there is none of that name."""
        return is_storable(name) and self.change(_REMOVE_TEXT, (name,)) > 0

    # --- people ---
    def accounts(self) -> list[Account]:
        """All accounts, by name."""
        return [Account(*row) for row in self.fetch(_ACCOUNTS)]

    def account(self, name: str) -> Account | None:
        """The account of that name, in capitals or not."""
        rows = self.fetch(ACCOUNT, (name_key(name),)) if is_storable(name) else []
        return Account(*rows[0]) if rows else None

    def remove_account(self, name: str) -> None:
        """Delete an account; matches and texts of its owner stay. Raises `UnknownAccount`."""
        if not is_storable(name) or self.change(_REMOVE_ACCOUNT, (name_key(name),)) == 0:
            raise UnknownAccount(name)

    def change_password(self, name: str, password_hash: str) -> None:
        """Replace the hash of an account's password. Raises `UnknownAccount`."""
        if not is_storable(name) or self.change(CHANGE_PASSWORD, (password_hash, name_key(name))) == 0:
            raise UnknownAccount(name)

    def revoke(self, person: str) -> None:
        """Revoke all tokens of a person, or of `EVERYBODY`."""
        self.change(REVOKE, (storable(person, "person"),))

    def traces(self, person: str | None = None) -> dict[str, Traces]:
        """What there is of everybody who sits in a match or has put a text here, or of one person."""
        if person is not None and not is_storable(person):
            return {}
        where, values = ("", ()) if person is None else (" WHERE person = ?", (person,))
        found: dict[str, Traces] = {}
        for who, matches, unfinished, seen in self.fetch(f"{_SEATED}{where} GROUP BY person", values):
            found[who] = Traces(who, int(matches), int(unfinished), 0, float(seen))
        for who, uploads, seen in self.fetch(f"{_UPLOADED}{where} GROUP BY person", values):
            there = found.get(who, Traces(who))
            found[who] = Traces(who, there.matches, there.unfinished, int(uploads), max(there.seen, float(seen)))
        return found

    # --- the whole ---
    def counts(self) -> Counts:
        """How much there is."""
        return Counts(*map(int, self.fetch(_COUNTS)[0]))

    def flaws(self) -> list[str]:
        """What is wrong, a line each: first with the files, then with what is in them."""
        found = self.damage()
        for said, query in _FLAWS.items():
            found += [said.format(match) for (match,) in self.fetch(query)]
        return found


def open_maintenance(url: str) -> Maintenance:
    """Open the database of a URL, as `open_store` reads it, for housekeeping; a server may be using it.

    Raises `CannotOpen`, also where there is no database, and where it is not one of this version: only a server makes
    one or brings it up to date.
    """
    place = place_of(url)
    if isinstance(place, Path):
        from neurohex.store.maintenance_sqlite import SqliteMaintenance

        return SqliteMaintenance(place)
    from neurohex.store.maintenance_postgres import PostgresMaintenance

    return PostgresMaintenance(place)


def check_version(place: str, present: int, known: int) -> None:
    """Raise `CannotOpen` unless a database is of the version that this program knows."""
    if present != known:
        newer = "a newer" if present > known else "an older"
        advice = "use that one" if present > known else "start a server of this version on it once"
        raise CannotOpen(f"{place}: this database was written by {newer} neurohex: {advice}")


def _entry_of(row: Row) -> Entry:
    match, *summary, last, data = row
    return Entry(match, summary_of(summary), -1 if last is None else int(last), bytes(data or b""))
