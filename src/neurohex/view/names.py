"""Names of tiles, coats, hexes and players in the forms."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from neurohex.draw import player_armies
from neurohex.errors import NeurohexError
from neurohex.model import Bag
from neurohex.model.game import ALL_TILES, Game
from neurohex.notation.errors import shown
from neurohex.tiles import ARMIES, EXTRAS, Army, Tile
from neurohex.view.forms import TileCount

NOBODY: Final = "bombers"
"""The coat of neutral units."""


class UnknownTileId(NeurohexError):
    """No tile has that id."""


# --- tiles ----------------------------------------------------------------------------------------
def tile_id(tile: Tile) -> str:
    """The id of a tile: its key."""
    return tile.key


_IDS: Final = tuple(tile.key for tile in ALL_TILES)
_BY_ID: Final = {name: number for number, name in enumerate(_IDS)}


def tile_of_id(name: str) -> Tile:
    """The tile with that id. Raises `UnknownTileId`."""
    return ALL_TILES[number_of_id(name)]


def number_of_id(name: str) -> int:
    """The rules' number of the tile with that id. Raises `UnknownTileId`."""
    if name not in _BY_ID:
        raise UnknownTileId(f"no tile {shown(name)}; expected army and name, as {_IDS[0]}")
    return _BY_ID[name]


def counted(bag: Bag) -> list[TileCount]:
    """A pile as a form."""
    return [TileCount(tile=tile.key, count=count) for tile, count in bag.counts]


_ALIKE: Final = frozenset(tile.key for tile in ALL_TILES if tile.is_same_all_round)


def looks_alike(tile: Tile) -> bool:
    """Whether a tile looks the same in all rotations."""
    return tile.key in _ALIKE


# --- coats ----------------------------------------------------------------------------------------
def coats(game: Game) -> tuple[str, ...]:
    """The coat of each player: the army's key, or for the second player of an army `borgo~2~d4e2f8~dots`. Such a
    name includes the shade and the pattern, which depend on the whole table, so the same name always means the same
    drawing."""
    return _coats(game.armies)


@lru_cache(maxsize=256)
def _coats(keys: tuple[str, ...]) -> tuple[str, ...]:
    seated = enumerate(zip(keys, player_armies(keys), strict=True))
    return tuple(
        f"{key}~{keys[:seat].count(key) + 1}~{army.colour.removeprefix('#')}~{army.pattern}"
        if key in keys[:seat]
        else key
        for seat, (key, army) in seated
    )


def coat_armies(game: Game) -> dict[str, Army]:
    """The army of each coat at the table, with its shade and pattern, including the neutral one."""
    table = dict(zip(coats(game), player_armies(game.armies), strict=True))
    return {**table, NOBODY: EXTRAS[NOBODY]}


def all_groups() -> tuple[Army, ...]:
    """Every army and every group of extras."""
    return (*ARMIES.values(), *EXTRAS.values())
