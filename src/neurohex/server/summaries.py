"""Summaries of matches, for listings and for a starting server: no log needs to be read.

A summary is a projection: `summary_of` makes it from the match alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from neurohex.match.follower import Follower, OutOfStep
from neurohex.store import Listed, Seat, Status, Summary
from neurohex.wire.http import ListedMatch, ListedSeat
from neurohex.wire.messages import (
    AnyEvent,
    Clock,
    Created,
    How,
    MatchPhase,
    Resumed,
    Terms,
    encode,
)

_NOW: Final = 0.0


class _Agreed(Struct, frozen=True, omit_defaults=True):
    """The terms of a match and where it stands, stored in its summary."""

    terms: Terms
    clock: Clock | None = None
    hints: bool = False
    private: bool = False
    owner: str = ""
    awaited: int | None = None
    """The seat to decide."""
    left: tuple[int, ...] | None = None
    """Milliseconds left for each seat when the summary was made."""
    how: How | None = None
    """What ended the match."""
    rated: bool = False


_AGREED: Final = msgspec.json.Decoder(_Agreed)


def summary_of(match: Follower, open_seconds: float) -> Summary:
    """The summary of a match as it stands. A match that does not start gets a deadline after `open_seconds`."""
    first, end = match.created, match.finished
    counts = end is not None and end.how is not How.ABORTED
    seats = tuple(
        Seat(
            "" if seat.bot is not None else seat.person or seat.reserved or "",
            seat.name,
            army,
            end.result[number] if end is not None and counts else None,
        )
        for number, (seat, army) in enumerate(zip(match.seats, first.terms.armies, strict=True))
    )
    created = first.at / 1000
    deadline: float | None = None
    if match.phase is MatchPhase.OPEN:
        deadline = created + open_seconds
    elif match.phase is MatchPhase.RUNNING and needs_runner(match):
        deadline = _NOW
    awaited = match.awaited()
    agreed = _Agreed(
        first.terms,
        first.clock,
        first.hints,
        first.private,
        first.owner,
        awaited,
        match.clocks.left(match.at) if match.clocks is not None and awaited is not None else None,
        None if end is None else end.how,
        first.rated,
    )
    turn_of = "" if awaited is None else seats[awaited].person
    status = Status(match.phase.value)
    return Summary(status, encode(agreed).decode(), seats, created, match.at / 1000, deadline, turn_of, first.rated)


def summary_after(match: Follower, events: Sequence[AnyEvent], open_seconds: float) -> Summary | None:
    """The summary of a match after some more events; None if they do not change it.

    It changes with the seats, the phase, and whoever is to decide. Clocks run on from the last change.
    """
    after = match.fork()
    for event in events:
        after.absorb(event)
    before = _essence(match)
    if _essence(after) == before and not any(isinstance(event, Created | Resumed) for event in events):
        return None
    return summary_of(after, open_seconds)


def summary_from(events: Iterable[AnyEvent], open_seconds: float) -> tuple[Summary, int]:
    """The summary that a whole log leads to, and the number of its last event. Raises `OutOfStep`."""
    given = iter(events)
    first = next(given, None)
    if not isinstance(first, Created):
        raise OutOfStep("a log begins with the event that created its match")
    match = Follower(first)
    summary, essence = summary_of(match, open_seconds), _essence(match)
    for event in given:
        match.absorb(event)
        now = _essence(match)
        if now != essence or isinstance(event, Resumed):
            summary, essence = summary_of(match, open_seconds), now
    return summary, match.last


def _essence(match: Follower) -> tuple[object, ...]:
    seats = [(seat.person, seat.name) for seat in match.seats]
    turn = match.turn() if match.phase is MatchPhase.RUNNING else 0
    return match.phase, seats, match.awaited(), turn


def needs_runner(match: Follower) -> bool:
    """Whether a running match needs a server: it has bots or clocks."""
    return match.clocks is not None or any(seat.bot is not None for seat in match.seats)


def clock_of(summary: Summary) -> Clock | None:
    """The agreed clock of a match, or None."""
    return _AGREED.decode(summary.game).clock


def listed(entry: Listed) -> ListedMatch:
    """A match as the lobby lists it."""
    summary = entry.summary
    agreed = _AGREED.decode(summary.game)
    return ListedMatch(
        match=entry.match,
        status=MatchPhase(summary.status.value),
        terms=agreed.terms,
        clock=agreed.clock,
        hints=agreed.hints,
        private=agreed.private,
        rated=agreed.rated,
        owner=agreed.owner or None,
        awaited=agreed.awaited,
        left=agreed.left,
        how=agreed.how,
        hidden=entry.hidden,
        seats=tuple(
            ListedSeat(person=seat.person or None, name=seat.name or None, score=seat.score) for seat in summary.seats
        ),
        created=summary.created,
        updated=summary.updated,
    )
