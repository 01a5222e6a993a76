"""Nothing that a client can ask for holds the event loop, measured by the processor time of each of its callbacks."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import random
import threading
import time
from asyncio.events import Handle
from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx
import pytest

from neurohex.server.settings import Settings
from tests.server.hostile import Attack, long_game
from tests.server.serving import FREE, Served, guests, play, seated, serving

LONGEST = 0.025
"""Seconds of processor time that nothing in the event loop may take at once."""


def _what(handle: Any) -> str:
    """Where a task goes on that a callback wakes; the callback itself where it is none of a task."""
    task = getattr(handle._callback, "__self__", None)
    if not isinstance(task, asyncio.Task):
        return repr(handle)
    place: Any = task.get_coro()
    frame = ""
    while place is not None:
        here = getattr(place, "cr_frame", None)
        frame = f"{frame} > {here.f_code.co_qualname}:{here.f_lineno}" if here is not None else frame
        place = getattr(place, "cr_await", None)
    return frame


@contextlib.contextmanager
def timed() -> Iterator[list[tuple[float, str]]]:
    """The processor time of everything that the event loop of this thread does, and what that was."""
    taken: list[tuple[float, str]] = []
    run, here = Handle._run, threading.get_ident()

    def measured(self: Handle) -> None:
        if threading.get_ident() != here:
            run(self)
            return
        what = _what(self)
        began = time.thread_time()
        run(self)
        taken.append((time.thread_time() - began, what))

    gc.disable()  # a round of it takes long among the many objects of all tests
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Handle, "_run", measured)
            yield taken
    finally:
        gc.enable()


@contextlib.asynccontextmanager
async def enemy(served: Served) -> AsyncIterator[Attack]:
    """Somebody who is about to attack: has a token, a long record and a match."""
    async with (
        guests(served.url, "Eve", "Ben") as people,
        httpx.AsyncClient(base_url=served.url, timeout=40) as http,
    ):
        assert people[0].signed_in is not None
        token = people[0].signed_in.token
        headers = {"authorization": f"Bearer {token}"}
        record = (await http.post("/api/records", json={"text": long_game()[0]}, headers=headers)).json()["record"]
        places = await seated(*people)
        await play(places, random.Random(1), 60)
        yield Attack(served.url, token, record, places[0].match, None)


async def strike(attack: Attack, seconds: float) -> None:
    """Attack for some time."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await attack.run()
    await asyncio.sleep(0.2)  # its connections are closed


async def test_no_request_of_any_kind_holds_the_event_loop(database: str) -> None:
    """What really holds it does so each time; a machine whose processor is taken away by its host only now and then."""
    usual = {name: getattr(Settings(), name) for name in FREE if name != "port"}
    found = []
    for attempt in range(4):
        async with serving(f"{database}-{attempt}", **usual, accounts=True) as served, enemy(served) as attack:
            with timed() as taken:
                await asyncio.to_thread(asyncio.run, strike(attack, 2))
        assert len({kind.split()[0] for kind in attack.answers}) > 10, attack.answers
        if attempt and max(taken)[0] < LONGEST:  # at the first attempt things are imported and made for good
            return
        found.append(max(taken))
    raise AssertionError(found)
