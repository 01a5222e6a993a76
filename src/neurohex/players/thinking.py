"""Searching players with a budget of positions or time, on one or several cores, and their analysis."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Final

from neurohex.bots.plans import Budget, Plan
from neurohex.bots.search import WIDTH, Search
from neurohex.bots.trials import HORIZON
from neurohex.model.outlook import Reason, reasons_for
from neurohex.notation.action import action_text
from neurohex.players.chances import Chances, log_odds, phase_of
from neurohex.players.helpers import HelperPool, network_of
from neurohex.rules.engine import State, legal_actions, play

DEFAULT_SECONDS: Final = 1.0


@dataclass(frozen=True, slots=True)
class Thought:
    """The analysis of one action."""

    action: int
    chance: float
    """Chance to win, 0 to 1, with the best plan that begins with this action; calibrated in games of two."""
    tries: int
    """How often that plan was tried; 0 if it was only evaluated statically."""
    line: tuple[int, ...]
    """The plan: actions to the end of the turn, this one first."""
    reasons: tuple[Reason, ...]
    """What the plan gains and what it fears."""


class Searching(ABC):
    """A player that searches; subclasses set the budget."""

    def __init__(self, seed: int, *, cores: int = 1, width: int = 0, horizon: int = 0, judge: str = "hand") -> None:
        """`judge`: `hand` or `learned`, the evaluation at the ends of trials. A 0 stands for the default."""
        self.thought = 0.0
        self._width = width or WIDTH
        self._horizon = horizon or HORIZON
        self._search = Search(seed, self._width, self._horizon, network_of(judge))
        self._helpers = HelperPool(cores - 1, seed, self._width, self._horizon, judge)

    @property
    def nodes(self) -> int:
        """Positions searched so far, on all cores."""
        return self._search.nodes() + self._helpers.nodes

    def choose(self, state: State) -> int:
        """Choose a legal action. Precondition: the player's side is to decide. Does not change the state."""
        start = perf_counter()
        actions = legal_actions(state)
        action = actions[0]
        if len(actions) > 1:
            self._think(state)
            action = self._search.best().actions[0]
        self._search.follow(state, action)
        self.thought += perf_counter() - start
        return action

    def consider(self, state: State) -> list[Thought]:
        """Analyse the actions of a state where a player must decide. The best action is first."""
        before = self.nodes
        self._think(state)
        return thoughts(self._search, state, self.nodes - before)

    def close(self) -> None:
        """End the helper processes."""
        self._helpers.close()

    @abstractmethod
    def _budget(self) -> tuple[int, float]:
        """Positions and seconds per decision; 0 for no limit."""

    def _think(self, state: State) -> None:
        nodes, seconds = self._budget()
        self._helpers.ask(state, nodes, seconds)
        self._search.think(state, Budget(nodes, seconds))
        for actions, tries, total in self._helpers.answers():
            self._search.add(actions, tries, total)


class NodeSearch(Searching):
    """Searches a fixed number of positions per decision and core. Deterministic for a seed, on every machine."""

    def __init__(
        self, seed: int, budget: int, *, cores: int = 1, width: int = 0, horizon: int = 0, judge: str = "hand"
    ) -> None:
        super().__init__(seed, cores=cores, width=width, horizon=horizon, judge=judge)
        self._nodes_each = budget

    def _budget(self) -> tuple[int, float]:
        return self._nodes_each, 0.0


class ClockedSearch(Searching):
    """Searches for a fixed time per decision. `seconds` may be changed between decisions."""

    def __init__(
        self, seed: int, seconds: float, *, cores: int = 1, width: int = 0, horizon: int = 0, judge: str = "hand"
    ) -> None:
        super().__init__(seed, cores=cores, width=width, horizon=horizon, judge=judge)
        self.seconds = seconds

    def _budget(self) -> tuple[int, float]:
        return 0, self.seconds


def thoughts(search: Search, state: State, nodes: int) -> list[Thought]:
    """The analysis of each first action of a search of a state with so many positions: the chosen one, then by tries
    and chance."""
    best: dict[int, Plan] = {}
    for plan in search.plans:
        first = plan.actions[0]
        if first not in best or _rank(plan) > _rank(best[first]):
            best[first] = plan
    found = [
        Thought(
            first,
            chance_to_win(plan, state, nodes),
            int(plan.tries),
            tuple(plan.actions),
            reasons_for(state, plan.actions),
        )
        for first, plan in best.items()
    ]
    return sorted(found, key=lambda thought: (-thought.tries, -thought.chance, thought.action))


def chance_to_win(plan: Plan, state: State, nodes: int) -> float:
    """The calibrated chance of a plan that a search of a state with so many positions has tried.

    Certain for a plan that ends the game; not calibrated in games of more than two.
    """
    if plan.state.is_over() or int(state.game.players) != 2:
        return plan.mean()
    return Chances.load().of(log_odds(plan.mean()), phase_of(state), nodes)


def line_words(state: State, line: Sequence[int], said: Callable[[State, int], str] = action_text) -> list[str]:
    """A plan in words, by the notation or by `said`. `state` is the state that was searched."""
    then = state.copy()
    words: list[str] = []
    for action in line:
        if action not in legal_actions(then):  # another player must choose first
            break
        words.append(said(then, action))
        play(then, action)
    return words


def _rank(plan: Plan) -> tuple[int, float]:
    return int(plan.tries), plan.mean()
