"""One Battle, phase by phase (sections 6, 10, 11 and 31)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from tests.oracle.choices import Chooser
from tests.oracle.marking import deal
from tests.oracle.medics import Ward
from tests.oracle.model import NEUTRAL, Table, Unit
from tests.oracle.moment import Moment
from tests.oracle.plans import plans
from tests.oracle.shots import DESTROYS, Hit, melee
from tests.oracle.upkeep import settle

HIGHEST_PHASE = 40
"""Higher than any initiative."""


@dataclass(slots=True)
class Phase:
    """One phase in which a unit acted."""

    initiative: int | str
    acted: list[Unit]
    hits: list[Hit]
    destroyed: list[Unit]


class Fight:
    """A Battle fought to its end on the given table."""

    def __init__(self, table: Table, choose: Chooser) -> None:
        self.table = table
        self.choose = choose
        self.phases: list[Phase] = []
        settle(table)
        self.moment = Moment(table)
        self._before()
        for initiative in range(HIGHEST_PHASE, -1, -1):
            self._phase(initiative)
        self._after()
        if table.is_deathmatch:
            self._bury()

    def _before(self) -> None:
        """R21.2, R25.1: venom and Explosives, all at once."""
        moment = self.moment
        hits: list[Hit] = []
        exploding: list[Unit] = []
        for unit in self._units():
            hits += [Hit(None, None, unit, "venom", 1) for _ in unit.venom]
            if not moment.can_attack(unit):
                continue
            for direction, _ in unit.directions(unit.tile.blast):
                faced = moment.units.get(self.table.step(unit.hex, direction))
                if faced is None or not moment.attacks(unit, faced):
                    continue
                exploding.append(unit)
                blast = melee(moment, unit, direction, DESTROYS, "blast")
                if blast is not None:  # one that comes back uses up a Medic, but saves nothing (R7.4)
                    hits.append(blast)
        if hits or exploding:
            self._end("before", [], hits, exploding)

    def _phase(self, initiative: int) -> None:
        moment = self.moment
        acting = [unit for unit in self._units() if _acts(moment, unit, initiative)]
        bombs = [
            hex_
            for hex_, lies in self.table.ground.items()
            if lies.tile.effect == "toxic_bomb" and initiative in lies.tile.initiative
        ]
        if not acting and not bombs:
            return
        hits: list[Hit] = []
        exploding: list[Unit] = []
        for unit in acting:
            plan = self.choose(plans(moment, unit))
            unit.changed |= plan.changes
            hits += [self._loaded(hit) for hit in plan.hits]
            if plan.explodes:
                exploding.append(unit)
                hits += _explosion(moment, unit)
        for hex_ in bombs:
            hits += self._toxic(hex_)
            del self.table.ground[hex_]
        self._end(initiative, acting, hits, exploding)

    def _units(self) -> list[Unit]:
        return sorted(self.table.units.values(), key=self.table.name)

    def _loaded(self, hit: Hit) -> Hit:
        """The hit with the markers that it carries (R21.1, R23.2, R28.2)."""
        assert hit.source is not None
        if hit.kind == "poison":
            return replace(hit, carries=frozenset(["venom"]))
        side = self.table.side(self.moment.controller(hit.source))
        return replace(
            hit,
            carries=frozenset(
                marker
                for marker in ("venom", "paralysis")
                if self.table.has_markers(marker, side) and self.moment.carries(hit.source, marker)
            ),
        )

    def _toxic(self, hex_: int) -> list[Hit]:
        """R28.7: the unit on the Toxic Bomb and those next to it."""
        places: list[tuple[int | None, int]] = [(None, hex_), *enumerate(self.table.board.neighbours[hex_])]
        return [
            Hit(None, direction, self.moment.units[here], "explosion", 1, ground=hex_)
            for direction, here in places
            if here in self.moment.units
        ]

    def _end(self, initiative: int | str, acting: list[Unit], hits: list[Hit], exploding: list[Unit]) -> None:
        """Everything after the choices and attacks of a phase."""
        moment = self.moment
        exploding = _explosions(moment, hits, exploding)
        for hit in hits:
            if 0 < hit.wounds < DESTROYS:
                hit.wounds += moment.more_wounds(hit.target)
        spent = Ward(moment, hits).settle(self.choose)
        destroyed = self._wound(hits, exploding, spent)
        deal(self.table, moment, hits, self.choose)
        destroyed += settle(self.table)
        self.phases.append(Phase(initiative, acting, hits, destroyed))
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
                if unit.wounds > self.moment.toughness(unit):
                    leaving.add(unit)
        for unit in leaving:
            del self.table.units[unit.hex]
        return list(leaving)

    def _after(self) -> None:
        """R31.2: Paralysis ends, then Holes."""
        for unit in self.table.units.values():
            unit.paralysis.clear()
        victims = []
        for hex_, lies in self.table.ground.items():
            there = self.table.units.get(hex_) if lies.tile.effect == "hole" else None
            if there is not None and not there.is_hq and self.table.hostile(lies.owner, self.moment.controller(there)):
                victims.append(there)
        if victims:
            for unit in victims:
                del self.table.units[unit.hex]
            self.phases.append(Phase("after", [], [], victims + settle(self.table)))

    def _bury(self) -> None:
        """R10.1: armies whose HQ is at 0 leave after the last phase; what another player holds stays with it."""
        self.table.out = {p for p in self.table.players() if self.table.hq[p] == 0}
        while True:
            settle(self.table)
            moment = Moment(self.table)
            freed = [
                u
                for u in self.table.units.values()
                if u.owner != NEUTRAL and self.table.hq[u.owner] == 0 and moment.controller(u) == u.owner
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
    return due and moment.can_attack(unit)


def _explosion(moment: Moment, unit: Unit) -> list[Hit]:
    hits = []
    for direction in range(6):
        other = moment.units.get(moment.table.step(unit.hex, direction))
        if other is not None and _harms(moment, unit, other):
            hits.append(Hit(unit, direction, other, "explosion", 1))
    return hits


def _explosions(moment: Moment, hits: list[Hit], exploding: list[Unit]) -> list[Unit]:
    """Add the hits of everything that is set off (R6.7, R11.3, R12.2). Gives the units that explode."""
    exploding = list(exploding)
    todo = list(hits)
    while todo:
        hit = todo.pop(0)
        unit = hit.target
        marked = hit.kind == "explosion" or any(unit.facing(unit.tile.trigger, d) for d in hit.arrives)
        if not any(unit.tile.trigger) or not marked or hit.kind == "poison" or not moment.can_attack(unit):
            continue
        hit.sets_off = True
        if unit in exploding:
            continue
        exploding.append(unit)
        blast = _explosion(moment, unit)
        hits += blast
        todo += blast
    return exploding


def _harms(moment: Moment, exploding: Unit, other: Unit) -> bool:
    """Whether an explosion wounds this neighbour."""
    if exploding.tile.army != "bombers":
        return True
    if exploding.owner == NEUTRAL:  # R12.2: all but HQs, also while taken over
        return not other.is_hq
    return moment.table.hostile(moment.controller(exploding), moment.controller(other))  # R12.3
