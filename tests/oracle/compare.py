"""Compare the answers of the engine and of the reference."""

from __future__ import annotations

from collections import Counter
from typing import Any

from neurohex.notation import report
from neurohex.notation.position import Position
from tests.oracle import reference


def differences(position: Position) -> list[tuple[str, object, object]]:
    """All differences: the point, the engine's answer, the reference's answer."""
    found = [
        difference
        for engine, ours in zip(_by_hex(report.inspect(position)), _by_hex(reference.inspect(position)), strict=True)
        for difference in _fields(f"inspect {ours['hex']}", engine, ours)
    ]
    if found:
        return found  # everything after would differ for the same reason
    engine, ours = report.battle(position), reference.battle(position)
    for one, other in zip(engine["phases"], ours["phases"], strict=False):
        found += _fields(f"phase {other['initiative']}", _phase(one), _phase(other))
        if found:
            return found
    found += _fields("battle", _outcome(engine), _outcome(ours))
    return found


def _by_hex(inspected: dict[str, Any]) -> list[dict[str, Any]]:
    units = sorted(inspected["units"], key=lambda unit: str(unit["hex"]))
    return [unit | {"gauss": sorted(unit["gauss"])} for unit in units]


def _phase(phase: dict[str, Any]) -> dict[str, Any]:
    hits = phase["hits"]
    return {
        "initiative": phase["initiative"],
        "acted": sorted(phase["acted"]),
        "hits": Counter((h["from"], h["direction"], h["to"], h["kind"], h["wounds"]) for h in hits),
        # It does not matter which of two equal hits is absorbed (R7.2).
        "absorbed": Counter((h["to"], h["wounds"]) for h in hits if h["absorbed"]),
        "destroyed": sorted(phase["destroyed"]),
    }


def _outcome(fought: dict[str, Any]) -> dict[str, Any]:
    return {
        "phases": [phase["initiative"] for phase in fought["phases"]],
        "players": fought["players"],
        "units": fought["units"],
        "foundations": fought["foundations"],
        "choices": fought["choices"] > 0,
    }


def _fields(place: str, engine: dict[str, Any], ours: dict[str, Any]) -> list[tuple[str, object, object]]:
    return [(f"{place} {key}", engine[key], ours[key]) for key in ours if engine[key] != ours[key]]
