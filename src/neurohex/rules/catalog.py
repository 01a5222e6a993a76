"""The printed facts as flat tables: every tile in each of its six rotations, every board.

Built once, when the module is imported, from the army files and the boards. A tile is a number, its place in
`ALL_TILES`; `R_…` tables are indexed by tile * 6 + rotation and hold edge masks (bit d: the edge that then faces
direction d), `E_…` tables by (tile * 6 + rotation) * 6 + direction.
"""

from typing import Final

from neurohex.board import BOARDS
from neurohex.compat import i64, vec
from neurohex.tiles import ARMIES, EXTRAS, ArmyError, Tile

# --- tiles --------------------------------------------------------------------------------------
K_HQ: Final = 1
K_WARRIOR: Final = 2
K_MODULE: Final = 3
K_FOUNDATION: Final = 4
K_INSTANT: Final = 5
_KINDS: Final = {
    "hq": K_HQ,
    "warrior": K_WARRIOR,
    "module": K_MODULE,
    "foundation": K_FOUNDATION,
    "instant": K_INSTANT,
}

EF_BATTLE: Final = 1
EF_MOVE: Final = 2
EF_PUSH: Final = 3
EF_GRENADE: Final = 4
EF_SNIPER: Final = 5
EF_STRIKE: Final = 6
EF_TERROR: Final = 7
EF_ROTATION: Final = 8
EF_CASTLING: Final = 9
EF_BOMB: Final = 10
EF_MINE: Final = 11
# Procedures of the Duel board share the space of effects: they too have hits that Medics answer.
EF_LASER: Final = 12
EF_ELIMINATE: Final = 13
EF_DETONATE: Final = 14
_EFFECTS: Final = {
    "": 0,
    "battle": EF_BATTLE,
    "move": EF_MOVE,
    "push_back": EF_PUSH,
    "grenade": EF_GRENADE,
    "sniper": EF_SNIPER,
    "air_strike": EF_STRIKE,
    "terror": EF_TERROR,
    "rotation": EF_ROTATION,
    "castling": EF_CASTLING,
    "small_bomb": EF_BOMB,
    "mine": EF_MINE,
}

A_EXPLODE: Final = 1  # may explode instead of attacking (Clown)
A_DEPLOY: Final = 2  # gives its hex to a tile of the hand (Transporter)
A_RETURNS: Final = 4  # goes back to the pile when it dies (Bio-droid)
A_TRAP: Final = 8  # explodes when struck at a trigger edge (Trap)
A_BOMBER: Final = 16  # explodes when struck anywhere, and comes back (Mad Bomber)
A_MOBILE: Final = 32
A_REDIRECTS: Final = 64

ALL_TILES: Final[tuple[Tile, ...]] = tuple(
    tile for group in (ARMIES, EXTRAS) for army in group.values() for tile in army.tiles
)
"""Every tile, by its number."""
if len(ALL_TILES) > 254:
    raise ArmyError(f"armies: at most 254 kinds of tiles can be loaded together, there are {len(ALL_TILES)}")


def _army_bases() -> dict[str, int]:
    bases: dict[str, int] = {}
    count = 0
    for group in (ARMIES, EXTRAS):
        for key, army in group.items():
            bases[key] = count
            count += len(army.tiles)
    return bases


ARMY_BASE: Final[dict[str, int]] = _army_bases()
"""Number of the first tile of each army and extra; an army's first tile is its HQ."""
MERCENARY_BASE: Final[i64] = ARMY_BASE["mercenaries"]
BOMBER_BASE: Final[i64] = ARMY_BASE["bombers"]


def _is_bomber(tile: Tile) -> bool:
    return tile.army == "bombers"


def _abilities(tile: Tile) -> int:
    return (
        (A_EXPLODE if "explode" in tile.abilities else 0)
        | (A_DEPLOY if "deploy" in tile.abilities else 0)
        | (A_RETURNS if "returns_to_pile" in tile.abilities else 0)
        | (A_TRAP if "trap" in tile.module else 0)
        | (A_BOMBER if _is_bomber(tile) else 0)
        | (A_MOBILE if tile.mobility else 0)
        | (A_REDIRECTS if any(tile.redirect_in) else 0)
    )


def _mask(edges: tuple[int, ...], rotation: int) -> int:
    return sum(1 << ((i + rotation) % 6) for i, value in enumerate(edges) if value)


def _per_tile(values: list[int]) -> vec[i64]:
    return vec[i64](values)


def _module(effect: str) -> vec[i64]:
    return vec[i64]([tile.module.get(effect, 0) for tile in ALL_TILES])


def _masks(field: str) -> vec[i64]:
    return vec[i64]([_mask(getattr(tile, field), r) for tile in ALL_TILES for r in range(6)])


def _strengths(field: str) -> vec[i64]:
    return vec[i64]([getattr(tile, field)[(d - r) % 6] for tile in ALL_TILES for r in range(6) for d in range(6)])


T_KIND: Final = _per_tile([_KINDS[tile.kind] for tile in ALL_TILES])
T_UNIT: Final = _per_tile([1 if tile.is_unit else 0 for tile in ALL_TILES])
T_EFFECT: Final = _per_tile([_EFFECTS[tile.effect] for tile in ALL_TILES])
T_TOUGHNESS: Final = _per_tile([tile.toughness for tile in ALL_TILES])
T_ABILITY: Final = _per_tile([_abilities(tile) for tile in ALL_TILES])
T_VALUES: Final = _per_tile([len(tile.initiative) for tile in ALL_TILES])
T_VALUE: Final = _per_tile([(*tile.initiative, 0, 0, 0)[i] for tile in ALL_TILES for i in range(3)])
"""Printed initiative values, three places a tile, highest first."""

M_INITIATIVE: Final = _module("initiative")
M_MELEE: Final = _module("melee")
M_RANGED: Final = _module("ranged")
M_SABOTAGE: Final = _module("enemy_initiative")
M_EXTRA: Final = _module("extra_attack")
M_MEDIC: Final = _module("medic")
M_SCOPER: Final = _module("scoper")
M_RECON: Final = _module("recon")
M_QUARTERMASTER: Final = _module("quartermaster")
M_GRANTS: Final = _module("grants_mobility")
M_TAKEOVER: Final = _module("takeover")
M_ROTATES: Final = _module("rotate_one_own_unit_per_turn")
M_BATTLE: Final = _per_tile(
    [
        1
        if {"initiative", "melee", "ranged", "enemy_initiative", "extra_attack", "quartermaster"} & set(tile.module)
        else 0
        for tile in ALL_TILES
    ]
)
"""1 for modules that change how linked units fight."""

R_NET: Final = _masks("net")
R_LINK: Final = _masks("links")
R_LONG: Final = _masks("long_links")
R_ARMOUR: Final = _masks("armor")
R_GAUSS: Final = _masks("gauss")
R_IN: Final = _masks("redirect_in")
R_OUT: Final = _masks("redirect_out")
R_TRIGGER: Final = _masks("trigger")
E_MELEE: Final = _strengths("melee")
E_RANGED: Final = _strengths("ranged")

# --- boards -------------------------------------------------------------------------------------
BOARD_CODE: Final = {"standard": 0, "duel": 0, "expanded": 1}


def _neighbours() -> vec[i64]:
    table: list[int] = []
    for key in ("standard", "expanded"):
        board = BOARDS[key]
        for h in range(37):
            table.extend(board.neighbours[h] if h < len(board.names) else (-1,) * 6)
    return vec[i64](table)


def _main_field() -> vec[i64]:
    table: list[int] = []
    for key in ("standard", "expanded"):
        board = BOARDS[key]
        table.extend(1 if h in board.main_field else 0 for h in range(37))
    return vec[i64](table)


def _inner() -> vec[i64]:
    table: list[int] = []
    for key in ("standard", "expanded"):
        board = BOARDS[key]
        table.extend(1 if h < len(board.names) and min(board.neighbours[h]) >= 0 else 0 for h in range(37))
    return vec[i64](table)


NEXT: Final = _neighbours()
"""NEXT[(board * 37 + hex) * 6 + direction]: the hex there, or -1."""
MAIN_FIELD: Final = _main_field()
INNER: Final = _inner()
"""1 for hexes whose six neighbours are all on the board (Air Strike)."""
