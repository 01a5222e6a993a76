"""Sockets: who is there, what they ask, what they are told. One task reads and one writes."""

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

from neurohex.client.forms import Person
from neurohex.client.handshake import Close, Welcome, decode_hello
from neurohex.match.messages import AnyReply, Code, Follow, Following, Malformed, Refused, decode_command, encode
from neurohex.server.house import SERVER, House
from neurohex.server.limits import Bucket, network
from neurohex.server.refusals import Refusal
from neurohex.server.transport import ABORT

_AT_ONCE: Final = 64
"""Commands of one socket that are carried out at the same time; more wait unread."""
_SHOWN_AHEAD: Final = 1 << 19
"""Letters of what matches show that may wait for a reader: forty acts, or five of the longest Battles of six armies."""
_IN_A_ROW: Final = 32
"""Messages that are sent before others have their turn."""
_GOODBYE_SECONDS: Final = 1.0
"""What a reader that is cut off has to take notice of it."""


async def serve_socket(websocket: WebSocket, house: House) -> None:
    """Serve one connection from its handshake to its end."""
    address = network(websocket.client.host) if websocket.client is not None else ""
    if not _is_welcome(websocket.headers.get("origin"), websocket.headers.get("host", ""), house.settings.origins):
        await websocket.send_denial_response(Response("pages of other addresses may not connect\n", 403))
        return
    socket = Socket(websocket, house)
    place = house.places.take(address, socket.make_room)
    if place is None:
        await websocket.send_denial_response(Response("too many connections\n", 429, {"retry-after": "5"}))
        return
    house.metrics.connections.set(house.places.total)
    try:
        await websocket.accept()
        await socket.serve(lambda: house.places.known(place))
    except WebSocketDisconnect:
        pass
    finally:
        house.places.give_back(place)
        house.metrics.connections.set(house.places.total)


def _is_welcome(origin: str | None, host: str, others: tuple[str, ...]) -> bool:
    """Whether the page that opens a socket, if it is one, is this server's own or one that was named."""
    if origin is None or origin in others:
        return True
    try:
        return urlsplit(origin).netloc == host
    except ValueError:  # no address at all, such as http://[
        return False


class Socket:
    """One connection. It is told of matches as a listener."""

    def __init__(self, websocket: WebSocket, house: House) -> None:
        """`serve` is for when the handshake is done."""
        self.person: str | None = None
        self._websocket = websocket
        self._house = house
        self._who: Person | None = None
        self._token: str | None = None
        self._checked = 0  # `Revocations.changes` when the token was last checked
        self._bucket = Bucket(house.settings.messages_per_second, house.settings.messages_at_once)
        self._refused = 0  # messages in a row that came too fast
        self._waiting: deque[tuple[tuple[str, ...], int]] = deque()
        """Messages to be sent together; and how long they are, if they are what a match shows."""
        self._showing = 0  # how long all of that is
        self._ready = asyncio.Event()
        self._cut: tuple[Close, str] | None = None
        self._following: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    # --- sending ---
    def tell(self, *texts: str) -> None:
        """Take messages to be sent; a reader that has too many waiting is cut off."""
        self._queue(texts, 0)

    def show(self, text: str, instead: str) -> None:
        """Take what a match shows; a reader that has much of that waiting is only told that there is something."""
        if self._showing + len(text) > _SHOWN_AHEAD:
            self.tell(instead)
        else:
            self._queue((text,), len(text))

    def _queue(self, texts: tuple[str, ...], shown: int) -> None:
        if self._cut is not None:
            return
        if len(self._waiting) >= self._house.settings.waiting_messages:
            self._house.metrics.slow_readers.inc()
            self._end(Close.SLOW, "too many messages are waiting: come back and go on from the last you had")
            return
        self._waiting.append((texts, shown))
        self._showing += shown
        self._ready.set()

    def _answer(self, reply: AnyReply) -> None:
        if isinstance(reply, Following):
            self._following.add(reply.match)
        kind = reply.code.value if isinstance(reply, Refused) else "accepted"
        self._house.metrics.commands.labels(kind).inc()
        self._send(reply)

    def _send(self, message: Struct) -> None:
        self.tell(encode(message).decode())

    def _end(self, code: Close, why: str) -> None:
        """Close the socket once what is waiting is sent; a slow reader gets no more of it."""
        self._cut = (code, why)
        self._ready.set()
        if code is Close.SLOW:
            self._waiting.clear()
            self._writing.cancel()  # it may wait for the reader for ever

    async def _write(self) -> None:
        while True:
            while self._waiting:
                texts, shown = self._waiting.popleft()
                for number, text in enumerate(texts, 1):
                    await self._websocket.send({"type": "websocket.send", "text": text})
                    if number % _IN_A_ROW == 0:
                        await asyncio.sleep(0)  # sending waits only for a slow reader, and others want to go on
                self._showing -= shown
                await asyncio.sleep(0)
            if self._cut is not None:
                return
            self._ready.clear()
            await self._ready.wait()

    # --- the whole of it ---
    def make_room(self) -> None:
        """End it, as the server is full and somebody else comes who may have a token."""
        self._end(Close.TOO_FAST, "the server is full, and those who have a token go first")

    async def serve(self, on_known: Callable[[], None] = lambda: None) -> None:
        """Serve until either side ends it. `on_known` is called when somebody has shown a token."""
        self._on_known = on_known
        reading = asyncio.create_task(self._read())
        self._writing = asyncio.create_task(self._write())
        both = (reading, self._writing)
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            if self._cut is not None:  # what was answered before is still to be sent
                await asyncio.wait({self._writing}, timeout=_GOODBYE_SECONDS)
        finally:
            self._leave_all()
            for task in both:
                task.cancel()
            results = await asyncio.gather(*both, return_exceptions=True)
            cut, self._cut = self._cut, (Close.RESTART, "")  # what comes now is for nobody
        if cut is not None:
            await self._say_goodbye(*cut)
        if self._tasks:
            await asyncio.wait(self._tasks)
            self._leave_all()  # also those that it was about to follow
        for result in results:
            if isinstance(result, Exception) and not isinstance(result, WebSocketDisconnect):
                raise result

    def _has_room(self, match: str) -> bool:
        """Whether a match can be followed besides the others; where there are many, those that are over make room."""
        most = self._house.settings.matches_per_connection
        if match not in self._following and len(self._following) >= most:
            for over in [each for each in self._following if self._house.hall.is_over(each)]:
                self._house.hall.leave(over, self)
                self._following.discard(over)
        return match in self._following or len(self._following) < most

    def _leave_all(self) -> None:
        for match in self._following:
            self._house.hall.leave(match, self)

    async def _say_goodbye(self, code: Close, why: str) -> None:
        try:
            async with asyncio.timeout(_GOODBYE_SECONDS):
                await self._websocket.close(code, why)
        except (TimeoutError, WebSocketDisconnect):
            extension = self._websocket.scope.get("extensions", {}).get(ABORT)
            if extension is not None:
                extension["abort"]()

    # --- reading ---
    async def _read(self) -> None:
        if not await self._greet():
            return
        while self._cut is None and (data := await self._receive()) is not None:
            self._take(data)
            await asyncio.sleep(0)  # many may have come at once
            if len(self._tasks) >= _AT_ONCE:
                await asyncio.wait(self._tasks, return_when=asyncio.FIRST_COMPLETED)

    async def _receive(self) -> bytes | None:
        """The next message; None at the end."""
        message = await self._websocket.receive()
        if message["type"] != "websocket.receive":
            return None
        text = message.get("text")
        return str(text).encode() if text is not None else bytes(message["bytes"])

    async def _greet(self) -> bool:
        """Hear who it is."""
        try:
            async with asyncio.timeout(self._house.settings.hello_seconds):
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
            self._checked = self._house.revocations.changes
            self._who = self._house.person(hello.token)
            self._token = hello.token
        except Malformed as error:
            self._send(Refused(id="", match="", code=Code.MALFORMED, why=str(error)))
            self._end(Close.NO_HELLO, "the first message was no hello")
            return False
        except Refusal as error:
            self._send(Refused(id=hello_id, match="", code=error.code, why=str(error)))
            self._end(Close.NOT_SIGNED_IN, str(error))
            return False
        if self._who is None:
            self._send(Welcome(id=hello.id, server=SERVER))
        else:
            self.person = self._who.id
            self._on_known()
            self._send(Welcome(id=hello.id, server=SERVER, person=self._who.id, name=self._who.name))
        return True

    def _is_still_signed_in(self) -> bool:
        """Whether the token is still valid; where it was revoked, the socket is closed."""
        self._checked = self._house.revocations.changes
        try:
            self._house.person(self._token)
        except Refusal as error:
            self._end(Close.NOT_SIGNED_IN, str(error))
            return False
        return True

    def _take(self, data: bytes) -> None:
        """Have a command carried out, or refuse it."""
        settings = self._house.settings
        if self._checked != self._house.revocations.changes and not self._is_still_signed_in():
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
                task = self._house.hall.submit(command, self._who, self._answer, self)
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
        if self._refused > settings.messages_at_once:
            self._end(Close.TOO_FAST, "you went on sending though you were told to wait")
