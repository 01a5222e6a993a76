"""Matches, people and records as `neurohex admin` tells them: dicts of plain values, the same for people and JSON."""

from __future__ import annotations

from typing import Any

from neurohex.server.housekeeping import Known, happened
from neurohex.server.summaries import listed
from neurohex.store import Account, Listed
from neurohex.store.maintenance import Entry, Upload


def match_facts(entry: Entry) -> dict[str, Any]:
    """A match. Times are in seconds since 1970."""
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


def person_facts(known: Known) -> dict[str, Any]:
    """A person."""
    return {
        "id": known.id,
        "name": known.name,
        "account": known.account is not None,
        "matches": known.traces.matches,
        "unfinished": known.traces.unfinished,
        "records": known.traces.uploads,
        "seen": known.traces.seen,
    }


def account_facts(account: Account | None) -> dict[str, Any] | None:
    """An account, without the hash of its password."""
    return None if account is None else {"name": account.name, "created": account.created}


def upload_facts(upload: Upload) -> dict[str, Any]:
    """A record that somebody put here."""
    return {"id": upload.name, "person": upload.person, "bytes": upload.size, "created": upload.created}
