"""What the lobby and a starting server learn of a match without reading its log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import Struct

from neurohex.client.forms import ListedMatch, ListedSeat
from neurohex.match.follower import Follower
from neurohex.match.messages import AnyEvent, Clock, Created, Finished, Joined, Left, Phase, Started, Terms, encode
from neurohex.store import Listed, Seat, Status, Summary

_AT_ONCE: Final = 0.0


class _Agreed(Struct, frozen=True, omit_defaults=True):
    """What a summary says of the game."""

    terms: Terms
    clock: Clock | None = None
    hints: bool = False
    private: bool = False


_AGREED: Final = msgspec.json.Decoder(_Agreed)


def summary_after(match: Follower, events: Sequence[AnyEvent], open_seconds: float) -> Summary | None:
    """The summary of a match once it takes up some events; None where they change nothing in it.

    A match that does not start is to be looked at after `open_seconds`.
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
        elif isinstance(event, Left) and phase is Phase.OPEN:
            seats[event.seat] = Seat(match.seats[event.seat].reserved or "")
        elif isinstance(event, Started):
            phase = Phase.RUNNING
        elif isinstance(event, Finished):
            phase = Phase.FINISHED
        elif not isinstance(event, Created):
            continue
        changed = True
    if not changed:
        return None
    created = match.created.at / 1000
    deadline: float | None = None
    if phase is Phase.OPEN:
        deadline = created + open_seconds
    elif phase is Phase.RUNNING and needs_care(match):
        deadline = _AT_ONCE
    first = match.created
    agreed = encode(_Agreed(first.terms, first.clock, first.hints, first.private)).decode()
    return Summary(Status(phase.value), agreed, tuple(seats), created, events[-1].at / 1000, deadline)


def needs_care(match: Follower) -> bool:
    """Whether a running match goes on by itself: a bot acts, or a clock runs out."""
    return match.clocks is not None or any(seat.bot is not None for seat in match.seats)


def clock_of(summary: Summary) -> Clock | None:
    """The clock that was agreed for a match, if there is one."""
    return _AGREED.decode(summary.game).clock


def listed(entry: Listed) -> ListedMatch:
    """A match of the store as the lobby shows it."""
    agreed = _AGREED.decode(entry.summary.game)
    return ListedMatch(
        match=entry.match,
        status=Phase(entry.summary.status.value),
        terms=agreed.terms,
        clock=agreed.clock,
        hints=agreed.hints,
        private=agreed.private,
        seats=tuple(ListedSeat(person=seat.person or None, name=seat.name or None) for seat in entry.summary.seats),
        created=entry.summary.created,
        updated=entry.summary.updated,
    )
