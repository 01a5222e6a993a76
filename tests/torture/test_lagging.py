"""A server that lags behind another, or whose database does not answer: it refuses no valid command and forgets no
waiting client."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Coroutine
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from neurohex.client import Client, Ended
from neurohex.rules.engine import legal_actions
from neurohex.store import Unavailable
from neurohex.store.copying import copy_database
from neurohex.wire.messages import Accepted, Act, AnyEvent, AnyNote, Following
from tests.postgres import shared_postgres
from tests.server.serving import Served, guests, line, mover, play, proposal, seated, serving
from tests.waiting import until

SECONDS = 300.0


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(test, SECONDS))


def port_of(served: Served) -> int:
    return int(served.url.rpartition(":")[2])


def deafen(served: Served) -> None:
    """Let a server hear nothing any more of what others write."""
    served.context.registry._background[0].cancel()


async def play_here_and_ask_there(database: str) -> None:
    luck = random.Random(4)
    async with (
        serving(database) as here,
        serving(database) as there,
        guests(here.url, "Ann", "Ben") as (ann, ben),
        Client(there.url, ann.signed_in) as ann_there,
        Client(there.url, ben.signed_in) as ben_there,
    ):
        places = [await ann.make(proposal())]
        match = places[0].match
        await ann_there.watch(match)  # so that it is in that server's memory
        deafen(there)
        places.append(await ben.join(match))
        away = {0: await ann_there.connection(), 1: await ben_there.connection()}
        for number in range(10):
            await play(places, luck, 2)
            place = mover(places)
            assert place.seat is not None
            act = Act(id=f"act-{number}", match=match, seen=place.follower.last, action=legal_actions(place.state)[0])
            # Either it was never written, or it is done but its server died before it answered.
            if number % 2:
                reply = await place.connection.ask(act)
                assert await away[place.seat].ask(act) == reply
            else:
                reply = await away[place.seat].ask(act)
            assert isinstance(reply, Accepted)
            for each in places:
                await each.until(lambda each=each, last=reply.last: each.follower.last >= last)  # type: ignore[misc]  # bound now
        await play(places, luck, 1)
        told: list[AnyEvent | AnyNote] = []
        assert isinstance(await away[0].follow(match, told.append, places[0].follower.last + 1), Following)


def test_a_lagging_server_knows_what_another_has_acknowledged() -> None:
    run(play_here_and_ask_there(shared_postgres().new_database()))


async def leave_while_it_is_read(database: str) -> None:
    async with serving(database) as served, guests(served.url, "Ann") as (ann,):
        match = await ann.propose(proposal(bots=(None, "random")))
        read = served.context.store.read
        reading, gone = asyncio.Event(), asyncio.Event()

        async def slowly(match: str, start: int = 0) -> list[bytes]:
            reading.set()
            await gone.wait()
            return await read(match, start)

        with patch.object(served.context.store, "read", slowly):
            async with line(served.url) as one:
                await one.say({"type": "follow", "id": "f", "match": match})
                await reading.wait()
            gone.set()
            table = await served.context.registry.get(match)
            await until(lambda: not table.is_busy())


def test_a_client_that_leaves_while_a_match_is_loaded_does_not_stay_present(tmp_path: Path) -> None:
    run(leave_while_it_is_read(str(tmp_path / "matches.db")))


async def refuse_to_tell(database: str) -> None:
    luck = random.Random(6)
    async with serving(database) as served, guests(served.url, "Ann", "Ben") as people:
        places = await seated(*people)
        await play(places, luck, 5)
        del served.context.registry._live[places[0].match]
        read = served.context.store.read
        failures = 2 * [Unavailable("the database is away")]

        async def at_last(match: str, start: int = 0) -> list[bytes]:
            if failures:
                raise failures.pop()
            return await read(match, start)

        with patch.object(served.context.store, "read", at_last):
            for place in places:
                place.connection.cut()
            await play(places, luck, 5)
        assert not failures


def test_a_client_retries_if_the_server_is_unavailable(tmp_path: Path) -> None:
    run(refuse_to_tell(str(tmp_path / "matches.db")))


async def go_back(database: Path, copy: Path) -> None:
    luck = random.Random(8)
    async with contextlib.AsyncExitStack() as stack:
        async with serving(str(database)) as served:
            people = await stack.enter_async_context(guests(served.url, "Ann", "Ben"))
            places = await seated(*people)
            await play(places, luck, 5)
            copy_database(database, copy)
            await play(places, luck, 5)
        async with serving(str(copy), port=port_of(served)):
            for place in places:
                with pytest.raises(Ended, match="cannot be followed any more: since: the last event here is"):
                    await place.until(lambda: False)
            anew = [await stack.enter_async_context(Client(client.server, client.signed_in)) for client in people]
            again = [await client.watch(places[0].match) for client in anew]
            await play(again, luck, 5)


def test_clients_of_a_server_restored_from_a_copy_are_told_and_can_start_over(tmp_path: Path) -> None:
    run(go_back(tmp_path / "matches.db", tmp_path / "copy.db"))
