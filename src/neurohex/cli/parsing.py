"""The command line's parsers. Imports nothing of the game, so help appears at once."""

from __future__ import annotations

import argparse
import importlib
import importlib.util
from typing import TYPE_CHECKING, Final, NoReturn, Protocol, cast

from neurohex import __version__
from neurohex.errors import NeurohexError

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction["Parser"]

GROUPS: Final = {
    "play": {
        "table": "open the table in your browser (what plain `neurohex` does)",
        "play": "play a game in the terminal",
        "connect": "play on a server, from the terminal",
        "hint": "what the search would do in a game, and why",
        "analyse": "learn from a game: chances, mistakes and what was better, luck",
        "puzzles": "solve puzzles, check them, make new ones",
        "new": "put a game together: armies, mode, board, variants",
    },
    "look things up": {
        "tiles": "look up armies and tiles",
        "inspect": "what holds on a board now: nets, captures, initiative, attacks",
        "battle": "fight one Battle on a position and tell it phase by phase",
        "draw": "draw a position, a tile or an army as SVG",
        "replay": "tell a recorded game turn by turn",
        "verify": "prove that the piles of an online game were shuffled fairly",
    },
    "programs": {
        "arena": "play tournaments between bots and rate them",
        "study": "measure the balance of the armies",
        "dataset": "write games as Parquet for learning programs",
        "bot": "speak the bot protocol for a player by program",
        "bot-check": "try whether a program speaks the bot protocol",
        "bench": "measure the engine",
    },
    "servers": {
        "serve": "let people and bots play over the network",
        "admin": "list, export and delete matches and people of a server; check its database",
    },
}
"""Every command with its summary, in the order of the overview."""
SUMMARIES: Final = {name: summary for group in GROUPS.values() for name, summary in group.items()}

_EXTRAS: Final = {
    "arena": "arena",
    "study": "lab",
    "dataset": "lab",
    "bench": "lab",
    "serve": "postgres",
    "admin": "postgres",
}
"""Extras that some commands need."""

_EXAMPLES: Final = """\
examples:
  neurohex                                    play in the browser
  neurohex tiles outpost                      the tiles of an army
  neurohex tiles borgo medic                  one tile's card
  neurohex battle position.txt                fight it out
  neurohex battle position.txt --json         the same for a program
  neurohex draw position.txt -o board.svg     a picture of it

neurohex COMMAND --help explains each command.
"""


_DESCRIPTION: Final = "Neuroshima Hex: a table in the browser, exact rules, and tools to read and explain positions."


class CommandError(Exception):
    """An error for the user: one line that names the place and what was expected."""


class Command(Protocol):
    """The interface of a command's module."""

    def add_parser(self, subparsers: Subparsers) -> object:
        """Add the command's parser to the program's."""

    def run(self, args: argparse.Namespace) -> int:
        """Run the command; return the exit code."""


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        """Raise `CommandError`."""
        raise CommandError(f"{' '.join(message.split())} (see {self.prog} --help)")


def make_parser(chosen: str, command: Command | None) -> Parser:
    """The program's parser, with the options of the chosen command and the names of all others."""
    parser = Parser(
        prog="neurohex",
        usage="%(prog)s [-h] [--version] [COMMAND ...]",
        description=f"{_DESCRIPTION}\n\n{_overview()}",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"neurohex {__version__}")
    # List the commands in groups, which argparse cannot do.
    subparsers = parser.add_subparsers(metavar="COMMAND", help=argparse.SUPPRESS, prog="neurohex", dest="command")
    for name in available():
        if command is not None and name == chosen:
            command.add_parser(subparsers)
        else:
            subparsers.add_parser(name, help=SUMMARIES[name])
    return parser


def _overview() -> str:
    """The commands in aligned groups."""
    width = max(map(len, SUMMARIES)) + 2
    return "\n\n".join(
        "\n".join([f"{group}:", *(f"  {name:{width}}{summary}" for name, summary in commands.items())])
        for group, commands in GROUPS.items()
    )


def add_command(subparsers: Subparsers, name: str, description: str, examples: str) -> Parser:
    """Add the parser of one command, with examples below its options."""
    return subparsers.add_parser(
        name,
        help=SUMMARIES[name],
        description=description,
        epilog=f"examples:\n{examples}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def available() -> list[str]:
    """The commands whose modules exist."""
    return [name for name in SUMMARIES if importlib.util.find_spec(_module(name)) is not None]


def _module(name: str) -> str:
    return f"neurohex.cli.{name.replace('-', '_')}"


def command_module(name: str) -> Command:
    """Import a command's module. Raises `CommandError` if an army file is wrong."""
    try:
        return cast(Command, importlib.import_module(_module(name)))
    except ValueError as error:  # ArmyError, whose module failed to import
        raise CommandError(str(error)) from error


def run_command(name: str, command: Command, args: argparse.Namespace) -> int:
    """Run a command; return its exit code. Raises `CommandError` if a package of its extra is missing.

    Commands import such packages only when they run, so their help works without them.
    """
    try:
        return command.run(args)
    except ImportError as error:
        if isinstance(error, NeurohexError):  # it says what to install
            raise CommandError(str(error)) from error
        is_package = isinstance(error, ModuleNotFoundError) and not (error.name or "").startswith("neurohex")
        if name not in _EXTRAS or not is_package:
            raise
        raise CommandError(
            f"{name} needs {error.name}, which is not installed: pip install 'neurohex[{_EXTRAS[name]}]'"
        ) from error
