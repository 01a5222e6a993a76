"""A legal action for whatever a bot answers, in every kind of decision."""

from __future__ import annotations

import math
from typing import Any

import pytest

from neurohex.notation.record import Dealer
from neurohex.players.check import moments_of_every_kind
from neurohex.players.fallback import checked, fallback_action
from neurohex.rules.engine import Game, State, apply, default_choice, is_chance, legal_actions, new_state

MOMENTS = moments_of_every_kind()
RUBBISH: list[Any] = [-1, 2**31, 2**64, -(2**200), 10**6, None, "1", b"1", 1.0, math.nan, True, False, [], {}, object()]


@pytest.mark.parametrize("stage", MOMENTS)
def test_rubbish_is_replaced_by_a_legal_action_in_every_stage(stage: int) -> None:
    state = MOMENTS[stage]
    before = state.to_bytes()
    for answer in RUBBISH:
        action, wrong = checked(state, answer)
        assert action in legal_actions(state)
        assert wrong.startswith("answered ")
        assert wrong.endswith(", which is no legal action")
        assert "\n" not in wrong
        assert len(wrong) < 120
    assert state.to_bytes() == before


@pytest.mark.parametrize("stage", MOMENTS)
def test_every_legal_answer_is_accepted(stage: int) -> None:
    for action in legal_actions(MOMENTS[stage]):
        assert checked(MOMENTS[stage], action) == (action, "")


@pytest.mark.parametrize("stage", MOMENTS)
def test_choices_inside_a_battle_follow_the_default_policy(stage: int) -> None:
    state = MOMENTS[stage]
    if default_choice(state) >= 0:
        assert fallback_action(state) == default_choice(state)


def test_some_moments_are_inside_a_battle() -> None:
    assert sum(default_choice(state) >= 0 for state in MOMENTS.values()) >= 3


@pytest.mark.parametrize(
    "game",
    [
        Game(("borgo", "moloch")),
        Game(("vegas", "doomsday")),
        Game(("borgo", "moloch", "outpost", "hegemony")),
        Game(("smart", "outpost"), board="duel"),
    ],
    ids=lambda game: "-".join(game.armies),
)
def test_a_game_of_fallbacks_ends(game: Game) -> None:
    state: State = new_state(game)
    dealer = Dealer(game, 5)
    for _ in range(5000):
        if state.is_over():
            break
        apply(state, dealer.draw(state) if is_chance(state) else checked(state, None)[0])
    assert state.is_over()
