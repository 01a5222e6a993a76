"""Blocks and reports, as databases keep them."""

from __future__ import annotations

import asyncio

from neurohex.store import Block, Report
from neurohex.store.maintenance import open_maintenance
from tests.store.databases import Database


def report(which: str, reason: str = "name", person: str = "jan", reporter: str = "ana", at: float = 10.0) -> Report:
    return Report(which, reporter, person, person.title(), reason, "m1", at)


async def test_a_block_keeps_both_apart_until_it_is_lifted(database: Database) -> None:
    async with database.opened() as store:
        assert await store.block("ana", Block("jan", "Jan", 1.0), 2)
        assert await store.block("ana", Block("jan", "Johnny", 2.0), 2)  # again: nothing changes
        assert await store.blocks("ana") == [Block("jan", "Jan", 1.0)]
        assert await store.blocks("jan") == []
        assert await store.kept_apart("ana") == {"jan"}
        assert await store.kept_apart("jan") == {"ana"}
        assert await store.block("ana", Block("eve", "Eve", 3.0), 2)
        assert not await store.block("ana", Block("tom", "Tom", 4.0), 2)
        assert await store.block("ana", Block("eve", "Eve", 5.0), 2)  # at the limit, but known
        await store.unblock("jan", "ana")  # another's block is not lifted
        assert await store.kept_apart("jan") == {"ana"}
        await store.unblock("ana", "jan")
        assert await store.kept_apart("jan") == frozenset()
        assert await store.kept_apart("\0") == frozenset()


async def test_reports_are_limited_and_open_ones_not_repeated(database: Database) -> None:
    async with database.opened() as store:
        same = await asyncio.gather(*(store.add_report(report(f"r{n}"), 0.0, 3) for n in range(5)))
        assert all(same)
        with open_maintenance(database.url) as keeping:
            (only,) = keeping.reports()
            assert await store.add_report(report("a", "help"), 0.0, 3)
            assert await store.add_report(report("b", "losing"), 0.0, 3)
            assert not await store.add_report(report("c", "leaving"), 0.0, 3)
            assert await store.add_report(report("d", "leaving", at=20.0), 15.0, 3)  # another day
            assert len(keeping.reports(person="jan")) == 4
            assert keeping.reports(person="ana") == []
            assert keeping.close_report(only.id, "warned", 30.0)
            assert not keeping.close_report(only.id, "again", 31.0)
            assert not keeping.close_report("none", "", 31.0)
            closed = keeping.report(only.id)
            assert closed is not None
            assert (closed.closed, closed.note) == (30.0, "warned")
            assert len(keeping.reports()) == 3
            assert len(keeping.reports(everything=True)) == 4
            assert keeping.counts().reports == 3
            assert keeping.report("none") is None
        assert await store.add_report(report("e", at=40.0), 35.0, 3)  # it happened again, after the first was closed


async def test_what_goes_with_a_person(database: Database) -> None:
    async with database.opened() as store:
        for who, whom in (("ana", "jan"), ("jan", "ana"), ("eve", "ana"), ("eve", "jan")):
            await store.block(who, Block(whom, whom.title(), 1.0), 9)
        await store.add_report(report("by", reporter="ana", person="jan"), 0.0, 9)
        await store.add_report(report("about", reporter="jan", person="ana"), 0.0, 9)
        with open_maintenance(database.url) as keeping:
            found = keeping.personal("ana")
            assert [each["person"] for each in found["blocks"]] == ["jan"]
            assert [each["reason"] for each in found["reports"]] == ["name"]
            keeping.rename_reporter("ana", "deleted-1")
            keeping.forget("ana")
            assert [(each.id, each.reporter) for each in keeping.reports()] == [("by", "deleted-1")]
        assert await store.kept_apart("ana") == frozenset()
        assert await store.kept_apart("jan") == {"eve"}


async def test_a_note_reaches_other_processes_and_not_its_sender(postgres: Database) -> None:
    async with postgres.opened() as one, postgres.opened() as other:
        mine, theirs = one.news(), other.news()
        await one.send_note("m1", "guest-1 {}")
        async with asyncio.timeout(60):
            found = await anext(aiter(theirs))
        assert (found.match, found.note, found.gap) == ("m1", "guest-1 {}", False)
        await other.send_note("m2", "back")
        async with asyncio.timeout(60):
            assert (await anext(aiter(mine))).note == "back"  # and nothing before it
