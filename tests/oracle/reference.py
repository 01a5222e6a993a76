"""The answers of `neurohex inspect` and `neurohex battle` for a position, from the rulings alone."""

from __future__ import annotations

from typing import Any

from neurohex.board import DIRECTIONS
from neurohex.notation.position import Position
from tests.oracle.fight import Fight
from tests.oracle.model import NEUTRAL, Table
from tests.oracle.moment import Moment
from tests.oracle.shots import Hit

Report = dict[str, Any]


def inspect(position: Position) -> Report:
    """The values of every unit now, by hex."""
    table = Table(position)
    moment = Moment(table)
    units = []
    for unit in sorted(table.units.values(), key=table.name):
        enabled = moment.enabled(unit)
        controller = moment.controller(unit)
        units.append(
            {
                "hex": table.name(unit),
                "tile": unit.tile.name,
                "player": _player(unit.owner),
                "controller": _player(controller),
                "disabled": not enabled,
                "initiative": moment.initiative(unit),
                "melee": _by_name(moment.melee(unit)) if enabled else {},
                "ranged": _by_name(moment.ranged(unit)) if enabled else {},
                "gauss": sorted(DIRECTIONS[d] for d in moment.gauss(unit)) if enabled else [],
            }
        )
    return {"units": units}


def battle(position: Position) -> Report:
    """One Battle with the default choices."""
    table = Table(position)
    fight = Fight(table)
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
            }
            for unit in sorted(table.units.values(), key=name)
        ],
        "foundations": [
            {"hex": lies.hex, "player": lies.player, "tile": lies.tile}
            for lies in sorted(position.foundations, key=lambda lies: lies.hex)
        ],
        "choices": fight.choices,
    }


def _hit(table: Table, hit: Hit) -> Report:
    return {
        "from": table.name(hit.source),
        "direction": DIRECTIONS[hit.direction],
        "to": table.name(hit.target),
        "kind": hit.kind,
        "wounds": "endless" if hit.endless else hit.wounds,
        "absorbed": hit.absorbed,
    }


def _player(player: int) -> int | None:
    return None if player == NEUTRAL else player


def _by_name(strengths: dict[int, int]) -> dict[str, int]:
    return {DIRECTIONS[direction]: strength for direction, strength in strengths.items()}
