"""A legal action for every state, for when a player by program has none.

Whoever asks a built-in bot checks its answer with `checked`: a wrong answer is a fault of ours, which must not
stall a match or lose it. Programs that speak the bot protocol forfeit instead, as docs/bot-protocol.md says.
"""

from __future__ import annotations

from typing import Final

from neurohex.rules.actions import END, PILE
from neurohex.rules.engine import State, default_choice, is_legal, legal_actions

_ACTIONS: Final = range(1 << 31)
"""Numbers that an action can have at all: compiled rules take no larger ones."""


def fallback_action(state: State) -> int:
    """What does as little as the rules allow, in a state in which a player is to decide: the default policy inside a
    Battle, the end of the turn where one may end it, else the first legal action."""
    choice = default_choice(state)
    if choice >= 0:
        return choice
    actions = legal_actions(state)
    return next((action for action in (END, PILE) if action in actions), actions[0])


def checked(state: State, answer: object) -> tuple[int, str]:
    """The action that a bot answered and nothing, or, where that is not legal, a fallback and what was wrong."""
    if isinstance(answer, int) and not isinstance(answer, bool) and answer in _ACTIONS and is_legal(state, answer):
        return answer, ""
    shown = repr(answer)
    return fallback_action(state), f"answered {shown[:60]}, which is no legal action"
