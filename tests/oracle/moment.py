"""The table at one moment: control, who serves and harms whom, initiative and strengths (R3.4 to R3.6 and on)."""

from __future__ import annotations

from typing import Final

from tests.oracle.control import judge
from tests.oracle.model import NEUTRAL, Slot, Table, Unit

MARKER_OF: Final = {"gives_venom": "venom", "gives_paralysis": "paralysis"}


class Moment:
    """A table at one moment. Later changes of the table do not affect it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.units = dict(table.units)
        self.verdict = judge(table)
        self.ground = dict(table.ground)
        self.links = {u: set(table.linked(u)) for u in self.units.values() if u.tile.module and self.enabled(u)}
        """Enabled modules and HQs, and the units that their links reach."""
        self.lands = {self.controller(u): self._motherland(u) for u in self.links if u.tile.module.get("motherland")}
        """The units of the Motherland of each player who has one."""
        self._slots: dict[Unit, dict[Slot, int]] = {}
        self._paralysed = {u for u in self.units.values() if u.paralysis or self.harming(u, "paralyses_enemies")}

    def controller(self, unit: Unit) -> int:
        return self.verdict[unit.hex][0]

    def enabled(self, unit: Unit) -> bool:
        return self.verdict[unit.hex][1]

    def works_for(self, unit: Unit) -> int:
        return self.verdict[unit.hex][2]

    def paralysed(self, unit: Unit) -> bool:
        return unit in self._paralysed

    def can_attack(self, unit: Unit) -> bool:
        return self.enabled(unit) and not self.paralysed(unit)

    def attacks(self, unit: Unit, other: Unit) -> bool:
        return self.table.attacks(self.controller(unit), self.controller(other))

    def hostile(self, unit: Unit, other: Unit) -> bool:
        return self.table.hostile(self.controller(unit), self.controller(other))

    def reflects(self, unit: Unit, direction: int) -> bool:
        """Whether its edge that faces this direction sends attacks back (R18.1, R18.6)."""
        return self.enabled(unit) and bool(unit.facing(unit.tile.reflect, direction))

    # Who is served and harmed by which module

    def _motherland(self, hq: Unit) -> set[Unit]:
        """R22.1, R22.5."""
        player = self.controller(hq)
        own = {u.hex for u in self.units.values() if self.controller(u) == player}
        roots = {h for h, lies in self.ground.items() if lies.tile.effect == "roots" and lies.owner == player}
        joined, todo = {hq.hex}, [hq.hex]
        while todo:
            for hex_ in self.table.board.neighbours[todo.pop()]:
                if hex_ in own | roots and hex_ not in joined:
                    joined.add(hex_)
                    todo.append(hex_)
        return {self.units[hex_] for hex_ in joined & own}

    def modules(self, unit: Unit, effect: str) -> list[Unit]:
        """Enabled modules and HQs with this effect that serve the unit."""
        if self.controller(unit) == NEUTRAL:
            return []
        return [m for m in self.links if m.tile.module.get(effect) and self.serves(m, unit, effect)]

    def serves(self, module: Unit, unit: Unit, effect: str) -> bool:
        table = self.table
        works_for, mine = self.works_for(module), self.controller(unit)
        if not table.hostile(works_for, mine):
            if module is not unit and unit in self.links[module]:
                return True
            # R22.2. A Scoper's side has the links and no more (R3.4). A Medic cannot be spent for itself.
            land = self.lands.get(self.controller(module), set())
            is_own = works_for == self.controller(module) and module.is_module
            return is_own and unit in land and bool(self.links[module] & land) and (effect, module) != ("medic", unit)
        # Section 15.
        spies = "spy" in unit.tile.abilities and self.enabled(unit) and table.hostile(self.controller(module), mine)
        marker = MARKER_OF.get(effect)
        if not spies or (marker and not table.has_markers(marker, table.side(mine))):
            return False
        return unit in self.links[module] and table.adjacent(module, unit)

    def harming(self, unit: Unit, effect: str) -> list[Unit]:
        """Enabled modules with this effect that act on the unit as a hostile one."""
        return [m for m in self.links if m.tile.module.get(effect) and self._harms(m, unit)]

    def _harms(self, module: Unit, unit: Unit) -> bool:
        works_for, owner = self.works_for(module), self.controller(module)
        if not self.table.hostile(works_for, self.controller(unit)):
            return False
        if module is not unit and unit in self.links[module]:
            return True
        land = self.lands.get(owner, set())  # R22.4
        return works_for != owner and unit in land and bool(self.links[module] & land)

    def bonus(self, unit: Unit, effect: str) -> int:
        return sum(module.tile.module[effect] for module in self.modules(unit, effect))

    def toughness(self, unit: Unit) -> int:
        """R14.1. An HQ has points instead."""
        return unit.tile.toughness + self.bonus(unit, "toughness")

    def more_wounds(self, unit: Unit) -> int:
        """What Wastes add to each hit (R30.1)."""
        return sum(m.tile.module["extra_wound"] for m in self.harming(unit, "extra_wound"))

    def carries(self, unit: Unit, marker: str) -> bool:
        """Whether its hits carry such a marker (R21.1, R23.2)."""
        return marker in unit.tile.abilities or bool(self.modules(unit, f"gives_{marker}"))

    # Initiative and strengths

    def shift(self, unit: Unit) -> int:
        """The sum of its initiative bonuses less its saboteurs."""
        saboteurs = self.harming(unit, "enemy_initiative")
        return self.bonus(unit, "initiative") + sum(m.tile.module["enemy_initiative"] for m in saboteurs)

    def slots(self, unit: Unit) -> dict[Slot, int]:
        """Each of its attacks and the phase it is in now (R3.6), as if the unit were not disabled."""
        if unit not in self._slots:
            self._slots[unit] = self._values(unit)
        return self._slots[unit]

    def _values(self, unit: Unit) -> dict[Slot, int]:
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
        if self.harming(unit, "enemy_initiative_zero"):  # R28.4
            return dict.fromkeys(values, 0)
        return values

    def initiative(self, unit: Unit) -> list[int]:
        if not self.can_attack(unit):
            return []
        return sorted(set(self.slots(unit).values()), reverse=True)

    def melee(self, unit: Unit) -> dict[int, int]:
        bonus = self.bonus(unit, "melee")
        return {d: strength + bonus for d, strength in unit.directions(unit.tile.melee)}

    def ranged(self, unit: Unit) -> dict[int, int]:
        bonus = self.bonus(unit, "ranged")
        return {d: strength + bonus for d, strength in unit.directions(unit.tile.ranged)}

    def gauss(self, unit: Unit) -> dict[int, int]:
        return {d: 1 for d, _ in unit.directions(unit.tile.gauss)}
