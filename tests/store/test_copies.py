"""Copies of a SQLite file, taken while a server writes to it."""

from __future__ import annotations

import asyncio
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from neurohex.store import CannotOpen
from neurohex.store.copying import copy_database
from tests.store.databases import SqliteDatabase
from tests.store.samples import summary
from tests.waiting import until


def plain_copy(source: Path, target: Path) -> None:
    """The file and its WAL, one after the other: enough while the WAL is not folded into the file between the two."""
    shutil.copy(source, target)
    shutil.copy(source.with_name(source.name + "-wal"), target.with_name(target.name + "-wal"))


def copy_by_command(source: Path, target: Path) -> None:
    subprocess.run([sys.executable, "-m", "neurohex.store.copying", source, target], check=True)


@pytest.mark.parametrize("copy", [copy_database, copy_by_command, plain_copy])
async def test_a_copy_holds_every_event_appended_before_it_began(
    sqlite: SqliteDatabase, tmp_path: Path, copy: Callable[[Path, Path], None]
) -> None:
    matches = [f"m{place}" for place in range(10)]
    acknowledged = dict.fromkeys(matches, 0)
    over = asyncio.Event()
    target = SqliteDatabase(tmp_path / "copy.db")
    async with sqlite.opened() as store:

        async def play(match: str) -> None:
            while not over.is_set():
                await store.append(match, acknowledged[match] + 1, [b"%d" % (acknowledged[match] + 1)])
                acknowledged[match] += 1
                await asyncio.sleep(0.02)  # slow enough for the WAL not to be folded into the file meanwhile

        for match in matches:
            await store.create(match, [b"0"], b"secret", summary())
        playing = [asyncio.create_task(play(match)) for match in matches]
        await until(lambda: min(acknowledged.values()) > 0)
        before = dict(acknowledged)
        await asyncio.to_thread(copy, sqlite.path, target.path)
        over.set()
        await asyncio.gather(*playing)
    async with target.opened() as restored:
        for match in matches:
            events = await restored.read(match)
            assert before[match] < len(events) <= acknowledged[match] + 1
            assert events == [b"%d" % number for number in range(len(events))]
            await restored.append(match, len(events), [b"on we go"])
    assert target.ask("PRAGMA integrity_check") == [("ok",)]


async def test_only_the_owner_can_read_a_copy(sqlite: SqliteDatabase, tmp_path: Path) -> None:
    async with sqlite.opened():
        pass
    copy_database(sqlite.path, tmp_path / "copy.db")
    assert stat.S_IMODE((tmp_path / "copy.db").stat().st_mode) == 0o600


def test_a_failed_copy_is_reported(tmp_path: Path) -> None:
    there = tmp_path / "there.db"
    there.write_text("not a database, and long enough for one to tell; " * 100)
    with pytest.raises(CannotOpen, match=r"nowhere.db: there is no such file"):
        copy_database(tmp_path / "nowhere.db", tmp_path / "copy.db")
    with pytest.raises(CannotOpen, match=r"there.db: expected a new file .*\(File exists\)"):
        copy_database(there, there)
    with pytest.raises(CannotOpen, match=r"there.db: cannot be copied \(file is not a database\)"):
        copy_database(there, tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()


def test_the_command_says_what_went_wrong_on_one_line(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "neurohex.store.copying"]
    failed = subprocess.run([*command, tmp_path / "a", tmp_path / "b"], capture_output=True, text=True, check=False)
    assert (failed.returncode, failed.stderr) == (1, f"{tmp_path / 'a'}: there is no such file\n")
    lost = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (lost.returncode, lost.stderr) == (2, "usage: python -m neurohex.store.copying DATABASE COPY\n")
