"""What a unit that acts can do in a phase: attack, change an attack, choose a target, explode (R6.6, R13.6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from tests.oracle.model import Unit
from tests.oracle.moment import Moment
from tests.oracle.shots import Hit, Strengths, melee, plain_hits, strengths, strike

Aim = tuple[Unit, int] | None
"""The target and the direction in which the attack comes; None: nothing is aimed at."""


@dataclass(eq=False, slots=True)
class Plan:
    """One way to act."""

    hits: list[Hit]
    changes: bool = False
    """Whether it uses a Quartermaster or Gauss Transformer."""
    explodes: bool = False

    def effect(self) -> object:
        """What it does. The kind of a hit makes no difference."""
        return self.explodes, frozenset(Counter(_effect(hit) for hit in self.hits).items())


def _effect(hit: Hit) -> tuple[object, ...]:
    marked = any(hit.target.facing(hit.target.tile.trigger, d) for d in hit.arrives)
    return hit.direction, hit.target.hex, hit.wounds, hit.reflected, marked


def plans(moment: Moment, unit: Unit) -> list[Plan]:
    """All ways that end differently. The first is the default: attack, change nothing, aim by the default policy."""
    ways = list(_attacks(moment, unit, strengths(moment, unit)))
    if "explode" in unit.tile.abilities:
        ways.append(Plan([], explodes=True))
    if not unit.changed:
        for has in _conversions(moment, unit):
            for way in _attacks(moment, unit, has):
                way.changes = True
                ways.append(way)
    found: dict[object, Plan] = {}
    for way in ways:
        found.setdefault(way.effect(), way)
    return list(found.values())


def _attacks(moment: Moment, unit: Unit, has: Strengths) -> Iterator[Plan]:
    for aim in _aims(moment, unit, has):
        hits = [hit for hit in _hits(moment, unit, has, aim) if hit.wounds > 0 or hit.kind == "poison"]
        yield Plan(hits)


def _hits(moment: Moment, unit: Unit, has: Strengths, aim: Aim) -> Iterator[Hit]:
    tile, table = unit.tile, moment.table
    mortar, sharpshooter = "mortar" in tile.abilities, "sharpshooter" in tile.abilities
    found: list[Hit | None] = []
    found += plain_hits(moment, unit, Strengths(has.melee, {} if mortar or sharpshooter else has.ranged, has.gauss))
    for direction, strength in has.ranged.items():
        if mortar:  # R24.1
            found += [
                strike(moment, unit, (direction, direction), moment.units[hex_], "ranged", strength)
                for hex_ in table.board.ray(unit.hex, direction)[1:2]
                if hex_ in moment.units and moment.attacks(unit, moment.units[hex_])
            ]
        elif sharpshooter and aim is not None:  # R16.1
            found.append(strike(moment, unit, (direction, direction), aim[0], "ranged", strength))
    for direction, strength in unit.directions(tile.rocket):
        if aim is not None:  # R17.1
            found.append(strike(moment, unit, (direction, aim[1]), aim[0], "rocket", strength))
    for direction, strength in unit.directions(tile.shotgun):  # R17.2
        for target, far in _in_line(moment, unit, direction)[:1]:
            left = strength + 1 - far
            found += [strike(moment, unit, (direction, direction), target, "shotgun", left)] if left > 0 else []
    found += [melee(moment, unit, direction, 0, "poison") for direction, _ in unit.directions(tile.poison)]
    found += _ravages(moment, unit)
    if tile.melee_anywhere and aim is not None:  # R28.1
        strength = tile.melee_anywhere + moment.bonus(unit, "melee")
        found.append(Hit(unit, None, aim[0], "shadow", strength))
    return (hit for hit in found if hit is not None)


def _ravages(moment: Moment, unit: Unit) -> Iterator[Hit]:
    """R30.3: the two neighbours and the hex that touches both."""
    one, *rest = [direction for direction, _ in unit.directions(unit.tile.demolish)] or [-1]
    if one < 0:
        return
    (other,) = rest
    table = moment.table
    near = [table.step(unit.hex, one), table.step(unit.hex, other)]
    far: set[int] = set()
    if min(near) >= 0:
        far = (set(table.board.neighbours[near[0]]) & set(table.board.neighbours[near[1]])) - {unit.hex, -1}
    hexes: list[tuple[int, int | None]] = [(near[0], one), (near[1], other), *((h, None) for h in far)]
    for hex_, direction in hexes:
        target = moment.units.get(hex_)
        if target is not None and moment.attacks(unit, target):
            yield Hit(unit, direction, target, "ravager", 1)


def _in_line(moment: Moment, unit: Unit, direction: int) -> list[tuple[Unit, int]]:
    """The units that it can hit in a line, and how far off they are."""
    line = enumerate(moment.table.board.ray(unit.hex, direction), 1)
    met = ((moment.units[hex_], far) for far, hex_ in line if hex_ in moment.units)
    return [(other, far) for other, far in met if moment.attacks(unit, other)]


def _aims(moment: Moment, unit: Unit, has: Strengths) -> list[Aim]:
    """What the unit can choose to hit, the default first."""
    table = moment.table
    aims: list[Aim] = [None]
    if "sharpshooter" in unit.tile.abilities:
        aims = [(other, d) for d in has.ranged for other, _ in _in_line(moment, unit, d)]
        aims.sort(key=lambda aim: aim is None or not aim[0].is_hq)
    elif any(unit.tile.rocket):
        aims = _rocket_aims(moment, unit)
    elif unit.tile.melee_anywhere:
        targets = [other for other in moment.units.values() if moment.attacks(unit, other)]
        targets.sort(key=lambda u: (not u.is_hq, -table.points_lost(u) if u.is_hq else 0, table.name(u)))
        aims = [(other, 0) for other in targets]
    return aims or [None]


def _rocket_aims(moment: Moment, unit: Unit) -> list[Aim]:
    """R17.1: the hex it faces, and up to two more. The first hostile unit ends it."""
    ((direction, _),) = unit.directions(unit.tile.rocket)
    found: list[tuple[bool, int, int, Unit]] = []

    def fly(hex_: int, flight: int, steps: int) -> None:
        ahead = moment.table.step(hex_, flight)
        if ahead < 0:
            return
        other = moment.units.get(ahead)
        if other is not None and moment.attacks(unit, other):
            found.append((not other.is_hq, steps, flight, other))
        elif steps < 3:
            for turn in range(6):
                fly(ahead, turn, steps + 1)

    fly(unit.hex, direction, 1)
    found.sort(key=lambda aim: (*aim[:2], moment.table.name(aim[3]), aim[2]))
    aims: list[Aim] = [(other, flight) for _, _, flight, other in found]
    stopped = any(steps == 1 for _, steps, _, _ in found)
    return aims if stopped else [*aims, None]


def _conversions(moment: Moment, unit: Unit) -> Iterator[Strengths]:
    """The attacks after each change that a Quartermaster (R6.8) or a Gauss Transformer (R30.2) can make."""
    has = strengths(moment, unit)
    melee, ranged, gauss = has.melee, has.ranged, has.gauss
    more_melee, more_ranged = moment.bonus(unit, "melee"), moment.bonus(unit, "ranged")
    twice = [
        m
        for m in moment.modules(unit, "melee")
        if m.tile.module.get("ranged") and moment.table.ruleset == "living"  # R1.9
    ]
    if moment.modules(unit, "quartermaster"):
        for direction in melee:
            strength = melee[direction] - more_melee + sum(m.tile.module["melee"] for m in twice)
            # Two parts of one type are one strength, and so have one bonus.
            shots = {**ranged, direction: ranged.get(direction, more_ranged) + strength}
            yield Strengths(_without(melee, direction), shots, gauss)
        for direction in ranged:
            strength = ranged[direction] - more_ranged + sum(m.tile.module["ranged"] for m in twice)
            blows = {**melee, direction: melee.get(direction, more_melee) + strength}
            yield Strengths(blows, _without(ranged, direction), gauss)
    if moment.modules(unit, "gauss_transformer"):
        for direction in ranged:
            printed = unit.facing(unit.tile.ranged, direction)
            yield Strengths(melee, _without(ranged, direction), {**gauss, direction: printed})


def _without(by_direction: dict[int, int], direction: int) -> dict[int, int]:
    return {d: strength for d, strength in by_direction.items() if d != direction}
