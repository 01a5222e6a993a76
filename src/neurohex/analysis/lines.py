"""Plans as actions that can be played one after another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from neurohex.model.reading import stage_of
from neurohex.rules.engine import State, apply, default_choice, is_chance, is_legal, legal_actions

_ANSWERS: Final = ("medic", "pushed", "shared", "point")
"""Choices that an act can wait for; plans leave those of others out."""


def whole_line(state: State, line: Sequence[int]) -> tuple[int, ...]:
    """A plan with the default choices of other players, and those of the Battle it leads to, so that all of it can be
    played. Ends early at an action that is not legal there."""
    after, whole = state.copy(), []

    def take(action: int) -> None:
        apply(after, action)
        whole.append(action)

    for action in line:
        while not after.is_over() and not is_legal(after, action) and (answer := _answer(after)) is not None:
            take(answer)
        if after.is_over() or not is_legal(after, action):
            return tuple(whole)
        take(action)
    while (answer := _answer(after)) is not None:
        take(answer)
    return tuple(whole)


def _answer(state: State) -> int | None:
    """The default choice where an act or a Battle waits for one."""
    if state.is_over() or is_chance(state):
        return None
    choice = default_choice(state)
    if choice >= 0:
        return choice
    return legal_actions(state)[0] if stage_of(state) in _ANSWERS else None
