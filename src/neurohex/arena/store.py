"""The folder of a tournament: its plan, results and optional records.

    DIR/plan.json            the settings; fixed after the first game, except the number of games
    DIR/results/*.parquet    one row per game; small files while it runs, one file at the end
    DIR/records/ID.txt       game records, if kept

Every file is written to a temporary name and renamed, so it is complete or absent. A result counts once: compaction
writes the new file before it removes the old ones, and duplicate rows are dropped. An unreadable file is renamed and
its games are played again.
"""

from __future__ import annotations

import importlib
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Final

# pyarrow ships no types
import pyarrow as pa  # type: ignore[import-untyped]  # pyarrow ships no types
import pyarrow.compute as pc  # type: ignore[import-untyped]  # pyarrow ships no types
import pyarrow.parquet as pq  # type: ignore[import-untyped]  # pyarrow ships no types

from neurohex.arena.play import Result
from neurohex.arena.tournament import ArenaError, Tournament

MAX_PARTS: Final = 50
"""Number of result files that triggers compaction."""

SCHEMA: Final = pa.schema(
    [
        pa.field("id", pa.string(), nullable=False),
        pa.field("round", pa.int32(), nullable=False),
        pa.field("setting", pa.string(), nullable=False),
        pa.field("armies", pa.list_(pa.string()), nullable=False),
        pa.field("bots", pa.list_(pa.string()), nullable=False),
        pa.field("sides", pa.list_(pa.int8()), nullable=False),
        pa.field("seed", pa.int64(), nullable=False),
        pa.field("outcome", pa.list_(pa.int8()), nullable=False),
        pa.field("end", pa.string(), nullable=False),
        pa.field("forfeit", pa.int8()),
        pa.field("reason", pa.string(), nullable=False),
        pa.field("turns", pa.int32(), nullable=False),
        pa.field("actions", pa.int32(), nullable=False),
        pa.field("points", pa.list_(pa.int16()), nullable=False),
        pa.field("decisions", pa.list_(pa.int32()), nullable=False),
        pa.field("thought", pa.list_(pa.float64()), nullable=False),
        pa.field("nodes", pa.list_(pa.int64()), nullable=False),
        pa.field("seconds", pa.float64(), nullable=False),
        pa.field("key", pa.string(), nullable=False),
    ]
)
"""Columns of the results: the fields of `Result`, except the record, which has its own file."""


class Store:
    """The folder of one tournament, locked by this process. Open it with `open_folder`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.unreadable: list[Path] = []
        """Unreadable result files. They have been renamed."""
        self._results = folder / "results"
        self._records = folder / "records"
        self._next = 0
        self._results.mkdir(parents=True, exist_ok=True)
        for torn in self._results.glob("*.writing"):
            torn.unlink()
        self.compact()

    def done(self) -> set[str]:
        """Ids of the games played so far."""
        return {name for part in self._parts() for name in pq.read_table(part, columns=["id"])["id"].to_pylist()}

    def results(self) -> list[Result]:
        """All results, each once, in plan order."""
        return [Result(**row) for row in self._merged(self._parts()).to_pylist()]

    def add(self, results: Sequence[Result]) -> None:
        """Store some results durably: they are on disk when this returns."""
        for result in results:
            if result.record:  # record first, so that every game that counts has one
                self._records.mkdir(exist_ok=True)
                with _atomic_write(self._records / f"{result.id}.txt") as file:
                    file.write(result.record.encode())
        rows = [{name: getattr(result, name) for name in SCHEMA.names} for result in results]
        self._write(pa.Table.from_pylist(rows, SCHEMA))
        if len(self._parts()) > MAX_PARTS:
            self.compact()

    def compact(self) -> None:
        """Merge all results into one file, in plan order."""
        parts = self._parts()
        whole = self._merged(parts)
        parts = self._parts()  # without unreadable files
        if len(parts) > 1:
            self._write(whole)
            for part in parts:
                part.unlink()

    def _parts(self) -> list[Path]:
        return sorted(self._results.glob("part-*.parquet"))

    def _merged(self, parts: Sequence[Path]) -> Any:
        """The rows of some files as one table, each game once."""
        tables = [SCHEMA.empty_table()]
        for part in parts:
            try:
                table = pq.read_table(part)
            except (pa.ArrowInvalid, OSError):
                self.unreadable.append(part.replace(part.with_suffix(".broken")))
                continue
            if table.schema.names != SCHEMA.names:
                raise ArenaError(f"{part}: these are not results of this version of the arena")
            tables.append(table.cast(SCHEMA))
        whole = pa.concat_tables(tables).sort_by("id")
        names = whole["id"].combine_chunks()
        if len(names) < 2:
            return whole
        again = pc.equal(names.slice(1), names.slice(0, len(names) - 1))
        return whole.filter(pa.concat_arrays([pa.array([True]), pc.invert(again)]))

    def _write(self, table: Any) -> None:
        parts = self._parts()
        if parts:
            self._next = max(self._next, int(parts[-1].stem.removeprefix("part-")) + 1)
        with _atomic_write(self._results / f"part-{self._next:08d}.parquet", durable=True) as file:
            pq.write_table(table, file)
        self._next += 1


@contextmanager
def open_folder(folder: Path, tournament: Tournament | None, games: int | None) -> Iterator[tuple[Store, Tournament]]:
    """Lock a folder and open its store and tournament.

    Creates the folder for `tournament` if it has no plan. Otherwise `tournament` must match the plan, or be None to
    continue it; `games` may extend it. Raises `ArenaError` if that is impossible.
    """
    there = load_plan(folder)
    if there is None and tournament is None:
        raise ArenaError(f"{folder}: there is no tournament to continue; name its bots to start one")
    if there is not None and tournament is not None:
        difference = there.difference(tournament)
        if difference:
            raise ArenaError(
                f"{folder}: the folder has another tournament ({difference}); name another folder with --out"
            )
    if there is not None and games is not None and games < there.games:
        raise ArenaError(f"{folder}: {there.games} games are planned; a tournament can only be made longer")
    chosen = there or tournament
    assert chosen is not None
    if games is not None:
        chosen = Tournament.from_data({**chosen.data(), "games": games})
    folder.mkdir(parents=True, exist_ok=True)
    with _locked(folder):
        if chosen != there:
            with _atomic_write(folder / "plan.json", durable=True) as file:
                file.write((json.dumps(chosen.data(), indent=2, ensure_ascii=False) + "\n").encode())
        yield Store(folder), chosen


def read_results(folder: Path) -> list[Result]:
    """All results of a folder, each once, in plan order, without locking it: another process may be playing."""
    rows: dict[str, Result] = {}
    for part in sorted((folder / "results").glob("part-*.parquet")):
        try:
            rows.update({row["id"]: Result(**row) for row in pq.read_table(part).to_pylist()})
        except FileNotFoundError:  # merged into another file meanwhile
            return read_results(folder)
    return [rows[name] for name in sorted(rows)]


def load_plan(folder: Path) -> Tournament | None:
    """The tournament of a folder, or None. Raises `ArenaError` for an unreadable plan."""
    path = folder / "plan.json"
    try:
        return Tournament.from_data(json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        return None
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ArenaError(f"{path}: not a plan of a tournament ({error})") from error


@contextmanager
def _atomic_write(path: Path, *, durable: bool = False) -> Iterator[IO[bytes]]:
    """Write a file atomically; if `durable`, sync it to disk before the rename."""
    beside = path.with_name(f"{path.name}.writing")
    with beside.open("wb") as file:
        yield file
        if durable:
            file.flush()
            os.fsync(file.fileno())
    beside.replace(path)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Lock the folder against other processes. The lock ends with the process."""
    with (folder / "lock").open("a") as lock:
        try:
            _lock(lock.fileno())
        except OSError:
            raise ArenaError(f"{folder}: another process is playing this tournament") from None
        yield


def _lock(descriptor: int) -> None:
    """Lock a file until it is closed. Raises `OSError` if another process has locked it."""
    try:
        import fcntl
    except ImportError:  # Windows
        msvcrt: Any = importlib.import_module("msvcrt")
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
