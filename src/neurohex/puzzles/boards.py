"""Boards to look for puzzles on: constructed at random from the boxes, or taken from games of bots."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from neurohex.board import BOARDS, Board
from neurohex.notation.bridge import position_of
from neurohex.notation.position import PlacedUnit, Position, PositionPlayer
from neurohex.players.player import GreedyPlayer
from neurohex.rules.engine import Game, Random, State, apply, chance_outcomes, is_chance, new_state
from neurohex.tiles import ARMIES, Army, Tile

FULL: Final = 20
_FEWEST_UNITS: Final = 8
_MOST_UNITS: Final = 12
"""Units besides the HQs."""
_CROWDED: Final = 10
"""The fewest of them on a board for three tiles."""
_HAND: Final = 5
_SMALL_HAND: Final = 3
"""Tiles in hand where units of the solver can move, which multiplies the ends."""
_NEAR: Final = 0.75
"""Share of units within two hexes of the HQ that the puzzle is about."""
_WOUNDED: Final = 0.12
_MOVER: Final = 0.15
"""Share of mobile units that are accepted for the solver's side and hand."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A board and a hand in which a puzzle may be found."""

    position: Position
    """With both HQs at full points; the starter is the solver."""
    hand: tuple[str, ...]
    source: str


def playable(tile: Tile) -> bool:
    """Whether a tile can be of use before a Battle: neither a Battle tile nor Terror, and no HQ."""
    return tile.kind != "hq" and tile.effect not in ("battle", "terror")


def box_of(army: Army) -> list[Tile]:
    """All tiles of an army except its HQ, with copies."""
    return [tile for tile in army.tiles if tile.kind != "hq" for _ in range(tile.count)]


def constructed(dice: random.Random, solver: str, opponent: str, *, about_own: bool = False, use: int = 2) -> Draft:
    """A random board, most units around the HQ that the puzzle is about, and a random hand.

    For three tiles the board is crowded and the hand has just those: so there are not too many ends to look at.
    """
    board = BOARDS["standard"]
    armies = (solver, opponent)
    boxes = [box_of(ARMIES[army]) for army in armies]
    for box in boxes:
        dice.shuffle(box)
    here = dice.randrange(len(board.names))
    there = _other_hq(dice, board, here)
    hqs = (here, there) if about_own else (there, here)
    names = [next(tile.name for tile in ARMIES[army].tiles if tile.kind == "hq") for army in armies]
    units = [PlacedUnit(board.names[hqs[n]], n, names[n], dice.randrange(6)) for n in range(2)]
    taken = {here, there}
    near = [h for h in _within(board, here, 2) if h not in taken]
    few, many = (_FEWEST_UNITS, _MOST_UNITS) if use < 3 else (_CROWDED, _CROWDED + 3)
    for _ in range(dice.randint(few, many)):
        choice = [h for h in near if h not in taken] if dice.random() < _NEAR else []
        h = dice.choice(choice or [h for h in range(len(board.names)) if h not in taken])
        owner = 1 if dice.random() < (0.7 if about_own else 0.55) else 0
        tile = _take_unit(dice, boxes[owner], still=owner == 0)
        if tile is None:
            continue
        taken.add(h)
        wounds = dice.randint(0, tile.toughness) if dice.random() < _WOUNDED else 0
        units.append(PlacedUnit(board.names[h], owner, tile.name, dice.randrange(6), wounds))
    players = tuple(PositionPlayer(army, FULL) for army in armies)
    position = Position("living", "standard", players, tuple(units), (), 0, ())
    return Draft(position, _hand(dice, boxes[0], use == 3 or _any_moves(solver, units)), "constructed")


def _other_hq(dice: random.Random, board: Board, here: int) -> int:
    return dice.choice([h for h in range(len(board.names)) if h != here])


def _within(board: Board, here: int, steps: int) -> list[int]:
    """The hexes at most `steps` steps away."""
    seen = {here}
    for _ in range(steps):
        seen |= {v for h in seen for v in board.neighbours[h] if v >= 0}
    return sorted(seen - {here})


def _take_unit(dice: random.Random, box: list[Tile], *, still: bool) -> Tile | None:
    """A unit from the top of a shuffled box. Most of the solver's cannot move, which keeps searches short."""
    for number, tile in enumerate(box):
        if tile.is_unit and (not still or not _moves(tile) or dice.random() < _MOVER):
            return box.pop(number)
    return None


def _moves(tile: Tile) -> bool:
    return tile.mobility or "grants_mobility" in tile.module or "deploy" in tile.abilities


def _any_moves(army: str, units: Iterable[PlacedUnit]) -> bool:
    return any(unit.player == 0 and _moves(ARMIES[army].tile(unit.tile)) for unit in units)


def _hand(dice: random.Random, box: list[Tile], few: bool) -> tuple[str, ...]:
    """Different tiles; most hands have an instant or two, few a unit that moves."""
    size = _SMALL_HAND if few else dice.choice((_HAND - 1, _HAND))
    kinds = list(dict.fromkeys(tile for tile in box if playable(tile)))
    instants = [tile for tile in kinds if not tile.is_unit]
    units = [tile for tile in kinds if tile.is_unit and (not _moves(tile) or dice.random() < _MOVER)]
    dice.shuffle(instants)
    many = dice.choice((0, 1, 1, 2))
    hand = [*instants[:many], *dice.sample(units, min(len(units), size - min(many, len(instants))))]
    return tuple(sorted(tile.name for tile in hand))


def from_game(dice: random.Random, solver: str, opponent: str) -> Draft | None:
    """A moment of a game between two greedy bots, with a hand from what its player has not used; None if the game
    was over too soon."""
    game = Game((solver, opponent))
    state = new_state(game)
    seed = dice.randrange(2**31)
    random_tiles = Random(seed)
    players = (GreedyPlayer(seed), GreedyPlayer(seed + 1))
    wanted = dice.randint(7, 13)
    for _ in range(400):
        if state.is_over():
            return None
        if is_chance(state):
            apply(state, _drawn(state, random_tiles))
            continue
        if _units(state) >= wanted and state.turn() == 0 and state.actor() == 0:
            break
        apply(state, players[state.actor()].choose(state.copy()))
    position = position_of(state)
    if len([unit for unit in position.units if unit.tile == "HQ"]) != 2 or position.foundations:
        return None
    full = tuple(replace(player, hq=FULL) for player in position.players)
    position = replace(position, players=full, starter=0)
    lying = Counter(unit.tile for unit in position.units if unit.player == 0)
    box = box_of(ARMIES[solver])
    left = [tile for tile in box if not _used_up(lying, tile)]
    dice.shuffle(left)
    return Draft(position, _hand(dice, left, _any_moves(solver, position.units)), "greedy game")


def _used_up(lying: Counter[str], tile: Tile) -> bool:
    if lying[tile.name] > 0:
        lying[tile.name] -= 1
        return True
    return False


def _units(state: State) -> int:
    return len(position_of(state).units)


def _drawn(state: State, dice: Random) -> int:
    """A random draw; each copy of a tile is equally likely."""
    outcomes = chance_outcomes(state)
    point = int(dice.below(1_000_000)) / 1_000_000
    for action, chance in outcomes:
        point -= chance
        if point < 0:
            return action
    return outcomes[-1][0]
