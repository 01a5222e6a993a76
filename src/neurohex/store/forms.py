"""What a database can store, and how a summary maps to a row.

Everything is checked before it is queued: an error must not occur inside a shared transaction.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
import unicodedata
from collections.abc import Sequence
from typing import Any, Final

from neurohex.rating import Rating
from neurohex.store.interface import PuzzleResult, Rated, Seat, Status, Summary

MATCH_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
NOT_STORABLE: Final = re.compile(r"[\0\ud800-\udfff]")
LAST_NUMBER: Final = 2**31 - 1
"""The largest event number: PostgreSQL's integer."""
_NAME_DIGITS: Final = 32

Row = tuple[Any, ...]

SUMMARY_COLUMNS: Final = "status, game, seats, created, updated, deadline"


def is_match_id(text: str) -> bool:
    """Whether a match can have this id."""
    return MATCH_ID.fullmatch(text) is not None


def is_storable(text: str) -> bool:
    """Whether both databases can hold a text: no NUL, no lone surrogate."""
    return NOT_STORABLE.search(text) is None


def storable(text: str, what: str) -> str:
    """Return the text if both databases can hold it; else raise a ValueError that names `what`."""
    if not is_storable(text):
        raise ValueError(f"{what}: a text with a NUL or half a surrogate pair cannot be stored")
    return text


def summary_row(summary: Summary) -> Row:
    """A summary as SUMMARY_COLUMNS. Raises ValueError if it cannot be stored."""
    times = (summary.created, summary.updated, *([] if summary.deadline is None else [summary.deadline]))
    if not all(math.isfinite(moment) for moment in times):
        raise ValueError(f"summary: expected finite times, got {times}")
    seats = [
        [storable(seat.person, "summary: a person"), storable(seat.name, "summary: a name")] for seat in summary.seats
    ]
    return (
        Status(summary.status).value,
        storable(summary.game, "summary: the game"),
        json.dumps(seats, separators=(",", ":"), ensure_ascii=False),
        float(summary.created),
        float(summary.updated),
        None if summary.deadline is None else float(summary.deadline),
    )


def summary_of(row: Sequence[Any]) -> Summary:
    """The summary in a row of SUMMARY_COLUMNS."""
    status, game, seats, created, updated, deadline = row
    return Summary(
        Status(status),
        game,
        tuple(Seat(person, name) for person, name in json.loads(seats)),
        created,
        updated,
        deadline,
    )


def people_of(summary: Summary) -> tuple[str, ...]:
    """Ids of the people in a match, each once."""
    return tuple(sorted({seat.person for seat in summary.seats if seat.person}))


def name_key(name: str) -> str:
    """A key that is equal for names that people would confuse: case and Unicode encoding do not count."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def text_name(text: str) -> str:
    """The name of a text, derived from its content: 32 hexadecimal digits. Raises `UnicodeEncodeError` for a lone
    surrogate."""
    return hashlib.sha256(text.encode()).hexdigest()[:_NAME_DIGITS]


def result_row(result: PuzzleResult) -> Row:
    """A result of a puzzle as its row."""
    return (
        result.person,
        result.puzzle,
        int(result.solved),
        result.created,
        *_rated_row(result.by),
        *_rated_row(result.of),
    )


def result_of(row: Sequence[Any]) -> PuzzleResult:
    """A result of a puzzle from its row."""
    person, puzzle, solved, created, *rated = row
    return PuzzleResult(person, puzzle, bool(solved), float(created), rated_of(rated[:4]), rated_of(rated[4:]))


def _rated_row(rated: Rated) -> Row:
    return rated.number, rated.rating.rating, rated.rating.deviation, rated.rating.volatility


def rated_of(row: Sequence[Any]) -> Rated:
    """A rating from its columns: the number of results, rating, deviation and volatility."""
    number, *rating = row
    return Rated(int(number), Rating(*map(float, rating)))
