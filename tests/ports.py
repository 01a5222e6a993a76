"""Ports for servers that are stopped and started again at the same address."""

from __future__ import annotations

import contextlib
import random
import socket

PORTS = range(15_000, 32_000)
"""Below the ports that Linux gives to outgoing connections. While a server is down, its clients keep knocking: were its
port one of those, some client would at last be given it, be connected to itself, and keep the server out."""
_LUCK = random.SystemRandom()
"""Not `random`: pytest gives it the same seed in every process, and all would try the same ports."""


def free_port() -> int:
    """A port that nobody listens on."""
    while True:
        port = _LUCK.choice(PORTS)
        with socket.socket() as tried, contextlib.suppress(OSError):
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            tried.bind(("127.0.0.1", port))
            return port
