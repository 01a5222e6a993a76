"""Attacks below HTTP and WebSockets, and that they delay no other client."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from neurohex.server.transport import ConnectionGate, FeedQueue
from tests.server.callbacks import timed
from tests.server.serving import guests, line, serving

LONGEST = 0.1
"""Seconds of processor time that a flood may take at once: four times the goal, as it is measured only once."""
MOST = 0.5
"""Seconds of processor time that a flood may cost in all: 0.01 where it is cut off, more than this where it is not."""


@contextlib.asynccontextmanager
async def tcp(url: str) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    host, _, port = url.removeprefix("http://").partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        yield reader, writer
    finally:
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()


async def sent(writer: asyncio.StreamWriter, data: bytes) -> None:
    """Send as much as the server takes."""
    with contextlib.suppress(ConnectionError):
        for start in range(0, len(data), 1 << 16):
            writer.write(data[start : start + (1 << 16)])
            await writer.drain()


async def ended(reader: asyncio.StreamReader) -> bytes:
    """Everything up to the end of the connection."""
    with contextlib.suppress(ConnectionError):
        return await reader.read()
    return b""


# --- headers --------------------------------------------------------------------------------------
@pytest.mark.parametrize("header", [b"a:\r\n", b"a: " + b"x" * 1000 + b"\r\n"])
async def test_endless_headers_are_refused_early_and_delay_no_other(database: str, header: bytes) -> None:
    async with serving(database) as served, tcp(served.url) as (reader, writer):
        with timed() as taken:
            sending = asyncio.create_task(
                sent(writer, b"GET / HTTP/1.1\r\nhost: x\r\n" + header * (4_000_000 // len(header)))
            )
            answer = await ended(reader)
            await sending
        assert not answer or answer.startswith(b"HTTP/1.1 400")  # the rest of the flood may have swept it away
        assert max(taken).seconds < LONGEST
        assert sum(each.seconds for each in taken) < MOST
        async with httpx.AsyncClient(base_url=served.url, timeout=60) as http:
            assert (await http.get("/api")).status_code == 200


async def test_headers_within_the_limit_are_accepted_in_any_chunks(database: str) -> None:
    async with serving(database, header_bytes=16_384) as served:
        request = b"GET /api HTTP/1.1\r\nhost: x\r\nconnection: close\r\n" + b"a: b\r\n" * 2_000 + b"\r\n"
        for pause in (False, True):
            async with tcp(served.url) as (reader, writer):
                for start in range(0, len(request), 1_000):
                    writer.write(request[start : start + 1_000])
                    if pause:
                        await asyncio.sleep(0)
                assert (await ended(reader)).startswith(b"HTTP/1.1 200")


async def test_many_requests_in_one_go_are_answered_in_order(database: str) -> None:
    async with serving(database) as served, tcp(served.url) as (reader, writer):
        writer.write(
            b"GET /api HTTP/1.1\r\nhost: x\r\n\r\n" * 300
            + b"GET /health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"
        )
        answer = await ended(reader)
        assert answer.count(b"HTTP/1.1 200") == 301
        assert answer.endswith(b"ok\n")


# --- fairness -------------------------------------------------------------------------------------
class Fed:
    """Stands in for a connection that always has more to parse."""

    def __init__(self, name: str, address: str, queue: FeedQueue, order: list[str]) -> None:
        self.name, self.address, self.queue, self.order = name, address, queue, order

    def feed(self) -> None:
        self.order.append(self.name)
        self.queue.wait(self.address, self)  # type: ignore[arg-type]  # all that the queue needs of it


async def test_each_address_has_one_slice_parsed_in_each_round_of_the_loop() -> None:
    queue, order = FeedQueue(), list[str]()
    many = [Fed(f"eve{number}", "10.0.0.1", queue, order) for number in range(50)]
    one = Fed("ann", "10.0.0.2", queue, order)
    assert queue.may_feed("10.0.0.1")
    assert not queue.may_feed("10.0.0.1")
    for each in (*many, one):
        queue.wait(each.address, each)  # type: ignore[arg-type]
    assert not queue.may_feed("10.0.0.2")
    for _ in range(4):
        await asyncio.sleep(0)
    assert order.count("ann") >= 3
    assert [name for name in order if name != "ann"] == [f"eve{number}" for number in range(order.count("ann"))]
    for each in (*many, one):
        queue.leave(each.address, each)  # type: ignore[arg-type]
    count = len(order)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert len(order) == count
    assert queue.may_feed("10.0.0.1")


# --- frames ---------------------------------------------------------------------------------------
def frame(opcode: int, payload: bytes = b"", *, final: bool = True) -> bytes:
    """A frame as clients send it, with a mask that changes nothing."""
    assert len(payload) < 126
    return bytes([opcode | (0x80 if final else 0), 0x80 | len(payload), 0, 0, 0, 0]) + payload


FLOODS = {
    "pings": frame(9) * 200_000,
    "pongs": frame(10) * 200_000,
    "pieces": frame(1, b"{", final=False) + frame(0, final=False) * 200_000,
    "empty messages": frame(1) * 200_000,
    "binary messages": frame(2, b"x") * 200_000,
}


@pytest.mark.parametrize("kind", FLOODS)
async def test_a_flood_of_frames_closes_the_socket_and_delays_no_other(database: str, kind: str) -> None:
    limits: dict[str, Any] = {"messages_per_second": 20.0, "messages_at_once": 60}
    async with (
        serving(database, **limits) as served,
        guests(served.url, "Ann") as (ann,),
        tcp(served.url) as (reader, writer),
    ):
        writer.write(
            b"GET /api/socket HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
            b"sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
            + frame(1, b'{"type":"hello","id":"1"}')
        )
        assert b"101" in await reader.readuntil(b"\r\n\r\n")
        assert b"welcome" in await reader.read(1000)  # to the hello that came with the handshake
        with timed() as taken:
            sending = asyncio.create_task(sent(writer, FLOODS[kind]))
            await ended(reader)
            await sending
        assert max(taken).seconds < LONGEST
        assert sum(each.seconds for each in taken) < MOST
        assert (await ann.matches()).matches == ()


async def test_pings_at_a_usual_pace_are_answered(database: str) -> None:
    async with serving(database) as served, line(served.url) as one:
        for _ in range(20):
            await (await one.socket.ping())


# --- how long, and how many -----------------------------------------------------------------------
SLOW = {
    "silent": b"",
    "half a request": b"GET /api HTTP/1.1\r\nhost: x\r\n",
    "half a body": b"POST /api/guests HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{",
    "a body that nobody wants": b"GET /api HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{",
    "idle after a request": b"GET /api HTTP/1.1\r\nhost: x\r\n\r\n",
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", SLOW)
async def test_slow_clients_are_disconnected(database: str, kind: str) -> None:
    async with serving(database, request_seconds=0.3) as served, tcp(served.url) as (reader, writer):
        writer.write(SLOW[kind])
        dripping = asyncio.create_task(drip(writer)) if kind.startswith(("half", "a body")) else None
        await ended(reader)
        if dripping is not None:
            dripping.cancel()
        assert served.server.gate.overdue or kind == "idle after a request"


async def drip(writer: asyncio.StreamWriter) -> None:
    """A byte now and then, which must not count as progress."""
    with contextlib.suppress(ConnectionError):
        while True:
            writer.write(b"a")
            await asyncio.sleep(0.05)


async def test_clients_that_do_not_read_the_answer_are_disconnected(database: str) -> None:
    async with serving(database, request_seconds=0.3) as served, tcp(served.url) as (_, writer):
        sending = asyncio.create_task(sent(writer, b"GET /api/sprites HTTP/1.1\r\nhost: x\r\n\r\n" * 200))
        while not served.server.gate.overdue:
            await asyncio.sleep(0.05)
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)
        assert served.server.gate.total == 0


async def test_an_address_has_only_so_many_connections(database: str) -> None:
    async with serving(database, tcp_per_address=5) as served, contextlib.AsyncExitStack() as stack:
        for _ in range(5):
            await stack.enter_async_context(tcp(served.url))
        reader, _ = await stack.enter_async_context(tcp(served.url))
        assert await ended(reader) == b""
        assert served.server.gate.refused == 1
        assert served.server.gate.total == 5


async def test_a_proxy_may_have_more(database: str) -> None:
    async with (
        serving(database, tcp_per_address=2, proxies=("127.0.0.1",)) as served,
        contextlib.AsyncExitStack() as stack,
    ):
        for _ in range(6):
            await stack.enter_async_context(tcp(served.url))
        async with httpx.AsyncClient(base_url=served.url, timeout=60) as http:
            assert (await http.get("/api")).status_code == 200


async def test_the_longest_idle_connection_makes_room() -> None:
    class Fake:
        def __init__(self, since: float, idle: bool) -> None:
            self.since, self.idle, self.aborted = since, idle, False

        def is_idle(self) -> bool:
            return self.idle

        def is_overdue(self, now: float, seconds: float) -> bool:
            return False

        def abort(self) -> None:
            self.aborted = True

    gate = ConnectionGate(most=3, most_each=3, seconds=1)
    busy, old, young, new, last = Fake(0, False), Fake(1, True), Fake(2, True), Fake(3, False), Fake(4, True)

    def admit(fake: Fake) -> bool:
        connection: Any = fake
        return gate.admit(connection, f"10.0.0.{int(fake.since)}")

    assert admit(young)
    assert admit(busy)
    assert admit(old)
    gate.look(0.0)
    assert admit(new)
    assert (busy.aborted, old.aborted, young.aborted) == (False, True, False)
    assert admit(last)
    assert young.aborted
    assert not admit(Fake(5, True))
    assert gate.total == 3


@pytest.mark.slow
async def test_a_server_with_few_descriptors_outlives_more_connections_than_it_can_have(tmp_path: Path) -> None:
    """From one address, in its own process, as `neurohex serve` runs it."""
    options = ("--port", "0", "--database", str(tmp_path / "matches.db"), "--tcp-per-address", "100000")
    command = f"ulimit -n 512; exec {sys.executable} -m neurohex serve {' '.join(options)}"
    process = await asyncio.create_subprocess_exec("sh", "-c", command, stdout=asyncio.subprocess.PIPE)
    assert process.stdout is not None
    try:
        url = (await process.stdout.readline()).decode().split()[-1]
        async with contextlib.AsyncExitStack() as stack:
            for _ in range(700):
                await stack.enter_async_context(tcp(url))
            for _ in range(600):  # the idle ones make room once they were looked at
                with contextlib.suppress(httpx.TransportError):
                    async with httpx.AsyncClient(base_url=url, timeout=60) as http:
                        if (await http.get("/health")).status_code == 200:
                            break
                await asyncio.sleep(0.1)
            else:
                raise AssertionError("nobody is let in any more")
            assert len(list(Path(f"/proc/{process.pid}/fd").iterdir())) < 512
    finally:
        process.terminate()
        assert await process.wait() == 0


async def test_an_origin_that_is_no_address_is_refused(database: str) -> None:
    async with serving(database) as served, tcp(served.url) as (reader, writer):
        writer.write(
            b"GET /api/socket HTTP/1.1\r\nhost: x\r\norigin: http://[\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
            b"sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        assert (await ended(reader)).startswith(b"HTTP/1.1 403")
