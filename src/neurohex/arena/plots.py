"""Plots of a tournament as inline SVG: ladders, army heat map, seats, game lengths."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from html import escape
from io import StringIO
from typing import Any, Final

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from neurohex.arena.sheets import in_box_order
from neurohex.arena.summary import Lengths, Standing, Summary, Tally
from neurohex.tiles import ARMIES

_INK: Final = "#26323a"
_ACCENT: Final = "#2f6690"
_SECOND: Final = "#c8553d"
_FAINT: Final = "#c9d1d6"
_STYLE: Final[dict[Any, Any]] = {
    "svg.fonttype": "none",  # keep text as text: accessible, searchable, selectable
    "svg.hashsalt": "neurohex",  # reproducible output
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans", "Verdana", "sans-serif"],
    "font.size": 10,
    "text.color": _INK,
    "axes.labelcolor": _INK,
    "axes.edgecolor": _FAINT,
    "xtick.color": _INK,
    "ytick.color": _INK,
    "text.parse_math": False,  # a bot name may contain $
    "axes.spines.top": False,
    "axes.spines.right": False,
}
_LONGEST_LABEL: Final = 32


def ladder(key: str, standings: Sequence[Standing], alternative: str, *, armies: bool = False) -> str:
    """Ratings with error bars, strongest first."""
    with mpl.rc_context(_STYLE):
        figure, axes = _figure(7.2, 0.9 + 0.42 * len(standings))
        for row, standing in enumerate(reversed(standings)):
            colour = ARMIES[standing.name].colour if armies else _ACCENT
            axes.errorbar(
                standing.rating.value,
                row,
                xerr=standing.rating.margin,
                fmt="o",
                markersize=8,
                color=colour,
                markeredgecolor=_INK,
                ecolor=_INK,
                elinewidth=1.4,
                capsize=4,
            )
        names = [ARMIES[standing.name].name if armies else standing.name for standing in reversed(standings)]
        axes.set_yticks(range(len(names)), [_label(name) for name in names])
        axes.set_ylim(-0.6, len(names) - 0.4)
        axes.axvline(0, color=_FAINT, zorder=0)
        axes.grid(axis="x", color=_FAINT, linewidth=0.5)
        axes.set_axisbelow(True)
        axes.set_xlabel("rating, Elo points (0 is the mean; bars: 95 of 100 cases)")
        return _svg(figure, key, alternative)


def heat_map(summary: Summary, alternative: str) -> str:
    """Score of each army against each other army, as a grid."""
    names = in_box_order([army for pair in summary.matrix for army in pair])
    shown = [ARMIES[name].name for name in names]
    with mpl.rc_context(_STYLE):
        figure, axes = _figure(2.4 + 0.75 * len(names), 1.4 + 0.6 * len(names))
        colours = mpl.colormaps["PuOr"].with_extremes(bad="#eef1f3")  # safe for colour-blind readers
        shares = [[_share(summary.matrix.get((army, other))) for other in names] for army in names]
        image = axes.imshow(shares, cmap=colours, vmin=0.2, vmax=0.8, aspect="auto")
        for row, army in enumerate(names):
            for column, other in enumerate(names):
                tally = summary.matrix.get((army, other))
                if tally is not None:
                    ink = "white" if abs(tally.share - 0.5) > 0.2 else _INK
                    axes.text(column, row, f"{100 * tally.share:.0f}", ha="center", va="center", color=ink)
        axes.set_xticks(range(len(names)), shown, rotation=25, ha="right")
        axes.set_yticks(range(len(names)), shown)
        axes.set_ylabel("won by")
        axes.set_xlabel("against")
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
        bar = figure.colorbar(image, ax=axes, shrink=0.8)
        bar.set_ticks([0.2, 0.35, 0.5, 0.65, 0.8], labels=["20% or less", "35%", "50%", "65%", "80% or more"])
        bar.outline.set_visible(False)
        return _svg(figure, "matrix", alternative)


def turns(lengths: Sequence[Lengths], alternative: str) -> str:
    """Histogram of game length in turns, one per setting."""
    with mpl.rc_context(_STYLE):
        figure = Figure(figsize=(7.2, 0.6 + 1.7 * len(lengths)), layout="constrained")
        longest = max(length.turns[-1] for length in lengths)
        for row, length in enumerate(lengths):
            axes = figure.add_subplot(len(lengths), 1, row + 1)
            counts = Counter(length.turns)
            axes.bar(list(counts), [100 * count / len(length.turns) for count in counts.values()], color=_ACCENT)
            axes.axvline(length.mean, color=_SECOND, linewidth=1.5)
            axes.set_xlim(0, longest + 1)
            axes.set_ylabel("% of games")
            axes.set_title(f"{length.setting}: {length.mean:.1f} turns on average", fontsize=10, loc="left")
        axes.set_xlabel("turns of all players together")
        return _svg(figure, "turns", alternative)


def seats(summary: Summary, alternative: str) -> str:
    """Score of each army with the first and with the second turn."""
    names = in_box_order([army for army, _ in summary.by_seat])
    with mpl.rc_context(_STYLE):
        figure, axes = _figure(7.2, 1.1 + 0.55 * len(names))
        for seat, (word, colour) in enumerate((("first turn", _ACCENT), ("second turn", _SECOND))):
            tallies = [summary.by_seat.get((name, seat), Tally()) for name in reversed(names)]
            shares = [100 * tally.share for tally in tallies]
            ends = [tally.interval for tally in tallies]
            below = [share - 100 * low for share, (low, _) in zip(shares, ends, strict=True)]
            above = [100 * high - share for share, (_, high) in zip(shares, ends, strict=True)]
            places = [row + (0.19 if seat == 0 else -0.19) for row in range(len(names))]
            axes.barh(places, shares, height=0.36, color=colour, label=word)
            axes.errorbar(shares, places, xerr=[below, above], fmt="none", ecolor=_INK, elinewidth=1, capsize=3)
        axes.axvline(50, color=_INK, linewidth=0.8, linestyle=":")
        axes.set_yticks(range(len(names)), [ARMIES[name].name for name in reversed(names)])
        axes.set_xlim(0, 100)
        axes.set_xlabel("% won (bars: 95 of 100 cases)")
        figure.legend(loc="outside upper right", ncols=2, frameon=False)
        return _svg(figure, "seats", alternative)


def _figure(width: float, height: float) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, figure.add_subplot()


def _share(tally: Tally | None) -> float:
    return float("nan") if tally is None else tally.share


def _label(name: str) -> str:
    return name if len(name) <= _LONGEST_LABEL else f"{name[: _LONGEST_LABEL - 1]}…"


def _svg(figure: Figure, key: str, alternative: str) -> str:
    """The plot as an SVG element with alternative text."""
    written = StringIO()
    figure.savefig(written, format="svg", metadata={"Date": None, "Creator": None}, transparent=True)
    svg = written.getvalue()
    svg = svg[svg.index("<svg") :]
    # ids are global in a page, so prefix them per plot
    svg = re.sub(r'(id="|"#|\(#)(?=[^"\s])', rf"\g<1>{key}-", svg)
    words = f'role="img" aria-label="{escape(alternative)}"'
    return svg.replace("<svg ", f"<svg {words} ", 1)
