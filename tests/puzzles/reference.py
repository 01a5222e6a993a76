"""A slow solver that is easy to believe: every order of acts, no hashes, no bounds, Battles by replaying choices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import fields
from itertools import product

from neurohex.model import Table, fight
from neurohex.notation.action import action_text
from neurohex.notation.position import Position
from neurohex.puzzles import DamageGoal, HqGoal, Puzzle, SurviveGoal, UnitGoal
from neurohex.rules.engine import State, apply, legal_actions
from neurohex.tiles import ARMIES, NO_EDGES, Tile
from neurohex.view import analysis_state, tile_id

Fact = tuple[object, ...]
End = frozenset[Fact]
"""What differs from the start."""
NO_ACTS = ("end", "discard", "sell", "battle", "unlucky")


def first_alike(tile: Tile, rotation: int) -> int:
    """The first rotation in which the tile looks the same."""
    names = [field.name for field in fields(Tile) if field.default == NO_EDGES]

    def look(turned: int) -> list[list[int]]:
        return [[getattr(tile, name)[(d - turned) % 6] for d in range(6)] for name in names]

    return next(r for r in range(6) if look(r) == look(rotation))


class Reference:
    """Solves one puzzle. Its target of a unit goal must be the only unit of its tile and owner."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        position = Position.parse(puzzle.position)
        self.me = position.starter
        army = ARMIES[position.players[self.me].army]
        hands: list[list[str]] = [[], []]
        hands[self.me] = [tile_id(army.tile(name)) for name in puzzle.hand]
        self.start = analysis_state(position, hands, turn=self.me)
        self.hand = Counter(self.tiles(self.start))
        self.before = self.lying(self.start)
        self.points = position.players[1 - self.me].hq
        self._known: dict[tuple[bytes, int], list[frozenset[End]]] = {}
        self._worth: dict[bytes, bool] = {}

    # --- ends ---
    def tiles(self, state: State) -> list[str]:
        return [tile.name for tile in Table(state).players[self.me].hand]

    def lying(self, state: State) -> dict[Fact, Fact]:
        table = Table(state)
        facts: dict[Fact, Fact] = {}
        for unit in table.units:
            facing = first_alike(unit.tile, unit.rotation)
            facts["unit", unit.hex] = (unit.tile.key, unit.owner, unit.wounds, facing, unit.markers)
        for lies in table.foundations:
            facts["foundation", lies.hex] = (lies.tile.key, lies.owner)
        for number, points in enumerate(table.hq):
            facts["hq", number] = (points,)
        return facts

    def end(self, state: State) -> End:
        after = self.lying(state)
        changed = {
            (*where, *after.get(where, ("gone",)))
            for where in self.before.keys() | after.keys()
            if self.before.get(where) != after.get(where)
        }
        used = self.hand - Counter(self.tiles(state))
        return frozenset(changed | {("used", tile, n) for tile, count in used.items() for n in range(count)})

    # --- the Battle ---
    def wins(self, state: State) -> bool:
        key = state.to_bytes()
        if key not in self._worth:
            self._worth[key] = self._fought(state, [])
        return self._worth[key]

    def _fought(self, state: State, chosen: list[int]) -> bool:
        waiting: list[State] = []
        left = iter(chosen)

        def choose(st: State) -> int:
            choice = next(left, None)
            if choice is None and not waiting:
                waiting.append(st.copy())
            return legal_actions(st)[0] if choice is None else choice

        fought = fight(state, choose, starter=self.me)
        if not waiting:
            return self._reached(fought.after)
        options = (self._fought(state, [*chosen, choice]) for choice in legal_actions(waiting[0]))
        return any(options) if waiting[0].actor() == self.me else all(options)

    def _reached(self, after: State) -> bool:
        goal = self.puzzle.goal
        own, hostile = after.hq(self.me), after.hq(1 - self.me)
        if isinstance(goal, HqGoal):
            return hostile == 0 and own > 0
        if isinstance(goal, DamageGoal):
            return self.points - hostile >= goal.least
        if isinstance(goal, SurviveGoal):
            return own > 0
        assert isinstance(goal, UnitGoal)
        return all(unit.name != goal.tile or unit.owner == self.me for unit in Table(after).units)

    # --- solutions ---
    def solutions(self) -> tuple[set[frozenset[End]], bool]:
        """The solutions that count, and whether fewer tiles win where that matters."""
        use, exactly = self.puzzle.use, self.puzzle.mode == "exactly"
        found = set(self._ways(self.start, 0, use, exactly))
        fewer = exactly and bool(self._ways(self.start, 0, use - 1, False))
        return minimal(found), fewer

    def _ways(self, state: State, used: int, use: int, exactly: bool) -> list[frozenset[End]]:
        key = (state.to_bytes(), use * 2 + exactly)
        if key not in self._known:
            self._known[key] = list(dict.fromkeys(self._all_ways(state, used, use, exactly)))
        return self._known[key]

    def _all_ways(self, state: State, used: int, use: int, exactly: bool) -> list[frozenset[End]]:
        main = Table(state).awaited
        assert main is not None
        ways: list[frozenset[End]] = []
        is_main = main.stage == "main"
        if is_main and (used == use or not exactly) and self.wins(state):
            ways.append(frozenset([self.end(state)]))
        answers: list[list[frozenset[End]]] = []
        for action in dict.fromkeys(legal_actions(state)):
            if is_main and action_text(state, action).split()[0] in NO_ACTS:
                continue
            after = state.copy()
            apply(after, action)
            now = len(self.puzzle.hand) - len(self.tiles(after))
            if now <= use:
                answers.append(self._ways(after, now, use, exactly))
        if main.player == self.me:
            return ways + [way for answer in answers for way in answer]
        # An idle move in the answer to one choice is idle, whatever the answers to others are.
        return [frozenset[End]().union(*parts) for parts in product(*map(minimal, answers))]


def minimal(found: Iterable[frozenset[End]]) -> set[frozenset[End]]:
    """Those whose changes do not strictly include another's."""
    ways = set(found)
    return {one for one in ways if not any(includes(one, two) and not includes(two, one) for two in ways)}


def includes(one: frozenset[End], other: frozenset[End]) -> bool:
    """Whether each end of the one includes one of the other's, and each of the other's is included."""
    return all(any(a >= b for b in other) for a in one) and all(any(a >= b for a in one) for b in other)
