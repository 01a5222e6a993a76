"""The drawings common to all games.

They take a second to draw, so `python -m neurohex.server.drawings` writes them to a file when the page is built. If the
file is out of date, the server draws them itself.
"""

from __future__ import annotations

import asyncio
import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Final

import msgspec

from neurohex import draw
from neurohex.server.documents import Document, document, document_of
from neurohex.tiles import ARMIES, EXTRAS
from neurohex.view import sprites

FILE: Final = Path(__file__).with_name("drawings.json")


class _DrawingsFile(msgspec.Struct, frozen=True):
    """The content of the file."""

    of: str
    """The hash of its sources (`_source`)."""
    sprites: msgspec.Raw


class Drawings:
    """The drawings as a document. If they must be drawn, a thread does it; it runs no rules."""

    def __init__(self) -> None:
        self._making: asyncio.Task[Document] | None = None

    def begin(self) -> None:
        """Start making the document before it is needed."""
        if self._making is None:
            self._making = asyncio.create_task(asyncio.to_thread(drawings_document))

    async def get(self) -> Document:
        """Return the document, waiting until it is made."""
        self.begin()
        assert self._making is not None
        return await asyncio.shield(self._making)

    async def close(self) -> None:
        """Wait for the thread."""
        if self._making is not None:
            await asyncio.wait({self._making})


@lru_cache(maxsize=1)
def drawings_document() -> Document:
    """The document: from the file if it is up to date, else newly drawn."""
    try:
        stored = msgspec.json.decode(FILE.read_bytes(), type=_DrawingsFile)
    except (OSError, msgspec.DecodeError):
        return document(sprites())
    return document_of(bytes(stored.sprites)) if stored.of == _source() else document(sprites())


def write_file() -> None:
    """Draw them and write the file."""
    stored = _DrawingsFile(_source(), msgspec.Raw(msgspec.json.encode(sprites())))
    FILE.write_bytes(msgspec.json.encode(stored))


def _source() -> str:
    """A hash of everything that the drawings depend on."""
    source = hashlib.sha256()
    for folder in (Path(draw.__file__).parent, Path(__file__).parents[1] / "view"):
        for file in sorted(folder.glob("*.py")):
            source.update(file.read_bytes())
    for army in (*ARMIES.values(), *EXTRAS.values()):
        source.update(repr(army).encode())
    return source.hexdigest()


if __name__ == "__main__":
    write_file()
