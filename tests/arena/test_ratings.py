"""Ratings compared with known answers."""

from __future__ import annotations

import math

import pytest

from neurohex.arena.ratings import ELO, Rating, ratings, share_interval


def of_two(won: float, lost: float) -> dict[str, Rating]:
    return ratings([((("a",), ("b",)), (won, lost))])


def test_three_of_four_is_191_points() -> None:
    rated = of_two(75_000, 25_000)
    assert rated["a"].value - rated["b"].value == pytest.approx(400 * math.log10(3), abs=0.01)
    assert rated["a"].value == -rated["b"].value


def test_the_interval_is_that_of_the_binomial() -> None:
    rated = of_two(3000, 1000)
    error = 1 / math.sqrt(4000 * 0.75 * 0.25) * ELO  # standard error of the difference
    assert 2 * rated["a"].margin == pytest.approx(1.959964 * error, rel=0.001)


def test_a_hundred_to_nothing_is_finite_and_unsure() -> None:
    rated = of_two(100, 0)
    assert 300 < rated["a"].value < 700
    assert rated["a"].margin > 100
    assert of_two(1000, 0)["a"].value > rated["a"].value


def test_even_is_nought_and_draws_are_half_wins() -> None:
    assert of_two(10, 10)["a"].value == pytest.approx(0)
    one = ratings([((("a",), ("b",)), (1, 0)), ((("b",), ("a",)), (0.5, 0.5))])
    assert one == of_two(1.5, 0.5)


def test_three_by_their_pairs() -> None:
    strength = {"a": 1.0, "b": 0.25, "c": -0.5}
    games = []
    for one, two in (("a", "b"), ("b", "c"), ("c", "a")):
        chance = 1 / (1 + math.exp(strength[two] - strength[one]))
        games.append((((one,), (two,)), (1e6 * chance, 1e6 * (1 - chance))))
    rated = ratings(games)
    assert list(rated) == ["a", "b", "c"]
    mean = sum(strength.values()) / 3
    for name, value in strength.items():
        assert rated[name].value == pytest.approx((value - mean) * ELO, abs=0.05)


def test_games_of_three_are_shares_of_their_strengths() -> None:
    rated = ratings([((("a",), ("b",), ("c",)), (6e6, 3e6, 1e6))])
    assert rated["a"].value - rated["b"].value == pytest.approx(ELO * math.log(2), abs=0.01)
    assert rated["b"].value - rated["c"].value == pytest.approx(ELO * math.log(3), abs=0.01)


def test_a_team_is_as_strong_as_its_members_together() -> None:
    rated = ratings([((("a", "b"), ("c", "d")), (8e6, 2e6)), ((("a", "c"), ("b", "d")), (5e6, 5e6))])
    assert rated["a"].value == pytest.approx(rated["b"].value + rated["c"].value - rated["d"].value, abs=0.1)
    total = rated["a"].value + rated["b"].value - rated["c"].value - rated["d"].value
    assert total == pytest.approx(ELO * math.log(4), abs=0.1)


def test_games_against_oneself_do_not_count() -> None:
    alone = ratings([((("a",), ("a",)), (70, 30))])
    assert alone["a"].value == 0
    both = ratings([((("a",), ("b",)), (7, 3)), ((("a",), ("a",)), (70, 30))])
    assert both["a"].value == pytest.approx(of_two(7, 3)["a"].value)


def test_bots_that_never_met_are_rated() -> None:
    rated = ratings([((("a",), ("b",)), (9, 1)), ((("c",), ("d",)), (9, 1))])
    assert rated["a"].value == pytest.approx(rated["c"].value)
    assert rated["a"].value > 0 > rated["b"].value


def test_nothing_from_nothing() -> None:
    assert ratings([]) == {}


def test_share_intervals() -> None:
    assert share_interval(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=0.0001)
    assert share_interval(0.0, 10)[0] == 0
    assert share_interval(1.0, 10) == pytest.approx((0.7225, 1.0), abs=0.0001)
    assert share_interval(0.0, 0) == (0.0, 1.0)
