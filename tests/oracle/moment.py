"""The table at one moment: control, bonuses, initiative and strengths (R3.4 to R3.6)."""

from __future__ import annotations

from tests.oracle.control import Control
from tests.oracle.model import NEUTRAL, Slot, Table, Unit


class Moment:
    """A table at one moment. Later changes of the table do not affect it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.control = Control(table)
        self.units = dict(table.units)

    def controller(self, unit: Unit) -> int:
        return self.control.controller(unit)

    def enabled(self, unit: Unit) -> bool:
        return self.control.enabled(unit)

    def attacks(self, unit: Unit, other: Unit) -> bool:
        return self.table.attacks(self.controller(unit), self.controller(other))

    def modules(self, unit: Unit, effect: str) -> list[Unit]:
        """Enabled modules and HQs with this effect that are linked to the unit and work for its side."""
        if self.controller(unit) == NEUTRAL:
            return []
        return [m for m in self._linked_to(unit, effect) if not self._works_against(m, unit)]

    def bonus(self, unit: Unit, effect: str) -> int:
        return sum(module.tile.module[effect] for module in self.modules(unit, effect))

    def _linked_to(self, unit: Unit, effect: str) -> list[Unit]:
        return [
            m
            for m in self.units.values()
            if m.tile.module.get(effect) and m is not unit and self.enabled(m) and unit in self.table.linked(m)
        ]

    def _works_against(self, module: Unit, unit: Unit) -> bool:
        return self.table.hostile(self.control.works_for(module), self.controller(unit))

    def shift(self, unit: Unit) -> int:
        """The sum of its initiative bonuses less its saboteurs."""
        saboteurs = [m for m in self._linked_to(unit, "enemy_initiative") if self._works_against(m, unit)]
        return self.bonus(unit, "initiative") + sum(m.tile.module["enemy_initiative"] for m in saboteurs)

    def slots(self, unit: Unit) -> dict[Slot, int]:
        """Each of its attacks and the phase it is in now (R3.6), as if the unit were not disabled."""
        shift = self.shift(unit)
        values: dict[Slot, int] = {("printed", p): max(0, p + shift) for p in unit.tile.initiative}
        if not unit.tile.initiative:
            return values
        has = list(unit.tile.initiative)
        for number in range(len(self.modules(unit, "extra_attack"))):
            if self.table.ruleset == "living":  # R1.4
                q = max(has) - 1
                while q in has:
                    q -= 1
            else:
                q = min(has) - 1
            has.append(q)
            if q + shift >= 0:
                values["extra", number] = q + shift
            elif q >= 0:
                values["extra", number] = 0
        return values

    def initiative(self, unit: Unit) -> list[int]:
        if not self.enabled(unit):
            return []
        return sorted(set(self.slots(unit).values()), reverse=True)

    def melee(self, unit: Unit) -> dict[int, int]:
        bonus = self.bonus(unit, "melee")
        return {d: strength + bonus for d, strength in unit.directions(unit.tile.melee)}

    def ranged(self, unit: Unit) -> dict[int, int]:
        bonus = self.bonus(unit, "ranged")
        return {d: strength + bonus for d, strength in unit.directions(unit.tile.ranged)}

    def gauss(self, unit: Unit) -> list[int]:
        return [d for d, _ in unit.directions(unit.tile.gauss)]
