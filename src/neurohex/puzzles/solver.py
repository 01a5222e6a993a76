"""Solving puzzles, and proving that they have one solution.

The solver looks at every end of the solver's turn (`neurohex.bots.ends`). Where the opponent chooses before the Battle,
a solution needs an answer to each choice. Nothing is left out on a guess: an answer is complete, or `stopped` says that
the limit of states was reached first.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Final, Literal

from neurohex.bots.ends import (
    GOAL_DAMAGE,
    GOAL_HQ,
    GOAL_SURVIVE,
    GOAL_UNIT,
    EndSearch,
    TooManyStates,
    TooManyWins,
    limit_tiles,
    may_end,
    tiles_played,
)
from neurohex.model import fight
from neurohex.notation.action import action_text, parse_action
from neurohex.notation.errors import ActionError
from neurohex.puzzles.ending import FIRST_HAND, Course, Solution, counted, end_of
from neurohex.puzzles.form import Board, DamageGoal, HqGoal, Puzzle, PuzzleError, SurviveGoal, Unique, board_of
from neurohex.rules.engine import State, apply, legal_actions

USUAL_LIMIT: Final = 20_000_000
"""Default limit of states to search."""
MOST_COMBINED: Final = 20_000
"""Solutions that are put together from the courses of the opponent's choices, at most."""

_FEW_WINS: Final = 40
"""Number of winning ends after which `solve_if_unique` checks them before it goes on."""

Outcome = Literal["unique", "no solution", "several", "fewer tiles", "wrong solution", "stopped"]


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of the solver."""

    board: Board
    solutions: tuple[Solution, ...]
    """The solutions that count; empty if the search stopped."""
    fewer: tuple[Solution, ...]
    """Ways to win with fewer tiles, if the puzzle asks for an exact number."""
    states: int
    """States searched."""
    ends: int
    """Different ends among them."""
    stopped: bool
    """Whether the search reached its limit. Then nothing is known."""

    @property
    def unique(self) -> Unique | None:
        """How far the solution is unique; not at all if there is none, or if fewer tiles win."""
        if self.stopped or not self.solutions or self.fewer:
            return None
        if len(self.solutions) == 1:
            return "facing"
        return "place" if len({solution.places for solution in self.solutions}) == 1 else None

    def lines(self, solution: Solution) -> tuple[tuple[str, ...], ...]:
        """A solution in words: one line of acts for each course."""
        return tuple(words_of(self.board.start, course.actions) for course in solution.courses)

    def choices(self, solution: Solution) -> tuple[tuple[str, ...], ...]:
        """The solver's own choices in the Battle that decide it (`own_choices`), in words, for each course."""
        found: list[tuple[str, ...]] = []
        for course in solution.courses:
            end = self.board.start.copy()
            for action in course.actions:
                apply(end, action)
            found.append(tuple(action_text(state, choice) for state, choice in own_choices(self.board, end)))
        return tuple(found)


@dataclass(frozen=True, slots=True)
class Proof:
    """Whether a puzzle keeps its claims."""

    outcome: Outcome
    words: str
    """One line."""
    answer: Answer

    @property
    def holds(self) -> bool:
        """Whether the solution is unique as far as the puzzle claims, and is the one it gives."""
        return self.outcome == "unique"


def search_for(board: Board, limit: int = USUAL_LIMIT) -> EndSearch:
    """A search for the goal of a puzzle."""
    goal = board.puzzle.goal
    least = 0
    if isinstance(goal, HqGoal):
        kind = GOAL_HQ
    elif isinstance(goal, DamageGoal):
        kind, least = GOAL_DAMAGE, goal.least
    elif isinstance(goal, SurviveGoal):
        kind = GOAL_SURVIVE
    else:
        kind = GOAL_UNIT
    search = EndSearch(board.solver, kind, least, board.points, limit)
    if board.target is not None:
        search.set_target(*board.target)
    return search


def own_choices(board: Board, end: State) -> list[tuple[State, int]]:
    """The solver's choices on which the Battle after an end depends, each with the state before it.

    Both sides choose best. A choice of which every option comes to the same is left out.
    """
    search = search_for(board)
    found: list[tuple[State, int]] = []

    def choose(waiting: State) -> int:
        choice = search.best_choice(waiting)
        if waiting.actor() == board.solver and search.matters(waiting):
            found.append((waiting.copy(), choice))
        return choice

    fight(end, choose, starter=board.solver)
    return found


def solve(puzzle: Puzzle, limit: int = USUAL_LIMIT) -> Answer:
    """All solutions of a puzzle. Raises `PuzzleError` for one that cannot be set up."""
    return solve_board(board_of(puzzle), limit)


def solve_board(board: Board, limit: int = USUAL_LIMIT) -> Answer:
    """As `solve`, for a puzzle that has been set up."""
    return _solved(board, search_for(board, limit))


def _solved(board: Board, search: EndSearch, most: int | None = None) -> Answer:
    """The answer; with `most` it may have only so many of the solutions, and of those with fewer tiles."""
    puzzle = board.puzzle
    try:
        if puzzle.mode == "exactly":
            fewer_start = board.start.copy()
            limit_tiles(fewer_start, puzzle.use - 1)
            fewer = counted(_Strategies(search, board, -1).solutions(fewer_start), most)
            solutions = counted(_Strategies(search, board, puzzle.use).solutions(board.start.copy()), most)
        else:
            fewer = []
            solutions = counted(_Strategies(search, board, -1).solutions(board.start.copy()), most)
    except TooManyStates:
        states, _, ends = search.counts()
        return Answer(board, (), (), states, ends, True)
    states, _, ends = search.counts()
    return Answer(board, tuple(solutions), tuple(fewer), states, ends, False)


def solve_if_unique(board: Board, limit: int = USUAL_LIMIT) -> Answer | None:
    """As `solve_board`, but None as soon as it is clear that there is not exactly one solution, or no answer.

    For makers of puzzles, who try many boards that have several.
    """
    search = search_for(board, limit)
    search.set_most_wins(_FEW_WINS)
    start = board.start.copy()
    try:
        wins, branches = search.sweep(start, board.puzzle.use if board.puzzle.mode == "exactly" else -1)
        if not wins and not branches:
            return None
    except TooManyWins:
        pass
    except TooManyStates:
        return None
    ends = (end_of(board.start, win.state, board.solver) for win in search.wins())
    # Ends found so far that are not included in each other stay solutions, except where a smaller one is still to come.
    some = counted(Solution((Course(end, ()),)) for end in ends)
    if len({one.courses[0].end.places for one in some}) > 1 and not _share_changes(some):
        return None
    search.set_most_wins(-1)
    answer = _solved(board, search, most=2)  # the search knows the worths of all ends seen so far
    return answer if answer.unique == "facing" else None


def _share_changes(solutions: list[Solution]) -> bool:
    """Whether some solutions have a change besides tiles used in common, so that one end might be in all of them."""
    common = frozenset.intersection(*(solution.courses[0].end.changes for solution in solutions))
    return any(where < FIRST_HAND for where, _ in common)


def can_win(board: Board, state: State, limit: int = USUAL_LIMIT) -> bool:
    """Whether the puzzle can still be solved from a state of its turn. Raises `TooManyStates`."""
    exactly = board.puzzle.use if board.puzzle.mode == "exactly" else -1
    return bool(_Strategies(search_for(board, limit), board, exactly).from_moment(state.copy()))


class _Strategies:
    """Puts sweeps together where the opponent chooses before the Battle."""

    def __init__(self, search: EndSearch, board: Board, exactly: int) -> None:
        self._search = search
        self._board = board
        self._exactly = exactly
        self._known: dict[bytes, list[Solution]] = {}

    def solutions(self, start: State) -> list[Solution]:
        """All ways to win from a state in which the solver is to act."""
        key = start.to_bytes()
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._sweep(start)
        return known

    def from_moment(self, state: State) -> list[Solution]:
        """All ways to win from any state before the Battle."""
        if state.actor() == self._board.solver:
            return self.solutions(state)
        return self._answers(state, ())

    def _sweep(self, start: State) -> list[Solution]:
        wins, branches = self._search.sweep(start, self._exactly)
        found = [
            Solution((Course(end_of(self._board.start, win.state, self._board.solver), tuple(win.actions)),))
            for win in wins
        ]
        for branch in branches:
            found += self._answers(branch.state, tuple(branch.actions))
        return found

    def _answers(self, state: State, led: tuple[int, ...]) -> list[Solution]:
        """The ways to win from a state in which the opponent chooses: each has an answer to every choice."""
        courses: list[list[tuple[Course, ...]]] = []
        combined = 1
        for choice in dict.fromkeys(legal_actions(state)):
            after = state.copy()
            apply(after, choice)
            answers = counted(self.from_moment(after))
            if not answers:
                return []
            combined *= len(answers)
            if combined > MOST_COMBINED:
                raise TooManyStates
            courses.append([_after((*led, choice), answer) for answer in answers])
        return [Solution(tuple(course for part in parts for course in part)) for parts in product(*courses)]


def _after(led: tuple[int, ...], solution: Solution) -> tuple[Course, ...]:
    return tuple(Course(course.end, (*led, *course.actions)) for course in solution.courses)


# --- proofs ---------------------------------------------------------------------------------------
def prove(puzzle: Puzzle, limit: int = USUAL_LIMIT, place: str = "") -> Proof:
    """Whether a puzzle has one solution as far as it claims, which is the one it gives.

    A puzzle that claims nothing is held to `place`. Raises `PuzzleError` for one that cannot be set up; `place` is
    where it says that the puzzle is.
    """
    board = board_of(puzzle, place)
    answer = solve_board(board, limit)
    within = f"{place}." if place else ""
    outcome, words = _judge(puzzle, answer, within)
    return Proof(outcome, words, answer)


def _judge(puzzle: Puzzle, answer: Answer, within: str) -> tuple[Outcome, str]:
    if answer.stopped:
        return "stopped", f"{within}position: too many states: stopped after {answer.states:,} without an answer"
    if answer.fewer:
        line = "; ".join(answer.lines(answer.fewer[0])[0]) or "nothing"
        return "fewer tiles", f"{within}use: fewer than {puzzle.use} tiles win: {line}"
    if not answer.solutions:
        return "no solution", f"{within}solution: there is none"
    unique = answer.unique
    if unique is None or (puzzle.unique == "facing" and unique == "place"):
        shown = " | ".join("; ".join(answer.lines(solution)[0]) for solution in answer.solutions[:2])
        return "several", f"{within}unique: {len(answer.solutions)} solutions, such as {shown}"
    if puzzle.solution:
        try:
            given = given_ends(answer.board, within)
        except PuzzleError as error:
            return "wrong solution", str(error)
        if not any(solution.key == given for solution in answer.solutions):
            line = "; ".join(answer.lines(answer.solutions[0])[0])
            return "wrong solution", f"{within}solution: the acts given do not win; these do: {line}"
    return "unique", f"unique by {unique}: {answer.states:,} states, {answer.ends:,} ends"


def given_ends(board: Board, within: str = "") -> frozenset[int]:
    """The ends that the lines of a puzzle's own solution come to.

    Raises `PuzzleError` for a line that cannot be played.
    """
    keys: set[int] = set()
    for number, line in enumerate(board.puzzle.solution):
        place = f"{within}solution[{number}]"
        state = board.start.copy()
        for step, text in enumerate(line):
            try:
                apply(state, parse_action(state, text))
            except ActionError as error:
                raise PuzzleError(f"{place}[{step}]", str(error)) from None
        if not may_end(state, board.solver):
            raise PuzzleError(place, "something is still to be decided after the last act")
        used = tiles_played(state)
        if used != board.puzzle.use and board.puzzle.mode == "exactly":
            raise PuzzleError(place, f"expected {board.puzzle.use} tiles to be used, got {used}")
        keys.add(end_of(board.start, state, board.solver).key)
    return frozenset(keys)


def words_of(start: State, actions: tuple[int, ...]) -> tuple[str, ...]:
    """Actions from a state in words, as records have them."""
    state = start.copy()
    words: list[str] = []
    for action in actions:
        words.append(action_text(state, action))
        apply(state, action)
    return tuple(words)
