"""Glicko-2, as in Mark Glickman, "Example of the Glicko-2 system" (2022).

    >>> from neurohex.rating import Rating, rate
    >>> ann = rate(Rating(1500, 200, 0.06), [(Rating(1400, 30), 1), (Rating(1550, 100), 0), (Rating(1700, 300), 0)])
    >>> round(ann.rating, 1), round(ann.deviation, 1), round(ann.volatility, 4)
    (1464.1, 151.5, 0.06)

A score is 1 for a win, 0.5 for a draw and 0 for a loss. The steps are those of the paper.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

SCALE: Final = 173.7178
"""Points of a rating for one unit of Glicko-2's own scale."""
CENTRE: Final = 1500.0
MOST_DEVIATION: Final = 350.0
"""The deviation of somebody of whom nothing is known."""
PROVISIONAL: Final = 110.0
"""A rating with a larger deviation says little yet."""
TAU: Final = 0.5
"""How fast volatilities may change: the paper advises 0.3 to 1.2."""
_CLOSE: Final = 1e-6


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong somebody is, and how sure that is: with 95 % within two deviations."""

    rating: float = CENTRE
    deviation: float = MOST_DEVIATION
    volatility: float = 0.06

    @property
    def is_provisional(self) -> bool:
        """Whether it is not sure yet."""
        return self.deviation > PROVISIONAL

    @property
    def _mu(self) -> float:
        return (self.rating - CENTRE) / SCALE

    @property
    def _phi(self) -> float:
        return self.deviation / SCALE


FRESH: Final = Rating()
"""The rating of somebody of whom nothing is known."""


def _g(phi: float) -> float:
    return 1.0 / math.sqrt(1.0 + 3.0 * phi * phi / (math.pi * math.pi))


def expected(player: Rating, opponent: Rating) -> float:
    """The score that a player can expect against an opponent: 0 to 1."""
    return 1.0 / (1.0 + math.exp(-_g(opponent._phi) * (player._mu - opponent._mu)))


def rest(player: Rating, periods: float = 1.0) -> Rating:
    """The rating after some rating periods without a game: less sure, and never less than of somebody unknown."""
    phi = math.sqrt(player._phi**2 + periods * player.volatility**2)
    return replace(player, deviation=min(phi * SCALE, MOST_DEVIATION))


def rate(player: Rating, results: Sequence[tuple[Rating, float]], tau: float = TAU) -> Rating:
    """The rating after the games of one rating period, each the opponent and the score.

    Opponents count with the ratings that they had before the period.
    """
    if not results:
        return rest(player)
    mu, phi = player._mu, player._phi
    information = 0.0
    surplus = 0.0
    for opponent, score in results:
        g, chance = _g(opponent._phi), expected(player, opponent)
        information += g * g * chance * (1.0 - chance)
        surplus += g * (score - chance)
    variance = 1.0 / information
    sigma = _volatility(phi, player.volatility, variance, variance * surplus, tau)
    widened = math.sqrt(phi * phi + sigma * sigma)
    new_phi = 1.0 / math.sqrt(1.0 / (widened * widened) + information)
    new_mu = mu + new_phi * new_phi * surplus
    return Rating(new_mu * SCALE + CENTRE, min(new_phi * SCALE, MOST_DEVIATION), sigma)


def rate_both(first: Rating, second: Rating, score: float, tau: float = TAU) -> tuple[Rating, Rating]:
    """Both ratings after one game that is a rating period of its own; the score is the first one's."""
    return rate(first, [(second, score)], tau), rate(second, [(first, 1.0 - score)], tau)


def _volatility(phi: float, sigma: float, variance: float, delta: float, tau: float) -> float:
    """Step 5 of the paper: the Illinois variant of regula falsi, on the logarithm of the squared volatility."""
    a = math.log(sigma * sigma)

    def f(x: float) -> float:
        power = math.exp(x)
        spread = phi * phi + variance + power
        return power * (delta * delta - spread) / (2.0 * spread * spread) - (x - a) / (tau * tau)

    low = a
    if delta * delta > phi * phi + variance:
        high = math.log(delta * delta - phi * phi - variance)
    else:
        k = 1
        while f(a - k * tau) < 0:
            k += 1
        high = a - k * tau
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _CLOSE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2.0
        high, f_high = middle, f_middle
    return math.exp(low / 2.0)
