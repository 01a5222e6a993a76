"""Running a server: uvicorn with what is fast, signals, and a stop in good order."""

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
from typing import Final, cast

import uvicorn

from neurohex.server.app import make_app
from neurohex.server.files import is_built
from neurohex.server.house import House, open_house
from neurohex.server.metrics import Metrics
from neurohex.server.settings import Settings
from neurohex.server.transport import BACKLOG, RESERVE, Connection, Gate, SocketProtocol, raise_descriptor_limit
from neurohex.server.views import LANGS, catalogue_in

_LOG: Final = logging.getLogger(__name__)
_LARGEST_FRAME: Final = 1 << 16
"""Bytes after which a socket is closed without an answer (1009); smaller ones that are too large get a refusal."""
_LAST_WORDS: Final = 0.05
"""Seconds for the last answers to be sent before sockets are closed."""

_FEWEST: Final = 16
"""Connections that are let in however few files may be open."""
_LAG_ROUND: Final = 0.05
"""Seconds between two measurements of the event loop's lag."""
_SELDOM: Final = (50_000, 20, 50)
"""When garbage is collected: with many matches in memory each full round takes a tenth of a second, and few objects
here are in circles."""


class Server(uvicorn.Server):
    """Serves a house. `should_exit = True`, SIGTERM and SIGINT end it in good order."""

    def __init__(self, house: House, ready: Callable[[], None] | None = None) -> None:
        """`ready` is called when requests are answered."""
        settings = house.settings
        self.gate = Gate(
            most=max(_FEWEST, raise_descriptor_limit() - RESERVE),
            most_each=settings.tcp_per_address,
            seconds=settings.request_seconds,
            proxies=settings.proxies,
        )
        super().__init__(
            uvicorn.Config(
                make_app(house),
                http=cast(type[asyncio.Protocol], functools.partial(Connection, self.gate)),
                h11_max_incomplete_event_size=settings.header_bytes,
                backlog=BACKLOG,
                ws=SocketProtocol,
                ws_max_size=max(_LARGEST_FRAME, 2 * settings.message_bytes),
                ws_per_message_deflate=False,  # messages are short, and it would cost every connection much memory
                lifespan="off",
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=bool(settings.proxies),
                forwarded_allow_ips=list(settings.proxies),
                timeout_graceful_shutdown=max(1, round(settings.stop_seconds)),
            )
        )
        self._house = house
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer."""
        await super().startup(sockets)
        self._watching = [
            asyncio.create_task(self.gate.watch()),
            asyncio.create_task(_measure_lag(self._house.metrics)),
        ]
        self._house.metrics.tcp.set_function(lambda: self.gate.total)
        self._house.metrics.tcp_refused.set_function(lambda: self.gate.refused)
        self._house.metrics.tcp_overdue.set_function(lambda: self.gate.overdue)
        for lang in LANGS:
            catalogue_in(lang)  # takes too long to be made when somebody asks
        if is_built():
            self._house.drawings.begin()  # the first page will ask for them
        if self._ready is not None:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let nobody in any more, finish and answer what is being written, then close every socket (1012)."""
        for server in self.servers:
            server.close()
        await self._house.hall.drain()
        await self._house.hints.close()
        await self._house.viewers.close()
        await asyncio.sleep(_LAST_WORDS)
        await super().shutdown(sockets)
        for task in self._watching:
            task.cancel()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop at SIGTERM and SIGINT; unlike uvicorn, do not die of them afterwards: a stop is no failure."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self.handle_exit, number, None)
        try:
            yield
        finally:
            for number in (signal.SIGTERM, signal.SIGINT):
                loop.remove_signal_handler(number)


async def _measure_lag(metrics: Metrics) -> None:
    """Measure how late the event loop is, until cancelled."""
    while True:
        due = time.perf_counter() + _LAG_ROUND
        await asyncio.sleep(_LAG_ROUND)
        metrics.lag.observe(max(0.0, time.perf_counter() - due))


def listen(settings: Settings) -> socket.socket:
    """A socket at the address of the settings. Raises `OSError`."""
    (family, kind, protocol, _, address), *_ = socket.getaddrinfo(
        settings.host or None, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )
    # With its protocol named, as asyncio sets TCP_NODELAY on those only; without it each answer waits for 40 ms.
    listening = socket.socket(family, kind, protocol)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
    except OSError:
        listening.close()
        raise
    return listening


def address_of(listening: socket.socket) -> str:
    """Where clients find a server, as a URL."""
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


async def serve(settings: Settings, ready: Callable[[str], None]) -> None:
    """Serve until told to stop. `ready` is called with the server's address once it answers.

    Raises `OSError` where the address cannot be had, and `StoreError` where the database cannot be.
    """
    with contextlib.closing(listen(settings)) as listening:
        address = address_of(listening)
        async with open_house(settings) as house:
            warming = asyncio.create_task(house.viewers.warm())
            with house.metrics.serving(settings.metrics):
                await Server(house, lambda: ready(address)).serve([listening])
            await warming
            _LOG.info("stopped: nothing that was acknowledged is lost")


def run(settings: Settings, ready: Callable[[str], None]) -> None:
    """`serve` on the fastest event loop that there is."""
    gc.freeze()  # modules stay for good
    gc.set_threshold(*_SELDOM)
    factory = uvicorn.Config("", loop="auto", log_config=None).get_loop_factory()
    with asyncio.Runner(loop_factory=factory) as runner:
        runner.run(serve(settings, ready))
