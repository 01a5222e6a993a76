"""Calibrated win chances: what a search expects, corrected by how its games went.

The mean of a search's trials is too optimistic: the best of many plans is also the luckiest one, and replies in trials
are weaker than real ones. `chances.json` has a shift and a scale of the log-odds for several budgets and for knots over
the course of a game; values between them are interpolated. `tools/calibrate.py` makes it from games.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Final

from neurohex.bots.evaluation import FULL_PILE, tiles_left
from neurohex.rules.engine import State

VERSION: Final = 1
"""Version of the data file's form."""
FILE: Final = Path(__file__).with_name("chances.json")
KNOTS: Final = (0.0, 0.35, 0.7, 1.0)
"""Shares of a game that have a fit of their own: the first turns, two in the middle, the end."""
LIMIT: Final = 3.0
"""Log-odds that a search sees come closer to this value, but do not reach it: far from even, they say less."""

Fit = tuple[tuple[float, float], ...]
"""Shift and scale of the log-odds at each knot."""


def log_odds(chance: float) -> float:
    """The log-odds of a chance that a search saw, 0 and 1 among them, squeezed between ± `LIMIT`."""
    kept = min(max(chance, 1e-6), 1 - 1e-6)
    return LIMIT * math.tanh(math.log(kept / (1 - kept)) / LIMIT)


def phase_of(state: State) -> float:
    """The share of the tiles that players have drawn and played, from 0 to 1."""
    return 1.0 - int(tiles_left(state)) / (FULL_PILE * int(state.game.players))


def weights_at(phase: float) -> list[float]:
    """The weight of each knot at a phase: two neighbours share 1."""
    weights = [0.0] * len(KNOTS)
    for k, (left, right) in enumerate(pairwise(KNOTS)):
        if phase <= right or right == KNOTS[-1]:
            share = min(max((phase - left) / (right - left), 0.0), 1.0)
            weights[k], weights[k + 1] = 1.0 - share, share
            break
    return weights


@dataclass(frozen=True, slots=True)
class Chances:
    """Fits by budget, the smallest first."""

    fits: tuple[tuple[int, Fit], ...]

    @staticmethod
    @lru_cache(maxsize=1)
    def load() -> Chances:
        """The fits of the package. Raises `ValueError` if the file has another version."""
        data = json.loads(FILE.read_text())
        if data["version"] != VERSION or tuple(data["knots"]) != KNOTS:
            raise ValueError(f"{FILE.name}: expected version {VERSION}; tools/calibrate.py makes the file")
        fits = {int(nodes): tuple((shift, scale) for shift, scale in fit) for nodes, fit in data["fits"].items()}
        return Chances(tuple(sorted(fits.items())))

    def of(self, seen: float, phase: float, nodes: int) -> float:
        """The chance to win, 0 to 1, if a search of so many positions saw these `log_odds` at a phase of a game.

        For more positions than in the file, the largest budget's fit counts.
        """
        (least, first), (most, last) = self.fits[0], self.fits[-1]
        if nodes <= least or len(self.fits) == 1:
            odds = _corrected(first, seen, phase)
        elif nodes >= most:
            odds = _corrected(last, seen, phase)
        else:
            above = next(k for k, (budget, _) in enumerate(self.fits) if budget >= nodes)
            (low, below), (high, beyond) = self.fits[above - 1], self.fits[above]
            share = math.log(nodes / low) / math.log(high / low)
            odds = (1 - share) * _corrected(below, seen, phase) + share * _corrected(beyond, seen, phase)
        return 1 / (1 + math.exp(-odds))


def _corrected(fit: Fit, seen: float, phase: float) -> float:
    return sum(weight * (shift + scale * seen) for weight, (shift, scale) in zip(weights_at(phase), fit, strict=True))
