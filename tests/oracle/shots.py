"""Attacks and their hits: R6.2 to R6.4, R11.1, R11.2."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from tests.oracle.model import Unit
from tests.oracle.moment import Moment

State = tuple[int, int]
"""A shot that comes into a hex in a direction."""
ENDLESS = 1000
"""Wounds of a hit that stands for endless ones."""


@dataclass(eq=False, slots=True)
class Hit:
    """One hit on a target."""

    source: Unit
    direction: int
    """In which it left its unit."""
    target: Unit
    kind: str
    wounds: int
    arrives: frozenset[int] = frozenset()
    """Directions on the board of the struck edges (several only for endless hits)."""
    absorbed: bool = False
    sets_off: bool = False
    """Medics do not answer it."""

    @property
    def endless(self) -> bool:
        return self.wounds >= ENDLESS


Strengths = tuple[dict[int, int], dict[int, int], list[int]]
"""Melee and ranged strengths by direction, directions of Gauss shots."""


def strengths(moment: Moment, unit: Unit) -> Strengths:
    return moment.melee(unit), moment.ranged(unit), moment.gauss(unit)


def hits_of(moment: Moment, unit: Unit, has: Strengths) -> list[Hit]:
    """All hits of one unit that acts now."""
    melee, ranged, gauss = has
    hits: list[Hit] = []
    for direction in range(6):
        if direction in ranged:
            hits += Shot(moment, unit, direction, "ranged", ranged[direction]).hits()
        if direction in gauss:
            hits += Shot(moment, unit, direction, "gauss", 1).hits()
        if direction in melee:
            hits += _melee(moment, unit, direction, melee[direction], hits)
    return [hit for hit in hits if hit.wounds > 0]


def _melee(moment: Moment, unit: Unit, direction: int, strength: int, hits: list[Hit]) -> list[Hit]:
    target = moment.units.get(moment.table.step(unit.hex, direction))
    if target is None or not moment.attacks(unit, target) or (unit.is_hq and target.is_hq):
        return []
    edge = (direction + 3) % 6
    # R6.4: the Universal Soldier's two parts together. The ranged part struck this neighbour too, and nothing else.
    for hit in hits:
        if hit.direction == direction and hit.kind == "ranged":
            hit.kind = "melee+ranged"
            hit.wounds += strength
            return []
    return [Hit(unit, direction, target, "melee", strength, frozenset([edge]))]


class Shot:
    """A ranged or Gauss shot, followed through all redirectors.

    Its states are hexes with the direction of flight; a redirector gives a state one or several next ones.
    """

    def __init__(self, moment: Moment, unit: Unit, direction: int, kind: str, strength: int) -> None:
        self.moment = moment
        self.unit = unit
        self.direction = direction
        self.kind = kind
        self.strength = strength
        self.start: State = (moment.table.step(unit.hex, direction), direction)
        self.after: dict[State, list[State]] = {}
        todo = [self.start] if self.start[0] >= 0 else []
        while todo:
            state = todo.pop()
            if state not in self.after:
                self.after[state] = self._next(state)
                todo += self.after[state]
        self.reached = {state: self._reachable(state) for state in self.after}

    def _struck(self, state: State) -> Unit | None:
        unit = self.moment.units.get(state[0])
        if unit is None or not self.moment.attacks(self.unit, unit):
            return None
        return unit

    def _outs(self, state: State) -> list[int]:
        """Directions in which a redirector there sends the shot; empty where there is none that does."""
        unit = self.moment.units.get(state[0])
        if unit is None or self._struck(state) is not None or not self.moment.enabled(unit):
            return []
        if not unit.facing(unit.tile.redirect_in, (state[1] + 3) % 6):
            return []
        return [direction for direction, _ in unit.directions(unit.tile.redirect_out)]

    def _next(self, state: State) -> list[State]:
        if self.kind == "ranged" and self._struck(state) is not None:
            return []
        step = self.moment.table.step
        states = [(step(state[0], direction), direction) for direction in self._outs(state) or [state[1]]]
        return [(hex_, direction) for hex_, direction in states if hex_ >= 0]

    def _reachable(self, start: State) -> set[State]:
        seen: set[State] = set()
        todo = [start]
        while todo:
            for state in self.after[todo.pop()]:
                if state not in seen:
                    seen.add(state)
                    todo.append(state)
        return seen

    def _wounds(self, state: State) -> int:
        """The hit on the unit that it strikes there."""
        unit = self._struck(state)
        if unit is None or (self.unit.is_hq and unit.is_hq):
            return 0
        armour = unit.facing(unit.tile.armor, (state[1] + 3) % 6)
        return max(0, self.strength - armour)

    def _circle(self, state: State) -> frozenset[State]:
        """The states of the circle that this one is part of; empty where it is in none."""
        return frozenset(s for s in self.reached[state] if state in self.reached[s])

    def hits(self) -> list[Hit]:
        if not self.after:
            return []
        circles = {self._circle(state) for state in self.after} - {frozenset()}
        # A Tripler in the circle: a redirector of several outs, each way out of it leads on (also off the board).
        triple = {c for c in circles if any(len(self._outs(state)) > 1 for state in c)}
        endless = {s for c in triple for state in c for s in {state} | self.reached[state]}
        hits = self._endless_hits(endless)
        paths = self._paths(endless)
        for circle in circles - triple:
            if circle & endless:
                continue
            # R11.2: in a circle each unit is hit once, for each path that enters the circle.
            entries = sum(paths[state] for state in circle)
            best: dict[Unit, State] = {}
            for state in circle:
                unit = self._struck(state)
                if unit is not None and (unit not in best or self._wounds(state) > self._wounds(best[unit])):
                    best[unit] = state
            for state in best.values():
                hits += [self._hit(state) for _ in range(entries)]
        in_circle = {state for circle in circles for state in circle}
        for state, number in paths.items():
            if state not in in_circle and state not in endless and self._struck(state) is not None:
                hits += [self._hit(state) for _ in range(number)]
        return hits

    def _paths(self, endless: set[State]) -> Counter[State]:
        """How many paths come to each state; into a circle or an endless part each is counted where it enters."""
        paths: Counter[State] = Counter()
        todo = [self.start]
        while todo:
            state = todo.pop()
            paths[state] += 1
            if state not in endless and not self._circle(state):
                todo += self.after[state]
        return paths

    def _hit(self, state: State) -> Hit:
        unit = self._struck(state)
        assert unit is not None
        edge = frozenset([(state[1] + 3) % 6])
        return Hit(self.unit, self.direction, unit, self.kind, self._wounds(state), edge)

    def _endless_hits(self, endless: set[State]) -> list[Hit]:
        """One hit per target stands for all its endless hits."""
        struck: dict[Unit, set[int]] = {}
        for state in sorted(endless):
            unit = self._struck(state)
            if unit is not None and self._wounds(state) > 0:
                struck.setdefault(unit, set()).add((state[1] + 3) % 6)
        return [
            Hit(self.unit, self.direction, unit, self.kind, ENDLESS, frozenset(edges)) for unit, edges in struck.items()
        ]
