"""The ways to copy a SQLite database in use that docs/operations.md promises, each as a command."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

from tests.debian import installed

Copy = Callable[[Path, Path], list[str]]
"""The command that copies the first file to the second."""


@cache
def sqlite3_command() -> str:
    """SQLite's own command, installed if need be."""

    def find() -> Path | None:
        found = shutil.which("sqlite3")
        return Path(found) if found else None

    return str(installed(find, "sqlite3"))


def our_command(source: Path, target: Path) -> list[str]:
    """`python -m neurohex.store.copying`."""
    return [sys.executable, "-m", "neurohex.store.copying", str(source), str(target)]


def backup(source: Path, target: Path) -> list[str]:
    """SQLite's `.backup`."""
    return [sqlite3_command(), str(source), ".timeout 60000", f'.backup "{target}"']


def vacuum_into(source: Path, target: Path) -> list[str]:
    """SQLite's `VACUUM INTO`."""
    return [sqlite3_command(), str(source), ".timeout 60000", f"VACUUM INTO '{target}'"]


COPIES: Final[tuple[Copy, ...]] = (our_command, backup, vacuum_into)
