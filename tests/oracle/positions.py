"""Random positions that are legal to write down and nasty to read: crowded, full of nets, takeovers and redirectors."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Final

from neurohex.board import BOARDS, Board
from neurohex.notation.position import Position, parse_position, start_hq
from neurohex.tiles import ARMIES, EXTRAS, Tile

ORDINARY: Final = ("borgo", "moloch", "outpost", "hegemony", "smart", "vegas", "doomsday")

Weigh = Callable[[Tile], float]


def _takeover(tile: Tile) -> float:
    return 8.0 if tile.module.get("takeover") or any(tile.net) or tile.module.get("scoper") else 1.0


def _nets(tile: Tile) -> float:
    return 10.0 if any(tile.net) else 1.0


def _medics(tile: Tile) -> float:
    return 8.0 if tile.module.get("medic") else 1.0


def _redirect(tile: Tile) -> float:
    shooter = any(tile.ranged) or any(tile.gauss)
    return 12.0 if any(tile.redirect_in) else 4.0 if shooter else 1.0


def _bombs(tile: Tile) -> float:
    return 12.0 if any(tile.trigger) else 3.0 if tile.module.get("medic") or any(tile.net) else 1.0


def _modules(tile: Tile) -> float:
    return 4.0 if tile.kind == "module" else 1.0


def _any(tile: Tile) -> float:
    return 1.0


FLAVOURS: Final[dict[str, tuple[tuple[str, ...], Weigh]]] = {
    "mixed": (ORDINARY, _any),
    "takeover": (("vegas", "vegas", "vegas", "outpost", "hegemony", "moloch", "borgo", "smart"), _takeover),
    "nets": (("hegemony", "borgo", "moloch", "smart", "doomsday", "vegas"), _nets),
    "medics": (("doomsday", "doomsday", "outpost", "moloch", "borgo", "vegas", "outpost"), _medics),
    "redirect": (("doomsday", "doomsday", "doomsday", "smart", "moloch", "outpost"), _redirect),
    "bombs": (("doomsday", "doomsday", "vegas", "outpost", "moloch", "hegemony"), _bombs),
    "modules": (ORDINARY, _modules),
    "teams": (("moloch", "moloch", "vegas", "doomsday", "outpost", "hegemony", "borgo", "smart"), _modules),
}
"""Armies to draw from, and how much a tile is wanted."""


def random_position(seed: int, flavour: str) -> Position:
    """The position of this number and flavour; always the same."""
    dice = random.Random(f"{flavour} {seed}")
    armies, weigh = FLAVOURS[flavour]
    ruleset = dice.choice(("2008", "3.0", "living", "living"))
    teams = _teams(dice, flavour)
    number = max((max(team) + 1 for team in teams), default=dice.choice((2, 2, 2, 2, 3, 4)))
    if teams == [[0, 1]]:
        number = 3
    seats = [dice.choice(armies) for _ in range(number)]
    board = BOARDS[dice.choice(("standard", "standard", "standard", "duel", "expanded"))]
    starts = start_hq(ruleset, number, teams)
    hexes = _cluster(dice, board)
    units = _Bag(dice, seats, weigh).fill(board, hexes)
    standing = {unit["hex"] for unit in units}
    free = [name for name in board.names if name not in standing]
    return parse_position(
        {
            "ruleset": ruleset,
            "board": board.key,
            "players": [
                {"army": army, "hq": dice.choice((1, 2, 3, start, start))}
                for army, start in zip(seats, starts, strict=True)
            ],
            "units": units,
            "foundations": _mines(dice, seats, free),
            "starter": dice.randrange(number),
            "teams": teams,
        }
    )


def _teams(dice: random.Random, flavour: str) -> list[list[int]]:
    if flavour != "teams" and dice.random() < 0.9:
        return []
    return dice.choice(([[0, 2], [1, 3]], [[0, 1], [2, 3]], [[1, 2]], [[0, 1]]))


def _cluster(dice: random.Random, board: Board) -> list[int]:
    """Hexes that hang together, most of them; a few elsewhere."""
    wanted = dice.randint(3, 17)
    found = [dice.randrange(len(board.names))]
    while len(found) < wanted:
        if dice.random() < 0.1:
            new = dice.randrange(len(board.names))
        else:
            new = dice.choice(board.neighbours[dice.choice(found)])
        if new >= 0 and new not in found:
            found.append(new)
    return found


def _mines(dice: random.Random, seats: list[str], free: list[str]) -> list[dict[str, object]]:
    if "vegas" not in seats or dice.random() < 0.7 or not free:
        return []
    return [{"hex": dice.choice(free), "player": seats.index("vegas"), "tile": "Mine"}]


class _Bag:
    """The tiles that are left to be placed."""

    def __init__(self, dice: random.Random, seats: list[str], weigh: Weigh) -> None:
        self.dice = dice
        self.seats = seats
        self.weigh = weigh
        self.bent = dice.choice((1.0, 1.0, 2.0))
        """How much the flavour is overdone."""
        self.shares = [dice.choice((1, 1, 1, 4)) for _ in seats]
        self.left: Counter[tuple[int | None, str]] = Counter()
        self.tiles: dict[tuple[int | None, str], Tile] = {}
        for player, army in enumerate(seats):
            for tile in ARMIES[army].tiles:
                if tile.is_unit:
                    self.left[player, tile.name] = tile.count
                    self.tiles[player, tile.name] = tile
        shared = [*EXTRAS["mercenaries"].tiles, *EXTRAS["bombers"].tiles]
        for tile in shared:
            owner = dice.choice(range(len(seats)))
            neutral = tile.army == "bombers" and dice.random() < 0.5
            if any(tile.name == other.name for other in ARMIES[seats[owner]].tiles):
                continue
            self.left[None if neutral else owner, tile.name] = 1
            self.tiles[None if neutral else owner, tile.name] = tile

    def fill(self, board: Board, hexes: list[int]) -> list[dict[str, object]]:
        """A unit on each of the hexes."""
        units = []
        for hex_ in hexes:
            key = self._pick()
            self.left[key] -= 1
            tile = self.tiles[key]
            toughness = 0 if tile.kind == "hq" else tile.toughness
            units.append(
                {
                    "hex": board.names[hex_],
                    "player": key[0],
                    "tile": tile.name,
                    "rotation": self.dice.randrange(6),
                    "wounds": self.dice.choice((0, 0, toughness)),
                }
            )
        return units

    def _pick(self) -> tuple[int | None, str]:
        """The seat by its share, its tile by the flavour."""
        (seat,) = self.dice.choices(range(len(self.seats)), self.shares)
        keys = [key for key, left in self.left.items() if left and (key[0] == seat or key[0] is None)]
        if not keys:
            keys = [key for key, left in self.left.items() if left]
        weights = [self.weigh(self.tiles[key]) ** self.bent * self.left[key] + 2.0 * (key[1] == "HQ") for key in keys]
        return self.dice.choices(keys, weights)[0]
