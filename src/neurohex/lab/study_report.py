"""The report of a study: one Markdown page with its plots as SVG files beside it, and all figures as JSON."""

from __future__ import annotations

import json
import statistics
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from neurohex.arena.play import Result
from neurohex.lab.needs import need
from neurohex.lab.study import (
    GREEDY,
    SEARCH,
    Figures,
    Share,
    TileWorth,
    army_shares,
    circles,
    figures,
    side_shares,
    tile_worths,
)
from neurohex.tiles import ARMIES

_INK: Final = "#26323a"
_LINE: Final = "#c9d1d6"
_WARM: Final = "#c8553d"
_COOL: Final = "#2f6690"
_GAIN: Final = (
    "The shuffle decides what lies in the first half of a pile. `gain` is what each copy there wins, in hundredths of "
    "a game, instead of an average tile of the army: a regression on the counts of all its tiles; intervals are robust "
    "for games that share a shuffle. `early` and `late`: points of 100 when all copies, or none, lie in the first half."
)
_TILES_SHOWN: Final = 4
"""Tiles at either end of an army's list in the table; the JSON has all."""


def write_report(results: Mapping[str, Sequence[Result]], folder: Path, command: str) -> Path:
    """Write `report.md`, `figures.json` and the plots into a folder. Returns the page's path."""
    folder.mkdir(parents=True, exist_ok=True)
    parts = {name: figures(results[name]) for name in (GREEDY, SEARCH) if results.get(name)}
    lines = ["# Balance study", ""]
    total = ", ".join(f"{found.games:,} games of {name}" for name, found in parts.items())
    lines += [
        f"{total or 'No games'} over all pairings of {_count_armies(parts)} armies. Command:",
        "",
        "```",
        command,
        "```",
        "",
    ]
    worths: list[TileWorth] = []
    for name, found in parts.items():
        lines += _pairing_lines(name, found, folder)
    if parts:
        lines += _turn_lines(parts) + _end_lines(parts, folder)
    if GREEDY in parts:
        worths = tile_worths(results[GREEDY])
        lines += _tile_lines(worths, folder)
    others = {name: list(found) for name, found in results.items() if name not in (GREEDY, SEARCH) and found}
    if others:
        lines += _setting_lines(others, parts.get(GREEDY))
    (folder / "figures.json").write_text(json.dumps(_data(parts, worths, others), indent=1) + "\n", encoding="utf-8")
    page = folder / "report.md"
    page.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return page


def _count_armies(parts: Mapping[str, Figures]) -> int:
    return max((len(found.overall) for found in parts.values()), default=0)


def _name(army: str) -> str:
    return ARMIES[army].name


def _ranked(found: Figures) -> list[str]:
    return sorted(found.overall, key=lambda army: -found.overall[army].share)


def _pairing_lines(name: str, found: Figures, folder: Path) -> list[str]:
    armies = _ranked(found)
    lines = [f"## Pairings, {name}", ""]
    lines += [
        f"Points of 100 for the army on the left against the one above, with 95% intervals. {found.games:,} games.",
        "",
    ]
    lines += ["| | " + " | ".join(["all", *map(_name, armies)]) + " |", "| --- |" + " --- |" * (len(armies) + 1)]
    for one in armies:
        cells = [str(found.overall[one])]
        cells += ["" if one == other else str(found.pairings.get((one, other), "–")) for other in armies]
        lines.append(f"| **{_name(one)}** | " + " | ".join(cells) + " |")
    _heat_map(found, armies, folder / f"pairings-{name}.svg")
    lines += ["", f"![Win rates of all pairings, {name}](pairings-{name}.svg)", ""]
    rings = circles(found.pairings)
    said = "; ".join(" beats ".join(map(_name, (*ring, ring[0]))) for ring in rings)
    lines += [f"Circles, each step beyond its interval: {said or 'none'}.", ""]
    return lines


def _turn_lines(parts: Mapping[str, Figures]) -> list[str]:
    lines = ["## The first turn", "", "Points of the side with the first turn, of 100.", ""]
    armies = _ranked(next(iter(parts.values())))
    lines += ["| | all | " + " | ".join(map(_name, armies)) + " |", "| --- |" + " --- |" * (len(armies) + 1)]
    for name, found in parts.items():
        cells = [str(found.first_turn), *(str(found.first_turn_of.get(army, "–")) for army in armies)]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return [*lines, ""]


def _end_lines(parts: Mapping[str, Figures], folder: Path) -> list[str]:
    lines = ["## How games end, and when", ""]
    kinds = sorted({end for found in parts.values() for end in found.ends})
    lines += [
        "| | " + " | ".join([*kinds, "draws", "turns: median", "middle half"]) + " |",
        "| --- |" + " --- |" * (len(kinds) + 3),
    ]
    for name, found in parts.items():
        cells = [f"{100 * found.ends.get(end, 0) / found.games:.1f}%" for end in kinds]
        quarters = statistics.quantiles(found.turns, n=4) if len(found.turns) > 1 else [0, 0, 0]
        cells += [f"{100 * found.draws:.1f}%", f"{quarters[1]:.0f}", f"{quarters[0]:.0f} to {quarters[2]:.0f}"]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    _turn_plot(parts, folder / "turns.svg")
    lines += ["", "![How many turns games take](turns.svg)", ""]
    name, found = next(iter(parts.items()))
    lines += [f"Share of an army's wins by destroying an HQ ({name}):", ""]
    for army in _ranked(found):
        wins = sum(found.ends_of[army].values())
        by_hq = found.ends_of[army].get("HQ destroyed", 0)
        lines.append(f"- {_name(army)}: {100 * by_hq / max(1, wins):.0f}%")
    return [*lines, ""]


def _tile_lines(worths: list[TileWorth], folder: Path) -> list[str]:
    lines = [
        "## What a tile is worth",
        "",
        _GAIN,
        "",
        "| army | tile | gain | early | late |",
        "| --- | --- | --- | --- | --- |",
    ]
    for army in dict.fromkeys(worth.army for worth in worths):
        mine = [worth for worth in worths if worth.army == army]
        shown = mine if len(mine) <= 2 * _TILES_SHOWN else mine[:_TILES_SHOWN] + mine[-_TILES_SHOWN:]
        lines += [
            f"| {_name(army)} | {w.name} | {w.gain:+.1f} ± {w.margin:.1f} | {w.early} | {w.late} |" for w in shown
        ]
    _tile_plot(worths, folder / "tiles.svg")
    return [*lines, "", "![What each tile is worth early](tiles.svg)", ""]


def _setting_lines(others: Mapping[str, Sequence[Result]], standard: Figures | None) -> list[str]:
    lines = [
        "## Boards, modes and variants",
        "",
        "Points of each army with greedy, scaled so that 50 is an even share in every mode; then sides in turn order.",
        "",
    ]
    shares = {name: army_shares(results) for name, results in others.items()}
    armies = list(dict.fromkeys(army for found in shares.values() for army in found))
    if standard is not None:
        armies = [army for army in _ranked(standard) if army in armies] or armies
    lines += ["| | games | " + " | ".join(map(_name, armies)) + " | sides |", "| --- |" + " --- |" * (len(armies) + 2)]
    if standard is not None:
        cells = [str(standard.overall[army]) for army in armies]
        first = standard.first_turn
        lines.append(
            f"| standard | {standard.games:,} | " + " | ".join(cells) + f" | {first}, {100 - 100 * first.share:.1f} |"
        )
    for name, results in others.items():
        cells = [str(shares[name].get(army, "–")) for army in armies]
        sides = ", ".join(str(share) for share in side_shares(results))
        lines.append(f"| {name} | {len(results):,} | " + " | ".join(cells) + f" | {sides} |")
    return [*lines, ""]


# --- plots ----------------------------------------------------------------------------------------
def _figure(width: float, height: float) -> Any:
    need("matplotlib")
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


def _save(figure: Any, path: Path) -> None:
    import matplotlib as mpl

    style: dict[Any, Any] = {"svg.fonttype": "path", "svg.hashsalt": "neurohex"}
    with mpl.rc_context(style):
        figure.savefig(path, format="svg", metadata={"Date": None}, facecolor="white")


def _heat_map(found: Figures, armies: Sequence[str], path: Path) -> None:
    import numpy as np

    grid = np.full((len(armies), len(armies)), np.nan)
    for row, one in enumerate(armies):
        for column, other in enumerate(armies):
            if (one, other) in found.pairings:
                grid[row, column] = 100 * found.pairings[one, other].share
    figure = _figure(7, 5.6)
    axes = figure.subplots()
    axes.imshow(grid, cmap="RdBu", vmin=15, vmax=85)
    for row in range(len(armies)):
        for column in range(len(armies)):
            if not np.isnan(grid[row, column]):
                axes.text(column, row, f"{grid[row, column]:.0f}", ha="center", va="center", color=_INK)
    names = [_name(army) for army in armies]
    axes.set_xticks(range(len(names)), names, rotation=30, ha="right")
    axes.set_yticks(range(len(names)), names)
    axes.set_title("points of 100, row against column")
    _save(figure, path)


def _turn_plot(parts: Mapping[str, Figures], path: Path) -> None:
    figure = _figure(7, 3)
    axes = figure.subplots()
    for (name, found), colour in zip(parts.items(), (_COOL, _WARM), strict=False):
        last = max(found.turns)
        bins = [n - 0.5 for n in range(last + 2)]
        axes.hist(found.turns, bins=bins, density=True, histtype="step", color=colour, label=name, linewidth=1.5)
    axes.set_xlabel("turns of both players together")
    axes.set_ylabel("share of games")
    axes.legend(frameon=False)
    _save(figure, path)


def _tile_plot(worths: Sequence[TileWorth], path: Path) -> None:
    armies = list(dict.fromkeys(worth.army for worth in worths))
    figure = _figure(9, 2.6 * len(armies))
    for axes, army in zip(figure.subplots(len(armies), 1, squeeze=False)[:, 0], armies, strict=True):
        mine = [worth for worth in worths if worth.army == army]
        places = range(len(mine))
        axes.bar(places, [w.gain for w in mine], color=ARMIES[army].colour, edgecolor=_INK, linewidth=0.6)
        axes.errorbar(
            places, [w.gain for w in mine], yerr=[w.margin for w in mine], fmt="none", ecolor=_INK, elinewidth=1
        )
        axes.axhline(0, color=_LINE)
        axes.set_xticks(places, [w.name for w in mine], rotation=35, ha="right", fontsize=7)
        axes.set_title(_name(army), fontsize=9, loc="left")
        axes.set_ylabel("gain", fontsize=8)
    _save(figure, path)


# --- data -----------------------------------------------------------------------------------------
def _data(
    parts: Mapping[str, Figures], worths: Sequence[TileWorth], others: Mapping[str, Sequence[Result]]
) -> dict[str, Any]:
    return {
        "parts": {name: _part_data(found) for name, found in parts.items()},
        "tiles": [
            {"army": w.army, "tile": w.name, "copies": w.copies, "gain": w.gain, "margin": w.margin}
            | {"early": _share(w.early), "late": _share(w.late)}
            for w in worths
        ],
        "settings": {
            name: {
                "games": len(results),
                "armies": {army: _share(share) for army, share in army_shares(results).items()},
                "sides": [_share(share) for share in side_shares(results)],
            }
            for name, results in others.items()
        },
    }


def _part_data(found: Figures) -> dict[str, Any]:
    return {
        "games": found.games,
        "pairings": [{"army": a, "against": b, **_share(share)} for (a, b), share in found.pairings.items()],
        "overall": {army: _share(share) for army, share in found.overall.items()},
        "first_turn": _share(found.first_turn),
        "first_turn_of": {army: _share(share) for army, share in found.first_turn_of.items()},
        "draws": found.draws,
        "ends": found.ends,
        "ends_of_wins": found.ends_of,
        "median_turns": statistics.median(found.turns) if found.turns else 0,
    }


def _share(share: Share) -> dict[str, Any]:
    return {"games": share.games, "share": share.share, "margin": share.margin}
