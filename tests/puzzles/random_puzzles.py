"""Small random puzzles, most of them bad ones, for comparing solvers."""

from __future__ import annotations

import random

from neurohex.board import BOARDS, DIRECTIONS
from neurohex.puzzles import DamageGoal, Goal, HqGoal, Mode, Puzzle, SurviveGoal, UnitGoal
from neurohex.tiles import ARMIES, Army, Tile

HEXES = BOARDS["standard"].names


def word(tile: Tile, hex_: str, owner: int, facing: str, wounds: int = 0) -> str:
    """A unit as the one-line form has it."""
    return f"{hex_}={owner}.{tile.name.replace(' ', '_')}/{facing}" + (f"~{wounds}" if wounds else "")


def random_puzzle(seed: int, units: int, hand: int, use: int) -> Puzzle:
    """A puzzle that can be set up; whether it can be solved is another matter."""
    dice = random.Random(seed)
    armies = [ARMIES[key] for key in dice.sample(list(ARMIES), 2)]
    boxes = [_box(army) for army in armies]
    places = dice.sample(HEXES, units)
    words: list[str] = []
    standing: list[tuple[str, int, Tile]] = []
    for number, hex_ in enumerate(places):
        owner = number % 2
        tile = armies[owner].tiles[0]
        if number >= 2:
            tile = boxes[owner].pop(dice.randrange(len(boxes[owner])))
            if not tile.is_unit:
                continue
        standing.append((hex_, owner, tile))
        wounds = dice.randint(0, tile.toughness) if tile.kind != "hq" and dice.random() < 0.2 else 0
        words.append(word(tile, hex_, owner, dice.choice(DIRECTIONS), wounds))
    me = dice.randrange(2)
    held = [tile for tile in boxes[me] if tile.effect != "battle"]
    tiles = dice.sample(held, hand)
    points = [dice.randint(1, 4), dice.randint(1, 4)]
    heads = [f"{army.key}:{points[n]}{'*' if n == me else ''}" for n, army in enumerate(armies)]
    mode: Mode = "exactly" if dice.random() < 0.6 else "at most"
    names = [(tile, owner) for _, owner, tile in standing]
    targets = [
        (hex_, tile)
        for hex_, owner, tile in standing
        if owner != me and tile.kind != "hq" and names.count((tile, owner)) == 1
    ]
    goals: list[Goal] = [HqGoal(), DamageGoal(least=dice.randint(1, points[1 - me])), SurviveGoal()]
    if targets:
        hex_, tile = dice.choice(targets)
        goals.append(UnitGoal(hex=hex_, tile=tile.name))
    return Puzzle(
        id=f"random-{seed}",
        position=f"living standard {heads[0]} {heads[1]} | {' '.join(words)}",
        hand=tuple(tile.name for tile in tiles),
        use=use,
        mode=mode,
        goal=dice.choice(goals),
    )


def _box(army: Army) -> list[Tile]:
    return [tile for tile in army.tiles[1:] for _ in range(tile.count)]
