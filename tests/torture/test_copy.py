"""A database file copied while its server runs: another server continues from the copy."""

from __future__ import annotations

import asyncio
import contextlib
import random
import sys
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from neurohex.client import Client
from neurohex.match.follower import Follower
from neurohex.store import open_store
from neurohex.wire.messages import Cause, decode_event
from tests.torture.ledger import Page, commands_in
from tests.torture.mortal import Mortal
from tests.torture.tables import KINDS, Table

SECONDS = 300.0
BEFORE = 10
"""Commands that are acknowledged in every match before the copy is taken."""


@contextlib.asynccontextmanager
async def living(database: Path) -> AsyncIterator[Mortal]:
    """A server that is killed at the end."""
    server = Mortal(str(database), database.with_suffix(".log"))
    try:
        await server.begin()
        await server.ready()
        yield server
    finally:
        await server.close()


async def copied(source: Path, target: Path) -> None:
    """Copy a database as docs/operations.md says."""
    words = ("-m", "neurohex.store.copying", str(source), str(target))
    assert await (await asyncio.create_subprocess_exec(sys.executable, *words)).wait() == 0


async def copy_while_playing(source: Path, target: Path) -> tuple[list[Table], list[dict[Cause, tuple[int, int]]]]:
    """Tables that were playing while the copy was taken, and until their server was killed; and for each of them the
    commands that had been acknowledged when the copying began."""
    async with living(source) as server, Client(server.url) as eve:
        lucks = [random.Random(place) for place in range(len(KINDS))]
        tables = [Table(server.url, *each, eve, asyncio.Event()) for each in zip(KINDS, lucks, strict=True)]
        playing = [asyncio.create_task(table.play()) for table in tables]
        while not all(table.seatings and len(table.seatings[0].page.accepted) > BEFORE for table in tables):
            await asyncio.sleep(0.01)
        before = [dict(table.seatings[0].page.accepted) for table in tables]
        await copied(source, target)
        copied_at = [len(table.seatings[0].page.accepted) for table in tables]
        while not any(len(table.seatings[0].page.accepted) > at for table, at in zip(tables, copied_at, strict=True)):
            await asyncio.sleep(0.01)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    return tables, before


async def logs(database: Path, matches: Sequence[str]) -> list[list[bytes]]:
    """The logs of some matches, from the database itself."""
    store = await open_store(str(database))
    try:
        return [await store.read(match) for match in matches]
    finally:
        await store.close()


async def go_on(table: Table, server: Mortal, page: Page) -> Follower:
    """Play a match to its end on another server, as the same people; return its final state as they know it."""
    async with contextlib.AsyncExitStack() as stack:
        people = [await stack.enter_async_context(Client(server.url, client.signed_in)) for client in table.clients]
        places = [await client.watch(table.seatings[0].match) for client in people]
        await asyncio.gather(*(table.decide(place, page) for place in places))
        return places[0].follower


async def copy_and_go_on(source: Path, target: Path) -> None:
    tables, before = await copy_while_playing(source, target)
    matches = [table.seatings[0].match for table in tables]
    copies = await logs(target, matches)
    for whole, copy, acknowledged in zip(await logs(source, matches), copies, before, strict=True):
        assert copy == whole[: len(copy)]
        assert acknowledged.items() <= commands_in([decode_event(data) for data in copy]).items()
    pages = [Page(commands_in([decode_event(data) for data in copy])) for copy in copies]
    async with living(target) as server:
        ends = await asyncio.gather(*(go_on(table, server, page) for table, page in zip(tables, pages, strict=True)))
    for log, page, end in zip(await logs(target, matches), pages, ends, strict=True):
        page.check(log)
        assert end.finished == decode_event(log[-1])


def test_a_server_on_a_copy_has_every_acknowledged_write_and_continues(tmp_path: Path) -> None:
    asyncio.run(asyncio.wait_for(copy_and_go_on(tmp_path / "matches.db", tmp_path / "copy.db"), SECONDS))
