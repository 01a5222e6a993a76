"""A wire that breaks within and after every event: all clients reconnect and agree."""

from __future__ import annotations

import asyncio
import contextlib
import random
from pathlib import Path
from unittest.mock import patch

from neurohex.client import Client, RemoteMatch
from neurohex.rules.engine import legal_actions
from neurohex.wire.messages import Acted, decode_event
from tests.server.serving import mover, seated, serving
from tests.server.test_games import followed
from tests.torture.wire import Wire, wired

SECONDS = 300.0
LONGEST_EVENT = 400
"""Approximate bytes that a client receives for one act."""


async def drop(place: RemoteMatch, wire: Wire) -> None:
    """Break a client's connection, and wait until it has another."""
    while not place.connection.is_open:  # one that is only being made would not be broken
        await asyncio.sleep(0.001)
    breaks = place.connection.breaks
    wire.cut()
    while place.connection.breaks == breaks or not place.connection.is_open:
        await asyncio.sleep(0.001)


async def drop_everybody(database: str) -> None:
    luck = random.Random(17)
    async with contextlib.AsyncExitStack() as stack:
        stack.enter_context(patch("neurohex.client.connection._FIRST_PAUSE", 0.001))
        served = await stack.enter_async_context(serving(database))
        port = int(served.url.rpartition(":")[2])
        wires = [await stack.enter_async_context(wired(port)) for _ in range(3)]
        ann, ben, eve = [await stack.enter_async_context(Client(wire.url)) for wire in wires]
        await ann.be_guest("Ann")
        await ben.be_guest("Ben")
        places = await seated(ann, ben)
        everybody = [*places, await eve.watch(places[0].match)]
        acts = 0
        while not places[0].is_over:
            # Within what an act brings, its answer, its event or a note: each loses another part of it.
            for wire in wires:
                wire.cut_within(luck.randrange(LONGEST_EVENT))
            place = mover(places)
            reply = await place.act(luck.choice(legal_actions(place.state)))
            for each in everybody:
                await each.until(lambda each=each, last=reply.last: each.follower.last >= last)  # type: ignore[misc]  # bound now
            # And after it.
            await asyncio.gather(*map(drop, everybody, wires))
            log = await served.context.store.read(places[0].match)
            told = followed(log)
            for each in everybody:
                assert each.follower.last == len(log) - 1
                assert each.follower.present(told.at) == told.present(told.at)
                assert each.follower.actions == told.actions
            acts += 1
        assert sum(isinstance(decode_event(data), Acted) for data in log) == acts > 40
        assert min(each.connection.breaks for each in everybody) > 1.3 * acts  # within most of them, and after each


def test_dropped_within_and_after_every_event_of_a_game_all_come_back_and_know_the_same(tmp_path: Path) -> None:
    asyncio.run(asyncio.wait_for(drop_everybody(str(tmp_path / "matches.db")), SECONDS))
