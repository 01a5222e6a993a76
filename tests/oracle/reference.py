"""The answers of `neurohex inspect` and `neurohex battle` for a position, from the rulings alone."""

from __future__ import annotations

from typing import Any

from neurohex.board import DIRECTIONS
from neurohex.notation.position import Position
from tests.oracle.choices import Chooser
from tests.oracle.fight import Fight
from tests.oracle.model import NEUTRAL, Judged, Table
from tests.oracle.moment import Moment
from tests.oracle.shots import DESTROYS, Hit
from tests.oracle.upkeep import settle

Report = dict[str, Any]


def inspect(position: Position) -> Report:
    """The values of every unit now, by hex."""
    table = Table(position)
    settle(table)
    moment = Moment(table)
    units = []
    for unit in sorted(table.units.values(), key=table.name):
        attacks = moment.can_attack(unit)
        controller = moment.controller(unit)
        units.append(
            {
                "hex": table.name(unit),
                "tile": unit.tile.name,
                "player": _player(unit.owner),
                "controller": _player(controller),
                "disabled": not moment.enabled(unit),
                "initiative": moment.initiative(unit),
                "melee": _by_name(moment.melee(unit)) if attacks else {},
                "ranged": _by_name(moment.ranged(unit)) if attacks else {},
                "gauss": sorted(DIRECTIONS[d] for d in moment.gauss(unit)) if attacks else [],
                "paralysed": moment.paralysed(unit),
            }
        )
    return {"units": units}


def battle(position: Position, choose: Chooser, judged: Judged | None = None) -> Report:
    """One Battle with the given choices. `judged` keeps what several Battles on one position have in common."""
    table = Table(position, judged)
    fight = Fight(table, choose)
    name = table.name
    return {
        "phases": [
            {
                "initiative": phase.initiative,
                "acted": [name(unit) for unit in phase.acted],
                "hits": [_hit(table, hit) for hit in phase.hits],
                "destroyed": [name(unit) for unit in phase.destroyed],
            }
            for phase in fight.phases
        ],
        "players": [{"army": army, "hq": hq} for army, hq in zip(table.armies, table.hq, strict=True)],
        "units": [
            {
                "hex": name(unit),
                "player": _player(unit.owner),
                "tile": unit.tile.name,
                "rotation": unit.rotation,
                "wounds": unit.wounds,
                **({"markers": unit.markers} if unit.markers else {}),
            }
            for unit in sorted(table.units.values(), key=name)
        ],
        "foundations": [
            {"hex": table.board.names[hex_], "player": lies.owner, "tile": lies.tile.name}
            for hex_, lies in sorted(table.ground.items(), key=lambda item: table.board.names[item[0]])
        ],
        "choices": len(choose.options),
    }


def _hit(table: Table, hit: Hit) -> Report:
    return {
        "from": _source(table, hit),
        "direction": None if hit.direction is None else DIRECTIONS[hit.direction],
        "to": table.name(hit.target),
        "kind": hit.kind,
        "wounds": "endless" if hit.endless else "destroyed" if hit.wounds == DESTROYS else hit.wounds,
        "absorbed": hit.absorbed,
        "reflected": hit.reflected,
    }


def _source(table: Table, hit: Hit) -> str | None:
    if hit.source is not None:
        return table.name(hit.source)
    return None if hit.ground is None else table.board.names[hit.ground]


def _player(player: int) -> int | None:
    return None if player == NEUTRAL else player


def _by_name(strengths: dict[int, int]) -> dict[str, int]:
    return {DIRECTIONS[direction]: strength for direction, strength in strengths.items()}
