"""`neurohex replay`: a recorded game, turn by turn."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.text import Text

from neurohex.cli.parsing import CommandError, add_command
from neurohex.cli.reading import called, read_text
from neurohex.cli.story import OUTCOMES, battle_table, told
from neurohex.cli.story_words import add_language_option, words_of
from neurohex.cli.terminal import console, player_name, show_board
from neurohex.draw import board_svg
from neurohex.draw.tables import board_view
from neurohex.events import BattleBegan, BattleEnded, Drawn, Event, TurnBegan, TurnEnded
from neurohex.explain import Language, Line, draws_together, explain
from neurohex.model import Table
from neurohex.notation import NotationError
from neurohex.notation.action import action_text
from neurohex.notation.bridge import position_of
from neurohex.notation.position import position_json
from neurohex.notation.record import Record, key_text, parse_record, result_text
from neurohex.notation.report import phases_of
from neurohex.rules.engine import Log, State, apply, new_state

if TYPE_CHECKING:
    from neurohex.cli.parsing import Subparsers

_EXAMPLES = """\
  neurohex replay game.txt
  neurohex replay game.txt --battles
  neurohex replay game.txt --lang pl
  neurohex replay game.txt --svg pictures
  neurohex replay game.txt --json
"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command's parser."""
    parser = add_command(
        subparsers,
        "replay",
        "Plays a recorded game again, checks every act by the rules, and tells it turn by turn. A record that was cut\n"
        "off is told as far as its last whole line, and a line on standard error says so.",
        _EXAMPLES,
    )
    parser.add_argument("file", metavar="FILE", help="the record of a game; - for standard input")
    parser.add_argument("--battles", action="store_true", help="tell Battles in full, phase by phase")
    parser.add_argument("--svg", metavar="DIR", help="draw the board after every turn into this folder")
    parser.add_argument("--json", action="store_true", help="print the game as JSON, on one line")
    add_language_option(parser)


@dataclass(slots=True)
class Turn:
    """One turn and everything in it; turn 0 is what came before the first."""

    number: int
    player: int | None
    after: State
    """The state at its end."""
    acts: list[tuple[int, str]] = field(default_factory=list)
    """Each act or draw: player and text."""
    events: list[Event] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    """A sentence for each event."""


def run(args: argparse.Namespace) -> int:
    """Replay the record and print it."""
    try:
        record = parse_record(read_text(args.file))
    except NotationError as error:
        raise CommandError(f"{called(args.file)}: {error}") from error
    if args.svg is not None and Path(args.svg).exists() and not Path(args.svg).is_dir():
        raise CommandError(f"--svg: {args.svg} is a file; expected a folder")
    turns = turns_of(record, args.lang)
    if args.svg is not None:
        _draw(turns, Path(args.svg))
    if args.json:
        print(json.dumps(_as_json(record, turns)))
    else:
        _show(console(), record, turns, words_of(args.lang), in_full=args.battles)
    if not record.complete:
        sys.stdout.flush()
        print(f"neurohex: {called(args.file)}: {record.message}", file=sys.stderr)
    return 0


def turns_of(record: Record, lang: str = "en") -> list[Turn]:
    """The turns of a record in order, in a language of `explain`."""
    st = new_state(record.game)
    turn = Turn(0, None, st.copy())
    turns = [turn]
    for action in record.actions:
        turn.acts.append((st.actor(), action_text(st, action)))
        log = Log()
        apply(st, action, log)
        turn.after = st.copy()
        for event, line in zip(log.events, explain(st.game, log.events, lang), strict=True):
            if isinstance(event, TurnBegan):
                turn = Turn(event.number, event.player, turn.after)
                turns.append(turn)
            turn.events.append(event)
            turn.lines.append(line)
    return turns


# --- for programs ---------------------------------------------------------------------------------
def _as_json(record: Record, turns: Sequence[Turn]) -> dict[str, Any]:
    last = turns[-1].after
    return {
        "game": record.game.describe(),
        "tags": record.tags,
        "complete": record.complete,
        "message": record.message,
        "turns": [
            {
                "turn": turn.number,
                "player": turn.player,
                "acts": [{"player": player, "act": words} for player, words in turn.acts],
                "battles": [_battle_json(events) for events, _ in _battles(turn)],
                "players": [{"army": army, "hq": turn.after.hq(p)} for p, army in enumerate(record.game.armies)],
            }
            for turn in turns
        ],
        "result": result_text(last),
        "position": position_json(position_of(last)),
        "key": key_text(last),
    }


def _battle_json(events: list[Event]) -> dict[str, Any]:
    began = events[0]
    assert isinstance(began, BattleBegan)  # `_battles` splits there
    return {"starter": began.player, "cause": began.cause, "phases": phases_of(events)}


def _battles(turn: Turn) -> Iterator[tuple[list[Event], list[Line]]]:
    """The Battles of a turn: events and sentences of each."""
    begun = -1
    for n, event in enumerate(turn.events):
        if isinstance(event, BattleBegan):
            begun = n
        elif isinstance(event, BattleEnded) and begun >= 0:
            yield turn.events[begun : n + 1], turn.lines[begun : n + 1]
            begun = -1
    if begun >= 0:  # the record ends inside the Battle
        yield turn.events[begun:], turn.lines[begun:]


# --- for people -----------------------------------------------------------------------------------
def _show(screen: Console, record: Record, turns: Sequence[Turn], words: Language, *, in_full: bool) -> None:
    last = turns[-1].after
    title = Text()
    for player in range(len(record.game.armies)):
        title.append(words.say("game.against") if player else "")
        title.append_text(player_name(last, player))
        title.append(f" {record.tags[f'Player{player}']}" if f"Player{player}" in record.tags else "")
    screen.print(title)
    game = record.game
    about = words.say("game", mode=game.mode, board=game.board_key, ruleset=game.ruleset)
    screen.print(Text(about, "dim"))
    for turn in turns:
        if turn.player is not None:
            heading = Text().append(f"\n{words.say('game.turn', number=turn.number)} ", "bold")
            screen.print(heading.append_text(player_name(last, turn.player)))
        for part in _parts(turn, words, in_full=in_full):
            screen.print(part)
    screen.print()
    show_board(screen, last, words=words)
    if last.is_over():
        screen.print(Text(words.say("game.result", result=result_text(last)), "bold"))


def _parts(turn: Turn, words: Language, *, in_full: bool) -> Iterator[RenderableType]:
    """The printed parts of a turn: sentences, merged draws, and Battles in short or in full."""
    drawn: list[Line] = []
    fighting: list[Line] | None = None
    for line in (*turn.lines, None):
        if drawn and (line is None or not isinstance(line.event, Drawn)):
            yield told(draws_together(drawn, words.code))
            drawn = []
        if line is None:
            break
        if fighting is not None:
            fighting.append(line)
            if isinstance(line.event, BattleEnded):
                yield from _battle(fighting, words, in_full=in_full)
                fighting = None
        elif isinstance(line.event, BattleBegan):
            fighting = [line]
        elif isinstance(line.event, Drawn):
            drawn.append(line)
        elif not isinstance(line.event, (TurnBegan, TurnEnded)):
            yield told(line)
    if fighting is not None:
        yield from _battle(fighting, words, in_full=in_full)


def _battle(lines: list[Line], words: Language, *, in_full: bool) -> Iterator[RenderableType]:
    if in_full:
        yield Padding(battle_table(lines, words), (0, 0, 1, 2))
        return
    yield told(lines[0])
    outcomes = [line for line in lines if isinstance(line.event, OUTCOMES)]
    for line in outcomes:
        yield told(line, indent=4)
    if not outcomes:
        yield Text(f"    {words.say('battle.nothing')}", "dim")


def _draw(turns: Sequence[Turn], folder: Path) -> None:
    """Write one picture per turn: the board at its end."""
    folder.mkdir(parents=True, exist_ok=True)
    for turn in turns:
        picture = board_svg(board_view(Table(turn.after))) + "\n"
        (folder / f"turn-{turn.number:03}.svg").write_text(picture, encoding="utf-8")
