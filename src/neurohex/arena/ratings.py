"""Bradley–Terry ratings from results.

Each name has a strength; the strength of a side is the sum of its names. A side wins with probability proportional to
exp(strength): Bradley–Terry for two sides, its usual extension (Luce) for more. A game is worth one point; drawing
sides share it.

Strengths are the maximum a posteriori estimate under a normal prior with a standard deviation of `SPREAD` points. The
prior is weak against a few dozen games, and keeps the strength of an unbeaten player finite. Ratings are on the Elo
scale (100 points more win 64 of 100 games) with mean 0.

95% intervals come from the Fisher information at the maximum, prior included. It treats games as independent. Legs of
one meeting share a shuffle whose luck cancels out, so the intervals are slightly too wide, not too narrow. A bootstrap
over meetings would be tighter, but says nothing about players who won every game, which are common among bots.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

ELO: Final = 400 / math.log(10)
"""Elo points per unit of strength."""
SPREAD: Final = 400.0
_Z: Final = 1.959964
"""Standard deviations of a two-sided 95% interval."""
_MOST_STEPS: Final = 100
_CLOSE: Final = 1e-10

Side = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rating:
    """An Elo rating and the half width of its 95% interval."""

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
        """The rating on another scale."""
        return Rating(self.value * factor, self.margin * factor)


def ratings(games: Iterable[tuple[Sequence[Side], Sequence[float]]]) -> dict[str, Rating]:
    """Rate every name in the games, strongest first.

    A game is its sides and each side's share of the point. A game between identical sides carries no information and
    changes nothing.
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
    """Count of each name on each side."""
    return np.array([[float(side.count(name)) for name in names] for side in sides])


def _most_likely(
    design: list[tuple[NDArray[np.float64], NDArray[np.float64]]], names: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The most likely strengths and their covariance.

    Newton's method. The posterior is strictly concave, so it has one maximum, found from any start.
    """
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
        # limited step: far from the maximum the curve is flat, and a full step would overshoot
        strength = strength + step * min(1.0, 1.0 / max(float(np.abs(step).max()), _CLOSE))
        if float(np.abs(step).max()) < _CLOSE:
            break
    return strength, np.asarray(np.linalg.inv(information), dtype=np.float64)


def _chances(strengths: NDArray[np.float64]) -> NDArray[np.float64]:
    grown = np.exp(strengths - strengths.max())
    return np.asarray(grown / grown.sum(), dtype=np.float64)


def share_interval(share: float, games: float) -> tuple[float, float]:
    """95% Wilson interval of a score of `share` over `games` games."""
    if games <= 0:
        return 0.0, 1.0
    middle = (share + _Z**2 / (2 * games)) / (1 + _Z**2 / games)
    margin = _Z / (1 + _Z**2 / games) * math.sqrt(share * (1 - share) / games + _Z**2 / (4 * games**2))
    return max(0.0, middle - margin), min(1.0, middle + margin)
