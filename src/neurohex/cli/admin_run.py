"""The verbs of `neurohex admin`."""

from __future__ import annotations

import argparse
import asyncio
import getpass
import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any, Final

import msgspec

from neurohex.cli.admin_facts import account_facts, match_facts, person_facts, report_facts, upload_facts
from neurohex.cli.parsing import CommandError
from neurohex.server import housekeeping, identity
from neurohex.server.housekeeping import HousekeepingError, Policy
from neurohex.server.logs import redacted
from neurohex.server.settings import SettingError, Settings, read_settings
from neurohex.store import EVERYBODY, Status, StoreError
from neurohex.store.maintenance import Maintenance, open_maintenance
from neurohex.wire.http import Password

OK: Final = 0
FLAWED: Final = 1


def run_verb(args: argparse.Namespace) -> int:
    """Run one verb; return the exit code. Raises `CommandError`."""
    settings = _settings(args)
    _check_options(args)
    try:
        with open_maintenance(settings.database) as database:
            return _VERBS[args.verb](database, args, settings)
    except (StoreError, HousekeepingError) as error:
        raise CommandError(redacted(str(error))) from error


def _settings(args: argparse.Namespace) -> Settings:
    try:
        file = Path(args.config) if args.config is not None else None
        return read_settings({"database": args.database}, os.environ, file)
    except SettingError as error:
        raise CommandError(str(error)) from error


def _check_options(args: argparse.Namespace) -> None:
    """Refuse options that make no sense, before opening the database."""
    for option in ("older", "limit", "abandoned", "finished", "guests", "records"):
        given = getattr(args, option, None)
        if given is not None and given < 1:
            raise CommandError(f"--{option}: expected 1 or more, got {given}")
    if args.verb == "revoke" and bool(args.ids) == args.all:
        raise CommandError("expected people whose tokens are to be revoked, or --all")
    if args.verb == "reports" and args.close and not args.ids:
        raise CommandError("--close: expected the ids of reports")
    if args.verb == "reports" and args.note and not args.close:
        raise CommandError("--note: goes with --close only")
    if args.verb == "list" and args.status is not None and args.what != "matches":
        raise CommandError("--status: goes with matches only")


# --- reading --------------------------------------------------------------------------------------
def _status(database: Maintenance, args: argparse.Namespace, settings: Settings) -> int:
    counts = database.counts()
    facts = {
        "database": database.label,
        "bytes": database.size(),
        "matches": {"open": counts.open, "running": counts.running, "finished": counts.finished},
        "events": counts.events,
        "records": counts.records,
        "accounts": counts.accounts,
        "reports": counts.reports,
    }
    _output(args, facts, lambda: _lines(facts))
    return OK


def _list(database: Maintenance, args: argparse.Namespace, settings: Settings) -> int:
    who = housekeeping.person(database, args.person).id if args.person is not None else None
    before = time.time() - (args.older or 0) * housekeeping.DAY
    found: Iterable[dict[str, Any]]
    if args.what == "matches":
        status = Status(args.status) if args.status is not None else None
        entries = database.entries(status=status, person=who)
        found = (match_facts(entry) for entry in entries if housekeeping.happened(entry) <= before)
    elif args.what == "records":
        found = (upload_facts(upload) for upload in database.uploads(person=who) if upload.created <= before)
    else:
        everybody = (known for known in housekeeping.people(database) if who in (None, known.id))
        # An account without activity counts as last seen when it was made.
        seen = ((known, known.traces.seen or (known.account.created if known.account else 0.0)) for known in everybody)
        found = (person_facts(known) for known, last in seen if last <= before)
    rows = list(islice(found, args.limit + 1))
    more, rows = len(rows) > args.limit, rows[: args.limit]
    _output(args, {args.what: rows, "more": more}, lambda: _table(rows, more))
    return OK


def _show(database: Maintenance, args: argparse.Namespace, settings: Settings) -> int:
    facts: dict[str, Any]
    if args.what == "match":
        facts = match_facts(database.entry(args.id))
    elif args.what == "person":
        known = housekeeping.person(database, args.id)
        facts = person_facts(known) | {
            "matches": [entry.match for entry in database.entries(person=known.id)],
            "records": [upload.name for upload in database.uploads(person=known.id)],
        }
    else:
        upload = next((upload for upload in database.uploads() if upload.name == args.id), None)
        if upload is None:
            raise CommandError(f"there is no record {args.id}")
        facts = upload_facts(upload)
    _output(args, facts, lambda: _lines(facts))
    return OK


def _export(database: Maintenance, args: argparse.Namespace, settings: Settings) -> int:
    if args.what == "record":
        text = _record(database, args.id)
    elif args.what == "match":
        text = _json(_match_export(database, args.id))
    else:
        known = housekeeping.person(database, args.id)
        text = _json(
            person_facts(known)
            | database.personal(known.id)
            | {
                "account": account_facts(known.account),
                "matches": [_match_export(database, entry.match) for entry in database.entries(person=known.id)],
                "records": [
                    upload_facts(upload) | {"text": database.text(upload.name)}
                    for upload in database.uploads(person=known.id)
                ],
            }
        )
    if args.output is None:
        sys.stdout.write(text)
        return OK
    with Path(args.output).open("x", encoding="utf-8") as file:  # "x": never overwrite a file
        file.write(text)
    return OK


def _match_export(database: Maintenance, match: str) -> dict[str, Any]:
    facts = match_facts(database.entry(match)) | {"log": [json.loads(data) for data in database.log(match)]}
    try:
        facts["text"] = housekeeping.record_text(database, match)
    except HousekeepingError:  # the log has another version; export its events all the same
        facts["text"] = None
    return facts


def _record(database: Maintenance, name: str) -> str:
    text = database.text(name)
    if text is None:
        raise CommandError(f"there is no record {name}")
    return text


# --- changing -------------------------------------------------------------------------------------
def _end(database: Maintenance, args: argparse.Namespace, settings: Settings) -> int:
    for match in args.ids:
        housekeeping.end_match(database, match, args.why)
    _output(args, {"ended": args.ids}, lambda: print(f"ended {_count(args.ids, 'match', 'matches')}"))
    return OK


def _delete(database: Maintenance, args: argparse.Namespace, settings: Settings) -> int:
    ids = list(dict.fromkeys(args.ids))
    for each in ids:  # check every id before deleting the first
        _delete_one(database, args.what, each, dry_run=True)
    if not args.dry_run and not args.yes:
        _confirm(f"delete {args.what} {', '.join(ids)}?")
    told = [_delete_one(database, args.what, each, dry_run=args.dry_run) for each in ids]
    word = "would delete" if args.dry_run else "deleted"
    facts = {"dry_run": args.dry_run, "deleted": told}
    _output(args, facts, lambda: [print(f"{word} {args.what} {_deletion_line(each)}") for each in told])
    return OK


def _delete_one(database: Maintenance, what: str, which: str, *, dry_run: bool) -> dict[str, Any]:
    if what == "match":
        housekeeping.delete_match(database, which, dry_run=dry_run)
        return {"id": which}
    if what == "record":
        _record(database, which)
        if not dry_run:
            database.remove_text(which)
        return {"id": which}
    known = housekeeping.person(database, which)
    erased = housekeeping.delete_person(database, known.id, dry_run=dry_run)
    return {
        "id": known.id,
        "account": known.account.name if known.account is not None else None,
        "matches_deleted": erased.deleted,
        "matches_renamed": erased.renamed,
        "matches_left": erased.left,
        "records": erased.records,
        "puzzles": erased.puzzles,
    }


def _deletion_line(told: Mapping[str, Any]) -> str:
    """One line that says what was deleted."""
    details = [
        f"{len(value)} {key.replace('_', ' ')}" if isinstance(value, list) else f"{key} {value}"
        for key, value in told.items()
        if key != "id" and value
    ]
    return str(told["id"]) + (f": {', '.join(details)}" if details else "")


def _password(database: Maintenance, args: argparse.Namespace, settings: Settings) -> int:
    account = database.account(args.name)
    if account is None:
        raise CommandError(f'there is no account "{args.name}"')
    password = sys.stdin.readline().rstrip("\n") if args.stdin else _ask_password(account.name)
    try:
        msgspec.convert(password, Password)
    except msgspec.ValidationError:
        raise CommandError(f"password: expected 10 to 200 letters, got {len(password)}") from None
    database.change_password(account.name, asyncio.run(identity.Passwords().hash(password)))
    database.revoke(identity.owner(account).id)
    facts = {"account": account.name}
    _output(
        args, facts, lambda: print(f"changed the password of {account.name}; all tokens of the account are revoked")
    )
    return OK


def _ask_password(name: str) -> str:
    if not sys.stdin.isatty():
        raise CommandError("password: there is no terminal to ask at; give it with --stdin")
    password = getpass.getpass(f"New password of {name}: ")
    if getpass.getpass("Once more: ") != password:
        raise CommandError("password: the two are not alike; nothing was changed")
    return password


def _revoke(database: Maintenance, args: argparse.Namespace, settings: Settings) -> int:
    who = [EVERYBODY] if args.all else [housekeeping.person(database, each).id for each in args.ids]
    for each in who:
        database.revoke(each)
    what = "everybody" if args.all else ", ".join(who)
    _output(args, {"revoked": None if args.all else who}, lambda: print(f"revoked all tokens of {what}"))
    return OK


def _reports(database: Maintenance, args: argparse.Namespace, settings: Settings) -> int:
    names = {identity.owner(each).id: each.name for each in database.accounts()}
    if not args.ids:
        who = housekeeping.person(database, args.person).id if args.person is not None else None
        found = [report_facts(each, names) for each in database.reports(person=who, everything=args.all)]
        more, rows = len(found) > args.limit, found[: args.limit]
        _output(args, {"reports": rows, "more": more}, lambda: _table(rows, more))
        return OK
    for each in args.ids:  # check every id before closing the first
        report = database.report(each)
        if report is None:
            raise CommandError(f"there is no report {each}")
        if args.close and report.closed is not None:
            raise CommandError(f"report {each} is closed already")
    if args.close:
        for each in args.ids:
            database.close_report(each, args.note, time.time())
    told = [report for each in args.ids if (report := database.report(each)) is not None]
    facts = [
        report_facts(each, names) | {"about_the_same": len(database.reports(person=each.person, everything=True)) - 1}
        for each in told
    ]

    def show() -> None:
        for each in facts:
            _lines(each)

    _output(args, {"reports": facts}, show)
    return OK


def _sweep(database: Maintenance, args: argparse.Namespace, settings: Settings) -> int:
    given = Policy(args.abandoned or 0, args.finished or 0, args.guests or 0, args.records or 0)
    policy = given or Policy.of(settings)
    if not policy:
        raise CommandError("nothing is to be deleted: expected --abandoned, --finished, --guests or --records DAYS")
    swept = housekeeping.sweep(database, policy, time.time(), dry_run=args.dry_run)
    facts = {
        "dry_run": args.dry_run,
        "abandoned": swept.abandoned,
        "finished": swept.finished,
        "guests": swept.guests,
        "records": swept.records,
    }
    _output(args, facts, lambda: print(f"{'would delete' if args.dry_run else 'deleted'} {swept}"))
    return OK


def _check_database(database: Maintenance, args: argparse.Namespace, settings: Settings) -> int:
    flaws = database.flaws()
    if args.logs:
        flaws += housekeeping.unreadable(database)
    _output(args, {"flaws": flaws}, lambda: [print(flaw) for flaw in flaws or ["no damage was found"]])
    return FLAWED if flaws else OK


def _rebuild(database: Maintenance, args: argparse.Namespace, settings: Settings) -> int:
    done = housekeeping.rebuild(database, settings, everything=not args.outdated)
    games = database.recount() if args.ratings else 0
    _output(
        args,
        {"rebuilt": done, "recounted": games},
        lambda: print(f"made {_count(done, 'match', 'matches')} again from the logs; {games} rated games to count"),
    )
    return OK


def _compact(database: Maintenance, args: argparse.Namespace, settings: Settings) -> int:
    before = database.size()
    database.compact()
    after = database.size()
    _output(args, {"before": before, "after": after}, lambda: print(f"{before:,} bytes before, {after:,} after"))
    return OK


_VERBS: Final[dict[str, Callable[[Maintenance, argparse.Namespace, Settings], int]]] = {
    "status": _status,
    "list": _list,
    "show": _show,
    "export": _export,
    "end": _end,
    "delete": _delete,
    "password": _password,
    "revoke": _revoke,
    "reports": _reports,
    "sweep": _sweep,
    "check": _check_database,
    "rebuild": _rebuild,
    "compact": _compact,
}


# --- printing -------------------------------------------------------------------------------------
def _output(args: argparse.Namespace, facts: object, show: Callable[[], object]) -> None:
    """Print `facts` as JSON if asked to; otherwise call `show`."""
    if args.json:
        sys.stdout.write(_json(facts))
    else:
        show()


def _json(facts: object) -> str:
    return json.dumps(facts, ensure_ascii=False) + "\n"


def _confirm(question: str) -> None:
    """Ask for a yes at the terminal. Raises `CommandError` on any other answer, or without a terminal."""
    if not sys.stdin.isatty():
        raise CommandError("there is no terminal to ask at; say --yes, or --dry-run to see what would be deleted")
    sys.stderr.write(f"{question} [y/N] ")
    sys.stderr.flush()
    if sys.stdin.readline().strip().casefold() not in ("y", "yes"):
        raise CommandError("nothing was deleted")


def _table(rows: Sequence[Mapping[str, Any]], more: bool) -> None:
    """Print rows in columns of full width, even beyond the terminal's: people copy the ids."""
    if not rows:
        print("none")
        return
    shown = [tuple(rows[0]), *(tuple(_cell(key, value) for key, value in row.items()) for row in rows)]
    widths = [max(map(len, column)) for column in zip(*shown, strict=True)]
    for row in shown:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    if more:
        print(f"and more: the first {len(rows)} are shown; --limit N shows others")


def _lines(facts: Mapping[str, Any]) -> None:
    width = max(map(len, facts))
    for key, value in facts.items():
        print(f"{key:{width}}  {_cell(key, value)}")


def _cell(key: str, value: Any) -> str:
    """A value as text for people."""
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if key in ("created", "changed", "seen", "closed"):
        return datetime.fromtimestamp(value, UTC).strftime("%Y-%m-%d %H:%M") if value else "-"
    if isinstance(value, dict):
        return ", ".join(f"{amount} {name}" for name, amount in value.items())
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "-"
    return f"{value:,}" if isinstance(value, int) else str(value)


def _count(things: Sequence[object], one: str, many: str) -> str:
    return f"{len(things)} {one if len(things) == 1 else many}"
