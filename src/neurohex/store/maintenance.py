"""Maintenance of a database, also while servers use it: listing, deleting, checking, compacting.

    with open_maintenance("sqlite:///games.db") as database:
        for entry in database.entries():
            print(entry.match, entry.summary.status)

A match is removed or changed only if its log still ends where the caller saw it end. So a player who acts at that very
moment comes first: either the event is in the log and nothing is removed, or the match is gone and the event is refused
as one of an unknown match. All calls block (no event loop is needed), and every change is durable when it returns.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Self, TypeVar

from neurohex.store.errors import CannotOpen, StoreRefusal, UnknownAccount, UnknownMatch
from neurohex.store.faults import FAULTS
from neurohex.store.forms import (
    PEOPLE_COLUMNS,
    PROJECTION,
    SUMMARY_COLUMNS,
    is_match_id,
    name_key,
    people_rows,
    seats_text,
    summary_of,
    summary_row,
)
from neurohex.store.interface import Account, Seat, Status, Summary
from neurohex.store.manners import REPORT_COLUMNS, Report, report_of
from neurohex.store.opening import parse_url
from neurohex.store.sql import ACCOUNT, ACCOUNT_COLUMNS, ACCOUNT_OF, CHANGE_PASSWORD, EVENTS, REVOKE, SECRET, TEXT
from neurohex.store.storable import Row, is_storable, storable

PAGE: Final = 500
"""Rows read at once."""

_ENTRY: Final = f"""
    SELECT id, {SUMMARY_COLUMNS}, last, (SELECT data FROM events WHERE match = id AND number = last)
    FROM (SELECT matches.*, (SELECT max(number) FROM events WHERE match = id) AS last FROM matches) AS found
"""
_LAST: Final = "SELECT max(number) FROM events WHERE match = ?"
_OF_A_MATCH: Final = ("people", "hidden", "told", "origins", "secrets", "events")
_REMOVE: Final = tuple(f"DELETE FROM {table} WHERE match = ?" for table in _OF_A_MATCH)
_REMOVE_MATCH: Final = "DELETE FROM matches WHERE id = ?"
_ADD_EVENT: Final = "INSERT INTO events (match, number, data) VALUES (?, ?, ?)"
_REPLACE_EVENT: Final = "UPDATE events SET data = ? WHERE match = ? AND number = ?"
_REPLACE_SUMMARY: Final = (
    "UPDATE matches SET status = ?, game = ?, seats = ?, updated = ?, deadline = ?, turn_of = ?, "
    f"rated = CASE WHEN rated = 2 THEN 2 ELSE ? END, projected = {PROJECTION} WHERE id = ?"
)
_REPLACE_SEATS: Final = "UPDATE matches SET seats = ? WHERE id = ?"
_REMOVE_PEOPLE: Final = "DELETE FROM people WHERE match = ?"
_ADD_PERSON: Final = f"INSERT INTO people (match, {PEOPLE_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)"
_FORGET: Final = tuple(
    f"DELETE FROM {table} WHERE person = ?"
    for table in ("hidden", "contacts", "codes", "passkeys", "challenges", "origins", "ratings", "reports")
)
"""What a person has set, and what goes with the person."""
_ACCOUNTS: Final = f"SELECT {ACCOUNT_COLUMNS} FROM accounts ORDER BY name_key"
_REMOVE_ACCOUNT: Final = "DELETE FROM accounts WHERE name_key = ?"
_UPLOADS: Final = "SELECT name, person, created, length(data) FROM texts"
_REMOVE_TEXT: Final = "DELETE FROM texts WHERE name = ?"
_SEATED: Final = """
    SELECT person, count(*), sum(CASE WHEN status <> 'finished' THEN 1 ELSE 0 END), max(updated)
    FROM people JOIN matches ON id = match
"""
_UPLOADED: Final = "SELECT person, count(*), max(created) FROM texts"
_SOLVED: Final = "SELECT person, count(*), max(created) FROM puzzle_results"
_RENAME_SOLVER: Final = "UPDATE puzzle_results SET person = ? WHERE person = ?"
_COUNTS: Final = """
    SELECT (SELECT count(*) FROM matches WHERE status = 'open'),
           (SELECT count(*) FROM matches WHERE status = 'running'),
           (SELECT count(*) FROM matches WHERE status = 'finished'), (SELECT count(*) FROM events),
           (SELECT count(*) FROM texts), (SELECT count(*) FROM accounts),
           (SELECT count(*) FROM reports WHERE closed IS NULL)
"""

Result = TypeVar("Result")


class Moved(StoreRefusal):
    """The log of a match no longer ends where the caller saw it end. Nothing was changed."""

    def __init__(self, match: str) -> None:
        super().__init__(match)
        self.match = match

    def __str__(self) -> str:
        return f"match {self.match}: something happened in it at this moment, so it was left as it is"


@dataclass(frozen=True, slots=True)
class Entry:
    """A match and its last event."""

    match: str
    summary: Summary
    last: int
    """Number of the last event."""
    data: bytes
    """The last event."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A text that a person uploaded."""

    name: str
    person: str
    created: float
    """In seconds since 1970."""
    size: int
    """In bytes."""


@dataclass(frozen=True, slots=True)
class Traces:
    """A person's activity, apart from the account."""

    person: str
    matches: int = 0
    unfinished: int = 0
    """How many of those are not over."""
    uploads: int = 0
    puzzles: int = 0
    """Puzzles that they have tried."""
    seen: float = 0.0
    """When a match of theirs last changed its status or seats, or when they last uploaded or tried a new puzzle; in
    seconds since 1970."""


@dataclass(frozen=True, slots=True)
class Counts:
    """Numbers of matches, events, records and accounts."""

    open: int
    running: int
    finished: int
    events: int
    records: int
    accounts: int
    reports: int
    """Open ones."""


class Maintenance(ABC):
    """A database open for maintenance; a context manager.

    Any method raises `Unavailable` if the database fails, and `StoreRefusal` as documented.
    """

    label: str
    """The database's name for people, without secrets."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- implemented for each database ---
    @abstractmethod
    def close(self) -> None:
        """Close the database."""

    @abstractmethod
    def fetch(self, statement: str, values: Sequence[Any] = ()) -> list[Row]:
        """Return the rows of a query; `?` is the placeholder."""

    @abstractmethod
    def change(self, statement: str, values: Sequence[Any] = ()) -> int:
        """Run one statement; return how many rows changed."""

    @abstractmethod
    def writing(self) -> AbstractContextManager[None]:
        """A write transaction: committed at the end, rolled back on an exception."""

    @abstractmethod
    def hold(self, match: str) -> None:
        """In a transaction: block appends to a match until it ends."""

    @abstractmethod
    def notify(self, match: str, number: int) -> None:
        """In a transaction: notify servers after the commit that a match has changed (`News.number`)."""

    @abstractmethod
    def drop_lease(self, match: str) -> None:
        """In a transaction: delete the lease on a match."""

    @abstractmethod
    def naming(self, text: str) -> list[str]:
        """Return the matches whose events contain a text. Reads all logs."""

    @abstractmethod
    def size(self) -> int:
        """Size of the database in bytes."""

    @abstractmethod
    def damage(self) -> list[str]:
        """Return the damage that the database finds in its own files, a line each."""

    @abstractmethod
    def compact(self) -> None:
        """Reclaim the space of deleted rows. Raises `StoreRefusal` if that would block a running server."""

    # --- matches ---
    def entries(
        self, *, status: Status | None = None, person: str | None = None, outdated: bool = False
    ) -> Iterator[Entry]:
        """Iterate over matches, the oldest first, optionally only those with a status, with a person in a seat, or
        whose summary an older version has made."""
        wanted, values = ["true"], list[Any]()
        if outdated:
            wanted.append(f"projected < {PROJECTION}")
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
        """Return one match. Raises `UnknownMatch`."""
        rows = self.fetch(f"{_ENTRY} WHERE id = ?", (match,)) if is_match_id(match) else []
        if not rows:
            raise UnknownMatch(match)
        return _entry_of(rows[0])

    def log(self, match: str) -> list[bytes]:
        """Return all events of a match."""
        return [bytes(data) for (data,) in self.fetch(EVENTS, (match, 0))]

    def secret(self, match: str) -> bytes:
        """Return the secret of a match. Raises `UnknownMatch`."""
        rows = self.fetch(SECRET, (match,))
        if not rows:
            raise UnknownMatch(match)
        return bytes(rows[0][0])

    def remove(self, match: str, last: int) -> None:
        """Delete a match if its last event still has this number. Raises `Moved` and `UnknownMatch`."""
        with self.writing():
            self._hold(match, last)
            self.drop_lease(match)
            for statement in _REMOVE:
                self.change(statement, (match,))
            self.change(_REMOVE_MATCH, (match,))
            self.notify(match, last + 1)

    def append(self, match: str, number: int, events: Sequence[bytes], summary: Summary) -> None:
        """Append events as a server does. The seats must not change. Raises `Moved` if the number is taken, and
        `UnknownMatch`."""
        with self.writing():
            self._hold(match, number - 1)
            for each, data in enumerate(events, number):
                self.change(_ADD_EVENT, (match, each, data))
            self._project(match, summary)
            self.notify(match, number + len(events) - 1)

    def project(self, match: str, last: int, summary: Summary) -> None:
        """Replace the summary of a match, and the rows of its people, if its last event still has this number. Raises
        `Moved` and `UnknownMatch`."""
        with self.writing():
            self._hold(match, last)
            self._project(match, summary)

    def _project(self, match: str, summary: Summary) -> None:
        status, game, seats, _, *rest = summary_row(summary)
        self.change(_REPLACE_SUMMARY, (status, game, seats, *rest, match))
        self._seat(match, summary.seats)

    def _seat(self, match: str, seats: Sequence[Seat]) -> None:
        self.change(_REMOVE_PEOPLE, (match,))
        for row in people_rows(seats):
            self.change(_ADD_PERSON, (match, *row))

    def rewrite(self, match: str, last: int, events: Mapping[int, bytes], seats: Sequence[Seat]) -> None:
        """Replace events by number, and the seats, to remove a person from a match. Raises `Moved` and
        `UnknownMatch`."""
        with self.writing():
            self._hold(match, last)
            for number, data in events.items():
                self.change(_REPLACE_EVENT, (data, match, number))
            self.change(_REPLACE_SEATS, (seats_text(seats), match))
            self._seat(match, seats)
            self.notify(match, last + 1)

    def forget(self, person: str) -> None:
        """Delete what a person has set: hidden matches, where to send notices; the ratings, while those of opponents
        stay; and blocks and reports about the person."""
        for statement in _FORGET:
            self.change(statement, (person,))
        self.change("DELETE FROM blocks WHERE person = ? OR blocked = ?", (person, person))
        self.change("UPDATE ratings SET opponent = 'deleted' WHERE opponent = ?", (person,))

    def recount(self) -> int:
        """Forget all ratings and let servers count every rated match again; return how many there are."""
        with self.writing():
            self.change("DELETE FROM ratings")
            return self.change("UPDATE matches SET rated = 1 WHERE rated = 2")

    def _hold(self, match: str, last: int) -> None:
        self.hold(match)
        found = self.fetch(_LAST, (match,))[0][0]
        if found is None:
            raise UnknownMatch(match)
        if found != last:
            raise Moved(match)

    # --- texts ---
    def uploads(self, *, person: str | None = None) -> list[Upload]:
        """Return the texts of all people, or of one, the oldest first."""
        where, values = ("", ()) if person is None else (" WHERE person = ?", (person,))
        return [Upload(*row) for row in self.fetch(f"{_UPLOADS}{where} ORDER BY created, name", values)]

    def text(self, name: str) -> str | None:
        """Return the text with this name."""
        rows = self.fetch(TEXT, (name,)) if is_storable(name) else []
        return bytes(rows[0][0]).decode() if rows else None

    def remove_text(self, name: str) -> bool:
        """Delete a text; False if there is none with this name."""
        return is_storable(name) and self.change(_REMOVE_TEXT, (name,)) > 0

    # --- people ---
    def accounts(self) -> list[Account]:
        """Return all accounts, by name."""
        return [Account(*row) for row in self.fetch(_ACCOUNTS)]

    def account(self, name: str) -> Account | None:
        """Return the account with this name, ignoring case."""
        rows = self.fetch(ACCOUNT, (name_key(name),)) if is_storable(name) else []
        return Account(*rows[0]) if rows else None

    def account_of(self, person: str) -> Account | None:
        """Return the account of a person, or None."""
        rows = self.fetch(ACCOUNT_OF, (person,)) if is_storable(person) else []
        return Account(*rows[0]) if rows else None

    def set_owner(self, name: str, person: str) -> None:
        """Note whose an account is, if it is of a version that did not."""
        self.change("UPDATE accounts SET person = ? WHERE name_key = ? AND person IS NULL", (person, name_key(name)))

    def personal(self, person: str) -> dict[str, Any]:
        """Return what a person has set, and the results of puzzles, for an export."""
        contact = self.fetch("SELECT email, lang, hook, confirmed FROM contacts WHERE person = ?", (person,))
        hidden = self.fetch("SELECT match FROM hidden WHERE person = ? ORDER BY match", (person,))
        puzzles = self.fetch(
            "SELECT puzzle, solved, created, person_rating FROM puzzle_results WHERE person = ? ORDER BY person_number",
            (person,),
        )
        ratings = self.fetch(
            "SELECT pool, match, at, score, opponent, rating, deviation FROM ratings WHERE person = ? "
            "ORDER BY pool, number",
            (person,),
        )
        passkeys = self.fetch("SELECT label, created, used FROM passkeys WHERE person = ? ORDER BY created", (person,))
        names = ("pool", "match", "at", "score", "opponent", "rating", "deviation")
        blocks = self.fetch("SELECT blocked, name, created FROM blocks WHERE person = ? ORDER BY created", (person,))
        reports = self.fetch(
            "SELECT person, name, reason, match, created, closed FROM reports WHERE reporter = ? ORDER BY created, id",
            (person,),
        )
        told = ("person", "name", "reason", "match", "created", "closed")
        return {
            "blocks": [dict(zip(("person", "name", "created"), row, strict=True)) for row in blocks],
            "reports": [dict(zip(told, row, strict=True)) for row in reports],
            "ratings": [dict(zip(names, row, strict=True)) for row in ratings],
            "notices": dict(zip(("email", "lang", "hook", "confirmed"), contact[0], strict=True)) if contact else None,
            "passkeys": [dict(zip(("label", "created", "used"), row, strict=True)) for row in passkeys],
            "hidden": [match for (match,) in hidden],
            "puzzles": [dict(zip(("puzzle", "solved", "created", "rating"), row, strict=True)) for row in puzzles],
        }

    def reports(self, *, person: str | None = None, everything: bool = False) -> list[Report]:
        """Return open reports, or `everything`, of all people or about one, the oldest first."""
        wanted = [*([] if everything else ["closed IS NULL"]), *([] if person is None else ["person = ?"])] or ["true"]
        statement = f"SELECT {REPORT_COLUMNS} FROM reports WHERE {' AND '.join(wanted)} ORDER BY created, id"
        return [report_of(row) for row in self.fetch(statement, () if person is None else (person,))]

    def report(self, which: str) -> Report | None:
        """Return one report."""
        rows = self.fetch(f"SELECT {REPORT_COLUMNS} FROM reports WHERE id = ?", (which,)) if is_storable(which) else []
        return report_of(rows[0]) if rows else None

    def close_report(self, which: str, note: str, now: float) -> bool:
        """Close a report; False if it is closed or does not exist."""
        change = "UPDATE reports SET closed = ?, note = ? WHERE id = ? AND closed IS NULL"
        return is_storable(which) and self.change(change, (now, storable(note, "note"), which)) > 0

    def rename_reporter(self, person: str, new: str) -> None:
        """Give the reports that a person has made a new id: they stay, without the reporter."""
        self.change("UPDATE reports SET reporter = ? WHERE reporter = ?", (new, person))

    def remove_account(self, name: str) -> None:
        """Delete an account; its owner's matches and texts stay. Raises `UnknownAccount`."""
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
        """Return the activity of all people with a seat, an upload or a puzzle result, or of one person."""
        if person is not None and not is_storable(person):
            return {}
        where, values = ("", ()) if person is None else (" WHERE person = ?", (person,))
        found: dict[str, Traces] = {}
        for who, matches, unfinished, seen in self.fetch(f"{_SEATED}{where} GROUP BY person", values):
            found[who] = Traces(who, int(matches), int(unfinished), seen=float(seen))
        for who, uploads, seen in self.fetch(f"{_UPLOADED}{where} GROUP BY person", values):
            known = found.get(who, Traces(who))
            found[who] = replace(known, uploads=int(uploads), seen=max(known.seen, float(seen)))
        for who, puzzles, seen in self.fetch(f"{_SOLVED}{where} GROUP BY person", values):
            known = found.get(who, Traces(who))
            found[who] = replace(known, puzzles=int(puzzles), seen=max(known.seen, float(seen)))
        return found

    def rename_solver(self, person: str, new: str) -> int:
        """Give the puzzle results of a person a new id, and return how many there were. Ratings of puzzles stay."""
        return self.change(_RENAME_SOLVER, (new, person)) if is_storable(person) else 0

    # --- the whole database ---
    def counts(self) -> Counts:
        """Count matches, events, records and accounts."""
        return Counts(*map(int, self.fetch(_COUNTS)[0]))

    def flaws(self) -> list[str]:
        """Return everything that is wrong, a line each: first the files, then their content."""
        found = self.damage()
        for said, query in FAULTS.items():
            found += [said.format(match) for (match,) in self.fetch(query)]
        return found


def open_maintenance(url: str) -> Maintenance:
    """Open a database for maintenance, by a URL as for `open_store`. A server may be using it.

    Raises `CannotOpen`, also if there is no database or it has another version: only a server creates or migrates one.
    """
    target = parse_url(url)
    if isinstance(target, Path):
        from neurohex.store.maintenance_sqlite import SqliteMaintenance

        return SqliteMaintenance(target)
    from neurohex.store.maintenance_postgres import PostgresMaintenance

    return PostgresMaintenance(target)


def check_version(label: str, present: int, known: int) -> None:
    """Raise `CannotOpen` unless a database has the version that this program knows."""
    if present != known:
        newer = "a newer" if present > known else "an older"
        advice = "use that one" if present > known else "start a server of this version on it once"
        raise CannotOpen(f"{label}: this database was written by {newer} neurohex: {advice}")


def _entry_of(row: Row) -> Entry:
    match, *summary, last, data = row
    return Entry(match, summary_of(summary), -1 if last is None else int(last), bytes(data or b""))
