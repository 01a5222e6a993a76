"""Results of puzzles, as databases keep them: each once, and no rating from one that has changed meanwhile."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from neurohex.rating import Rating
from neurohex.store import PuzzleResult, Rated
from neurohex.store.maintenance import open_maintenance
from tests.store.databases import Database


def result(person: str, puzzle: str, by: int, of: int, *, solved: bool = True) -> PuzzleResult:
    """A result with the numbers of its person and its puzzle."""
    return PuzzleResult(
        person,
        puzzle,
        solved,
        1000.0 + by,
        Rated(by, Rating(1500.5 + by, 300.0, 0.06)),
        Rated(of, Rating(1400.0 - of, 200.0, 0.059)),
    )


async def test_results_are_stored_in_order_and_survive_a_restart(database: Database) -> None:
    first, second = result("ana", "one", 1, 1), result("ana", "two", 2, 1, solved=False)
    async with database.opened() as store:
        assert await store.puzzle_results("ana") == []
        assert await store.puzzle_rating("one") is None
        assert await store.add_puzzle_result(first)
        assert await store.add_puzzle_result(second)
        assert await store.add_puzzle_result(result("bob", "one", 1, 2))
    async with database.opened() as store:
        assert await store.puzzle_results("ana") == [first, second]
        assert await store.puzzle_rating("one") == Rated(2, Rating(1398.0, 200.0, 0.059))
        assert await store.puzzle_ratings() == {"one": result("bob", "one", 1, 2).of, "two": second.of}


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(result("ana", "one", 2, 2), id="the same person and puzzle"),
        pytest.param(result("ana", "two", 1, 1), id="the person has changed"),
        pytest.param(result("bob", "one", 1, 1), id="the puzzle has changed"),
    ],
)
async def test_a_late_result_changes_nothing(other: PuzzleResult, database: Database) -> None:
    async with database.opened() as store:
        first = result("ana", "one", 1, 1)
        assert await store.add_puzzle_result(first)
        assert not await store.add_puzzle_result(other)
        assert await store.puzzle_results("ana") == [first]
        assert await store.puzzle_results("bob") == []
        assert await store.add_puzzle_result(first)  # the same again, as after a lost connection


async def test_of_many_at_once_one_has_each_number(database: Database) -> None:
    async with database.opened() as store:
        tried = [result(f"p{number}", "one", 1, 1) for number in range(10)]
        took = await asyncio.gather(*(store.add_puzzle_result(each) for each in tried))
        assert sum(took) == 1
        rating = await store.puzzle_rating("one")
        assert rating is not None
        assert rating.number == 1


async def test_deleting_a_person_keeps_the_ratings_of_puzzles(database: Database) -> None:
    async with database.opened() as store:
        await store.add_puzzle_result(result("guest-1", "one", 1, 1))
        with open_maintenance(database.url) as keeping:
            assert keeping.traces()["guest-1"].puzzles == 1
            assert keeping.rename_solver("guest-1", "deleted-1") == 1
            assert keeping.rename_solver("guest-1", "deleted-2") == 0
            assert "guest-1" not in keeping.traces()
        assert await store.puzzle_results("guest-1") == []
        assert await store.puzzle_results("deleted-1") == [replace(result("guest-1", "one", 1, 1), person="deleted-1")]
        assert (await store.puzzle_ratings())["one"].number == 1


async def test_a_result_that_cannot_be_stored_is_refused(database: Database) -> None:
    async with database.opened() as store:
        with pytest.raises(ValueError, match="result: the person"):
            await store.add_puzzle_result(result("\0", "one", 1, 1))
        with pytest.raises(ValueError, match="result: the puzzle"):
            await store.add_puzzle_result(result("ana", "\0", 1, 1))
