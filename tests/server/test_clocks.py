"""Players are not charged for time in which no server could accept an act, and no clock jumps."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from neurohex.match.authority import Decision, Match, open_match
from neurohex.rules.engine import legal_actions
from neurohex.server.metrics import Metrics
from neurohex.server.registry import MatchRegistry
from neurohex.server.settings import Settings
from neurohex.server.summaries import summary_after
from neurohex.server.timekeeping import SLOW_MS, Outages, now_ms
from neurohex.server.workers import Workers
from neurohex.store import Store, Unavailable, open_store
from neurohex.wire.http import Person
from neurohex.wire.messages import (
    Accepted,
    Act,
    Acted,
    AnyEvent,
    AnyReply,
    Flagged,
    Join,
    Paused,
    PlayerClock,
    Resumed,
    decode_event,
    encode,
)
from tests.postgres import running_postgres
from tests.server.serving import guests, mover, proposal, seated, serving
from tests.waiting import until

PEOPLE = (Person(id="ann", name="Ann"), Person(id="ben", name="Ben"))
SEED = bytes(32)
TEMPLATE = "match-000000"
MANY = 3_000


def begun(at: int, main: int) -> list[AnyEvent]:
    """The log of a match of Ann and Ben that started at this time."""
    plan = proposal(clock=PlayerClock(main=main))
    log = open_match(plan, match=TEMPLATE, owner="ann", seed=SEED, now=at)
    for person in PEOPLE:
        match = Match.from_events(log, SEED)
        log += match.decide(Join(id=person.id, match=TEMPLATE, name=person.name, nonce="00" * 16), person.id, at).events
    return log


async def keep(store: Store, at: int, main: int, count: int = 1) -> list[str]:
    """Put matches into a store that started at this time and wait for their first act; their ids."""
    events = begun(at, main)
    data = [encode(event) for event in events]
    summary = summary_after(Match.from_events(events[:1], SEED), events, 1e9)
    assert summary is not None
    names = [f"match-{number:06}" for number in range(count)]
    await asyncio.gather(
        *(
            store.create(name, [each.replace(TEMPLATE.encode(), name.encode()) for each in data], SEED, summary)
            for name in names
        )
    )
    return names


@contextlib.asynccontextmanager
async def hall_on(store: Store, owner: str, *, start: bool = True, **settings: Any) -> AsyncIterator[MatchRegistry]:
    """A registry without a network, killed at the end: it says nothing."""
    workers = Workers(1, 1.0)
    registry = MatchRegistry(store, Settings(**settings), Metrics(), workers, owner)
    if start:
        await registry.start()
    try:
        yield registry
    finally:
        for task in registry._background:
            task.cancel()
        for runner in registry._runners.values():
            await runner.stop()
        await asyncio.gather(*registry._background, return_exceptions=True)
        await workers.close()


async def events_of(store: Store, match: str) -> list[AnyEvent]:
    return [decode_event(data) for data in await store.read(match)]


async def act(registry: MatchRegistry, match: str) -> AnyReply:
    """The player to decide does something; the answer."""
    made = (await registry.get(match)).match
    person = PEOPLE[made.awaited() or 0]
    answers: list[AnyReply] = []
    command = Act(id=f"act-{made.last}", match=match, seen=made.last, action=legal_actions(made.state)[0])
    await registry.submit(command, person, answers.append)
    return answers[0]


# --- after a crash --------------------------------------------------------------------------------
async def many_after_a_crash(database: str, later: Callable[[float], None]) -> None:
    store = await open_store(database)
    matches = await keep(store, now_ms() - 3_600_000, 600_000, MANY)
    async with hall_on(store, "the only one", start=False) as registry:
        later(60)  # looking at so many takes several times the lease on a slow machine: as if it had
        await registry.start()
        await until(lambda: len(registry._runners) == len(matches))
    await store.close()


@pytest.mark.slow
def test_of_thousands_of_running_matches_none_is_flagged_after_a_crash(
    database: str, later: Callable[[float], None]
) -> None:
    """All of them had ten minutes left an hour ago."""
    asyncio.run(asyncio.wait_for(many_after_a_crash(database, later), 600))
    with contextlib.closing(sqlite3.connect(database)) as connection:
        kinds = [json.loads(data)["type"] for (data,) in connection.execute("SELECT data FROM events")]
    assert kinds.count("resumed") >= MANY
    assert "flagged" not in kinds


async def test_an_heir_gives_back_all_since_the_last_event(database: str) -> None:
    """Also with a younger lease: its holder may have died before it wrote that the clock runs."""
    store = await open_store(database)
    async with hall_on(store, "heir", start=False, lease_seconds=0.5) as registry:
        registry._keeper._started -= 1_000  # the heir is older than its lease
        (match,) = await keep(store, now_ms() - 5_000, 60_000)
        await store.claim(match, "dead", 0.5)
        await registry.start()
        await until(lambda: match in registry._runners)
        *_, started, back = await events_of(store, match)
        assert isinstance(back, Resumed)
        assert back.alive == started.at
    await store.close()


async def test_a_lease_that_runs_out_between_two_questions_counts_as_a_dead_servers(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await open_store(database)
    silence = store.silence

    async def before_the_lease_runs_out(match: str, seconds: float) -> float | None:
        asked = await silence(match, seconds)
        await store.release(match, "dead")
        return asked

    async with hall_on(store, "heir", start=False, lease_seconds=60.0) as registry:
        (match,) = await keep(store, now_ms() - 5_000, 60_000)
        await store.claim(match, "dead", 60.0)
        monkeypatch.setattr(store, "silence", before_the_lease_runs_out)
        assert isinstance(await act(registry, match), Accepted)
        kinds = [type(event) for event in await events_of(store, match)]
        assert kinds[-2:] == [Resumed, Acted]
    await store.close()


async def test_a_pause_ends_once_though_a_command_and_the_runner_both_end_it(database: str) -> None:
    store = await open_store(database)
    async with hall_on(store, "the only one") as registry:
        (match,) = await keep(store, now_ms(), 60_000)
        live = await registry.get(match)
        await until(lambda: match in registry._runners)
        acting: list[asyncio.Task[AnyReply]] = []

        def pause(now: int) -> Decision:
            acting.append(asyncio.create_task(act(registry, match)))  # waits for the lock before the runner does
            return live.match.pause(now)

        await live.host(pause)
        assert isinstance(await acting[0], Accepted)
        await live.host(lambda _: Decision())  # after the runner, which waited too
        kinds = [type(event) for event in await events_of(store, match)]
        assert kinds[kinds.index(Paused) :] == [Paused, Resumed, Acted]
    await store.close()


async def test_only_the_holder_of_the_lease_flags(database: str) -> None:
    """It is dead, which is not known yet: an act on another server counts."""
    store = await open_store(database)
    async with hall_on(store, "another", lease_seconds=60.0) as registry:
        registry._keeper._started -= 10_000
        (match,) = await keep(store, now_ms() - 1_000, 300)
        await store.claim(match, "dead", 60.0)
        await registry.get(match)
        assert isinstance(await act(registry, match), Accepted)
        assert not any(isinstance(event, Flagged) for event in await events_of(store, match))
    await store.close()


async def test_the_holder_flags(database: str) -> None:
    store = await open_store(database)
    async with hall_on(store, "holder") as registry:
        (match,) = await keep(store, now_ms(), 300)
        table = await registry.get(match)
        await until(lambda: table.match.finished is not None)
        assert Flagged in [type(event) for event in await events_of(store, match)]
    await store.close()


# --- the store is away ----------------------------------------------------------------------------
@pytest.mark.slow
async def test_an_act_in_time_counts_although_the_store_was_down(
    database: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    later: Callable[[float], None],
) -> None:
    monkeypatch.setattr("neurohex.client.connection._UNAVAILABLE_PAUSE", 0.05)
    async with serving(database) as served, guests(served.url, "Ann", "Ben") as people:
        places = await seated(*people, clock=PlayerClock(main=600_000))
        store = served.context.store
        append = store.append
        failures = 0

        async def fail(*_: Any) -> None:
            nonlocal failures
            failures += 1
            raise Unavailable("the disk is full")

        monkeypatch.setattr(store, "append", fail)
        acting = asyncio.create_task(mover(places).act(legal_actions(places[0].state)[0]))
        await until(lambda: failures > 2)
        assert caplog.text.count("the disk is full") == 1  # though it was tried again and again
        later(3_600)
        (await served.context.registry.get(places[0].match)).changed.set()  # its clock has run out
        before = failures
        await until(lambda: failures > before + 2)
        assert not acting.done()
        monkeypatch.setattr(store, "append", append)
        await acting
        log = [decode_event(data) for data in await store.read(places[0].match)]
        assert not any(isinstance(event, Flagged) for event in log)
        assert sum(event.at - event.alive for event in log if isinstance(event, Resumed)) > 3_500_000


@pytest.mark.slow
async def test_no_player_loses_on_time_if_postgresql_is_down_longer_than_the_lease(
    monkeypatch: pytest.MonkeyPatch, later: Callable[[float], None]
) -> None:
    monkeypatch.setattr("neurohex.store.connections.RETRY_SECONDS", 0.5)
    with running_postgres(durable=False) as postgres:
        async with (
            serving(postgres.new_database(), lease_seconds=1.0) as served,
            guests(served.url, "Ann", "Ben") as people,
        ):
            places = await seated(*people, clock=PlayerClock(main=600_000))
            await asyncio.to_thread(postgres.stop)
            acting = asyncio.create_task(mover(places).act(legal_actions(places[0].state)[0]))
            await asyncio.sleep(1.2)  # the database counts the lease by its own clock
            later(3_600)
            (await served.context.registry.get(places[0].match)).changed.set()  # its clock has run out
            await asyncio.to_thread(postgres.start)
            await acting
            log = [decode_event(data) for data in await served.context.store.read(places[0].match)]
            assert not any(isinstance(event, Flagged) for event in log)


async def test_matches_continue_if_every_write_is_slow(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    store = await open_store(database)
    monkeypatch.setattr("neurohex.server.timekeeping.SLOW_MS", -1)  # any write takes longer
    async with hall_on(store, "holder") as registry:
        (match,) = await keep(store, now_ms(), 60_000)
        for _ in range(3):
            assert isinstance(await act(registry, match), Accepted)
    await store.close()


async def test_outages_are_failed_and_slow_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_000_000
    monkeypatch.setattr("neurohex.server.timekeeping.now_ms", lambda: now)
    ends: list[int] = []
    outages = Outages(lambda: ends.append(now))
    now += 5_000
    with outages.watched():
        now += 10
    assert outages.between(0, now) == 0
    good = now - 10
    now += 3_000
    with contextlib.suppress(Unavailable), outages.watched():
        now += 100
        raise Unavailable("away")
    now += 900
    assert outages.between(0, now) == now - good  # it goes on, and began after the last good write
    assert outages.between(now - 400, now) == 400
    with outages.watched():
        now += 50
    first = now - good
    assert (ends, outages.between(0, now)) == ([now], first)
    now += 60_000
    with contextlib.suppress(ValueError), outages.watched():
        raise ValueError("a refusal, which shows that the store is well")
    assert outages.between(0, now) == first
    with outages.watched():  # it hangs
        now += SLOW_MS + 1
        assert outages.between(0, now) == first + SLOW_MS + 1
    assert outages.between(0, now) == first + SLOW_MS + 1
    now += 1_000
    assert outages.between(0, now) == first + SLOW_MS + 1
    assert outages.between(now - 1_000, now) == 0
    assert len(ends) == 1


# --- the wall clock jumps -------------------------------------------------------------------------
@pytest.mark.parametrize("seconds", [3_600, -3_600])
async def test_a_wall_clock_that_jumps_changes_no_clock(
    database: str, monkeypatch: pytest.MonkeyPatch, seconds: int
) -> None:
    async with serving(database) as served, guests(served.url, "Ann", "Ben") as people:
        places = await seated(*people, clock=PlayerClock(main=60_000))
        wall, wall_ns = time.time, time.time_ns
        monkeypatch.setattr(time, "time", lambda: wall() + seconds)
        monkeypatch.setattr(time, "time_ns", lambda: wall_ns() + seconds * 1_000_000_000)
        for _ in range(4):
            last = max(place.follower.last for place in places)
            for place in places:
                await place.until(lambda place=place, last=last: place.follower.last >= last)  # type: ignore[misc]  # bound now
            place = mover(places)
            await place.act(legal_actions(place.state)[0])
        log = [decode_event(data) for data in await served.context.store.read(places[0].match)]
        assert not any(isinstance(event, Flagged | Resumed) for event in log)
        clocks = Match.from_events(log, await served.context.store.secret(places[0].match)).clocks
        assert clocks is not None
        assert all(20_000 < left < 60_000 for left in clocks.left(log[-1].at))
