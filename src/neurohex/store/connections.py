"""Connections to PostgreSQL that come back after they were lost."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

import psycopg
from psycopg.conninfo import conninfo_to_dict

from neurohex.store.errors import CannotOpen, Unavailable

PATIENCE: Final = 10.0
"""Seconds for which a lost database is looked for before those who wait are told; a restart of it takes less."""
SHORTEST_WAIT: Final = 0.05
LONGEST_WAIT: Final = 1.0
"""Seconds between two attempts to reach it; they double from the one to the other."""

OLDEST_SERVER: Final = 13
"""The first version that can tell what became of a transaction by its whole number (pg_current_xact_id)."""

SCHEMA: Final = "neurohex"
"""The tables have a schema of their own, so that they can share a database with other programs."""

DEFAULTS: Final = {
    "application_name": "neurohex",
    "connect_timeout": 5,
    # A server that has vanished without a word is noticed within half a minute.
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}

# Durable means durable, whatever the server's default. A process that hangs inside a transaction must not hold up the
# others for long: the server ends its connection.
SET_UP: Final = f"""
    SELECT set_config('search_path', '{SCHEMA}', false),
           set_config('idle_in_transaction_session_timeout', '5s', false),
           CASE current_setting('synchronous_commit') WHEN 'off' THEN set_config('synchronous_commit', 'on', false) END
"""

Connection = psycopg.AsyncConnection[tuple[Any, ...]]
Result = TypeVar("Result")


def first_line(error: BaseException) -> str:
    """What an error says, on one line."""
    said = error.diag.message_primary if isinstance(error, psycopg.Error) else None
    lines = (said or str(error)).strip().splitlines()
    return lines[0] if lines else type(error).__name__


def is_lost(connection: Connection, error: psycopg.Error) -> bool:
    """Whether it is the connection that has failed, and not the database that refuses something.

    One that is being cut need not be closed yet when an error comes of it; then it is libpq that speaks, which has no
    code of SQL for it.
    """
    return connection.closed or (type(error) is psycopg.OperationalError and error.sqlstate is None)


class Connector:
    """Makes connections to one database."""

    def __init__(self, url: str) -> None:
        try:
            self._settings: dict[str, Any] = {**DEFAULTS, **conninfo_to_dict(url)}
        except psycopg.Error as error:
            # Not what libpq says: it repeats parts of the URL, and there may be a password in it.
            raise CannotOpen(
                "database: this PostgreSQL URL cannot be read; expected postgresql://USER@HOST:PORT/NAME, with special "
                "signs written as %XX"
            ) from error
        host, port = (self._settings.get(key) for key in ("host", "port"))
        name = self._settings.get("dbname") or ""
        self.place = f"PostgreSQL database {name!r} on {host or 'this machine'}" + (f":{port}" if port else "")
        """What to call the database before people: nothing secret."""

    @property
    def settings(self) -> dict[str, Any]:
        """What libpq is told for each connection."""
        return dict(self._settings)

    async def connect(self) -> Connection:
        """A new connection, in autocommit mode. Raises psycopg.Error."""
        connection = await psycopg.AsyncConnection.connect(autocommit=True, **self._settings)
        try:
            await connection.execute(SET_UP)
        except BaseException:
            await connection.close()
            raise
        return connection

    def trouble(self, error: BaseException) -> Unavailable:
        """What is wrong with the database, for people."""
        return Unavailable(f"{self.place}: {first_line(error)}")


class Patience:
    """How long one request goes on looking for a lost database."""

    def __init__(self, connector: Connector) -> None:
        self._connector = connector
        self._ends = time.monotonic() + PATIENCE
        self._wait = SHORTEST_WAIT

    async def wait(self, error: BaseException) -> None:
        """Wait before the next attempt, or raise `Unavailable` when there were enough of them."""
        if time.monotonic() + self._wait > self._ends:
            raise self._connector.trouble(error) from error
        await asyncio.sleep(self._wait)
        self._wait = min(2 * self._wait, LONGEST_WAIT)


class Pool:
    """A few connections for short work that may be done twice: reading, and statements without a transaction."""

    def __init__(self, connector: Connector, size: int) -> None:
        self._connector = connector
        self._free = asyncio.Semaphore(size)
        self._idle: list[Connection] = []
        self._closed = False

    async def run(self, work: Callable[[Connection], Awaitable[Result]]) -> Result:
        """What the work returns; it is begun again when its connection is lost. Raises `Unavailable`."""
        patience = Patience(self._connector)
        while True:
            async with self._free:
                if self._closed:
                    raise Unavailable("the store is closed")
                connection: Connection | None = None
                try:
                    connection = self._idle.pop() if self._idle else await self._connector.connect()
                    result = await work(connection)
                except psycopg.Error as error:
                    if connection is not None and not is_lost(connection, error):
                        await self._put_back(connection)
                        raise self._connector.trouble(error) from error
                    if connection is not None:
                        await connection.close()
                    lost = error
                except BaseException:
                    # Cut off in the middle: nobody knows what the connection would answer next.
                    if connection is not None:
                        await connection.close()
                    raise
                else:
                    await self._put_back(connection)
                    return result
            await patience.wait(lost)

    async def close(self) -> None:
        """Close the connections; one that is at work is closed when the work ends."""
        self._closed = True
        while self._idle:
            await self._idle.pop().close()

    async def _put_back(self, connection: Connection) -> None:
        if self._closed:
            await connection.close()
        else:
            self._idle.append(connection)
