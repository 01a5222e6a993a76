"""Nothing that a client can ask for holds the event loop, measured by the processor time of each of its callbacks."""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from neurohex.server.routes import ENDPOINTS
from neurohex.server.settings import Settings
from tests.server.callbacks import LONGEST, Taken, timed
from tests.server.hostile import Attack, long_game, worst_requests
from tests.server.serving import Served, guests, play, seated, serving
from tests.waiting import until

MOST = 20
"""Requests of one kind in one attempt at most: some kinds have many that are alike."""
SECONDS = 60.0
"""How long an attempt takes at most."""


@contextlib.asynccontextmanager
async def enemy(served: Served) -> AsyncIterator[Attack]:
    """An attacker with a token, a long record and a match."""
    async with (
        guests(served.url, "Eve", "Ben") as people,
        httpx.AsyncClient(base_url=served.url, timeout=120) as http,
    ):
        assert people[0].signed_in is not None
        token = people[0].signed_in.token
        headers = {"authorization": f"Bearer {token}"}
        record = (await http.post("/api/records", json={"text": long_game()[0]}, headers=headers)).json()["record"]
        places = await seated(*people)
        await play(places, random.Random(1), 60)
        yield Attack(served.url, token, record, places[0].match, None)


async def strike(attack: Attack, kind: str) -> None:
    """Attack in one way, until each of its requests was sent."""
    running = asyncio.create_task(attack.run([kind]))
    enough = attack.done(kind) + min(MOST, attack.round(kind))
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(SECONDS):
            while attack.done(kind) < enough and not running.done():
                await asyncio.sleep(0.01)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


def test_every_endpoint_is_attacked() -> None:
    sent = [(method, path) for requests in worst_requests("r", "m").values() for method, path, _ in requests]
    left = [
        f"{point.method} {point.path}"
        for point in ENDPOINTS
        if not any(
            method == point.method and re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", point.path), path.partition("?")[0])
            for method, path in sent
        )
    ]
    assert left == ["DELETE /api/sessions"]  # it would end the attack


@pytest.mark.slow
async def test_no_request_of_any_kind_holds_the_event_loop(database: str) -> None:
    """Each kind is sent alone, some of them for the first time in this process: no callback may take long even once."""
    limits = {name: getattr(Settings(), name) for name in ("messages_per_second", "messages_at_once")}
    freezes: dict[str, list[Taken]] = {}
    soon: dict[str, Any] = {
        "request_seconds": 1.0,
        "hello_seconds": 1.0,
        "hint_seconds": 0.1,
        "passwords_per_minute": 10_000,
    }
    async with serving(database, **limits, **soon, accounts=True) as served, enemy(served) as attack:
        connections = served.server.gate.total
        for kind in attack.kinds:
            with timed() as taken:
                await asyncio.to_thread(asyncio.run, strike(attack, kind))
                await until(lambda: served.server.gate.total <= connections)
            if found := [each for each in taken if each.seconds >= LONGEST]:
                freezes[kind] = found
        assert not [kind for kind in attack.kinds if not attack.done(kind)], attack.answers
    assert not freezes, freezes
