"""The balance study: armies against armies, with greedy and with search.

A study is a folder of tournaments (`neurohex.arena`): each part has its own, resumable, on processes or on Ray. The
figures come from their results alone. The shuffles are random and known from the seeds, so that "this tile lies early
in the pile" is an experiment and not a choice of the player.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

from neurohex.arena.play import FORFEIT, Result
from neurohex.arena.tournament import Bot, Setting, Tournament
from neurohex.lab.needs import need
from neurohex.notation.record import Dealer
from neurohex.rules.catalog import ALL_TILES
from neurohex.rules.engine import Game

need("numpy")

import numpy as np

GREEDY: Final = "greedy"
SEARCH: Final = "search"
SETTINGS: Final[dict[str, dict[str, Any]]] = {
    "ruleset 3.0": {"ruleset": "3.0"},
    "ruleset 2008": {"ruleset": "2008"},
    "duel board": {"board": "duel"},
    "reinforcement": {"reinforcement": True},
    "alternative start": {"alternative_start": True},
    "deathmatch of 3": {"mode": "deathmatch", "players": 3},
    "one against two": {"mode": "one-vs-two", "players": 3},
    "teams": {"mode": "team", "players": 4},
    "deathmatch of 4, expanded board": {"mode": "deathmatch", "players": 4, "board": "expanded"},
}
"""Boards, modes and variants that are compared with the standard game."""
EARLY: Final = 0.5
"""The first half of a pile is early."""
Z: Final = 1.96
"""Half the width of a 95% interval, in standard errors."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to play."""

    armies: tuple[str, ...]
    greedy: int
    search: int
    settings: int
    """Games of each of `SETTINGS`, played by greedy."""
    nodes: int
    """Positions per decision of the search."""
    seed: int

    def parts(self) -> Iterator[tuple[str, Tournament]]:
        """Each part by the name of its folder."""
        standard = (Setting.of(Game(self.armies[:2])),)
        greedy, search = Bot(GREEDY, "greedy"), Bot(SEARCH, f"search:nodes={self.nodes}")
        if self.greedy:
            yield GREEDY, Tournament((greedy,), self.armies, standard, games=self.greedy, seed=self.seed)
        if self.search:
            yield SEARCH, Tournament((search,), self.armies, standard, games=self.search, seed=self.seed)
        for name, options in SETTINGS.items() if self.settings else ():
            rest = dict(options)
            players = rest.pop("players", 2)
            if len(self.armies) >= players:
                setting = (Setting.of(Game(self.armies[:players], **rest)),)
                folder = name.replace(",", "").replace(" ", "-")
                yield folder, Tournament((greedy,), self.armies, setting, games=self.settings, seed=self.seed)


@dataclass(frozen=True, slots=True)
class Share:
    """A share of points with its 95% interval. Games with the same shuffle count as one observation."""

    games: int
    share: float
    margin: float

    @property
    def is_even(self) -> bool:
        """Whether one half lies inside the interval."""
        return abs(self.share - 0.5) <= self.margin

    def __str__(self) -> str:
        return f"{100 * self.share:.1f} ± {100 * self.margin:.1f}"


def share_of(points: Sequence[float], clusters: Sequence[int]) -> Share:
    """The mean of some points, with an interval that takes the games of a cluster as dependent."""
    if not len(points):
        return Share(0, 0.0, 1.0)
    values = np.asarray(points, dtype=float)
    mean = float(values.mean())
    _, place = np.unique(np.asarray(clusters), return_inverse=True)
    sums = np.bincount(place, weights=values - mean)
    count = len(sums)
    if count < 2:
        return Share(len(values), mean, 1.0)
    error = float(np.sqrt((sums**2).sum() * count / (count - 1))) / len(values)
    return Share(len(values), mean, Z * error)


@dataclass(frozen=True, slots=True)
class TileWorth:
    """What an early draw of one tile is worth."""

    army: str
    name: str
    copies: int
    early: Share
    """Share of points when all copies lie in the first half of the pile."""
    late: Share
    """The same when none does."""
    gain: float
    """Hundredths of a game gained by each copy that lies in the first half instead of an average tile. By a regression
    on the counts of all tiles of the army, so that what else comes with the tile is taken out."""
    margin: float


@dataclass(frozen=True, slots=True)
class Figures:
    """All figures of one part of two-player games."""

    games: int
    pairings: dict[tuple[str, str], Share]
    """Share of points of the first army against the second."""
    overall: dict[str, Share]
    first_turn: Share
    first_turn_of: dict[str, Share]
    """Share of points with the first turn minus that without it, by army, halved around one half."""
    draws: float
    ends: dict[str, int]
    turns: list[int]
    ends_of: dict[str, dict[str, int]]
    """How the games that an army won have ended."""


def figures(results: Iterable[Result]) -> Figures:
    """The figures of two-player results."""
    games = [r for r in results if r.end != FORFEIT and len(r.armies) == 2]
    armies = list(dict.fromkeys(army for r in games for army in r.armies))
    by_pair: dict[tuple[str, str], tuple[list[float], list[int]]] = {}
    by_army: dict[str, tuple[list[float], list[int]]] = {army: ([], []) for army in armies}
    by_start: dict[str, tuple[list[float], list[int]]] = {army: ([], []) for army in armies}
    first: tuple[list[float], list[int]] = ([], [])
    ends: dict[str, int] = {}
    ends_of: dict[str, dict[str, int]] = {army: {} for army in armies}
    draws = 0
    for r in games:
        points = [(outcome + 1) / 2 for outcome in r.outcome]
        for one, other in ((0, 1), (1, 0)):
            pair = (r.armies[one], r.armies[other])
            where = by_pair.setdefault(pair, ([], []))
            for into in (where, by_army[pair[0]]):
                into[0].append(points[one])
                into[1].append(r.seed)
            # The side with the first turn counts as it is, the other turned around: 1/2 is no advantage.
            by_start[pair[0]][0].append(points[one] if r.sides[one] == 0 else 1 - points[one])
            by_start[pair[0]][1].append(r.seed)
            if r.outcome[one] == 1:
                ends_of[pair[0]][r.end] = ends_of[pair[0]].get(r.end, 0) + 1
        starter = r.sides.index(0)
        first[0].append(points[starter])
        first[1].append(r.seed)
        ends[r.end] = ends.get(r.end, 0) + 1
        draws += points[0] == 0.5
    return Figures(
        games=len(games),
        pairings={pair: share_of(*values) for pair, values in by_pair.items()},
        overall={army: share_of(*values) for army, values in by_army.items()},
        first_turn=share_of(*first),
        first_turn_of={army: share_of(*values) for army, values in by_start.items()},
        draws=draws / max(1, len(games)),
        ends=ends,
        turns=sorted(r.turns for r in games),
        ends_of=ends_of,
    )


def tile_worths(results: Iterable[Result]) -> list[TileWorth]:
    """What an early draw of each tile is worth, by army. The order of a pile follows from the seed."""
    games = [r for r in results if r.end != FORFEIT and len(r.armies) == 2]
    rows: dict[str, list[tuple[dict[int, int], float, int]]] = {}
    early_of: dict[tuple[str, int, int], dict[int, int]] = {}
    for r in games:
        for seat, army in enumerate(r.armies):
            shuffle = (army, r.seed, seat)  # a pile's order does not depend on the opponent
            if shuffle not in early_of:
                pile = Dealer(Game(tuple(r.armies)), r.seed).orders[seat]
                early_of[shuffle] = dict(Counter(pile[: int(len(pile) * EARLY)]))
            rows.setdefault(army, []).append((early_of[shuffle], (r.outcome[seat] + 1) / 2, r.seed * 2 + seat))
    return [worth for army, drawn in rows.items() for worth in _worths(army, drawn)]


def _worths(army: str, rows: list[tuple[dict[int, int], float, int]]) -> list[TileWorth]:
    tiles = [n for n, tile in enumerate(ALL_TILES) if tile.army == army and tile.kind != "hq"]
    counts = np.array([[early.get(tile, 0) for tile in tiles] for early, _, _ in rows], dtype=float)
    points = np.array([won for _, won, _ in rows])
    clusters = np.array([cluster for _, _, cluster in rows])
    # The counts of a half pile add up to its size, so one of them is free: compare each with the mean of all.
    centred = counts - counts.mean(axis=0)
    gains, errors = _regression(centred, points - points.mean(), clusters)
    found = []
    for n, tile in enumerate(tiles):
        copies = ALL_TILES[tile].count
        all_early, none_early = counts[:, n] == copies, counts[:, n] == 0
        found.append(
            TileWorth(
                army,
                ALL_TILES[tile].name,
                copies,
                share_of(points[all_early], clusters[all_early]),
                share_of(points[none_early], clusters[none_early]),
                100 * float(gains[n]),
                100 * Z * float(errors[n]),
            )
        )
    return sorted(found, key=lambda worth: -worth.gain)


def _regression(x: Any, y: Any, clusters: Any) -> tuple[Any, Any]:
    """Least squares with the shortest solution, and standard errors that are robust for clusters."""
    inverse = np.linalg.pinv(x.T @ x)
    beta = inverse @ (x.T @ y)
    left = y - x @ beta
    _, place = np.unique(clusters, return_inverse=True)
    sums = np.zeros((place.max() + 1, x.shape[1]))
    np.add.at(sums, place, x * left[:, None])
    middle = sums.T @ sums
    return beta, np.sqrt(np.maximum(np.diag(inverse @ middle @ inverse), 0))


def army_shares(results: Iterable[Result]) -> dict[str, Share]:
    """Points of each army in any setting. A game is worth one point, shared by the winners; points are scaled so that
    one half is an even share in every mode."""
    points: dict[str, tuple[list[float], list[int]]] = {}
    for r in results:
        if r.end == FORFEIT:
            continue
        shares = r.shares()
        for seat, army in enumerate(r.armies):
            where = points.setdefault(army, ([], []))
            where[0].append(shares[r.sides[seat]] * len(shares) / 2)
            where[1].append(r.seed)
    return {army: share_of(*values) for army, values in points.items()}


def side_shares(results: Iterable[Result]) -> list[Share]:
    """Points of each side by its place in the order of turns; an even share is one divided by the sides."""
    games = [r for r in results if r.end != FORFEIT]
    if not games:
        return []
    sides = len(games[0].shares())
    return [share_of([r.shares()[side] for r in games], [r.seed for r in games]) for side in range(sides)]


def circles(pairings: dict[tuple[str, str], Share]) -> list[tuple[str, str, str]]:
    """Armies of which each beats the next, beyond doubt."""
    armies = sorted({army for pair in pairings for army in pair})

    def beats(one: str, other: str) -> bool:
        share = pairings.get((one, other))
        return share is not None and share.share - share.margin > 0.5

    found = []
    for a, b, c in combinations(armies, 3):
        for x, y, z in ((a, b, c), (a, c, b)):
            if beats(x, y) and beats(y, z) and beats(z, x):
                found.append((x, y, z))
    return found
