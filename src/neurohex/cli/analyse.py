"""`neurohex analyse`: what a game's decisions and draws were worth, printed and written into its record."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from neurohex.analysis import (
    DEPTHS,
    USUAL_DEPTH,
    Cache,
    GameAnalysis,
    GameReview,
    analyse,
    analysis_in,
    game_hash,
    review,
    section_of,
)
from neurohex.analysis.review import ReviewedAct, ReviewedDecision
from neurohex.arena.crew import usable_cores
from neurohex.cli.analyse_words import analysis_words
from neurohex.cli.parsing import CommandError, add_command
from neurohex.cli.play_save import write_whole
from neurohex.cli.reading import STANDARD_INPUT, called, read_text
from neurohex.cli.story_words import add_language_option
from neurohex.cli.terminal import console
from neurohex.explain import Language
from neurohex.notation import NotationError
from neurohex.notation.record import Record, parse_record, write_record

if TYPE_CHECKING:
    from neurohex.cli.parsing import Subparsers

_EXAMPLES: Final = """\
  neurohex analyse game.txt                   print it, and write it into game.txt
  neurohex analyse game.txt --depth 3         think three times as long
  neurohex analyse game.txt -o analysed.txt   leave game.txt as it is
  neurohex analyse game.txt --json            for a program
  neurohex analyse - --lang pl < game.txt     in Polish; nothing is written
"""
_LUCKY: Final = 3
"""Draws of each kind to print."""
_GRADE_STYLES: Final = {"good": "", "inaccuracy": "yellow", "mistake": "bold yellow", "blunder": "bold red"}


def add_parser(subparsers: Subparsers) -> None:
    """Add the command's parser."""
    depths = ", ".join(f"{depth} is {times:g} times" for depth, times in DEPTHS.items() if depth != USUAL_DEPTH)
    parser = add_command(
        subparsers,
        "analyse",
        "Goes through a recorded game: each side's chance to win, decisions that lost some of it and what was better,\n"
        "what the draws were worth, and an accuracy for each player. The analysis is written into the record, and a\n"
        "record that has one is not thought about again. Stop it with Ctrl-C: the same command goes on from there.",
        _EXAMPLES,
    )
    parser.add_argument("file", metavar="FILE", help="the record of a game; - for standard input")
    parser.add_argument(
        "--depth",
        type=int,
        default=USUAL_DEPTH,
        choices=tuple(DEPTHS),
        help=f"how long to think: {USUAL_DEPTH} is usual, {depths} that",
    )
    parser.add_argument("-o", "--output", metavar="OUT", help="write the record with its analysis to this file instead")
    parser.add_argument("--processes", type=int, metavar="N", help="processes that think at once; default: one a core")
    parser.add_argument("--json", action="store_true", help="print the analysis as JSON, on one line")
    add_language_option(parser)


def run(args: argparse.Namespace) -> int:
    """Analyse, print, and write the record."""
    if args.processes is not None and args.processes < 1:
        raise CommandError(f"--processes: expected 1 or more, got {args.processes}")
    try:
        record = parse_record(read_text(args.file))
    except NotationError as error:
        raise CommandError(f"{called(args.file)}: {error}") from error
    if not record.actions:
        raise CommandError(f"{called(args.file)}: expected a game with at least one action")
    words = analysis_words(args.lang)
    analysis = analysis_in(record)
    if analysis is None or analysis.depth < args.depth:
        analysis = _analysed(record, args.depth, args.processes or usable_cores(), words)
        record = replace(record, analysis=section_of(analysis, record))
        target = args.output or (None if args.file == STANDARD_INPUT else args.file)
    else:
        target = args.output
    told = review(analysis, record, args.lang)
    if target is not None:
        write_whole(Path(target), write_record(record))
    if args.json:
        print(msgspec.json.encode(told).decode())
        return 0
    _show(told, words, console())
    if target is not None:
        console(errors=True).print(words.say("written", file=target), soft_wrap=True)
    return 0


def _analysed(record: Record, depth: int, processes: int, words: Language) -> GameAnalysis:
    screen = console(errors=True)
    bar = Progress(
        MofNCompleteColumn(),
        TextColumn(words.say("judging"), markup=False),
        BarColumn(),
        TimeRemainingColumn(),
        console=screen,
        transient=True,
        disable=not screen.is_terminal,  # no bar in a file
    )
    cache = Cache(_folder(), game_hash(record.game, record.actions), depth)
    with bar:
        task = bar.add_task("", total=None)
        return analyse(
            record,
            depth,
            processes=processes,
            cache=cache,
            progress=lambda done, total: bar.update(task, completed=done, total=total),
        )


def _folder() -> Path:
    from platformdirs import user_cache_path

    return user_cache_path("neurohex") / "analysis"


# --- printing -------------------------------------------------------------------------------------
def _percent(chance: float) -> str:
    return f"{100 * chance:.0f} %"


def _signed(change: float) -> str:
    return f"{100 * change:+.1f}" if round(change, 3) else "·"


def _show(told: GameReview, words: Language, screen: Console) -> None:
    names = [player.army if not player.name else f"{player.army} ({player.name})" for player in told.players]
    screen.print(_players(told, names, words))
    screen.print()
    screen.print(_turns(told, names, words))
    screen.print()
    screen.print(Text(words.say("costly" if told.moments else "costly.none"), "bold"))
    for moment in told.moments:
        screen.print(_moment(moment, names, words))
    lucky = sorted((draws for draws in told.draws if draws.luck), key=lambda draws: draws.luck)
    if lucky:
        screen.print()
        screen.print(Text(words.say("lucky"), "bold"))
        shown = lucky if len(lucky) <= 2 * _LUCKY else [*lucky[:_LUCKY], *lucky[-_LUCKY:]]
        for draws in reversed(shown):
            said = words.say("lucky.one", turn=draws.turn, who=names[draws.player], tiles=", ".join(draws.names))
            screen.print(f"{_signed(draws.luck):>6} {said}")


def _players(told: GameReview, names: list[str], words: Language) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column(words.say("head.player"))
    for head in ("accuracy", "inaccuracies", "mistakes", "blunders", "lost", "luck"):
        table.add_column(words.say(f"head.{head}"), justify="right")
    for player in told.players:
        table.add_row(
            names[player.player],
            "–" if player.accuracy is None else f"{player.accuracy:.0f} %",
            str(player.inaccuracies),
            str(player.mistakes),
            str(player.blunders),
            _signed(-player.lost),
            _signed(player.luck),
        )
    return table


def _turns(told: GameReview, names: list[str], words: Language) -> Table:
    """The chance of the first player at the end of each turn, and why it changed."""
    table = Table(box=None, pad_edge=False)
    table.add_column(words.say("head.turn"), justify="right")
    table.add_column(words.say("head.whose"))
    table.add_column(words.say("head.chances", who=names[0]), justify="right")
    table.add_column("")
    for head in ("decisions", "draws", "foresight"):
        table.add_column(words.say(f"head.{head}"), justify="right")
    table.add_column("")
    for turn in told.turns:
        inside = [point for point in told.points if turn.first < point.step <= turn.stop]
        chance = inside[-1].chances[0] if inside else None
        change = turn.changes[0]
        table.add_row(
            str(turn.number) if turn.number else words.say("turn.before"),
            names[turn.player] if turn.number else "",
            "" if chance is None else _percent(chance),
            "" if chance is None else "█" * round(20 * chance) + "░" * (20 - round(20 * chance)),
            _signed(change.decisions),
            _signed(change.draws),
            _signed(change.foresight),
            words.say("mark.battle") if turn.battles else "",
        )
    return table


def _moment(moment: ReviewedDecision, names: list[str], words: Language) -> Text:
    said = words.say(
        "moment",
        turn=moment.turn,
        act=moment.step + 1,
        who=names[moment.player],
        grade=words.say(f"grade.{moment.grade}"),
        before=_percent(moment.after),
        after=_percent(moment.before),
    )
    shown = Text(said, _GRADE_STYLES[moment.grade])
    for head, acts in (("played", moment.played), ("better", moment.better)):
        shown.append(f"\n  {words.say(head)}: {_line(acts, moment.player)}", "")
    if moment.reasons:
        shown.append(f"\n  {words.say('why')}", "")
    for reason in moment.reasons:
        shown.append("\n    + " if reason.is_gain else "\n    − ", "bold green" if reason.is_gain else "bold red")
        shown.append(f"{reason.text}.", "")
    return shown


def _line(acts: list[ReviewedAct], player: int) -> str:
    return " · ".join(act.words for act in acts if act.player == player)
