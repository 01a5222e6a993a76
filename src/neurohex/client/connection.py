"""A socket to a server that reconnects. Nothing is lost or duplicated when it breaks.

It reconnects with growing delays, sends its hello, follows every match again from the first missing event, and resends
unanswered commands with the same ids.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import secrets
from collections.abc import Callable
from typing import Final
from urllib.parse import urlsplit, urlunsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from neurohex.match.follower import OutOfStep
from neurohex.wire.handshake import SOCKET_PATH, Close, Hello, ServerMessage, Welcome, decode_server_message
from neurohex.wire.messages import (
    AnyCommand,
    AnyEvent,
    AnyNote,
    AnyReply,
    Code,
    Event,
    Follow,
    Lang,
    Malformed,
    Refused,
    Reply,
    encode,
)

_FIRST_PAUSE: Final = 0.05
_LONGEST_PAUSE: Final = 5.0
_UNAVAILABLE_PAUSE: Final = 0.5
_OPEN_SECONDS: Final = 10.0
_LONGEST_MESSAGE: Final = 1 << 20
_LOST: Final = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError)

Listener = Callable[[AnyEvent | AnyNote], None]
"""Receives the events of a match, each once and in order, and notes in between."""


class Ended(RuntimeError):
    """The connection has ended for good. The text says why in one line."""


class SignedOut(Ended):
    """The server refuses the token or the connection. The text is the server's."""


def socket_url(server: str) -> str:
    """The URL of the socket of a server at `http://…`, `https://…`, `ws://…` or `wss://…`.

    Raises `ValueError`, in one line, for anything else.
    """
    parts = urlsplit(server)
    scheme = {"http": "ws", "https": "wss", "ws": "ws", "wss": "wss"}.get(parts.scheme)
    if scheme is None or not parts.hostname:
        raise ValueError(f"expected the address of a server as http://HOST:PORT or https://HOST, got {server}")
    if parts.query or parts.fragment or parts.username:
        raise ValueError(f"expected the address of a server without ?, # or @, got {parts.scheme}://{parts.hostname}…")
    return urlunsplit((scheme, parts.netloc, parts.path.rstrip("/") + SOCKET_PATH, "", ""))


class Connection:
    """Sends commands and receives replies, events and notes; an asynchronous context manager."""

    def __init__(self, server: str, token: str | None = None) -> None:
        """`server` is as for `socket_url`. Without a token the connection may only watch."""
        self._url = socket_url(server)
        self._token = token
        self._prefix = secrets.token_hex(6)
        self._count = 0
        self._waiting: dict[str, tuple[bytes, asyncio.Future[AnyReply]]] = {}
        self._listeners: dict[str, Listener] = {}
        self._next: dict[str, int] = {}
        self._shown: dict[str, Lang] = {}
        self._again: set[str] = set()  # ids of the `Follow` commands sent after a reconnect
        self._asking: set[asyncio.Task[None]] = set()
        self._socket: ClientConnection | None = None
        self._task: asyncio.Task[None] | None = None
        self._ended: Ended | None = None
        self._at_end: list[Callable[[], None]] = []
        self.breaks = 0
        """How often the socket broke or could not be opened."""

    async def __aenter__(self) -> Connection:
        """Start connecting. Commands may be sent at once; they wait."""
        self._task = asyncio.create_task(self._keep())
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close the socket. Pending commands raise `Ended`."""
        assert self._task is not None
        self._end(Ended("the connection was closed"))
        for task in (self._task, *self._asking):
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task

    def new_id(self) -> str:
        """A unique id for a command."""
        self._count += 1
        return f"{self._prefix}-{self._count}"

    async def ask(self, command: AnyCommand) -> AnyReply:
        """Send a command and wait for its reply, across reconnects. Raises `Ended`.

        Retries with the same id while the server answers `unavailable`.
        """
        while True:
            reply = await self._ask(command)
            if not isinstance(reply, Refused) or reply.code is not Code.UNAVAILABLE:
                return reply
            await asyncio.sleep(_UNAVAILABLE_PAUSE)

    async def _ask(self, command: AnyCommand) -> AnyReply:
        self.check()
        answer: asyncio.Future[AnyReply] = asyncio.get_running_loop().create_future()
        data = encode(command)
        self._waiting[command.id] = (data, answer)
        try:
            if self._socket is not None:
                with contextlib.suppress(ConnectionClosed):  # the next socket resends it
                    await self._socket.send(data, text=True)
            return await answer
        finally:
            del self._waiting[command.id]

    async def follow(self, match: str, listener: Listener, since: int = 0, show: Lang | None = None) -> AnyReply:
        """Send a listener the events of a match from a number on, until `unfollow`; return the reply.

        With `show` the listener also receives live views in that language.
        """
        self._listeners[match] = listener
        self._next[match] = since
        if show is not None:
            self._shown[match] = show
        reply = await self.ask(Follow(id=self.new_id(), match=match, since=since, show=show))
        if isinstance(reply, Refused):
            self.unfollow(match)
        return reply

    def check(self) -> None:
        """Raise `Ended` if the connection has ended."""
        if self._ended is not None:
            raise self._ended

    def at_end(self, heard: Callable[[], None]) -> None:
        """Call `heard` when the connection has ended."""
        self._at_end.append(heard)

    def unfollow(self, match: str) -> None:
        """Stop following a match."""
        self._listeners.pop(match, None)
        self._next.pop(match, None)
        self._shown.pop(match, None)

    @property
    def is_open(self) -> bool:
        """Whether the socket is connected now."""
        return self._socket is not None

    def cut(self) -> None:
        """Break the socket, as an accident would. It reconnects."""
        if self._socket is not None:
            self._socket.transport.abort()

    # --- inside ---
    async def _keep(self) -> None:
        """Connect and reconnect until the connection has ended."""
        pause = _FIRST_PAUSE
        while True:
            try:
                async with connect(
                    self._url, compression=None, open_timeout=_OPEN_SECONDS, max_size=_LONGEST_MESSAGE, proxy=None
                ) as socket:
                    await self._greet(socket)
                    pause = _FIRST_PAUSE
                    async for data in socket:
                        self._hear(decode_server_message(data))
            except (OutOfStep, Malformed) as error:
                self._end(Ended(f"the server sent something unknown: {error}"))
                return
            except _LOST as error:
                end = _end_of(error)
                if end is not None:
                    self._end(end)
                    return
            finally:
                self._socket = None
            self.breaks += 1
            # A random delay: a server that comes back should not get all clients at once.
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))
            pause = min(_LONGEST_PAUSE, pause * 2)

    async def _greet(self, socket: ClientConnection) -> None:
        """Send the hello, then everything that is pending."""
        await socket.send(encode(Hello(id=self.new_id(), token=self._token)), text=True)
        welcome = decode_server_message(await socket.recv(decode=False))
        if not isinstance(welcome, Welcome):
            await socket.recv()  # a refusal; the socket closes next, and the close code says whether to retry
        self._socket = socket
        self._again.clear()
        for match in list(self._next):
            await self._go_on(socket, match)
        for data, _ in list(self._waiting.values()):
            await socket.send(data, text=True)

    def _hear(self, told: ServerMessage) -> None:
        if isinstance(told, Reply):
            waiting = self._waiting.get(told.id)
            if waiting is not None and not waiting[1].done():
                waiting[1].set_result(told)
            elif isinstance(told, Refused) and told.id in self._again and self._next.get(told.match):
                self._not_told_again(told)
        elif isinstance(told, Event):
            wanted = self._next.get(told.match)
            if told.n == wanted:
                self._next[told.match] = told.n + 1
                self._listeners[told.match](told)
            elif wanted is not None and told.n > wanted:
                self.cut()  # an event is missing: ask for it on a new socket
        elif not isinstance(told, Welcome) and told.match in self._listeners:
            self._listeners[told.match](told)

    def _not_told_again(self, refused: Refused) -> None:
        """A followed match was refused after a reconnect: retry later, or end, so that no caller waits in vain."""
        if refused.code in (Code.UNAVAILABLE, Code.TOO_FAST):
            task = asyncio.create_task(self._ask_later(refused.match))
            self._asking.add(task)
            task.add_done_callback(self._asking.discard)
        else:
            self._end(Ended(f"match {refused.match} cannot be followed any more: {refused.why}"))

    async def _ask_later(self, match: str) -> None:
        await asyncio.sleep(_UNAVAILABLE_PAUSE)
        if self._socket is not None:
            with contextlib.suppress(ConnectionClosed):  # the next socket asks for it
                await self._go_on(self._socket, match)

    async def _go_on(self, socket: ClientConnection, match: str) -> None:
        """Follow a match from the first missing event, if it is still wanted."""
        if match in self._next:
            follow = Follow(id=self.new_id(), match=match, since=self._next[match], show=self._shown.get(match))
            self._again.add(follow.id)
            await socket.send(encode(follow), text=True)

    def _end(self, why: Ended) -> None:
        self._ended = self._ended or why
        for heard in self._at_end:
            heard()
        for _, answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(self._ended)


def _end_of(error: Exception) -> Ended | None:
    """The reason not to reconnect after an error, if there is one."""
    if isinstance(error, ConnectionClosed) and error.rcvd is not None and error.rcvd.code == Close.NOT_SIGNED_IN:
        return SignedOut(error.rcvd.reason)
    # Other failures (too many connections, a proxy whose server restarts) may pass.
    if isinstance(error, InvalidStatus) and error.response.status_code in (400, 401, 403, 404):
        return SignedOut(f"the server accepts no socket (status {error.response.status_code})")
    return None
