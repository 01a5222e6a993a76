"""Texts that people bring: kept once, under a name that follows from them."""

from __future__ import annotations

import asyncio

import pytest

from tests.store.databases import Database

ODD = "ż \N{HONEYBEE} \0 \r\n'; DROP TABLE texts; --"


async def test_a_text_round_trips(database: Database) -> None:
    async with database.opened() as store:
        names = [await store.add_text(text, "ann") for text in ("", "text", ODD)]
        assert len(set(names)) == 3
        assert all(len(name) == 32 and name.isalnum() for name in names)
    async with database.opened() as store:
        assert [await store.text(name) for name in names] == ["", "text", ODD]


async def test_the_same_text_has_the_same_name_and_keeps_its_owner(database: Database) -> None:
    async with database.opened() as store:
        names = await asyncio.gather(*(store.add_text("text", "ann") for _ in range(10)))
        names.append(await store.add_text("text", "ben"))
        assert len(set(names)) == 1
        assert (await store.texts_by("ann"), await store.texts_by("ben")) == (1, 0)
        await store.add_text("other", "ben")
        assert (await store.texts_by("ann"), await store.texts_by("ben")) == (1, 1)


async def test_an_unknown_text_is_none(database: Database) -> None:
    async with database.opened() as store:
        await store.once("token-key", b"secret")
        for name in ("", "nothing", "token-key", "\0", "\ud800"):
            assert await store.text(name) is None
        assert await store.texts_by("\0") == 0


async def test_unstorable_texts_are_refused(database: Database) -> None:
    async with database.opened() as store:
        with pytest.raises(ValueError, match="text: the person"):
            await store.add_text("text", "\0")
        with pytest.raises(UnicodeEncodeError):
            await store.add_text("\ud800", "ann")
