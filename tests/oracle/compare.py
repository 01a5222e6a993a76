"""The engine's answers and the reference's, side by side."""

from __future__ import annotations

from collections import Counter
from typing import Any

from neurohex.notation import report
from neurohex.notation.position import Position
from tests.oracle import reference


def differences(position: Position) -> list[tuple[str, object, object]]:
    """What the engine and the reference tell differently: the point, the engine's answer, the reference's."""
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
        "hits": Counter(_hit(h) for h in hits if not _drowned(h, hits)),
        # Which of two hits that do the same is absorbed says nothing (section 7).
        "absorbed": Counter((h["to"], h["wounds"]) for h in hits if h["absorbed"]),
        "destroyed": sorted(phase["destroyed"]),
    }


def _hit(hit: dict[str, Any]) -> tuple[object, ...]:
    # What a Universal Soldier's hit is called when armour took its ranged part is a matter of words.
    kind = "melee" if hit["kind"] == "melee+ranged" else hit["kind"]
    return hit["from"], hit["direction"], hit["to"], kind, hit["wounds"]


def _drowned(hit: dict[str, Any], hits: list[dict[str, Any]]) -> bool:
    """A counted hit of a shot that strikes the same unit endlessly besides: it may be told of or not."""
    way = [hit["from"], hit["direction"], hit["to"], "endless"]
    return hit["wounds"] != "endless" and any([h["from"], h["direction"], h["to"], h["wounds"]] == way for h in hits)


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
