"""The collection that comes with neurohex: every puzzle is proved again, in parts, and the whole is well mixed."""

from __future__ import annotations

from collections import Counter

import pytest

from neurohex.notation.position import Position
from neurohex.puzzles import collection, prove
from neurohex.puzzles.collection import puzzle_of
from neurohex.puzzles.form import kind_of
from neurohex.puzzles.measures import VERSION, grade_of, measure, score_of
from neurohex.puzzles.themes import THEMES, themes_of
from neurohex.puzzles.titles import all_titles
from neurohex.puzzles.words import HINTS, hints
from tests.puzzles.by_reference import can_check, ends_of, wrong_with

SEVEN = {"borgo", "moloch", "outpost", "hegemony", "smart", "vegas", "doomsday"}
SHORT = 60_000
"""Ends up to which a proof belongs to the usual tests; `make puzzles-prove` proves all."""
PARTS = 8
BY_REFERENCE = 4
"""Puzzles that the slow solver of the tests checks too: those with the fewest ends."""


@pytest.mark.parametrize("part", range(PARTS))
def test_every_puzzle_holds(part: int) -> None:
    for puzzle in collection()[part::PARTS]:
        if ends_of(puzzle) <= SHORT:
            proof = prove(puzzle)
            assert proof.holds, f"{puzzle.id}: {proof.words}"


def test_the_smallest_hold_by_a_solver_of_another_kind() -> None:
    few = sorted(filter(can_check, collection()), key=ends_of)[:BY_REFERENCE]
    assert {puzzle.id: wrong_with(puzzle) for puzzle in few} == {puzzle.id: None for puzzle in few}


def test_it_has_what_it_promises() -> None:
    puzzles = collection()
    positions = [Position.parse(puzzle.position) for puzzle in puzzles]
    assert len(puzzles) == 165
    assert sum(puzzle.use == 3 for puzzle in puzzles) >= 40
    assert {position.players[position.starter].army for position in positions} == SEVEN
    assert len({theme for puzzle in puzzles for theme in puzzle.themes}) >= 12
    assert {kind_of(puzzle.goal) for puzzle in puzzles} == {"hq", "damage", "unit", "survive"}
    grades = Counter(puzzle.grade for puzzle in puzzles)
    assert set(grades) == {1, 2, 3, 4, 5}
    assert all(0.15 <= count / len(puzzles) <= 0.25 for count in grades.values())


def test_no_two_share_a_board_or_a_title() -> None:
    puzzles = collection()
    assert len({puzzle.position.partition("|")[2] for puzzle in puzzles}) == len(puzzles)
    titles = [puzzle.title for puzzle in puzzles if puzzle.title is not None]
    assert len({title.en for title in titles}) == len({title.pl for title in titles}) == len(puzzles)


def test_titles_can_be_told_apart_in_both_languages() -> None:
    for language in zip(*all_titles(), strict=True):
        assert [title for title, count in Counter(language).items() if count > 1] == []


def test_they_are_ordered_and_found_by_number_and_id() -> None:
    puzzles = collection()
    scores = [score_of(puzzle.measures) for puzzle in puzzles]
    assert scores == sorted(scores)
    assert puzzle_of("1") == puzzles[0] == puzzle_of(puzzles[0].id)
    assert [act.split()[0] for act in puzzles[0].solution[0]] == ["place"]


def test_each_has_hints_themes_and_comparable_measures() -> None:
    for puzzle in collection():
        assert len(hints(puzzle, "pl")) == HINTS
        assert puzzle.themes == themes_of(puzzle, puzzle.solution[0])
        assert set(puzzle.themes) <= set(THEMES)
        assert puzzle.measures["version"] == VERSION
        assert puzzle.measures["score"] == score_of(puzzle.measures)
        assert puzzle.grade == grade_of(puzzle.measures)
        if puzzle.use > 1:
            assert puzzle.measures["naive"] == 0.0
            assert puzzle.measures["quiet_tiles"] != 0


def test_measures_come_out_the_same_again() -> None:
    for puzzle in sorted(collection(), key=ends_of)[:3]:
        assert measure(puzzle) == puzzle.measures
