"""A running game: its state, its steps, undo, and the record that can resume it.

A session has no input or output. Its dealer makes every draw at once, so callers only see decisions:

    >>> from neurohex.players import make_player
    >>> session = Session(Game(("borgo", "moloch")), seed=7)
    >>> player = make_player("random", seed=1)
    >>> while not session.state.is_over():
    ...     events = session.act(player.choose(session.state))
    >>> session.record().complete
    True

Undo stops at a draw, a Battle, the start of a turn and another player's act.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from neurohex.errors import NeurohexError
from neurohex.events import BattleBegan, Event, GameOver, TurnBegan
from neurohex.notation.record import Dealer, Record
from neurohex.rules.engine import Game, Log, State, apply, is_chance, new_state

CHANCE: Final = -1
"""The `player` of a draw."""

_NO_WAY_BACK: Final = (BattleBegan, TurnBegan, GameOver)


class NothingToUndo(NeurohexError):
    """No undoable decision since the last draw, Battle, start of a turn or act of another player."""


@dataclass(frozen=True, slots=True)
class Step:
    """One decision or draw, with everything that followed automatically."""

    player: int
    """The deciding player; `CHANCE` for a draw."""
    action: int
    events: tuple[Event, ...]
    before: State
    """The state before it; do not modify."""
    tables: tuple[tuple[int, State], ...] = ()
    """States during Battles, from `Log.tables`; do not modify."""


def take_step(state: State, action: int) -> Step:
    """Apply a decision or a draw to `state`, in place. Raises `IllegalAction` and then changes nothing."""
    player = CHANCE if is_chance(state) else state.actor()
    before = state.copy()
    log = Log()
    apply(state, action, log)
    return Step(player, action, tuple(log.events), before, tuple(log.tables))


class Course:
    """A game's state with its undo history.

    The one place that decides what can be taken back. It keeps one state for each undoable step.
    """

    def __init__(self, game: Game) -> None:
        """Start at the initial state of a game."""
        self.state = new_state(game)
        self._last = CHANCE  # player of the last step
        self._before: list[State] = []  # states before the undoable steps

    def step(self, action: int) -> Step:
        """Apply a decision or a draw. Raises `IllegalAction` and then changes nothing."""
        step = take_step(self.state, action)
        if step.player != self._last:
            self._before.clear()  # a player cannot take back what another has answered
        self._before.append(step.before)
        if step.player == CHANCE or any(isinstance(event, _NO_WAY_BACK) for event in step.events):
            self._before.clear()
        self._last = step.player
        return step

    def copy(self) -> Course:
        """An independent copy."""
        made = Course.__new__(Course)
        made.state, made._last, made._before = self.state.copy(), self._last, list(self._before)
        return made

    def undoable_by(self) -> int | None:
        """The player who can take back the last step, or None."""
        return self._last if self._before else None

    def previous(self) -> State | None:
        """The state before the last undoable step (do not modify), or None."""
        return self._before[-1] if self._before else None

    def undo(self) -> None:
        """Take back the last step. Raises `NothingToUndo`."""
        if not self._before:
            raise NothingToUndo("nothing to take back since the last draw, Battle or act of another player")
        self.state = self._before.pop().copy()


class Session:
    """One game from its start. Read `state` and `steps`; change them with `act` and `undo`."""

    def __init__(self, game: Game, seed: int, tags: Mapping[str, str] | None = None) -> None:
        """Start a game. `tags` go into its record besides the seed, such as the players' names (`Player0`)."""
        self.game: Final = game
        self.seed: Final = seed
        self.tags = {"Seed": str(seed), **(tags or {})}
        self.steps: list[Step] = []
        self._course = Course(game)
        self._dealer = Dealer(game, seed)

    @property
    def state(self) -> State:
        """The current state."""
        return self._course.state

    @classmethod
    def resume(cls, record: Record, seed: int = 0) -> Session:
        """Continue a recorded game. Further draws are the same as without the interruption.

        `seed` is for a record that names none. Raises `IllegalAction` if the record does not fit its game.
        """
        session = cls(record.game, int(record.tags.get("Seed", str(seed))), record.tags)
        for action in record.actions:
            session._step(action)
        session._draw()  # the record may end between two draws
        return session

    def act(self, action: int) -> list[Event]:
        """Apply a decision and the draws that follow; return the events in order.

        Raises `IllegalAction` and then changes nothing.
        """
        first = len(self.steps)
        self._step(action)
        self._draw()
        return [event for step in self.steps[first:] for event in step.events]

    def _draw(self) -> None:
        while is_chance(self.state):
            self._step(self._dealer.draw(self.state))

    def _step(self, action: int) -> None:
        self.steps.append(self._course.step(action))

    def upcoming(self, player: int) -> tuple[int, ...]:
        """The tile numbers of a player's pile in drawing order. Players may know them only in a game with open piles
        (`game.open_piles`)."""
        return self._dealer.upcoming(self.state, player)

    def can_undo(self) -> bool:
        """Whether the last decision can be taken back."""
        return self._course.undoable_by() is not None

    def undo(self) -> Step:
        """Take back the last decision. Raises `NothingToUndo`."""
        self._course.undo()
        return self.steps.pop()

    def record(self) -> Record:
        """The record of the game so far."""
        actions = [step.action for step in self.steps]
        return Record(self.game, dict(self.tags), actions, complete=self.state.is_over())
