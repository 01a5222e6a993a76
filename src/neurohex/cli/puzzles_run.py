"""The verbs of `neurohex puzzles`."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

import msgspec
from rich.box import SIMPLE_HEAD
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from neurohex.arena.cluster import play_on_cluster
from neurohex.arena.crew import play_here, play_in_processes, usable_cores
from neurohex.arena.tournament import ArenaError
from neurohex.cli.lookup import find_army
from neurohex.cli.parsing import CommandError
from neurohex.cli.story import battle_table
from neurohex.cli.story_words import words_of
from neurohex.cli.terminal import console, show_board
from neurohex.explain import explain, language_of
from neurohex.model import Table as GameTable
from neurohex.notation.action import action_text
from neurohex.puzzles import (
    USUAL_LIMIT,
    Answer,
    Attempt,
    Proof,
    Puzzle,
    PuzzleError,
    load_puzzles,
    prove,
    solve,
)
from neurohex.puzzles.collection import collection, puzzle_of
from neurohex.puzzles.form import kind_of
from neurohex.puzzles.make import Wish
from neurohex.puzzles.texts import say, theme_name
from neurohex.puzzles.words import hints, task, tell_line, title, verdict_words
from neurohex.puzzles.workshop import Crew, Workbook, make_many
from neurohex.rules.engine import IllegalAction
from neurohex.view import act_words

WRONG: Final = 1
"""Exit code of `check` if a puzzle is not what it claims."""
_SHOWN: Final = 10
"""Maximum number of solutions that `solve` prints."""
_COLUMNS: Final = ("title", "grade", "goal", "tiles", "themes")


def run_verb(args: argparse.Namespace) -> int:
    """Run a verb; return the exit code."""
    verbs = {"play": _play, "solve": _solve, "check": _check, "make": _make, "show": _show}
    return verbs[args.verb](args)


# --- which ----------------------------------------------------------------------------------------
def _chosen(args: argparse.Namespace) -> list[Puzzle]:
    """The chosen puzzles: of a file or the collection, all or one."""
    file: str | None = None
    names: list[str] = []
    for word in args.what:
        if "." in word or "/" in word:
            if file is not None:
                raise CommandError(f"{word}: one file at a time, {file} was given before")
            file = word
        else:
            names.append(word)
    if file is None:
        return [puzzle_of(name) for name in names] or list(collection())
    puzzles = _load(file)
    if not names:
        return puzzles
    by_name = {puzzle.id: puzzle for puzzle in puzzles}
    by_name |= {str(number): puzzle for number, puzzle in enumerate(puzzles, 1) if str(number) not in by_name}
    for name in names:
        if name not in by_name:
            raise CommandError(f"{file}: no puzzle {name}; expected a number from 1 to {len(puzzles)}, or an id")
    return [by_name[name] for name in names]


def _load(file: str) -> list[Puzzle]:
    try:
        return load_puzzles(Path(file))
    except PuzzleError as error:
        raise CommandError(f"{file}: {error}") from error


# --- show -----------------------------------------------------------------------------------------
def _show(args: argparse.Namespace) -> int:
    screen = console()
    puzzles = _chosen(args)
    if not any("." not in word and "/" not in word for word in args.what) and len(puzzles) > 1:
        table = Table(box=SIMPLE_HEAD, header_style="bold", show_edge=False, pad_edge=False)
        for head in ("", "id", *(say(f"head.{column}", args.lang) for column in _COLUMNS)):
            table.add_column(head)
        for number, puzzle in enumerate(puzzles, 1):
            tiles = f"{puzzle.use} / {len(puzzle.hand)}"
            grade = "●" * (puzzle.grade or 0)
            cells = (
                str(number),
                puzzle.id,
                title(puzzle, args.lang, number),
                grade,
                say(f"kind.{kind_of(puzzle.goal)}", args.lang),
                tiles,
                ", ".join(theme_name(theme, args.lang) for theme in puzzle.themes),
            )
            table.add_row(*map(Text, cells))
        screen.print(table)
        return 0
    for puzzle in puzzles:
        _show_one(puzzle, args.lang)
        if args.hints:
            for hint in _hints(puzzle, args.lang):
                screen.print(Text(hint))
        if args.solution:
            _tell_solution(puzzle, args.lang)
    return 0


def _show_one(puzzle: Puzzle, lang: str) -> None:
    screen = console()
    attempt = Attempt(puzzle)
    screen.print(Text(title(puzzle, lang), "bold"))
    show_board(screen, attempt.state, words=words_of(lang))
    hand = GameTable(attempt.state).players[attempt.board.solver].hand
    screen.print(Text(say("hand", lang, tiles=", ".join(language_of(lang).tile(tile) for tile in hand))))
    screen.print(Text(task(puzzle, lang)))


def _with_solution(puzzle: Puzzle) -> Puzzle:
    """The puzzle with a solution: its own, else one found now, else none."""
    if puzzle.solution:
        return puzzle
    answer = solve(puzzle)
    return msgspec.structs.replace(puzzle, solution=answer.lines(answer.solutions[0])) if answer.solutions else puzzle


def _hints(puzzle: Puzzle, lang: str) -> tuple[str, ...]:
    puzzle = _with_solution(puzzle)
    return hints(puzzle, lang) if puzzle.solution else (say("solution.none", lang),)


def _tell_solution(puzzle: Puzzle, lang: str) -> None:
    screen = console()
    lines = _with_solution(puzzle).solution
    if not lines:
        screen.print(say("solution.none", lang))
    for line in lines:
        acts, battle = tell_line(puzzle, line, lang)
        for said in (*acts, *battle):
            screen.print(Text(said))


# --- solve, check ---------------------------------------------------------------------------------
def _limit(args: argparse.Namespace) -> int:
    if args.states is not None and args.states < 1:
        raise CommandError(f"--states: expected 1 or more, got {args.states}")
    return USUAL_LIMIT if args.states is None else int(args.states)


def _solve(args: argparse.Namespace) -> int:
    screen = console()
    for puzzle in _chosen(args):
        answer = solve(puzzle, _limit(args))
        shown = answer.solutions[:_SHOWN]
        lines = [answer.lines(solution) for solution in shown]
        choices = [answer.choices(solution) for solution in shown]
        if args.json:
            print(json.dumps(_answer_json(puzzle, answer, lines, choices)))
            continue
        screen.print(Text(f"{puzzle.id}: {_answer_words(answer)}", "bold"))
        for courses, chosen in zip(lines, choices, strict=True):
            for line, own in zip(courses, chosen, strict=True):
                in_battle = f"; in the Battle: {', '.join(own)}" if own else ""
                screen.print(Text(f"  {'; '.join(line) or 'nothing'}{in_battle}"))
    return 0


def _answer_words(answer: Answer) -> str:
    if answer.stopped:
        return f"stopped after {answer.states:,} states without an answer"
    many = len(answer.solutions)
    found = "no solution" if not many else "1 solution" if many == 1 else f"{many} solutions"
    fewer = ", and fewer tiles win too" if answer.fewer else ""
    return f"{found}{fewer} ({answer.states:,} states, {answer.ends:,} ends)"


def _answer_json(
    puzzle: Puzzle, answer: Answer, lines: Sequence[object], choices: Sequence[object]
) -> dict[str, object]:
    return {
        "id": puzzle.id,
        "stopped": answer.stopped,
        "solutions": len(answer.solutions),
        "lines": lines,
        "battle_choices": choices,
        "fewer_tiles_win": bool(answer.fewer),
        "unique": answer.unique,
        "states": answer.states,
        "ends": answer.ends,
    }


def _check(args: argparse.Namespace) -> int:
    screen = console()
    puzzles = _chosen(args)
    wrong = 0
    for number, puzzle in enumerate(puzzles):
        proof: Proof = prove(puzzle, _limit(args), place=f"puzzles[{number}]" if len(puzzles) > 1 else "")
        wrong += not proof.holds
        if args.json:
            print(json.dumps({"id": puzzle.id, "holds": proof.holds, "outcome": proof.outcome, "words": proof.words}))
        else:
            screen.print(Text(f"{puzzle.id}: {proof.words}", "" if proof.holds else "red"))
    if not args.json:
        screen.print(f"{len(puzzles)} puzzle{'' if len(puzzles) == 1 else 's'}, {wrong} wrong")
    return WRONG if wrong else 0


# --- make -----------------------------------------------------------------------------------------
def _make(args: argparse.Namespace) -> int:
    for option in ("puzzles", "processes"):
        given = getattr(args, option)
        if given is not None and given < 1:
            raise CommandError(f"--{option}: expected 1 or more, got {given}")
    if args.ray_address is not None and not args.ray:
        raise CommandError("--ray-address: goes with --ray only")
    armies = {name: find_army(getattr(args, name)).key for name in ("army", "against") if getattr(args, name)}
    wish = Wish(armies.get("army"), armies.get("against"), args.goal, args.use)
    screen = console(errors=True)
    bar = Progress(
        MofNCompleteColumn(),
        TextColumn("puzzles"),
        BarColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[boards]} boards", markup=False),
        console=screen,
        transient=True,
        disable=not screen.is_terminal,
    )
    path = Path(args.file)
    try:
        with bar:
            running = bar.add_task("", total=args.puzzles, boards=0)

            def seen(book: Workbook) -> None:
                bar.update(running, completed=len(book.puzzles), boards=len(book.tried))

            found = make_many(path, args.puzzles, args.seed, wish, _crew(args), seen)
    except KeyboardInterrupt:
        screen.print(
            f"stopped: {path}.work keeps what was found; go on with: {shlex.join(['neurohex', *sys.argv[1:]])}"
        )
        raise
    except ArenaError as error:
        raise CommandError(str(error)) from error
    screen.print(f"{len(found)} puzzles in {path}")
    return 0


def _crew(args: argparse.Namespace) -> Crew:
    if args.ray:
        return partial(play_on_cluster, address=args.ray_address, processes=args.processes)
    processes = args.processes or usable_cores()
    return play_here if processes <= 1 else partial(play_in_processes, processes=processes)


# --- play -----------------------------------------------------------------------------------------
def _play(args: argparse.Namespace) -> int:
    puzzle = _chosen(args)[0]
    _Desk(puzzle, args.lang).run()
    return 0


class _Desk:
    """Plays a puzzle at the terminal until it is solved or the player leaves."""

    def __init__(self, puzzle: Puzzle, lang: str) -> None:
        self.attempt = Attempt(puzzle)
        self.lang = lang
        self.screen = console()
        self.listed: list[int] = []
        self.hinted = 0
        self.over = False

    def run(self) -> None:
        """Play until it is solved or the player leaves."""
        _show_one(self.attempt.puzzle, self.lang)
        self._help()
        while not self.over:
            self._answer()
            self.screen.print(Text(f"[{self.attempt.tiles_used}/{self.attempt.puzzle.use}] > "), end="")
            said = sys.stdin.readline()
            if not said:
                self.screen.print()
                return
            words = said.strip()
            if words:
                self._obey(words)

    def _answer(self) -> None:
        """Let the opponent make its choices."""
        while self.attempt.waits_for_opponent:
            reply = self.attempt.reply()
            self.screen.print(Text(action_text(self.attempt.state, reply), "italic"))
            self.attempt.act(reply)

    def _obey(self, words: str) -> None:
        first, _, rest = words.partition(" ")
        simple = {
            "undo": self._undo,
            "again": self.attempt.reset,
            "fight": self._fight,
            "hint": self._hint,
            "solution": lambda: _tell_solution(self.attempt.puzzle, self.lang),
            "board": lambda: show_board(self.screen, self.attempt.state, words=words_of(self.lang)),
            "help": self._help,
            "quit": self._leave,
        }
        try:
            if first == "acts":
                self._list(rest)
            elif not rest and first in simple:
                simple[first]()
            elif words.isdecimal() and 1 <= int(words) <= len(self.listed):
                self._act(self.listed[int(words) - 1])
            else:
                self._act(words)
        except IllegalAction as error:
            self.screen.print(Text(str(error), "red"))

    def _act(self, action: int | str) -> None:
        before = self.attempt.board.start.game
        for line in explain(before, self.attempt.act(action), self.lang):
            self.screen.print(Text(line.text))
        self.listed = []

    def _help(self) -> None:
        self.screen.print(Text(say("desk.help", self.lang), "dim"))
        acts = self.attempt.legal()
        if acts:
            example = action_text(self.attempt.state, acts[0])
            self.screen.print(Text(say("desk.example", self.lang, act=example), "dim"))

    def _undo(self) -> None:
        words = self.attempt.undo()
        told = say("desk.undone", self.lang, act=words) if words else say("desk.nothing", self.lang)
        self.screen.print(Text(told, "dim"))

    def _list(self, part: str) -> None:
        state = self.attempt.state
        acts = [a for a in self.attempt.legal() if part.casefold() in action_text(state, a).casefold()]
        self.listed = acts
        if not acts:
            self.screen.print(Text(say("desk.no acts", self.lang), "dim"))
        for number, action in enumerate(acts, 1):
            said = f" ({act_words(state, action, self.lang)})" if self.lang != "en" else ""
            self.screen.print(Text(f"{number:>4}  {action_text(state, action)}{said}"))

    def _hint(self) -> None:
        told = _hints(self.attempt.puzzle, self.lang)
        if self.hinted < len(told):
            self.screen.print(Text(told[self.hinted]))
            self.hinted += 1
        else:
            self.screen.print(Text(say("desk.no hints", self.lang), "dim"))

    def _fight(self) -> None:
        verdict = self.attempt.fight()
        game = self.attempt.board.start.game
        self.screen.print(battle_table(explain(game, verdict.events, self.lang), words_of(self.lang)))
        style = "bold green" if verdict.solved else "bold red"
        self.screen.print(Text(verdict_words(self.attempt.board, verdict, self.lang), style))
        self.over = verdict.solved

    def _leave(self) -> None:
        self.over = True
