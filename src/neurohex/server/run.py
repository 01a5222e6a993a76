"""Runs a server: uvicorn's configuration, signals, graceful shutdown."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import gc
import logging
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any, Final, cast

import uvicorn

from neurohex.server.app import make_app
from neurohex.server.context import ServerContext, open_context
from neurohex.server.files import is_built
from neurohex.server.metrics import Metrics
from neurohex.server.puzzles import puzzles_in
from neurohex.server.settings import Settings
from neurohex.server.transport import (
    BACKLOG,
    RESERVE,
    Connection,
    ConnectionGate,
    SocketProtocol,
    raise_descriptor_limit,
)
from neurohex.server.views import LANGS, catalogue_in

_LOG: Final = logging.getLogger(__name__)
_LARGEST_FRAME: Final = 1 << 16
"""Larger frames close the socket without an answer (1009). Smaller ones over the limit get a refusal."""
_FLUSH_SECONDS: Final = 0.05
"""Seconds to flush the last answers before sockets are closed."""

_MIN_CONNECTIONS: Final = 16
"""Connections to admit however low the file limit is."""
_LAG_INTERVAL: Final = 0.05
"""Seconds between two measurements of the event loop's lag."""
GC_THRESHOLDS: Final = (50_000, 20, 50)
"""Garbage collector thresholds. A full collection takes 0.1 s with many matches in memory, and few objects here are in
cycles."""


class Server(uvicorn.Server):
    """Serves a context. `should_exit = True`, SIGTERM and SIGINT shut it down gracefully."""

    def __init__(self, context: ServerContext, ready: Callable[[], None] | None = None) -> None:
        """`ready` is called once requests are answered."""
        settings = context.settings
        self.gate = ConnectionGate(
            most=max(_MIN_CONNECTIONS, raise_descriptor_limit() - RESERVE),
            most_each=settings.tcp_per_address,
            seconds=settings.request_seconds,
            proxies=settings.proxies,
        )
        super().__init__(
            uvicorn.Config(
                make_app(context),
                http=cast(type[asyncio.Protocol], functools.partial(Connection, self.gate)),
                h11_max_incomplete_event_size=settings.header_bytes,
                backlog=BACKLOG,
                ws=SocketProtocol,
                ws_max_size=max(_LARGEST_FRAME, 2 * settings.message_bytes),
                ws_per_message_deflate=False,  # messages are short; deflate would cost memory on every connection
                lifespan="off",
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=bool(settings.proxies),
                forwarded_allow_ips=list(settings.proxies),
                timeout_graceful_shutdown=max(1, round(settings.stop_seconds)),
            )
        )
        self._context = context
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start listening."""
        await super().startup(sockets)
        self._watching = [
            asyncio.create_task(self.gate.watch()),
            asyncio.create_task(_measure_lag(self._context.metrics)),
        ]
        self._context.metrics.tcp.set_function(lambda: self.gate.total)
        self._context.metrics.tcp_refused.set_function(lambda: self.gate.refused)
        self._context.metrics.tcp_overdue.set_function(lambda: self.gate.overdue)
        for lang in LANGS:
            catalogue_in(lang)  # fill the caches before the first request
            puzzles_in(lang)
        if is_built():
            self._context.drawings.begin()  # the first page will ask for them
        if self._ready is not None:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop accepting, finish and answer pending commands, then close every socket (1012)."""
        for server in self.servers:
            server.close()
        await self._context.registry.drain()
        await self._context.hints.close()
        await self._context.provers.close()
        await self._context.viewers.close()
        await asyncio.sleep(_FLUSH_SECONDS)
        await super().shutdown(sockets)
        for task in self._watching:
            task.cancel()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Shut down on SIGTERM and SIGINT. Unlike uvicorn, do not raise the signal again: a shutdown is no failure."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        loop = asyncio.get_running_loop()
        before: dict[signal.Signals, Any] = {}

        def stop(number: int, frame: FrameType | None) -> None:
            loop.call_soon_threadsafe(self.handle_exit, number, frame)

        for number in (signal.SIGTERM, signal.SIGINT):
            try:
                loop.add_signal_handler(number, self.handle_exit, number, None)
            except NotImplementedError:  # Windows
                before[number] = signal.signal(number, stop)
        try:
            yield
        finally:
            for number in (signal.SIGTERM, signal.SIGINT):
                if number in before:
                    signal.signal(number, before[number])
                else:
                    loop.remove_signal_handler(number)


async def _measure_lag(metrics: Metrics) -> None:
    """Measure the event loop's lag until cancelled."""
    while True:
        due = time.perf_counter() + _LAG_INTERVAL
        await asyncio.sleep(_LAG_INTERVAL)
        metrics.lag.observe(max(0.0, time.perf_counter() - due))


def listen(settings: Settings) -> socket.socket:
    """Bind a socket to the configured address. Raises `OSError`."""
    (family, kind, protocol, _, address), *_ = socket.getaddrinfo(
        settings.host or None, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )
    # Name the protocol: asyncio sets TCP_NODELAY only then. Without it each answer takes 40 ms longer.
    listening = socket.socket(family, kind, protocol)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
    except OSError:
        listening.close()
        raise
    return listening


def address_of(listening: socket.socket) -> str:
    """The URL of a listening socket."""
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


async def serve(settings: Settings, ready: Callable[[str], None]) -> None:
    """Serve until stopped. `ready` gets the server's address once it answers.

    Raises `OSError` if the address is not available, and `StoreError` if the database is not.
    """
    with contextlib.closing(listen(settings)) as listening:
        address = address_of(listening)
        async with open_context(settings) as context:
            warming = asyncio.create_task(context.viewers.warm())
            with context.metrics.serving(settings.metrics):
                await Server(context, lambda: ready(address)).serve([listening])
            await warming
            _LOG.info("stopped; every acknowledged write is on disk")


def run(settings: Settings, ready: Callable[[str], None]) -> None:
    """Run `serve` on the fastest event loop available."""
    gc.freeze()  # modules live as long as the process
    gc.set_threshold(*GC_THRESHOLDS)
    factory = uvicorn.Config("", loop="auto", log_config=None).get_loop_factory()
    with asyncio.Runner(loop_factory=factory) as runner:
        runner.run(serve(settings, ready))
