"""What one process hears of what another appends."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from neurohex.store import News, open_store
from neurohex.store.streams import MOST_WAITING, NewsStreams
from tests.postgres import Postgres
from tests.store.databases import Database, PostgresDatabase
from tests.store.samples import summary

PROMPTLY = 120.0
"""Seconds after which no news will come, even on a busy machine."""


async def next_of(news: AsyncIterator[News]) -> News:
    return await asyncio.wait_for(anext(news), PROMPTLY)


async def test_other_processes_hear_of_every_append(postgres: PostgresDatabase) -> None:
    async with postgres.opened() as one, postgres.opened() as two:
        news = two.news()
        await one.create("m", [b"0", b"1"], b"secret", summary())
        assert await next_of(news) == News("m", 1)
        assert await two.read("m") == [b"0", b"1"]
        await one.append("m", 2, [b"2", b"3", b"4"])
        assert await next_of(news) == News("m", 4)
        assert await two.read("m", 2) == [b"2", b"3", b"4"]


async def test_a_store_gets_no_news_of_its_own_appends(postgres: PostgresDatabase) -> None:
    async with postgres.opened() as one, postgres.opened() as two:
        news = one.news()
        await one.create("mine", [b"0"], b"secret", summary())
        await two.create("theirs", [b"0"], b"secret", summary())
        assert await next_of(news) == News("theirs", 0)


async def test_a_refused_append_makes_no_news(postgres: PostgresDatabase) -> None:
    async with postgres.opened() as one, postgres.opened() as two:
        news = two.news()
        await one.create("m", [b"0"], b"secret", summary())
        assert await next_of(news) == News("m", 0)
        await asyncio.gather(
            one.append("m", 0, [b"x"]), one.create("n", [b"0"], b"secret", summary()), return_exceptions=True
        )
        assert await next_of(news) == News("n", 0)


async def test_every_stream_gets_all_news(postgres: PostgresDatabase) -> None:
    # More matches than one notification can name.
    matches = [f"{place:064}" for place in range(300)]
    async with postgres.opened() as one, postgres.opened() as two:
        streams = [two.news(), two.news()]
        await asyncio.gather(*(one.create(match, [b"0"], b"secret", summary()) for match in matches))
        for stream in streams:
            assert {(await next_of(stream)).match for _ in matches} == set(matches)


async def test_a_lost_connection_is_a_gap_and_news_continue(postgres: PostgresDatabase) -> None:
    async with postgres.opened() as one, postgres.opened() as two:
        news = two.news()
        await one.create("m", [b"0"], b"secret", summary())
        assert await next_of(news) == News("m", 0)
        for number in range(1, 4):
            assert postgres.cut_connections() >= 2
            assert await next_of(news) == News(gap=True)
            await one.append("m", number, [b"x"])
            assert await next_of(news) == News("m", number)


async def test_an_unknown_notification_is_a_gap(postgres: PostgresDatabase) -> None:
    async with postgres.opened() as store, postgres.opened() as other:
        news = store.news()
        postgres.ask(
            "SELECT pg_notify('neurohex_news', said) FROM unnest(ARRAY['', 'x m', 'x m:1:2', 'x m:y']) AS said"
        )
        await other.create("m", [b"0"], b"secret", summary())
        heard = [await next_of(news)]
        while not heard[-1].match:
            heard.append(await next_of(news))
        assert set(heard[:-1]) == {News(gap=True)}
        assert heard[-1] == News("m", 0)


@pytest.mark.slow
@pytest.mark.usefixtures("patient")
async def test_appends_during_a_lost_connection_are_covered_by_the_gap(
    postgres: PostgresDatabase, postgres_server: Postgres
) -> None:
    async with postgres.opened() as one, postgres.opened() as two:
        await one.create("m", [b"0"], b"secret", summary())
        news = two.news()
        await asyncio.to_thread(postgres_server.stop)
        waiting = asyncio.create_task(one.append("m", 1, [b"1"]))
        await asyncio.to_thread(postgres_server.start)
        await waiting
        heard = await next_of(news)
        while not heard.gap:  # it may have listened again before the append
            heard = await next_of(news)
        assert await two.read("m") == [b"0", b"1"]


async def test_the_only_process_on_a_file_hears_nothing(sqlite: Database) -> None:
    async with sqlite.opened() as store:
        news = store.news()
        await store.create("m", [b"0"], b"secret", summary())
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(anext(news), 0.1)


async def test_news_end_when_the_store_is_closed(database: Database) -> None:
    store = await open_store(database.url)
    news = store.news()
    waiting = asyncio.create_task(anext(news, None))
    await asyncio.sleep(0)
    await store.close()
    assert await asyncio.wait_for(waiting, PROMPTLY) is None
    assert [piece async for piece in store.news()] == []


async def test_a_slow_reader_gets_a_gap() -> None:
    streams = NewsStreams()
    slow, quick = streams.open(), streams.open()
    for number in range(MOST_WAITING + 2):
        streams.publish(News("m", number))
        assert await anext(quick) == News("m", number)
    assert await anext(slow) == News(gap=True)
    assert await anext(slow) == News("m", MOST_WAITING + 1)
