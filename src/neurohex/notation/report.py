"""The results of `inspect` and `battle`, in the stable formats of docs/formats.md."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from neurohex.board import DIRECTIONS
from neurohex.events import AFTER, BEFORE, Acted, Destroyed, Event, Hit, PhaseBegan, PhaseEnded
from neurohex.model import Chooser, Table, Unit, fight
from neurohex.notation.bridge import position_of, state_of
from neurohex.notation.position import PlacedUnit, Position, position_json
from neurohex.rules.engine import default_choice

_PSEUDO_PHASES: Final = {BEFORE: "before", AFTER: "after"}
"""What happens before the first and after the last phase (R31.2)."""


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
        **({"paralysed": True} if unit.is_paralysed else {}),
    }


def phases_of(events: Iterable[Event]) -> list[dict[str, Any]]:
    """The phases of one Battle in which a unit acted, as `battle --json` prints them."""
    phases: list[dict[str, Any]] = []
    current: dict[str, Any] = {}
    for event in events:
        if isinstance(event, PhaseBegan):
            phase = _PSEUDO_PHASES.get(event.initiative, event.initiative)
            current = {"initiative": phase, "acted": [], "hits": [], "destroyed": []}
        elif isinstance(event, Acted):
            current["acted"].append(event.unit.hex)
        elif isinstance(event, Hit) and current:
            source = event.source.hex if event.source is not None else event.ground or None
            current["hits"].append(_hit(event, source))
        elif isinstance(event, Destroyed) and current:
            current["destroyed"].append(event.unit.hex)
        elif isinstance(event, PhaseEnded):
            current["hits"].sort(key=_hit_order)
            current["destroyed"].sort()
            phases.append(current)
            current = {}
    return phases


def _hit_order(hit: dict[str, Any]) -> tuple[str, int, str]:
    """By source, direction and target; a hit without a source or direction comes first."""
    direction = hit["direction"]
    return hit["from"] or "", -1 if direction is None else DIRECTIONS.index(direction), hit["to"]


def _hit(hit: Hit, source: str | None) -> dict[str, Any]:
    return {
        "from": source,
        "direction": hit.direction,
        "to": hit.target.hex,
        "kind": hit.kind,
        "wounds": "destroyed" if hit.wounds == "destroys" else hit.wounds,
        "absorbed": hit.medic is not None,
        **({"reflected": True} if hit.reflected else {}),
    }


def _kinds_only(unit: PlacedUnit) -> PlacedUnit:
    """The unit with markers that do not say whose they are."""
    return replace(unit, markers=tuple(marker.partition(":")[0] for marker in unit.markers)) if unit.markers else unit


def battle(position: Position, choose: Chooser = default_choice) -> dict[str, Any]:
    """Fight one Battle on a position and report it phase by phase."""
    fought = fight(state_of(position), choose)
    found = position_of(fought.after)
    after = position_json(replace(found, units=tuple(map(_kinds_only, found.units))))
    return {
        "phases": phases_of(fought.log.events),
        "players": after["players"],
        "units": after["units"],
        "foundations": after["foundations"],
        "choices": len(fought.asked),
    }
