"""A quick upper bound of an HQ's losses in a Battle, so that searches can skip hopeless Battles."""

from dataclasses import fields
from typing import Final

from neurohex.compat import i64, vec
from neurohex.rules.bits import BIT
from neurohex.rules.catalog import (
    ALL_TILES,
    E_MELEE,
    E_RANGED,
    K_HQ,
    M_EXTRA,
    M_MELEE,
    M_RANGED,
    NEXT,
    R_GAUSS,
    T_KIND,
    T_VALUES,
)
from neurohex.rules.layout import P_HAND, P_HAND_N, U_OWNER, U_ROT, hex_at
from neurohex.rules.state import State
from neurohex.tiles import Tile

_PLAIN_FIELDS: Final = frozenset(
    [
        "name",
        "army",
        "count",
        "kind",
        "initiative",
        "melee",
        "ranged",
        "gauss",
        "armor",
        "net",
        "links",
        "long_links",
        "toughness",
        "mobility",
        "module",
        "abilities",
        "effect",
        "polish",
        "also_called",
        "note",
        "key",
    ]
)
"""Fields of a tile that `most_damage` takes into account, or that cannot harm an HQ."""
_PLAIN_MODULES: Final = frozenset(
    [
        "initiative",
        "melee",
        "ranged",
        "enemy_initiative",
        "medic",
        "extra_attack",
        "grants_mobility",
        "recon",
        "rotate_one_own_unit_per_turn",
    ]
)
_PLAIN_ABILITIES: Final = frozenset(["deploy", "returns_to_pile"])


def _plain_tiles() -> vec[i64]:
    """By tile: 1 if it harms an HQ only by its own attacks, and changes other units only by bonuses. A tile with any
    field that is not listed above is not plain."""
    table: list[int] = []
    for tile in ALL_TILES:
        plain = (
            tile.army != "bombers" and set(tile.module) <= _PLAIN_MODULES and set(tile.abilities) <= _PLAIN_ABILITIES
        )
        for field in fields(Tile):
            if field.name not in _PLAIN_FIELDS and getattr(tile, field.name) != field.default:
                plain = False
        table.append(1 if plain else 0)
    return vec[i64](table)


_PLAIN: Final = _plain_tiles()


def is_plain(st: State, player: int) -> bool:
    """Whether all tiles on the board and in the player's hand are plain: no takeover, no explosion and the like."""
    b = st.b
    if st.game.more:  # markers and foundations can harm too
        return False
    for h in range(st.hexes):
        at: i64 = hex_at(h)
        if b[at] != 0 and _PLAIN[i64(b[at]) - 1] == 0:
            return False
    at = st.player_at(i64(player))
    return all(_PLAIN[i64(b[at + P_HAND + i])] != 0 for i in range(i64(b[at + P_HAND_N])))


def most_damage(st: State, me: i64, target: i64) -> i64:
    """An upper bound of what the HQ on `target` loses in a Battle begun now. Precondition: all tiles are plain.

    It counts every unit of the player with an attack that points at the HQ, in all its phases and extra attacks,
    whatever stands in between, with all bonuses of the side, linked or not.
    """
    b = st.b
    melee: i64 = 0
    ranged: i64 = 0
    extra: i64 = 0
    for h in range(st.hexes):
        at: i64 = hex_at(h)
        if b[at] != 0 and i64(b[at + U_OWNER]) == me:
            t: i64 = i64(b[at]) - 1
            melee += M_MELEE[t]
            ranged += M_RANGED[t]
            extra += M_EXTRA[t]
    most: i64 = 0
    for d in range(i64(6)):  # walk away from the HQ; units there strike back along the same line
        back: i64 = (d + 3) % 6
        v = NEXT[st.near + target * 6 + d]
        near = True
        while v >= 0:
            at = hex_at(v)
            if b[at] != 0 and i64(b[at + U_OWNER]) == me:
                t = i64(b[at]) - 1
                if T_KIND[t] != K_HQ:
                    edge: i64 = (t * 6 + i64(b[at + U_ROT])) * 6 + back
                    blow: i64 = 0
                    if near and E_MELEE[edge] > 0:
                        blow += E_MELEE[edge] + melee
                    if E_RANGED[edge] > 0:
                        blow += E_RANGED[edge] + ranged
                    if R_GAUSS[t * 6 + i64(b[at + U_ROT])] & BIT[back]:
                        blow += 1
                    most += blow * (T_VALUES[t] + extra)
            near = False
            v = NEXT[st.near + v * 6 + d]
    return most
