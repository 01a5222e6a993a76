"""Markers that hits put on units, at the end of a phase (R21.3, R23.2, R23.4)."""

from __future__ import annotations

from collections import Counter
from itertools import product

from tests.oracle.choices import Chooser
from tests.oracle.model import Table, Unit
from tests.oracle.moment import Moment
from tests.oracle.shots import Hit


def deal(table: Table, moment: Moment, hits: list[Hit], choose: Chooser) -> None:
    """Put venom and paralysis markers on the units that have survived the phase."""
    sides = list(dict.fromkeys(table.side(p) for p in table.round()))
    for marker in ("venom", "paralysis"):
        for side in sides:
            wanted: Counter[Unit] = Counter()
            for hit in hits:
                if hit.absorbed or hit.source is None or table.units.get(hit.target.hex) is not hit.target:
                    continue
                if marker in hit.carries and table.side(moment.controller(hit.source)) == side:
                    wanted[hit.target] += 1
            if marker == "paralysis":
                wanted = Counter({unit: 1 for unit in wanted if not unit.paralysis})
            number = min(sum(wanted.values()), table.left(marker, side))
            given = choose(_ways(table, wanted, number))
            for unit, markers in given.items():
                (unit.venom if marker == "venom" else unit.paralysis).extend([side] * markers)


def _ways(table: Table, wanted: Counter[Unit], number: int) -> list[dict[Unit, int]]:
    """All ways to give that many markers; the default first: HQs, then by hex name."""
    units = sorted(wanted, key=lambda u: (not u.is_hq, table.name(u)))
    ways = product(*(range(wanted[unit], -1, -1) for unit in units))
    return [dict(zip(units, way, strict=True)) for way in ways if sum(way) == number]
