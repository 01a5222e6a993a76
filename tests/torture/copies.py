"""Copies of a database, taken while its servers play and die, and checks of their content."""

from __future__ import annotations

import hashlib
import shlex
import sqlite3
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import psycopg

from tests.postgres import Postgres
from tests.store.copies import COPIES

ROOT = Path(__file__).parents[2]
SECONDS = 120.0
"""For one copy to be made, at the latest."""
EVENTS = "SELECT match, data FROM events ORDER BY match, number"


class _Begun(NamedTuple):
    process: subprocess.Popen[bytes]
    target: str
    acknowledged: dict[str, int]


class Copies:
    """Makes copies one after another, in each of the promised ways in turn."""

    def __init__(self, database: str, folder: Path, postgres: Postgres | None = None) -> None:
        """`postgres` is the server of the database, if it is one of PostgreSQL."""
        self.made = 0
        self._database = database
        self._folder = folder
        self._postgres = postgres
        self._begun: _Begun | None = None
        self._found: list[tuple[str, int, bytes]] = []
        """Of each match in each copy: its id, the number of its events, and their digest."""

    def begin(self, acknowledged: Mapping[str, int]) -> None:
        """Start a copy, unless one is in progress. `acknowledged`: the last event of each match that was sent."""
        if self._begun is None:
            target = str(self._folder / f"copy-{self.made}.db")
            command = COPIES[self.made % len(COPIES)](Path(self._database), Path(target))
            if self._postgres is not None:
                target = self._postgres.new_database()
                dump, restore = (self._postgres.program(name) for name in ("pg_dump", "psql"))
                words = [dump, f"--dbname={self._database}"], [restore, "-q", "-v", "ON_ERROR_STOP=1", target]
                command = ["bash", "-o", "pipefail", "-c", " | ".join(shlex.join(map(str, each)) for each in words)]
            process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)
            self._begun = _Begun(process, target, dict(acknowledged))

    def look(self, *, wait: bool = False) -> None:
        """Read a complete copy. Raises `AssertionError` if it lacks an acknowledged event."""
        if self._begun is None or (not wait and self._begun.process.poll() is None):
            return
        process, target, acknowledged = self._begun
        assert process.wait(SECONDS) == 0, f"no copy could be made: {process.args!r}"
        self._begun = None
        self.made += 1
        logs = self._read(target)
        for match, last in acknowledged.items():
            assert len(logs.get(match, ())) > last, f"copy {self.made}: match {match} has no event {last}"
        self._found += [(match, len(log), digest(log)) for match, log in logs.items()]

    def check(self, logs: Mapping[str, Sequence[bytes]]) -> None:
        """Hold the copies against what became of the matches: each log in a copy is the beginning of the real one."""
        self.look(wait=True)
        for match, count, found in self._found:
            if match in logs:
                assert digest(logs[match][:count]) == found, f"match {match}: a copy tells another story"

    def _read(self, target: str) -> dict[str, list[bytes]]:
        logs: dict[str, list[bytes]] = {}
        if self._postgres is None:
            with closing(sqlite3.connect(target)) as connection:
                assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
                rows = connection.execute(EVENTS).fetchall()
            Path(target).unlink()
        else:
            with psycopg.connect(target, autocommit=True) as there:
                there.execute("SET search_path = neurohex")
                rows = there.execute(EVENTS).fetchall()
            self._postgres.drop(target)
        for match, data in rows:
            logs.setdefault(match, []).append(bytes(data))
        return logs


def digest(log: Sequence[bytes]) -> bytes:
    """A key that identifies a log."""
    return hashlib.sha256(b"\n".join(log)).digest()
