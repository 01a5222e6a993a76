"""The ways to copy a SQLite database in use that docs/operations.md promises, each as a process of its own."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

from tests.debian import installed

Copy = Callable[[Path, Path], None]


@cache
def sqlite3_command() -> str:
    """SQLite's own command, installed if need be."""

    def find() -> Path | None:
        found = shutil.which("sqlite3")
        return Path(found) if found else None

    return str(installed(find, "sqlite3"))


def our_command(source: Path, target: Path) -> None:
    """`python -m neurohex.store.copying`."""
    subprocess.run([sys.executable, "-m", "neurohex.store.copying", source, target], check=True)


def backup(source: Path, target: Path) -> None:
    """SQLite's `.backup`."""
    subprocess.run([sqlite3_command(), source, ".timeout 60000", f'.backup "{target}"'], check=True)


def vacuum_into(source: Path, target: Path) -> None:
    """SQLite's `VACUUM INTO`."""
    subprocess.run([sqlite3_command(), source, ".timeout 60000", f"VACUUM INTO '{target}'"], check=True)


COPIES: Final[tuple[Copy, ...]] = (our_command, backup, vacuum_into)
