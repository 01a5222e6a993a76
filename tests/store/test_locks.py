"""The lock on a SQLite file: other programs never take a live server for dead, and a second server is kept out."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from neurohex.store import CannotOpen, Unavailable, locking, open_store
from neurohex.store.copying import copy_database
from neurohex.store.locking import lock_sibling_file
from tests.store.appender import event
from tests.store.copies import COPIES, Copy
from tests.store.databases import SqliteDatabase
from tests.store.samples import summary

ROOT = Path(__file__).parents[2]
SHARED = 0x40000002
"""The first of the bytes on which SQLite's shared lock lies."""
ANOTHER = "another server is using this database"


def locks(path: Path) -> set[tuple[str, int]]:
    """The kinds and first bytes of the locks that this process has on a file."""
    inode, pid = str(path.stat().st_ino), str(os.getpid())
    rows = (line.split() for line in Path("/proc/locks").read_text().splitlines())
    return {
        (row[3], int(row[6]))
        for row in rows
        if row[1] == "POSIX" and row[4] == pid and row[5].rpartition(":")[2] == inode
    }


@pytest.fixture(params=["open file descriptions", "processes"])
def kind_of_lock(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Locks as they are on Linux, and as they are on other Unix systems."""
    if request.param == "processes":
        monkeypatch.setattr(locking, "OFD", False)


@pytest.mark.usefixtures("kind_of_lock")
@pytest.mark.linux
async def test_sqlite_holds_its_lock_for_as_long_as_the_store_is_open(sqlite: SqliteDatabase, tmp_path: Path) -> None:
    async with sqlite.opened() as store:
        held = locks(sqlite.path)
        assert ("READ", SHARED) in held
        await store.create("m", [b"0"], b"secret", summary())
        await store.read("m")
        with pytest.raises(CannotOpen, match=ANOTHER):
            await open_store(sqlite.url)
        assert await store.check() is None
        copy_database(sqlite.path, tmp_path / "copy.db")
        sqlite.ask("SELECT * FROM matches")
        assert locks(sqlite.path) == held
    assert locks(sqlite.path) == set()


opened: list[str] = []
watching = threading.Event()


def _note(name: str, arguments: tuple[object, ...]) -> None:
    if watching.is_set() and name == "open":
        opened.append(os.fsdecode(arguments[0]) if isinstance(arguments[0], str | bytes | os.PathLike) else "")


async def test_nothing_but_the_lock_opens_the_file(sqlite: SqliteDatabase) -> None:
    """Closing any descriptor of a file drops every POSIX lock that the process has on it."""
    sys.addaudithook(_note)  # it stays for good, and is deaf after this test
    opened.clear()
    watching.set()
    try:
        async with sqlite.opened() as store:
            await store.create("m", [b"0"], b"secret", summary())
            await store.append("m", 1, [b"1"])
            await store.read("m")
            await store.listing()
            await store.check()
    finally:
        watching.clear()
    assert [Path(name).name for name in opened if Path(name).name.startswith("games.db")] == ["games.db"]


@contextmanager
def appending(url: str) -> Iterator[tuple[subprocess.Popen[str], dict[str, int]]]:
    """A process that appends, and the last number of each match that it acknowledged so far; killed at the end."""
    command = [sys.executable, "-m", "tests.store.appender", url, "m"]
    acknowledged: dict[str, int] = {}
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None

        def hear(lines: Iterator[str]) -> None:
            for line in lines:
                if line.endswith("\n"):  # the last one may be cut off
                    match, number = line.split()
                    acknowledged[match] = int(number)

        hear(iter([process.stdout.readline()]))
        hearing = threading.Thread(target=hear, args=(process.stdout,))
        hearing.start()
        try:
            yield process, acknowledged
        finally:
            process.kill()
            hearing.join()


@pytest.mark.parametrize("copy", COPIES)
async def test_copies_lose_nothing_that_a_killed_server_acknowledged(
    sqlite: SqliteDatabase, tmp_path: Path, copy: Copy
) -> None:
    befores: list[dict[str, int]] = []
    with appending(sqlite.url) as (_, acknowledged):
        for number in range(3):
            befores.append(dict(acknowledged))
            subprocess.run(copy(sqlite.path, tmp_path / f"copy{number}.db"), cwd=ROOT, check=True)
    for number, before in enumerate(befores):
        async with SqliteDatabase(tmp_path / f"copy{number}.db").opened() as copied:
            for match, last in before.items():
                events = await copied.read(match)
                assert len(events) > last
                assert events == [event(match, place) for place in range(len(events))]
    async with sqlite.opened() as store:
        for match, last in acknowledged.items():
            events = await store.read(match)
            assert last < len(events) <= last + 2
            assert events == [event(match, place) for place in range(len(events))]
            assert len(events) > befores[-1].get(match, -1)


# --- a second server ------------------------------------------------------------------------------
def by_symlink(path: Path) -> Path:
    other = path.with_name("symbolic.db")
    other.symlink_to(path)
    return other


def by_hard_link(path: Path) -> Path:
    other = path.with_name("hard.db")
    other.hardlink_to(path)
    return other


def by_folder(path: Path) -> Path:
    folder = path.parent / "folder"
    folder.symlink_to(path.parent)
    return folder / path.name


def without_lock_file(path: Path) -> Path:
    for beside in path.parent.glob("*.lock"):
        beside.unlink()
    return path


@pytest.mark.posix
@pytest.mark.usefixtures("kind_of_lock")
@pytest.mark.parametrize("other_name", [by_symlink, by_hard_link, by_folder, without_lock_file])
async def test_a_second_server_is_refused_under_any_name(
    sqlite: SqliteDatabase, other_name: Callable[[Path], Path]
) -> None:
    async with sqlite.opened() as store:
        other = other_name(sqlite.path)
        with pytest.raises(CannotOpen, match=ANOTHER):  # in this process
            await open_store(str(other))
        command = [sys.executable, "-m", "tests.store.appender", str(other), "x"]
        elsewhere = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
        assert elsewhere.returncode
        assert f"{other}: {ANOTHER}" in elsewhere.stderr.splitlines()[-1]
        await store.create("m", [b"0"], b"secret", summary())


@pytest.mark.posix
async def test_a_symlink_is_another_name_of_the_same_database(sqlite: SqliteDatabase) -> None:
    async with sqlite.opened() as store:
        await store.create("m", [b"0"], b"secret", summary())
    with appending(str(by_symlink(sqlite.path))) as (process, acknowledged):
        process.kill()  # so that there is a WAL to be found
        process.wait()
    async with sqlite.opened() as store:
        assert await store.read("m") == [b"0"]
        for match, last in acknowledged.items():
            assert len(await store.read(match)) > last


@pytest.mark.posix
async def test_a_file_with_two_names_is_refused(sqlite: SqliteDatabase) -> None:
    """Each name has its own WAL, so events written under one are missing under the other."""
    async with sqlite.opened():
        pass
    other = by_hard_link(sqlite.path)
    for path in (sqlite.path, other):
        with pytest.raises(CannotOpen) as error:
            await open_store(str(path))
        assert str(error.value).startswith(f"{path}: this file has 2 names")
    other.unlink()
    async with sqlite.opened():
        pass


async def test_a_refused_opening_leaves_the_file_free(sqlite: SqliteDatabase) -> None:
    with closing(sqlite3.connect(sqlite.path)) as theirs:
        theirs.execute("CREATE TABLE theirs (x)")
    for _ in range(2):
        with pytest.raises(CannotOpen, match="the database of another program"):
            await open_store(sqlite.url)
    assert not locks(sqlite.path)


@pytest.mark.parametrize("gone", ["games.db", "games.db-wal"])
async def test_nothing_is_acknowledged_once_a_file_was_removed(sqlite: SqliteDatabase, gone: str) -> None:
    async with sqlite.opened() as store:
        await store.create("m", [b"0"], b"secret", summary())
        (sqlite.path.parent / gone).unlink()
        with pytest.raises(Unavailable, match=f"{gone} was removed or replaced while the server runs"):
            await store.append("m", 1, [b"1"])
        with pytest.raises(Unavailable, match=f"{gone} was removed or replaced"):
            await store.once("key", b"value")


def test_without_byte_locks_a_sibling_file_is_locked(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with closing(lock_sibling_file(path)), pytest.raises(CannotOpen, match=ANOTHER):
        lock_sibling_file(path)
    lock_sibling_file(path).close()
