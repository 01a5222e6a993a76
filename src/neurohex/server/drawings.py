"""The drawings that all games have in common.

They take a second to draw, so that is done when the page is built: `python -m neurohex.server.drawings` writes them to
a file beside this one. A server whose armies or drawings are others than the file's draws its own.
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


class _Kept(msgspec.Struct, frozen=True):
    """What the file holds."""

    of: str
    """What it was drawn from, as `_source` tells it."""
    sprites: msgspec.Raw


class Drawings:
    """The drawings as an answer. Where they must be drawn, that is done in a thread beside everything else: they know
    no rules, which do not run in several threads."""

    def __init__(self) -> None:
        self._making: asyncio.Task[Document] | None = None

    def begin(self) -> None:
        """Have them made, so that nobody need wait for them later."""
        if self._making is None:
            self._making = asyncio.create_task(asyncio.to_thread(drawn))

    async def get(self) -> Document:
        """The drawings, once they are made."""
        self.begin()
        assert self._making is not None
        return await asyncio.shield(self._making)

    async def close(self) -> None:
        """Wait for what is being made."""
        if self._making is not None:
            await asyncio.wait({self._making})


@lru_cache(maxsize=1)
def drawn() -> Document:
    """The drawings: those of the file, if it is of the same armies and the same pencil."""
    try:
        kept = msgspec.json.decode(FILE.read_bytes(), type=_Kept)
    except (OSError, msgspec.DecodeError):
        return document(sprites())
    return document_of(bytes(kept.sprites)) if kept.of == _source() else document(sprites())


def keep() -> None:
    """Draw them, and write the file."""
    kept = _Kept(_source(), msgspec.Raw(msgspec.json.encode(sprites())))
    FILE.write_bytes(msgspec.json.encode(kept))


def _source() -> str:
    """All that the drawings come from, in short."""
    source = hashlib.sha256()
    for folder in (Path(draw.__file__).parent, Path(__file__).parents[1] / "view"):
        for file in sorted(folder.glob("*.py")):
            source.update(file.read_bytes())
    for army in (*ARMIES.values(), *EXTRAS.values()):
        source.update(repr(army).encode())
    return source.hexdigest()


if __name__ == "__main__":
    keep()
