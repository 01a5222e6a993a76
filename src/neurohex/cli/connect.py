"""`neurohex connect`: play on a server from the terminal."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from neurohex.cli.new import add_game_options
from neurohex.cli.parsing import add_command

if TYPE_CHECKING:
    from neurohex.cli.parsing import Subparsers

_ABOUT = """\
Plays on a server. By itself it lists the server's matches; --new creates one, --join takes a seat or comes back to it,
--watch watches. A lost connection recovers without loss; if you leave, come back with --join.

The server recognises you by a token, saved in a private file (~/.config/neurohex/tokens.json).
"""
_EXAMPLES = """\
  neurohex connect http://localhost:8000
  neurohex connect http://localhost:8000 --new borgo moloch --against greedy
  neurohex connect http://localhost:8000 --new smart vegas --board duel --minutes 20 --increment 10
  neurohex connect http://localhost:8000 --join 3f2a90c1d7e4
  neurohex connect http://localhost:8000 --record 3f2a90c1d7e4 > game.txt
"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command's parser."""
    parser = add_command(subparsers, "connect", _ABOUT, _EXAMPLES)
    parser.add_argument("server", metavar="URL", help="the server: http://HOST:PORT or https://HOST")
    what = parser.add_argument_group("what to do").add_mutually_exclusive_group()
    what.add_argument(
        "--new", metavar="ARMY", nargs="+", dest="armies", help="create a match: armies in order of seats"
    )
    what.add_argument("--join", metavar="MATCH", help="take a seat, or come back to it")
    what.add_argument("--watch", metavar="MATCH", help="watch a match")
    what.add_argument("--record", metavar="MATCH", help="print the record of a match")
    seat = parser.add_argument_group("seats and clocks")
    seat.add_argument("--seat", type=int, metavar="N", help="the seat to take, from 1; the first free one if not given")
    seat.add_argument("--against", metavar="BOT", nargs="+", help="bots for the other seats of a new match, in order")
    seat.add_argument("--minutes", type=float, metavar="N", help="minutes per player in a new match")
    seat.add_argument("--increment", type=float, metavar="S", help="seconds that each turn adds to it")
    seat.add_argument("--days", type=float, metavar="N", help="instead: days for each turn")
    seat.add_argument("--hints", action="store_true", help="let players of a new match ask a bot for advice")
    seat.add_argument("--private", action="store_true", help="list a new match only for its players")
    who = parser.add_argument_group("who you are")
    who.add_argument("--name", help="play as a guest of this name")
    who.add_argument("--account", metavar="NAME", help="play as the owner of an account; asks for its password")
    who.add_argument("--register", action="store_true", help="make that account first")
    add_game_options(parser.add_argument_group("the game of a new match (see neurohex new --help)"))


def run(args: argparse.Namespace) -> int:
    """Run `neurohex connect`."""
    from neurohex.cli.connect_run import connect  # a slow import that the help does not need

    return connect(args)
