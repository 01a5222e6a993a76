"""Housekeeping in a SQLite file, beside the server that uses it.

SQLite lets several processes at one file, each in its turn. Only SQLite itself may open and close the file here: a
descriptor of our own would drop the locks of the process when it is closed.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from neurohex.store.errors import CannotOpen, Refused, Unavailable
from neurohex.store.forms import Row
from neurohex.store.maintenance import Maintenance, check_version
from neurohex.store.schema import PRESENT_VERSION, SQLITE_STEPS
from neurohex.store.sqlite import APPLICATION, BUSY, SqliteStore

_MOST_FLAWS = 100


class SqliteMaintenance(Maintenance):
    """See `Maintenance`."""

    def __init__(self, path: Path) -> None:
        """Open a file that a server has made. Raises `CannotOpen`."""
        self.place = str(path)
        self._path = path
        if not path.is_file():
            raise CannotOpen(f"{path}: there is no such database")
        try:
            self._connection = self._connect()
        except sqlite3.Error as error:
            raise CannotOpen(str(self._trouble(error))) from error

    def _connect(self) -> sqlite3.Connection:
        where = f"{self._path.resolve().as_uri()}?mode=rw"
        # Used by one thread at a time, which need not be the one that opened it.
        connection = sqlite3.connect(where, uri=True, timeout=BUSY, isolation_level=None, check_same_thread=False)
        try:
            (application,) = connection.execute("PRAGMA application_id").fetchone()
            if application != APPLICATION:
                raise CannotOpen(f"{self._path}: this is not a database of neurohex")
            (present,) = connection.execute(PRESENT_VERSION).fetchone()
            check_version(self.place, present, len(SQLITE_STEPS))
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("PRAGMA secure_delete = ON")  # what is deleted is not to be read from the file again
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
        """See `Maintenance.writing`. Nobody else writes meanwhile: moves wait for it, so keep it short."""
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
        """See `Maintenance.hold`: a transaction that writes keeps out all others."""

    def tell(self, match: str, number: int) -> None:
        """See `Maintenance.tell`: a server notices by itself that another process has written."""

    def drop_lease(self, match: str) -> None:
        """See `Maintenance.drop_lease`: leases are in the memory of the only server."""

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
        """See `Maintenance.damage`. Reads the whole file, as it is at one moment; nobody waits for it."""
        found = [str(line) for (line,) in self.fetch(f"PRAGMA integrity_check({_MOST_FLAWS})") if line != "ok"]
        for table, row, parent, _ in self.fetch("PRAGMA foreign_key_check"):
            found.append(f"table {table}: row {row} names a row of {parent} that is not there")
        return found

    def compact(self) -> None:
        """See `Maintenance.compact`. It rewrites the file, for which moves would have to wait: no server may run."""

        async def alone() -> None:
            store = await SqliteStore.open(self._path)  # has the lock that every server takes
            try:
                self.change("VACUUM")
                self.fetch("PRAGMA wal_checkpoint(TRUNCATE)")
            finally:
                await store.close()

        try:
            asyncio.run(alone())
        except CannotOpen as error:
            raise Refused(str(error)) from error

    def _trouble(self, error: sqlite3.Error) -> Unavailable:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the low byte: what kind of error
        if code == sqlite3.SQLITE_BUSY:
            return Unavailable(f"{self._path}: another program has kept the database busy for {BUSY:g} s; try again")
        if code == sqlite3.SQLITE_NOTADB:
            return Unavailable(f"{self._path}: this is not a database")
        if code == sqlite3.SQLITE_CORRUPT:
            return Unavailable(f"{self._path}: the database is damaged ({error}); restore a copy")
        return Unavailable(f"{self._path}: {error}")
