"""From an older database to the present one."""

from __future__ import annotations

import asyncio

import pytest

from neurohex.store import CannotOpen, Seat, StoreError, open_store
from tests.store.databases import Database, SqliteDatabase
from tests.store.samples import summary

SECOND_STEP = (
    "ALTER TABLE matches ADD COLUMN chapter INTEGER NOT NULL DEFAULT 7",
    "UPDATE matches SET chapter = 8 WHERE status = 'running'",
)
OLD_MATCH = """
    INSERT INTO matches (id, status, game, seats, created, updated)
        VALUES ('{match}', 'running', '{{}}', '[["ana","Ana"],["","greedy"]]', 1, 1);
    INSERT INTO events (match, number, data) VALUES ('{match}', 0, {data});
    INSERT INTO people (person, match) VALUES ('ana', '{match}')
"""
BROKEN_STEP = ("CREATE TABLE half_done (number INTEGER)", "UPDATE nothing_there SET number = 1")


async def test_a_new_database_has_every_step(database: Database) -> None:
    await (await database.open_with((*database.steps, SECOND_STEP))).close()
    assert database.ask("SELECT version FROM versions ORDER BY version") == [
        (version + 1,) for version in range(len(database.steps) + 1)
    ]


async def test_both_databases_are_made_in_as_many_steps() -> None:
    from neurohex.store.schema import POSTGRES_STEPS, SQLITE_STEPS

    assert len(SQLITE_STEPS) == len(POSTGRES_STEPS)


async def test_an_older_database_gets_the_steps_that_it_lacks(database: Database) -> None:
    """Each match is one that a neurohex of the first version has written."""
    for version in range(1, len(database.steps) + 1):
        await (await database.open_with(database.steps[:version])).close()
        data = "x'30'" if isinstance(database, SqliteDatabase) else "'0'"
        for statement in OLD_MATCH.format(match=f"m{version}", data=data).split(";"):
            database.ask(statement)
    for _ in range(2):  # the second run changes nothing
        store = await database.open_with((*database.steps, SECOND_STEP))
        assert await store.read("m1") == [b"0"]
        (listed, *others) = await store.listing(person="ana")
        assert len(others) == len(database.steps) - 1
        assert listed.summary.seats == (Seat("ana", "Ana"), Seat("", "greedy"))
        await store.close()
        assert database.ask("SELECT chapter FROM matches") == [(8,)] * len(database.steps)
        assert database.ask("SELECT count(*) FROM versions") == [(len(database.steps) + 1,)]


async def test_a_failed_step_leaves_the_database_unchanged(database: Database) -> None:
    async with database.opened() as store:
        await store.create("m", [b"0"], b"secret", summary())
    with pytest.raises(CannotOpen, match="nothing_there"):
        await database.open_with((*database.steps, SECOND_STEP, BROKEN_STEP))
    async with database.opened() as store:
        assert await store.read("m") == [b"0"]
    assert database.ask("SELECT max(version) FROM versions") == [(len(database.steps),)]
    await (await database.open_with((*database.steps, SECOND_STEP))).close()


async def test_a_newer_database_is_left_alone(database: Database) -> None:
    await (await database.open_with((*database.steps, SECOND_STEP))).close()
    known = len(database.steps)
    newer = rf"written by a newer neurohex \(its version is {known + 1}, this one knows up to {known}\)"
    with pytest.raises(CannotOpen, match=newer):
        await open_store(database.url)
    await (await database.open_with((*database.steps, SECOND_STEP))).close()


async def test_servers_that_start_together_make_the_tables_once(database: Database) -> None:
    opened = await asyncio.gather(*(open_store(database.url) for _ in range(4)), return_exceptions=True)
    stores = [store for store in opened if not isinstance(store, BaseException)]
    assert stores
    for store in stores:
        await store.close()
    assert all(isinstance(error, StoreError) for error in opened if isinstance(error, BaseException))
    assert database.ask("SELECT count(*) FROM versions") == [(len(database.steps),)]
