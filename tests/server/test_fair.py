"""Whose turn it is where many wait for a few."""

from __future__ import annotations

import asyncio

from neurohex.server.fair import Fair


async def served(fair: Fair[int], who: str, order: list[str], seconds: float, *, then: asyncio.Event) -> None:
    thing = await fair.take(who)
    order.append(who)
    await then.wait()
    fair.give_back(who, thing, seconds)


async def test_whoever_had_least_is_next() -> None:
    order: list[str] = []
    fair, go = Fair([1]), asyncio.Event()
    heavy = [asyncio.create_task(served(fair, "heavy", order, 5.0, then=go)) for _ in range(10)]
    await asyncio.sleep(0)
    light = [asyncio.create_task(served(fair, "light", order, 0.1, then=go)) for _ in range(3)]
    await asyncio.sleep(0)
    assert fair.waiting() == 12
    assert fair.waiting("light") == 3
    go.set()
    await asyncio.gather(*heavy, *light)
    assert order[:4] == ["heavy", "light", "light", "light"]
    assert fair.waiting() == 0


async def test_nobody_saves_turns_up_by_staying_away() -> None:
    order: list[str] = []
    fair, go = Fair([1]), asyncio.Event()
    go.set()
    for _ in range(20):
        await served(fair, "old", order, 1.0, then=go)
    order.clear()
    go.clear()
    both = [
        asyncio.create_task(served(fair, who, order, 1.0, then=go))
        for who in ("new", "new", "old", "new", "new", "old")
    ]
    await asyncio.sleep(0)
    go.set()
    await asyncio.gather(*both)
    assert order.index("old") <= 2


async def test_one_is_left_for_somebody_else() -> None:
    fair = Fair([1, 2, 3])
    mine = [await fair.take("ann") for _ in range(2)]
    third = asyncio.create_task(fair.take("ann"))
    await asyncio.sleep(0)
    assert not third.done()
    other = await fair.take("ben")
    assert sorted([*mine, other]) == [1, 2, 3]
    fair.give_back("ann", mine[0], 1.0)
    assert await third == mine[0]


async def test_of_a_single_one_everybody_has_it_in_turn() -> None:
    fair = Fair([1])
    thing = await fair.take("ann")
    fair.give_back("ann", thing, 1.0)
    assert await fair.take("ann") == 1


async def test_whoever_waits_no_longer_keeps_nothing() -> None:
    fair = Fair([1])
    thing = await fair.take("ann")
    waiting = [asyncio.create_task(fair.take("ben")) for _ in range(2)]
    await asyncio.sleep(0)
    waiting[0].cancel()
    fair.give_back("ann", thing, 0.0)  # in the same moment it is lent to the second
    waiting[1].cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    assert fair.waiting() == 0
    assert await fair.take("cid") == 1
