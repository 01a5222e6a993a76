"""Computes parts of analyses, and analyses in words. Runs in worker processes, as `view_jobs` does."""

from __future__ import annotations

from typing import Final

import msgspec

from neurohex.analysis import (
    GameAnalysis,
    GameReview,
    Piece,
    analysis_in,
    game_hash,
    judge,
    put_together,
    review,
    section_of,
    spans_of,
)
from neurohex.notation.record import Record, parse_record, write_record
from neurohex.server.moments import MatchSource, RecordSource, Source
from neurohex.server.refusals import Refusal
from neurohex.wire.http import Answer, Body
from neurohex.wire.messages import Code, Lang

_PIECES: Final[msgspec.json.Decoder[Piece]] = msgspec.json.Decoder(Piece)


class OutlineWork(Body, frozen=True, kw_only=True):
    """A request for the outline of a game."""


class Outline(Answer, frozen=True, kw_only=True):
    """What a server must know of a game to have it analysed."""

    game: str
    """Its hash."""
    pieces: int
    """How many parts its analysis has."""
    has: int
    """The depth of the analysis that the record carries; 0 for none."""


class PieceWork(Body, frozen=True, kw_only=True):
    """A request for one part of an analysis."""

    number: int
    depth: int


class ReviewWork(Body, frozen=True, kw_only=True):
    """A request for an analysis in words."""

    depth: int
    pieces: tuple[bytes, ...] | None
    """All parts as JSON, in order; None for the analysis that the record carries."""
    names: tuple[str, ...] = ()
    """The players of a match, by seat."""
    lang: Lang = "en"


def outline(_: OutlineWork, source: Source | None) -> Outline:
    """The outline of a match or record."""
    record = _record(source)
    if not record.actions:
        raise Refusal(Code.MALFORMED, "moment: expected a game with at least one action")
    carried = analysis_in(record)
    return Outline(
        game=game_hash(record.game, record.actions),
        pieces=len(spans_of(record.game, record.actions)),
        has=0 if carried is None else carried.depth,
    )


def piece(body: PieceWork, source: Source | None) -> Piece:
    """One part of an analysis."""
    record = _record(source)
    return judge(record.game, record.actions, spans_of(record.game, record.actions)[body.number], body.depth)


def in_words(body: ReviewWork, source: Source | None) -> GameReview:
    """An analysis in words."""
    record, analysis = _analysed(body, source)
    return review(analysis, record, body.lang)


def in_record(body: ReviewWork, source: Source | None) -> bytes:
    """The record with its analysis, as text."""
    record, analysis = _analysed(body, source)
    record.analysis = section_of(analysis, record)
    return write_record(record).encode()


def _analysed(body: ReviewWork, source: Source | None) -> tuple[Record, GameAnalysis]:
    record = _record(source, body.names)
    if body.pieces is None:
        carried = analysis_in(record)
        if carried is None:
            raise Refusal(Code.NOT_FOUND, "this game is not analysed yet")
        return record, carried
    pieces = [_PIECES.decode(data) for data in body.pieces]
    return record, put_together(record, body.depth, pieces)


def _record(source: Source | None, names: tuple[str, ...] = ()) -> Record:
    if isinstance(source, RecordSource):
        return parse_record(source.text)
    if isinstance(source, MatchSource):
        tags = {f"Player{seat}": name for seat, name in enumerate(names) if name}
        return Record(source.terms.game(), tags, list(source.actions))
    raise Refusal(Code.MALFORMED, "moment: expected a match or a record")
