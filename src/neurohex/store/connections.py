"""PostgreSQL connections that reconnect."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

import psycopg
from psycopg.conninfo import conninfo_to_dict

from neurohex.store.errors import CannotOpen, Unavailable

RETRY_SECONDS: Final = 10.0
"""Seconds to retry before a request fails. A restart of PostgreSQL takes less."""
SHORTEST_WAIT: Final = 0.05
LONGEST_WAIT: Final = 1.0
"""Bounds of the delay between attempts, in seconds. It doubles each time."""

OLDEST_SERVER: Final = 13
"""The first version with pg_current_xact_id, which tells the outcome of a transaction."""

SCHEMA: Final = "neurohex"
"""The tables have their own schema, so that the database can be shared with other programs."""

DEFAULTS: Final = {
    "application_name": "neurohex",
    "connect_timeout": 5,
    # Detects a vanished server within half a minute.
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}

# Commits are durable whatever the server's default. The server ends the connection of a process that hangs inside a
# transaction, so that it does not block others.
SET_UP: Final = f"""
    SELECT set_config('search_path', '{SCHEMA}', false),
           set_config('idle_in_transaction_session_timeout', '5s', false),
           CASE current_setting('synchronous_commit') WHEN 'off' THEN set_config('synchronous_commit', 'on', false) END
"""

Connection = psycopg.AsyncConnection[tuple[Any, ...]]
Result = TypeVar("Result")


def first_line(error: BaseException) -> str:
    """An error's message on one line."""
    said = error.diag.message_primary if isinstance(error, psycopg.Error) else None
    lines = (said or str(error)).strip().splitlines()
    return lines[0] if lines else type(error).__name__


def is_lost(connection: Connection, error: psycopg.Error) -> bool:
    """Whether the connection failed, rather than the database refusing something.

    A connection that is being cut may not be marked as closed yet. The error then comes from libpq and has no SQLSTATE.
    """
    return connection.closed or (type(error) is psycopg.OperationalError and error.sqlstate is None)


class Connector:
    """Opens connections to one database."""

    def __init__(self, url: str) -> None:
        try:
            self._settings: dict[str, Any] = {**DEFAULTS, **conninfo_to_dict(url)}
        except psycopg.Error as error:
            # Do not quote libpq: its message repeats parts of the URL, perhaps a password.
            raise CannotOpen(
                "database: this PostgreSQL URL cannot be read; expected postgresql://USER@HOST:PORT/NAME, with special "
                "signs written as %XX"
            ) from error
        host, port = (self._settings.get(key) for key in ("host", "port"))
        name = self._settings.get("dbname") or ""
        self.label = f"PostgreSQL database {name!r} on {host or 'this machine'}" + (f":{port}" if port else "")
        """The database's name for people, without secrets."""

    @property
    def settings(self) -> dict[str, Any]:
        """libpq's connection parameters."""
        return dict(self._settings)

    async def connect(self) -> Connection:
        """Open a connection in autocommit mode. Raises psycopg.Error."""
        connection = await psycopg.AsyncConnection.connect(autocommit=True, **self._settings)
        try:
            await connection.execute(SET_UP)
        except BaseException:
            await connection.close()
            raise
        return connection

    def trouble(self, error: BaseException) -> Unavailable:
        """An error for people."""
        return Unavailable(f"{self.label}: {first_line(error)}")


class Retry:
    """Retry delays of one request."""

    def __init__(self, connector: Connector) -> None:
        self._connector = connector
        self._ends = time.monotonic() + RETRY_SECONDS
        self._wait = SHORTEST_WAIT

    async def wait(self, error: BaseException) -> None:
        """Wait before the next attempt. Raises `Unavailable` after the last one."""
        if time.monotonic() + self._wait > self._ends:
            raise self._connector.trouble(error) from error
        await asyncio.sleep(self._wait)
        self._wait = min(2 * self._wait, LONGEST_WAIT)


class Pool:
    """A few connections for idempotent work: reads, and single statements without a transaction."""

    def __init__(self, connector: Connector, size: int) -> None:
        self._connector = connector
        self._free = asyncio.Semaphore(size)
        self._idle: list[Connection] = []
        self._closed = False

    async def run(self, work: Callable[[Connection], Awaitable[Result]]) -> Result:
        """Run `work` and return its result. Retries it if the connection is lost. Raises `Unavailable`."""
        retry = Retry(self._connector)
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
                    # Interrupted: the state of the connection is unknown.
                    if connection is not None:
                        await connection.close()
                    raise
                else:
                    await self._put_back(connection)
                    return result
            await retry.wait(lost)

    async def close(self) -> None:
        """Close the connections; busy ones when their work ends."""
        self._closed = True
        while self._idle:
            await self._idle.pop().close()

    async def _put_back(self, connection: Connection) -> None:
        if self._closed:
            await connection.close()
        else:
            self._idle.append(connection)
