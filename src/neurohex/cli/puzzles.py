"""`neurohex puzzles`: play, solve, check, make and show puzzles."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from neurohex.cli.parsing import CommandError, add_command

if TYPE_CHECKING:
    from neurohex.cli.parsing import Parser, Subparsers

_ABOUT: Final = """\
A puzzle is a board, some tiles and a goal: use so many of the tiles, then a Battle begins, and it must reach the goal.
The own choices in the Battle are free; the opponent's must all lose. The collection that comes with neurohex is meant
where no FILE is given. PUZZLE is a number in it, or an id.
"""
_EXAMPLES: Final = """\
  neurohex puzzles show                         the collection
  neurohex puzzles show 12 --hints
  neurohex puzzles play 12
  neurohex puzzles solve mine.json
  neurohex puzzles check mine.json              exit code 1 where one is not what it claims
  neurohex puzzles make mine.json --puzzles 20 --army borgo
"""
GOALS: Final = ("hq", "damage", "unit", "survive")
_LANGUAGES: Final = ("en", "pl")


def add_parser(subparsers: Subparsers) -> None:
    """Add the command's parser."""
    parser = add_command(subparsers, "puzzles", _ABOUT, _EXAMPLES)
    verbs = parser.add_subparsers(title="what to do", metavar="VERB", dest="verb")

    play = _verb(verbs, "play", "play a puzzle in the terminal")
    _which(play, "the puzzle; the first one if not given")
    _lang(play)

    solve = _verb(verbs, "solve", "find all solutions")
    _which(solve, "the puzzle; all of FILE if not given")
    _limit(solve)
    _json(solve)

    check = _verb(verbs, "check", "prove that puzzles have one solution, the one they give; exit code 1 if not")
    _which(check, "one puzzle; all if not given")
    _limit(check)
    _json(check)

    make = _verb(verbs, "make", "make puzzles; the same command goes on where it was stopped")
    make.add_argument("file", metavar="FILE", help="the file to write; FILE.work keeps what was tried")
    make.add_argument("--puzzles", type=int, default=10, metavar="N", help="how many; 10 if not given")
    make.add_argument("--seed", type=int, default=1, metavar="N", help="the first board to try; 1 if not given")
    make.add_argument("--army", metavar="ARMY", help="who solves them; every army in turn if not given")
    make.add_argument("--against", metavar="ARMY", help="whom against; any other army if not given")
    make.add_argument("--goal", choices=GOALS, help="what is to be reached; all kinds if not given")
    make.add_argument("--use", type=int, choices=(1, 2, 3), help="how many tiles are to be used")
    make.add_argument("--processes", type=int, metavar="N", help="boards at once here; one a core if not given")
    make.add_argument("--ray", action="store_true", help="try boards on a Ray cluster")
    make.add_argument("--ray-address", metavar="ADDRESS", help="of a cluster that runs already; auto looks for it")

    show = _verb(verbs, "show", "list puzzles, or show one")
    _which(show, "the puzzle; a list if not given")
    show.add_argument("--hints", action="store_true", help="with hints")
    show.add_argument("--solution", action="store_true", help="with the solution, told by its Battle")
    _lang(show)


def _verb(verbs: argparse._SubParsersAction[Parser], name: str, about: str) -> Parser:
    return verbs.add_parser(name, help=about, description=f"{about[0].upper()}{about[1:]}.")


def _which(parser: Parser, about: str) -> None:
    parser.add_argument("what", metavar="PUZZLE|FILE", nargs="*", help=f"{about}; FILE is a file of puzzles")


def _lang(parser: Parser) -> None:
    parser.add_argument("--lang", choices=_LANGUAGES, default="en", help="the language of sentences; en if not given")


def _limit(parser: Parser) -> None:
    parser.add_argument("--states", type=int, metavar="N", help="stop a search after so many states; 20 million")


def _json(parser: Parser) -> None:
    parser.add_argument("--json", action="store_true", help="one line of JSON for each puzzle")


def run(args: argparse.Namespace) -> int:
    """Run one verb; return the exit code."""
    if args.verb is None:
        raise CommandError("a verb is missing, such as play or show (see neurohex puzzles --help)")
    from neurohex.cli.puzzles_run import run_verb  # a slow import that the help does not need

    return run_verb(args)
