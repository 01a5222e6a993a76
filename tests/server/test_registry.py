"""Idle matches, slow clients and database failures."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import httpx
import pytest
from starlette.types import Message, Scope
from starlette.websockets import WebSocket

from neurohex.match.follower import OutOfStep
from neurohex.rules.engine import legal_actions
from neurohex.server.socket import serve_socket
from neurohex.server.transport import ABORT
from neurohex.store import Status, Unavailable
from neurohex.wire.messages import How, PlayerClock
from tests.server.serving import guests, line, mover, play, proposal, seated, serving
from tests.server.test_games import followed, log_of
from tests.waiting import until


async def test_an_idle_match_leaves_memory_and_is_loaded_again(database: str) -> None:
    async with serving(database, idle_seconds=0.2) as served, guests(served.url, "Ann", "Ben") as (ann, ben):
        places = await seated(ann, ben)
        await play(places, random.Random(1), 5)
        match, last = places[0].match, places[0].follower.last
        registry = served.context.registry
        (await registry.get(match)).used -= 1_000
        await registry._drop_idle()
        assert match in registry.loaded  # two are looking
        for person in (ann, ben):
            await person.__aexit__()
        await until(lambda: match not in served.context.registry.loaded)
        again = [await person.join(match) for person in (ann, ben)]
        assert again[0].follower.last == last
        await play(again, random.Random(2), 5)


@pytest.mark.slow
async def test_the_clock_of_a_match_that_left_the_memory_runs_out(database: str) -> None:
    async with serving(database, idle_seconds=0.2) as served, guests(served.url, "Ann", "Ben") as (ann, ben):
        places = await seated(ann, ben, clock=PlayerClock(main=2_000))
        match = places[0].match
        for person in (ann, ben):
            await person.__aexit__()
        await until(lambda: match not in served.context.registry.loaded)
        while (await served.context.store.summary(match)).status is not Status.FINISHED:
            await asyncio.sleep(0.05)
        finished = followed(await log_of(served.url, match)).finished
        assert finished is not None
        assert finished.how is How.TIME


async def test_a_match_that_waits_too_long_for_players_is_ended(database: str) -> None:
    async with (
        serving(database, open_days=0.5 / 86_400, lease_seconds=0.5) as served,
        guests(served.url, "Ann") as (ann,),
    ):
        place = await ann.make(proposal())
        await place.until(lambda: place.is_over)
        assert place.follower.finished is not None
        assert place.follower.finished.how is How.ABORTED


async def test_a_match_of_another_version_is_refused_permanently(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        serving(database) as served,
        guests(served.url, "Ann") as (ann,),
        httpx.AsyncClient(base_url=served.url, timeout=60) as http,
        line(served.url) as eve,
    ):
        place = await ann.make(proposal())
        registry, store = served.context.registry, served.context.store
        read = store.read

        async def strange(match: str, since: int = 0) -> list[bytes]:
            return [event.replace(b'"created"', b'"founded"') for event in await read(match, since)]

        registry._live.clear()
        monkeypatch.setattr(store, "read", strange)
        for ask in ({"type": "follow", "since": 0}, {"type": "look"}):
            answer = await eve.answer({**ask, "id": "x", "match": place.match})
            assert (answer["type"], answer["code"]) == ("refused", "malformed")
            assert "another version" in answer["why"]
        answered = await http.get(f"/api/matches/{place.match}/record")
        assert (answered.status_code, answered.json()["code"]) == (400, "malformed")


async def test_a_match_out_of_step_is_loaded_again(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(database) as served, guests(served.url, "Ann") as (ann,), line(served.url) as eve:
        place = await ann.make(proposal())
        registry = served.context.registry
        table = await registry.get(place.match)

        async def fall(*_: Any) -> None:
            raise OutOfStep("not what the rules say")

        monkeypatch.setattr(table, "command", fall)
        look = {"type": "look", "id": "x", "match": place.match}
        assert (await eve.answer(look))["code"] == "unavailable"  # worth asking again
        assert (await eve.answer(look))["type"] == "looked"
        assert await registry.get(place.match) is not table


# --- the database fails ---------------------------------------------------------------------------
async def test_a_failed_write_is_not_acknowledged_or_broadcast_and_succeeds_later(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(database) as served, guests(served.url, "Ann", "Ben") as people:
        places = await seated(*people)
        append = served.context.store.append
        for written in (False, True):  # it may have got in all the same
            failures: list[int] = []

            async def fail(*args: Any, written: bool = written, failures: list[int] = failures) -> None:
                failures.append(args[1])
                if written:
                    await append(*args)
                if len(failures) == 2:
                    monkeypatch.setattr(served.context.store, "append", append)
                raise Unavailable("the disk is full")

            monkeypatch.setattr(served.context.store, "append", fail)
            place = mover(places)
            last = place.follower.last
            reply = await place.act(legal_actions(place.state)[0])
            assert (reply.first, reply.last) == (last + 1, last + 1)
            assert failures == ([last + 1] if written else [last + 1] * 2)
            monkeypatch.setattr(served.context.store, "append", append)
            for each in places:
                await each.until(lambda each=each, last=last: each.follower.last == last + 1)  # type: ignore[misc]  # bound now
        log = followed(await log_of(served.url, places[0].match))
        assert log.last == places[0].follower.last


# --- slow readers ---------------------------------------------------------------------------------
class StuckReader:
    """The ASGI side of a socket whose other end says hello and follows a match, and then reads nothing."""

    def __init__(self, match: str) -> None:
        says = ({"type": "hello", "id": "h"}, {"type": "follow", "id": "f", "match": match})
        texts = [{"type": "websocket.receive", "text": json.dumps(message)} for message in says]
        self.says: list[Message] = [{"type": "websocket.connect"}, *texts]
        self.taken: list[Message] = []
        self.aborted = asyncio.Event()

    async def receive(self) -> Message:
        if not self.says:
            await asyncio.Future()
        return self.says.pop(0)

    async def send(self, message: Message) -> None:
        if len(self.taken) > 2:
            await asyncio.Future()
        self.taken.append(message)

    def scope(self) -> Scope:
        extensions = {ABORT: {"abort": self.aborted.set}}
        return {"type": "websocket", "headers": [], "path": "/", "extensions": extensions, "client": ("there", 1)}


async def test_a_client_that_does_not_read_is_disconnected_and_delays_no_other(database: str) -> None:
    async with serving(database, waiting_messages=10) as served, guests(served.url, "Ann", "Ben") as people:
        places = await seated(*people)
        stuck = StuckReader(places[0].match)
        socket = WebSocket(stuck.scope(), stuck.receive, stuck.send)
        serving_it = asyncio.create_task(serve_socket(socket, served.context))
        await play(places, random.Random(6), 25)  # though one reader is stuck for good
        await serving_it
        assert stuck.aborted.is_set()
        assert served.context.slots.total == 2
        async with httpx.AsyncClient(base_url=served.url, timeout=60) as http:
            assert "neurohex_slow_readers_total 1.0" in (await http.get("/metrics")).text
        await play(places, random.Random(7), 3)


async def test_a_client_that_asks_for_a_long_match_is_not_slow(database: str) -> None:
    async with serving(database, waiting_messages=10) as served, guests(served.url, "Ann", "Ben") as people:
        places = await seated(*people)
        await play(places, random.Random(3), 30)
        async with line(served.url) as one:
            await one.say({"type": "follow", "id": "f", "match": places[0].match})
            while (await one.hear()).get("n") != places[0].follower.last:
                pass
