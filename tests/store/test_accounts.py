"""Accounts, and what all servers on a database share."""

from __future__ import annotations

import asyncio
import time

import pytest

from neurohex.store import NameTaken, UnknownAccount
from tests.store.databases import Database


async def test_an_account_is_found_by_its_name_in_capitals_or_not(database: Database) -> None:
    async with database.opened() as store:
        before = time.time()
        await store.add_account("Żaneta", "hash")
        for name in ("Żaneta", "ŻANETA", "żaneta", "Z\u0307aneta"):
            found = await store.account(name)
            assert found is not None
            assert (found.name, found.password_hash) == ("Żaneta", "hash")
            assert before <= found.created <= time.time()
        for name in ("Zaneta", "", "\0", "\ud800"):
            assert await store.account(name) is None


async def test_a_name_is_given_once(database: Database) -> None:
    async with database.opened() as store:
        await store.add_account("Ana", "hash")
        for name in ("Ana", "ANA", "\uff21na"):
            with pytest.raises(NameTaken, match=f"the name '{name}' is taken"):
                await store.add_account(name, "other")
        found = await store.account("ana")
        assert found is not None
        assert found.password_hash == "hash"


async def test_one_of_many_accounts_with_the_same_name_is_made(database: Database) -> None:
    async with database.opened() as store:
        outcomes = await asyncio.gather(
            *(store.add_account("Ana", f"hash {place}") for place in range(10)), return_exceptions=True
        )
        assert sorted(type(outcome).__name__ for outcome in outcomes) == ["NameTaken"] * 9 + ["NoneType"]


async def test_a_name_that_cannot_be_stored_is_refused(database: Database) -> None:
    async with database.opened() as store:
        for name in ("a\0", "\udc80"):
            with pytest.raises(ValueError, match="account: the name"):
                await store.add_account(name, "hash")


async def test_a_password_can_be_changed(database: Database) -> None:
    async with database.opened() as store:
        await store.add_account("Ana", "old")
        await store.change_password("ANA", "new")
        found = await store.account("Ana")
        assert found is not None
        assert (found.name, found.password_hash) == ("Ana", "new")
        for name in ("Jan", "\0"):
            with pytest.raises(UnknownAccount):
                await store.change_password(name, "new")


async def test_a_value_is_stored_once(database: Database) -> None:
    async with database.opened() as store:
        first = await asyncio.gather(*(store.once("key", b"%d" % place) for place in range(10)))
        assert len(set(first)) == 1
        assert await store.once("other", b"\0") == b"\0"
    async with database.opened() as store:
        assert await store.once("key", b"later") == first[0]
