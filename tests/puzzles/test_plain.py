"""Told solutions make no detours."""

from __future__ import annotations

import msgspec

from neurohex.puzzles import Puzzle, collection
from neurohex.puzzles.plain import plainest


def of_collection(name: str) -> Puzzle:
    return next(puzzle for puzzle in collection() if puzzle.id == name)


def test_no_solution_of_the_collection_has_a_needless_act() -> None:
    assert [puzzle.id for puzzle in collection() if plainest(puzzle).solution != puzzle.solution] == []


def test_a_tile_is_placed_at_once_where_it_goes() -> None:
    puzzle = of_collection("71b7b681")
    assert puzzle.solution == (("snipe C3", "place Mobile Armor C3 facing S"),)
    detour = ("place Mobile Armor B3 facing N", "snipe C3", "move B3 to C3 facing S by mobility")
    assert plainest(msgspec.structs.replace(puzzle, solution=(detour,))) == puzzle


def test_a_tile_is_placed_at_once_as_it_is_turned() -> None:
    puzzle = of_collection("1e0bc4cd")
    detour = ("place Gamma Shooter B3 facing N", "turn B3 facing SE by HQ")
    assert plainest(msgspec.structs.replace(puzzle, solution=(detour,))) == puzzle
