"""The folder of a tournament: its plan, its results, and its records where they are kept.

    DIR/plan.json            what is played; fixed from the first game on, but for the number of games
    DIR/results/*.parquet    results, a row a game, in small files as they come and in one when all is done
    DIR/records/ID.txt       the games themselves, where they are kept

Every file is written beside its place and then moved there, so that whatever happens, each is whole or not there. A
result is kept once: when files are put together, the new one is there before the old ones go, and a game that is in
two files counts once. A file that cannot be read (a disk may fail) is set aside, and its games are played again.
"""

from __future__ import annotations

import json
import os
import sys
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

MOST_PARTS: Final = 50
"""Files of results there are before they are put together."""

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
"""The columns of the results: those of `Result` but for the record, which has a file of its own."""


class Store:
    """The folder of one tournament, in the hands of one process. `opened` gives it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.set_aside: list[Path] = []
        """Files of results that could not be read; they have been renamed."""
        self._results = folder / "results"
        self._records = folder / "records"
        self._next = 0
        self._results.mkdir(parents=True, exist_ok=True)
        for torn in self._results.glob("*.writing"):
            torn.unlink()
        self.compact()

    def done(self) -> set[str]:
        """The games that have been played."""
        return {name for part in self._parts() for name in pq.read_table(part, columns=["id"])["id"].to_pylist()}

    def results(self) -> list[Result]:
        """All games that have been played, each once, in the order of the plan."""
        return [Result(**row) for row in self._together(self._parts()).to_pylist()]

    def add(self, results: Sequence[Result]) -> None:
        """Keep some results: when this returns they outlast everything but a loss of the disk."""
        for result in results:
            if result.record:  # before its row, so that a game that counts has its record
                self._records.mkdir(exist_ok=True)
                with _written(self._records / f"{result.id}.txt") as file:
                    file.write(result.record.encode())
        rows = [{name: getattr(result, name) for name in SCHEMA.names} for result in results]
        self._write(pa.Table.from_pylist(rows, SCHEMA))
        if len(self._parts()) > MOST_PARTS:
            self.compact()

    def compact(self) -> None:
        """Put all results into one file, in the order of the plan."""
        parts = self._parts()
        whole = self._together(parts)
        parts = self._parts()  # without what was set aside
        if len(parts) > 1:
            self._write(whole)
            for part in parts:
                part.unlink()

    def _parts(self) -> list[Path]:
        return sorted(self._results.glob("part-*.parquet"))

    def _together(self, parts: Sequence[Path]) -> Any:
        """A table of the games in some files, each once."""
        tables = [SCHEMA.empty_table()]
        for part in parts:
            try:
                table = pq.read_table(part)
            except (pa.ArrowInvalid, OSError):
                self.set_aside.append(part.replace(part.with_suffix(".broken")))
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
        with _written(self._results / f"part-{self._next:08d}.parquet", durable=True) as file:
            pq.write_table(table, file)
        self._next += 1


@contextmanager
def opened(folder: Path, tournament: Tournament | None, games: int | None) -> Iterator[tuple[Store, Tournament]]:
    """The store of a folder, for this process alone, and the tournament that is played there.

    A folder without one is made for `tournament`. In one that has a tournament, `tournament` must be the same, or None
    to go on with the one there; `games`, if given, makes it longer. Raises `ArenaError` where that cannot be.
    """
    there = planned(folder)
    if there is None and tournament is None:
        raise ArenaError(f"{folder}: no tournament lies there to go on with; name its bots to begin one")
    if there is not None and tournament is not None:
        difference = there.difference(tournament)
        if difference:
            raise ArenaError(f"{folder}: another tournament lies there ({difference}); name another folder with --out")
    if there is not None and games is not None and games < there.games:
        raise ArenaError(f"{folder}: {there.games} games are planned there; a tournament can be made longer only")
    chosen = there or tournament
    assert chosen is not None
    if games is not None:
        chosen = Tournament.from_data({**chosen.data(), "games": games})
    folder.mkdir(parents=True, exist_ok=True)
    with _alone(folder):
        if chosen != there:
            with _written(folder / "plan.json", durable=True) as file:
                file.write((json.dumps(chosen.data(), indent=2, ensure_ascii=False) + "\n").encode())
        yield Store(folder), chosen


def planned(folder: Path) -> Tournament | None:
    """The tournament of a folder; nothing where there is none. Raises `ArenaError` for a plan that cannot be read."""
    path = folder / "plan.json"
    try:
        return Tournament.from_data(json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        return None
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ArenaError(f"{path}: this is no plan of a tournament ({error})") from error


@contextmanager
def _written(path: Path, *, durable: bool = False) -> Iterator[IO[bytes]]:
    """A file that takes its name when it is whole; a `durable` one is on the disk by then."""
    beside = path.with_name(f"{path.name}.writing")
    with beside.open("wb") as file:
        yield file
        if durable:
            file.flush()
            os.fsync(file.fileno())
    beside.replace(path)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Keep other processes out of a folder. The lock goes with the process, however it ends."""
    with (folder / "lock").open("a") as lock:
        if sys.platform != "win32":
            import fcntl

            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise ArenaError(f"{folder}: another process is playing this tournament") from None
        yield
