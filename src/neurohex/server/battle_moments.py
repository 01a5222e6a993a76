"""The Battle that a request names, and its states."""

from __future__ import annotations

from collections.abc import Sequence

from neurohex.model.game import State
from neurohex.server.moments import ResolvedMoment
from neurohex.server.refusals import Refusal
from neurohex.view import (
    NoBattle,
    battle_of_fight,
    battle_with_states,
    preview_with_states,
    states_of_fight,
)
from neurohex.view.forms import Battle
from neurohex.wire.messages import Code
from neurohex.wire.views import InBattle


def battle_at(at: ResolvedMoment, battle: InBattle, lang: str) -> tuple[Battle, list[State]]:
    """The Battle with its states: before it, after each phase, and at the end. Raises `Refusal`."""
    place = battle.place
    try:
        if place is None and at.attempt is not None and at.attempt.may_fight:
            fought = at.attempt.fight().fight
            return battle_of_fight(fought, lang), states_of_fight(fought)
        if place is None:
            return preview_with_states(at.state, lang)
        if place.until > at.step:
            raise Refusal(Code.MALFORMED, f"battle.place.until: expected 0 to {at.step}, got {place.until}")
        return battle_with_states(at.history()[place.step : place.until], place.number, lang)
    except NoBattle as error:
        raise Refusal(Code.NOT_FOUND, f"battle: {error}") from None


def state_in(states: Sequence[State], over: int | None) -> State:
    """The state after so many phases; None is the end. Raises `Refusal`."""
    phases = len(states) - 2
    if over is None:
        return states[-1]
    if over > phases:
        raise Refusal(Code.MALFORMED, f"battle.over: expected 0 to {phases}, got {over}")
    return states[over]
