"""Both databases, for every test that asks for `database`."""

from __future__ import annotations

import asyncio
import inspect
from pathlib import Path

import pytest

from neurohex.store import connections
from tests.postgres import Postgres, shared_postgres
from tests.store.databases import Database, PostgresDatabase, SqliteDatabase


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run an async test in its own event loop."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    wanted = inspect.signature(pyfuncitem.obj).parameters
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in wanted}))
    return True


@pytest.fixture
def sqlite(tmp_path: Path) -> SqliteDatabase:
    return SqliteDatabase(tmp_path / "games.db")


@pytest.fixture(scope="session")
def postgres_server() -> Postgres:
    return shared_postgres()


@pytest.fixture(scope="session")
def postgres_url(postgres_server: Postgres) -> str:
    """One database for all tests, as making one takes half a second."""
    return postgres_server.new_database()


@pytest.fixture
def postgres(postgres_url: str) -> PostgresDatabase:
    database = PostgresDatabase(postgres_url)
    database.cut_connections()
    database.ask("DROP SCHEMA IF EXISTS neurohex CASCADE")
    return database


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stores wait for a database that is restarted, however busy the machine."""
    monkeypatch.setattr(connections, "RETRY_SECONDS", 120.0)


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest) -> Database:
    """An empty database of each kind in turn."""
    found: Database = request.getfixturevalue(request.param)
    return found
