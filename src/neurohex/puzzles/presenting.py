"""Puzzles for a page: what they ask, verdicts with the Battle, hints, solutions and proofs, as JSON forms."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from neurohex.notation.position import Position
from neurohex.puzzles.attempt import Attempt
from neurohex.puzzles.collection import collection
from neurohex.puzzles.form import Puzzle, kind_of, puzzle_id, puzzle_text
from neurohex.puzzles.forms import (
    VERSION,
    PuzzleAct,
    PuzzleCourse,
    PuzzleEntry,
    PuzzleHint,
    PuzzleProof,
    Puzzles,
    PuzzleSolution,
    PuzzleTheme,
    PuzzleVerdict,
)
from neurohex.puzzles.solver import own_choices, prove
from neurohex.puzzles.texts import theme_name
from neurohex.puzzles.words import HINTS, hints, proof_words, solved_attempt, task, title, verdict_words
from neurohex.rules.engine import State, apply
from neurohex.view import act_words, battle_of_fight


# --- what there is --------------------------------------------------------------------------------
def listing(lang: str = "en") -> Puzzles:
    """The collection. Raises `UnknownLanguage`."""
    entries = [entry(puzzle, lang, number) for number, puzzle in enumerate(collection(), 1)]
    themes = dict.fromkeys(theme for puzzle in collection() for theme in puzzle.themes)
    return Puzzles(
        version=VERSION,
        lang=lang,
        themes=[PuzzleTheme(key=theme, name=theme_name(theme, lang)) for theme in themes],
        puzzles=entries,
    )


def entry(puzzle: Puzzle, lang: str = "en", number: int | None = None) -> PuzzleEntry:
    """A puzzle at a glance. The puzzle must be one that can be set up."""
    position = Position.parse(puzzle.position)
    solver = position.starter
    return PuzzleEntry(
        id=puzzle.id,
        number=number,
        title=title(puzzle, lang, number),
        armies=[position.players[solver].army, position.players[1 - solver].army],
        task=task(puzzle, lang),
        goal=kind_of(puzzle.goal),
        hand=len(puzzle.hand),
        use=puzzle.use,
        mode=puzzle.mode,
        grade=puzzle.grade,
        themes=list(puzzle.themes),
        solution_known=bool(puzzle.solution),
    )


# --- attempts -------------------------------------------------------------------------------------
def acts_of(attempt: Attempt, lang: str = "en") -> list[PuzzleAct]:
    """Everything that was done in an attempt, the opponent's choices among it."""
    return _acts(attempt.board.start, attempt.actions, lang)


def _acts(start: State, actions: Sequence[int], lang: str) -> list[PuzzleAct]:
    state = start.copy()
    found: list[PuzzleAct] = []
    for action in actions:
        found.append(PuzzleAct(action=action, player=state.actor(), words=act_words(state, action, lang)))
        apply(state, action)
    return found


def verdict_on(attempt: Attempt, lang: str = "en") -> PuzzleVerdict:
    """Fight the Battle and judge. Raises `IllegalAction` if it may not begin yet."""
    verdict = attempt.fight()
    return PuzzleVerdict(
        solved=verdict.solved,
        reason=verdict.reason,
        words=verdict_words(attempt.board, verdict, lang),
        battle=battle_of_fight(verdict.fight, lang),
    )


# --- help -----------------------------------------------------------------------------------------
def hint(puzzle: Puzzle, number: int, lang: str = "en", place: str = "") -> PuzzleHint:
    """One of `HINTS` hints, each telling more: the tile, the hex, the act. `number` counts from 1.

    Raises `PuzzleError` for a puzzle without a solution, or with one that does not win.
    """
    return PuzzleHint(number=number, count=HINTS, words=hints(puzzle, lang, place)[number - 1])


def solution(puzzle: Puzzle, lang: str = "en", place: str = "") -> PuzzleSolution:
    """The solution with its Battles. Raises `PuzzleError` for a puzzle without one, or with one that does not win."""
    courses = []
    for course in range(max(1, len(puzzle.solution))):
        attempt = solved_attempt(puzzle, course, place)
        battle = battle_of_fight(attempt.fight().fight, lang)
        choices = [act_words(state, choice, lang) for state, choice in own_choices(attempt.board, attempt.state)]
        courses.append(PuzzleCourse(acts=acts_of(attempt, lang), choices=choices, battle=battle))
    return PuzzleSolution(courses=courses)


# --- proofs ---------------------------------------------------------------------------------------
def proof(puzzle: Puzzle, limit: int, lang: str = "en", place: str = "") -> PuzzleProof:
    """Whether a puzzle has one solution, looking at `limit` positions at most. Raises `PuzzleError`."""
    found = prove(puzzle, limit, place)
    answer = found.answer
    proved = None
    if found.holds:
        own = puzzle_id(puzzle.position, puzzle.hand, puzzle.use, puzzle.mode, puzzle.goal)
        whole = msgspec.structs.replace(
            puzzle, id=own, unique=answer.unique, solution=answer.lines(answer.solutions[0])
        )
        proved = msgspec.json.decode(puzzle_text(whole))
    return PuzzleProof(outcome=found.outcome, words=proof_words(found, lang), states=answer.states, puzzle=proved)
