"""Maintenance of a SQLite file while a server may use it.

SQLite lets several processes use one file. Only SQLite itself may open and close the file here: closing a descriptor of
our own would drop the process's locks.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from neurohex.store.errors import CannotOpen, StoreRefusal, Unavailable
from neurohex.store.maintenance import Maintenance, check_version
from neurohex.store.schema import PRESENT_VERSION, SQLITE_STEPS
from neurohex.store.sqlite import APPLICATION, BUSY, SqliteStore
from neurohex.store.storable import Row

_MOST_FLAWS = 100


class SqliteMaintenance(Maintenance):
    """See `Maintenance`."""

    def __init__(self, path: Path) -> None:
        """Open an existing database. Raises `CannotOpen`."""
        self.label = str(path)
        self._path = path
        if not path.is_file():
            raise CannotOpen(f"{path}: there is no such database")
        try:
            self._connection = self._connect()
        except sqlite3.Error as error:
            raise CannotOpen(str(self._trouble(error))) from error

    def _connect(self) -> sqlite3.Connection:
        where = f"{self._path.resolve().as_uri()}?mode=rw"
        # Used by one thread at a time, not necessarily the one that opened it.
        connection = sqlite3.connect(where, uri=True, timeout=BUSY, isolation_level=None, check_same_thread=False)
        try:
            (application,) = connection.execute("PRAGMA application_id").fetchone()
            if application != APPLICATION:
                raise CannotOpen(f"{self._path}: this is not a database of neurohex")
            (present,) = connection.execute(PRESENT_VERSION).fetchone()
            check_version(self.label, present, len(SQLITE_STEPS))
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("PRAGMA secure_delete = ON")  # overwrite deleted data
        except BaseException:
            connection.close()
            raise
        return connection

    def close(self) -> None:
        """See `Maintenance.close`."""
        self._connection.close()

    def fetch(self, statement: str, values: Sequence[Any] = ()) -> list[Row]:
        """See `Maintenance.fetch`."""
        try:
            return self._connection.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            raise self._trouble(error) from error

    def change(self, statement: str, values: Sequence[Any] = ()) -> int:
        """See `Maintenance.change`."""
        try:
            return self._connection.execute(statement, values).rowcount
        except sqlite3.Error as error:
            raise self._trouble(error) from error

    @contextmanager
    def writing(self) -> Iterator[None]:
        """See `Maintenance.writing`. It blocks all other writers, and so players' acts: keep it short."""
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            yield
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            raise self._trouble(error) from error
        finally:
            if self._connection.in_transaction:
                self._connection.rollback()

    def hold(self, match: str) -> None:
        """See `Maintenance.hold`. A write transaction excludes all others."""

    def notify(self, match: str, number: int) -> None:
        """See `Maintenance.notify`. A server detects by itself that another process has written."""

    def drop_lease(self, match: str) -> None:
        """See `Maintenance.drop_lease`. Leases are in the server's memory."""

    def naming(self, text: str) -> list[str]:
        """See `Maintenance.naming`."""
        query = "SELECT DISTINCT match FROM events WHERE instr(data, ?) > 0"
        return [match for (match,) in self.fetch(query, (text.encode(),))]

    def size(self) -> int:
        """See `Maintenance.size`."""
        return sum(
            path.stat().st_size
            for path in (self._path, self._path.with_name(f"{self._path.name}-wal"))
            if path.exists()
        )

    def damage(self) -> list[str]:
        """See `Maintenance.damage`. Reads a snapshot of the whole file and blocks nothing."""
        found = [str(line) for (line,) in self.fetch(f"PRAGMA integrity_check({_MOST_FLAWS})") if line != "ok"]
        for table, row, parent, _ in self.fetch("PRAGMA foreign_key_check"):
            found.append(f"table {table}: row {row} names a row of {parent} that is not there")
        return found

    def compact(self) -> None:
        """See `Maintenance.compact`. It rewrites the file, which would block players' acts: no server may run."""

        async def alone() -> None:
            store = await SqliteStore.open(self._path)  # takes the lock that every server takes
            try:
                self.change("VACUUM")
                self.fetch("PRAGMA wal_checkpoint(TRUNCATE)")
            finally:
                await store.close()

        try:
            asyncio.run(alone())
        except CannotOpen as error:
            raise StoreRefusal(str(error)) from error

    def _trouble(self, error: sqlite3.Error) -> Unavailable:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the low byte is the primary code
        if code == sqlite3.SQLITE_BUSY:
            return Unavailable(f"{self._path}: another program has kept the database busy for {BUSY:g} s; try again")
        if code == sqlite3.SQLITE_NOTADB:
            return Unavailable(f"{self._path}: this is not a database")
        if code == sqlite3.SQLITE_CORRUPT:
            return Unavailable(f"{self._path}: the database is damaged ({error}); restore a copy")
        return Unavailable(f"{self._path}: {error}")
