"""Several processes on one PostgreSQL database, and connections that are lost."""

from __future__ import annotations

import asyncio
import random
import signal
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from neurohex.store import CannotOpen, NumberTaken, Unavailable, connections, open_store
from neurohex.store.connections import Connector
from tests.postgres import Postgres
from tests.store.databases import PostgresDatabase
from tests.store.proxy import Cut, proxied
from tests.store.samples import summary
from tests.waiting import until


@pytest.mark.slow
async def test_of_two_processes_that_race_for_a_number_one_wins(postgres: PostgresDatabase) -> None:
    async with postgres.opened() as one, postgres.opened() as two:
        await one.create("m", [b"0"], b"secret", summary())
        racers = {b"one": one, b"two": two}
        winners = []
        for number in range(1, 201):
            outcomes = await asyncio.gather(
                *(store.append("m", number, [name]) for name, store in racers.items()), return_exceptions=True
            )
            winners += [name for name, outcome in zip(racers, outcomes, strict=True) if outcome is None]
            assert [type(outcome) for outcome in outcomes if outcome is not None] == [NumberTaken]
        assert await one.read("m", 1) == winners


async def test_processes_that_race_for_many_matches_do_not_block_each_other(postgres: PostgresDatabase) -> None:
    matches = [f"m{place}" for place in range(40)]
    async with postgres.opened() as one, postgres.opened() as two:
        await asyncio.gather(*(one.create(match, [b"0"], b"secret", summary()) for match in matches))
        for number in range(1, 16):
            # Events of different length, so that a loser with more of them could leave some behind.
            tries = [
                (store, match, [name] * random.randint(1, 3))
                for name, store in ((b"1", one), (b"2", two))
                for match in random.sample(matches, len(matches))
            ]
            starts = {match: len(await one.read(match)) for match in matches}
            outcomes = await asyncio.gather(
                *(store.append(match, starts[match], events, summary()) for store, match, events in tries),
                return_exceptions=True,
            )
            won = {
                match: events for (_, match, events), outcome in zip(tries, outcomes, strict=True) if outcome is None
            }
            assert [type(outcome) for outcome in outcomes].count(NumberTaken) == len(matches), number
            for match in matches:
                assert await two.read(match, starts[match]) == won[match]


@pytest.mark.parametrize("cut", Cut)
async def test_a_commit_with_a_cut_connection_is_done_once(postgres: PostgresDatabase, cut: Cut) -> None:
    with tempfile.TemporaryDirectory() as folder:  # a short path, as sockets want one
        async with proxied(postgres.url, Path(folder)) as proxy:
            store = await open_store(proxy.url(postgres.url))
            await store.create("m", [b"0"], b"secret", summary())
            for number in range(1, 4):
                proxy.cuts = [cut]
                await store.append("m", number, [b"%d" % number])
                assert proxy.cuts == []
            proxy.cuts = [cut] * 3
            await store.create("n", [b"0"], b"secret", summary())
            assert await store.read("m") == [b"0", b"1", b"2", b"3"]
            assert await store.read("n") == [b"0"]
            await store.close()


async def test_appends_continue_when_connections_are_cut(postgres: PostgresDatabase) -> None:
    async with postgres.opened() as store:
        await store.create("m", [b"0"], b"secret", summary())

        done, over = 0, asyncio.Event()

        async def play() -> None:
            nonlocal done
            while not over.is_set():
                await store.append("m", done + 1, [b"%d" % (done + 1)])
                assert (await store.read("m", done + 1)) == [b"%d" % (done + 1)]
                done += 1

        playing = asyncio.create_task(play())
        for _ in range(5):
            before = done
            await until(lambda before=before: done > before + 5)  # type: ignore[misc]  # bound now
            await asyncio.to_thread(postgres.cut_connections)
        over.set()
        await playing
        assert await store.read("m") == [b"%d" % number for number in range(done + 1)]


async def test_a_connection_that_fails_before_it_is_closed_is_one_that_is_lost(
    postgres: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    cuts = 2

    @asynccontextmanager
    async def pipeline(connection: psycopg.AsyncConnection[Any]) -> AsyncIterator[None]:
        nonlocal cuts
        yield
        if cuts:
            cuts -= 1
            raise psycopg.OperationalError("cannot exit pipeline mode while busy")

    async with postgres.opened() as store:
        await store.create("m", [b"0"], b"secret", summary())
        monkeypatch.setattr(psycopg.AsyncConnection, "pipeline", pipeline)
        await store.append("m", 1, [b"1"])
        assert cuts == 0
        assert await store.read("m") == [b"0", b"1"]


@pytest.mark.slow
@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT])
async def test_appends_continue_when_the_database_is_restarted(
    postgres: PostgresDatabase, postgres_server: Postgres, how: signal.Signals
) -> None:
    matches = [f"m{place}" for place in range(10)]
    async with postgres.opened() as store:
        for match in matches:
            await store.create(match, [b"0"], b"secret", summary())
        over = asyncio.Event()
        done = dict.fromkeys(matches, 0)

        async def play(match: str) -> None:
            while not over.is_set():
                await store.append(match, done[match] + 1, [b"%d" % (done[match] + 1)])
                done[match] += 1

        playing = [asyncio.create_task(play(match)) for match in matches]
        await until(lambda: min(done.values()) > 5)
        await asyncio.to_thread(postgres_server.stop, how)
        before = dict(done)
        await asyncio.to_thread(postgres_server.start)
        await until(lambda: all(done[match] > before[match] + 5 for match in matches))
        over.set()
        await asyncio.gather(*playing)
        for match, last in done.items():
            assert await store.read(match) == [b"%d" % number for number in range(last + 1)]


@pytest.mark.slow
async def test_pending_writes_fail_if_the_database_stays_away(
    postgres: PostgresDatabase, postgres_server: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with postgres.opened() as store:
        await store.create("m", [b"0"], b"secret", summary())
        monkeypatch.setattr(connections, "RETRY_SECONDS", 0.3)
        await asyncio.to_thread(postgres_server.stop)
        try:
            for waiting in (store.append("m", 1, [b"1"]), store.read("m"), store.claim("m", "me", 1.0)):
                with pytest.raises(Unavailable, match=r"PostgreSQL database 'test_.*") as told:
                    await waiting
                assert "\n" not in str(told.value)
            with pytest.raises(CannotOpen, match=r"PostgreSQL database 'test_.*"):
                await open_store(postgres.url)
        finally:
            await asyncio.to_thread(postgres_server.start)
        monkeypatch.undo()
        await store.append("m", 1, [b"1"])
        assert await store.read("m") == [b"0", b"1"]


async def test_a_commit_waits_for_the_disk_though_the_database_would_not(postgres: PostgresDatabase) -> None:
    with postgres.connected() as owner:
        owner.execute("ALTER ROLE CURRENT_USER SET synchronous_commit TO off")
        try:
            connection = await Connector(postgres.url).connect()
            answer = await connection.execute(
                "SELECT current_setting('synchronous_commit'), current_setting('idle_in_transaction_session_timeout')"
            )
            assert await answer.fetchone() == ("on", "5s")
            await connection.close()
        finally:
            owner.execute("ALTER ROLE CURRENT_USER RESET synchronous_commit")


async def test_a_process_that_hangs_in_a_transaction_does_not_block_others(
    postgres: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with postgres.opened() as store:
        await store.create("m", [b"0"], b"secret", summary())
        monkeypatch.setattr(connections, "SET_UP", connections.SET_UP.replace("'5s'", "'300ms'"))
        hung = await Connector(postgres.url).connect()
        # In one go: between two statements it would be idle, and might be ended too early.
        await hung.execute("BEGIN; INSERT INTO events (match, number, data) VALUES ('m', 1, 'hung')")
        await asyncio.wait_for(store.append("m", 1, [b"1"]), 120.0)
        assert await store.read("m") == [b"0", b"1"]
        await hung.close()


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("postgresql://u:hunter2@/nowhere?host=/nonexistent", "PostgreSQL database 'nowhere' on /nonexistent: "),
        ("postgresql://u:hunter2@127.0.0.1:1/games", "PostgreSQL database 'games' on 127.0.0.1:1: "),
        ("postgresql://u:hunter2@h:port/x?%", "database: this PostgreSQL URL cannot be read"),
        ("postgres://u:hunter2@/x?hunter2=1", "database: this PostgreSQL URL cannot be read"),
    ],
)
async def test_an_unreachable_database_is_reported_on_one_line_without_its_password(url: str, told: str) -> None:
    with pytest.raises(CannotOpen) as error:
        await open_store(url)
    assert str(error.value).startswith(told)
    assert "\n" not in str(error.value)
    assert "hunter2" not in str(error.value)


async def test_a_missing_database_is_reported(postgres_server: Postgres) -> None:
    with pytest.raises(CannotOpen, match='database "no_such" does not exist'):
        await open_store(postgres_server.url("no_such"))


async def test_the_tables_can_share_a_database(postgres: PostgresDatabase) -> None:
    postgres.ask("CREATE TABLE public.events (theirs text)")
    try:
        async with postgres.opened() as store:
            await store.create("m", [b"0"], b"secret", summary())
        assert postgres.ask("SELECT count(*) FROM public.events") == [(0,)]
    finally:
        postgres.ask("DROP TABLE public.events")
