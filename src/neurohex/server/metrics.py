"""Prometheus metrics of a server. They name no person and no match."""

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
    """The metrics of one server."""

    def __init__(self) -> None:
        registry = self._registry = CollectorRegistry()
        self.requests = Counter(
            "neurohex_requests", "Requests answered, by the status of the answer", ["status"], registry=registry
        )
        self.connections = Gauge("neurohex_connections", "Open sockets", registry=registry)
        self.tables = Gauge("neurohex_tables", "Matches in the memory of this server", registry=registry)
        self.commands = Counter(
            "neurohex_commands", "Commands answered, by the kind of answer", ["answer"], registry=registry
        )
        self.durable = Histogram(
            "neurohex_durable_seconds",
            "From the decision of a command to its events on disk",
            buckets=_FAST,
            registry=registry,
        )
        self.conflicts = Counter("neurohex_conflicts", "Appends for which another server was faster", registry=registry)
        self.tcp = Gauge("neurohex_tcp_connections", "Open connections of any kind", registry=registry)
        self.tcp_refused = Gauge("neurohex_tcp_refused", "Refused connections", registry=registry)
        self.tcp_overdue = Gauge(
            "neurohex_tcp_overdue", "Connections dropped because the client took too long", registry=registry
        )
        self.lag = Histogram(
            "neurohex_loop_lag_seconds",
            "Lag of the event loop",
            buckets=_FAST,
            registry=registry,
        )
        self.slow_readers = Counter(
            "neurohex_slow_readers", "Sockets closed because the client did not read", registry=registry
        )
        self.thought = Histogram(
            "neurohex_bot_seconds",
            "Bots' decisions, waiting for a process included",
            buckets=_THOUGHT,
            registry=registry,
        )
        self.bot_fallbacks = Counter(
            "neurohex_bot_fallbacks",
            "Illegal answers of bots, replaced by another action",
            registry=registry,
        )
        self.workers_replaced = Gauge(
            "neurohex_bot_workers_replaced", "Failed worker processes of bots", registry=registry
        )

    @contextlib.contextmanager
    def serving(self, address: str) -> Iterator[None]:
        """Serve the metrics at a HOST:PORT of their own, from a thread; do nothing if the address is empty. Raises
        `OSError` if the address is invalid or not available."""
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
        """All metrics in Prometheus' text format."""
        return generate_latest(self._registry)
