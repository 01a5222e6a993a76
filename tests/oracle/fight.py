"""One Battle, phase by phase (sections 6, 10 and 11), with every choice made by the default policy."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from tests.oracle.medics import Ward
from tests.oracle.model import NEUTRAL, Table, Unit
from tests.oracle.moment import Moment
from tests.oracle.shots import Hit, Strengths, hits_of, strengths

HIGHEST_PHASE = 40
"""Higher than any initiative."""


@dataclass(slots=True)
class Phase:
    """One phase in which a unit acted."""

    initiative: int
    acted: list[Unit]
    hits: list[Hit]
    destroyed: list[Unit]


class Fight:
    """A Battle fought to its end on the given table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.phases: list[Phase] = []
        self.choices = 0
        self.moment = Moment(table)
        for initiative in range(HIGHEST_PHASE, -1, -1):
            self._phase(initiative)
        if table.is_deathmatch:
            self._bury()

    def _phase(self, initiative: int) -> None:
        moment = self.moment
        units = sorted(self.table.units.values(), key=self.table.name)
        acting = [unit for unit in units if _acts(moment, unit, initiative)]
        if not acting:
            return
        hits = [hit for unit in acting for hit in hits_of(moment, unit, strengths(moment, unit))]
        for unit in acting:
            # R6.6. An exploding Clown leaves and an attacking one stays: always two outcomes.
            self.choices += "explode" in unit.tile.abilities
            self.choices += may_convert(moment, unit)
        exploding = _explosions(moment, hits)
        spent, asked = Ward(moment, hits).settle()
        self.choices += asked
        self.phases.append(Phase(initiative, acting, hits, self._wound(hits, exploding, spent)))
        self.moment = Moment(self.table)

    def _wound(self, hits: list[Hit], exploding: list[Unit], spent: set[Unit]) -> list[Unit]:
        """R6.5: count wounds at the end of the phase. Gives the units that leave the board."""
        wounds = Counter[Unit]()
        for hit in hits:
            if not hit.absorbed:
                wounds[hit.target] += hit.wounds
        leaving = set(exploding) | spent
        for unit, number in wounds.items():
            if unit.is_hq:
                self.table.hq[unit.owner] = max(0, self.table.hq[unit.owner] - number)
                if self.table.hq[unit.owner] == 0 and not self.table.is_deathmatch:
                    leaving.add(unit)
            else:
                unit.wounds += number
                if unit.wounds > unit.tile.toughness:
                    leaving.add(unit)
        for unit in leaving:
            del self.table.units[unit.hex]
        return sorted(leaving, key=self.table.name)

    def _bury(self) -> None:
        """R10.1: armies whose HQ is at 0 leave after the last phase; what another player holds stays with it."""
        while True:
            control = Moment(self.table).control
            freed = [
                u
                for u in self.table.units.values()
                if u.owner != NEUTRAL and self.table.hq[u.owner] == 0 and control.controller(u) == u.owner
            ]
            if not freed:
                return
            for unit in freed:
                del self.table.units[unit.hex]


def _acts(moment: Moment, unit: Unit, initiative: int) -> bool:
    """R6.1: spend attacks that are due or missed. Gives whether the unit acts in this phase."""
    due = False
    for slot, value in moment.slots(unit).items():
        if value >= initiative and slot not in unit.spent:
            unit.spent.add(slot)
            due = due or value == initiative
    return due and moment.enabled(unit)


def _explosions(moment: Moment, hits: list[Hit]) -> list[Unit]:
    """Add the hits of everything that is set off (R6.7, R11.3, R12.2). Gives the units that explode."""
    table = moment.table
    exploding: list[Unit] = []
    todo = list(hits)
    while todo:
        hit = todo.pop(0)
        unit = hit.target
        marked = hit.kind == "explosion" or any(unit.facing(unit.tile.trigger, d) for d in hit.arrives)
        if not any(unit.tile.trigger) or not marked or not moment.enabled(unit):
            continue
        hit.sets_off = True
        if unit in exploding:
            continue
        exploding.append(unit)
        for direction in range(6):
            other = moment.units.get(table.step(unit.hex, direction))
            if other is not None and _harms(moment, unit, other):
                blast = Hit(unit, direction, other, "explosion", 1)
                hits.append(blast)
                todo.append(blast)
    return exploding


def _harms(moment: Moment, exploding: Unit, other: Unit) -> bool:
    """Whether an explosion wounds this neighbour."""
    if exploding.tile.army != "bombers":
        return True
    if exploding.owner == NEUTRAL:  # R12.2: all but HQs, also while taken over
        return not other.is_hq
    return moment.table.hostile(moment.controller(exploding), moment.controller(other))  # R12.3


def may_convert(moment: Moment, unit: Unit) -> bool:
    """Whether a Quartermaster could change what this unit, which acts now, hits (R6.8)."""
    masters = moment.modules(unit, "quartermaster")
    if not masters:
        return False
    has = strengths(moment, unit)
    before = _effects(moment, unit, has)
    return any(_effects(moment, unit, changed) != before for changed in _conversions(moment, unit, has))


def _conversions(moment: Moment, unit: Unit, has: Strengths) -> list[Strengths]:
    melee, ranged, gauss = has
    more_melee, more_ranged = moment.bonus(unit, "melee"), moment.bonus(unit, "ranged")
    twice = [
        m
        for m in moment.modules(unit, "melee")
        if m.tile.module.get("ranged") and moment.table.ruleset == "living"  # R1.9
    ]
    found: list[Strengths] = []
    for direction in melee:
        strength = melee[direction] - more_melee + more_ranged + sum(m.tile.module["melee"] for m in twice)
        without = {d: s for d, s in melee.items() if d != direction}
        found.append((without, {**ranged, direction: ranged.get(direction, 0) + strength}, gauss))
    for direction in ranged:
        strength = ranged[direction] - more_ranged + more_melee + sum(m.tile.module["ranged"] for m in twice)
        without = {d: s for d, s in ranged.items() if d != direction}
        found.append(({**melee, direction: melee.get(direction, 0) + strength}, without, gauss))
    return found


def _effects(moment: Moment, unit: Unit, has: Strengths) -> Counter[tuple[int, int, int]]:
    """Its hits without their kinds, as the kind of a hit makes no difference."""
    return Counter((hit.direction, hit.target.hex, hit.wounds) for hit in hits_of(moment, unit, has))
