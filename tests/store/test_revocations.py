"""Revoked tokens, as databases count them."""

from __future__ import annotations

import asyncio

import pytest

from neurohex.store import EVERYBODY
from tests.store.databases import Database


async def test_revocations_are_counted_by_person_and_stored(database: Database) -> None:
    async with database.opened() as store:
        assert await store.revocations() == {}
        await store.revoke("ana")
        await store.revoke(EVERYBODY)
        await store.revoke("ana")
        assert await store.revocations() == {"ana": 2, EVERYBODY: 1}
    async with database.opened() as store:
        assert await store.revocations() == {"ana": 2, EVERYBODY: 1}


async def test_revocations_at_once_all_count(database: Database) -> None:
    async with database.opened() as store:
        await asyncio.gather(*(store.revoke("ana") for _ in range(20)))
        assert await store.revocations() == {"ana": 20}


async def test_a_person_that_cannot_be_stored_is_refused(database: Database) -> None:
    async with database.opened() as store:
        with pytest.raises(ValueError, match="revocation: the person"):
            await store.revoke("\0")
