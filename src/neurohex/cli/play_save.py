"""The file of a running game: one record, rewritten atomically after every decision, never over another game."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from neurohex.notation.record import write_record
from neurohex.session import Session

DEFAULT_FILE: Final = "neurohex-game.txt"


class SaveFile:
    """The file of one game."""

    def __init__(self, path: Path, *, ours: bool = False, spare: bool = False) -> None:
        """`ours`: the file belongs to this game or may be overwritten. `spare`: if the name is taken, use
        `neurohex-game-2.txt` and so on."""
        self.path = path
        self._ours = ours
        self._spare = spare

    def save(self, session: Session) -> None:
        """Write the game. Raises `OSError`, and then leaves the file unchanged."""
        text = write_record(session.record())
        if not self._ours:
            self.path = _taken_for_good(self.path, self._spare)
            self._ours = True
        write_whole(self.path, text)


def write_whole(path: Path, text: str) -> None:
    """Replace a file atomically: readers see the old text or the new one, never a part."""
    if path.is_symlink():
        path = path.resolve()
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        beside.write_text(text, encoding="utf-8")
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def _taken_for_good(path: Path, spare: bool) -> Path:
    """Create the file to reserve its name. Raises `FileExistsError` if another game has it."""
    number = 1
    while True:
        named = path if number == 1 else path.with_name(f"{path.stem}-{number}{path.suffix}")
        try:
            named.touch(exist_ok=False)
        except FileExistsError:
            if not spare:
                raise
            number += 1
        else:
            return named


def free_name(path: Path) -> Path:
    """The name that a `spare` file would get now."""
    number = 1
    named = path
    while named.exists():
        number += 1
        named = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return named
