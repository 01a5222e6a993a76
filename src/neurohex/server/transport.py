"""Limits on connections: how many, how fast, and how long a client may take.

uvicorn reads HTTP with h11, which bounds the headers of a request, and WebSockets with `websockets`. Neither bounds the
cost of one network read, the time a client takes, or the number of its connections. The layer here does: a `Connection`
sits between the network and uvicorn, as the protocol of the real transport and the transport of uvicorn's protocol.
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
from neurohex.server.logs import HTTP_LOG

if sys.platform != "win32":
    import resource

_HTTP_LOG: Final = logging.getLogger(HTTP_LOG)
ABORT: Final = "neurohex.abort"
"""ASGI extension whose `abort` drops a socket at once."""
SLICE: Final = 4_096
"""Bytes parsed in one round of the event loop; the rest waits. 4 kB of the shortest headers or frames take a few
milliseconds to parse, and one network read returns up to 256 kB."""
RESERVE: Final = 256
"""File descriptors reserved for the database, processes, and connections that are being refused."""
BACKLOG: Final = 128
"""Listen backlog. asyncio accepts as many at once before any can be refused."""
_FRAMES: Final = (5.0, 60)
"""Rate and burst of frames without a message (pings, pongs, fragments), or after our close frame."""
_CLOSE_SECONDS: Final = 2.0
"""Seconds to wait for the close handshake."""
_NO_LIMIT: Final = 1 << 20
_CHECK_INTERVAL: Final = 0.5
"""Seconds between two checks for overdue clients."""


def raise_descriptor_limit() -> int:
    """Raise this process's limit on open files as far as allowed, and return it. Child processes inherit it."""
    if sys.platform == "win32":
        return _NO_LIMIT
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        except (OSError, ValueError):  # the kernel does not grant "infinity"
            return soft
    return hard if hard != resource.RLIM_INFINITY else _NO_LIMIT


class FeedQueue:
    """Lets each address parse one slice in each round of the event loop, so that many connections of one address delay
    others no more than one does."""

    def __init__(self) -> None:
        self._waiting: dict[object, deque[Connection]] = {}
        self._fed: set[object] = set()  # addresses that have used their slice of this round
        self._scheduled = False

    def may_feed(self, address: object) -> bool:
        """Whether a connection of this address may parse now. If so, this uses its slice of the round."""
        if address in self._fed or address in self._waiting:
            return False
        self._fed.add(address)
        self._schedule()
        return True

    def wait(self, address: object, connection: Connection) -> None:
        """Call `connection.feed` in a later round, in the order of calls for each address."""
        self._waiting.setdefault(address, deque()).append(connection)
        self._schedule()

    def leave(self, address: object, connection: Connection) -> None:
        """Remove a waiting connection."""
        queue = self._waiting.get(address)
        if queue is not None and connection in queue:
            queue.remove(connection)
            if not queue:
                del self._waiting[address]

    def _schedule(self) -> None:
        if not self._scheduled:
            self._scheduled = True
            asyncio.get_running_loop().call_soon(self._round)

    def _round(self) -> None:
        self._scheduled = False
        self._fed = set(self._waiting)
        if self._fed:
            self._schedule()
        for address in self._fed:
            queue = self._waiting[address]
            connection = queue.popleft()
            if not queue:
                del self._waiting[address]
            connection.feed()


class ConnectionGate:
    """All connections of a server. Limits their number, in all and for each address, and drops overdue clients.

    When the server is full, the connection that has been idle longest makes room.
    """

    def __init__(self, most: int, most_each: int, seconds: float, proxies: Iterable[str] = ()) -> None:
        """`seconds` is the time a client has to send the headers, to send the body and to read the answer, each.
        `proxies` are exempt from `most_each`."""
        self._most = most
        self._most_each = most_each
        self._seconds = seconds
        self._proxies = ProxyHeadersMiddleware(cast(Any, None), list(proxies)).trusted_hosts if proxies else ()
        self._open: dict[Connection, str] = {}
        self._each: dict[str, int] = {}
        self._idle: deque[Connection] = deque()  # idle at the last check, longest first
        self.feeds = FeedQueue()
        self.refused = 0
        """Connections refused so far."""
        self.overdue = 0
        """Connections dropped because the client took too long."""

    @property
    def total(self) -> int:
        """Number of open connections."""
        return len(self._open)

    def admit(self, connection: Connection, address: str) -> bool:
        """Admit a connection if there is room."""
        key = "" if address in self._proxies else network(address)
        full = key != "" and self._each.get(key, 0) >= self._most_each
        if full or (len(self._open) >= self._most and not self._make_room()):
            self.refused += 1
            return False
        self._open[connection] = key
        self._each[key] = self._each.get(key, 0) + 1
        return True

    def address(self, connection: Connection) -> object:
        """The key whose slices a connection uses: its address; a proxy's connections each have their own."""
        return self._open.get(connection) or connection

    def _make_room(self) -> bool:
        """Drop the connection that was idle longest at the last check."""
        while self._idle:
            connection = self._idle.popleft()
            if connection in self._open and connection.is_idle():
                connection.abort()
                self.leave(connection)
                return True
        return False

    def leave(self, connection: Connection) -> None:
        """Remove a closed connection."""
        key = self._open.pop(connection, None)
        if key is None:
            return
        self._each[key] -= 1
        if not self._each[key]:
            del self._each[key]

    async def watch(self) -> None:
        """Drop overdue connections until cancelled."""
        while True:
            await asyncio.sleep(_CHECK_INTERVAL)
            self.look(time.monotonic())

    def look(self, now: float) -> None:
        """Drop overdue connections now."""
        for connection in list(self._open):
            if connection.is_overdue(now, self._seconds):
                self.overdue += 1
                connection.abort()
        idle = (each for each in self._open if each.is_idle()) if 2 * len(self._open) > self._most else ()
        self._idle = deque(sorted(idle, key=lambda each: each.since))


class Connection(asyncio.Protocol, asyncio.Transport):
    """One connection. It passes data on in slices, one in each round of the event loop."""

    def __init__(
        self,
        gate: ConnectionGate,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        """The arguments after `gate` are those uvicorn passes to its protocols."""
        super().__init__()
        self._gate = gate
        self._http = H11Protocol(config, server_state, app_state, _loop)
        self._http.logger = _HTTP_LOG
        self._inner: asyncio.Protocol = self._http
        self._transport: asyncio.Transport | None = None
        self._rest = bytearray()  # received but not yet passed on
        self._paused = False  # whether the protocol has paused reading
        self._waits = False  # whether it is in the feed queue
        self._address: object = self
        self._stage: object = None
        self._made = False
        self.since = time.monotonic()
        """Start of the client's current stage."""

    # --- called by the network ---
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Admit a new client or drop it."""
        self._transport = cast(asyncio.Transport, transport)
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if isinstance(peer, tuple) and peer else ""
        if not self._gate.admit(self, address):
            self._transport.abort()
            return
        self._made = True
        self._address = self._gate.address(self)
        self._inner.connection_made(self)

    def data_received(self, data: bytes) -> None:
        """Pass data on, or queue it if it is too long."""
        if not self._rest and len(data) <= SLICE and not self._paused and self._gate.feeds.may_feed(self._address):
            self._inner.data_received(data)
            return
        self._rest += data
        self._real.pause_reading()
        self._feed_soon()

    def eof_received(self) -> bool | None:
        """Pass on the end of input."""
        return self._inner.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        """Pass on the loss of the connection."""
        self._gate.leave(self)
        self._rest.clear()
        if self._waits:
            self._gate.feeds.leave(self._address, self)
        if self._made:
            self._inner.connection_lost(exc)

    def pause_writing(self) -> None:
        """Pass on that the write buffer is full."""
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        """Pass on that the write buffer has drained."""
        self._inner.resume_writing()

    def _feed_soon(self) -> None:
        if not self._waits:
            self._waits = True
            self._gate.feeds.wait(self._address, self)

    def feed(self) -> None:
        """Parse the next slice."""
        self._waits = False
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
        """Whether more data may be passed on."""
        return not self._paused and not self._real.is_closing()

    # --- called by the protocol ---
    @property
    def _real(self) -> asyncio.Transport:
        assert self._transport is not None
        return self._transport

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Send data."""
        self._real.write(data)

    def pause_reading(self) -> None:
        """Stop reading."""
        self._paused = True
        if not self._real.is_closing():
            self._real.pause_reading()

    def resume_reading(self) -> None:
        """Read again."""
        self._paused = False
        if self._rest:
            self._feed_soon()
        elif not self._real.is_closing():
            self._real.resume_reading()

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        """Switch protocols after an upgrade. The new one also gets data that followed the handshake."""
        assert isinstance(protocol, asyncio.Protocol)
        self._inner = protocol
        unread, _ = self._http.conn.trailing_data
        if unread:
            self._rest[:0] = unread
            self._real.pause_reading()
            self._feed_soon()

    def get_protocol(self) -> asyncio.BaseProtocol:
        """Return the current protocol."""
        return self._inner

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """Return information about the real transport."""
        return self._real.get_extra_info(name, default)

    def is_closing(self) -> bool:
        """Whether the connection is closing or closed."""
        return self._real.is_closing()

    def close(self) -> None:
        """Close after flushing the write buffer."""
        self._real.close()

    def abort(self) -> None:
        """Close at once."""
        self._real.abort()

    def get_write_buffer_size(self) -> int:
        """Bytes in the write buffer."""
        return self._real.get_write_buffer_size()

    # --- overdue clients ---
    def is_idle(self) -> bool:
        """Whether it is between two requests, or before the first."""
        return self._now_at()[0] == "headers"

    def is_overdue(self, now: float, seconds: float) -> bool:
        """Whether the client has been in the same stage for too long."""
        if self._inner is not self._http and not self._real.is_closing():
            return False  # sockets have their own timers, and there are thousands
        stage = self._now_at()
        if stage != self._stage:
            self._stage, self.since = stage, now
        return stage[0] != "" and now - self.since > seconds

    def _now_at(self) -> tuple[str, int]:
        """What the client is expected to do, and the request it concerns; empty if it has no deadline."""
        http = self._http
        number = id(http.cycle)
        if self._real.is_closing():
            return "closing", number
        if self._inner is not http:
            return "", number
        if http.flow.write_paused:
            return "reading", number
        if http.conn.their_state is h11.SEND_BODY:
            return "body", number
        if getattr(http.cycle, "response_complete", True):  # None before the first request
            return "headers", number
        return "", number


class SocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol with a rate limit on frames without a message, and an `abort` for slow readers."""

    def __init__(self, *args: Any, **given: Any) -> None:
        super().__init__(*args, **given)
        self.close_timeout = _CLOSE_SECONDS
        self._frames = Bucket(*_FRAMES)

    def handle_connect(self, event: Request) -> None:
        """Handle the handshake."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][ABORT] = {"abort": self.transport.abort}

    def handle_ping(self) -> None:
        """Answer a ping."""
        if self._may_go_on():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Handle a pong."""
        if self._may_go_on():
            super().handle_pong(event)

    def handle_text(self, event: Frame) -> None:
        """Handle a text message, or its first fragment."""
        if not self.close_sent or self._may_go_on():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """Handle a binary message, or its first fragment."""
        if not self.close_sent or self._may_go_on():
            super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        """Handle a fragment of a message."""
        if self._may_go_on():
            super().handle_cont(event)

    def _may_go_on(self) -> bool:
        """Count a frame; close the connection if there are too many."""
        if self.transport.is_closing():
            return False
        if not self._frames.wait(time.monotonic()):
            return True
        if self.close_sent:
            self.transport.abort()
            return False
        self.conn.data_to_send()  # drop unsent replies to earlier pings
        self.conn.fail(1008, "too many frames without a message")
        self.queue.put_nowait({"type": "websocket.disconnect", "code": 1008})
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()
        return False

    async def send(self, message: Any) -> None:
        """Send a message. Raises `ClientDisconnected`, also if this side has closed the connection."""
        if self.close_sent and message["type"] in ("websocket.send", "websocket.close"):
            raise ClientDisconnected
        await super().send(message)
