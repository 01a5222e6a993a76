"""A puzzle being played: acts, undo, the opponent's answers, the Battle and its verdict."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from neurohex.bots.ends import TooManyStates, is_act, may_end, tiles_played
from neurohex.events import Event
from neurohex.model import Fight, fight
from neurohex.notation.action import action_text, parse_action
from neurohex.notation.errors import ActionError
from neurohex.puzzles.form import Board, DamageGoal, Puzzle, SurviveGoal, UnitGoal, board_of
from neurohex.puzzles.solver import can_win, search_for
from neurohex.rules.engine import IllegalAction, Log, State, apply, legal_actions

REPLY_LIMIT: Final = 400_000
"""Limit of states that `Attempt.reply` searches for each of the opponent's choices."""

Reason = Literal["solved", "hq stands", "own hq fell", "too little damage", "unit stands"]
"""Why an attempt failed, or `solved`."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of an attempt."""

    solved: bool
    reason: Reason
    fight: Fight
    """The Battle: the states before and after it, and its log. Both players made their best choices in it: the opponent
    foils the solver wherever possible."""
    damage: int
    """Points that the hostile HQ has lost since the start."""

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened in the Battle, in order."""
        return tuple(self.fight.log.events)


@dataclass(frozen=True, slots=True)
class _Step:
    before: State
    action: int
    words: str
    by_solver: bool


class Attempt:
    """A puzzle on the table. The state is always before the Battle: `fight` looks ahead and changes nothing.

    >>> from neurohex.puzzles import Attempt, Puzzle, UnitGoal
    >>> attempt = Attempt(Puzzle(
    ...     id="first", position="borgo* moloch | A1=0.HQ E3=1.HQ C3=1.Blocker", hand=("Claws",), use=1,
    ...     goal=UnitGoal(hex="C3", tile="Blocker")))
    >>> attempt.may_fight, attempt.tiles_left
    (False, 1)
    >>> events = attempt.act("place Claws C4 facing N")
    >>> attempt.may_fight, attempt.fight().reason
    (True, 'unit stands')
    >>> attempt.undo()
    'place Claws C4 facing N'
    """

    def __init__(self, puzzle: Puzzle) -> None:
        """Set a puzzle up. Raises `PuzzleError`."""
        self.board: Final[Board] = board_of(puzzle)
        self._now = self.board.start.copy()
        self._steps: list[_Step] = []

    # --- what there is ---
    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
        return self.board.puzzle

    @property
    def state(self) -> State:
        """The table as it is now, as a copy of the caller's own."""
        return self._now.copy()

    @property
    def to_play(self) -> int:
        """The player to decide: the solver, or the opponent about a pushed unit or a Medic."""
        return self._now.actor()

    @property
    def waits_for_opponent(self) -> bool:
        """Whether the opponent must choose first. `reply` gives a choice."""
        return self.to_play != self.board.solver

    @property
    def tiles_used(self) -> int:
        """Tiles of the hand played so far."""
        return tiles_played(self._now)

    @property
    def tiles_left(self) -> int:
        """Tiles that may still be played."""
        return self.puzzle.use - self.tiles_used

    @property
    def may_fight(self) -> bool:
        """Whether the Battle may begin: nothing is pending, and the required number of tiles is used."""
        enough = self.puzzle.mode == "at most" or self.tiles_left == 0
        return enough and may_end(self._now, self.board.solver)

    @property
    def lines(self) -> tuple[str, ...]:
        """All actions so far, in words, including the opponent's choices."""
        return tuple(step.words for step in self._steps)

    @property
    def actions(self) -> tuple[int, ...]:
        """The same as numbers."""
        return tuple(step.action for step in self._steps)

    # --- playing ---
    def legal(self) -> list[int]:
        """The legal acts of the player to decide."""
        now = self._now
        return [action for action in dict.fromkeys(legal_actions(now)) if is_act(now, action)]

    def act(self, action: int | str) -> tuple[Event, ...]:
        """Carry out an action, by number or in words. Gives its events. Raises `IllegalAction` and changes nothing."""
        number = self._number(action)
        before = self._now.copy()
        log = Log()
        apply(self._now, number, log)
        words = action_text(before, number)
        self._steps.append(_Step(before, number, words, before.actor() == self.board.solver))
        return tuple(log.events)

    def _number(self, action: int | str) -> int:
        if isinstance(action, str):
            try:
                number = parse_action(self._now, action)
            except ActionError as error:
                raise IllegalAction(str(error)) from None
        else:
            number = action
        if number not in self.legal():
            said = action if isinstance(action, str) else f"action {action}"
            raise IllegalAction(f"{said}: not an act of this puzzle now")
        return number

    def undo(self) -> str | None:
        """Undo the solver's last action and the opponent's answers to it. Gives its words, or None at the start."""
        while self._steps:
            step = self._steps.pop()
            self._now = step.before.copy()
            if step.by_solver:
                return step.words
        return None

    def reset(self) -> None:
        """Start again."""
        self._steps.clear()
        self._now = self.board.start.copy()

    def reply(self, limit: int = REPLY_LIMIT) -> int:
        """The opponent's best choice: one after which the puzzle cannot be solved, where there is one.

        Where looking for it would take more than `limit` states, and where every choice loses, it is the first one.
        """
        choices = self.legal()
        for choice in choices:
            after = self._now.copy()
            apply(after, choice)
            try:
                if not can_win(self.board, after, limit):
                    return choice
            except TooManyStates:
                continue
        return choices[0]

    # --- the Battle ---
    def fight(self) -> Verdict:
        """Fight the Battle on a copy, and judge. Raises `IllegalAction` if it may not begin yet."""
        if not self.may_fight:
            raise IllegalAction(self._why_not())
        return judge(self.board, self._now)

    def _why_not(self) -> str:
        if not may_end(self._now, self.board.solver):
            return "something is still to be decided before the Battle"
        return f"{self.tiles_left} more of the tiles in hand must be used before the Battle"


def judge(board: Board, end: State) -> Verdict:
    """Fight the Battle after an end, with the best choices of both sides, and judge it."""
    fought = fight(end, search_for(board).best_choice, starter=board.solver)
    after = fought.after
    own, hostile = after.hq(board.solver), after.hq(board.opponent)
    goal = board.puzzle.goal
    search = search_for(board)
    solved = search.worth(end) > 0
    reason: Reason = "solved"
    if not solved:
        if isinstance(goal, UnitGoal):
            reason = "unit stands"
        elif isinstance(goal, DamageGoal):
            reason = "too little damage"
        elif isinstance(goal, SurviveGoal) or own == 0:
            reason = "own hq fell"
        else:
            reason = "hq stands"
    return Verdict(solved, reason, fought, board.points - hostile)
