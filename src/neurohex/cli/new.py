"""`neurohex new`: describe and check a game before it starts."""

from __future__ import annotations

import argparse
import json
import re
from typing import TYPE_CHECKING, Final

from rich.table import Table
from rich.text import Text

from neurohex.board import TERMINALS
from neurohex.cli.lookup import find_army
from neurohex.cli.parsing import CommandError, add_command
from neurohex.cli.terminal import coat, console
from neurohex.draw import player_armies
from neurohex.rules.engine import Game
from neurohex.rules.game import BOMBERS, MODES, RULESETS

if TYPE_CHECKING:
    from neurohex.cli.parsing import Subparsers

_ABOUT = """\
Describes a game and checks that its parts fit. With --json it prints the description that game records and programs
use.

modes (without --mode: standard for two armies, deathmatch for more):
  standard     2 armies, each against the other
  deathmatch   3 to 6 armies, everyone alone; 5 and 6 play on the expanded board
  team         4 armies, two teams of two: the first two against the last two
  one-vs-two   3 armies: the first, alone, has every other turn; the other two are a team

rulesets: living (today's rules), 3.0 (third edition), 2008 (second edition)

variants:
  --score              nobody is destroyed: first to 20 points of damage, a team to 40 (deathmatch, team)
  --mercenaries N      N mercenaries for each player, to be drawn instead of a tile: 1 or 2 with two players, 1 with
                       three or four
  --bomber HOW         Mad Bomber: neutral (stands in the centre, everyone's enemy) or mercenary (one to choose)
  --bomber-two         Mad Bomber II lies beside the board, and comes for a discarded tile
  --alternative-start  the first turn draws a full hand and plays one tile of it
  --reinforcement      hands of six, of which at most two tiles a turn are played
  --open-piles         for training: everyone sees which tiles come next; goes with every mode

Seats are counted from 1, as in neurohex play; in JSON players are counted from 0.
"""
_EXAMPLES = """\
  neurohex new borgo moloch
  neurohex new outpost hegemony smart vegas --mode team --ruleset 3.0
  neurohex new smart vegas --board duel --json
  neurohex new borgo moloch --mercenaries 2 --bomber mercenary
"""
_TEAMS: Final = re.compile(r"[1-6](\+[1-6])*(,[1-6](\+[1-6])*)*")


def add_parser(subparsers: Subparsers) -> None:
    """Add the command's parser."""
    parser = add_command(subparsers, "new", _ABOUT, _EXAMPLES)
    parser.add_argument("armies", metavar="ARMY", nargs="+", help="2 to 6 armies in the order of seats")
    add_game_options(parser)
    parser.add_argument("--json", action="store_true", help="print the description as JSON, on one line")


def add_game_options(parser: argparse._ActionsContainer) -> None:
    """Add the options that describe a game; `game_from` reads them."""
    parser.add_argument("--mode", choices=MODES[:-1], default="", help="standard for two armies, deathmatch for more")
    parser.add_argument("--ruleset", choices=RULESETS, default="living", help="living if not given")
    parser.add_argument(
        "--board",
        choices=("standard", "expanded", "duel"),
        help="standard if not given, expanded for five and six; duel has Terminals and procedures",
    )
    parser.add_argument("--teams", metavar="TEAMS", help="other teams than the usual, by seats from 1: 1+3,2+4")
    parser.add_argument("--score", action="store_true", help="play for points")
    parser.add_argument("--mercenaries", type=int, default=0, metavar="N", help="mercenaries for each player")
    parser.add_argument("--bomber", choices=BOMBERS, default="none", help="Mad Bomber")
    parser.add_argument("--bomber-two", action="store_true", help="Mad Bomber II")
    parser.add_argument("--alternative-start", action="store_true", help="a full hand for the first turn")
    parser.add_argument("--reinforcement", action="store_true", help="hands of six")
    parser.add_argument("--open-piles", action="store_true", help="for training: all see the next tiles of every pile")
    parser.add_argument("--terminals", metavar="HEXES", help="other Terminals on the duel board: A2,B1,B4,C3,D1,D4,E2")


def run(args: argparse.Namespace) -> int:
    """Print the game."""
    game = game_from(args)
    if args.json:
        print(json.dumps(game.describe()))
        return 0
    screen = console()
    screen.print(_players(game))
    screen.print(_agreed(game))
    return 0


def game_from(args: argparse.Namespace) -> Game:
    """The game that the options describe. Raises `GameError`, or `CommandError` for unreadable options."""
    armies = tuple(find_army(name, extras=False).key for name in args.armies)
    if args.terminals is not None and args.board != "duel":
        raise CommandError("--terminals: goes with --board duel only")
    terminals = TERMINALS if args.terminals is None else tuple(str(args.terminals).upper().split(","))
    return Game(
        armies,
        ruleset=args.ruleset,
        board=args.board or ("expanded" if len(armies) > 4 else "standard"),
        mode=args.mode,
        teams=_teams(args.teams),
        score=args.score,
        mercenaries=args.mercenaries,
        bomber=args.bomber,
        bomber_two=args.bomber_two,
        alternative_start=args.alternative_start,
        reinforcement=args.reinforcement,
        open_piles=args.open_piles,
        terminals=terminals,
    )


def _teams(text: str | None) -> tuple[tuple[int, ...], ...]:
    if text is None:
        return ()
    if _TEAMS.fullmatch(text) is None:
        raise CommandError(f'--teams: expected seats from 1, as 1+3,2+4, got "{text}"')
    return tuple(tuple(int(seat) - 1 for seat in team.split("+")) for team in text.split(","))


def _players(game: Game) -> Table:
    table = Table(box=None, header_style="dim", padding=(0, 2, 0, 0))
    for heading in ("seat", "army", "team", "HQ points", "turns"):
        table.add_column(heading)
    for seat, army in enumerate(player_armies(game.armies)):
        team = next((str(n + 1) for n, team in enumerate(game.teams) if seat in team), "")
        turns = [str(n + 1) for n in range(len(game.order)) if game.order[n] == seat]
        name = Text(f" {army.name} ", coat(army))
        table.add_row(
            str(seat + 1), name, team, str(game.start_hq[seat]), f"{' and '.join(turns)} of {len(game.order)}"
        )
    return table


def _agreed(game: Game) -> Text:
    variants = [
        "played for points" if game.score else "",
        f"{game.mercenaries} mercenar{'y' if game.mercenaries == 1 else 'ies'} each" if game.mercenaries else "",
        {"none": "", "neutral": "a neutral Mad Bomber", "mercenary": "Mad Bomber as a mercenary"}[game.bomber],
        "Mad Bomber II" if game.bomber_two else "",
        "alternative start" if game.alternative_start else "",
        "reinforcement" if game.reinforcement else "",
        "open piles" if game.open_piles else "",
    ]
    said = [f"{game.mode} on the {game.board_key} board", f"ruleset {game.ruleset}", *filter(None, variants)]
    if game.board_key == "duel":
        said.append(f"Terminals on {' '.join(game.terminals)}")
    return Text("\n" + ", ".join(said))
