"""An empty database of each kind, and a look into it past the store."""

from __future__ import annotations

import sqlite3
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any, LiteralString

import psycopg

from neurohex.store import Store, open_store
from neurohex.store.schema import POSTGRES_STEPS, SQLITE_STEPS, Steps


class Database(ABC):
    """One database, which may be opened as a store again and again."""

    url: str
    steps: Steps
    """How its tables are made."""

    @abstractmethod
    async def open_with(self, steps: Steps) -> Store:
        """Open it as a neurohex with other steps would."""

    @abstractmethod
    def ask(self, statement: LiteralString) -> list[tuple[Any, ...]]:
        """The answer of the database itself, on its own connection."""

    @abstractmethod
    def held(self) -> AbstractContextManager[None]:
        """Blocks all other writers."""

    @abstractmethod
    def poison(self) -> None:
        """From now on, an event that is b"poison" breaks the transaction that it is in."""

    @abstractmethod
    def age_leases(self, store: Store, seconds: float) -> None:
        """Let this time pass for all leases."""

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[Store]:
        """A store on it, closed at the end."""
        store = await open_store(self.url)
        try:
            yield store
        finally:
            await store.close()


class SqliteDatabase(Database):
    """A file that does not exist yet."""

    steps = SQLITE_STEPS

    def __init__(self, path: Path) -> None:
        self.path = path
        self.url = str(path)

    async def open_with(self, steps: Steps) -> Store:
        from neurohex.store.sqlite import SqliteStore

        return await SqliteStore.open(self.path, steps)

    def ask(self, statement: LiteralString) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(self.path, isolation_level=None)) as connection:
            return connection.execute(statement).fetchall()

    @contextmanager
    def held(self) -> Iterator[None]:
        with closing(sqlite3.connect(self.path, isolation_level=None)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            yield
            connection.execute("ROLLBACK")

    def age_leases(self, store: Store, seconds: float) -> None:
        from neurohex.store.sqlite import SqliteStore

        assert isinstance(store, SqliteStore)
        for match, (owner, ends) in store._leases.items():
            store._leases[match] = (owner, ends - seconds)

    def poison(self) -> None:
        self.ask(
            "CREATE TRIGGER poison BEFORE INSERT ON events WHEN new.data = x'706f69736f6e' "
            "BEGIN SELECT raise(ABORT, 'poisoned'); END"
        )


class PostgresDatabase(Database):
    """An empty database of the tests' server."""

    steps = POSTGRES_STEPS

    def __init__(self, url: str) -> None:
        self.url = url

    async def open_with(self, steps: Steps) -> Store:
        from neurohex.store.postgres import PostgresStore

        return await PostgresStore.open(self.url, steps)

    @contextmanager
    def connected(self) -> Iterator[psycopg.Connection]:
        with closing(psycopg.connect(self.url, autocommit=True, options="-c search_path=neurohex")) as connection:
            yield connection

    def ask(self, statement: LiteralString) -> list[tuple[Any, ...]]:
        with self.connected() as connection:
            answer = connection.execute(statement)
            return answer.fetchall() if answer.description else []

    @contextmanager
    def held(self) -> Iterator[None]:
        with self.connected() as connection, connection.transaction():
            connection.execute("LOCK TABLE events IN SHARE MODE")
            yield

    def age_leases(self, store: Store, seconds: float) -> None:
        with self.connected() as connection:
            connection.execute("UPDATE leases SET ends = ends - make_interval(secs => %s)", (seconds,))

    def poison(self) -> None:
        self.ask(
            "CREATE FUNCTION poison() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN IF new.data = 'poison'::bytea THEN RAISE EXCEPTION 'poisoned'; END IF; RETURN new; END $$; "
            "CREATE TRIGGER poison BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION poison()"
        )

    def cut_connections(self) -> int:
        """End every connection of the stores on it; how many there were."""
        answer = self.ask(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
            "WHERE application_name = 'neurohex' AND datname = current_database()"
        )
        return int(answer[0][0])
