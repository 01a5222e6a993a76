"""`neurohex bot-check`: check that a program speaks the bot protocol."""

from __future__ import annotations

import argparse
import math
import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from neurohex.cli.parsing import CommandError, add_command
from neurohex.players.check import Check, check_bot

if TYPE_CHECKING:
    from neurohex.cli.parsing import Subparsers

FAILED: Final = 1
_WIDTH: Final = 110
"""Columns shown of each line of the exchange."""
_ABOUT = """\
Runs a command and checks that it speaks the bot protocol (docs/bot-protocol.md): greeting, errors, games of several
kinds, every kind of decision, time, seeds and ending. It prints one line per check, and after a failure the last lines
of the exchange ("> " to the bot, "< " from it). It exits with 0 if all checks passed, otherwise with 1.
"""
_EXAMPLES = """\
  neurohex bot-check python3 examples/bot.py
  neurohex bot-check --seconds 2 ./mybot --level 3
  neurohex bot-check "./mybot --level 3"
"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command's parser."""
    parser = add_command(subparsers, "bot-check", _ABOUT, _EXAMPLES)
    parser.add_argument(
        "--seconds", type=float, default=0.5, metavar="S", help="seconds the bot may think over a decision (0.5)"
    )
    parser.add_argument(
        "words", metavar="CMD", nargs=argparse.REMAINDER, help="the command, as several words or as one in quotes"
    )


def run(args: argparse.Namespace) -> int:
    """Run the checks and print them."""
    if not (math.isfinite(args.seconds) and args.seconds > 0):
        raise CommandError(f"--seconds: expected a number above 0, got {args.seconds:g}")
    failed = count = 0
    for check in check_bot(_command(args.words), args.seconds):
        print("\n".join(_report_lines(check)), flush=True)
        count += 1
        failed += not check.passed
    print(f"{count} check{'s' if count > 1 else ''}, {f'{failed} failed' if failed else 'all passed'}")
    return FAILED if failed else 0


def _command(words: Sequence[str]) -> list[str]:
    """The words of a command; splits a command given as one quoted string."""
    given = list(words[1:] if words[:1] == ["--"] else words)
    if len(given) == 1:
        try:
            given = shlex.split(given[0])
        except ValueError as error:
            raise CommandError(f"CMD: {str(error).lower()}") from error
    if not given:
        raise CommandError("CMD is missing: the command that starts the bot (see neurohex bot-check --help)")
    return given


def _report_lines(check: Check) -> list[str]:
    lines = [f"{'pass' if check.passed else 'FAIL'}  {check.name}: {check.note}"]
    return lines + [f"        {line if len(line) <= _WIDTH else line[: _WIDTH - 1] + '…'}" for line in check.exchange]
