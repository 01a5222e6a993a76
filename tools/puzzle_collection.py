"""Put the collection together from files of puzzles: drop what repeats, measure, prove, grade, order, give titles.

    python tools/puzzle_collection.py FILE... -o src/neurohex/puzzles/collection.json [--drop ID...]

FILE is a file of puzzles or a workbook of `neurohex puzzles make`. Puzzles that are in the collection already stay,
except those that `--drop` names. Nothing is written where a puzzle does not hold.

    python tools/puzzle_collection.py --figures -o src/neurohex/puzzles/collection.json

writes nothing, and prints the rank correlations of the measures and the scores that would split it into equal grades.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections import Counter
from pathlib import Path

import msgspec

from neurohex.notation.position import Position
from neurohex.puzzles import Puzzle, load_puzzles, prove, read_puzzle, save_puzzles
from neurohex.puzzles.form import kind_of
from neurohex.puzzles.measures import VERSION, grade_of, measure, score_of
from neurohex.puzzles.themes import themes_of
from neurohex.puzzles.titles import titled

MOST_OF_ONE_TILE = 26
MOST_ALIKE = 3
"""Puzzles with the same solver, opponent, goal and themes."""


def read(path: Path) -> list[Puzzle]:
    """The puzzles of a file or workbook."""
    text = path.read_text()
    if not text.startswith('{"format":"neurohex-puzzle-workbook"'):
        return load_puzzles(path)
    found: list[Puzzle] = []
    for line in text.splitlines()[1:]:
        try:
            data = json.loads(line)
        except json.JSONDecodeError:  # still being written
            continue
        found += [read_puzzle(json.dumps(one)) for one in data.get("puzzles", [])]
    return found


def alike(puzzle: Puzzle) -> tuple[object, ...]:
    """What makes two puzzles feel the same."""
    position = Position.parse(puzzle.position)
    armies = tuple(player.army for player in position.players)
    return armies, position.starter, type(puzzle.goal), puzzle.use, puzzle.themes


def choose(puzzles: list[Puzzle]) -> list[Puzzle]:
    """Choose the puzzles of the collection: one per board, few alike, few with one tile."""
    boards: set[str] = set()
    kinds: Counter[tuple[object, ...]] = Counter()
    single = 0
    chosen: list[Puzzle] = []
    for puzzle in puzzles:
        board = puzzle.position.partition("|")[2]
        if board in boards or kinds[alike(puzzle)] >= MOST_ALIKE or (puzzle.use == 1 and single >= MOST_OF_ONE_TILE):
            continue
        boards.add(board)
        kinds[alike(puzzle)] += 1
        single += puzzle.use == 1
        chosen.append(puzzle)
    return chosen


def measured(puzzle: Puzzle) -> Puzzle:
    """The puzzle with themes, measures and grade by today's definitions."""
    figures = puzzle.measures
    if figures.get("version") != VERSION:
        figures = measure(puzzle)
        print(f"measured {puzzle.id}: {figures}", file=sys.stderr, flush=True)
    figures = figures | {"score": score_of(figures)}
    themes = themes_of(puzzle, puzzle.solution[0])
    return msgspec.structs.replace(puzzle, measures=figures, themes=themes, grade=grade_of(figures))


def score(puzzle: Puzzle) -> float:
    """How hard a measured puzzle is."""
    return score_of(puzzle.measures)


# --- figures --------------------------------------------------------------------------------------
LEVEL = ("level3", "level4", "level5", "level6", "none")
COLUMNS = ("level", "ends", "near misses", "phases", "naive", "tiles", "score")


def columns(puzzles: list[Puzzle]) -> dict[str, list[float]]:
    """The measures that make the score, the number of tiles and the score itself."""
    table: dict[str, list[float]] = {name: [] for name in COLUMNS}
    for puzzle in puzzles:
        figures = puzzle.measures
        table["level"].append(LEVEL.index(str(figures["solved_by"])))
        for name, key in (("ends", "ends"), ("near misses", "near_misses"), ("phases", "phases"), ("naive", "naive")):
            value = figures.get(key, 0)
            table[name].append(float(value) if isinstance(value, int | float) else 0.0)
        table["tiles"].append(puzzle.use)
        table["score"].append(score(puzzle))
    return table


def ranked(values: list[float]) -> list[float]:
    """The rank of each value; equal ones share the mean of theirs."""
    places: dict[float, list[int]] = {}
    for place, value in enumerate(sorted(values)):
        places.setdefault(value, []).append(place)
    return [statistics.fmean(places[value]) for value in values]


def print_figures(puzzles: list[Puzzle]) -> None:
    """Rank correlations (Spearman), and bounds for grades of the same size."""
    table = columns(puzzles)
    ranks = {name: ranked(values) for name, values in table.items()}
    print("| | " + " | ".join(COLUMNS[1:]) + " |")
    print("| --- " * len(COLUMNS) + "|")
    for number, one in enumerate(COLUMNS[:-1]):
        cells = [
            "" if other <= number else f"{statistics.correlation(ranks[one], ranks[COLUMNS[other]]):.2f}"
            for other in range(1, len(COLUMNS))
        ]
        print(f"| {one} | " + " | ".join(cells) + " |")
    print("bounds", [round(bound, 2) for bound in statistics.quantiles(table["score"], n=5)])
    grades = Counter(puzzle.grade for puzzle in puzzles)
    print("grades", {grade: f"{count} ({count / len(puzzles):.0%})" for grade, count in sorted(grades.items())})


def print_contents(puzzles: list[Puzzle]) -> None:
    """How many puzzles there are of each goal, number of tiles, army and theme."""
    goals = Counter(kind_of(puzzle.goal) for puzzle in puzzles)
    themes = Counter(theme for puzzle in puzzles for theme in puzzle.themes)
    positions = [Position.parse(puzzle.position) for puzzle in puzzles]
    armies = Counter(position.players[position.starter].army for position in positions)
    uses = Counter(puzzle.use for puzzle in puzzles)
    print(f"{len(puzzles)} puzzles; goals {dict(goals)}; tiles {dict(uses)}")
    print(f"armies {dict(armies)}; {len(themes)} themes {dict(themes.most_common())}")


def main() -> int:
    """Write the collection; the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--drop", nargs="*", default=[], metavar="ID")
    parser.add_argument("--figures", action="store_true")
    args = parser.parse_args()
    kept = load_puzzles(args.output) if args.output.exists() else []
    if args.figures:
        print_figures(kept)
        print_contents(kept)
        return 0
    known = {puzzle.id for puzzle in kept}
    fresh = [puzzle for path in args.files for puzzle in read(path) if puzzle.id not in known]
    chosen = choose([puzzle for puzzle in (*kept, *fresh) if puzzle.id not in args.drop])
    for puzzle in chosen:
        if puzzle.id not in known and not (proof := prove(puzzle)).holds:
            print(f"{puzzle.id}: {proof.words}", file=sys.stderr)
            return 1
    chosen = sorted((measured(puzzle) for puzzle in chosen), key=score)
    entitled = [
        msgspec.structs.replace(puzzle, title=title) for puzzle, title in zip(chosen, titled(chosen), strict=True)
    ]
    save_puzzles(args.output, entitled)
    print_figures(entitled)
    print_contents(entitled)
    return 0


if __name__ == "__main__":
    sys.exit(main())
