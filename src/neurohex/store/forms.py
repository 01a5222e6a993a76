"""What may be put into a database, and how a summary lies in a row of it.

Everything is checked before it is queued. What a database would refuse must not come up inside a transaction that
others share.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
import unicodedata
from collections.abc import Sequence
from typing import Any, Final

from neurohex.store.interface import Seat, Status, Summary

MATCH_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
NOT_STORABLE: Final = re.compile(r"[\0\ud800-\udfff]")
LAST_NUMBER: Final = 2**31 - 1
"""The largest number of an event that PostgreSQL's integer holds."""
_NAME_DIGITS: Final = 32

Row = tuple[Any, ...]

SUMMARY_COLUMNS: Final = "status, game, seats, created, updated, deadline"


def is_match_id(text: str) -> bool:
    """Whether a match can have this id."""
    return MATCH_ID.fullmatch(text) is not None


def is_storable(text: str) -> bool:
    """Whether both databases can hold a text: there is no NUL in it, and no half of a surrogate pair."""
    return NOT_STORABLE.search(text) is None


def storable(text: str, what: str) -> str:
    """The text, if both databases can hold it; otherwise a ValueError that says what it was for."""
    if not is_storable(text):
        raise ValueError(f"{what}: a text with a NUL or half a surrogate pair cannot be stored")
    return text


def summary_row(summary: Summary) -> Row:
    """A summary as the columns of SUMMARY_COLUMNS. Raises ValueError where one cannot be stored."""
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
    """The summary in the columns of SUMMARY_COLUMNS."""
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
    """The ids of those who sit in a match, each once."""
    return tuple(sorted({seat.person for seat in summary.seats if seat.person}))


def name_key(name: str) -> str:
    """What two names have in common that people would take for one another: capitals and encodings do not count."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def text_name(text: str) -> str:
    """The name of a text, which follows from it: 32 hexadecimal digits. Raises `UnicodeEncodeError` for half a
    surrogate pair."""
    return hashlib.sha256(text.encode()).hexdigest()[:_NAME_DIGITS]
