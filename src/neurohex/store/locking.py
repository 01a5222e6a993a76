"""The lock that keeps a second server off a SQLite file.

It is a lock on one byte of the database itself, far behind the bytes that SQLite locks or could ever write. So it
belongs to the file and not to a name of it, ends with the process, and keeps out neither readers nor the tools that
copy a database. On Linux it belongs to an open file description (F_OFD_SETLK). Elsewhere it is a plain POSIX lock.
SQLite releases that one with its own while it opens the file, so it is taken again when the file is open. Windows has
neither: there a file beside the database is locked.

A process loses all its POSIX locks on a file, SQLite's included, when it closes any descriptor of that file. Nothing in
this process may therefore open and close the database (its -wal, its -shm) by itself while a store is open. The
descriptor that the lock needs stays open until SQLite has let the file go.
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
"""The mode of the file, which holds secrets; SQLite gives it to the files that it makes beside it too."""
LOCKED_BYTE: Final = 2**62
"""Where the lock lies. SQLite locks bytes from 2**30 on, and a database has less than 2**48 of them."""

OFD = sys.platform == "linux"
"""Whether locks of open file descriptions are used; tests try both ways on Linux."""

_ANOTHER: Final = "another server is using this database; stop it, or give both one PostgreSQL database"

_guard: Final = threading.Lock()
_held: Final[dict[tuple[int, int], list[int]]] = {}
"""By device and inode of each file that is locked by this process: its descriptors. A POSIX lock does not keep out the
process that holds it, and a descriptor opened in vain must stay open for as long as the lock is needed."""
_parked: Final[list[int]] = []
"""Descriptors of files that were refused. They stay open, as this process may have other connections to those files."""


class Lock(Protocol):
    """A lock that is held."""

    def again(self) -> None:
        """Make sure of it, once SQLite has the file open in WAL mode. Raises `CannotOpen`."""

    def close(self) -> None:
        """Let it go; SQLite must have let the file go before."""


class _ByteLock:
    """A locked byte of a file."""

    def __init__(self, path: Path, named: Path) -> None:
        """`named` is what the user calls the file. Raises `CannotOpen` and `OSError`."""
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
                self.again()
            except BaseException:
                _parked.append(descriptor)
                raise
            if not stat.S_ISREG(found.st_mode) or found.st_nlink > 1:
                os.close(descriptor)  # and with it the lock
                if not stat.S_ISREG(found.st_mode):
                    raise CannotOpen(f"{named}: expected a file")
                raise CannotOpen(
                    f"{named}: this file has {found.st_nlink} names (hard links), and what is written under one of "
                    "them is unknown under the others; remove all names but the one that servers have used"
                )
            _held[self._file] = [descriptor]

    def again(self) -> None:
        """See `Lock.again`."""
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


class _Beside:
    """SQLite's own lock, on a file beside the database."""

    def __init__(self, path: Path) -> None:
        beside = path.with_name(path.name + ".lock")
        try:
            self._lock = sqlite3.connect(beside, timeout=0, isolation_level=None, check_same_thread=False)
            try:
                self._lock.execute("PRAGMA journal_mode = MEMORY")  # nothing is written: no journal either
                self._lock.execute("BEGIN EXCLUSIVE")
            except BaseException:
                self._lock.close()
                raise
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_BUSY:
                raise CannotOpen(f"{path}: {_ANOTHER}") from error
            raise CannotOpen(f"{path}: cannot write {beside.name} in the folder {path.parent} ({error})") from error

    def again(self) -> None:
        """See `Lock.again`."""

    def close(self) -> None:
        """See `Lock.close`."""
        self._lock.close()


def lock_file(path: Path, named: Path) -> Lock:
    """Lock a database for this process, and make the file if it is new. Raises `CannotOpen`."""
    if not path.parent.is_dir():
        raise CannotOpen(f"{named}: there is no folder {path.parent}")
    if sys.platform == "win32":
        return lock_beside(path)
    try:
        return _ByteLock(path, named)
    except OSError as error:
        if path.exists():
            raise CannotOpen(f"{named}: the file or its folder cannot be written ({error.strerror})") from error
        raise CannotOpen(f"{named}: cannot write in the folder {path.parent} ({error.strerror})") from error


def lock_beside(path: Path) -> Lock:
    """Lock a file beside the database: the way of Windows. Raises `CannotOpen`."""
    return _Beside(path)
