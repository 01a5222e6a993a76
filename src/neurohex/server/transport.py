"""Connections as the server takes them: how many, how fast they may speak, and how long they may take.

uvicorn reads HTTP with h11, which bounds the headers of a request, and WebSockets with `websockets`. Neither bounds
what one read of the network costs, how long a client may take, or how many connections it has. That is done here, in a
layer between the network and uvicorn: a `Connection` is the protocol of its transport, and the transport of the
protocol that uvicorn has for it.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from collections import deque
from collections.abc import Iterable
from typing import Any, Final, cast

import h11
from uvicorn.config import Config
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame
from websockets.http11 import Request

from neurohex.server.limits import Bucket, network

if sys.platform != "win32":
    import resource

_HTTP_LOG: Final = logging.getLogger("neurohex.server.http")
_HTTP_LOG.setLevel(logging.ERROR)  # a line for each wrong request would let anybody fill the disk
ABORT: Final = "neurohex.abort"
"""The extension of a socket's scope whose `abort` ends it without further words."""
SLICE: Final = 4_096
"""Bytes that are parsed at once. What came with them waits for the next round of the event loop: 4 kB of the shortest
headers or frames take a few milliseconds, and a read of the network has up to 256 kB."""
RESERVE: Final = 256
"""File descriptors that are kept for the database, for processes, and for connections that are just being refused."""
BACKLOG: Final = 128
"""Connections that the system lets wait; asyncio takes as many at once before any can be refused."""
_FRAMES: Final = (5.0, 60)
"""Frames without a message (pings, pongs, pieces) that a socket may send: so many a second for long, and in a burst."""
_NO_LIMIT: Final = 1 << 20
_ROUND: Final = 0.5
"""Seconds between two looks at who takes too long."""


def raise_descriptor_limit() -> int:
    """Let this process open as many files as the system allows; how many that is. Processes that it starts may as
    well."""
    if sys.platform == "win32":
        return _NO_LIMIT
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        except (OSError, ValueError):  # an "infinity" that the kernel does not grant
            return soft
    return hard if hard != resource.RLIM_INFINITY else _NO_LIMIT


class Gate:
    """All connections of a server. Lets them in up to a number in all and for each address, and ends those whose
    client takes too long.

    When no more can be let in, the connection that has waited longest between two requests makes room.
    """

    def __init__(self, most: int, most_each: int, seconds: float, proxies: Iterable[str] = ()) -> None:
        """`seconds` is what a client has for the headers of a request, for its body and for taking the answer, each.
        Connections of `proxies` are counted in all only."""
        self._most = most
        self._most_each = most_each
        self._seconds = seconds
        self._proxies = ProxyHeadersMiddleware(cast(Any, None), list(proxies)).trusted_hosts if proxies else ()
        self._open: dict[Connection, str] = {}
        self._each: dict[str, int] = {}
        self._idle: deque[Connection] = deque()  # that were idle at the last look, the longest first
        self.refused = 0
        """Connections that were not let in."""
        self.overdue = 0
        """Connections that were ended because their client took too long."""

    @property
    def total(self) -> int:
        """How many are open."""
        return len(self._open)

    def admit(self, connection: Connection, address: str) -> bool:
        """Let a connection in, if there is room for it."""
        key = "" if address in self._proxies else network(address)
        full = key != "" and self._each.get(key, 0) >= self._most_each
        if full or (len(self._open) >= self._most and not self._make_room()):
            self.refused += 1
            return False
        self._open[connection] = key
        self._each[key] = self._each.get(key, 0) + 1
        return True

    def _make_room(self) -> bool:
        """End the connection that has been idle for longest, as far as the last look tells."""
        while self._idle:
            connection = self._idle.popleft()
            if connection in self._open and connection.is_idle():
                connection.abort()
                self.leave(connection)
                return True
        return False

    def leave(self, connection: Connection) -> None:
        """A connection has ended."""
        key = self._open.pop(connection, None)
        if key is None:
            return
        self._each[key] -= 1
        if not self._each[key]:
            del self._each[key]

    async def watch(self) -> None:
        """End connections that take too long, until cancelled."""
        while True:
            await asyncio.sleep(_ROUND)
            self.look(time.monotonic())

    def look(self, now: float) -> None:
        """End connections that take too long."""
        for connection in list(self._open):
            if connection.is_overdue(now, self._seconds):
                self.overdue += 1
                connection.abort()
        idle = (each for each in self._open if each.is_idle()) if 2 * len(self._open) > self._most else ()
        self._idle = deque(sorted(idle, key=lambda each: each.since))


class Connection(asyncio.Protocol, asyncio.Transport):
    """One connection: what arrives is handed on in slices, one in each round of the event loop."""

    def __init__(
        self,
        gate: Gate,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        """All but the gate is what uvicorn hands to its protocols."""
        super().__init__()
        self._gate = gate
        self._loop = _loop or asyncio.get_running_loop()
        self._http = H11Protocol(config, server_state, app_state, _loop)
        self._http.logger = _HTTP_LOG
        self._inner: asyncio.Protocol = self._http
        self._transport: asyncio.Transport | None = None
        self._rest = bytearray()  # what has arrived and was not handed on yet
        self._paused = False  # whether the protocol wants nothing for now
        self._feeding: asyncio.Handle | None = None
        self._stage: object = None
        self._made = False
        self.since = time.monotonic()
        """When the client last had its turn to do something."""

    # --- what the network says ---
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A client is there."""
        self._transport = cast(asyncio.Transport, transport)
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if isinstance(peer, tuple) and peer else ""
        if not self._gate.admit(self, address):
            self._transport.abort()
            return
        self._made = True
        self._inner.connection_made(self)

    def data_received(self, data: bytes) -> None:
        """Hand on what has arrived, or the first slice of it."""
        if not self._rest and len(data) <= SLICE and not self._paused:
            self._inner.data_received(data)
            return
        self._rest += data
        self._real.pause_reading()
        self._feed_soon()

    def eof_received(self) -> bool | None:
        """The client says no more."""
        return self._inner.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has gone."""
        self._gate.leave(self)
        self._rest.clear()
        if self._feeding is not None:
            self._feeding.cancel()
        if self._made:
            self._inner.connection_lost(exc)

    def pause_writing(self) -> None:
        """The client does not read as fast as it is written to."""
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        """It has caught up."""
        self._inner.resume_writing()

    def _feed_soon(self) -> None:
        if self._feeding is None:
            self._feeding = self._loop.call_soon(self._feed)

    def _feed(self) -> None:
        self._feeding = None
        if not self._is_open():
            return
        piece = bytes(self._rest[:SLICE])
        del self._rest[:SLICE]
        if piece:
            self._inner.data_received(piece)
        if self._rest:
            self._feed_soon()
        elif self._is_open():
            self._real.resume_reading()

    def _is_open(self) -> bool:
        """Whether more may be handed on."""
        return not self._paused and not self._real.is_closing()

    # --- what the protocol says ---
    @property
    def _real(self) -> asyncio.Transport:
        assert self._transport is not None
        return self._transport

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Send something."""
        self._real.write(data)

    def pause_reading(self) -> None:
        """Take nothing more for now."""
        self._paused = True
        if not self._real.is_closing():
            self._real.pause_reading()

    def resume_reading(self) -> None:
        """Go on."""
        self._paused = False
        if self._rest:
            self._feed_soon()
        elif not self._real.is_closing():
            self._real.resume_reading()

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        """Hand on to another protocol from now on, as after an upgrade."""
        assert isinstance(protocol, asyncio.Protocol)
        self._inner = protocol

    def get_protocol(self) -> asyncio.BaseProtocol:
        """Whom it is handed on to."""
        return self._inner

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """What the network knows of the client."""
        return self._real.get_extra_info(name, default)

    def is_closing(self) -> bool:
        """Whether it ends or has ended."""
        return self._real.is_closing()

    def close(self) -> None:
        """End it once everything is sent."""
        self._real.close()

    def abort(self) -> None:
        """End it now."""
        self._real.abort()

    def get_write_buffer_size(self) -> int:
        """Bytes that wait to be sent."""
        return self._real.get_write_buffer_size()

    # --- who takes too long ---
    def is_idle(self) -> bool:
        """Whether it is between two requests, or before the first."""
        return self._now_at()[0] == "headers"

    def is_overdue(self, now: float, seconds: float) -> bool:
        """Whether the client has been at the same thing for too long."""
        stage = self._now_at()
        if stage != self._stage:
            self._stage, self.since = stage, now
        return stage[0] != "" and now - self.since > seconds

    def _now_at(self) -> tuple[str, int]:
        """What the client is expected to do, and for which request; empty where it may take its time."""
        http = self._http
        number = id(http.cycle)
        if self._real.is_closing():
            return "closing", number
        if self._inner is not http:
            return "", number  # a socket, which has timers of its own
        if http.flow.write_paused:
            return "reading", number
        if http.conn.their_state is h11.SEND_BODY:
            return "body", number
        if getattr(http.cycle, "response_complete", True):  # there is none before the first request
            return "headers", number
        return "", number


class SocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's sockets, with a limit to frames that carry no message, and a way to end one that does not read."""

    def __init__(self, *args: Any, **given: Any) -> None:
        super().__init__(*args, **given)
        self._frames = Bucket(*_FRAMES)

    def handle_connect(self, event: Request) -> None:
        """Take the handshake."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][ABORT] = {"abort": self.transport.abort}

    def handle_ping(self) -> None:
        """Answer a ping."""
        if self._may_go_on():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Take an answer to a ping."""
        if self._may_go_on():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """Take a piece of a message."""
        if self._may_go_on():
            super().handle_cont(event)

    def _may_go_on(self) -> bool:
        """Count a frame; a client that sends too many is cut off."""
        if self.transport.is_closing():
            return False
        if not self._frames.wait(time.monotonic()):
            return True
        self.conn.data_to_send()  # answers to the pings before are of no use any more
        self.conn.fail(1008, "too many frames without a message")
        self.queue.put_nowait({"type": "websocket.disconnect", "code": 1008})
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()
        return False

    async def send(self, message: Any) -> None:
        """Send a message, or raise `ClientDisconnected`, also where this side has hung up meanwhile."""
        if self.close_sent and message["type"] in ("websocket.send", "websocket.close"):
            raise ClientDisconnected
        await super().send(message)
