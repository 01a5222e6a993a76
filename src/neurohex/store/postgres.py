"""A store in a PostgreSQL database, for any number of server processes.

One connection writes in batches, one listens, a few read. The key of an event (match and number) is the lock between
processes.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AsyncExitStack
from typing import Any, Final, Self

import psycopg
from psycopg.errors import ForeignKeyViolation, UniqueViolation

from neurohex.store.connections import OLDEST_SERVER, SCHEMA, Connection, Connector, Pool, first_line
from neurohex.store.errors import CannotOpen, UnknownMatch
from neurohex.store.faults import FAULTS
from neurohex.store.forms import is_match_id
from neurohex.store.group import Outcomes, Write
from neurohex.store.listener import NOTES, Listener
from neurohex.store.schema import ADD_VERSION, POSTGRES_STEPS, PRESENT_VERSION, VERSIONS_TABLE, Steps, missing_steps
from neurohex.store.sql import SqlStore
from neurohex.store.storable import Row
from neurohex.store.streams import NewsStreams
from neurohex.store.writer import Writer

READERS: Final = 3
"""Connections for reads and single statements."""

MIGRATION_LOCK: Final = "SELECT pg_advisory_xact_lock(hashtextextended('neurohex migrations', 0))"
SCHEMA_EXISTS: Final = "SELECT 1 FROM pg_namespace WHERE nspname = %s"
FORGET_LEASES: Final = "DELETE FROM leases WHERE ends <= clock_timestamp()"

# By the database's clock: those of the processes may differ.
CLAIM: Final = """
    INSERT INTO leases (match, owner, ends) VALUES (?, ?, clock_timestamp() + make_interval(secs => ?))
    ON CONFLICT (match) DO UPDATE SET owner = excluded.owner, ends = excluded.ends
    WHERE leases.owner = excluded.owner OR leases.ends <= clock_timestamp()
"""
RENEW: Final = """
    UPDATE leases SET ends = clock_timestamp() + make_interval(secs => ?)
    WHERE owner = ? AND ends > clock_timestamp()
    RETURNING match
"""
SILENCE: Final = """
    SELECT ? - extract(epoch FROM ends - clock_timestamp())::float8 FROM leases WHERE match = ?
"""
RELEASE: Final = "DELETE FROM leases WHERE match = ? AND owner = ?"
TO_WAKE: Final = """
    SELECT id FROM matches
    WHERE status <> 'finished' AND deadline IS NOT NULL AND deadline <= ?
      AND NOT EXISTS (SELECT FROM leases WHERE match = id AND ends > clock_timestamp())
    ORDER BY deadline, id
"""
# Counted by PostgreSQL since its statistics were last reset; always 0 if checksums are off.
CHECKSUMS: Final = {
    "{} pages have a wrong checksum": (
        "SELECT checksum_failures FROM pg_stat_database WHERE datname = current_database() AND checksum_failures > 0"
    )
}


class PostgresStore(SqlStore):
    """See `Store`. Any number of processes may open the same database."""

    def __init__(self, label: str, pool: Pool, writer: Writer, listener: Listener, streams: NewsStreams) -> None:
        """`label` is the database's name for people."""
        super().__init__(streams)
        self._label = label
        self._pool = pool
        self._writer = writer
        self._listener = listener

    @classmethod
    async def open(cls, url: str, steps: Steps = POSTGRES_STEPS) -> Self:
        """Connect to a database, and create or migrate its tables. Raises `CannotOpen`."""
        connector = Connector(url)
        streams = NewsStreams()
        try:
            async with AsyncExitStack() as opened:
                connection = await connector.connect()
                opened.push_async_callback(connection.close)
                await _migrate(connection, connector.label, steps)
                listener = await Listener.start(connector, streams)
                opened.pop_all()
        except psycopg.Error as error:
            raise CannotOpen(f"{connector.label}: {first_line(error)}") from error
        writer = Writer(connector, connection, listener.payloads)
        return cls(connector.label, Pool(connector, READERS), writer, listener, streams)

    async def matches_to_wake(self, until: float) -> list[str]:
        """See `Store.matches_to_wake`."""
        return [match for (match,) in await self._fetch(TO_WAKE, (until,))]

    async def claim(self, match: str, owner: str, seconds: float) -> bool:
        """See `Store.claim`."""
        if not is_match_id(match):
            raise UnknownMatch(match)

        async def take(connection: Connection) -> bool | None:
            try:
                return (await connection.execute(_with_placeholders(CLAIM), (match, owner, seconds))).rowcount == 1
            except ForeignKeyViolation:
                return None

        taken = await self._pool.run(take)
        if taken is None:
            raise UnknownMatch(match)
        return taken

    async def renew(self, owner: str, seconds: float) -> frozenset[str]:
        """See `Store.renew`."""
        return frozenset(match for (match,) in await self._fetch(RENEW, (seconds, owner)))

    async def silence(self, match: str, seconds: float) -> float | None:
        """See `Store.silence`."""
        rows = await self._fetch(SILENCE, (seconds, match)) if is_match_id(match) else []
        return float(rows[0][0]) if rows else None

    async def release(self, match: str, owner: str) -> None:
        """See `Store.release`."""
        if is_match_id(match):
            await self._change(RELEASE, (match, owner))

    async def send_note(self, match: str, text: str) -> None:
        """See `Store.send_note`."""
        if is_match_id(match):
            await self._fetch("SELECT pg_notify(?, ?)", (NOTES, self._listener.note(match, text)))

    async def check(self) -> str | None:
        """See `Store.check`."""
        for what, query in {**CHECKSUMS, **FAULTS}.items():
            rows = await self._fetch(query, ())
            if rows:
                return f"{self._label}: the database is damaged ({what.format(rows[0][0])}); restore a copy"
        return None

    async def close(self) -> None:
        """See `Store.close`."""
        await self._group.close()
        await self._listener.close()
        self._streams.end()
        await self._pool.close()
        await self._writer.close()

    async def _fetch(self, statement: str, values: Sequence[Any]) -> list[Row]:
        async def ask(connection: Connection) -> list[Row]:
            return await (await connection.execute(_with_placeholders(statement), values)).fetchall()

        return await self._pool.run(ask)

    async def _change(self, statement: str, values: Sequence[Any]) -> int:
        async def carry_out(connection: Connection) -> int:
            return (await connection.execute(_with_placeholders(statement), values)).rowcount

        return await self._pool.run(carry_out)

    async def _insert(self, statement: str, values: Sequence[Any]) -> bool:
        async def insert(connection: Connection) -> bool:
            try:
                await connection.execute(_with_placeholders(statement), values)
            except UniqueViolation:
                return False
            return True

        return await self._pool.run(insert)

    async def _commit(self, batch: list[Write]) -> Outcomes:
        return await self._writer.commit(batch)


def _with_placeholders(statement: str) -> bytes:
    """A statement with psycopg's placeholders."""
    return statement.replace("?", "%s").encode()


async def _migrate(connection: Connection, label: str, steps: Steps) -> None:
    """Migrate the tables in one transaction. Other starting processes wait for it."""
    if connection.info.server_version < OLDEST_SERVER * 10_000:
        raise CannotOpen(f"{label}: expected PostgreSQL {OLDEST_SERVER} or later")
    async with connection.transaction():
        await connection.execute(MIGRATION_LOCK)
        # Ask first: IF NOT EXISTS needs the right to create one even if it exists.
        if await (await connection.execute(SCHEMA_EXISTS, (SCHEMA,))).fetchone() is None:
            await connection.execute(f"CREATE SCHEMA {SCHEMA}".encode())
        await connection.execute(VERSIONS_TABLE)
        ((present,),) = await (await connection.execute(PRESENT_VERSION)).fetchall()
        for version, statements in missing_steps(label, present, steps):
            for statement in statements:
                await connection.execute(statement.encode())
            await connection.execute(_with_placeholders(ADD_VERSION), (version,))
    await connection.execute(FORGET_LEASES)
