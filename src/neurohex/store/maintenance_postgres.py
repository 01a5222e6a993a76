"""Maintenance of a PostgreSQL database while servers may use it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

import psycopg

from neurohex.store.connections import SCHEMA, SET_UP, Connector, first_line
from neurohex.store.errors import CannotOpen
from neurohex.store.listener import CHANNEL
from neurohex.store.maintenance import Maintenance, check_version
from neurohex.store.schema import POSTGRES_STEPS, PRESENT_VERSION
from neurohex.store.storable import Row

_ORIGIN: Final = "maintenance"
"""The origin of our notifications, in place of a server's."""
_TABLES: Final = "SELECT tablename FROM pg_tables WHERE schemaname = ? ORDER BY tablename"
_IS_OURS: Final = "SELECT to_regclass(?) IS NOT NULL"
_SIZE: Final = """
    SELECT coalesce(sum(pg_total_relation_size(pg_class.oid)), 0)
    FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE nspname = ? AND relkind = 'r'
"""
# Reads every row, so that PostgreSQL verifies its checksums if they are on.
_READ_ALL: Final = "SELECT count(*), coalesce(sum(length({column})), 0) FROM {table}"
_COLUMNS: Final = {"events": "data", "texts": "data", "puzzle_results": "puzzle"}
"""The tables to read, each with its longest column."""


class PostgresMaintenance(Maintenance):
    """See `Maintenance`."""

    def __init__(self, url: str) -> None:
        """Connect to an existing database. Raises `CannotOpen`."""
        self._connector = Connector(url)
        self.label = self._connector.label
        try:
            self._connection = psycopg.connect(autocommit=True, **self._connector.settings)
        except psycopg.Error as error:
            raise CannotOpen(f"{self.label}: {first_line(error)}") from error
        try:
            self._connection.execute(SET_UP)
            if not self.fetch(_IS_OURS, (f"{SCHEMA}.versions",))[0][0]:
                raise CannotOpen(f"{self.label}: no server of neurohex has made it ready yet")
            check_version(self.label, int(self.fetch(PRESENT_VERSION)[0][0]), len(POSTGRES_STEPS))
        except BaseException:
            self._connection.close()
            raise

    def close(self) -> None:
        """See `Maintenance.close`."""
        self._connection.close()

    def fetch(self, statement: str, values: Sequence[Any] = ()) -> list[Row]:
        """See `Maintenance.fetch`."""
        try:
            return self._connection.execute(_with_placeholders(statement), values).fetchall()
        except psycopg.Error as error:
            raise self._connector.trouble(error) from error

    def change(self, statement: str, values: Sequence[Any] = ()) -> int:
        """See `Maintenance.change`."""
        try:
            return self._connection.execute(_with_placeholders(statement), values).rowcount
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
        """See `Maintenance.hold`. An append locks the match's row too, for its foreign key, and waits here."""
        self.fetch("SELECT id FROM matches WHERE id = ? FOR UPDATE", (match,))

    def notify(self, match: str, number: int) -> None:
        """See `Maintenance.notify`."""
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
        """See `Maintenance.damage`. Reads every row once. For indexes use PostgreSQL's `pg_amcheck`."""
        found = []
        for table, column in _COLUMNS.items():
            try:
                self._connection.execute(_READ_ALL.format(table=table, column=column).encode())
            except psycopg.errors.DataError as error:
                found.append(f"table {table}: {first_line(error)}")
            except psycopg.errors.InternalError as error:
                found.append(f"table {table}: {first_line(error)}")
            except psycopg.Error as error:
                raise self._connector.trouble(error) from error
        return found

    def compact(self) -> None:
        """See `Maintenance.compact`. Frees space for new rows while servers run; the files keep their size."""
        for (table,) in self.fetch(_TABLES, (SCHEMA,)):
            self.change(f"VACUUM (ANALYZE) {SCHEMA}.{table}")


def _with_placeholders(statement: str) -> bytes:
    """A statement with psycopg's placeholders."""
    return statement.replace("?", "%s").encode()
