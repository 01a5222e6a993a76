"""Things to store."""

from __future__ import annotations

from neurohex.store import Seat, Status, Summary


def summary(
    status: Status = Status.RUNNING,
    *,
    people: tuple[str, ...] = ("ana", "jan"),
    created: float = 1000.0,
    updated: float = 1000.0,
    deadline: float | None = None,
) -> Summary:
    """A summary of a match of these people."""
    seats = tuple(Seat(person, person.title()) for person in people)
    return Summary(status, '{"armies":["borgo","moloch"]}', seats, created, updated, deadline)
