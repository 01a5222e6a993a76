"""Statistics of a tournament: bots, armies, the first turn and game length.

A forfeited game says something about a bot but nothing about the game. It counts for the ladder of bots only.
"""

from __future__ import annotations

import statistics
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from neurohex.arena.play import FORFEIT, Result
from neurohex.arena.ratings import Rating, ratings, share_interval


@dataclass(frozen=True, slots=True)
class Tally:
    """Points won over some games. Several sides in one game count separately."""

    games: int = 0
    points: float = 0.0

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.games + other.games, self.points + other.points)

    @property
    def share(self) -> float:
        """Points per game, 0 to 1."""
        return self.points / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """95% interval of the true share."""
        return share_interval(self.share, self.games)


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of a ladder."""

    name: str
    rating: Rating
    tally: Tally
    wins: int
    draws: int
    losses: int


@dataclass(frozen=True, slots=True)
class Work:
    """Effort of a bot."""

    decisions: int
    seconds: float
    """Total for all decisions."""
    nodes: int
    nodes_seconds: float
    """Seconds of the games in which the bot reported nodes."""

    @property
    def decision_seconds(self) -> float:
        """Seconds per decision."""
        return self.seconds / self.decisions if self.decisions else 0.0

    @property
    def nodes_per_second(self) -> float | None:
        """Nodes searched per second, or None if the bot reports none."""
        return self.nodes / self.nodes_seconds if self.nodes and self.nodes_seconds else None


@dataclass(frozen=True, slots=True)
class FirstTurn:
    """Value of the first turn in one setting."""

    setting: str
    sides: int
    tally: Tally
    """Score of the side with the first turn."""
    worth: Rating
    """Elo advantage over the mean of the other sides."""
    lead: float
    """Mean lead in points at the end, over the mean of the other sides."""

    @property
    def fair(self) -> float:
        """The share without any advantage."""
        return 1 / self.sides


@dataclass(frozen=True, slots=True)
class Lengths:
    """Length and end of the games of one setting."""

    setting: str
    turns: tuple[int, ...]
    """Per game, ascending."""
    actions: float
    """Mean number of decisions and draws."""
    seconds: float
    """Mean duration of a game."""
    ends: dict[str, int]
    """Number of games by kind of end, most frequent first."""

    def turns_at(self, part: float) -> int:
        """The quantile of turns: a share `part` of the games has at most this many."""
        return self.turns[min(len(self.turns) - 1, int(part * len(self.turns)))]

    @property
    def mean(self) -> float:
        """Mean turns per game."""
        return statistics.fmean(self.turns)


@dataclass(frozen=True, slots=True)
class Summary:
    """All statistics of a tournament."""

    games: int
    seconds: float
    """Total playing time over all processes."""
    bots: tuple[Standing, ...]
    """Strongest first; empty if only one bot played."""
    work: dict[str, Work]
    forfeits: tuple[tuple[str, str, str], ...]
    """Game, bot and reason."""
    armies: tuple[Standing, ...]
    matrix: dict[tuple[str, str], Tally]
    """Score of the first army against the second, over all bots."""
    by_seat: dict[tuple[str, int], Tally]
    """Score of an army by seat (0 has the first turn), in games between two single armies."""
    first: tuple[FirstTurn, ...]
    lengths: tuple[Lengths, ...]

    def data(self) -> dict[str, Any]:
        """The summary as JSON-ready values."""
        return {
            "games": self.games,
            "seconds": self.seconds,
            "bots": [_standing_data(standing) | _work_data(self.work[standing.name]) for standing in self.bots],
            "forfeits": [dict(zip(("game", "bot", "reason"), forfeit, strict=True)) for forfeit in self.forfeits],
            "armies": [_standing_data(standing) for standing in self.armies],
            "matrix": [{"army": a, "against": b, **_tally_data(tally)} for (a, b), tally in self.matrix.items()],
            "by_seat": [{"army": a, "seat": seat, **_tally_data(tally)} for (a, seat), tally in self.by_seat.items()],
            "first_turn": [
                {"setting": first.setting, "fair": first.fair, "worth": asdict(first.worth), "lead": first.lead}
                | _tally_data(first.tally)
                for first in self.first
            ],
            "lengths": [asdict(lengths) | {"turns": dict(Counter(lengths.turns))} for lengths in self.lengths],
        }


def _tally_data(tally: Tally) -> dict[str, Any]:
    return {"games": tally.games, "points": tally.points, "share": tally.share, "interval": list(tally.interval)}


def _standing_data(standing: Standing) -> dict[str, Any]:
    shown = ("name", "wins", "draws", "losses")
    return {name: getattr(standing, name) for name in shown} | {
        "rating": asdict(standing.rating),
        **_tally_data(standing.tally),
    }


def _work_data(work: Work) -> dict[str, Any]:
    return {"decision_seconds": work.decision_seconds, "nodes_per_second": work.nodes_per_second}


def summarise(results: Sequence[Result]) -> Summary:
    """Compute the statistics of some results."""
    played = [result for result in results if result.end != FORFEIT]
    return Summary(
        games=len(results),
        seconds=sum(result.seconds for result in results),
        bots=_ladder([_Table.of_bots(result) for result in results if len(set(result.bots)) > 1]),
        work=_work(results),
        forfeits=tuple(
            (result.id, result.bots[result.forfeit], result.reason) for result in results if result.forfeit is not None
        ),
        armies=_ladder([_Table.of_armies(result) for result in played]),
        matrix=_matrix(played),
        by_seat=_by_seat(played),
        first=tuple(_first(setting, games) for setting, games in _by_setting(played)),
        lengths=tuple(_lengths(setting, games) for setting, games in _by_setting(played)),
    )


@dataclass(frozen=True, slots=True)
class _Table:
    """A game as the ladders see it: the names and the score of each side."""

    sides: tuple[tuple[str, ...], ...]
    shares: list[float]
    drawn: bool

    @classmethod
    def of_bots(cls, result: Result) -> _Table:
        """A side has one bot, whatever its number of seats."""
        return cls(tuple((names[0],) for names in _sides(result, result.bots)), result.shares(), 0 in result.outcome)

    @classmethod
    def of_armies(cls, result: Result) -> _Table:
        return cls(tuple(_sides(result, result.armies)), result.shares(), 0 in result.outcome)


def _sides(result: Result, names: Sequence[str]) -> list[tuple[str, ...]]:
    return [
        tuple(name for name, its in zip(names, result.sides, strict=True) if its == side)
        for side in range(max(result.sides) + 1)
    ]


def _ladder(tables: Sequence[_Table]) -> tuple[Standing, ...]:
    tallies: defaultdict[str, Tally] = defaultdict(Tally)
    ends: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for table in tables:
        for side, share in zip(table.sides, table.shares, strict=True):
            for name in side:
                tallies[name] += Tally(1, share)
                ends[name]["losses" if not share else "draws" if table.drawn else "wins"] += 1
    return tuple(
        Standing(name, rating, tallies[name], ends[name]["wins"], ends[name]["draws"], ends[name]["losses"])
        for name, rating in ratings((table.sides, table.shares) for table in tables).items()
    )


def _work(results: Iterable[Result]) -> dict[str, Work]:
    decisions: Counter[str] = Counter()
    nodes: Counter[str] = Counter()
    seconds: defaultdict[str, float] = defaultdict(float)
    nodes_seconds: defaultdict[str, float] = defaultdict(float)
    for result in results:
        for seat, name in enumerate(result.bots):
            decisions[name] += result.decisions[seat]
            seconds[name] += result.thought[seat]
            told = result.nodes[seat]
            if told:
                nodes[name] += told
                nodes_seconds[name] += result.thought[seat]
    return {name: Work(decisions[name], seconds[name], nodes[name], nodes_seconds[name]) for name in decisions}


def _matrix(results: Iterable[Result]) -> dict[tuple[str, str], Tally]:
    """Score of every two armies on different sides that won or drew; two losers to a third decide nothing."""
    matrix: defaultdict[tuple[str, str], Tally] = defaultdict(Tally)
    for result in results:
        seats = range(len(result.armies))
        for a in seats:
            for b in seats:
                apart = result.sides[a] != result.sides[b] and result.armies[a] != result.armies[b]
                ours, theirs = result.outcome[a], result.outcome[b]
                if apart and (ours != theirs or ours == 0):
                    point = 0.5 if ours == theirs else float(ours > theirs)
                    matrix[result.armies[a], result.armies[b]] += Tally(1, point)
    return dict(sorted(matrix.items()))


def _by_seat(results: Iterable[Result]) -> dict[tuple[str, int], Tally]:
    tallies: defaultdict[tuple[str, int], Tally] = defaultdict(Tally)
    for result in results:
        if len(result.sides) == 2:
            for army, side in zip(result.armies, result.sides, strict=True):
                tallies[army, side] += Tally(1, result.shares()[side])
    return dict(sorted(tallies.items()))


def _by_setting(results: Iterable[Result]) -> list[tuple[str, list[Result]]]:
    games: defaultdict[str, list[Result]] = defaultdict(list)
    for result in results:
        games[result.setting].append(result)
    return sorted(games.items())


def _first(setting: str, results: Sequence[Result]) -> FirstTurn:
    sides = max(results[0].sides) + 1
    names = [(f"turn {side}",) for side in range(sides)]
    rated = ratings((names, result.shares()) for result in results)["turn 0"]
    leads = []
    for result in results:
        points = [0.0] * sides
        for side, own in zip(result.sides, result.points, strict=True):
            points[side] += own
        leads.append(points[0] - statistics.fmean(points[1:]))
    tally = Tally(len(results), sum(result.shares()[0] for result in results))
    # a rating is relative to the mean of all sides; rescale it to the mean of the others
    return FirstTurn(setting, sides, tally, rated.times(sides / (sides - 1)), statistics.fmean(leads))


def _lengths(setting: str, results: Sequence[Result]) -> Lengths:
    return Lengths(
        setting,
        tuple(sorted(result.turns for result in results)),
        statistics.fmean(result.actions for result in results),
        statistics.fmean(result.seconds for result in results),
        dict(Counter(result.end for result in results).most_common()),
    )
