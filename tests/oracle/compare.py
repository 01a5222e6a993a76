"""Compare the answers of the engine and of the reference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from neurohex.notation import report
from neurohex.notation.position import Position
from neurohex.rules.engine import State, default_choice, legal_actions
from tests.oracle import reference
from tests.oracle.choices import Chooser, walk
from tests.oracle.model import Judged, find_tile

MOST_COURSES: Final = 60
"""Courses of one Battle to follow. A position with more is compared by its default course only."""

Report = dict[str, Any]
Difference = tuple[str, object, object]
"""The point, the engine's answer, the reference's answer."""


def differences(position: Position) -> list[Difference]:
    """All differences of what holds now, of a Battle by the default policy, and of Battles with all other choices."""
    engine_units, our_units = _by_hex(report.inspect(position)), _by_hex(reference.inspect(position))
    if engine_units.keys() != our_units.keys():
        return [("inspect units", sorted(engine_units), sorted(our_units))]
    found = [d for hex_, ours in our_units.items() for d in _fields(f"inspect {hex_}", engine_units[hex_], ours)]
    if found:
        return found  # everything after would differ for the same reason
    judged: Judged = {}
    chooser = Chooser()
    engine, ours = report.battle(position), reference.battle(position, chooser, judged)
    found = _compared(engine, ours)
    if found and _has_rockets(position):
        # Which target is the first on a way that can be steered is open: any course will do.
        ways = walk(lambda choose: reference.battle(position, choose, judged), MOST_COURSES)
        found = found if all(_compared(engine, way) for way in ways) else []
    return found or (_courses(position, judged) if chooser.options or engine["choices"] else [])


def _has_rockets(position: Position) -> bool:
    return any(
        any(find_tile(position.players[unit.player].army, unit.tile).rocket)
        for unit in position.units
        if unit.player is not None
    )


def _compared(engine: Report, ours: Report) -> list[Difference]:
    for one, other in zip(engine["phases"], ours["phases"], strict=False):
        found = _fields(f"phase {other['initiative']}", _phase(one), _phase(other))
        if found:
            return found
    return _fields("battle", _outcome(engine), _outcome(ours))


def _courses(position: Position, judged: Judged) -> list[Difference]:
    """What can come out of the Battle: the same for both, whoever is asked in which order."""
    engine = [_course(r) for r in walk(lambda choose: report.battle(position, _asked(choose)), MOST_COURSES)]
    ours = [_course(r) for r in walk(lambda choose: reference.battle(position, choose, judged), MOST_COURSES)]
    if MOST_COURSES in (len(engine), len(ours)) or set(engine) == set(ours):
        return []
    only = sorted(set(engine) - set(ours))[:1], sorted(set(ours) - set(engine))[:1]
    return [("battle courses", f"{len(set(engine))}: {only[0]}", f"{len(set(ours))}: {only[1]}")]


def _asked(choose: Chooser) -> Callable[[State], int]:
    def answer(state: State) -> int:
        options = list(dict.fromkeys(legal_actions(state)))
        first = default_choice(state)
        return choose([first, *(option for option in options if option != first)])

    return answer


def _course(fought: Report) -> str:
    """A Battle without the kinds of its hits: a change of type may make no other difference (R6.8)."""
    phases = [
        (
            phase["initiative"],
            sorted(phase["acted"]),
            sorted((str(h["from"]), h["to"], str(h["wounds"]), h.get("reflected", False)) for h in phase["hits"]),
            sorted((h["to"], str(h["wounds"])) for h in phase["hits"] if h["absorbed"]),
            sorted(phase["destroyed"]),
        )
        for phase in fought["phases"]
    ]
    return str((phases, fought["players"], fought["units"], fought["foundations"]))


def _by_hex(inspected: Report) -> dict[str, Report]:
    units = sorted(inspected["units"], key=lambda unit: str(unit["hex"]))
    return {
        unit["hex"]: unit | {"gauss": sorted(unit["gauss"]), "paralysed": unit.get("paralysed", False)}
        for unit in units
    }


def _phase(phase: Report) -> Report:
    hits = phase["hits"]
    return {
        "initiative": phase["initiative"],
        "acted": sorted(phase["acted"]),
        "hits": Counter(
            (h["from"], h["direction"], h["to"], h["kind"], h["wounds"], h.get("reflected", False)) for h in hits
        ),
        # It does not matter which of two equal hits is absorbed (R7.2).
        "absorbed": Counter((h["to"], h["wounds"]) for h in hits if h["absorbed"]),
        "destroyed": sorted(phase["destroyed"]),
    }


def _outcome(fought: Report) -> Report:
    return {
        "phases": [phase["initiative"] for phase in fought["phases"]],
        "players": fought["players"],
        "units": fought["units"],
        "foundations": fought["foundations"],
        "choices": fought["choices"] > 0,
    }


def _fields(place: str, engine: Report, ours: Report) -> list[Difference]:
    return [(f"{place} {key}", engine[key], ours[key]) for key in ours if engine[key] != ours[key]]
