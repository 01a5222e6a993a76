"""Readers that do not read, on real connections: they are cut off, and nothing of it looks like a fault in the log."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import socket
import struct
from collections.abc import AsyncIterator

import pytest

from neurohex.server import socket as socket_module
from neurohex.server.live_match import Listener
from tests.server.hostile import frame
from tests.server.serving import Served, guests, seated, serving

MESSAGE = "x" * 60_000
ENOUGH = 400
"""Messages that no buffer of the system holds."""
GOODBYE = b"follow from your last event"


@contextlib.asynccontextmanager
async def deaf(served: Served, match: str) -> AsyncIterator[tuple[socket.socket, Listener]]:
    """A connection that follows a match and then reads nothing; and its other end, as the table knows it."""
    loop = asyncio.get_running_loop()
    host, _, port = served.url.removeprefix("http://").partition(":")
    table = await served.context.registry.get(match)
    before = set(table._listeners)
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.setblocking(False)
        await loop.sock_connect(line, (host, int(port)))
        says = ({"type": "hello", "id": "h"}, {"type": "follow", "id": "f", "match": match})
        await loop.sock_sendall(
            line,
            f"GET /api/socket HTTP/1.1\r\nhost: {host}:{port}\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
            "sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode(),
        )
        assert b" 101 " in await loop.sock_recv(line, 1000)
        await loop.sock_sendall(line, b"".join(frame(1, json.dumps(message).encode()) for message in says))
        while not (new := set(table._listeners) - before):
            await asyncio.sleep(0.001)
        yield line, new.pop()


def troubles(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Faults in the log."""
    return [each.getMessage() for each in caplog.records if each.exc_info or each.levelno >= logging.ERROR]


@pytest.mark.parametrize("how", ["stays silent", "reads again once it is cut off", "resets the connection"])
async def test_a_reader_that_does_not_read_leaves_no_traceback(
    database: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    monkeypatch.setattr(socket_module, "_CLOSE_SECONDS", 0.2)
    async with serving(database, waiting_messages=10) as served, guests(served.url, "Ann", "Ben") as people:
        places = await seated(*people)
        async with asyncio.timeout(60), deaf(served, places[0].match) as (line, listener):
            for number in range(ENOUGH):
                listener.send(MESSAGE)
                await asyncio.sleep(0)
                if how == "resets the connection" and number == ENOUGH // 2:
                    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    line.close()
            if how == "reads again once it is cut off":
                with contextlib.suppress(ConnectionResetError):
                    while chunk := await asyncio.get_running_loop().sock_recv(line, 2**20):
                        if GOODBYE in chunk:
                            break
                line.close()
            while served.context.slots.total > 2:
                await asyncio.sleep(0.01)
            listener.send("for nobody")
    assert troubles(caplog) == []
    assert "websocket.send" not in caplog.text


async def test_a_fault_in_the_log_would_be_noticed(caplog: pytest.LogCaptureFixture) -> None:
    try:
        raise RuntimeError("Unexpected ASGI message 'websocket.send'")
    except RuntimeError:
        logging.getLogger("uvicorn.error").exception("Exception in ASGI application")
    assert troubles(caplog) == ["Exception in ASGI application"]
