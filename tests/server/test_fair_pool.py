"""Whose turn it is where many wait for a few."""

from __future__ import annotations

import asyncio

from neurohex.server.fair_pool import FairPool


async def served(pool: FairPool[int], who: str, order: list[str], seconds: float, *, then: asyncio.Event) -> None:
    item = await pool.acquire(who)
    order.append(who)
    await then.wait()
    pool.release(who, item, seconds)


async def test_the_client_with_the_least_use_is_next() -> None:
    order: list[str] = []
    pool, go = FairPool([1]), asyncio.Event()
    heavy = [asyncio.create_task(served(pool, "heavy", order, 5.0, then=go)) for _ in range(10)]
    await asyncio.sleep(0)
    light = [asyncio.create_task(served(pool, "light", order, 0.1, then=go)) for _ in range(3)]
    await asyncio.sleep(0)
    assert pool.waiting() == 12
    assert pool.waiting("light") == 3
    go.set()
    await asyncio.gather(*heavy, *light)
    assert order[:4] == ["heavy", "light", "light", "light"]
    assert pool.waiting() == 0


async def test_staying_away_saves_no_turns() -> None:
    order: list[str] = []
    pool, go = FairPool([1]), asyncio.Event()
    go.set()
    for _ in range(20):
        await served(pool, "old", order, 1.0, then=go)
    order.clear()
    go.clear()
    both = [
        asyncio.create_task(served(pool, who, order, 1.0, then=go))
        for who in ("new", "new", "old", "new", "new", "old")
    ]
    await asyncio.sleep(0)
    go.set()
    await asyncio.gather(*both)
    assert order.index("old") <= 2


async def test_one_client_cannot_hold_all_items() -> None:
    pool = FairPool([1, 2, 3])
    mine = [await pool.acquire("ann") for _ in range(2)]
    third = asyncio.create_task(pool.acquire("ann"))
    await asyncio.sleep(0)
    assert not third.done()
    other = await pool.acquire("ben")
    assert sorted([*mine, other]) == [1, 2, 3]
    pool.release("ann", mine[0], 1.0)
    assert await third == mine[0]


async def test_a_single_item_is_shared_in_turn() -> None:
    pool = FairPool([1])
    item = await pool.acquire("ann")
    pool.release("ann", item, 1.0)
    assert await pool.acquire("ann") == 1


async def test_a_cancelled_request_holds_no_item() -> None:
    pool = FairPool([1])
    item = await pool.acquire("ann")
    waiting = [asyncio.create_task(pool.acquire("ben")) for _ in range(2)]
    await asyncio.sleep(0)
    waiting[0].cancel()
    pool.release("ann", item, 0.0)  # in the same moment it is lent to the second
    waiting[1].cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    assert pool.waiting() == 0
    assert await pool.acquire("cid") == 1
