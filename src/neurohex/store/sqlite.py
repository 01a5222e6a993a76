"""A store in one SQLite file, for one server process: the default.

One thread writes and one reads, each with its own connection. The file is in WAL mode with full synchronisation, so a
commit that has returned survives a power failure, and reads never wait for writes.
"""

from __future__ import annotations

import asyncio
import math
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, Final, Self, TypeVar

from neurohex.store.errors import CannotOpen, StoreError, Unavailable
from neurohex.store.faults import FAULTS
from neurohex.store.forms import PEOPLE_COLUMNS, PROJECTION, SUMMARY_COLUMNS
from neurohex.store.group import Outcomes, Write
from neurohex.store.locking import lock_file
from neurohex.store.schema import ADD_VERSION, PRESENT_VERSION, SQLITE_STEPS, VERSIONS_TABLE, Steps, missing_steps
from neurohex.store.sql import SqlStore, refusal
from neurohex.store.storable import Row
from neurohex.store.streams import NewsStreams
from neurohex.store.watching import VERSION, Watch

APPLICATION: Final = 0x4E724878
"""SQLite's application id for our files ("NrHx")."""
BUSY: Final = 5.0
"""Seconds to wait for another program that holds the file, such as a backup."""

LAST: Final = "SELECT max(number) FROM events WHERE match = ?"
ADD_EVENT: Final = "INSERT INTO events (match, number, data) VALUES (?, ?, ?)"
ADD_MATCH: Final = (
    f"INSERT INTO matches (id, {SUMMARY_COLUMNS}, projected) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, {PROJECTION})"
)
ADD_SECRET: Final = "INSERT INTO secrets (match, secret) VALUES (?, ?)"
REPLACE_SUMMARY: Final = (
    "UPDATE matches SET status = ?, game = ?, seats = ?, updated = ?, deadline = ?, turn_of = ?, "
    f"rated = CASE WHEN rated = 2 THEN 2 ELSE ? END, projected = {PROJECTION} WHERE id = ?"
)
PEOPLE: Final = f"SELECT {PEOPLE_COLUMNS} FROM people WHERE match = ? ORDER BY person"
ADD_PERSON: Final = f"INSERT INTO people (match, {PEOPLE_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)"
REMOVE_PEOPLE: Final = "DELETE FROM people WHERE match = ?"
TO_WAKE: Final = (
    "SELECT id FROM matches WHERE status <> 'finished' AND deadline IS NOT NULL AND deadline <= ? ORDER BY deadline, id"
)

Result = TypeVar("Result")


class SqliteStore(SqlStore):
    """See `Store`. A second process that opens the same file is refused.

    Leases are in memory: no other process competes for them, and none is left after a restart.
    """

    def __init__(self, files: _OpenFile) -> None:
        super().__init__(NewsStreams())  # no other server writes, but `neurohex admin` does
        self._file = files
        self._watch = Watch(self._version, self._streams)
        self._leases: dict[str, tuple[str, float]] = {}

    @classmethod
    async def open(cls, path: Path, steps: Steps = SQLITE_STEPS) -> Self:
        """Open or create a file. Raises `CannotOpen`."""
        return cls(await asyncio.to_thread(_OpenFile, path, steps))

    async def matches_to_wake(self, until: float) -> list[str]:
        """See `Store.matches_to_wake`."""
        now = time.monotonic()
        rows = await self._fetch(TO_WAKE, (until,))
        return [match for (match,) in rows if self._leases.get(match, ("", -math.inf))[1] <= now]

    async def claim(self, match: str, owner: str, seconds: float) -> bool:
        """See `Store.claim`."""
        await self._must_know(match)
        now = time.monotonic()
        holder, ends = self._leases.get(match, (owner, now))
        if holder != owner and ends > now:
            return False
        self._leases[match] = (owner, now + seconds)
        return True

    async def renew(self, owner: str, seconds: float) -> frozenset[str]:
        """See `Store.renew`."""
        now = time.monotonic()
        held = frozenset(match for match, (holder, ends) in self._leases.items() if holder == owner and ends > now)
        self._leases.update((match, (owner, now + seconds)) for match in held)
        return held

    async def silence(self, match: str, seconds: float) -> float | None:
        """See `Store.silence`."""
        lease = self._leases.get(match)
        return None if lease is None else seconds - (lease[1] - time.monotonic())

    async def release(self, match: str, owner: str) -> None:
        """See `Store.release`."""
        if self._leases.get(match, ("", 0.0))[0] == owner:
            del self._leases[match]

    async def send_note(self, match: str, text: str) -> None:
        """See `Store.send_note`. There is no other server."""

    async def check(self) -> str | None:
        """See `Store.check`."""
        return await self._file.check()

    async def close(self) -> None:
        """See `Store.close`."""
        await self._watch.close()
        await self._group.close()
        self._streams.end()
        await asyncio.to_thread(self._file.close)

    async def _version(self) -> int:
        return await self._file.write(lambda writer: int(writer.execute(VERSION).fetchone()[0]))

    async def _fetch(self, statement: str, values: Sequence[Any]) -> list[Row]:
        return await self._file.read(lambda reader: reader.execute(statement, values).fetchall())

    async def _change(self, statement: str, values: Sequence[Any]) -> int:
        return await self._file.write(lambda writer: writer.execute(statement, values).rowcount)

    async def _insert(self, statement: str, values: Sequence[Any]) -> bool:
        def insert(writer: sqlite3.Connection) -> bool:
            try:
                writer.execute(statement, values)
            except sqlite3.IntegrityError:
                return False
            return True

        return await self._file.write(insert)

    async def _commit(self, batch: list[Write]) -> Outcomes:
        try:
            return await self._file.write(lambda writer: _write_batch(writer, batch))
        except Unavailable as error:
            if len(batch) == 1:
                return [error]
        # A single write may have broken the transaction, such as one too large for the disk.
        return [outcome for write in batch for outcome in await self._commit([write])]


class _OpenFile:
    """The open file: its lock, its connections, and a thread for each."""

    def __init__(self, path: Path, steps: Steps) -> None:
        self._path = path
        self._closed = False
        real = path.resolve()  # SQLite follows symlinks too: the WAL is beside the real file
        with ExitStack() as opened:
            lock = opened.enter_context(closing(lock_file(real, path)))
            try:
                self._writer = opened.enter_context(closing(_open(real, path)))
                _migrate(self._writer, path, steps)
                self._reader = opened.enter_context(closing(_open(real, path)))
                lock.retake()
                self._parts = {part: _identity(part) for part in (real, real.with_name(real.name + "-wal"))}
            except (sqlite3.Error, OSError) as error:
                raise CannotOpen(str(_trouble(path, error))) from error
            self._opened = opened.pop_all()
        self._writing = ThreadPoolExecutor(1, "store writer")
        self._reading = ThreadPoolExecutor(1, "store reader")
        self._checking = ThreadPoolExecutor(1, "store check")
        self._checker: sqlite3.Connection | None = None
        self._guard = threading.Lock()
        self._real = real

    async def write(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        """Run `work` in the writing thread; roll back if it raises. Raises `Unavailable`."""

        def done(writer: sqlite3.Connection) -> Result:
            result = work(writer)
            for part, identity in self._parts.items():  # data written to an unlinked file is lost
                if _identity(part) != identity:
                    raise Unavailable(f"{self._path}: {part.name} was removed or replaced while the server runs")
            return result

        return await self._do(self._writing, self._writer, done)

    async def check(self) -> str | None:
        """Return the first damage SQLite finds. Uses its own thread and connection. Raises `Unavailable`."""
        if self._closed:
            raise Unavailable("the store is closed")
        return await asyncio.get_running_loop().run_in_executor(self._checking, self._check)

    def _check(self) -> str | None:
        checker = sqlite3.connect(self._real, timeout=BUSY, isolation_level=None, check_same_thread=False)
        with closing(checker):  # SQLite keeps the descriptor open while other connections need its locks
            with self._guard:
                self._checker = checker
            try:
                if self._closed:
                    raise Unavailable("the store is closed")
                checker.execute("PRAGMA query_only = ON")
                (found,) = checker.execute("PRAGMA integrity_check(1)").fetchone()
                faults = (what.format(row[0]) for what, query in FAULTS.items() for row in checker.execute(query))
                found = next(faults, None) if found == "ok" else found.splitlines()[-1]
            except sqlite3.DatabaseError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_CORRUPT:
                    raise _trouble(self._path, error) from error
                found = str(error)
            finally:
                with self._guard:
                    self._checker = None
        return None if found is None else _damaged(self._path, found)

    async def read(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        """Run `work` in the reading thread. Raises `Unavailable`."""
        return await self._do(self._reading, self._reader, work)

    async def _do(
        self, thread: ThreadPoolExecutor, connection: sqlite3.Connection, work: Callable[[sqlite3.Connection], Result]
    ) -> Result:
        if self._closed:
            raise Unavailable("the store is closed")

        def guarded() -> Result:
            try:
                return work(connection)
            except sqlite3.Error as error:
                raise _trouble(self._path, error) from error
            finally:
                if connection.in_transaction:
                    connection.rollback()

        return await asyncio.get_running_loop().run_in_executor(thread, guarded)

    def close(self) -> None:
        """Wait for running work, then close the file."""
        if self._closed:
            return
        self._closed = True
        with self._guard:
            if self._checker is not None:
                self._checker.interrupt()
        for thread in (self._checking, self._writing, self._reading):
            thread.shutdown()
        self._opened.close()


def _write_batch(writer: sqlite3.Connection, batch: list[Write]) -> Outcomes:
    """Run all writes in one transaction. Each is checked before it changes anything: a refused one leaves nothing."""
    outcomes: Outcomes = []
    writer.execute("BEGIN IMMEDIATE")
    for write in batch:
        last: int | None = writer.execute(LAST, (write.match,)).fetchone()[0]
        expected = None if write.secret is not None else write.number - 1
        if last != expected:
            outcomes.append(refusal(write, last))
            continue
        if write.secret is not None and write.summary is not None:
            writer.execute(ADD_MATCH, (write.match, *write.summary))
            writer.execute(ADD_SECRET, (write.match, write.secret))
        writer.executemany(
            ADD_EVENT, [(write.match, number, data) for number, data in enumerate(write.events, write.number)]
        )
        if write.summary is not None:
            status, game, seats, _, *rest = write.summary
            writer.execute(REPLACE_SUMMARY, (status, game, seats, *rest, write.match))
            if tuple(writer.execute(PEOPLE, (write.match,))) != write.people:
                writer.execute(REMOVE_PEOPLE, (write.match,))
                writer.executemany(ADD_PERSON, [(write.match, *row) for row in write.people])
        outcomes.append(None)
    writer.execute("COMMIT")
    return outcomes


def _identity(path: Path) -> tuple[int, int] | None:
    """Device and inode of a file, without opening it; None if it does not exist."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def _damaged(path: Path, what: str) -> str:
    return f"{path}: the database is damaged ({what}); restore a copy"


def _open(path: Path, named: Path) -> sqlite3.Connection:
    """Connect to our database or to a new file. Raises `CannotOpen` and sqlite3.Error."""
    connection = sqlite3.connect(path, timeout=BUSY, isolation_level=None, check_same_thread=False)
    try:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        tables = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
        if application != APPLICATION and tables:
            raise CannotOpen(f"{named}: this is the database of another program")
        (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
        if mode != "wal":
            raise CannotOpen(f"{named}: this file system cannot hold it (SQLite's WAL mode does not work here)")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
    except BaseException:
        connection.close()
        raise
    return connection


def _migrate(writer: sqlite3.Connection, path: Path, steps: Steps) -> None:
    """Migrate the tables in one transaction. Raises `CannotOpen` for a newer database."""
    writer.execute("BEGIN IMMEDIATE")
    writer.execute(f"PRAGMA application_id = {APPLICATION}")
    writer.execute(VERSIONS_TABLE)
    (present,) = writer.execute(PRESENT_VERSION).fetchone()
    for version, statements in missing_steps(str(path), present, steps):
        for statement in statements:
            writer.execute(statement)
        writer.execute(ADD_VERSION, (version,))
    writer.execute("COMMIT")


def _trouble(path: Path, error: sqlite3.Error | OSError) -> StoreError:
    """An error for people."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the low byte is the primary code
    if code == sqlite3.SQLITE_FULL:
        return Unavailable(f"{path}: the disk is full; nothing was written")
    if code == sqlite3.SQLITE_NOTADB:
        return Unavailable(f"{path}: this is not a database")
    if code == sqlite3.SQLITE_CORRUPT:
        return Unavailable(_damaged(path, str(error)))
    if code in {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN} or isinstance(error, PermissionError):
        return Unavailable(f"{path}: the file or its folder cannot be written ({error})")
    return Unavailable(f"{path}: {error}")
