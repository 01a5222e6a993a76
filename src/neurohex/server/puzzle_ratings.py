"""Puzzle ratings: a person's first attempt at a puzzle of the collection changes the ratings of both.

An attempt is a game between the person and the puzzle. The person wins if the Battle reaches the goal, and loses if it
does not, or by asking for a hint or the solution first. Later attempts do not count.
"""

from __future__ import annotations

import time
from typing import Final

from neurohex.puzzles import Puzzle, collection
from neurohex.puzzles.forms import PuzzleOutcome, PuzzleRating, PuzzleRatings, PuzzleStanding
from neurohex.rating import FRESH, Rating, rate_both
from neurohex.server.refusals import Refusal
from neurohex.store import PuzzleResult, Rated, Store
from neurohex.wire.messages import Code

_TRIES: Final = 50
"""Retries if another result of the same puzzle was first."""
_MIDDLE_GRADE: Final = 3
_STEP: Final = 150
"""Points between the first ratings of puzzles of neighbouring grades."""
_GUESSED: Final = 200
"""Deviation of a first rating that comes from a grade."""
_NEW: Final = Rated(0, FRESH)


def first_rating(puzzle: Puzzle) -> Rating:
    """The rating of a puzzle without results."""
    if puzzle.grade is None:
        return FRESH
    return Rating(FRESH.rating + _STEP * (puzzle.grade - _MIDDLE_GRADE), _GUESSED)


async def count(store: Store, person: str, name: str, solved: bool) -> bool:
    """Count a person's attempt at a puzzle; return whether it was the first. Ignores puzzles outside the collection.
    Raises `Refusal` if too many people try the puzzle at this moment."""
    puzzle = next((one for one in collection() if one.id == name), None)
    if puzzle is None:
        return False
    for _ in range(_TRIES):
        results = await store.puzzle_results(person)
        if any(result.puzzle == name for result in results):
            return False
        before = results[-1].by if results else _NEW
        faced = await store.puzzle_rating(name) or Rated(0, first_rating(puzzle))
        after, harder = rate_both(before.rating, faced.rating, float(solved))
        by, of = Rated(before.number + 1, after), Rated(faced.number + 1, harder)
        if await store.add_puzzle_result(PuzzleResult(person, name, solved, time.time(), by, of)):
            return True
    raise Refusal(Code.UNAVAILABLE, "too many people try this puzzle at this moment", 1.0)


async def standing(store: Store, person: str) -> PuzzleStanding:
    """A person's rating and results."""
    outcomes: list[PuzzleOutcome] = []
    last = _NEW
    for result in await store.puzzle_results(person):
        rating = round(result.by.rating.rating)
        change = rating - round(last.rating.rating)
        outcomes.append(PuzzleOutcome(puzzle=result.puzzle, solved=result.solved, rating=rating, change=change))
        last = result.by
    return PuzzleStanding(rating=_form(last), outcomes=outcomes)


async def difficulties(store: Store) -> PuzzleRatings:
    """The ratings of all puzzles in the collection."""
    known = await store.puzzle_ratings()
    rated = {puzzle.id: known.get(puzzle.id, Rated(0, first_rating(puzzle))) for puzzle in collection()}
    return PuzzleRatings(ratings={name: _form(each) for name, each in rated.items()})


def _form(rated: Rated) -> PuzzleRating:
    rating = rated.rating
    return PuzzleRating(
        rating=round(rating.rating),
        deviation=round(rating.deviation),
        provisional=rating.is_provisional,
        attempts=rated.number,
    )
