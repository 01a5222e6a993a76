"""A game being played: its state, what was done, taking back, and the record from which it can go on.

A session knows no keyboard and no screen. Tiles are drawn by its dealer as soon as they are to be drawn, so
whoever uses it only ever meets decisions:

    >>> session = Session(Game(("borgo", "moloch")), seed=7)
    >>> choose = opponent("random", seed=1)
    >>> while not session.state.is_over():
    ...     events = session.act(choose(session.state))
    >>> session.record().complete
    True

What was drawn stays drawn: taking back ends at a draw, at a Battle, at the beginning of a turn and at what another
player has done.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from neurohex.bots.greedy import greedy
from neurohex.notation.record import Dealer, Record
from neurohex.rules.engine import Game, Log, Random, State, apply, fresh_buffer, is_chance, new_state, random_action
from neurohex.rules.events import BATTLE_BEGAN, GAME_OVER, TURN_BEGAN

Event = tuple[int, ...]
Opponent = Callable[[State], int]
"""Chooses one of the legal actions of a state in which its player is to decide."""

CHANCE: Final = -1
"""Stands for a player where a tile was drawn."""

_NO_WAY_BACK: Final = frozenset((BATTLE_BEGAN, TURN_BEGAN, GAME_OVER))


class NothingToUndo(ValueError):
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


class Session:
    """One game from its first moment on. `state` and `steps` are to be read; `act` and `undo` change them."""

    def __init__(self, game: Game, seed: int, tags: Mapping[str, str] | None = None) -> None:
        """Begin a game. `tags` are what its record notes besides the seed, such as who plays (`Player0`)."""
        self.game: Final = game
        self.seed: Final = seed
        self.tags = {"Seed": str(seed), **(tags or {})}
        self.state = new_state(game)
        self.steps: list[Step] = []
        self._dealer = Dealer(game, seed)
        self._fixed = 0  # steps that cannot be taken back

    @classmethod
    def resume(cls, record: Record, seed: int = 0) -> Session:
        """Go on with a recorded game, draws and all; they go on as they would have without the pause.

        `seed` is for a record that names none. Raises `IllegalAction` where the record is not one of this game.
        """
        session = cls(record.game, int(record.tags.get("Seed", str(seed))), record.tags)
        for action in record.actions:
            session._step(CHANCE if is_chance(session.state) else session.state.actor(), action)
        session._draw()  # a record may have been cut off between two draws
        return session

    def act(self, action: int) -> list[Event]:
        """Carry out a decision, and the draws that follow it; what happened, in order.

        Raises `IllegalAction`, with nothing changed.
        """
        first = len(self.steps)
        self._step(self.state.actor(), action)
        self._draw()
        return [event for step in self.steps[first:] for event in step.events]

    def _draw(self) -> None:
        while is_chance(self.state):
            self._step(CHANCE, self._dealer.draw(self.state))

    def _step(self, player: int, action: int) -> None:
        before = self.state.copy()
        log = Log()
        apply(self.state, action, log)
        if self.steps and self.steps[-1].player != player:
            self._fixed = len(self.steps)  # one cannot take back what another player has answered
        self.steps.append(Step(player, action, tuple(log.events), before))
        if player == CHANCE or any(event[0] in _NO_WAY_BACK for event in log.events):
            self._fixed = len(self.steps)

    def upcoming(self, player: int) -> tuple[int, ...]:
        """The tiles of a player's pile as numbers, the next to be drawn first. Only where the game has open piles
        (`game.open_piles`) is it for players to know."""
        return self._dealer.upcoming(self.state, player)

    def can_undo(self) -> bool:
        """Whether the last decision can be taken back."""
        return len(self.steps) > self._fixed

    def undo(self) -> Step:
        """Take back the last decision: the state is again as it was before. Raises `NothingToUndo`."""
        if not self.can_undo():
            raise NothingToUndo("nothing to take back since the last draw, Battle or act of another player")
        step = self.steps.pop()
        self.state = step.before.copy()
        return step

    def record(self) -> Record:
        """The game so far, ready to be written."""
        actions = [step.action for step in self.steps]
        return Record(self.game, dict(self.tags), actions, complete=self.state.is_over())


# --- players by program ---------------------------------------------------------------------------
def _random(seed: int) -> Opponent:
    buffer = fresh_buffer()

    def choose(st: State) -> int:
        # From the state and the seed alone, so that a game goes on after a pause as it would have without.
        return int(random_action(st, Random(seed ^ st.key()), buffer))

    return choose


def _greedy(seed: int) -> Opponent:
    def choose(st: State) -> int:
        return greedy(st, Random(seed ^ st.key()))

    return choose


OPPONENTS: Final[dict[str, Callable[[int], Opponent]]] = {"random": _random, "greedy": _greedy}
"""Players by program: each makes, from a seed, a function from a state to one of its legal actions.

What they choose must follow from the seed and the state, so that a saved game goes on as it would have.
"""


def opponent(name: str, seed: int) -> Opponent:
    """The player by program of that name. Raises `KeyError` where there is none."""
    return OPPONENTS[name](seed)
