"""Symmetry: a position turned by 60 degrees fights the same Battle, turned."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings

from neurohex.board import BOARDS, DIRECTIONS, Board
from neurohex.notation.bridge import position_of
from neurohex.notation.position import Position
from neurohex.notation.report import battle, inspect
from neurohex.rules.engine import Game
from neurohex.rules.game import RULESETS
from neurohex.rules.layout import PHASE, ST_HQ, ST_MERCENARY
from neurohex.tiles import ARMIES
from tests.properties.games import SEEDS, games, moments


def turned_hexes(board: Board) -> dict[str, str]:
    """By hex: its place after the board is turned clockwise by 60 degrees."""
    turned = {board.centre: board.centre}
    queue = [board.centre]
    for here in queue:
        for d in range(6):
            there = board.neighbours[here][d]
            if there >= 0 and there not in turned:
                turned[there] = board.neighbours[turned[here]][(d + 1) % 6]
                queue.append(there)
    return {board.names[a]: board.names[b] for a, b in turned.items()}


def turned_position(position: Position) -> Position:
    go = turned_hexes(BOARDS[position.board])
    return replace(
        position,
        units=tuple(replace(u, hex=go[u.hex], rotation=(u.rotation + 1) % 6) for u in position.units),
        foundations=tuple(replace(f, hex=go[f.hex]) for f in position.foundations),
    )


def turned_direction(direction: str) -> str:
    return DIRECTIONS[(DIRECTIONS.index(direction) + 1) % 6] if direction else ""


def origin(hit: dict[str, Any], go: dict[str, str]) -> str:
    """Where a hit comes from, on the turned board; nothing for venom (R21.2)."""
    return go[hit["from"]] if hit["from"] is not None else ""


def way(hit: dict[str, Any]) -> str:
    """In which direction an attack goes off; nothing for a Shadow's, venom and explosions of foundations."""
    return hit["direction"] or ""


def turned_phase(phase: dict[str, Any], go: dict[str, str], turn: bool) -> dict[str, Any]:
    """A phase as it would be on the turned board. Of equal hits on a unit it does not matter which a Medic cancels."""
    return {
        "initiative": phase["initiative"],
        "acted": sorted(go[h] for h in phase["acted"]),
        "hits": sorted(
            (origin(h, go), turned_direction(way(h)) if turn else way(h), go[h["to"]], h["kind"]) for h in phase["hits"]
        ),
        "wounds": sorted((go[h["to"]], str(h["wounds"]), h["absorbed"]) for h in phase["hits"]),
        "destroyed": sorted(go[h] for h in phase["destroyed"]),
    }


@settings(max_examples=25, deadline=None)
@given(games(variants=False), SEEDS)
def test_a_turned_position_fights_the_same_battle(game: Game, seed: int) -> None:
    fight_turned(game, seed)


@pytest.mark.slow
@pytest.mark.parametrize("army", ARMIES)
def test_so_it_does_in_games_of_every_pairing(army: str) -> None:
    for number, other in enumerate(ARMIES):
        for seed in range(3):
            fight_turned(Game((army, other), ruleset=RULESETS[number % 3]), seed)


def fight_turned(game: Game, seed: int) -> None:
    """Compare some moments of a random game with their turned positions."""
    go = turned_hexes(game.board)
    stay = {name: name for name in go}
    for number, (state, _) in enumerate(moments(game, seed)):
        if number % 29 or state.field(PHASE) or state.stage() in (ST_HQ, ST_MERCENARY):
            continue
        position = position_of(state)
        other = turned_position(position)
        mine = {entry["hex"]: entry for entry in inspect(other)["units"]}
        for entry in inspect(position)["units"]:
            there = mine[go[entry["hex"]]]
            for same in ("tile", "player", "controller", "disabled", "initiative"):
                assert there[same] == entry[same]
            for strengths in ("melee", "ranged"):
                assert there[strengths] == {turned_direction(d): s for d, s in entry[strengths].items()}
        before, after = battle(position), battle(other)
        assert (before["choices"] == 0) == (after["choices"] == 0)
        if before["choices"]:
            continue  # the default policy goes by hex names, which do not turn
        assert before["players"] == after["players"]
        told = [turned_phase(phase, go, True) for phase in before["phases"]]
        assert told == [turned_phase(phase, stay, False) for phase in after["phases"]]
