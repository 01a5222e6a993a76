"""A legal action for every state, for a bot that returns none.

Check the answer of a built-in bot with `checked`: an illegal one is our bug, which must not stall a match or lose it.
Programs that speak the bot protocol forfeit instead (docs/bot-protocol.md).
"""

from __future__ import annotations

from typing import Final

from neurohex.rules.actions import END, PILE
from neurohex.rules.engine import State, default_choice, is_legal, legal_actions

_ACTIONS: Final = range(1 << 31)
"""The range of action numbers: compiled rules accept no larger ones."""


def fallback_action(state: State) -> int:
    """The legal action that does least, in a state where a player is to decide: the default policy inside a Battle, the
    end of the turn if it may end, else the first legal action."""
    choice = default_choice(state)
    if choice >= 0:
        return choice
    actions = legal_actions(state)
    return next((action for action in (END, PILE) if action in actions), actions[0])


def checked(state: State, answer: object) -> tuple[int, str]:
    """Return a bot's action and an empty text, or, if it is illegal, a fallback and what was wrong."""
    if isinstance(answer, int) and not isinstance(answer, bool) and answer in _ACTIONS and is_legal(state, answer):
        return answer, ""
    shown = repr(answer)
    return fallback_action(state), f"answered {shown[:60]}, which is no legal action"
