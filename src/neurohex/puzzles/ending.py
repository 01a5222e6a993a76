"""End positions, their changes since the start, and which solutions count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from neurohex.bots.ends import TooManyStates, end_key, facts
from neurohex.rules.engine import State

_GONE: Final = -1
_FACINGS: Final = 8
"""A value of `facts` divided by this has no facing."""
FIRST_HAND: Final = 1000
"""Where the numbers of tiles used begin, above those of `facts`."""

MOST_COMPARED: Final = 1500
"""Solutions with several courses that are compared with each other."""

Change = tuple[int, int]


@dataclass(frozen=True, slots=True)
class End:
    """One end of a turn, before the Battle."""

    key: int
    """Equal ends have equal keys (`end_key`)."""
    changes: frozenset[Change]
    """What differs from the start: hexes with what they hold now, and tiles used."""
    places: frozenset[Change]
    """The same without facings. Equal for ends that differ only in facings."""


def end_of(start: State, state: State, solver: int) -> End:
    """The end that a state is, for a turn that began at `start`."""
    before, after = facts(start), facts(state)
    changes: set[Change] = set()
    places: set[Change] = set()
    for where in before.keys() | after.keys():
        was, value = before.get(where, _GONE), after.get(where, _GONE)
        if value != was:
            changes.add((where, value))
        if value // _FACINGS != was // _FACINGS:
            places.add((where, value // _FACINGS))
    used = Counter(start.hand(solver)) - Counter(state.hand(solver))
    for tile, count in used.items():
        for copy in range(count):
            changes.add((FIRST_HAND + tile, copy))
            places.add((FIRST_HAND + tile, copy))
    return End(end_key(state, solver), frozenset(changes), frozenset(places))


@dataclass(frozen=True, slots=True)
class Course:
    """A solution for one sequence of the opponent's choices."""

    end: End
    actions: tuple[int, ...]
    """All actions from the start, including the opponent's."""


@dataclass(frozen=True, slots=True)
class Solution:
    """A way to win: one course for each sequence of the opponent's choices before the Battle."""

    courses: tuple[Course, ...]

    @property
    def key(self) -> frozenset[int]:
        """Equal for solutions with the same ends."""
        return frozenset(course.end.key for course in self.courses)

    @property
    def places(self) -> frozenset[frozenset[Change]]:
        """Equal for solutions that differ in facings only."""
        return frozenset(course.end.places for course in self.courses)

    def strictly_includes(self, other: Solution) -> bool:
        """Whether its changes include the other's, and not the other way round."""
        return self is not other and self.includes(other) and not other.includes(self)

    @property
    def size(self) -> int:
        """Number of changes in all its ends."""
        return sum(len(course.end.changes) for course in self.courses)

    def includes(self, other: Solution) -> bool:
        """Whether its changes include the other's: each end one of the other's, and all of the other's are met."""
        mine = [course.end.changes for course in self.courses]
        its = [course.end.changes for course in other.courses]
        return all(any(one >= two for two in its) for one in mine) and all(
            any(one >= two for one in mine) for two in its
        )


def counted(solutions: Iterable[Solution], most: int | None = None) -> list[Solution]:
    """The solutions that count: each set of ends once, and none whose changes strictly include another's.

    With `most` it may stop after so many. Raises `TooManyStates` if there are too many to compare.
    """
    different = list({solution.key: solution for solution in solutions}.values())
    if any(len(solution.courses) > 1 for solution in different):
        if len(different) > MOST_COMPARED:
            raise TooManyStates
        return [one for one in different if not any(one.strictly_includes(other) for other in different)]
    # With one course each, an included solution is smaller and comes first. Each one kept is looked up by its rarest
    # change, as there can be tens of thousands.
    often = Counter(change for solution in different for change in solution.courses[0].end.changes)
    kept: list[Solution] = []
    kept_by: dict[Change, list[frozenset[Change]]] = {}
    for solution in sorted(different, key=lambda one: one.size):
        changes = solution.courses[0].end.changes
        if any(other < changes for change in changes for other in kept_by.get(change, ())):
            continue
        kept.append(solution)
        if not changes or (most is not None and len(kept) >= most):
            break  # to change nothing is included in everything
        kept_by.setdefault(min(changes, key=often.__getitem__), []).append(changes)
    return kept
