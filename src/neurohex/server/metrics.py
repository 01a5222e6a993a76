"""What a server counts and measures, for Prometheus. No person and no match is named in it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest, start_http_server

_LAST_PORT: Final = 65_535
CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
_FAST: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)
_THOUGHT: Final = (0.005, 0.02, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0)


class Metrics:
    """The numbers of one server."""

    def __init__(self) -> None:
        registry = self._registry = CollectorRegistry()
        self.requests = Counter(
            "neurohex_requests", "Requests answered, by the status of the answer", ["status"], registry=registry
        )
        self.connections = Gauge("neurohex_connections", "Sockets that are open", registry=registry)
        self.tables = Gauge("neurohex_tables", "Matches in the memory of this server", registry=registry)
        self.commands = Counter(
            "neurohex_commands", "Commands answered, by the kind of the answer", ["answer"], registry=registry
        )
        self.durable = Histogram(
            "neurohex_durable_seconds",
            "From deciding what a command brings about to its being on disk",
            buckets=_FAST,
            registry=registry,
        )
        self.conflicts = Counter("neurohex_conflicts", "Appends for which another server was faster", registry=registry)
        self.tcp = Gauge("neurohex_tcp_connections", "Connections of any kind that are open", registry=registry)
        self.tcp_refused = Gauge("neurohex_tcp_refused", "Connections that were not let in", registry=registry)
        self.tcp_overdue = Gauge(
            "neurohex_tcp_overdue", "Connections ended because their client took too long", registry=registry
        )
        self.lag = Histogram(
            "neurohex_loop_lag_seconds",
            "How much later than asked for the event loop does something",
            buckets=_FAST,
            registry=registry,
        )
        self.slow_readers = Counter(
            "neurohex_slow_readers", "Sockets closed because they did not read", registry=registry
        )
        self.thought = Histogram(
            "neurohex_bot_seconds",
            "Bots' decisions, waiting for a process included",
            buckets=_THOUGHT,
            registry=registry,
        )
        self.bot_fallbacks = Counter(
            "neurohex_bot_fallbacks",
            "Answers of bots that were not legal, and for which another action was taken",
            registry=registry,
        )
        self.workers_replaced = Gauge(
            "neurohex_bot_workers_replaced", "Processes of bots that failed and were replaced", registry=registry
        )

    @contextlib.contextmanager
    def serving(self, address: str) -> Iterator[None]:
        """Answer at HOST:PORT of its own, from a thread; nothing where that is empty. Raises `OSError` where it cannot
        be had."""
        if not address:
            yield
            return
        host, _, port = address.rpartition(":")
        if not port.isdecimal() or int(port) > _LAST_PORT:
            raise OSError(f"metrics: expected HOST:PORT, such as 127.0.0.1:9100, got {address}")
        server, thread = start_http_server(int(port), host.strip("[]") or "127.0.0.1", self._registry)
        try:
            yield
        finally:
            server.shutdown()
            server.server_close()
            thread.join()

    def text(self) -> bytes:
        """All of it, in the form that Prometheus reads."""
        return generate_latest(self._registry)
