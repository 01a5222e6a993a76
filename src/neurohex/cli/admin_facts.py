"""Facts about matches, people and records as dicts of plain values: `neurohex admin` prints them as text or JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from neurohex.server.housekeeping import PersonEntry, happened
from neurohex.server.summaries import listed
from neurohex.store import Account, Listed, Report
from neurohex.store.maintenance import Entry, Upload


def match_facts(entry: Entry) -> dict[str, Any]:
    """Facts of a match. Times are in seconds since 1970."""
    shown = listed(Listed(entry.match, entry.summary))
    return {
        "id": entry.match,
        "status": shown.status.value,
        "armies": list(shown.terms.armies),
        "seats": [seat.name or ("kept" if seat.person else "free") for seat in shown.seats],
        "people": [seat.person for seat in shown.seats if seat.person is not None],
        "clock": shown.clock is not None,
        "events": entry.last + 1,
        "created": entry.summary.created,
        "changed": happened(entry),
    }


def person_facts(known: PersonEntry) -> dict[str, Any]:
    """Facts of a person."""
    return {
        "id": known.id,
        "name": known.name,
        "account": known.account is not None,
        "matches": known.traces.matches,
        "unfinished": known.traces.unfinished,
        "records": known.traces.uploads,
        "puzzles": known.traces.puzzles,
        "seen": known.traces.seen,
    }


def account_facts(account: Account | None) -> dict[str, Any] | None:
    """Facts of an account, without the hash of its password."""
    return None if account is None else {"name": account.name, "created": account.created}


def upload_facts(upload: Upload) -> dict[str, Any]:
    """Facts of an uploaded record."""
    return {"id": upload.name, "person": upload.person, "bytes": upload.size, "created": upload.created}


def report_facts(report: Report, names: Mapping[str, str]) -> dict[str, Any]:
    """Facts of a report. `names` has the names of accounts, by person."""
    return {
        "id": report.id,
        "reason": report.reason,
        "person": report.person,
        "name": report.name,
        "match": report.match or None,
        "reporter": report.reporter,
        "by": names.get(report.reporter),
        "created": report.created,
        "closed": report.closed,
        "note": report.note or None,
    }
