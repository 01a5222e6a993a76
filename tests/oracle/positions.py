"""Random valid positions that are hard to resolve: crowded, full of nets, takeovers and redirectors."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from neurohex.board import BOARDS, Board
from neurohex.notation.position import Position, parse_position, start_hq
from neurohex.tiles import ARMIES, EXTRAS, Tile
from tests.oracle.control import Control
from tests.oracle.model import NEUTRAL, Table

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


def _loops(tile: Tile) -> float:
    return 60.0 if any(tile.redirect_in) else 8.0 if any(tile.ranged) or any(tile.gauss) else 1.0


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
    "loops": (("doomsday", "doomsday", "smart"), _loops),
    "bombs": (("doomsday", "doomsday", "vegas", "outpost", "moloch", "hegemony"), _bombs),
    "modules": (ORDINARY, _modules),
    "teams": (("moloch", "moloch", "vegas", "doomsday", "outpost", "hegemony", "borgo", "smart"), _modules),
}
"""Armies to draw from, and the weight of a tile."""


def random_position(seed: int, flavour: str) -> Position:
    """The position of a number and flavour. Deterministic."""
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
    bag = _Bag(dice, seats, weigh)
    units = bag.ring(board) if flavour == "loops" else []
    taken = {unit["hex"] for unit in units}
    units += bag.fill(board, [h for h in _cluster(dice, board) if board.names[h] not in taken])
    alive = {unit["player"] for unit in units if unit["tile"] == "HQ"}
    standing = {unit["hex"] for unit in units}
    free = [name for name in board.names if name not in standing]
    position = parse_position(
        {
            "ruleset": ruleset,
            "board": board.key,
            "players": [
                {"army": army, "hq": dice.choice((1, 2, 3, start, start) if seat in alive else (0, start))}
                for seat, (army, start) in enumerate(zip(seats, starts, strict=True))
            ],
            "units": units,
            "foundations": _mines(dice, seats, free),
            "starter": dice.randrange(number),
            "teams": teams,
        }
    )
    return _without_the_dead(position)


def _without_the_dead(position: Position) -> Position:
    """Of an army that is out of a Deathmatch only what others control is still there (R10.1)."""
    while True:
        table = Table(position)
        control = Control(table)
        left = {
            table.name(unit)
            for unit in table.units.values()
            if unit.owner != NEUTRAL and table.hq[unit.owner] == 0 and control.controller(unit) == unit.owner
        }
        if not left or not table.is_deathmatch:
            return position
        position = replace(position, units=tuple(unit for unit in position.units if unit.hex not in left))


def _teams(dice: random.Random, flavour: str) -> list[list[int]]:
    if flavour != "teams" and dice.random() < 0.9:
        return []
    return dice.choice(([[0, 2], [1, 3]], [[0, 1], [2, 3]], [[1, 2]], [[0, 1]]))


def _cluster(dice: random.Random, board: Board) -> list[int]:
    """Hexes that are mostly connected, and a few elsewhere."""
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
        """How strong the flavour is."""
        self.shares = [dice.choice((1, 1, 1, 4)) for _ in seats]
        plenty = dice.choice((1, 1, 5))  # a position for study may hold more of a tile than a box
        self.left: Counter[tuple[int | None, str]] = Counter()
        self.tiles: dict[tuple[int | None, str], Tile] = {}
        for player, army in enumerate(seats):
            for tile in ARMIES[army].tiles:
                if tile.is_unit:
                    self.left[player, tile.name] = tile.count if tile.kind == "hq" else tile.count * plenty
                    self.tiles[player, tile.name] = tile
        shared = [*EXTRAS["mercenaries"].tiles, *EXTRAS["bombers"].tiles]
        for tile in shared:
            owner = dice.choice(range(len(seats)))
            neutral = tile.army == "bombers" and dice.random() < 0.5
            if any(tile.name == other.name for other in ARMIES[seats[owner]].tiles):
                continue
            self.left[None if neutral else owner, tile.name] = plenty
            self.tiles[None if neutral else owner, tile.name] = tile

    def ring(self, board: Board) -> list[dict[str, object]]:
        """Redirectors of a Doomsday Machine that send a shot round in a circle, and a shooter beside one of them."""
        seat = next((n for n, army in enumerate(self.seats) if army == "doomsday"), None)
        if seat is None:
            return []
        while True:
            placed = self._try_ring(board)
            if placed:
                break
        shooter = self.dice.choice(("Gauss Cannon", "Gauss Cannon", "Delta Shooter", "Omega Shooter", "Alpha Shooter"))
        mark = self.dice.choice(list(placed))
        direction = self.dice.randrange(6)
        stand = board.neighbours[mark][direction]
        if stand >= 0 and stand not in placed:
            edges = ARMIES["doomsday"].tile(shooter)
            edge = self.dice.choice([e for e in range(6) if edges.ranged[e] or edges.gauss[e]])
            placed[stand] = (shooter, (direction + 3 - edge) % 6)
        for name, _ in placed.values():
            self.left[seat, name] -= 1
        return [
            {"hex": board.names[hex_], "player": seat, "tile": name, "rotation": rotation}
            for hex_, (name, rotation) in placed.items()
        ]

    def _try_ring(self, board: Board) -> dict[int, tuple[str, int]]:
        """One random walk from redirector to redirector; empty where it does not come back."""
        stock = ["Tripler", "Tripler", "Fireblast", "Fireblast", "Doom Net Fighter", "Doom Net Fighter"]
        self.dice.shuffle(stock)
        tiles = ARMIES["doomsday"]
        start = self.dice.randrange(len(board.names))
        first, rotation = tiles.tile(stock[0]), self.dice.randrange(6)
        placed = {start: (first.name, rotation)}
        here, tile = start, first
        for name in stock[1:]:
            out = self.dice.choice([e for e in range(6) if tile.redirect_out[e]])
            flight = (out + rotation) % 6
            for _ in range(self.dice.choice((1, 1, 1, 2))):
                here = board.neighbours[here][flight]
                if here < 0:
                    return {}
                if here in placed:
                    break
            if here == start and first.redirect_in[(flight + 3 - placed[start][1]) % 6]:
                return placed
            if here in placed:
                return {}
            tile = tiles.tile(name)
            rotation = (flight + 3 - self.dice.choice([e for e in range(6) if tile.redirect_in[e]])) % 6
            placed[here] = (name, rotation)
        return {}

    def fill(self, board: Board, hexes: list[int]) -> list[dict[str, object]]:
        """A unit on each of the hexes."""
        units: list[dict[str, object]] = []
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
                    "rotation": self._aim(board, hex_, tile, hexes),
                    "wounds": self.dice.choice((0, 0, toughness)),
                }
            )
        return units

    def _aim(self, board: Board, hex_: int, tile: Tile, hexes: list[int]) -> int:
        """A rotation that turns something on the tile towards another unit, half of the time."""
        near = [d for d in range(6) if board.neighbours[hex_][d] in hexes]
        edges = [
            e
            for e in range(6)
            if tile.redirect_out[e] or tile.net[e] or tile.links[e] or tile.long_links[e] or tile.ranged[e]
        ]
        if not near or not edges or self.dice.random() < 0.5:
            return self.dice.randrange(6)
        return (self.dice.choice(near) - self.dice.choice(edges)) % 6

    def _pick(self) -> tuple[int | None, str]:
        """A random seat by its share, and a tile by the flavour."""
        (seat,) = self.dice.choices(range(len(self.seats)), self.shares)
        keys = [key for key, left in self.left.items() if left and (key[0] == seat or key[0] is None)]
        if not keys:
            keys = [key for key, left in self.left.items() if left]
        weights = [self.weigh(self.tiles[key]) ** self.bent * self.left[key] + 2.0 * (key[1] == "HQ") for key in keys]
        return self.dice.choices(keys, weights)[0]
