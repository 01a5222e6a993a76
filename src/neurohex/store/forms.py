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
from neurohex.store.storable import Row, storable

MATCH_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
LAST_NUMBER: Final = 2**31 - 1
"""The largest event number: PostgreSQL's integer."""
_NAME_DIGITS: Final = 32

SUMMARY_COLUMNS: Final = "status, game, seats, created, updated, deadline, turn_of, rated"
PROJECTION: Final = 1
"""The version of what a summary says of its log. Rows of an older one are made again (`Maintenance.outdated`)."""


def is_match_id(text: str) -> bool:
    """Whether a match can have this id."""
    return MATCH_ID.fullmatch(text) is not None


def summary_row(summary: Summary) -> Row:
    """A summary as SUMMARY_COLUMNS. Raises ValueError if it cannot be stored."""
    times = (summary.created, summary.updated, *([] if summary.deadline is None else [summary.deadline]))
    if not all(math.isfinite(moment) for moment in times):
        raise ValueError(f"summary: expected finite times, got {times}")
    return (
        Status(summary.status).value,
        storable(summary.game, "summary: the game"),
        seats_text(summary.seats),
        float(summary.created),
        float(summary.updated),
        None if summary.deadline is None else float(summary.deadline),
        storable(summary.turn_of, "summary: a person") or None,
        int(summary.rated),
    )


def seats_text(seats: Sequence[Seat]) -> str:
    """Seats as a summary stores them. Raises ValueError if they cannot be stored."""
    rows = [
        [
            storable(seat.person, "summary: a person"),
            storable(seat.name, "summary: a name"),
            storable(seat.army, "summary: an army"),
            seat.score,
        ]
        for seat in seats
    ]
    return json.dumps(rows, separators=(",", ":"), ensure_ascii=False)


def summary_of(row: Sequence[Any]) -> Summary:
    """The summary in a row of SUMMARY_COLUMNS."""
    status, game, seats, created, updated, deadline, turn_of, rated = row
    return Summary(
        Status(status),
        game,
        tuple(Seat(*seat) for seat in json.loads(seats)),  # older rows have only a person and a name
        created,
        updated,
        deadline,
        turn_of or "",
        bool(rated),
    )


PEOPLE_COLUMNS: Final = "person, army, score, others, alone"


def people_rows(seats: Sequence[Seat]) -> tuple[Row, ...]:
    """The people in a match as PEOPLE_COLUMNS, each once: with their army and score, the names of all others, and
    whether no other person sits there."""
    rows: dict[str, Row] = {}
    for number, seat in enumerate(seats):
        if seat.person and seat.person not in rows:
            others = [other for place, other in enumerate(seats) if place != number]
            alone = all(other.person in ("", seat.person) for other in others)
            names = "\n".join(name_key(other.name) for other in others)
            rows[seat.person] = (seat.person, seat.army, seat.score, names, int(alone))
    return tuple(rows[person] for person in sorted(rows))


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
