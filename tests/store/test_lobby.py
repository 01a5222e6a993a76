"""Summaries, for a lobby and a starting server: no log is read."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from neurohex.store import Listed, Seat, Status, Store, Summary
from tests.store.databases import Database
from tests.store.samples import summary


async def listed(store: Store, **wanted: object) -> list[str]:
    return [entry.match for entry in await store.listing(**wanted)]  # type: ignore[arg-type]  # checked where it is used


async def test_a_summary_is_returned_unchanged(database: Database) -> None:
    seats = (Seat("guest:7", 'Zażółć "gęślą"\n\\'), Seat("", "greedy bot"), Seat(), Seat("guest:7", "twice"))
    given = Summary(Status.OPEN, '{"armies":["borgo"]}', seats, 1_700_000_000.123456, 1_700_000_001.5, 0.0)
    async with database.opened() as store:
        await store.create("m", [b"0"], b"secret", given)
        assert await store.summary("m") == given
        assert await store.listing() == [Listed("m", given)]


async def test_a_summary_is_replaced_with_the_events_that_change_it(database: Database) -> None:
    async with database.opened() as store:
        await store.create("m", [b"0"], b"secret", summary(Status.OPEN, people=("ana",)))
        running = summary(Status.RUNNING, people=("ana", "jan"), updated=2000.0, deadline=2060.0)
        await store.append("m", 1, [b"1"], running)
        assert await store.summary("m") == running
        await store.append("m", 2, [b"2"])
        assert await store.summary("m") == running
        over = replace(running, status=Status.FINISHED, game="{}", updated=3000.0, deadline=None)
        await store.append("m", 3, [b"3"], over)
        assert await store.summary("m") == over


async def test_when_a_match_was_made_does_not_change(database: Database) -> None:
    async with database.opened() as store:
        await store.create("m", [b"0"], b"secret", summary(created=5.0))
        await store.append("m", 1, [b"1"], summary(created=6.0))
        assert (await store.summary("m")).created == 5.0


async def test_matches_are_listed_by_status_the_newest_first(database: Database) -> None:
    async with database.opened() as store:
        for place, status in enumerate([Status.OPEN, Status.RUNNING, Status.FINISHED] * 2):
            await store.create(f"m{place}", [b"0"], b"secret", summary(status, created=float(place)))
        assert await listed(store) == ["m5", "m4", "m3", "m2", "m1", "m0"]
        assert await listed(store, status=Status.OPEN) == ["m3", "m0"]
        assert await listed(store, status=Status.FINISHED) == ["m5", "m2"]
        await store.append("m3", 1, [b"1"], summary(Status.RUNNING, created=3.0))
        assert await listed(store, status=Status.OPEN) == ["m0"]
        assert await listed(store, status=Status.RUNNING) == ["m4", "m3", "m1"]


async def test_pages_of_a_listing_hold_every_match_once(database: Database) -> None:
    # Ids whose order differs between languages, and matches made in the same moment.
    ids = ["a-1", "A-1", "a1", "B", "b", "_", "Z9", "z", "0", "a_1"]
    async with database.opened() as store:
        for place, match in enumerate(ids):
            await store.create(match, [b"0"], b"secret", summary(created=float(place // 4)))
        everything = await listed(store)
        assert sorted(everything) == sorted(ids)
        pages: list[str] = []
        while page := await listed(store, limit=3, after=pages[-1] if pages else None):
            pages += page
            # A new match does not shift the pages.
            await store.create(f"new{len(pages)}", [b"0"], b"secret", summary(created=100.0))
        assert pages == everything


async def test_a_persons_matches_are_those_with_their_seat_now(database: Database) -> None:
    async with database.opened() as store:
        await store.create("a", [b"0"], b"secret", summary(people=("ana", "jan"), created=1.0))
        await store.create("b", [b"0"], b"secret", summary(Status.OPEN, people=("ana", "", "ana"), created=2.0))
        await store.create("c", [b"0"], b"secret", summary(people=("", ""), created=3.0))
        assert await listed(store, person="ana") == ["b", "a"]
        assert await listed(store, person="ana", status=Status.OPEN) == ["b"]
        assert await listed(store, person="ana", after="b") == ["a"]
        await store.append("a", 1, [b"1"], summary(people=("ewa", "jan"), created=1.0))
        await store.append("c", 1, [b"1"], summary(people=("ana", "jan"), created=3.0))
        assert await listed(store, person="ana") == ["c", "b"]
        assert await listed(store, person="jan") == ["c", "a"]
        assert await listed(store, person="ewa") == ["a"]
        for nobody in ("", "an", "\0", "\ud800", "%"):
            assert await listed(store, person=nobody) == []


async def test_a_page_has_bounds(database: Database) -> None:
    async with database.opened() as store:
        for limit in (0, -1, 1001):
            with pytest.raises(ValueError, match="limit: expected 1 to 1000"):
                await store.listing(limit=limit)


async def test_unstorable_values_are_refused_in_advance(database: Database) -> None:
    async with database.opened() as store:
        for wrong in (
            summary(people=("a\0",)),
            summary(people=("\udc80",)),
            replace(summary(), game="\0"),
            replace(summary(), seats=(Seat("a", "\ud800"),)),
            summary(created=math.nan),
            summary(updated=math.inf),
            summary(deadline=-math.inf),
        ):
            with pytest.raises(ValueError, match="summary: "):
                await store.create("m", [b"0"], b"secret", wrong)
        assert store.counters.transactions == 0


async def test_matches_to_wake_are_ordered_by_deadline(database: Database) -> None:
    async with database.opened() as store:
        await store.create("clock", [b"0"], b"secret", summary(deadline=50.0))
        await store.create("bot", [b"0"], b"secret", summary(deadline=0.0))
        await store.create("people", [b"0"], b"secret", summary(deadline=None))
        await store.create("over", [b"0"], b"secret", summary(Status.FINISHED, deadline=10.0))
        await store.create("open", [b"0"], b"secret", summary(Status.OPEN, deadline=20.0))
        assert await store.matches_to_wake(math.inf) == ["bot", "open", "clock"]
        assert await store.matches_to_wake(50.0) == ["bot", "open", "clock"]
        assert await store.matches_to_wake(49.9) == ["bot", "open"]
        await store.append("bot", 1, [b"1"], summary(deadline=None))
        assert await store.matches_to_wake(49.9) == ["open"]
