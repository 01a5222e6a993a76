"""Servers and clients for tests."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import signal
import sys
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from neurohex.client import Client, RemoteMatch
from neurohex.client.connection import socket_url
from neurohex.rules.engine import legal_actions
from neurohex.server.context import ServerContext, open_context
from neurohex.server.run import Server, address_of, listen
from neurohex.server.settings import Settings
from neurohex.wire.messages import Clock, Proposal, SeatPlan, Terms
from tests.ports import free_port

ROOT = Path(__file__).parents[2]
FREE: dict[str, Any] = {
    "port": 0,
    "messages_per_second": 1e6,
    "messages_at_once": 10**6,
    "requests_per_second": 1e6,
    "requests_at_once": 10**6,
    "views_per_second": 1e6,
    "views_at_once": 10**6,
}
"""Settings without rate limits in practice."""


@dataclass(frozen=True)
class Served:
    """A server that runs in this event loop."""

    url: str
    context: ServerContext
    server: Server


@contextlib.asynccontextmanager
async def serving(database: str, *, port: int = 0, **settings: Any) -> AsyncIterator[Served]:
    """A server on a free port, or on a given one; shut down gracefully at the end."""
    given = Settings(**{**FREE, "database": database, **settings, "port": port})
    with contextlib.closing(listen(given)) as listening:
        url = address_of(listening)
        async with open_context(given) as context:
            ready = asyncio.Event()
            server = Server(context, ready.set)
            task = asyncio.create_task(server.serve([listening]))
            try:
                await ready.wait()
                yield Served(url, context, server)
            finally:
                server.should_exit = True
                await task


def proposal(*armies: str, bots: Sequence[str | None] = (), clock: Clock | None = None, **terms: Any) -> Proposal:
    """A match of people, or with bots in some seats."""
    armies = armies or ("borgo", "moloch")
    seats = [SeatPlan(bot=bot) for bot in (*bots, *[None] * len(armies))][: len(armies)]
    return Proposal(terms=Terms(armies=armies, **terms), seats=tuple(seats), clock=clock)


@contextlib.asynccontextmanager
async def guests(url: str, *names: str) -> AsyncIterator[list[Client]]:
    """Some people on a server."""
    async with contextlib.AsyncExitStack() as stack:
        people = []
        for name in names:
            client = await stack.enter_async_context(Client(url))
            await client.be_guest(name)
            people.append(client)
        yield people


async def seated(first: Client, *others: Client, **terms: Any) -> list[RemoteMatch]:
    """A match among some people, made by the first."""
    places = [await first.make(proposal(**terms))]
    places += [await other.join(places[0].match) for other in others]
    for place in places:
        await place.until(lambda place=place: place.follower.awaited() is not None)  # type: ignore[misc]  # bound now
    return places


def mover(places: Sequence[RemoteMatch]) -> RemoteMatch:
    """The player to decide, once all have the same events."""
    return next(place for place in places if place.is_mine)


async def play(places: Sequence[RemoteMatch], luck: random.Random, acts: int = 10**6) -> int:
    """Play at random to the end, or for some acts; how many there were."""
    done = 0
    while done < acts:
        last = max(place.follower.last for place in places)
        for place in places:
            await place.until(lambda place=place, last=last: place.follower.last >= last)  # type: ignore[misc]  # bound now
        if places[0].is_over:
            break
        place = mover(places)
        await place.act(luck.choice(legal_actions(place.state)))
        done += 1
    return done


class Line:
    """A bare socket: sends anything and records every byte it receives."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[bytes] = []

    async def say(self, message: Any) -> None:
        """Send a text, bytes, or anything else as JSON."""
        await self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    async def hear(self) -> dict[str, Any]:
        """The next message."""
        data = await self.socket.recv(decode=False)
        self.heard.append(data)
        return msgspec.json.decode(data, type=dict[str, Any])

    async def rest(self) -> AsyncIterator[dict[str, Any]]:
        """All further messages until the socket is closed."""
        with contextlib.suppress(ConnectionClosed):
            while True:
                yield await self.hear()

    async def answer(self, message: Any) -> dict[str, Any]:
        """Send a message and return the reply: the next message that is no event or note."""
        await self.say(message)
        while True:
            told = await self.hear()
            if "code" in told or told["type"] in ("accepted", "following", "looked", "sent", "welcome"):
                return told


@contextlib.asynccontextmanager
async def line(
    url: str, token: str | None = None, *, hello: bool = True, origin: str | None = None
) -> AsyncIterator[Line]:
    """A bare socket, with a hello unless the test sends its own."""
    headers = {"origin": origin} if origin is not None else None
    async with connect(
        socket_url(url), additional_headers=headers, compression=None, max_size=None, proxy=None
    ) as socket:
        made = Line(socket)
        if hello:
            assert (await made.answer(hello_of(token)))["type"] == "welcome"
        yield made


def hello_of(token: str | None) -> dict[str, Any]:
    """The first message of a socket."""
    return {"type": "hello", "id": "hello", **({"token": token} if token is not None else {})}


class Process:
    """A server in its own process, as `neurohex serve` runs it; it can be killed and restarted."""

    def __init__(self, database: str, *options: str) -> None:
        self._options = (
            "--database",
            database,
            "--requests-at-once",
            "100000",
            "--messages-at-once",
            "100000",
            *options,
        )
        self._port = str(free_port())
        self._process: asyncio.subprocess.Process | None = None
        self.url = ""
        self.ahead = 0.0
        """Seconds by which its clock will be ahead after the next start."""

    async def __aenter__(self) -> Process:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._process is not None:
            await self.end(signal.SIGKILL)

    async def start(self) -> None:
        """Start it, on the port that it had before."""
        pipe = asyncio.subprocess.PIPE
        command = ("-m", "tests.server.later", str(self.ahead)) if self.ahead else ("-m", "neurohex")
        words = (*command, "serve", "--port", self._port, *self._options)
        self._process = await asyncio.create_subprocess_exec(sys.executable, *words, stdout=pipe, stderr=pipe, cwd=ROOT)
        assert self._process.stdout is not None
        line_ = (await self._process.stdout.readline()).decode()
        if not line_:
            raise RuntimeError((await self._process.communicate())[1].decode())
        self.url = line_.split()[-1]

    async def end(self, number: signal.Signals) -> tuple[int, str]:
        """Send it a signal and wait for its end; the exit code, and its log."""
        assert self._process is not None
        process, self._process = self._process, None
        process.send_signal(number)
        _, log = await process.communicate()
        assert process.returncode is not None
        return process.returncode, log.decode()
