"""Summaries of matches, for the lobby and for a starting server: no log needs to be read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import Struct

from neurohex.match.follower import Follower
from neurohex.store import Listed, Seat, Status, Summary
from neurohex.wire.http import ListedMatch, ListedSeat
from neurohex.wire.messages import AnyEvent, Clock, Created, Finished, Joined, Left, MatchPhase, Started, Terms, encode

_NOW: Final = 0.0


class _Agreed(Struct, frozen=True, omit_defaults=True):
    """The terms of a match, stored in its summary."""

    terms: Terms
    clock: Clock | None = None
    hints: bool = False
    private: bool = False


_AGREED: Final = msgspec.json.Decoder(_Agreed)


def summary_after(match: Follower, events: Sequence[AnyEvent], open_seconds: float) -> Summary | None:
    """The summary of a match after some more events; None if they do not change it.

    A match that does not start gets a deadline after `open_seconds`.
    """
    seats = [
        Seat("", seat.name) if seat.bot is not None else Seat(seat.person or seat.reserved or "", seat.name)
        for seat in match.seats
    ]
    phase = match.phase
    changed = False
    for event in events:
        if isinstance(event, Joined):
            seats[event.seat] = Seat(event.person, event.name)
        elif isinstance(event, Left) and phase is MatchPhase.OPEN:
            seats[event.seat] = Seat(match.seats[event.seat].reserved or "")
        elif isinstance(event, Started):
            phase = MatchPhase.RUNNING
        elif isinstance(event, Finished):
            phase = MatchPhase.FINISHED
        elif not isinstance(event, Created):
            continue
        changed = True
    if not changed:
        return None
    created = match.created.at / 1000
    deadline: float | None = None
    if phase is MatchPhase.OPEN:
        deadline = created + open_seconds
    elif phase is MatchPhase.RUNNING and needs_runner(match):
        deadline = _NOW
    first = match.created
    agreed = encode(_Agreed(first.terms, first.clock, first.hints, first.private)).decode()
    return Summary(Status(phase.value), agreed, tuple(seats), created, events[-1].at / 1000, deadline)


def needs_runner(match: Follower) -> bool:
    """Whether a running match needs a server: it has bots or clocks."""
    return match.clocks is not None or any(seat.bot is not None for seat in match.seats)


def clock_of(summary: Summary) -> Clock | None:
    """The agreed clock of a match, or None."""
    return _AGREED.decode(summary.game).clock


def listed(entry: Listed) -> ListedMatch:
    """A match as the lobby lists it."""
    agreed = _AGREED.decode(entry.summary.game)
    return ListedMatch(
        match=entry.match,
        status=MatchPhase(entry.summary.status.value),
        terms=agreed.terms,
        clock=agreed.clock,
        hints=agreed.hints,
        private=agreed.private,
        seats=tuple(ListedSeat(person=seat.person or None, name=seat.name or None) for seat in entry.summary.seats),
        created=entry.summary.created,
        updated=entry.summary.updated,
    )
