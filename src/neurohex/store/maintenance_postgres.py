"""Housekeeping in a PostgreSQL database, beside the servers that use it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

import psycopg

from neurohex.store.connections import SCHEMA, SET_UP, Connector, first_line
from neurohex.store.errors import CannotOpen
from neurohex.store.forms import Row
from neurohex.store.listener import CHANNEL
from neurohex.store.maintenance import Maintenance, check_version
from neurohex.store.schema import POSTGRES_STEPS, PRESENT_VERSION

_ORIGIN: Final = "maintenance"
"""In place of a server's name before the news that are told."""
_TABLES: Final = "SELECT tablename FROM pg_tables WHERE schemaname = ? ORDER BY tablename"
_IS_OURS: Final = "SELECT to_regclass(?) IS NOT NULL"
_SIZE: Final = """
    SELECT coalesce(sum(pg_total_relation_size(pg_class.oid)), 0)
    FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE nspname = ? AND relkind = 'r'
"""
# Reads every row from its pages, so that checksums are compared where the server keeps them.
_READ_ALL: Final = "SELECT count(*), coalesce(sum(length(data)), 0) FROM {}"


class PostgresMaintenance(Maintenance):
    """See `Maintenance`."""

    def __init__(self, url: str) -> None:
        """Connect to a database that a server has made ready. Raises `CannotOpen`."""
        self._connector = Connector(url)
        self.place = self._connector.place
        try:
            self._connection = psycopg.connect(autocommit=True, **self._connector.settings)
        except psycopg.Error as error:
            raise CannotOpen(f"{self.place}: {first_line(error)}") from error
        try:
            self._connection.execute(SET_UP)
            if not self.fetch(_IS_OURS, (f"{SCHEMA}.versions",))[0][0]:
                raise CannotOpen(f"{self.place}: no server of neurohex has made it ready yet")
            check_version(self.place, int(self.fetch(PRESENT_VERSION)[0][0]), len(POSTGRES_STEPS))
        except BaseException:
            self._connection.close()
            raise

    def close(self) -> None:
        """See `Maintenance.close`."""
        self._connection.close()

    def fetch(self, statement: str, values: Sequence[Any] = ()) -> list[Row]:
        """See `Maintenance.fetch`."""
        try:
            return self._connection.execute(_spelled(statement), values).fetchall()
        except psycopg.Error as error:
            raise self._connector.trouble(error) from error

    def change(self, statement: str, values: Sequence[Any] = ()) -> int:
        """See `Maintenance.change`."""
        try:
            return self._connection.execute(_spelled(statement), values).rowcount
        except psycopg.Error as error:
            raise self._connector.trouble(error) from error

    @contextmanager
    def writing(self) -> Iterator[None]:
        """See `Maintenance.writing`."""
        try:
            with self._connection.transaction():
                yield
        except psycopg.Error as error:
            raise self._connector.trouble(error) from error

    def hold(self, match: str) -> None:
        """See `Maintenance.hold`: whoever appends locks the row of the match too, for its key, and waits here."""
        self.fetch("SELECT id FROM matches WHERE id = ? FOR UPDATE", (match,))

    def tell(self, match: str, number: int) -> None:
        """See `Maintenance.tell`."""
        self.fetch("SELECT pg_notify(?, ?)", (CHANNEL, f"{_ORIGIN} {match}:{number}"))

    def drop_lease(self, match: str) -> None:
        """See `Maintenance.drop_lease`."""
        self.change("DELETE FROM leases WHERE match = ?", (match,))

    def naming(self, text: str) -> list[str]:
        """See `Maintenance.naming`."""
        query = "SELECT DISTINCT match FROM events WHERE position(?::bytea IN data) > 0"
        return [match for (match,) in self.fetch(query, (text.encode(),))]

    def size(self) -> int:
        """See `Maintenance.size`."""
        return int(self.fetch(_SIZE, (SCHEMA,))[0][0])

    def damage(self) -> list[str]:
        """See `Maintenance.damage`: every row is read once. Indexes are PostgreSQL's own to check (`pg_amcheck`)."""
        found = []
        for table in ("events", "texts"):
            try:
                self._connection.execute(_READ_ALL.format(table).encode())
            except psycopg.errors.DataError as error:
                found.append(f"table {table}: {first_line(error)}")
            except psycopg.errors.InternalError as error:
                found.append(f"table {table}: {first_line(error)}")
            except psycopg.Error as error:
                raise self._connector.trouble(error) from error
        return found

    def compact(self) -> None:
        """See `Maintenance.compact`. Frees the room for new rows while servers go on; the files keep their size."""
        for (table,) in self.fetch(_TABLES, (SCHEMA,)):
            self.change(f"VACUUM (ANALYZE) {SCHEMA}.{table}")


def _spelled(statement: str) -> bytes:
    """A statement with psycopg's sign for a value."""
    return statement.replace("?", "%s").encode()
