"""A log: numbered events, each appended once and for good."""

from __future__ import annotations

import asyncio
from typing import LiteralString

import pytest

from neurohex.store import (
    MatchExists,
    NumberAhead,
    NumberTaken,
    Status,
    Store,
    StoreRefusal,
    Unavailable,
    UnknownMatch,
    open_store,
)
from neurohex.store.sql import SqlStore
from tests.store.databases import Database
from tests.store.samples import summary
from tests.waiting import until


async def begun(store: Store) -> None:
    """Wait until the store has begun to write all that waits. What it acknowledges too early it has acknowledged
    then: the listing comes from the database."""
    assert isinstance(store, SqlStore)
    await until(lambda: not store._group._waiting)
    await store.listing()


async def test_events_are_read_from_any_number(database: Database) -> None:
    async with database.opened() as store:
        await store.create("m", [b"0", b"1"], b"secret", summary())
        await store.append("m", 2, [b"2"])
        await store.append("m", 3, [b"3", b"4"])
        everything = [b"0", b"1", b"2", b"3", b"4"]
        for start in range(7):
            assert await store.read("m", start) == everything[start:]


async def test_logs_are_apart(database: Database) -> None:
    async with database.opened() as store:
        for match in ("m", "M", "m2"):
            await store.create(match, [match.encode()], match.encode(), summary())
        await store.append("m", 1, [b"more"])
        assert await store.read("M") == [b"M"]
        assert await store.secret("m2") == b"m2"


async def test_bytes_round_trip(database: Database) -> None:
    events = [b"", bytes(range(256)), "zażółć".encode(), b"x" * 100_000]
    async with database.opened() as store:
        await store.create("m", events, bytes(range(256)), summary())
        assert await store.read("m") == events
        assert await store.secret("m") == bytes(range(256))


async def test_everything_survives_a_restart(database: Database) -> None:
    async with database.opened() as store:
        await store.create("m", [b"0"], b"secret", summary())
        await store.append("m", 1, [b"1"], summary(Status.FINISHED))
    async with database.opened() as store:
        assert await store.read("m") == [b"0", b"1"]
        assert await store.secret("m") == b"secret"
        assert (await store.summary("m")).status is Status.FINISHED
        await store.append("m", 2, [b"2"])


async def test_an_id_in_use_is_refused(database: Database) -> None:
    async with database.opened() as store:
        await store.create("m", [b"first"], b"secret", summary(people=("ana",)))
        with pytest.raises(MatchExists, match="there is a match m already"):
            await store.create("m", [b"second", b"longer"], b"other", summary(people=("ewa",)))
        assert await store.read("m") == [b"first"]
        assert await store.secret("m") == b"secret"
        assert await store.summary("m") == summary(people=("ana",))
        assert await store.listing(person="ewa") == []


@pytest.mark.parametrize("number", [0, 1, 2])
async def test_a_taken_number_is_refused_and_nothing_is_written(database: Database, number: int) -> None:
    async with database.opened() as store:
        await store.create("m", [b"0", b"1", b"2"], b"secret", summary(people=("ana",)))
        with pytest.raises(NumberTaken, match=f"match m: event {number} exists already"):
            await store.append("m", number, [b"x"] * 4, summary(Status.FINISHED, people=("ewa",)))
        assert await store.read("m") == [b"0", b"1", b"2"]
        assert await store.summary("m") == summary(people=("ana",))
        assert await store.listing(person="ewa") == []


async def test_a_log_has_no_holes(database: Database) -> None:
    async with database.opened() as store:
        await store.create("m", [b"0"], b"secret", summary())
        with pytest.raises(NumberAhead, match=r"event 2 cannot be appended, as there is no event 1"):
            await store.append("m", 2, [b"2", b"3"], summary(Status.FINISHED))
        assert await store.read("m") == [b"0"]
        assert await store.summary("m") == summary()


async def test_an_unknown_match_is_refused(database: Database) -> None:
    async with database.opened() as store:
        await store.create("m", [b"0"], b"secret", summary())
        for match in ("nobody", "", "a b", "m\0", "x" * 65, "../m", "zażółć", "\ud800"):
            for refused in (
                store.append(match, 0, [b"1", b"2"], summary()),
                store.append(match, 1, [b"1", b"2"], summary()),
                store.read(match),
                store.secret(match),
                store.summary(match),
                store.claim(match, "me", 1.0),
                store.listing(after=match),
            ):
                with pytest.raises(UnknownMatch):
                    await refused
            await store.release(match, "me")


async def test_invalid_events_are_the_callers_mistake(database: Database) -> None:
    async with database.opened() as store:
        await store.create("m", [b"0"], b"secret", summary())
        with pytest.raises(ValueError, match="events: expected one at least"):
            await store.append("m", 1, [])
        for number in (-1, 2**31):
            with pytest.raises(ValueError, match="number: expected"):
                await store.append("m", number, [b"1"])
        for match in ("", "a b", "x" * 65):
            with pytest.raises(ValueError, match="match id: expected"):
                await store.create(match, [b"0"], b"secret", summary())


@pytest.mark.slow
async def test_one_of_two_appends_for_the_same_number_wins(database: Database) -> None:
    async with database.opened() as store:
        await store.create("m", [b"0"], b"secret", summary())
        for number in range(1, 201):
            racers = [b"a%d" % number, b"b%d" % number]
            outcomes = await asyncio.gather(
                *(store.append("m", number, [racer]) for racer in racers), return_exceptions=True
            )
            (winner,) = (racer for racer, outcome in zip(racers, outcomes, strict=True) if outcome is None)
            assert [type(outcome) for outcome in outcomes if outcome is not None] == [NumberTaken]
            assert await store.read("m", number) == [winner]


async def test_one_of_two_creations_of_the_same_match_wins(database: Database) -> None:
    async with database.opened() as store:
        for place in range(20):
            racers = [b"a", b"b"]
            outcomes = await asyncio.gather(
                *(store.create(f"m{place}", [racer], racer, summary()) for racer in racers), return_exceptions=True
            )
            (winner,) = (racer for racer, outcome in zip(racers, outcomes, strict=True) if outcome is None)
            assert await store.read(f"m{place}") == [winner]
            assert await store.secret(f"m{place}") == winner


async def test_an_append_returns_only_after_it_is_committed(database: Database) -> None:
    async with database.opened() as store:
        await store.create("m", [b"0"], b"secret", summary())
        with database.held():
            waiting = asyncio.create_task(store.append("m", 1, [b"1"]))
            await begun(store)
            assert not waiting.done()
            assert await store.read("m") == [b"0"]
        await waiting
        assert database.ask("SELECT count(*) FROM events") == [(2,)]


async def test_another_connection_sees_each_append_when_it_returns(database: Database) -> None:
    async with database.opened() as store:
        await store.create("m", [b"0"], b"secret", summary())
        for number in range(1, 20):
            await store.append("m", number, [b"x"])
            assert database.ask("SELECT max(number) FROM events") == [(number,)]


async def test_appends_that_wait_together_share_a_transaction(database: Database) -> None:
    matches = [f"m{place}" for place in range(300)]
    async with database.opened() as store:
        await asyncio.gather(*(store.create(match, [b"0"], b"secret", summary()) for match in matches))
        before = store.counters
        await asyncio.gather(*(store.append(match, 1, [b"1"]) for match in matches))
        assert store.counters.writes - before.writes == 300
        assert store.counters.transactions - before.transactions <= 3
    assert database.ask("SELECT count(*) FROM events WHERE number = 1") == [(300,)]


async def test_appends_to_one_match_that_wait_together_are_carried_out_in_order(database: Database) -> None:
    async with database.opened() as store:
        await store.create("m", [b"0"], b"secret", summary())
        await asyncio.gather(*(store.append("m", number, [b"%d" % number]) for number in range(1, 30)))
        assert await store.read("m") == [b"%d" % number for number in range(30)]


async def test_a_refused_append_does_not_affect_others_of_its_batch(database: Database) -> None:
    async with database.opened() as store:
        for match in ("a", "b", "c", "d"):
            await store.create(match, [b"0"], b"secret", summary())
        outcomes = await asyncio.gather(
            store.append("a", 1, [b"1"], summary(Status.FINISHED)),
            store.append("b", 0, [b"x", b"y"], summary(Status.FINISHED)),
            store.append("nobody", 1, [b"x", b"y"], summary()),
            store.append("c", 7, [b"x"]),
            store.create("d", [b"x", b"y"], b"other", summary()),
            store.create("e", [b"0"], b"secret", summary()),
            store.append("d", 1, [b"1", b"2"]),
            return_exceptions=True,
        )
        assert [type(outcome) for outcome in outcomes] == [
            type(None), NumberTaken, UnknownMatch, NumberAhead, MatchExists, type(None), type(None),
        ]  # fmt: skip
        assert [await store.read(match) for match in "abcde"] == [
            [b"0", b"1"], [b"0"], [b"0"], [b"0", b"1", b"2"], [b"0"],
        ]  # fmt: skip
        assert (await store.summary("b")).status is Status.RUNNING


async def test_a_write_that_breaks_its_transaction_does_not_affect_others(database: Database) -> None:
    async with database.opened() as store:
        for match in ("a", "b", "c"):
            await store.create(match, [b"0"], b"secret", summary())
        database.poison()
        outcomes = await asyncio.gather(
            store.append("a", 1, [b"1"]),
            store.append("b", 1, [b"fine", b"poison"], summary(Status.FINISHED)),
            store.append("c", 9, [b"1"]),
            store.create("d", [b"0"], b"secret", summary()),
            return_exceptions=True,
        )
        assert [type(outcome) for outcome in outcomes] == [type(None), Unavailable, NumberAhead, type(None)]
        assert str(outcomes[1]).endswith(": poisoned")
        assert [await store.read(match) for match in "abcd"] == [[b"0", b"1"], [b"0"], [b"0"], [b"0"]]
        assert (await store.summary("b")).status is Status.RUNNING
        await store.append("b", 1, [b"fine"])


async def test_a_cancelled_write_does_not_disturb_others(database: Database) -> None:
    async with database.opened() as store:
        for match in ("a", "b"):
            await store.create(match, [b"0"], b"secret", summary())
        with database.held():
            left, stayed = (asyncio.create_task(store.append(match, 1, [b"1"])) for match in ("a", "b"))
            await begun(store)
            left.cancel()
            await until(left.done)
        await stayed
        assert left.cancelled()
        assert await store.read("b") == [b"0", b"1"]
        await store.create("c", [b"0"], b"secret", summary())


async def test_closing_finishes_pending_writes(database: Database) -> None:
    store = await open_store(database.url)
    await store.create("m", [b"0"], b"secret", summary())
    waiting = [asyncio.create_task(store.append("m", number, [b"x"])) for number in range(1, 6)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*waiting)
    assert database.ask("SELECT count(*) FROM events") == [(6,)]
    for refused in (store.append("m", 6, [b"x"]), store.read("m"), store.once("key", b"value")):
        with pytest.raises(Unavailable, match="the store is closed"):
            await refused
    await store.close()


async def test_every_refusal_is_one_line(database: Database) -> None:
    async with database.opened() as store:
        await store.create("m", [b"0"], b"secret", summary())
        refused = await asyncio.gather(
            store.create("m", [b"0"], b"secret", summary()),
            store.append("m", 0, [b"0"]),
            store.append("m", 5, [b"0"]),
            store.append("n", 5, [b"0"]),
            store.change_password("nobody", "hash"),
            return_exceptions=True,
        )
        for error in refused:
            assert isinstance(error, StoreRefusal)
            assert "\n" not in str(error)


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("DELETE FROM events WHERE match = 'b' AND number = 1", "match b: its log has a hole"),
        ("DELETE FROM events WHERE match = 'b'", "match b: it has no events"),
        ("DELETE FROM secrets WHERE match = 'b'", "match b: its secret is missing"),
    ],
)
async def test_the_check_finds_holes_in_logs(database: Database, statement: LiteralString, expected: str) -> None:
    async with database.opened() as store:
        for match in ("a", "b", "c"):
            await store.create(match, [b"0", b"1", b"2"], b"secret", summary())
        assert await store.check() is None
        database.ask(statement)
        found = await store.check()
        assert found is not None
        assert found.endswith(f": the database is damaged ({expected}); restore a copy")
