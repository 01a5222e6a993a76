"""The printed facts as flat tables: every tile in each of its six rotations, every board.

Built once, at import, from the army files and the boards. A tile is a number, its index in `ALL_TILES`; `R_…` tables
are indexed by tile * 6 + rotation and hold edge masks (bit d: the edge that then faces direction d), `E_…` tables by
(tile * 6 + rotation) * 6 + direction.
"""

from collections.abc import Callable
from typing import Final

from neurohex.board import BOARDS, Board
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
EF_PARALYSIS: Final = 15
EF_SMOKE: Final = 16
EF_TRANSPOSITION: Final = 17
EF_RAY: Final = 18
EF_ROOTS: Final = 19
EF_HOLE: Final = 20
EF_TOXIC: Final = 21
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
    "paralysis": EF_PARALYSIS,
    "smokescreen": EF_SMOKE,
    "transposition": EF_TRANSPOSITION,
    "ray": EF_RAY,
    "roots": EF_ROOTS,
    "hole": EF_HOLE,
    "toxic_bomb": EF_TOXIC,
}

A_EXPLODE: Final = 1  # may explode instead of attacking (Clown)
A_DEPLOY: Final = 2  # gives its hex to a tile of the hand (Transporter)
A_RETURNS: Final = 4  # goes back to the pile when it dies (Bio-droid)
A_TRAP: Final = 8  # explodes when struck at a trigger edge (Trap)
A_BOMBER: Final = 16  # explodes when struck anywhere, and comes back (Mad Bomber)
A_MOBILE: Final = 32
A_REDIRECTS: Final = 64
A_HQ: Final = 128
A_FIGHTS: Final = 256  # has an initiative
A_GIVES: Final = 512  # a module that changes how linked units fight
A_MEDIC: Final = 1024
A_NETS: Final = 2048
A_SCOPES: Final = 4096
A_TAKES: Final = 8192  # has takeover links
A_GRANTS: Final = 16384  # grants moves to linked units
A_ROTATES: Final = 32768  # an HQ that turns one unit a turn
# Only tiles of armies with more than the basic rules have the abilities from here on (`Game.more`).
A_PUSHES: Final = 1 << 16  # pushes a neighbour once a turn (R13.1)
A_TURNS: Final = 1 << 17  # turns itself once a turn (R13.2)
A_SPY: Final = 1 << 18  # gains from hostile modules and HQs (R15.1)
A_SHARP: Final = 1 << 19  # chooses a target in its line (R16.1)
A_EXECUTES: Final = 1 << 20  # may be placed on a hostile unit (R20.1)
A_VENOM: Final = 1 << 21  # its hits put venom markers (R21.1)
A_NUMBS: Final = 1 << 22  # its hits paralyse (R23.2)
A_MORTAR: Final = 1 << 23  # shoots exactly two hexes far (R24.1)
A_UNDER: Final = 1 << 24  # is underground (R26.2)
A_NEEDS: Final = 1 << 25  # needs power (R29.1)
A_REFLECTS: Final = 1 << 26  # has reflecting edges (R18.1)
A_SPECIAL: Final = 1 << 27  # has a weapon besides melee, ranged and Gauss
A_AIMS: Final = 1 << 28  # chooses a target: sharpshooter, rocket, Shadow (R13.6)
A_BLASTS: Final = 1 << 29  # explodes before the first phase (R25.1)
A_POWERS: Final = 1 << 30  # powers others, by edges or links (R29.1)
A_LENDS: Final = 1 << 31  # a module with an effect that only armies with more than the basic rules have
A_STEEL: Final = 1 << 32  # throws the Steel Net (R19.1)
A_CASTLES: Final = 1 << 33  # an HQ that swaps with units underground (R26.1)
A_HOMELAND: Final = 1 << 34  # an HQ with a Motherland (R22.1)
A_BUSY: Final = A_MOBILE | A_DEPLOY | A_GRANTS | A_ROTATES | A_PUSHES | A_TURNS | A_STEEL | A_CASTLES
"""Units with actions of their own in a turn."""
A_FUSED: Final = A_TRAP | A_BOMBER
"""Units that hits set off."""

MOST_KINDS: Final = 4000
"""Kinds of tiles that can have numbers."""
ALL_TILES: Final[tuple[Tile, ...]] = tuple(
    tile for group in (ARMIES, EXTRAS) for army in group.values() for tile in army.tiles
)
"""Every tile, by its number."""
if len(ALL_TILES) > MOST_KINDS:
    raise ArmyError(f"armies: at most {MOST_KINDS} kinds of tiles can be loaded together, there are {len(ALL_TILES)}")


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


_GIFTS: Final = {"initiative", "melee", "ranged", "enemy_initiative", "extra_attack", "quartermaster"}
"""Effects of modules on how linked units fight."""


_LENT: Final = {
    "toughness",
    "gives_venom",
    "gives_paralysis",
    "paralyses_enemies",
    "enemy_initiative_zero",
    "extra_wound",
    "gauss_transformer",
}
"""Effects of modules that only armies with more than the basic rules have, on units that they reach."""
_WORDS: Final = {
    "push_back": A_PUSHES,
    "rotate": A_TURNS,
    "spy": A_SPY,
    "sharpshooter": A_SHARP | A_AIMS,
    "execution": A_EXECUTES,
    "venom": A_VENOM,
    "paralysis": A_NUMBS,
    "mortar": A_MORTAR,
    "underground": A_UNDER,
    "needs_power": A_NEEDS,
}
"""Further words among a tile's abilities."""


def _more_abilities(tile: Tile) -> int:
    found = 0
    for word in tile.abilities:
        found |= _WORDS.get(word, 0)
    special = any(tile.rocket + tile.shotgun + tile.poison + tile.demolish) or tile.melee_anywhere > 0
    return (
        found
        | (A_REFLECTS if any(tile.reflect) else 0)
        | (A_SPECIAL if special else 0)
        | (A_AIMS if any(tile.rocket) or tile.melee_anywhere > 0 else 0)
        | (A_BLASTS if any(tile.blast) else 0)
        | (A_POWERS if any(tile.power) or "power" in tile.module else 0)
        | (A_LENDS if _LENT & set(tile.module) else 0)
        | (A_STEEL if "steel_net" in tile.module else 0)
        | (A_CASTLES if "underground_castling" in tile.module else 0)
        | (A_HOMELAND if "motherland" in tile.module else 0)
    )


def needs_more(tile: Tile) -> bool:
    """Whether a tile has anything beyond the basic rules (sections 13 to 31)."""
    lone = {"steel_net_free", "underground_all"} & set(tile.module)
    return _more_abilities(tile) != 0 or bool(lone) or _EFFECTS[tile.effect] >= EF_PARALYSIS


def _abilities(tile: Tile) -> int:
    return (
        _more_abilities(tile)
        | (A_EXPLODE if "explode" in tile.abilities else 0)
        | (A_DEPLOY if "deploy" in tile.abilities else 0)
        | (A_RETURNS if "returns_to_pile" in tile.abilities else 0)
        | (A_TRAP if "trap" in tile.module else 0)
        | (A_BOMBER if _is_bomber(tile) else 0)
        | (A_MOBILE if tile.mobility else 0)
        | (A_REDIRECTS if any(tile.redirect_in) else 0)
        | (A_HQ if tile.kind == "hq" else 0)
        | (A_FIGHTS if tile.initiative else 0)
        | (A_GIVES if _GIFTS & set(tile.module) else 0)
        | (A_MEDIC if "medic" in tile.module else 0)
        | (A_NETS if any(tile.net) else 0)
        | (A_SCOPES if "scoper" in tile.module else 0)
        | (A_TAKES if "takeover" in tile.module else 0)
        | (A_GRANTS if "grants_mobility" in tile.module else 0)
        | (A_ROTATES if "rotate_one_own_unit_per_turn" in tile.module else 0)
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

M_MELEE: Final = _module("melee")
M_RANGED: Final = _module("ranged")
M_EXTRA: Final = _module("extra_attack")
M_MEDIC: Final = _module("medic")
M_SCOPER: Final = _module("scoper")
M_RECON: Final = _module("recon")
M_GRANTS: Final = _module("grants_mobility")
M_TAKEOVER: Final = _module("takeover")
M_ROTATES: Final = _module("rotate_one_own_unit_per_turn")
M_TOUGHNESS: Final = _module("toughness")
M_STEEL_FREE: Final = _module("steel_net_free")
M_UNDER_ALL: Final = _module("underground_all")
M_GIVES_VENOM: Final = _module("gives_venom")
M_GIVES_NUMB: Final = _module("gives_paralysis")
M_NUMBS: Final = _module("paralyses_enemies")
M_ZONE: Final = _module("enemy_initiative_zero")
M_POWER: Final = _module("power")
M_WASTES: Final = _module("extra_wound")
M_TRANSFORMS: Final = _module("gauss_transformer")
T_ANYWHERE: Final = _per_tile([tile.melee_anywhere for tile in ALL_TILES])
"""Strength of a hit on any hostile unit (R28.1)."""

# --- gifts --------------------------------------------------------------------------------------
# What modules give a unit is one number, a sum with a field for each kind of gift. The speed may be negative, so it
# is the topmost field. The others are never negative and stay far below 256.
GIFT_MELEE: Final = 0  # where each field begins
GIFT_RANGED: Final = 8
GIFT_BOTH_MELEE: Final = 16  # the part of each from modules that strengthen both types (R1.9)
GIFT_BOTH_RANGED: Final = 24
GIFT_EXTRA: Final = 32
GIFT_CONVERTS: Final = 40
GIFT_SPEED: Final = 48
GIFT_MASK: Final = 255


def _gift(tile: Tile) -> int:
    module = tile.module
    melee, ranged = module.get("melee", 0), module.get("ranged", 0)
    both = melee and ranged
    return (
        (melee << GIFT_MELEE)
        + (ranged << GIFT_RANGED)
        + ((melee if both else 0) << GIFT_BOTH_MELEE)
        + ((ranged if both else 0) << GIFT_BOTH_RANGED)
        + (module.get("extra_attack", 0) << GIFT_EXTRA)
        + (module.get("quartermaster", 0) << GIFT_CONVERTS)
        + (module.get("initiative", 0) << GIFT_SPEED)
    )


M_GIFT: Final = _per_tile([_gift(tile) for tile in ALL_TILES])
"""What a module gives each linked friend."""
M_SABOTAGE: Final = _per_tile([tile.module.get("enemy_initiative", 0) * (1 << GIFT_SPEED) for tile in ALL_TILES])
"""What a module gives each linked foe: less speed."""

R_NET: Final = _masks("net")
R_LINK: Final = _masks("links")
R_LONG: Final = _masks("long_links")
R_ARMOUR: Final = _masks("armor")
R_GAUSS: Final = _masks("gauss")
R_IN: Final = _masks("redirect_in")
R_OUT: Final = _masks("redirect_out")
R_TRIGGER: Final = _masks("trigger")
R_ATTACKS: Final = vec[i64](
    [
        _mask(tuple(map(max, tile.melee, tile.ranged, tile.gauss, tile.rocket, tile.shotgun, tile.poison)), r)
        for tile in ALL_TILES
        for r in range(6)
    ]
)
"""Edges with an attack that strikes in a phase."""
R_REFLECT: Final = _masks("reflect")
R_ROCKET: Final = _masks("rocket")
R_SHOTGUN: Final = _masks("shotgun")
R_POISON: Final = _masks("poison")
R_BLAST: Final = _masks("blast")
R_POWER: Final = _masks("power")
R_DEMOLISH: Final = _masks("demolish")
E_ROCKET: Final = _strengths("rocket")
E_SHOTGUN: Final = _strengths("shotgun")
E_MELEE: Final = _strengths("melee")
E_RANGED: Final = _strengths("ranged")

# --- boards -------------------------------------------------------------------------------------
BOARD_CODE: Final = {"standard": 0, "duel": 0, "expanded": 1}


_BOARDS: Final = (BOARDS["standard"], BOARDS["expanded"])  # by board code


def _by_hex(values: Callable[[Board, int], list[int]], outside: list[int]) -> vec[i64]:
    """A table by board * 37 + hex, with the values of each hex in a row; `outside` for numbers that are no hex."""
    table: list[int] = []
    for board in _BOARDS:
        for h in range(37):
            table.extend(values(board, h) if h < len(board.names) else outside)
    return vec[i64](table)


def _through(board: Board, h: int, edges: int, distance: int) -> int:
    """Mask of the hexes so far away from a hex, in line with some of its edges."""
    rays = [board.ray(h, d) for d in range(6) if edges >> d & 1]
    return sum(1 << ray[distance - 1] for ray in rays if len(ray) >= distance)


def _near(board: Board, h: int) -> list[int]:
    return [_through(board, h, edges, 1) for edges in range(64)]


def _far(board: Board, h: int) -> list[int]:
    return [_through(board, h, edges, 2) for edges in range(64)]


def _rays(board: Board, h: int) -> list[int]:
    return [sum(1 << v for v in board.ray(h, d)) for d in range(6)]


def _is_inner(board: Board, h: int) -> list[int]:
    return [1 if min(board.neighbours[h]) >= 0 else 0]


def _is_main(board: Board, h: int) -> list[int]:
    return [1 if h in board.main_field else 0]


def _next_to(board: Board, h: int) -> list[int]:
    return list(board.neighbours[h])


NEXT: Final = _by_hex(_next_to, [-1] * 6)
"""NEXT[(board * 37 + hex) * 6 + direction]: the hex there, or -1."""
NEAR: Final = _by_hex(_near, [0] * 64)
"""NEAR[(board * 37 + hex) * 64 + edges]: mask of the neighbours that a mask of edges faces."""
FAR: Final = _by_hex(_far, [0] * 64)
"""FAR[(board * 37 + hex) * 64 + edges]: mask of the hexes behind those neighbours, in the same lines."""
RAY: Final = _by_hex(_rays, [0] * 6)
"""RAY[(board * 37 + hex) * 6 + direction]: mask of all hexes in that line."""
MAIN_FIELD: Final = _by_hex(_is_main, [0])
INNER: Final = _by_hex(_is_inner, [0])
"""1 for hexes whose six neighbours are all on the board (Air Strike)."""
