"""Fight a Battle on a copy of a state: the one place that previews Battles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from neurohex.model.reading import CAUSE_NUMBERS, STAGES, is_in_battle, starter_of
from neurohex.model.values import Stage
from neurohex.rules.acts import decide
from neurohex.rules.battle import begin_battle
from neurohex.rules.engine import Log, State, default_choice
from neurohex.rules.flow import fight_alone

Chooser = Callable[[State], int]
"""Chooses a legal action in a state that waits for a choice inside a Battle."""


@dataclass(frozen=True, slots=True)
class Fight:
    """One Battle without the rest of the game: no turn follows. Do not modify its states."""

    before: State
    after: State
    log: Log
    """The events."""
    asked: tuple[Stage, ...]
    """The choices inside it, in order."""


def fight(state: State, choose: Chooser = default_choice, *, starter: int | None = None) -> Fight:
    """Fight one Battle on a copy of a state; `choose` makes all choices.

    `starter` begins it; the default is the state's own (R6.9).
    """
    before, after = state.copy(), state.copy()
    log = Log()
    asked = fight_on(after, log, choose, starter)
    return Fight(before, after, log, asked)


def fight_on(
    state: State, log: Log | None, choose: Chooser = default_choice, starter: int | None = None
) -> tuple[Stage, ...]:
    """Like `fight`, but in place; returns the choices in order. A Battle that has begun is fought to its end."""
    asked: list[Stage] = []
    state.adopt()
    state.log = log
    if not is_in_battle(state):
        begin_battle(state, CAUSE_NUMBERS["tile"], starter_of(state) if starter is None else starter)
    while not fight_alone(state):
        asked.append(STAGES[state.stage()])
        decide(state, choose(state))
    state.log = None
    return tuple(asked)
