"""`neurohex admin`: housekeeping for server owners."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from neurohex.cli.parsing import CommandError, add_command

if TYPE_CHECKING:
    from neurohex.cli.parsing import Parser, Subparsers

_ABOUT: Final = """\
Inspects and maintains the database of a server. It works on the database itself, SQLite or PostgreSQL, even while
servers run: they notice within seconds. It never deletes a running match. The database is that of neurohex serve:
--database, NEUROHEX_DATABASE, or the setting in a file given with --config.
"""
_EXAMPLES: Final = """\
  neurohex admin status --database games.db
  neurohex admin list matches --status finished --older 365
  neurohex admin show person Ann
  neurohex admin export match 3f2a90c1d7e4 -o match.json
  neurohex admin delete person guest-5f0c… --dry-run
  neurohex admin password Ann
  neurohex admin reports
  neurohex admin reports 5b1f0c9d22aa --close --note "warned by mail"
  neurohex admin sweep --abandoned 30 --guests 180 --dry-run
  neurohex admin check --logs
"""
KINDS: Final = ("match", "person", "record")
LISTS: Final = ("matches", "people", "records")
STATUSES: Final = ("open", "running", "finished")
_LIMIT: Final = 100


def add_parser(subparsers: Subparsers) -> None:
    """Add the command's parser."""
    parser = add_command(subparsers, "admin", _ABOUT, _EXAMPLES)
    verbs = parser.add_subparsers(title="what to do", metavar="VERB", dest="verb")

    _verb(verbs, "status", "counts of matches, events, records, accounts and open reports; size of the database")
    listing = _verb(verbs, "list", "list matches, people or records")
    listing.add_argument("what", choices=LISTS, metavar="|".join(LISTS))
    listing.add_argument("--status", choices=STATUSES, help="only matches with this status: open, running or finished")
    listing.add_argument("--person", metavar="WHO", help="only this person's: an id, or the name of an account")
    listing.add_argument("--older", type=int, metavar="DAYS", help="only entries without activity for so many days")
    listing.add_argument(
        "--limit", type=int, metavar="N", default=_LIMIT, help=f"at most so many; {_LIMIT} if not given"
    )

    _one(_verb(verbs, "show", "show one of them"))
    export = _one(_verb(verbs, "export", "write everything stored about one: JSON, or the text of a record"))
    export.add_argument("-o", "--output", metavar="FILE", help="a new file instead of standard output")

    end = _verb(verbs, "end", "end matches that are not over, without a winner")
    end.add_argument("ids", metavar="MATCH", nargs="+")
    end.add_argument("--why", default="ended by the operator of the server", help="one line that players are told")

    delete = _verb(verbs, "delete", "delete matches that are over, people or records")
    delete.add_argument("what", choices=KINDS, metavar="|".join(KINDS))
    delete.add_argument("ids", metavar="ID", nargs="+", help="ids; of people also names of accounts")
    delete.add_argument("--dry-run", action="store_true", help="only tell what would be deleted")
    delete.add_argument("--yes", action="store_true", help="do not ask")

    password = _verb(verbs, "password", "set the password of an account, and revoke its tokens")
    password.add_argument("name", metavar="NAME")
    password.add_argument("--stdin", action="store_true", help="read it from standard input, one line, and do not ask")

    revoke = _verb(verbs, "revoke", "revoke all tokens of people: they are signed out everywhere")
    revoke.add_argument("ids", metavar="WHO", nargs="*", help="ids, or names of accounts")
    revoke.add_argument("--all", action="store_true", help="the tokens of everybody; guests lose who they were")

    reports = _verb(verbs, "reports", "list, show or close what people have reported about others")
    reports.add_argument("ids", metavar="REPORT", nargs="*", help="ids of reports to show; without, lists open ones")
    reports.add_argument("--close", action="store_true", help="close them")
    reports.add_argument("--note", default="", help="with --close: one line for later")
    reports.add_argument("--all", action="store_true", help="also list closed ones")
    reports.add_argument("--person", metavar="WHO", help="only those about this person: an id, or a name of an account")
    reports.add_argument("--limit", type=int, metavar="N", default=_LIMIT, help=f"at most so many; {_LIMIT} by default")

    sweep = _verb(verbs, "sweep", "delete what is too old; by default as the settings keep_..._days say")
    sweep.add_argument("--abandoned", type=int, metavar="DAYS", help="abandoned matches")
    sweep.add_argument("--finished", type=int, metavar="DAYS", help="matches that are over")
    sweep.add_argument("--guests", type=int, metavar="DAYS", help="guests who sit in no unfinished match")
    sweep.add_argument("--records", type=int, metavar="DAYS", help="records that people put here")
    sweep.add_argument("--dry-run", action="store_true", help="only tell what would be deleted")

    check = _verb(verbs, "check", "look for damage; exit code 1 where there is any")
    check.add_argument("--logs", action="store_true", help="also play every match through by the rules")
    rebuild = _verb(verbs, "rebuild", "make what listings show of matches again from their logs")
    rebuild.add_argument("--outdated", action="store_true", help="only what an older version has written")
    rebuild.add_argument("--ratings", action="store_true", help="let servers count all rated games again, too")
    _verb(verbs, "compact", "give back the room of what was deleted (SQLite: while no server runs)")


def _verb(verbs: argparse._SubParsersAction[Parser], name: str, about: str) -> Parser:
    parser = verbs.add_parser(name, help=about, description=f"{about[0].upper()}{about[1:]}.")
    where = parser.add_argument_group("where and how")
    where.add_argument("--database", metavar="URL", help="the database, as neurohex serve takes it")
    where.add_argument("--config", metavar="FILE", help="the TOML file with the settings of the server")
    where.add_argument("--json", action="store_true", help="print JSON, for programs")
    return parser


def _one(parser: Parser) -> Parser:
    parser.add_argument("what", choices=KINDS, metavar="|".join(KINDS))
    parser.add_argument("id", metavar="ID", help="the id; of a person also the name of an account")
    return parser


def run(args: argparse.Namespace) -> int:
    """Run one verb; return the exit code."""
    if args.verb is None:
        raise CommandError("a verb is missing, such as status or list (see neurohex admin --help)")
    from neurohex.cli.admin_run import run_verb  # a slow import that the help does not need

    return run_verb(args)
