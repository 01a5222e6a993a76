"""Tiles and armies, loaded from one TOML file per army and validated.

`ARMIES` holds every playable army, `EXTRAS` the tiles that belong to no army. docs/armies.md describes the files
and how to add an army.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from neurohex.tiles.files import ArmyError, load_armies, load_army
from neurohex.tiles.printed import NO_EDGES, Army, Edges, Tile, UnknownTile, similar_names
from neurohex.tiles.vocabulary import (
    ABILITIES,
    ARMY_SIZE,
    FOUNDATIONS,
    INSTANTS,
    KINDS,
    LINKED_EFFECTS,
    LONE_EFFECTS,
    MARKERS,
    MAX_INITIATIVE,
    MAX_STRENGTH,
    MAX_TOUGHNESS,
    MODULE_EFFECTS,
    PATTERNS,
)

__all__ = [
    "ABILITIES",
    "ARMIES",
    "ARMY_SIZE",
    "EXTRAS",
    "FOUNDATIONS",
    "INSTANTS",
    "KINDS",
    "LINKED_EFFECTS",
    "LONE_EFFECTS",
    "MARKERS",
    "MAX_INITIATIVE",
    "MAX_STRENGTH",
    "MAX_TOUGHNESS",
    "MODULE_EFFECTS",
    "NO_EDGES",
    "PATTERNS",
    "Army",
    "ArmyError",
    "Edges",
    "Tile",
    "UnknownTile",
    "army_key",
    "load_armies",
    "load_army",
    "similar_names",
]

_OWN_ARMIES: Final = Path(__file__).parents[1] / "armies"
_ORDER: Final = (
    "borgo",
    "moloch",
    "outpost",
    "hegemony",
    "smart",
    "vegas",
    "doomsday",
    "steelpolice",
    "newyork",
    "neojungle",
    "sharrash",
    "mississippi",
    "uranopolis",
)

ARMIES: Final[dict[str, Army]] = load_armies(_OWN_ARMIES, first=_ORDER)
"""Every army that can be played, by key; those of the folder named by NEUROHEX_ARMIES come last."""

EXTRAS: Final[dict[str, Army]] = load_armies(_OWN_ARMIES / "extras", extra=True, first=("mercenaries", "bombers"))
"""Tiles that belong to no army, by group."""

if os.environ.get("NEUROHEX_ARMIES"):
    ARMIES.update(load_armies(os.environ["NEUROHEX_ARMIES"], taken={*ARMIES, *EXTRAS}))


def army_key(name: str) -> str | None:
    """The key of the army with that key, English or Polish name, or None. Case does not matter, `_` is a space.

    >>> army_key("Posterunek"), army_key("the outpost"), army_key("stalowa_policja"), army_key("Marines")
    ('outpost', 'outpost', 'steelpolice', None)
    """
    wanted = " ".join(name.replace("_", " ").split()).casefold()
    for key, army in ARMIES.items():
        if wanted and wanted in (key.casefold(), army.name.casefold(), army.name_pl.casefold()):
            return key
    return None
