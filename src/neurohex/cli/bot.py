"""`neurohex bot`: a player by program that speaks the bot protocol on standard input and output."""

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
Speaks the bot protocol (docs/bot-protocol.md) for one of neurohex's own players: a host writes lines to its standard
input and reads its answers from its standard output. It ends with the line quit, or with its input.

The host tells the seed with every game, and how long each decision may take.

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
    """Speak."""
    try:
        speak(args.name, partial(make_player, args.name), sys.stdin.buffer, sys.stdout.buffer)
    except PlayerError as error:
        raise CommandError(str(error)) from error
    return 0
