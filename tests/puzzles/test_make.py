"""Making puzzles: everything made is proved, and the workbook loses nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from neurohex.arena.crew import play_here
from neurohex.puzzles import HqGoal, Puzzle, PuzzleError, load_puzzles, prove
from neurohex.puzzles.make import Wish, make
from neurohex.puzzles.measures import measure
from neurohex.puzzles.themes import THEMES, themes_of
from neurohex.puzzles.words import hints, task, tell_line
from neurohex.puzzles.workshop import Tried, Workbook, make_many
from tests.puzzles.test_solver import KNOWN

ONE = Wish(use=1, kind="hq")


def first_made(wish: Wish) -> tuple[int, Puzzle]:
    """The first seed at which something is made, and what."""
    return next((seed, puzzle) for seed in range(500) for puzzle in make(seed, wish))


def test_what_is_made_is_proved_and_made_again_from_its_seed() -> None:
    seed, puzzle = first_made(ONE)
    assert prove(puzzle).holds
    assert make(seed, ONE) == [puzzle]
    assert puzzle.grade in range(1, 6)


def test_themes_and_figures_of_a_known_puzzle() -> None:
    net, push = KNOWN[0], KNOWN[1]
    assert themes_of(net, net.solution[0]) == ("net",)
    assert themes_of(push, push.solution[0]) == ("push", "double strike")
    figures = measure(push, bots=False)
    assert figures["best_with_one_less"] == 2
    assert figures["naive"] == 0.0
    assert figures["quiet_tiles"] == 1
    assert set(themes_of(push, push.solution[0])) <= set(THEMES)


BLOCK = Puzzle(
    id="block",
    position=(
        "living standard moloch:20* outpost:5 | D4=0.HQ/SE D3=1.HQ/NW C4=0.Scout/SE D2=1.Scout/SW "
        "E1=0.Armored_Hunter/NW"
    ),
    hand=("Blocker", "Net Fighter", "Push Back", "Stormtrooper"),
    use=2,
    goal=HqGoal(),
)
"""The Stormtrooper must stand where the pushed unit could go otherwise."""


def test_the_order_is_a_theme_only_where_another_one_fails() -> None:
    assert "move order" in themes_of(BLOCK, ["place Stormtrooper E3 facing N", "push D3 from C4 to E2"])
    vacate = KNOWN[1].solution[0]  # a unit is pushed away, and another goes there: nobody would do it the other way
    assert vacate[0].startswith("push")
    assert "move order" not in themes_of(KNOWN[1], vacate)
    free = [KNOWN[0].solution[0], KNOWN[0].solution[0][::-1]]
    assert all("move order" not in themes_of(KNOWN[0], line) for line in free)


@pytest.mark.parametrize("lang", ["en", "pl"])
def test_words_come_from_the_solution(lang: str) -> None:
    puzzle = KNOWN[0]
    told = hints(puzzle, lang)
    assert len(told) == 3
    assert ("Sieciarz" if lang == "pl" else "Net Fighter") in told[0]
    assert "D3" in told[1]
    assert "D3" in told[2]
    assert task(puzzle, lang)
    acts, battle = tell_line(puzzle, puzzle.solution[0], lang)
    assert acts and battle  # noqa: PT018 - both or neither


def test_a_workbook_goes_on_where_it_was_cut_off(tmp_path: Path) -> None:
    seed, puzzle = first_made(ONE)
    path = tmp_path / "made.json"
    seen: list[int] = []
    assert make_many(path, 1, seed, ONE, play_here, lambda book: seen.append(len(book.puzzles))) == [puzzle]
    assert load_puzzles(path) == [puzzle]
    assert seen == [0, 1]
    work = tmp_path / "made.json.work"
    whole = work.read_bytes()
    work.write_bytes(whole[:-20])  # the last line was cut off: that board is tried again
    book = Workbook(work, seed, ONE)
    assert not book.puzzles
    book.add(Tried(seed, (puzzle,)))
    assert work.read_bytes() == whole
    with pytest.raises(PuzzleError, match="begun with other options"):
        Workbook(work, seed, Wish(use=2))
    work.write_text("something else\n")
    with pytest.raises(PuzzleError, match="expected a workbook"):
        Workbook(work, seed, ONE)
