"""Parts of analyses: kept once, counted, and forgotten by age."""

from __future__ import annotations

import asyncio
import time

from tests.store.databases import Database


async def test_parts_are_kept_once_and_survive_a_restart(database: Database) -> None:
    async with database.opened() as store:
        assert await store.analysis("game") == {}
        await asyncio.gather(*(store.add_analysis("game", number, b"%d" % number) for number in range(5)))
        await store.add_analysis("game", 3, b"other")
        await store.add_analysis("other", 0, b"\0\xff")
    async with database.opened() as store:
        assert await store.analysis("game") == {number: b"%d" % number for number in range(5)}
        assert await store.analysis("other") == {0: b"\0\xff"}
        assert await store.analysis_counts(["game", "other", "none", "\0"]) == {"game": 5, "other": 1}
        assert await store.analysis_counts([]) == {}
        assert await store.analysis("\0") == {}


async def test_old_ones_are_forgotten(database: Database) -> None:
    async with database.opened() as store:
        await store.add_analysis("game", 0, b"0")
        await store.forget_analyses(time.time() - 60)
        assert await store.analysis_counts(["game"]) == {"game": 1}
        await store.forget_analyses(time.time() + 60)
        assert await store.analysis_counts(["game"]) == {}
