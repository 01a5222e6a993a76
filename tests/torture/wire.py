"""A wire between clients and servers that can break on command and record every byte."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Sequence

CHUNK = 65_536
Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Wire:
    """Passes connections on to the first of some servers that answers, as a balancer before them would."""

    def __init__(self, ports: Sequence[int], *, keep: bool) -> None:
        self._ports = ports
        self._keep = keep
        self._links: set[asyncio.Task[None]] = set()
        self._open: set[asyncio.StreamWriter] = set()
        self._left: int | None = None
        self.dead = False
        """While it is, no new connection is passed on."""
        self.sent: list[bytearray] = []
        """Of each connection, every byte that its client was sent, where they are kept."""
        self.url = ""

    @property
    def everything(self) -> bytes:
        """Every byte that was sent to any client."""
        return b"\n".join(self.sent)

    def cut(self) -> None:
        """Break all connections at once."""
        self._left = None
        for writer in self._open:
            writer.transport.abort()

    def cut_within(self, count: int) -> None:
        """Let so many more bytes through to clients, then break all connections: most likely within a message."""
        self._left = count

    async def passing(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass one connection on, until either side ends it."""
        task = asyncio.current_task()
        assert task is not None
        self._links.add(task)
        task.add_done_callback(self._links.discard)
        ends = [writer]
        try:
            reached = await self._reach()
            if reached is None:
                writer.transport.abort()
                return
            ends.append(reached[1])
            self._open.update(ends)
            up = asyncio.create_task(self._up(reader, reached[1]))
            down = asyncio.create_task(self._down(reached[0], writer))
            await asyncio.wait((up, down), return_when=asyncio.FIRST_COMPLETED)
            for each in (up, down):
                each.cancel()
            await asyncio.gather(up, down, return_exceptions=True)
        finally:
            self._open.difference_update(ends)
            for end in ends:
                end.close()
            for end in ends:
                with contextlib.suppress(OSError):
                    await end.wait_closed()

    async def _reach(self) -> Ends | None:
        for port in () if self.dead else random.sample(self._ports, len(self._ports)):
            with contextlib.suppress(OSError):
                return await asyncio.open_connection("127.0.0.1", port)
        return None

    async def _up(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(CHUNK):
                writer.write(data)
                await writer.drain()

    async def _down(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        kept = bytearray()
        self.sent.append(kept)
        with contextlib.suppress(OSError):
            while data := await reader.read(CHUNK):
                if self._left is not None:
                    data = data[: self._left]
                    self._left -= len(data)
                if self._keep:
                    kept += data
                writer.write(data)
                await writer.drain()
                if self._left == 0:
                    writer.close()  # in order, so that the half message does arrive
                    self._open.discard(writer)
                    self.cut()
                    return

    async def close(self) -> None:
        """Break the remaining connections, and wait until they are closed."""
        self.cut()
        while self._links:
            await asyncio.wait(self._links)


@contextlib.asynccontextmanager
async def wired(*ports: int, keep: bool = False) -> AsyncIterator[Wire]:
    """A wire to the servers at some ports of this machine."""
    wire = Wire(ports, keep=keep)
    listening = await asyncio.start_server(wire.passing, "127.0.0.1", 0)
    wire.url = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
    try:
        yield wire
    finally:
        listening.close()
        await wire.close()
        await listening.wait_closed()
