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
from tests.oracle.model import FIRST_ARMIES, NEUTRAL, Table

ORDINARY: Final = FIRST_ARMIES
FURTHER: Final = tuple(key for key in ARMIES if key not in FIRST_ARMIES)
"""Each of them is a flavour of its own."""

_NEW: Final = frozenset(
    (
        *("spy", "sharpshooter", "venom", "paralysis", "mortar", "needs_power"),
        *("toughness", "gives_venom", "gives_paralysis", "paralyses_enemies", "enemy_initiative_zero", "power"),
        *("extra_wound", "gauss_transformer", "motherland"),
    )
)
"""Words of the further armies that matter in a Battle."""

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


def _new_words(tile: Tile) -> float:
    """Tiles that do more than those of the first seven armies."""
    weapons = (tile.reflect, tile.rocket, tile.shotgun, tile.poison, tile.blast, tile.power, tile.demolish)
    words = {*tile.abilities, *tile.module} & _NEW
    if words or any(any(edges) for edges in weapons) or tile.melee_anywhere:
        return 3.0
    known = {"takeover", "scoper", "medic", "quartermaster"}
    return 2.0 if any(tile.net) or any(tile.trigger) or any(tile.redirect_in) or known & set(tile.module) else 1.0


def _markers(tile: Tile) -> float:
    """Attacks that carry markers, and toughness that lets units survive them."""
    words = {"venom", "paralysis", "gives_venom", "gives_paralysis", "toughness"} & {*tile.abilities, *tile.module}
    return 40.0 if words or any(tile.poison) or tile.kind == "hq" else 20.0 if tile.toughness else 0.5


def _theme(dice: random.Random, flavour: str, seats: list[str]) -> Weigh:
    """A weight by a few tiles of the army and of another one, and by what one of the other flavours looks for."""
    units = [tile for tile in ARMIES[flavour].tiles if tile.is_unit]
    others = [tile for army in seats for tile in ARMIES[army].tiles if tile.is_unit]
    chosen = {tile.key for tile in [*dice.sample(units, 2), *dice.sample(others, 2)]}
    known = dice.choice((_takeover, _nets, _medics, _redirect, _bombs, _modules, _markers, _markers, _any, _any))
    strong = dice.choice((1.0, 3.0, 8.0))
    return lambda tile: _new_words(tile) * known(tile) * (strong if tile.key in chosen else 1.0)


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
    **{army: ((army, army, army, *ARMIES), _new_words) for army in FURTHER},
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
    if flavour in FURTHER and flavour not in seats:
        seats[dice.randrange(number)] = flavour
    board = BOARDS[dice.choice(("standard", "standard", "standard", "duel", "expanded"))]
    starts = start_hq(ruleset, number, teams)
    bag = _Bag(dice, seats, _theme(dice, flavour, seats) if flavour in FURTHER else weigh)
    units = bag.ring(board) if flavour == "loops" else []
    taken = {unit["hex"] for unit in units}
    units += bag.fill(board, [h for h in _cluster(dice, board) if board.names[h] not in taken])
    if flavour in FURTHER:
        _mark(dice, seats, units)
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
            "foundations": _foundations(dice, seats, board, free) if flavour in FURTHER else _mines(dice, seats, free),
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
    if flavour != "teams" and dice.random() < (0.75 if flavour in FURTHER else 0.9):
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


def _foundations(dice: random.Random, seats: list[str], board: Board, free: list[str]) -> list[dict[str, object]]:
    """Foundations of all armies: a Mine where nobody stands, the others anywhere."""
    found: dict[str, dict[str, object]] = {}
    for player, army in enumerate(seats):
        for tile in ARMIES[army].tiles:
            if tile.kind != "foundation" or dice.random() < 0.4:
                continue
            for _ in range(dice.randint(1, tile.count)):
                hex_ = dice.choice(free if tile.effect == "mine" and free else board.names)
                if hex_ in free or tile.effect != "mine":
                    found[hex_] = {"hex": hex_, "player": player, "tile": tile.name}
    return list(found.values())


def _mark(dice: random.Random, seats: list[str], units: list[dict[str, object]]) -> None:
    """Put markers of the armies on some units."""
    markers = {
        "venom": sum(ARMIES[army].venom_markers for army in seats),
        "paralysis": sum(ARMIES[army].paralysis_markers for army in seats),
        "steel_net": sum("steel_net" in ARMIES[army].tiles[0].module for army in seats),
    }
    nearly_all = dice.random() < 0.5
    for marker, number in markers.items():
        for _ in range(max(0, number - 1) if nearly_all else dice.randint(0, dice.randint(0, number))):
            # An HQ survives its venom, so that few markers are left in the phases (R21.3).
            unit = dice.choice([u for u in units if u["tile"] == "HQ"] or units if nearly_all else units)
            on: object = unit.setdefault("markers", [])
            assert isinstance(on, list)
            on.append(marker)


class _Bag:
    """The tiles that are left to be placed."""

    def __init__(self, dice: random.Random, seats: list[str], weigh: Weigh) -> None:
        self.dice = dice
        self.seats = seats
        self.weigh = weigh
        self.bent = dice.choice((1.0, 1.0, 2.0))
        """How strong the flavour is."""
        self.lent = sum(t.module.get("toughness", 0) for army in seats for t in ARMIES[army].tiles)
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
            toughness = 0 if tile.kind == "hq" else tile.toughness + self._lent()
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

    def _lent(self) -> int:
        """Wounds that only toughness from others lets a unit survive (R14.1)."""
        return self.dice.randint(1, min(2, self.lent)) if self.lent and self.dice.random() < 0.12 else 0

    def _aim(self, board: Board, hex_: int, tile: Tile, hexes: list[int]) -> int:
        """A rotation that turns something on the tile towards another unit, half of the time."""
        near = [d for d in range(6) if board.neighbours[hex_][d] in hexes]
        edges = [
            e
            for e in range(6)
            if tile.redirect_out[e]
            or tile.net[e]
            or tile.links[e]
            or tile.long_links[e]
            or tile.ranged[e]
            or tile.reflect[e]
            or tile.blast[e]
            or tile.power[e]
            or tile.rocket[e]
            or tile.poison[e]
            or tile.demolish[e]
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
