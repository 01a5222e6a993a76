"""`neurohex dataset`: games as Parquet for learning programs."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Final

from neurohex.cli.lookup import find_army
from neurohex.cli.parsing import CommandError, add_command
from neurohex.cli.terminal import console
from neurohex.errors import NeurohexError
from neurohex.players import PlayerError, make_player
from neurohex.tiles import ARMIES

if TYPE_CHECKING:
    from neurohex.cli.parsing import Subparsers

_ABOUT = """\
Plays games between bots and writes every decision as a row: the position, the legal actions, the action chosen, the
value that a search gave it, and the result. The rows are in shards; a run that was stopped goes on with the same
command.

With --records it reads games of people instead, and writes them in the same form.
"""
_EXAMPLES = """\
  neurohex dataset greedy random --games 1000 --out data
  neurohex dataset search:nodes=500 --games 200 --out searched
  neurohex dataset --records games/*.txt --out people
"""
DEFAULT_FOLDER: Final = "neurohex-dataset"


def add_parser(subparsers: Subparsers) -> None:
    """Add the command's parser."""
    parser = add_command(subparsers, "dataset", _ABOUT, _EXAMPLES)
    parser.add_argument("players", metavar="BOT", nargs="*", help="who plays; they change seats from game to game")
    parser.add_argument("--games", type=int, default=100, metavar="N", help="how many games (100)")
    parser.add_argument("--shard", type=int, default=100, metavar="N", help="games in a file (100)")
    parser.add_argument("--armies", default="all", metavar="LIST", help="all, or as borgo,moloch")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the same seed gives the same games (1)")
    parser.add_argument("--records", nargs="+", metavar="FILE", help="instead of playing: game records to read")
    parser.add_argument("--out", default=DEFAULT_FOLDER, metavar="DIR", help=f"the folder ({DEFAULT_FOLDER})")


def run(args: argparse.Namespace) -> int:
    """Write the dataset."""
    from neurohex.lab.dataset import Plan, write_games, write_records

    folder, screen = Path(args.out), console(errors=True)
    if args.records:
        if args.players:
            raise CommandError("--records: goes without bots")
        count = write_records(folder, [Path(path) for path in args.records])
        screen.print(f"{count} decisions of {len(args.records)} records in {folder}")
        return 0
    if not args.players:
        raise CommandError("name the bots that play, or records to read (see neurohex dataset --help)")
    for option in ("games", "shard"):
        if getattr(args, option) < 1:
            raise CommandError(f"--{option}: expected 1 or more, got {getattr(args, option)}")
    names = tuple(ARMIES) if args.armies == "all" else tuple(args.armies.split(","))
    armies = tuple(dict.fromkeys(find_army(name.strip(), extras=False).key for name in names))
    if len(armies) < 2:
        raise CommandError("--armies: expected two or more")
    try:
        for player in args.players:
            make_player(player, 0).close()
        plan = Plan(tuple(args.players), armies, seed=args.seed, shard=args.shard)
        for done in write_games(folder, plan, args.games):
            screen.print(f"{done} of {args.games} games in {folder}")
    except (PlayerError, NeurohexError) as error:
        raise CommandError(str(error)) from error
    except KeyboardInterrupt:
        screen.print("stopped: whole shards are kept; the same command goes on")
        raise
    return 0
