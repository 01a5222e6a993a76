"""`neurohex battle`: fight one Battle and report it."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING

from rich.text import Text

from neurohex.cli.parsing import CommandError, add_command
from neurohex.cli.reading import STANDARD_INPUT, add_position_arguments, answer_lines, position_file, read_position
from neurohex.cli.story import battle_table
from neurohex.cli.story_words import add_language_option, words_of
from neurohex.cli.terminal import console, player_name, show_board
from neurohex.explain import explain
from neurohex.model import Chooser, Fight, fight
from neurohex.model.reading import phase_of
from neurohex.notation.action import action_text
from neurohex.notation.bridge import state_of
from neurohex.notation.position import Position
from neurohex.notation.report import battle
from neurohex.rules.engine import State, default_choice, legal_actions

if TYPE_CHECKING:
    from neurohex.cli.parsing import Subparsers

_EXAMPLES = """\
  neurohex battle position.txt
  echo 'outpost hegemony | C3=0.HQ C1=1.HQ C2=1.Runner/S' | neurohex battle -
  neurohex battle position.txt --choose ask
  neurohex battle position.txt --lang pl
  neurohex battle position.txt --json
  neurohex battle --jsonl < positions.jsonl
"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command's parser."""
    parser = add_command(
        subparsers,
        "battle",
        "Fights one Battle on a position: the board before, what happens in each phase and by which ruling, and the\n"
        "board after it.",
        _EXAMPLES,
    )
    add_position_arguments(parser)
    parser.add_argument(
        "--choose",
        choices=("ask", "auto"),
        help="choices inside the Battle: ask for each, or auto: a Clown attacks, a Quartermaster changes nothing, a "
        "Medic cancels the largest hit (without this option: ask at a terminal, auto with --json or elsewhere)",
    )
    add_language_option(parser)


def run(args: argparse.Namespace) -> int:
    """Fight the Battle and print it."""
    if args.jsonl:
        if args.choose == "ask":
            raise CommandError("--choose ask: not with --jsonl, whose input is positions")
        answer_lines(args.file or STANDARD_INPUT, battle)
        return 0
    file = position_file(args)
    if args.choose == "ask" and file == STANDARD_INPUT:
        raise CommandError("--choose ask: not with FILE -, as the answers come from standard input")
    asks = args.choose == "ask" or (
        args.choose is None and not args.json and file != STANDARD_INPUT and sys.stdin.isatty()
    )
    position = read_position(file)
    choose: Chooser = ask if asks else default_choice
    if args.json:
        print(json.dumps(battle(position, choose)))
    else:
        _show(position, choose, args.lang)
    return 0


def ask(st: State) -> int:
    """Ask at the terminal for a choice inside a Battle. Raises `CommandError` at the end of the input."""
    actions = legal_actions(st)
    screen = console(errors=True)
    heading = Text(f"phase {phase_of(st)}: ")
    heading.append_text(player_name(st, st.actor()))
    screen.print(heading.append(" chooses"))
    for number, action in enumerate(actions, 1):
        screen.print(Text(f"{number:>4}  {action_text(st, action)}"))
    while True:
        screen.print(f"1 to {len(actions)}? ", end="")
        said = sys.stdin.readline()
        if not said:
            raise CommandError("--choose ask: the answers ended before the Battle")
        if said.strip().isdecimal() and 1 <= int(said) <= len(actions):
            return actions[int(said) - 1]


def _show(position: Position, choose: Chooser, lang: str) -> None:
    words = words_of(lang)
    before = state_of(position)
    screen = console()
    fought: Fight | None = fight(before, choose) if choose is not ask else None
    show_board(screen, before, words=words)
    screen.print()
    if fought is None:  # with `ask`, show the board before the first question
        fought = fight(before, choose)
    screen.print(battle_table(explain(before.game, fought.log.events, lang), words))
    screen.print()
    show_board(screen, fought.after, before, words)
    if choose is not ask and fought.asked:
        screen.print(Text(words.count("choices", len(fought.asked)), "dim"))
