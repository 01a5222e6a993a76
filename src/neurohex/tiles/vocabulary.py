"""The words of army files: kinds, effects, abilities, patterns, and the ranges of numbers."""

from __future__ import annotations

from typing import Final

KINDS: Final = ("hq", "warrior", "module", "foundation", "instant")
PATTERNS: Final = (
    "dots",
    "stripes",
    "waves",
    "grid",
    "chevrons",
    "scales",
    "bricks",
    "rivets",
    "bars",
    "leaves",
    "zigzag",
    "rings",
    "rays",
    "plain",
)
INSTANTS: Final = (
    "battle",
    "move",
    "push_back",
    "grenade",
    "sniper",
    "air_strike",
    "terror",
    "rotation",
    "castling",
    "small_bomb",
    "paralysis",
    "smokescreen",
    "transposition",
    "ray",
)
"""Effects of instant tiles."""
FOUNDATIONS: Final = ("mine", "roots", "hole", "toxic_bomb")
"""Effects of foundation tiles."""
ABILITIES: Final = (
    "explode",
    "deploy",
    "returns_to_pile",
    "push_back",
    "rotate",
    "spy",
    "sharpshooter",
    "execution",
    "venom",
    "paralysis",
    "mortar",
    "underground",
    "needs_power",
)
"""What a unit can do, or how it fights, besides what is printed on its edges."""
ABILITY_BEARERS: Final = {
    "push_back": ("hq", "warrior", "module"),
    "rotate": ("hq", "warrior", "module"),
    "venom": ("hq", "warrior"),
    "paralysis": ("hq", "warrior"),
    "underground": ("warrior", "module"),
    "needs_power": ("warrior", "module"),
}
"""Kinds of tiles that may have an ability; the others only warriors have."""
LINKED_EFFECTS: Final = (
    "initiative",
    "melee",
    "ranged",
    "enemy_initiative",
    "medic",
    "scoper",
    "extra_attack",
    "quartermaster",
    "grants_mobility",
    "takeover",
    "toughness",
    "gives_venom",
    "gives_paralysis",
    "paralyses_enemies",
    "enemy_initiative_zero",
    "power",
    "extra_wound",
    "gauss_transformer",
)
"""Module effects that reach other units through links."""
LONE_EFFECTS: Final = (
    "recon",
    "rotate_one_own_unit_per_turn",
    "trap",
    "steel_net",
    "steel_net_free",
    "motherland",
    "underground_castling",
    "underground_all",
)
"""Module effects that need no link."""
MODULE_EFFECTS: Final = LINKED_EFFECTS + LONE_EFFECTS
MARKERS: Final = ("venom", "paralysis", "steel_net")
"""Markers that lie on units."""

ARMY_SIZE: Final = 35
"""Tiles of an army, including its HQ."""
MAX_STRENGTH: Final = 5
MAX_INITIATIVE: Final = 9
MAX_TOUGHNESS: Final = 9
MAX_MARKERS: Final = 9
"""Markers of one kind that an army can have."""

EFFECT_RANGE: Final = {
    "initiative": (1, MAX_STRENGTH),
    "melee": (1, MAX_STRENGTH),
    "ranged": (1, MAX_STRENGTH),
    "enemy_initiative": (-MAX_STRENGTH, -1),
    "toughness": (1, MAX_STRENGTH),
    "extra_wound": (1, MAX_STRENGTH),
}
"""Ranges of the module effects that have a number. All other effects are either present or absent."""
NOT_FOR_HQ: Final = ("medic", "trap")
"""A Medic is spent and a Trap explodes; neither can happen to an HQ."""
HQ_ONLY: Final = ("rotate_one_own_unit_per_turn", "steel_net", "motherland", "underground_castling")
