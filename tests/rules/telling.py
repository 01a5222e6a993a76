"""A fought Battle in few words, to compare with a ruling."""

from __future__ import annotations

from typing import Any

from neurohex.notation.action import action_text, parse_action
from neurohex.rules.engine import State, default_choice, legal_actions
from tests.rules.table import Table


def acted(result: dict[str, Any]) -> dict[int, list[str]]:
    """By phase: the hexes of the units that acted."""
    return {phase["initiative"]: sorted(phase["acted"]) for phase in result["phases"]}


def hits(result: dict[str, Any], initiative: int) -> list[str]:
    """The hits of a phase as `C2>C3 melee 2`, with ` saved` where a Medic cancelled it; none if there was no phase."""
    return sorted(
        f"{hit['from']}>{hit['to']} {hit['kind']} {hit['wounds']}" + (" saved" if hit["absorbed"] else "")
        for phase in result["phases"]
        if phase["initiative"] == initiative
        for hit in phase["hits"]
    )


def all_hits(result: dict[str, Any]) -> list[str]:
    """The hits of all phases, in the order of the phases."""
    return [hit for phase in result["phases"] for hit in hits(result, phase["initiative"])]


def gone(result: dict[str, Any]) -> dict[int, list[str]]:
    """By phase with losses: the hexes of the units that left at its end."""
    return {phase["initiative"]: phase["destroyed"] for phase in result["phases"] if phase["destroyed"]}


def left(result: dict[str, Any]) -> set[str]:
    """Hexes of the units that are still there after the Battle, with `~wounds` on those that have some."""
    return {unit["hex"] + (f"~{unit['wounds']}" if unit.get("wounds") else "") for unit in result["units"]}


def points(result: dict[str, Any]) -> list[int]:
    """HQ points by player."""
    return [player["hq"] for player in result["players"]]


def asked(table: Table, *answers: str) -> list[tuple[int, list[str]]]:
    """The choices asked for in a Battle, in order. Answers are given in words, then by the default policy."""
    questions: list[tuple[int, list[str]]] = []
    to_give = list(answers)

    def choose(st: State) -> int:
        questions.append((st.actor(), [action_text(st, action) for action in legal_actions(st)]))
        return parse_action(st, to_give.pop(0)) if to_give else default_choice(st)

    table.battle(choose)
    assert not to_give, f"answers nobody asked for: {to_give}"
    return questions


def endings(table: Table) -> set[frozenset[str]]:
    """Every set of hexes that a Battle can leave empty, over all choices."""
    found: set[frozenset[str]] = set()
    to_try: list[tuple[int, ...]] = [()]
    while to_try:
        path = to_try.pop()
        taken: list[int] = []

        def choose(st: State, path: tuple[int, ...] = path, taken: list[int] = taken) -> int:
            actions = legal_actions(st)
            if len(taken) >= len(path):
                to_try.extend((*taken, other) for other in range(1, len(actions)))
            taken.append(path[len(taken)] if len(taken) < len(path) else 0)
            return actions[taken[-1]]

        found.add(frozenset(name for names in gone(table.battle(choose)).values() for name in names))
    return found
