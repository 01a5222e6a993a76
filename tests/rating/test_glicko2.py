"""Glicko-2: the worked example of Glickman's paper, and what must hold for every rating."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neurohex.rating import FRESH, Rating, expected, rate, rate_both, rest
from neurohex.rating.glicko2 import MOST_DEVIATION, SCALE

CLOSE = 1e-6
"""For rounding."""
RATINGS = st.builds(Rating, st.floats(100, 3500), st.floats(10, MOST_DEVIATION), st.floats(0.03, 0.12))


def test_the_worked_example_of_the_paper() -> None:
    player = Rating(1500, 200, 0.06)
    results = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    assert [round(expected(player, opponent), 3) for opponent, _ in results] == [0.639, 0.432, 0.303]
    after = rate(player, results, tau=0.5)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_without_games_only_the_deviation_grows() -> None:
    player = Rating(1500, 200, 0.06)
    after = rate(player, [])
    assert (after.rating, after.volatility) == (1500, 0.06)
    assert after.deviation == pytest.approx(SCALE * math.hypot(200 / SCALE, 0.06))
    assert rest(player, 4).deviation == pytest.approx(SCALE * math.hypot(200 / SCALE, 0.12))
    assert rest(FRESH, 1000).deviation == MOST_DEVIATION


def test_a_rating_is_provisional_until_it_is_sure() -> None:
    player, games = FRESH, 0
    while player.is_provisional:
        player, games = rate(player, [(Rating(player.rating, 80), games % 2)]), games + 1
    assert 5 < games < 30


@given(RATINGS, RATINGS)
def test_both_sides_move_apart_after_a_game(first: Rating, second: Rating) -> None:
    won, lost = rate_both(first, second, 1.0)
    assert won.rating >= first.rating - CLOSE
    assert lost.rating <= second.rating + CLOSE
    for before, after in ((first, won), (second, lost)):
        assert 0 < after.deviation <= MOST_DEVIATION
        assert after.deviation <= math.hypot(before.deviation, after.volatility * SCALE) + CLOSE
        assert 0 < after.volatility < 1
    assert rate_both(second, first, 0.0) == (lost, won)


@given(RATINGS, RATINGS)
def test_expectations_are_chances(first: Rating, second: Rating) -> None:
    assert 0 <= expected(first, second) <= 1
    assert (expected(first, second) - 0.5) * (first.rating - second.rating) >= 0  # the stronger one expects more
