"""The statistics of a tournament as tables, shared by terminal and page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from neurohex.arena.ratings import Rating
from neurohex.arena.summary import Standing, Summary, Tally
from neurohex.tiles import ARMIES

_GOOD: Final = 0.55
_BAD: Final = 0.45
"""An army does badly against another below this score, and well from `_GOOD`."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One entry of a table."""

    text: str
    army: str = ""
    """Key of the army that the cell names, if any."""
    tone: int = 0
    """1 if good for the row's army, -1 if bad."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table. The first column names the row, the others are numbers."""

    key: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    reading: str
    """How to read it, in a sentence or two."""


def sheets(summary: Summary) -> list[Sheet]:
    """All tables that have results."""
    made = (_bots(summary), _forfeits(summary), _armies(summary), _matrix(summary), _seats(summary), _first(summary),
            _lengths(summary))  # fmt: skip
    return [sheet for sheet in made if sheet.rows]


def in_box_order(armies: Sequence[str]) -> list[str]:
    """Distinct armies in the usual order."""
    return [army for army in ARMIES if army in armies]


def _bots(summary: Summary) -> Sheet:
    forfeits = Counter(bot for _, bot, _ in summary.forfeits)
    rows = []
    for standing in summary.bots:
        work = summary.work[standing.name]
        speed = work.nodes_per_second
        rows.append(
            (
                Cell(standing.name),
                *_standing(standing),
                Cell(str(forfeits[standing.name])),
                Cell(f"{1000 * work.decision_seconds:.3g}"),
                Cell("–" if speed is None else f"{speed:,.0f}"),
            )
        )
    return Sheet(
        "bots",
        "Bots",
        ("bot", "rating", "points", "%", "W D L", "forfeits", "ms a decision", "nodes/s"),
        tuple(rows),
        "Ratings are in Elo points, with mean 0: 100 points more win 64 of 100 games, 200 win 76. ± is the 95% "
        "interval. A draw of two is half a point each.",
    )


def _forfeits(summary: Summary) -> Sheet:
    return Sheet(
        "forfeits",
        "Forfeits",
        ("game", "bot", "reason"),
        tuple(tuple(Cell(word) for word in forfeit) for forfeit in summary.forfeits),
        "Games that a bot could not continue and so lost. They count for the ladder of bots only.",
    )


def _armies(summary: Summary) -> Sheet:
    return Sheet(
        "armies",
        "Armies",
        ("army", "rating", "points", "%", "W D L"),
        tuple((_army(standing.name), *_standing(standing)) for standing in summary.armies),
        "Strength of the armies as played by these bots, on the same scale. Other players may do better with some.",
    )


def _standing(standing: Standing) -> tuple[Cell, ...]:
    return (
        Cell(_rating(standing.rating)),
        Cell(f"{standing.tally.points:.4g}/{standing.tally.games}"),
        Cell(f"{100 * standing.tally.share:.0f}"),
        Cell(f"{standing.wins} {standing.draws} {standing.losses}"),
    )


def _matrix(summary: Summary) -> Sheet:
    names = in_box_order([army for pair in summary.matrix for army in pair])
    rows = []
    for army in names:
        cells = (summary.matrix.get((army, other)) for other in names)
        rows.append((_army(army), *(Cell("") if cell is None else _against(cell) for cell in cells)))
    return Sheet(
        "matrix",
        "Army against army",
        ("%", *(ARMIES[name].name for name in names)),
        tuple(rows),
        "Score of the row's army against the column's army, in %.",
    )


def _against(tally: Tally) -> Cell:
    return Cell(f"{100 * tally.share:.0f}", tone=int(tally.share >= _GOOD) - int(tally.share < _BAD))


def _first(summary: Summary) -> Sheet:
    rows = []
    for first in summary.first:
        low, high = first.tally.interval
        rows.append(
            (
                Cell(first.setting),
                Cell(_percent(first.tally.share)),
                Cell(f"{100 * low:.0f}–{100 * high:.0f}%"),
                Cell(_percent(first.fair)),
                Cell(_rating(first.worth)),
                Cell(f"{first.lead:+.1f}"),
            )
        )
    return Sheet(
        "first",
        "What the first turn is worth",
        ("game", "won", "range", "even", "in Elo", "points ahead"),
        tuple(rows),
        "Score of the side with the first turn, with its 95% range. If the range includes the even share, nothing is "
        "proved. The last column is its lead at the end, in HQ points or points scored.",
    )


def _seats(summary: Summary) -> Sheet:
    rows = []
    for name in in_box_order([army for army, _ in summary.by_seat]):
        first, second = (summary.by_seat.get((name, seat), Tally()) for seat in (0, 1))
        rows.append(
            (
                _army(name),
                Cell(_percent(first.share)),
                Cell(_percent(second.share)),
                Cell(f"{100 * (first.share - second.share):+.0f}"),
            )
        )
    return Sheet(
        "seats",
        "First turn or second",
        ("army", "first", "second", "difference"),
        tuple(rows),
        "Score of each army with the first and with the second turn, in games of two.",
    )


def _lengths(summary: Summary) -> Sheet:
    rows = []
    for lengths in summary.lengths:
        ends = (f"{end} {_percent(count / len(lengths.turns))}" for end, count in lengths.ends.items())
        rows.append(
            (
                Cell(lengths.setting),
                Cell(str(len(lengths.turns))),
                Cell(f"{lengths.mean:.1f}"),
                Cell(f"{lengths.turns_at(0.05)}–{lengths.turns_at(0.95)}"),
                Cell(f"{lengths.actions:.0f}"),
                Cell(f"{lengths.seconds:.2g}"),
                Cell(", ".join(ends)),
            )
        )
    return Sheet(
        "lengths",
        "How long games last",
        ("game", "games", "turns", "most have", "actions", "seconds", "end by"),
        tuple(rows),
        "Turns of all players together: the mean and the range of nine in ten games. Actions are decisions and draws "
        "per game; seconds are its duration.",
    )


def _army(key: str) -> Cell:
    return Cell(ARMIES[key].name, army=key)


def _rating(rating: Rating) -> str:
    return f"{rating.value:+.0f} ± {rating.margin:.0f}"


def _percent(share: float) -> str:
    return f"{100 * share:.0f}%"
