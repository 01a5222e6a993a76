"""One SQLite file: who may open it, and the errors if it cannot be opened."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import sqlite3
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from neurohex.store import CannotOpen, Status, Unavailable, open_store
from neurohex.store.sqlite import SqliteStore
from tests.store.databases import SqliteDatabase
from tests.store.samples import summary

ROOT = Path(__file__).parents[2]


async def told(path: Path) -> str:
    """The error for a file that cannot be opened."""
    with pytest.raises(CannotOpen) as error:
        await open_store(str(path))
    said = str(error.value)
    assert said.startswith(f"{path}: ")
    assert "\n" not in said
    return said


async def test_paths_and_urls_name_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    await (await open_store("a.db")).close()
    await (await open_store("sqlite:///b.db")).close()
    await (await open_store(f"sqlite:///{tmp_path}/c.db")).close()
    await (await open_store(str(tmp_path / "d.db"))).close()
    assert all((tmp_path / f"{name}.db").is_file() for name in "abcd")


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("", "got nothing"),
        ("sqlite://", "with three slashes"),
        ("sqlite:///", "with three slashes"),
        ("sqlite://games.db", "with three slashes"),
        ("mysql://root:hunter2@localhost/games", "got mysql://…"),
    ],
)
async def test_an_invalid_url_is_reported(url: str, expected: str) -> None:
    with pytest.raises(CannotOpen, match=r"database: expected ") as error:
        await open_store(url)
    assert expected in str(error.value)
    assert "hunter2" not in str(error.value)


async def test_a_second_server_on_a_file_is_refused(sqlite: SqliteDatabase) -> None:
    another = "another server is using this database"
    async with sqlite.opened() as store:
        assert another in await told(sqlite.path)
        elsewhere = subprocess.run(
            [sys.executable, "-m", "tests.store.appender", sqlite.url, "x"],
            cwd=ROOT, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert elsewhere.returncode
        assert another in elsewhere.stderr.splitlines()[-1]
        await store.create("m", [b"0"], b"secret", summary())
    async with sqlite.opened() as store:
        assert await store.read("m") == [b"0"]


async def test_the_file_is_written_with_care(sqlite: SqliteDatabase) -> None:
    store = await SqliteStore.open(sqlite.path)
    await store.create("m", [b"0"], b"secret", summary())
    settings = await store._file.write(
        lambda writer: [
            writer.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        ]
    )
    assert settings == ["wal", 2, 1, 5000]  # 2: FULL
    for path in sqlite.path.parent.glob("games.db*"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path
    await store.close()
    assert sorted(path.name for path in sqlite.path.parent.iterdir()) == ["games.db"]


async def test_a_file_that_is_no_database_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("not a database at all, but long enough to be taken for one" * 20)
    before = path.read_bytes()
    assert "this is not a database" in await told(path)
    assert path.read_bytes() == before
    folder = tmp_path / "folder"
    folder.mkdir()
    assert "Is a directory" in await told(folder)


async def test_the_database_of_another_program_is_reported_and_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "theirs.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE events (theirs TEXT)")
    connection.commit()
    connection.close()
    before = path.read_bytes()
    assert "this is the database of another program" in await told(path)
    assert path.read_bytes() == before


async def test_a_missing_folder_is_reported(tmp_path: Path) -> None:
    assert f"there is no folder {tmp_path / 'nowhere'}" in await told(tmp_path / "nowhere" / "games.db")


@contextmanager
def nobody() -> Iterator[None]:
    """Without root's right to write anywhere."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.posix
async def test_a_read_only_folder_or_file_is_reported() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "games.db"
        folder.chmod(0o555)
        with nobody():
            assert f"cannot write in the folder {folder}" in await told(path)
        folder.chmod(0o777)
        async with SqliteDatabase(path).opened():
            pass
        path.chmod(0o444)
        with nobody():
            assert "the file or its folder cannot be written" in await told(path)


async def test_a_full_disk_loses_nothing_and_doubles_nothing(sqlite: SqliteDatabase) -> None:
    store = await SqliteStore.open(sqlite.path)
    for match in ("a", "b"):
        await store.create(match, [b"0"], b"secret", summary())
    (pages,) = await store._file.write(lambda writer: writer.execute("PRAGMA page_count").fetchone())
    await store._file.write(lambda writer: writer.execute(f"PRAGMA max_page_count = {pages + 5}").fetchone())
    outcomes = await asyncio.gather(
        store.append("a", 1, [b"x" * 1_000_000], summary(Status.FINISHED)),
        store.append("b", 1, [b"small"]),
        return_exceptions=True,
    )
    assert isinstance(outcomes[0], Unavailable)
    assert str(outcomes[0]) == f"{sqlite.path}: the disk is full; nothing was written"
    assert outcomes[1] is None
    assert await store.read("a") == [b"0"]
    assert (await store.summary("a")).status is Status.RUNNING
    assert await store.read("b") == [b"0", b"small"]
    await store._file.write(lambda writer: writer.execute("PRAGMA max_page_count = 1000000").fetchone())
    await store.append("a", 1, [b"x" * 1_000_000])
    await store.close()


async def test_a_damaged_file_is_reported(sqlite: SqliteDatabase) -> None:
    async with sqlite.opened() as store:
        await store.create("m", [random.randbytes(1000) for _ in range(200)], b"secret", summary())
    whole = sqlite.path.read_bytes()
    # The first page, which says where everything is, and then everything but it.
    sqlite.path.write_bytes(whole[:100] + random.Random(1).randbytes(3996) + whole[4096:])
    assert "the database is damaged" in await told(sqlite.path)
    noise = random.Random(1).randbytes(len(whole) - 4096)
    sqlite.path.write_bytes(whole[:4096] + noise)
    with pytest.raises((CannotOpen, Unavailable), match=r"the database is damaged \(.*\); restore a copy"):
        async with sqlite.opened() as store:
            await store.read("m")


def damage_last_page(path: Path) -> None:
    """Noise in the place of the last page, which nothing reads at the start."""
    whole = path.read_bytes()
    path.write_bytes(whole[:-4096] + random.Random(1).randbytes(4096))


async def test_a_damaged_last_page_is_found_by_the_check(sqlite: SqliteDatabase) -> None:
    async with sqlite.opened() as store:
        for place in range(200):
            await store.create(f"m{place}", [b"%d" % number for number in range(20)], b"secret", summary())
        await store.append("m0", 20, [b"x" * 100] * 400)  # the last page is one of events
        assert await store.check() is None
    damage_last_page(sqlite.path)
    async with sqlite.opened() as store:
        await store.listing()
        found = await store.check()
        assert found is not None
        assert found.startswith(f"{sqlite.path}: the database is damaged (")
        assert "\n" not in found


@pytest.mark.slow
async def test_a_store_is_closed_though_it_is_being_checked(sqlite: SqliteDatabase) -> None:
    store = await open_store(sqlite.url)
    await store.create("m", [b"x" * 1000 for _ in range(20_000)], b"secret", summary())
    checking = asyncio.create_task(store.check())
    await asyncio.sleep(0)
    await store.close()
    with contextlib.suppress(Unavailable):
        assert await checking is None
    with pytest.raises(Unavailable):
        await store.check()
