"""`neurohex hint`: the search's choice at a moment of a recorded game, and its forecast."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from neurohex.cli.parsing import CommandError, add_command
from neurohex.cli.reading import called, read_text
from neurohex.cli.story_words import add_language_option, words_of
from neurohex.cli.terminal import console, player_name
from neurohex.cli.thoughts import reasons_text, thought_table
from neurohex.explain import Language, ReasonLine, reason_lines
from neurohex.notation import NotationError
from neurohex.notation.action import action_text
from neurohex.notation.record import Record, parse_record
from neurohex.players import PlayerError, Thought, make_player
from neurohex.players.thinking import DEFAULT_SECONDS, Searching, line_words
from neurohex.rules.engine import State, apply, is_chance, new_state

if TYPE_CHECKING:
    from neurohex.cli.parsing import Subparsers

_EXAMPLES = """\
  neurohex hint neurohex-game.txt                      the side to move of a game that is being played
  neurohex hint game.txt --at 40                       what was best before its 40th act
  neurohex hint game.txt --bot search:seconds=5,cores=2
  neurohex hint game.txt --lang pl
  neurohex hint game.txt --json
"""
SHOWN = 5
"""Number of actions listed by default."""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command's parser."""
    parser = add_command(
        subparsers,
        "hint",
        "Thinks about a decision of a recorded game: the best actions, the chance of winning with each as far as the\n"
        "search can tell, and the rest of the turn that it has in mind. Below, what the first one gains and what it\n"
        "must fear. Nobody knows the order of the piles.",
        _EXAMPLES,
    )
    parser.add_argument("file", metavar="FILE", help="the record of a game; - for standard input")
    parser.add_argument("--at", type=int, metavar="N", help="the act to think about, from 1; if not given the next one")
    parser.add_argument(
        "--bot",
        default=f"search:seconds={DEFAULT_SECONDS:g}",
        help="who thinks: search with its settings (docs/bots.md), or a level from level4 on",
    )
    parser.add_argument("--best", type=int, default=SHOWN, metavar="N", help=f"how many actions (usually {SHOWN})")
    parser.add_argument("--json", action="store_true", help="print the actions as JSON, on one line")
    add_language_option(parser)


def run(args: argparse.Namespace) -> int:
    """Search and print the result."""
    if args.best < 1:
        raise CommandError(f"--best: expected 1 or more, got {args.best}")
    try:
        record = parse_record(read_text(args.file))
    except NotationError as error:
        raise CommandError(f"{called(args.file)}: {error}") from error
    state = _moment(record, args.at, called(args.file))
    try:
        player = make_player(args.bot, 1)
    except PlayerError as error:
        raise CommandError(f"--bot: {error}") from error
    try:
        if not isinstance(player, Searching):
            raise CommandError(f"--bot: {args.bot} does not search; expected search or a level from level4 on")
        found = player.consider(state)[: args.best]
    finally:
        player.close()
    if args.json:
        print(json.dumps({"player": state.actor(), "actions": [_as_json(state, each, args.lang) for each in found]}))
    else:
        _show(state, found, words_of(args.lang))
    return 0


def _moment(record: Record, number: int | None, name: str) -> State:
    """The state before an act of a record; a player must be to move there."""
    if number is not None and not 1 <= number <= len(record.actions):
        raise CommandError(f"--at: {name} has acts 1 to {len(record.actions)}, got {number}")
    state = new_state(record.game)
    for action in record.actions[: len(record.actions) if number is None else number - 1]:
        apply(state, action)
    if state.is_over():
        raise CommandError(f"{name}: the game is over; name an act with --at")
    if is_chance(state):
        raise CommandError(f"{name}: a tile is to be drawn there, which nobody decides; name another act with --at")
    return state


def _as_json(state: State, thought: Thought, lang: str) -> dict[str, object]:
    return {
        "action": thought.action,
        "words": action_text(state, thought.action),
        "chance": round(thought.chance, 4),
        "tries": thought.tries,
        "line": line_words(state, thought.line),
        "reasons": [_reason_json(line) for line in reason_lines(state.game, thought.reasons, lang)],
    }


def _reason_json(line: ReasonLine) -> dict[str, object]:
    first = line.reasons[0]
    return {
        "gain": line.is_gain,
        "text": line.text,
        "kind": first.kind,
        "player": first.player,
        "hexes": [reason.unit.hex for reason in line.reasons if reason.unit is not None],
        "amount": first.amount,
        "otherwise": first.otherwise,
        "expected": first.is_expected,
    }


def _show(state: State, found: list[Thought], words: Language) -> None:
    screen = console()
    screen.print(player_name(state, state.actor(), words), words.say("hint.decides"))
    screen.print(thought_table(state, found, words))
    screen.print(reasons_text(state, found[0], words))
