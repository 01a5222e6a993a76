"""Between a store and PostgreSQL: a wire that is cut at the worst moment."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import Enum
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

SOCKET = ".s.PGSQL.5432"


class Cut(Enum):
    """When to cut the wire of a COMMIT."""

    BEFORE = "the server never hears of it"
    AT_ONCE = "the server hears of it, and nobody waits for what it says"
    AFTER = "the server has answered, and the answer is lost"


class Proxy:
    """Forwards everything until `cut`."""

    def __init__(self, server: str, folder: Path) -> None:
        self._server = server
        self._folder = folder
        self.cuts: list[Cut] = []
        """What to do with the COMMITs to come: one cut each, then none."""

    def url(self, real: str) -> str:
        """The URL of a database by way of this proxy."""
        return real.replace(self._server, str(self._folder))

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Forward one connection in both directions."""
        upstream, downstream = await asyncio.open_unix_connection(f"{self._server}/{SOCKET}")
        back = asyncio.create_task(self._forward(upstream, writer))
        try:
            while data := await reader.read(65536):
                cut = self.cuts.pop(0) if b"COMMIT" in data and self.cuts else None
                if cut is Cut.BEFORE:
                    return
                if cut is Cut.AFTER:
                    back.cancel()
                downstream.write(data)
                await downstream.drain()
                if cut is Cut.AFTER:
                    await upstream.read(1)
                if cut is not None:
                    return
        finally:
            back.cancel()
            await asyncio.gather(back, return_exceptions=True)
            for end in (writer, downstream):
                end.close()

    @staticmethod
    async def _forward(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
        writer.close()


@asynccontextmanager
async def proxied(real: str, folder: Path) -> AsyncIterator[Proxy]:
    """A proxy before the server of this database, with its socket in this folder."""
    proxy = Proxy(parse_qs(urlsplit(real).query)["host"][0], folder)
    server = await asyncio.start_unix_server(proxy.serve, folder / SOCKET)
    try:
        yield proxy
    finally:
        server.close()
