"""One socket to a server that mends itself: nothing is lost or doubled when it breaks.

After a break it comes back with growing pauses, says who it is, asks for every match that it follows from the first
event that it has not had, and sends again what was not answered, with the same ids.
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

from neurohex.client.handshake import SOCKET_PATH, Close, Hello, Told, Welcome, decode_told
from neurohex.match.follower import OutOfStep
from neurohex.match.messages import (
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
"""Is told the events of a match, each once and in order, and notes in between."""


class Ended(RuntimeError):
    """There is no connection any more, and none will come; the text says why in one line."""


class SignedOut(Ended):
    """The server does not take the token, or lets nobody in from here; the text is the server's."""


def socket_url(server: str) -> str:
    """The address of the socket of a server that is at `http://…`, `https://…`, `ws://…` or `wss://…`.

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
    """Commands go up and are answered; events come down. `async with` opens and closes it."""

    def __init__(self, server: str, token: str | None = None) -> None:
        """`server` is where it is, as `socket_url` takes it; without a token one may only watch."""
        self._url = socket_url(server)
        self._token = token
        self._prefix = secrets.token_hex(6)
        self._count = 0
        self._waiting: dict[str, tuple[bytes, asyncio.Future[AnyReply]]] = {}
        self._listeners: dict[str, Listener] = {}
        self._next: dict[str, int] = {}
        self._shown: dict[str, Lang] = {}
        self._again: set[str] = set()  # the commands by which this socket asked for what the one before had told
        self._asking: set[asyncio.Task[None]] = set()
        self._socket: ClientConnection | None = None
        self._task: asyncio.Task[None] | None = None
        self._ended: Ended | None = None
        self._at_end: list[Callable[[], None]] = []
        self.breaks = 0
        """How often the socket broke, or could not be made."""

    async def __aenter__(self) -> Connection:
        """Begin to connect; commands may be sent at once and wait."""
        self._task = asyncio.create_task(self._keep())
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close the socket; whoever waits for an answer gets `Ended`."""
        assert self._task is not None
        self._end(Ended("the connection was closed"))
        for task in (self._task, *self._asking):
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task

    def new_id(self) -> str:
        """An id for a command, never given twice."""
        self._count += 1
        return f"{self._prefix}-{self._count}"

    async def ask(self, command: AnyCommand) -> AnyReply:
        """Send a command and wait for its answer, through as many breaks as it takes. Raises `Ended`.

        Where the server cannot do anything for the moment (`unavailable`) it is asked again, with the same id.
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
                with contextlib.suppress(ConnectionClosed):  # it is sent again on the next socket
                    await self._socket.send(data, text=True)
            return await answer
        finally:
            del self._waiting[command.id]

    async def follow(self, match: str, listener: Listener, since: int = 0, show: Lang | None = None) -> AnyReply:
        """Have the events of a match from a number on told to a listener, until `unfollow`; the server's answer.

        With `show` the listener is also told what a page shows after each event to come, in that language.
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
        """Raise `Ended` where nothing will come any more."""
        if self._ended is not None:
            raise self._ended

    def at_end(self, heard: Callable[[], None]) -> None:
        """Call somebody when the connection has ended."""
        self._at_end.append(heard)

    def unfollow(self, match: str) -> None:
        """Hear no more of a match."""
        self._listeners.pop(match, None)
        self._next.pop(match, None)
        self._shown.pop(match, None)

    @property
    def is_open(self) -> bool:
        """Whether there is a socket at this moment."""
        return self._socket is not None

    def cut(self) -> None:
        """Break the socket, as an accident would; it mends itself."""
        if self._socket is not None:
            self._socket.transport.abort()

    # --- inside ---
    async def _keep(self) -> None:
        """Connect, and connect again, until there is no sense in it."""
        pause = _FIRST_PAUSE
        while True:
            try:
                async with connect(
                    self._url, compression=None, open_timeout=_OPEN_SECONDS, max_size=_LONGEST_MESSAGE, proxy=None
                ) as socket:
                    await self._greet(socket)
                    pause = _FIRST_PAUSE
                    async for data in socket:
                        self._hear(decode_told(data))
            except (OutOfStep, Malformed) as error:
                self._end(Ended(f"the server speaks of what is not known here: {error}"))
                return
            except _LOST as error:
                end = _end_of(error)
                if end is not None:
                    self._end(end)
                    return
            finally:
                self._socket = None
            self.breaks += 1
            # Not all at the same moment: a server that comes back would have all of them at its door.
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))
            pause = min(_LONGEST_PAUSE, pause * 2)

    async def _greet(self, socket: ClientConnection) -> None:
        """Say who it is, then all that was left open."""
        await socket.send(encode(Hello(id=self.new_id(), token=self._token)), text=True)
        welcome = decode_told(await socket.recv(decode=False))
        if not isinstance(welcome, Welcome):
            await socket.recv()  # a refusal; what comes next is the end of the socket, which says how bad it is
        self._socket = socket
        self._again.clear()
        for match in list(self._next):
            await self._go_on(socket, match)
        for data, _ in list(self._waiting.values()):
            await socket.send(data, text=True)

    def _hear(self, told: Told) -> None:
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
                self.cut()  # something is missing: ask for it on a new socket
        elif not isinstance(told, Welcome) and told.match in self._listeners:
            self._listeners[told.match](told)

    def _not_told_again(self, refused: Refused) -> None:
        """A match of which there were events is not told any further: nobody is to wait for them in vain."""
        if refused.code in (Code.UNAVAILABLE, Code.TOO_FAST):
            task = asyncio.create_task(self._ask_later(refused.match))
            self._asking.add(task)
            task.add_done_callback(self._asking.discard)
        else:
            self._end(Ended(f"match {refused.match} cannot be followed any more: {refused.why}"))

    async def _ask_later(self, match: str) -> None:
        await asyncio.sleep(_UNAVAILABLE_PAUSE)
        if self._socket is not None:
            with contextlib.suppress(ConnectionClosed):  # then the next socket asks for it
                await self._go_on(self._socket, match)

    async def _go_on(self, socket: ClientConnection, match: str) -> None:
        """Ask for a match from the first event that is not known, if it is still followed."""
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
    """Why one need not come back after an error, if so."""
    if isinstance(error, ConnectionClosed) and error.rcvd is not None and error.rcvd.code == Close.NOT_SIGNED_IN:
        return SignedOut(error.rcvd.reason)
    # A door that is shut now (too many connections, a proxy whose server restarts) may be open later.
    if isinstance(error, InvalidStatus) and error.response.status_code in (400, 401, 403, 404):
        return SignedOut(f"the server lets no socket in (status {error.response.status_code})")
    return None
