"""`neurohex bot`: run a built-in bot over the bot protocol on standard input and output."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from typing import TYPE_CHECKING

from neurohex.cli.parsing import CommandError, add_command
from neurohex.players import PLAYERS, PlayerError, make_player
from neurohex.players.speaker import speak

if TYPE_CHECKING:
    from neurohex.cli.parsing import Subparsers

_ABOUT = """\
Runs one of neurohex's own bots over the bot protocol (docs/bot-protocol.md): a host writes lines to its standard input
and reads answers from its standard output. It ends with the line quit, or with its input.

The host sends the seed with every game, and the time limit with every decision.

players: {players}; settings follow a colon, as in NAME:key=value,key=value
"""
_EXAMPLES = """\
  neurohex bot random
  neurohex bot-check neurohex bot greedy        does it speak the protocol?
"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command's parser."""
    parser = add_command(subparsers, "bot", _ABOUT.format(players=", ".join(PLAYERS)), _EXAMPLES)
    parser.add_argument("name", metavar="NAME", help="the player, with its settings")


def run(args: argparse.Namespace) -> int:
    """Serve the protocol until `quit` or the end of the input."""
    try:
        speak(args.name, partial(make_player, args.name), sys.stdin.buffer, sys.stdout.buffer)
    except PlayerError as error:
        raise CommandError(str(error)) from error
    return 0
