"""Copies of a SQLite database: `python -m neurohex.store.copying games.db copy.db`."""

from __future__ import annotations

import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

from neurohex.store.errors import CannotOpen
from neurohex.store.locking import OWNER_ONLY
from neurohex.store.sqlite import BUSY


def copy_database(source: Path, target: Path) -> None:
    """Copy a database, in use or not, into a new file: a consistent snapshot with all writes durable before the call.

    A server may keep writing. Raises `CannotOpen` if the source does not exist or the target does. Leaves no partial
    copy.
    """
    if not source.is_file():
        raise CannotOpen(f"{source}: there is no such file")
    try:
        os.close(os.open(target, os.O_RDWR | os.O_CREAT | os.O_EXCL, OWNER_ONLY))
    except OSError as error:
        raise CannotOpen(f"{target}: expected a new file in a folder that can be written ({error.strerror})") from error
    try:
        with (
            closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=rw", uri=True, timeout=BUSY)) as theirs,
            closing(sqlite3.connect(target)) as ours,
        ):
            theirs.backup(ours)
    except sqlite3.Error as error:
        target.unlink()
        raise CannotOpen(f"{source}: cannot be copied ({error})") from error


def main(arguments: list[str]) -> int:
    """Copy the first file to the second; return the exit code."""
    if len(arguments) != 2:
        print("usage: python -m neurohex.store.copying DATABASE COPY", file=sys.stderr)
        return 2
    try:
        copy_database(Path(arguments[0]), Path(arguments[1]))
    except CannotOpen as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
