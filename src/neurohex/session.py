"""A game being played: its state, what was done, taking back, and the record from which it can go on.

A session knows no keyboard and no screen. Tiles are drawn by its dealer as soon as they are to be drawn, so
whoever uses it only ever meets decisions:

    >>> session = Session(Game(("borgo", "moloch")), seed=7)
    >>> player = make_player("random", seed=1)
    >>> while not session.state.is_over():
    ...     events = session.act(player.choose(session.state))
    >>> session.record().complete
    True

What was drawn stays drawn: taking back ends at a draw, at a Battle, at the beginning of a turn and at what another
player has done.
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
"""Stands for a player where a tile was drawn."""

_NO_WAY_BACK: Final = (BattleBegan, TurnBegan, GameOver)


class NothingToUndo(NeurohexError):
    """Nothing was done since the last draw, Battle, beginning of a turn or act of another player."""


@dataclass(frozen=True, slots=True)
class Step:
    """One decision, or one draw, with all that followed by itself."""

    player: int
    """Who decided; `CHANCE` for a draw."""
    action: int
    events: tuple[Event, ...]
    before: State
    """The state in which it was decided; not to be changed."""
    tables: tuple[tuple[int, State], ...] = ()
    """States in the course of Battles, as `Log.tables` has them; not to be changed."""


def take_step(state: State, action: int) -> Step:
    """Carry out a decision or a draw on a state, which changes. Raises `IllegalAction`, with nothing changed."""
    player = CHANCE if is_chance(state) else state.actor()
    before = state.copy()
    log = Log()
    apply(state, action, log)
    return Step(player, action, tuple(log.events), before, tuple(log.tables))


class Course:
    """The course of a game: its state, and the way back as far as there is one.

    The one place that knows what can be taken back. It keeps no more than that: a state for each act that still can.
    """

    def __init__(self, game: Game) -> None:
        """Begin at the first moment of a game."""
        self.state = new_state(game)
        self._last = CHANCE  # who made the last step
        self._before: list[State] = []  # the states before the steps that can be taken back

    def step(self, action: int) -> Step:
        """Carry out a decision or a draw. Raises `IllegalAction`, with nothing changed."""
        step = take_step(self.state, action)
        if step.player != self._last:
            self._before.clear()  # one cannot take back what another player has answered
        self._before.append(step.before)
        if step.player == CHANCE or any(isinstance(event, _NO_WAY_BACK) for event in step.events):
            self._before.clear()
        self._last = step.player
        return step

    def undoable_by(self) -> int | None:
        """The player who can take the last step back; None where nobody can."""
        return self._last if self._before else None

    def previous(self) -> State | None:
        """The state before the step that can be taken back, not to be changed; None where none can."""
        return self._before[-1] if self._before else None

    def undo(self) -> None:
        """Take back the last step: the state is again as it was before. Raises `NothingToUndo`."""
        if not self._before:
            raise NothingToUndo("nothing to take back since the last draw, Battle or act of another player")
        self.state = self._before.pop().copy()


class Session:
    """One game from its first moment on. `state` and `steps` are to be read; `act` and `undo` change them."""

    def __init__(self, game: Game, seed: int, tags: Mapping[str, str] | None = None) -> None:
        """Begin a game. `tags` are what its record notes besides the seed, such as who plays (`Player0`)."""
        self.game: Final = game
        self.seed: Final = seed
        self.tags = {"Seed": str(seed), **(tags or {})}
        self.steps: list[Step] = []
        self._course = Course(game)
        self._dealer = Dealer(game, seed)

    @property
    def state(self) -> State:
        """The game as it stands."""
        return self._course.state

    @classmethod
    def resume(cls, record: Record, seed: int = 0) -> Session:
        """Go on with a recorded game, draws and all; they go on as they would have without the pause.

        `seed` is for a record that names none. Raises `IllegalAction` where the record is not one of this game.
        """
        session = cls(record.game, int(record.tags.get("Seed", str(seed))), record.tags)
        for action in record.actions:
            session._step(action)
        session._draw()  # a record may have been cut off between two draws
        return session

    def act(self, action: int) -> list[Event]:
        """Carry out a decision, and the draws that follow it; what happened, in order.

        Raises `IllegalAction`, with nothing changed.
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
        """The tiles of a player's pile as numbers, the next to be drawn first. Only where the game has open piles
        (`game.open_piles`) is it for players to know."""
        return self._dealer.upcoming(self.state, player)

    def can_undo(self) -> bool:
        """Whether the last decision can be taken back."""
        return self._course.undoable_by() is not None

    def undo(self) -> Step:
        """Take back the last decision: the state is again as it was before. Raises `NothingToUndo`."""
        self._course.undo()
        return self.steps.pop()

    def record(self) -> Record:
        """The game so far, ready to be written."""
        actions = [step.action for step in self.steps]
        return Record(self.game, dict(self.tags), actions, complete=self.state.is_over())
