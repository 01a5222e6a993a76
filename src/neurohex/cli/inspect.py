"""`neurohex inspect`: current strengths, initiative and effects on a board."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from neurohex.board import DIRECTIONS
from neurohex.cli.parsing import CommandError, add_command
from neurohex.cli.reading import add_position_arguments, answer_lines, position_file, read_position
from neurohex.cli.story import told
from neurohex.cli.story_words import add_language_option, words_of
from neurohex.cli.terminal import console, player_name, show_board
from neurohex.explain import Language, Line, NoUnit, why
from neurohex.notation.bridge import state_of
from neurohex.notation.report import inspect
from neurohex.rules.engine import State

if TYPE_CHECKING:
    from neurohex.cli.parsing import Subparsers

_EXAMPLES = """\
  neurohex inspect position.txt
  echo 'outpost hegemony | C3=0.HQ C2=1.Runner/S' | neurohex inspect -
  neurohex inspect position.txt --why C2
  neurohex inspect position.txt --why C2 --lang pl
  neurohex inspect position.txt --json
  neurohex inspect --jsonl < positions.jsonl
"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command's parser."""
    parser = add_command(
        subparsers,
        "inspect",
        "Tells what holds for every unit of a position at this moment: who controls it, whether it is netted, the\n"
        "phases in which it would act, and its attacks as they face on the board, with all bonuses.",
        _EXAMPLES,
    )
    add_position_arguments(parser)
    parser.add_argument("--why", metavar="HEX", help="tell all that holds for the unit on that hex, and why")
    add_language_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print the units of a position."""
    if args.why is not None and (args.json or args.jsonl):
        raise CommandError("--why: not with --json or --jsonl")
    if args.jsonl:
        answer_lines(args.file or "-", inspect)
        return 0
    position = read_position(position_file(args))
    if args.json:
        print(json.dumps(inspect(position)))
        return 0
    st = state_of(position)
    reasons = _reasons(st, args.why, args.lang) if args.why is not None else ()
    screen, words = console(), words_of(args.lang)
    show_board(screen, st, words=words)
    screen.print()
    if args.why is None:
        screen.print(unit_table(st, inspect(position)["units"], words))
    for line in reasons:
        screen.print(told(line, indent=0))
    return 0


def _reasons(st: State, name: str, lang: str) -> tuple[Line, ...]:
    index = st.game.board.index
    if name.upper() not in index:
        raise CommandError(f'--why: no hex "{name}" on the {st.game.board.key} board')
    try:
        return why(st, index[name.upper()], lang).lines
    except NoUnit as error:
        raise CommandError(f"--why: {error}") from error


def unit_table(st: State, units: list[dict[str, Any]], words: Language) -> Table:
    """One row a unit."""
    table = Table(header_style="bold", box=SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for heading in ("hex", "unit", "owner", "acts", "melee", "ranged", "gauss", "state"):
        table.add_column(words.say(f"head.{heading}"))
    for unit in units:
        state = Text().append(f"{words.say('state.netted')} " if unit["disabled"] else "", "bold red")
        if unit["controller"] != unit["player"] and unit["controller"] is not None:
            state.append(f"{words.say('state.taken')} ")
            state.append_text(player_name(st, unit["controller"], words))
        table.add_row(
            unit["hex"],
            unit["tile"],
            player_name(st, unit["player"], words),
            " ".join(str(value) for value in unit["initiative"]),
            _strengths(unit["melee"], words),
            _strengths(unit["ranged"], words),
            " ".join(unit["gauss"]),
            state,
        )
    return table


def _strengths(edges: Mapping[str, int], words: Language) -> str:
    """`N 2, NE SE 1`: strongest first."""
    by_strength: dict[int, list[str]] = {}
    for edge, strength in edges.items():
        by_strength.setdefault(strength, []).append(edge)
    return ", ".join(f"{_faced(by_strength[s], words)} {s}" for s in sorted(by_strength, reverse=True))


def _faced(directions: list[str], words: Language) -> str:
    return words.say("edges.all") if len(directions) == len(DIRECTIONS) else " ".join(directions)
