"""WebSockets: handshake, commands in, messages out. One task reads and one writes."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import Final
from urllib.parse import urlsplit

from msgspec import Struct
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from neurohex.server.context import SERVER, ServerContext
from neurohex.server.limits import Bucket, network
from neurohex.server.refusals import Refusal
from neurohex.server.transport import ABORT
from neurohex.wire.handshake import Close, Welcome, decode_hello
from neurohex.wire.http import Person
from neurohex.wire.messages import AnyReply, Code, Follow, Following, Malformed, Refused, decode_command, encode

_CONCURRENT_COMMANDS: Final = 64
"""Commands of one socket that run concurrently; more stay unread."""
_MAX_QUEUED_VIEWS: Final = 1 << 19
"""Characters of live views that may be queued: forty acts, or five of the longest Battles of six armies."""
_SEND_BATCH: Final = 32
"""Messages sent in a row before other tasks run."""
_CLOSE_SECONDS: Final = 1.0
"""Seconds to wait for the close handshake."""


async def serve_socket(websocket: WebSocket, context: ServerContext) -> None:
    """Serve one connection from handshake to close."""
    address = network(websocket.client.host) if websocket.client is not None else ""
    if not _is_allowed(websocket.headers.get("origin"), websocket.headers.get("host", ""), context.settings.origins):
        await websocket.send_denial_response(Response("pages of other addresses may not connect\n", 403))
        return
    socket = Socket(websocket, context, address)
    slot = context.slots.take(address, socket.make_room)
    if slot is None:
        await websocket.send_denial_response(Response("too many connections\n", 429, {"retry-after": "5"}))
        return
    context.metrics.connections.set(context.slots.total)
    try:
        await websocket.accept()
        await socket.serve(lambda: context.slots.mark_known(slot))
    except WebSocketDisconnect:
        pass
    finally:
        context.slots.release(slot)
        context.metrics.connections.set(context.slots.total)


def _is_allowed(origin: str | None, host: str, others: tuple[str, ...]) -> bool:
    """Whether a page of this origin may connect: this server's own pages, and those in the setting `origins`."""
    if origin is None or origin in others:
        return True
    try:
        return urlsplit(origin).netloc == host
    except ValueError:  # not a URL, such as http://[
        return False


class Socket:
    """One connection. A `Listener` of the matches that it follows."""

    def __init__(self, websocket: WebSocket, context: ServerContext, address: str = "") -> None:
        """Call `serve` after the handshake. `address` is the network of the client."""
        self.person: str | None = None
        self._websocket = websocket
        self._context = context
        self._address = address
        self._who: Person | None = None
        self._token: str | None = None
        self._checked = 0  # `Revocations.changes` at the last check of the token
        self._bucket = Bucket(context.settings.messages_per_second, context.settings.messages_at_once)
        self._refused = 0  # consecutive messages over the rate limit
        self._waiting: deque[tuple[tuple[str, ...], int]] = deque()
        """Groups of messages, each with its length if it is a live view."""
        self._queued_views = 0  # length of all queued live views
        self._ready = asyncio.Event()
        self._closing: tuple[Close, str] | None = None
        self._following: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    # --- sending ---
    def send(self, *texts: str) -> None:
        """Queue messages. A client with too many queued is disconnected."""
        self._queue(texts, 0)

    def show(self, text: str, instead: str) -> None:
        """Queue a live view, or only the note `instead` if too many are queued."""
        if self._queued_views + len(text) > _MAX_QUEUED_VIEWS:
            self.send(instead)
        else:
            self._queue((text,), len(text))

    def _queue(self, texts: tuple[str, ...], shown: int) -> None:
        if self._closing is not None:
            return
        if len(self._waiting) >= self._context.settings.waiting_messages:
            self._context.metrics.slow_readers.inc()
            self._end(Close.SLOW, "too many messages are waiting: reconnect and follow from your last event")
            return
        self._waiting.append((texts, shown))
        self._queued_views += shown
        self._ready.set()

    def _answer(self, reply: AnyReply) -> None:
        if isinstance(reply, Following):
            self._following.add(reply.match)
        kind = reply.code.value if isinstance(reply, Refused) else "accepted"
        self._context.metrics.commands.labels(kind).inc()
        self._send_message(reply)

    def _send_message(self, message: Struct) -> None:
        self.send(encode(message).decode())

    def _end(self, code: Close, why: str) -> None:
        """Close the socket once the queue is sent. Drop the queue of a slow reader."""
        self._closing = (code, why)
        self._ready.set()
        if code is Close.SLOW:
            self._waiting.clear()
            self._writing.cancel()  # it may wait for the reader forever

    async def _write(self) -> None:
        while True:
            while self._waiting:
                texts, shown = self._waiting.popleft()
                for number, text in enumerate(texts, 1):
                    await self._websocket.send({"type": "websocket.send", "text": text})
                    if number % _SEND_BATCH == 0:
                        await asyncio.sleep(0)  # send() yields only for a slow reader: let other tasks run
                self._queued_views -= shown
                await asyncio.sleep(0)
            if self._closing is not None:
                return
            self._ready.clear()
            await self._ready.wait()

    # --- lifetime ---
    def make_room(self) -> None:
        """Close an anonymous connection because the server is full."""
        self._end(Close.TOO_FAST, "the server is full; signed-in clients go first")

    async def serve(self, on_known: Callable[[], None] = lambda: None) -> None:
        """Serve until either side closes. `on_known` is called once the client has shown a valid token."""
        self._on_known = on_known
        reading = asyncio.create_task(self._read())
        self._writing = asyncio.create_task(self._write())
        both = (reading, self._writing)
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            if self._closing is not None:  # send the last answers
                await asyncio.wait({self._writing}, timeout=_CLOSE_SECONDS)
        finally:
            self._leave_all()
            for task in both:
                task.cancel()
            results = await asyncio.gather(*both, return_exceptions=True)
            closing, self._closing = self._closing, (Close.RESTART, "")  # discard later messages
        if closing is not None:
            await self._send_close(*closing)
        if self._tasks:
            await asyncio.wait(self._tasks)
            self._leave_all()  # also matches that it started to follow meanwhile
        for result in results:
            if isinstance(result, Exception) and not isinstance(result, WebSocketDisconnect):
                raise result

    def _has_room(self, match: str) -> bool:
        """Whether one more match can be followed. At the limit, finished matches make room."""
        most = self._context.settings.matches_per_connection
        if match not in self._following and len(self._following) >= most:
            for over in [each for each in self._following if self._context.registry.is_over(each)]:
                self._context.registry.leave(over, self)
                self._following.discard(over)
        return match in self._following or len(self._following) < most

    def _leave_all(self) -> None:
        for match in self._following:
            self._context.registry.leave(match, self)

    async def _send_close(self, code: Close, why: str) -> None:
        try:
            async with asyncio.timeout(_CLOSE_SECONDS):
                await self._websocket.close(code, why)
        except (TimeoutError, WebSocketDisconnect):
            extension = self._websocket.scope.get("extensions", {}).get(ABORT)
            if extension is not None:
                extension["abort"]()

    # --- reading ---
    async def _read(self) -> None:
        if not await self._greet():
            return
        while self._closing is None and (data := await self._receive()) is not None:
            self._take(data)
            await asyncio.sleep(0)  # many messages may have come at once
            if len(self._tasks) >= _CONCURRENT_COMMANDS:
                await asyncio.wait(self._tasks, return_when=asyncio.FIRST_COMPLETED)

    async def _receive(self) -> bytes | None:
        """The next message; None when the connection has closed."""
        message = await self._websocket.receive()
        if message["type"] != "websocket.receive":
            return None
        text = message.get("text")
        return str(text).encode() if text is not None else bytes(message["bytes"])

    async def _greet(self) -> bool:
        """Read the hello; return whether it is valid."""
        try:
            async with asyncio.timeout(self._context.settings.hello_seconds):
                data = await self._receive()
        except TimeoutError:
            self._end(Close.NO_HELLO, "no hello came in time")
            return False
        if data is None:
            return False
        hello_id = ""
        try:
            hello = decode_hello(data)
            hello_id = hello.id
            self._checked = self._context.revocations.changes
            self._who = self._context.person(hello.token)
            self._token = hello.token
        except Malformed as error:
            self._send_message(Refused(id="", match="", code=Code.MALFORMED, why=str(error)))
            self._end(Close.NO_HELLO, "the first message was no hello")
            return False
        except Refusal as error:
            self._send_message(Refused(id=hello_id, match="", code=error.code, why=str(error)))
            self._end(Close.NOT_SIGNED_IN, str(error))
            return False
        if self._who is None:
            self._send_message(Welcome(id=hello.id, server=SERVER))
        else:
            self.person = self._who.id
            self._on_known()
            self._send_message(Welcome(id=hello.id, server=SERVER, person=self._who.id, name=self._who.name))
        return True

    def _is_still_signed_in(self) -> bool:
        """Whether the token is still valid. Closes the socket if it was revoked."""
        self._checked = self._context.revocations.changes
        try:
            self._context.person(self._token)
        except Refusal as error:
            self._end(Close.NOT_SIGNED_IN, str(error))
            return False
        return True

    def _take(self, data: bytes) -> None:
        """Submit a command, or refuse it."""
        settings = self._context.settings
        if self._checked != self._context.revocations.changes and not self._is_still_signed_in():
            return
        wait = self._bucket.wait(time.monotonic())
        try:
            if len(data) > settings.message_bytes:
                raise Malformed(f"expected at most {settings.message_bytes} bytes, got {len(data)}")
            command = decode_command(data)
        except Malformed as error:
            code = Code.TOO_LARGE if len(data) > settings.message_bytes else Code.MALFORMED
            self._answer(Refused(id=error.command, match=error.match, code=code, why=str(error)))
            self._refused += bool(wait)
        else:
            if wait:
                self._refused += 1
                why = f"at most {settings.messages_per_second:g} messages a second: wait {wait:.1f} s"
                self._answer(Refused(id=command.id, match=command.match, code=Code.TOO_FAST, why=why))
            elif isinstance(command, Follow) and not self._has_room(command.match):
                why = f"at most {settings.matches_per_connection} matches can be followed on one socket"
                self._answer(Refused(id=command.id, match=command.match, code=Code.NOT_ALLOWED, why=why))
            else:
                self._refused = 0
                task = self._context.registry.submit(command, self._who, self._answer, self, self._address)
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
        if self._refused > settings.messages_at_once:
            self._end(Close.TOO_FAST, "you kept sending after you were told to wait")
