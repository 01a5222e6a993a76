"""Who takes care of a match."""

from __future__ import annotations

import asyncio
import math

from tests.store.databases import Database
from tests.store.samples import summary

LEASE = 60.0
"""Seconds of a lease. A test lets them pass at once."""


async def test_a_lease_has_one_holder(database: Database) -> None:
    async with database.opened() as store:
        await store.create("m", [b"0"], b"secret", summary())
        assert await store.claim("m", "one", 60.0)
        assert not await store.claim("m", "two", 60.0)
        assert await store.claim("m", "one", 60.0)
        await store.release("m", "two")
        assert not await store.claim("m", "two", 60.0)
        await store.release("m", "one")
        assert await store.claim("m", "two", 60.0)


async def test_one_of_many_claims_succeeds(database: Database) -> None:
    async with database.opened() as store:
        await store.create("m", [b"0"], b"secret", summary())
        taken = await asyncio.gather(*(store.claim("m", f"owner {place}", 60.0) for place in range(20)))
        assert taken.count(True) == 1


async def test_a_lease_that_is_not_renewed_is_taken_over(database: Database) -> None:
    async with database.opened() as store:
        await store.create("m", [b"0"], b"secret", summary(deadline=0.0))
        assert await store.claim("m", "dead", LEASE)
        assert not await store.claim("m", "heir", 60.0)
        assert await store.matches_to_wake(math.inf) == []
        database.age_leases(store, LEASE)
        assert await store.matches_to_wake(math.inf) == ["m"]
        assert await store.claim("m", "heir", 60.0)
        assert await store.renew("dead", 60.0) == frozenset()
        assert not await store.claim("m", "dead", 60.0)


async def test_it_is_known_how_long_nothing_was_heard_of_a_holder(database: Database) -> None:
    async with database.opened() as store:
        await store.create("m", [b"0"], b"secret", summary(deadline=0.0))
        assert await store.silence("m", 60.0) is None
        await store.claim("m", "one", 60.0)
        database.age_leases(store, 10.0)
        silence = await store.silence("m", 60.0)
        assert silence is not None
        assert 10 <= silence < 50
        await store.renew("one", 60.0)
        again = await store.silence("m", 60.0)
        assert again is not None
        assert again < silence
        await store.claim("m", "one", LEASE)
        database.age_leases(store, LEASE)
        late = await store.silence("m", LEASE)  # it has run out
        assert late is not None
        assert late > LEASE
        await store.release("m", "one")
        assert await store.silence("m", LEASE) is None


async def test_all_leases_of_an_owner_are_renewed_at_once(database: Database) -> None:
    async with database.opened() as store:
        for match in ("a", "b", "c"):
            await store.create(match, [b"0"], b"secret", summary(deadline=0.0))
        for match in ("a", "b"):
            await store.claim(match, "one", LEASE)
        await store.claim("c", "two", LEASE)
        assert await store.renew("one", 2 * LEASE) == {"a", "b"}
        database.age_leases(store, LEASE)
        assert await store.matches_to_wake(math.inf) == ["c"]
        assert await store.renew("two", 60.0) == frozenset()
        assert not await store.claim("a", "two", 60.0)
        await store.release("a", "one")
        assert await store.renew("one", 60.0) == {"b"}
