"""The public `Thought`: a bot's opinion of an action."""

from __future__ import annotations

from dataclasses import dataclass

from neurohex.api.action import Action
from neurohex.model.outlook import Reason
from neurohex.rules.engine import Game as RulesGame
from neurohex.rules.engine import State as RulesState
from neurohex.rules.engine import is_legal, play


@dataclass(frozen=True, slots=True)
class Thought:
    """A bot's opinion of one action, from `Bot.thoughts`."""

    action: Action
    chance: float
    """Chance to win with the best plan that begins with the action, 0 to 1."""
    tries: int
    """How often the bot tried that plan; 0 if it only judged it at first sight."""
    line: tuple[Action, ...]
    """The plan: the bot's actions to the end of the turn, this one first."""
    reasons: tuple[Reason, ...]
    """What the plan gains and what it must fear."""
    _game: RulesGame

    def why(self, lang: str = "en") -> list[str]:
        """The reasons as sentences, `+` before a gain and `−` before a fear; in English or Polish (`pl`)."""
        from neurohex.explain import reason_lines

        return [f"{'+' if line.is_gain else '−'} {line.text}" for line in reason_lines(self._game, self.reasons, lang)]


def plan_actions(state: RulesState, line: tuple[int, ...]) -> tuple[Action, ...]:
    """The actions of a plan, each in its own state, as far as nobody else has to choose before the next."""
    actions: list[Action] = []
    then = state
    for number in line:
        if then.is_over() or not is_legal(then, number):
            break
        actions.append(Action(then, number))
        then = then.copy()
        play(then, number)
    return tuple(actions)
