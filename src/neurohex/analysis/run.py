"""Analyses a game on several cores, and goes on where it stopped."""

from __future__ import annotations

import contextlib
import multiprocessing
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

import msgspec

from neurohex.analysis.forms import VERSION, GameAnalysis, Piece
from neurohex.analysis.judging import USUAL_DEPTH, judge
from neurohex.analysis.spans import Span, game_hash, result_of, spans_of
from neurohex.notation.record import Record
from neurohex.rules.engine import Game

Progress = Callable[[int, int], None]
"""Told how many spans are judged, and of how many."""


class Kept(msgspec.Struct, frozen=True):
    """A line of a cache file: a judged span by its number."""

    number: int
    piece: Piece


class Cache:
    """Judged spans of one game at one depth, in a file that grows line by line."""

    def __init__(self, folder: Path, game: str, depth: int) -> None:
        self.path = folder / f"{game}-{depth}-v{VERSION}.jsonl"

    def read(self) -> dict[int, Piece]:
        """The spans judged before, by number. A line that was cut off is left out."""
        found: dict[int, Piece] = {}
        with contextlib.suppress(FileNotFoundError):
            for line in self.path.read_bytes().splitlines():
                with contextlib.suppress(msgspec.MsgspecError):
                    kept = msgspec.json.decode(line, type=Kept)
                    found[kept.number] = kept.piece
        return found

    def add(self, number: int, piece: Piece) -> None:
        """Keep a span. Raises `OSError`."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab") as file:
            file.write(b"\n" + msgspec.json.encode(Kept(number, piece)) + b"\n")


def analyse(
    record: Record,
    depth: int = USUAL_DEPTH,
    *,
    processes: int = 1,
    cache: Cache | None = None,
    progress: Progress | None = None,
) -> GameAnalysis:
    """Analyse a record. With a cache, what it has is not computed again, and an interrupted analysis goes on there.

    Raises `IllegalAction` for a record that does not fit its game.
    """
    spans = spans_of(record.game, record.actions)
    found = {number: piece for number, piece in (cache.read() if cache else {}).items() if _fits(number, piece, spans)}
    tell = progress or (lambda done, total: None)
    tell(len(found), len(spans))
    missing = [(number, span) for number, span in enumerate(spans) if number not in found]
    with contextlib.closing(_judge_all(record.game, record.actions, missing, depth, processes)) as judged:
        for number, piece in judged:
            found[number] = piece
            if cache is not None:
                cache.add(number, piece)
            tell(len(found), len(spans))
    return put_together(record, depth, [found[number] for number in range(len(spans))])


def put_together(record: Record, depth: int, pieces: Sequence[Piece]) -> GameAnalysis:
    """The analysis of a record from all its judged spans, in order."""
    return GameAnalysis(
        version=VERSION,
        depth=depth,
        game=game_hash(record.game, record.actions),
        result=result_of(record),
        pieces=tuple(pieces),
    )


def _fits(number: int, piece: Piece, spans: Sequence[Span]) -> bool:
    return number < len(spans) and (piece.first, piece.stop, piece.player) == spans[number][:3]


def _judge_all(
    game: Game, actions: Sequence[int], spans: Sequence[tuple[int, Span]], depth: int, processes: int
) -> Generator[tuple[int, Piece]]:
    """Judge spans in any order."""
    if processes <= 1 or len(spans) <= 1:
        for number, span in spans:
            yield number, judge(game, actions, span, depth)
        return
    context = multiprocessing.get_context("spawn")  # not fork: it would copy the caller's threads
    pool = ProcessPoolExecutor(min(processes, len(spans)), mp_context=context)
    try:
        described = game.describe()
        waiting = {pool.submit(_judge, described, tuple(actions), span, depth): number for number, span in spans}
        for done in as_completed(waiting):
            yield waiting[done], done.result()
    finally:
        pool.shutdown(cancel_futures=True)


def _judge(described: dict[str, Any], actions: tuple[int, ...], span: Span, depth: int) -> Piece:
    return judge(Game(**described), actions, span, depth)
