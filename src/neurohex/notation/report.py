"""The results of `inspect` and `battle`, in the stable formats of docs/formats.md."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from neurohex.board import DIRECTIONS
from neurohex.events import Acted, Destroyed, Event, Hit, PhaseBegan, PhaseEnded
from neurohex.model import Chooser, Table, Unit, fight
from neurohex.notation.bridge import position_of, state_of
from neurohex.notation.position import Position, position_json
from neurohex.rules.engine import default_choice


def inspect(position: Position) -> dict[str, Any]:
    """One entry per unit, by hex."""
    return {"units": [unit_report(unit) for unit in Table(state_of(position)).units]}


def unit_report(unit: Unit) -> dict[str, Any]:
    """A unit's current values, as `inspect --json` prints them."""
    return {
        "hex": unit.hex,
        "tile": unit.tile.name,
        "player": unit.owner,
        "controller": unit.controller,
        "disabled": unit.is_netted,
        "initiative": list(unit.initiative),
        "melee": unit.melee,
        "ranged": unit.ranged,
        "gauss": list(unit.gauss),
    }


def phases_of(events: Iterable[Event]) -> list[dict[str, Any]]:
    """The phases of one Battle in which a unit acted, as `battle --json` prints them."""
    phases: list[dict[str, Any]] = []
    current: dict[str, Any] = {}
    for event in events:
        if isinstance(event, PhaseBegan):
            current = {"initiative": event.initiative, "acted": [], "hits": [], "destroyed": []}
        elif isinstance(event, Acted):
            current["acted"].append(event.unit.hex)
        elif isinstance(event, Hit) and event.source is not None:
            current["hits"].append(_hit(event, event.source.hex))
        elif isinstance(event, Destroyed) and current:
            current["destroyed"].append(event.unit.hex)
        elif isinstance(event, PhaseEnded):
            current["hits"].sort(key=lambda hit: (hit["from"], DIRECTIONS.index(hit["direction"]), hit["to"]))
            current["destroyed"].sort()
            phases.append(current)
            current = {}
    return phases


def _hit(hit: Hit, source: str) -> dict[str, Any]:
    return {
        "from": source,
        "direction": hit.direction,
        "to": hit.target.hex,
        "kind": hit.kind,
        "wounds": hit.wounds,
        "absorbed": hit.medic is not None,
    }


def battle(position: Position, choose: Chooser = default_choice) -> dict[str, Any]:
    """Fight one Battle on a position and report it phase by phase."""
    fought = fight(state_of(position), choose)
    after = position_json(position_of(fought.after))
    return {
        "phases": phases_of(fought.log.events),
        "players": after["players"],
        "units": after["units"],
        "foundations": after["foundations"],
        "choices": len(fought.asked),
    }
