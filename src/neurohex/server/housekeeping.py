"""Housekeeping that knows what a match and a person are: ending, deleting, exporting, and sweeping by age.

Two rules hold for all of it. Nothing that is still being played is deleted: a match is deleted when it is over, or when
it has no clock and nothing has happened in it for as many days as the operator set. And the log has the last word: the
database deletes a match only if its last event is still the one that was looked at (`neurohex.store.maintenance`).
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from neurohex.match.authority import Match
from neurohex.match.follower import OutOfStep
from neurohex.match.messages import Malformed, decode_event, encode
from neurohex.match.proof import record_of
from neurohex.notation.record import write_record
from neurohex.server.identity import account
from neurohex.server.refusals import OTHER_VERSION
from neurohex.server.settings import Settings
from neurohex.server.summaries import clock_of, summary_after
from neurohex.store import Account, Seat, Status, UnknownMatch
from neurohex.store.maintenance import Entry, Maintenance, Moved, Traces

DAY: Final = 86_400
GUEST: Final = "guest-"
"""What the id of a person without an account begins with."""
DELETED: Final = "deleted"
"""The name that stands in a match for a person who was deleted."""
_ATTEMPTS: Final = 20
"""How often a match is ended anew because somebody acted at that moment."""


class CannotKeepHouse(ValueError):
    """What was asked cannot be done, or must not be; the text is one line for people."""


@dataclass(frozen=True, slots=True)
class Policy:
    """After how many days things are deleted; 0 keeps them for good."""

    abandoned: int = 0
    """Matches that are not over, have no running clock, and in which nothing happened for so long."""
    finished: int = 0
    """Matches that are over, since their last event."""
    guests: int = 0
    """Guests who sit in no unfinished match, since they last left a trace."""
    records: int = 0
    """Records that people put here."""

    @classmethod
    def of(cls, settings: Settings) -> Policy:
        """The policy of a server."""
        return cls(
            settings.keep_abandoned_days,
            settings.keep_finished_days,
            settings.keep_guests_days,
            settings.keep_records_days,
        )

    def __bool__(self) -> bool:
        return any((self.abandoned, self.finished, self.guests, self.records))


@dataclass(frozen=True, slots=True)
class Swept:
    """What a sweep deleted, or would delete: the ids of each kind."""

    abandoned: list[str] = field(default_factory=list)
    finished: list[str] = field(default_factory=list)
    guests: list[str] = field(default_factory=list)
    records: list[str] = field(default_factory=list)

    def __bool__(self) -> bool:
        return any((self.abandoned, self.finished, self.guests, self.records))

    def __str__(self) -> str:
        return (
            f"{len(self.abandoned)} abandoned and {len(self.finished)} finished matches, {len(self.guests)} guests, "
            f"{len(self.records)} records"
        )


@dataclass(frozen=True, slots=True)
class Erased:
    """What became of the things of a person who was deleted."""

    deleted: list[str] = field(default_factory=list)
    """Matches that were deleted, as nobody else sat in them."""
    renamed: list[str] = field(default_factory=list)
    """Matches in which the person is called `DELETED` now."""
    left: list[str] = field(default_factory=list)
    """Matches that are not over, in which the person sat before they began: their logs still name the person."""
    records: list[str] = field(default_factory=list)
    account: bool = False


@dataclass(frozen=True, slots=True)
class Known:
    """A person, with an account or without."""

    id: str
    name: str
    """The account's, or the one they last sat down with."""
    account: Account | None
    traces: Traces


class _Moment(msgspec.Struct):
    at: int


_MOMENT: Final = msgspec.json.Decoder(_Moment)


# --- matches --------------------------------------------------------------------------------------
def happened(entry: Entry) -> float:
    """When something last happened in a match, in seconds since 1970."""
    try:
        return _MOMENT.decode(entry.data).at / 1000
    except msgspec.MsgspecError:  # a log of another version, or a damaged one
        return entry.summary.updated


def is_abandoned(entry: Entry, days: int, now: float) -> bool:
    """Whether a match is not over and nobody plays in it any more.

    A running clock ends a match by itself: as long as it runs the match is being played, be it by one move a month.
    """
    if entry.summary.status is Status.FINISHED or now - happened(entry) < days * DAY:
        return False
    return entry.summary.status is Status.OPEN or clock_of(entry.summary) is None


def delete_match(database: Maintenance, match: str, *, dry_run: bool = False) -> None:
    """Delete a match that is over. Raises `CannotKeepHouse` for others, `UnknownMatch` and `Moved`."""
    entry = database.entry(match)
    if entry.summary.status is not Status.FINISHED:
        raise CannotKeepHouse(f"match {match} is not over: end it first (neurohex admin end {match})")
    if not dry_run:
        database.remove(match, entry.last)


def end_match(database: Maintenance, match: str, why: str) -> None:
    """End a match without a winner, as a server would. Raises `CannotKeepHouse` where it is over or cannot be read."""
    for _ in range(_ATTEMPTS):
        entry = database.entry(match)
        if entry.summary.status is Status.FINISHED:
            raise CannotKeepHouse(f"match {match} is over already")
        found = read_match(database, match)
        events = found.abort(why, max(round(time.time() * 1000), found.at)).events
        summary = summary_after(found, events, 0.0)
        if not events or summary is None:
            continue  # it ended between the two looks at it
        try:
            database.append(match, events[0].n, [encode(event) for event in events], summary)
        except Moved:
            continue
        return
    raise CannotKeepHouse(f"match {match} could not be ended: somebody acted in it each time; try again")


def read_match(database: Maintenance, match: str) -> Match:
    """A match, from its log. Raises `CannotKeepHouse` where that is of another version, and `UnknownMatch`."""
    try:
        return Match.from_events(map(decode_event, database.log(match)), database.secret(match))
    except (OutOfStep, Malformed) as error:
        raise CannotKeepHouse(f"match {match}: {OTHER_VERSION}") from error


def record_text(database: Maintenance, match: str) -> str:
    """The record of a match, as `neurohex replay` reads it. Raises as `read_match` does."""
    return write_record(record_of(read_match(database, match)))


def unreadable(database: Maintenance) -> Iterator[str]:
    """What is wrong with the logs of matches: each is played through by the rules. A line each, as it is found."""
    for entry in database.entries():
        try:
            found = read_match(database, entry.match)
        except (CannotKeepHouse, UnknownMatch) as error:
            yield str(error)
            continue
        if found.phase.value != entry.summary.status.value:
            yield f"match {entry.match}: it is {found.phase.value}, and listed as {entry.summary.status.value}"


# --- people ---------------------------------------------------------------------------------------
def people(database: Maintenance) -> list[Known]:
    """Everybody the database knows of: owners of accounts first, then guests, the latest seen first."""
    traces = database.traces()
    names = _names(database)
    found = []
    for each in database.accounts():
        who = account(each.name).id
        found.append(Known(who, each.name, each, traces.pop(who, Traces(who))))
    guests = [Known(who, names.get(who, ""), None, each) for who, each in traces.items()]
    return found + sorted(guests, key=lambda known: (-known.traces.seen, known.id))


def person(database: Maintenance, who: str) -> Known:
    """The person of an id, or the owner of an account of that name. Raises `CannotKeepHouse`."""
    there = database.account(who)
    if there is None:
        there = next((each for each in database.accounts() if account(each.name).id == who), None)
    known = account(there.name).id if there is not None else who
    traces = database.traces(known).get(known)
    if there is None and traces is None:
        raise CannotKeepHouse(f'nobody is known as "{who}": expected the name of an account or the id of a person')
    name = there.name if there is not None else _name_of(database, known)
    return Known(known, name, there, traces or Traces(known))


def delete_person(database: Maintenance, who: str, *, dry_run: bool = False, thorough: bool = True) -> Erased:
    """Delete an account and all that names its owner, or what a guest left. Raises `CannotKeepHouse` while the person
    sits in a match that is not over.

    Their tokens are revoked. Matches in which nobody else sat are deleted; in others the person gets a new id and is
    called `DELETED`, as those matches are other people's too. Records that they put here are deleted. Where it is
    `thorough`, all logs are searched for the person: they may have left a seat before a match began.
    """
    known = person(database, who)
    playing = [entry.match for entry in database.entries(person=known.id) if not _is_over(entry)]
    if playing:
        how = f"neurohex admin end {' '.join(playing)}"
        raise CannotKeepHouse(f"{known.id} sits in matches that are not over: end them first ({how})")
    erased = Erased(account=known.account is not None)
    if not dry_run:
        database.revoke(known.id)  # first, so that they begin nothing new meanwhile
        if known.account is not None:
            database.remove_account(known.account.name)
    sat = list(database.entries(person=known.id))
    if thorough:
        found = set(database.naming(known.id)) - {entry.match for entry in sat}
        for entry in map(database.entry, sorted(found)):
            if _is_over(entry):
                sat.append(entry)
            else:
                erased.left.append(entry.match)
    for entry in sat:
        others = [seat for seat in entry.summary.seats if seat.person not in ("", known.id)]
        (erased.renamed if others else erased.deleted).append(entry.match)
        if dry_run:
            continue
        if others:
            _rename(database, entry, known.id)
        else:
            database.remove(entry.match, entry.last)
    for upload in database.uploads(person=known.id):
        erased.records.append(upload.name)
        if not dry_run:
            database.remove_text(upload.name)
    return erased


def _is_over(entry: Entry) -> bool:
    return entry.summary.status is Status.FINISHED


def _rename(database: Maintenance, entry: Entry, who: str) -> None:
    """Take a person out of a match that is over."""
    new = f"{DELETED}-{secrets.token_hex(12)}"
    changed: dict[int, bytes] = {}
    for number, data in enumerate(database.log(entry.match)):
        event = msgspec.json.decode(data)
        renamed = _without(event, who, new)
        if renamed != event:
            changed[number] = msgspec.json.encode(renamed)
    seats = [Seat(new, DELETED) if seat.person == who else seat for seat in entry.summary.seats]
    database.rewrite(entry.match, entry.last, changed, seats, who)


def _without(value: Any, who: str, new: str) -> Any:
    """An event, or a part of it, in which somebody has another id, and no name of their own."""
    if isinstance(value, dict):
        found = {key: _without(part, who, new) for key, part in value.items()}
        return found | {"name": DELETED} if value.get("person") == who and "name" in value else found
    if isinstance(value, list):
        return [_without(part, who, new) for part in value]
    return new if value == who else value


def _names(database: Maintenance) -> dict[str, str]:
    """The name with which everybody last sat down."""
    return {
        seat.person: seat.name
        for entry in database.entries()
        for seat in entry.summary.seats
        if seat.person and seat.name
    }


def _name_of(database: Maintenance, who: str) -> str:
    names = [
        seat.name
        for entry in database.entries(person=who)
        for seat in entry.summary.seats
        if seat.person == who and seat.name
    ]
    return names[-1] if names else ""


# --- sweeping -------------------------------------------------------------------------------------
def sweep(
    database: Maintenance,
    policy: Policy,
    now: float,
    *,
    dry_run: bool = False,
    is_in_use: Callable[[str], bool] = lambda _: False,
) -> Swept:
    """Delete what the policy says; what it was. With `dry_run` nothing is deleted.

    A match for which `is_in_use` holds stays. So does one in which something happens at that moment.
    """
    swept = Swept()
    for status, days, found in (
        (Status.OPEN, policy.abandoned, swept.abandoned),
        (Status.RUNNING, policy.abandoned, swept.abandoned),
        (Status.FINISHED, policy.finished, swept.finished),
    ):
        if not days:
            continue
        for entry in database.entries(status=status):
            old = is_abandoned(entry, days, now) if not _is_over(entry) else _is_old(happened(entry), days, now)
            if old and not is_in_use(entry.match) and (dry_run or _removed(database, entry)):
                found.append(entry.match)
    if policy.records:
        for upload in database.uploads():
            if _is_old(upload.created, policy.records, now) and (dry_run or database.remove_text(upload.name)):
                swept.records.append(upload.name)
    if policy.guests:
        for traces in database.traces().values():
            if traces.person.startswith(GUEST) and not traces.unfinished and _is_old(traces.seen, policy.guests, now):
                try:
                    delete_person(database, traces.person, dry_run=dry_run, thorough=False)
                except (CannotKeepHouse, Moved, UnknownMatch):  # who has come back, or was deleted by another sweep
                    continue
                swept.guests.append(traces.person)
    return swept


def _removed(database: Maintenance, entry: Entry) -> bool:
    try:
        database.remove(entry.match, entry.last)
    except (Moved, UnknownMatch):
        return False
    return True


def _is_old(moment: float, days: int, now: float) -> bool:
    return now - moment >= days * DAY
