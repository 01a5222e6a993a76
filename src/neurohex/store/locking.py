"""The lock that keeps a second server off a SQLite file.

It locks one byte of the database file, far beyond the bytes that SQLite locks or could ever write. So the lock belongs
to the file, not to a name of it; it ends with the process, and it does not disturb readers or backup tools. On Linux it
is a lock of the open file description (F_OFD_SETLK). Elsewhere it is a plain POSIX lock; SQLite releases it with its
own while it opens the file, so it is taken again afterwards. Windows has neither: there a file beside the database is
locked.

A process loses all its POSIX locks on a file, SQLite's included, when it closes any descriptor of that file. So nothing
in this process may open and close the database (its -wal, its -shm) while a store is open. The lock's descriptor stays
open until SQLite has closed the file.
"""

from __future__ import annotations

import os
import sqlite3
import stat
import struct
import sys
import threading
from pathlib import Path
from typing import Final, Protocol

from neurohex.store.errors import CannotOpen

OWNER_ONLY: Final = 0o600
"""Mode of the file, which holds secrets. SQLite uses it for its other files too."""
LOCKED_BYTE: Final = 2**62
"""Offset of the lock. SQLite locks bytes from 2**30 on, and a database has fewer than 2**48 bytes."""

OFD = sys.platform == "linux"
"""Whether to lock the open file description. Tests try both ways on Linux."""

_ANOTHER: Final = "another server is using this database; stop it, or give both one PostgreSQL database"

_guard: Final = threading.Lock()
_held: Final[dict[tuple[int, int], list[int]]] = {}
"""Descriptors of each file that this process has locked, by device and inode. A POSIX lock does not exclude its own
process, and descriptors of refused attempts must stay open as long as the lock."""
_parked: Final[list[int]] = []
"""Descriptors of refused files. They stay open because this process may have other connections to those files."""


class Lock(Protocol):
    """A held lock."""

    def retake(self) -> None:
        """Take the lock again after SQLite has opened the file in WAL mode. Raises `CannotOpen`."""

    def close(self) -> None:
        """Release the lock. SQLite must have closed the file before."""


class _ByteLock:
    """A lock on one byte of a file."""

    def __init__(self, path: Path, named: Path) -> None:
        """`named` is the user's name for the file. Raises `CannotOpen` and `OSError`."""
        self._named = named
        with _guard:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, OWNER_ONLY)
            found = os.fstat(descriptor)
            self._file = (found.st_dev, found.st_ino)
            if self._file in _held:
                _held[self._file].append(descriptor)
                raise CannotOpen(f"{named}: {_ANOTHER}")
            self._descriptor = descriptor
            try:
                self.retake()
            except BaseException:
                _parked.append(descriptor)
                raise
            if not stat.S_ISREG(found.st_mode) or found.st_nlink > 1:
                os.close(descriptor)  # also releases the lock
                if not stat.S_ISREG(found.st_mode):
                    raise CannotOpen(f"{named}: expected a file")
                raise CannotOpen(
                    f"{named}: this file has {found.st_nlink} names (hard links), and what is written under one of "
                    "them is unknown under the others; remove all names but the one that servers have used"
                )
            _held[self._file] = [descriptor]

    def retake(self) -> None:
        """See `Lock.retake`."""
        import fcntl  # not on Windows

        try:
            if OFD:
                wanted = struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, LOCKED_BYTE, 1, 0)
                fcntl.fcntl(self._descriptor, fcntl.F_OFD_SETLK, wanted)
            else:
                fcntl.lockf(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, LOCKED_BYTE)
        except (BlockingIOError, PermissionError) as error:
            raise CannotOpen(f"{self._named}: {_ANOTHER}") from error

    def close(self) -> None:
        """See `Lock.close`."""
        with _guard:
            for descriptor in _held.pop(self._file, []):
                os.close(descriptor)


class _SiblingLock:
    """SQLite's own lock on a file beside the database."""

    def __init__(self, path: Path) -> None:
        beside = path.with_name(path.name + ".lock")
        try:
            self._lock = sqlite3.connect(beside, timeout=0, isolation_level=None, check_same_thread=False)
            try:
                self._lock.execute("PRAGMA journal_mode = MEMORY")  # nothing is written, so no journal is needed
                self._lock.execute("BEGIN EXCLUSIVE")
            except BaseException:
                self._lock.close()
                raise
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_BUSY:
                raise CannotOpen(f"{path}: {_ANOTHER}") from error
            raise CannotOpen(f"{path}: cannot write {beside.name} in the folder {path.parent} ({error})") from error

    def retake(self) -> None:
        """See `Lock.retake`."""

    def close(self) -> None:
        """See `Lock.close`."""
        self._lock.close()


def lock_file(path: Path, named: Path) -> Lock:
    """Lock a database for this process, creating the file if necessary. Raises `CannotOpen`."""
    if not path.parent.is_dir():
        raise CannotOpen(f"{named}: there is no folder {path.parent}")
    if sys.platform == "win32":
        return lock_sibling_file(path)
    try:
        return _ByteLock(path, named)
    except OSError as error:
        if path.exists():
            raise CannotOpen(f"{named}: the file or its folder cannot be written ({error.strerror})") from error
        raise CannotOpen(f"{named}: cannot write in the folder {path.parent} ({error.strerror})") from error


def lock_sibling_file(path: Path) -> Lock:
    """Lock a file beside the database, as on Windows. Raises `CannotOpen`."""
    return _SiblingLock(path)
