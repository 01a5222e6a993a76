"""Attacks and their hits: R6.2 to R6.4, R11.1, R11.2, reflection (section 18)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from tests.oracle.model import Unit
from tests.oracle.moment import Moment

State = tuple[int, int]
"""A shot that comes into a hex in a direction."""
ENDLESS: Final = 1000
"""Wounds of a hit that stands for endless ones."""
DESTROYS: Final = 500
"""Wounds of a blast, which destroys (R25.1)."""
UNARMOURED: Final = ("melee", "poison", "blast")
"""Attacks along a line that armour does not lower."""


@dataclass(eq=False, slots=True)
class Hit:
    """One hit on a target."""

    source: Unit | None
    """None for venom and a Toxic Bomb."""
    direction: int | None
    """In which it left its unit."""
    target: Unit
    kind: str
    wounds: int
    arrives: frozenset[int] = frozenset()
    """Directions on the board of the struck edges (several only for endless hits)."""
    reflected: bool = False
    ground: int | None = None
    """The hex of the Toxic Bomb."""
    carries: frozenset[str] = frozenset()
    """The markers that it puts on its target."""
    absorbed: bool = False
    sets_off: bool = False
    """Medics do not answer it."""

    @property
    def endless(self) -> bool:
        return self.wounds >= ENDLESS


@dataclass(frozen=True, slots=True)
class Strengths:
    """Attacks by direction."""

    melee: dict[int, int]
    ranged: dict[int, int]
    gauss: dict[int, int]


def strengths(moment: Moment, unit: Unit) -> Strengths:
    return Strengths(moment.melee(unit), moment.ranged(unit), moment.gauss(unit))


def strike(moment: Moment, unit: Unit, way: tuple[int, int], target: Unit, kind: str, strength: int) -> Hit | None:
    """The hit of an attack that comes to a unit. None where it hits nobody; one of 0 wounds is no hit (R6.4).

    `way`: the direction in which it left its unit and that in which it comes.
    """
    leaves, flight = way
    edge = (flight + 3) % 6
    reflected = False

    def lowered(by: Unit, side: int) -> int:
        return strength if kind in UNARMOURED else max(0, strength - by.facing(by.tile.armor, side))

    if moment.reflects(target, edge):
        strength = lowered(target, edge)  # R18.2
        back = moment.units.get(moment.table.step(target.hex, edge))
        if back is None or not moment.hostile(target, back) or moment.reflects(back, flight):  # R18.4
            return None
        target, edge, reflected = back, flight, True
    if unit.is_hq and target.is_hq:  # R6.2, R18.7
        return None
    if kind == "blast" and target.is_hq:
        return None
    return Hit(unit, leaves, target, kind, lowered(target, edge), frozenset([edge]), reflected)


def melee(moment: Moment, unit: Unit, direction: int, strength: int, kind: str = "melee") -> Hit | None:
    """The hit of an attack on the neighbour."""
    target = moment.units.get(moment.table.step(unit.hex, direction))
    if target is None or not moment.attacks(unit, target):
        return None
    return strike(moment, unit, (direction, direction), target, kind, strength)


def plain_hits(moment: Moment, unit: Unit, has: Strengths) -> list[Hit]:
    """The hits of melee, plain ranged and Gauss attacks."""
    hits: list[Hit] = []
    for direction in range(6):
        shots: list[Hit] = []
        if direction in has.ranged:
            shots += Shot(moment, unit, direction, "ranged", has.ranged[direction]).hits()
        if direction in has.gauss:
            shots += Shot(moment, unit, direction, "gauss", has.gauss[direction]).hits()
        if direction in has.melee:
            blow = melee(moment, unit, direction, has.melee[direction])
            # R6.4: the Universal Soldier's two parts together, also where one of them shoots as Gauss (R30.2).
            same = [s for s in shots if blow is not None and s.target is blow.target and s.arrives == blow.arrives]
            same = [s for s in same if not s.endless]
            if same and blow is not None:
                same[0].kind = "melee+ranged"
                same[0].wounds += blow.wounds
            elif blow is not None:
                shots.append(blow)
        hits += shots
    return hits


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
        struck = self._struck(state)
        if struck is not None and (self.kind == "ranged" or self.moment.reflects(struck, (state[1] + 3) % 6)):
            return []  # R18.3: nor does a Gauss shot pass a reflector
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

    def _hits_at(self, state: State) -> list[Hit]:
        """The hit on the unit that it strikes there."""
        unit = self._struck(state)
        if unit is None:
            return []
        hit = strike(self.moment, self.unit, (self.direction, state[1]), unit, self.kind, self.strength)
        return [] if hit is None else [hit]

    def _wounds(self, state: State) -> int:
        return sum(hit.wounds for hit in self._hits_at(state))

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
                hits += [hit for _ in range(entries) for hit in self._hits_at(state)]
        in_circle = {state for circle in circles for state in circle}
        for state, number in paths.items():
            if state not in in_circle and state not in endless and self._struck(state) is not None:
                hits += [hit for _ in range(number) for hit in self._hits_at(state)]
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

    def _endless_hits(self, endless: set[State]) -> list[Hit]:
        """One hit per target stands for all its endless hits."""
        struck: dict[tuple[Unit, bool], set[int]] = {}
        for state in sorted(endless):
            for hit in self._hits_at(state):
                if hit.wounds > 0:
                    struck.setdefault((hit.target, hit.reflected), set()).update(hit.arrives)
        return [
            Hit(self.unit, self.direction, unit, self.kind, ENDLESS, frozenset(edges), reflected)
            for (unit, reflected), edges in struck.items()
        ]
