"""Strength from results, by the model of Bradley and Terry.

Each name has a strength, and each side of a game the sum of its names' strengths. The chance of a side to win is its
share of exp(strength) among all sides: for two sides the model of Bradley and Terry, for more its usual extension
(Luce). A game is one point; a draw gives each drawing side its part of it, for two half a win each.

Strengths are those under which the results are most likely, given that, before any game, strengths lie about their
mean with a spread of `SPREAD` points. That is little against some dozens of games, and keeps the strength of somebody
who has won them all finite. They are told on the scale of Elo (100 points more win 64 of 100 games), the mean of all
being 0.

Intervals (95 of 100) come from the Fisher information: the curvature of the likelihood at its top, prior among it.
Games count as independent there. Legs of one meeting are not: they share their shuffle, and its luck falls on each
side in turn and cancels, so that the intervals are a little too wide rather than too narrow. A bootstrap over meetings
would use that, but it tells nothing where somebody has won every game, which is common among bots; this does.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

ELO: Final = 400 / math.log(10)
"""Points of Elo that are one unit of strength."""
SPREAD: Final = 400.0
_Z: Final = 1.959964
"""Standard deviations on each side of the mean that 95 of 100 cases are within."""
_MOST_STEPS: Final = 100
_CLOSE: Final = 1e-10

Side = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rating:
    """A strength on the scale of Elo, and how far above and below it may well be."""

    value: float
    margin: float

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.value - self.margin

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self.value + self.margin

    def times(self, factor: float) -> Rating:
        """The same on another scale."""
        return Rating(self.value * factor, self.margin * factor)


def ratings(games: Iterable[tuple[Sequence[Side], Sequence[float]]]) -> dict[str, Rating]:
    """The rating of every name in some games, the strongest first.

    A game is its sides, and each one's share of the point. One in which all sides are alike tells nothing of strength,
    and changes nothing.
    """
    summed: dict[tuple[Side, ...], NDArray[np.float64]] = {}
    for sides, shares in games:
        key = tuple(sides)
        summed[key] = summed.get(key, np.zeros(len(key))) + np.asarray(shares, dtype=np.float64)
    names = sorted({name for sides in summed for side in sides for name in side})
    if not names:
        return {}
    design = [(_matrix(sides, names), points) for sides, points in summed.items()]
    strength, covariance = _most_likely(design, len(names))
    centred = np.eye(len(names)) - 1 / len(names)
    values = centred @ strength * ELO
    margins = np.sqrt(np.diag(centred @ covariance @ centred)) * ELO * _Z
    rated = {name: Rating(float(values[i]), float(margins[i])) for i, name in enumerate(names)}
    return dict(sorted(rated.items(), key=lambda item: -item[1].value))


def _matrix(sides: Sequence[Side], names: Sequence[str]) -> NDArray[np.float64]:
    """How often each name stands on each side."""
    return np.array([[float(side.count(name)) for name in names] for side in sides])


def _most_likely(
    design: list[tuple[NDArray[np.float64], NDArray[np.float64]]], names: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The strengths under which the results are most likely, and their covariance. Newton's method: the likelihood
    with its prior is strictly concave, so there is one top, and it is found from anywhere."""
    prior = (ELO / SPREAD) ** 2
    strength: NDArray[np.float64] = np.zeros(names)
    for _ in range(_MOST_STEPS):
        slope = -prior * strength
        information = prior * np.eye(names)
        for matrix, points in design:
            chances = _chances(matrix @ strength)
            slope += matrix.T @ (points - points.sum() * chances)
            information += points.sum() * matrix.T @ (np.diag(chances) - np.outer(chances, chances)) @ matrix
        step = np.linalg.solve(information, slope)
        # never more than a little at once: far from the top the curve is flat, and a full step would leap past it
        strength = strength + step * min(1.0, 1.0 / max(float(np.abs(step).max()), _CLOSE))
        if float(np.abs(step).max()) < _CLOSE:
            break
    return strength, np.asarray(np.linalg.inv(information), dtype=np.float64)


def _chances(strengths: NDArray[np.float64]) -> NDArray[np.float64]:
    grown = np.exp(strengths - strengths.max())
    return np.asarray(grown / grown.sum(), dtype=np.float64)


def expected_share(points: float) -> float:
    """What somebody so many Elo points above another wins against them."""
    return 1 / (1 + math.exp(-points / ELO))


def share_interval(share: float, games: float) -> tuple[float, float]:
    """Between what the true share lies in 95 of 100 cases (Wilson), where `share` of so many games was won."""
    if games <= 0:
        return 0.0, 1.0
    middle = (share + _Z**2 / (2 * games)) / (1 + _Z**2 / games)
    margin = _Z / (1 + _Z**2 / games) * math.sqrt(share * (1 - share) / games + _Z**2 / (4 * games**2))
    return max(0.0, middle - margin), min(1.0, middle + margin)
