"""Maintenance of matches and people: end, delete, export, and sweep by age.

Two rules hold. Nothing that is being played is deleted: a match must be over, or have no clock and no activity for the
configured number of days. And the log decides: the database deletes a match only if its last event is still the one
that was checked (`neurohex.store.maintenance`).
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final

import msgspec

from neurohex.match.authority import Match
from neurohex.match.follower import OutOfStep
from neurohex.match.proof import record_of
from neurohex.notation.record import write_record
from neurohex.server.identity import GUEST, owner
from neurohex.server.refusals import OTHER_VERSION
from neurohex.server.settings import Settings
from neurohex.server.summaries import clock_of, summary_after, summary_from
from neurohex.store import Account, Status, UnknownMatch
from neurohex.store.maintenance import Entry, Maintenance, Moved, Traces
from neurohex.wire.messages import Malformed, decode_event, encode

DAY: Final = 86_400
DELETED: Final = "deleted"
"""The name of a deleted person in a match."""
_ERASED: Final = f"{DELETED}-"
"""Prefix of a deleted person's new id."""
_ATTEMPTS: Final = 20
"""How often to retry ending a match because a player acted at that moment."""


class HousekeepingError(ValueError):
    """The request is impossible or not allowed. The text is one line for people."""


@dataclass(frozen=True, slots=True)
class Policy:
    """Days after which things are deleted; 0 for never."""

    abandoned: int = 0
    """Unfinished matches without a running clock, since their last event."""
    finished: int = 0
    """Finished matches, since their last event."""
    guests: int = 0
    """Guests without an unfinished match, since their last activity."""
    records: int = 0
    """Uploaded records."""

    @classmethod
    def of(cls, settings: Settings) -> Policy:
        """The policy in a server's settings."""
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
    """Ids of everything that a sweep deleted, or would delete."""

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
    """What happened to a deleted person's data."""

    deleted: list[str] = field(default_factory=list)
    """Deleted matches: no other person sat in them."""
    renamed: list[str] = field(default_factory=list)
    """Matches in which the person is now called `DELETED`."""
    left: list[str] = field(default_factory=list)
    """Unfinished matches whose logs still name the person, who left them before they began."""
    records: list[str] = field(default_factory=list)
    puzzles: int = 0
    """Results of puzzles that do not name the person any more."""
    account: bool = False


@dataclass(frozen=True, slots=True)
class PersonEntry:
    """A guest or the owner of an account."""

    id: str
    name: str
    """The account's name, or the name in the person's last match."""
    account: Account | None
    traces: Traces


class _Moment(msgspec.Struct):
    at: int


_MOMENT: Final = msgspec.json.Decoder(_Moment)


# --- matches --------------------------------------------------------------------------------------
def happened(entry: Entry) -> float:
    """Time of the last event of a match, in seconds since 1970."""
    try:
        return _MOMENT.decode(entry.data).at / 1000
    except msgspec.MsgspecError:  # written by another version, or damaged
        return entry.summary.updated


def is_abandoned(entry: Entry, days: int, now: float) -> bool:
    """Whether a match is unfinished and idle.

    A match with a running clock is never abandoned: the clock ends it.
    """
    if entry.summary.status is Status.FINISHED or now - happened(entry) < days * DAY:
        return False
    return entry.summary.status is Status.OPEN or clock_of(entry.summary) is None


def delete_match(database: Maintenance, match: str, *, dry_run: bool = False) -> None:
    """Delete a finished match. Raises `HousekeepingError` if it is not finished, `UnknownMatch` and `Moved`."""
    entry = database.entry(match)
    if entry.summary.status is not Status.FINISHED:
        raise HousekeepingError(f"match {match} is not over: end it first (neurohex admin end {match})")
    if not dry_run:
        database.remove(match, entry.last)


def end_match(database: Maintenance, match: str, why: str) -> None:
    """End a match without a winner, as a server would. Raises `HousekeepingError` if it is over or unreadable."""
    for _ in range(_ATTEMPTS):
        entry = database.entry(match)
        if entry.summary.status is Status.FINISHED:
            raise HousekeepingError(f"match {match} is over already")
        found = read_match(database, match)
        events = found.abort(why, max(round(time.time() * 1000), found.at)).events
        summary = summary_after(found, events, 0.0)
        if not events or summary is None:
            continue  # it ended between the two reads
        try:
            database.append(match, events[0].n, [encode(event) for event in events], summary)
        except Moved:
            continue
        return
    raise HousekeepingError(f"match {match} could not be ended: a player acted each time; try again")


def read_match(database: Maintenance, match: str) -> Match:
    """Replay a match from its log. Raises `HousekeepingError` if another version wrote it, and `UnknownMatch`."""
    try:
        return Match.from_events(map(decode_event, database.log(match)), database.secret(match))
    except (OutOfStep, Malformed) as error:
        raise HousekeepingError(f"match {match}: {OTHER_VERSION}") from error


def match_export(database: Maintenance, match: str) -> dict[str, Any]:
    """Everything stored about a match: its facts, its log, and its record if this version can read it. Raises
    `UnknownMatch`."""
    summary = database.entry(match).summary
    facts: dict[str, Any] = {
        "id": match,
        "status": summary.status.value,
        "game": msgspec.json.decode(summary.game),
        "seats": [{"person": seat.person or None, "name": seat.name or None} for seat in summary.seats],
        "created": summary.created,
        "log": [msgspec.json.decode(data) for data in database.log(match)],
    }
    try:
        facts["text"] = record_text(database, match)
    except HousekeepingError:  # the log has another version; export its events all the same
        facts["text"] = None
    return facts


def record_text(database: Maintenance, match: str) -> str:
    """The record of a match, for `neurohex replay`. Raises as `read_match` does."""
    return write_record(record_of(read_match(database, match)))


def rebuild(database: Maintenance, settings: Settings, *, everything: bool = False) -> list[str]:
    """Make the summaries of matches again from their logs: those of an older version, or `everything`. Return the
    matches. Those that cannot be read, or change at this moment, stay as they are."""
    for known in database.accounts():
        if known.person is None:
            database.set_owner(known.name, owner(known).id)
    done = []
    for entry in database.entries(outdated=not everything):
        try:
            summary, last = summary_from(map(decode_event, database.log(entry.match)), settings.open_days * DAY)
            database.project(entry.match, last, summary)
        except (OutOfStep, Malformed, Moved, UnknownMatch):
            continue
        done.append(entry.match)
    return done


def unreadable(database: Maintenance) -> Iterator[str]:
    """Replay all matches with the rules; yield one line for each that fails."""
    for entry in database.entries():
        try:
            found = read_match(database, entry.match)
        except (HousekeepingError, UnknownMatch) as error:
            yield str(error)
            continue
        if found.phase.value != entry.summary.status.value:
            yield f"match {entry.match}: it is {found.phase.value}, and listed as {entry.summary.status.value}"


# --- people ---------------------------------------------------------------------------------------
def people(database: Maintenance) -> list[PersonEntry]:
    """All known people: account owners first, then guests, the most recent first."""
    traces = database.traces()
    names = _names(database)
    found = []
    for each in database.accounts():
        who = owner(each).id
        found.append(PersonEntry(who, each.name, each, traces.pop(who, Traces(who))))
    guests = [
        PersonEntry(who, names.get(who, ""), None, each) for who, each in traces.items() if not who.startswith(_ERASED)
    ]
    return found + sorted(guests, key=lambda known: (-known.traces.seen, known.id))


def person(database: Maintenance, who: str) -> PersonEntry:
    """Find a person by id or account name. Raises `HousekeepingError`."""
    found = database.account(who)
    if found is None:
        found = next((each for each in database.accounts() if owner(each).id == who), None)
    known = owner(found).id if found is not None else who
    traces = database.traces(known).get(known)
    if found is None and traces is None:
        raise HousekeepingError(f'no person "{who}": expected the name of an account or the id of a person')
    name = found.name if found is not None else _name_of(database, known)
    return PersonEntry(known, name, found, traces or Traces(known))


def delete_person(database: Maintenance, who: str, *, dry_run: bool = False, thorough: bool = True) -> Erased:
    """Delete a person's account and personal data. Raises `HousekeepingError` while the person sits in an unfinished
    match.

    Tokens are revoked and uploaded records deleted. Matches without another person are deleted. In other matches, which
    belong to the opponents too, the person gets a new id and the name `DELETED`. Puzzle results stay under a new id:
    the ratings of the puzzles rest on them. So do reports that the person made. `thorough` searches all logs: the
    person may have left a seat before a match began.
    """
    known = person(database, who)
    playing = [entry.match for entry in database.entries(person=known.id) if not _is_over(entry)]
    if playing:
        how = f"neurohex admin end {' '.join(playing)}"
        raise HousekeepingError(f"{known.id} sits in matches that are not over: end them first ({how})")
    erased = Erased(puzzles=known.traces.puzzles, account=known.account is not None)
    if not dry_run:
        database.revoke(known.id)  # first, so that the person starts nothing new meanwhile
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
    if not dry_run:
        database.rename_solver(known.id, f"{_ERASED}{secrets.token_hex(12)}")
        database.rename_reporter(known.id, f"{_ERASED}{secrets.token_hex(12)}")
        database.forget(known.id)
    return erased


def _is_over(entry: Entry) -> bool:
    return entry.summary.status is Status.FINISHED


def _rename(database: Maintenance, entry: Entry, who: str) -> None:
    """Replace a person in a finished match."""
    new = f"{_ERASED}{secrets.token_hex(12)}"
    changed: dict[int, bytes] = {}
    for number, data in enumerate(database.log(entry.match)):
        event = msgspec.json.decode(data)
        renamed = _without(event, who, new)
        if renamed != event:
            changed[number] = msgspec.json.encode(renamed)
    seats = [replace(seat, person=new, name=DELETED) if seat.person == who else seat for seat in entry.summary.seats]
    database.rewrite(entry.match, entry.last, changed, seats)


def _without(value: Any, who: str, new: str) -> Any:
    """An event, or a part of one, with the person's id and name replaced."""
    if isinstance(value, dict):
        found = {key: _without(part, who, new) for key, part in value.items()}
        return found | {"name": DELETED} if value.get("person") == who and "name" in value else found
    if isinstance(value, list):
        return [_without(part, who, new) for part in value]
    return new if value == who else value


def _names(database: Maintenance) -> dict[str, str]:
    """The name of each person in their last match."""
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
    """Delete what the policy says and return it. `dry_run` deletes nothing.

    Matches for which `is_in_use` holds stay, and so do matches that change at this moment.
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
        kept = {each.person for each in database.accounts()}
        for traces in database.traces().values():
            is_guest = traces.person.startswith(GUEST) and traces.person not in kept
            if is_guest and not traces.unfinished and _is_old(traces.seen, policy.guests, now):
                try:
                    delete_person(database, traces.person, dry_run=dry_run, thorough=False)
                except (HousekeepingError, Moved, UnknownMatch):  # came back, or another sweep deleted them
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
