"""Describe drawings in words, for tooltips and screen readers."""

from __future__ import annotations

from typing import Final

from neurohex.tiles import Army, Tile
from neurohex.words import by_strength, faced

_EFFECTS: Final = {
    "initiative": "initiative",
    "melee": "melee",
    "ranged": "ranged",
    "enemy_initiative": "enemy initiative",
    "medic": "medic",
    "scoper": "works enemy modules",
    "recon": "recon",
    "extra_attack": "extra attack",
    "quartermaster": "changes melee and ranged",
    "grants_mobility": "gives mobility",
    "takeover": "takes enemy units over",
    "rotate_one_own_unit_per_turn": "turns one own unit each turn",
    "trap": "explodes when set off",
    "toughness": "toughness",
    "steel_net": "throws a Steel Net for an HQ point",
    "steel_net_free": "makes the Steel Net free",
    "motherland": "Motherland",
    "underground_castling": "castles underground",
    "underground_all": "all own units are underground",
    "gives_venom": "gives venom",
    "gives_paralysis": "gives paralysis",
    "paralyses_enemies": "paralyses enemies",
    "enemy_initiative_zero": "enemy initiative 0",
    "power": "gives power",
    "extra_wound": "wounds of enemies",
    "gauss_transformer": "changes ranged to Gauss",
}
_NUMBERED: Final = ("initiative", "melee", "ranged", "enemy_initiative", "toughness", "extra_wound")
_ABILITIES: Final = {
    "explode": "may explode",
    "deploy": "puts down another unit",
    "returns_to_pile": "returns to its pile",
    "push_back": "pushes back once a turn",
    "rotate": "turns itself once a turn",
    "spy": "spy",
    "sharpshooter": "sharpshooter",
    "execution": "may execute a unit",
    "venom": "venom",
    "paralysis": "paralysis",
    "mortar": "mortar",
    "underground": "underground",
    "needs_power": "needs power",
}
MARKER_WORDS: Final = {
    "venom": "venom marker",
    "paralysis": "paralysis marker",
    "steel_net": "Steel Net",
    "no_power": "no power",
}
"""Markers on units."""


def describe(tile: Tile, army: Army, rotation: int = 0) -> str:
    """One line: name, army and everything on the tile. Edges face as on the turned tile."""
    facts = []
    if tile.initiative:
        facts.append("initiative " + " and ".join(str(value) for value in tile.initiative))
    strengths = (
        ("melee", tile.melee),
        ("ranged", tile.ranged),
        ("rocket", tile.rocket),
        ("shotgun", tile.shotgun),
    )
    for name, edges in strengths:
        facts += [f"{name} {strength} {_where(names)}" for strength, names in by_strength(edges, rotation)]
    for name, edges in (
        ("Gauss", tile.gauss),
        ("net", tile.net),
        ("armour", tile.armor),
        ("takes shots in at", tile.redirect_in),
        ("sends shots out at", tile.redirect_out),
        ("set off at", tile.trigger),
        ("poison", tile.poison),
        ("blast", tile.blast),
        ("crushes", tile.demolish),
        ("reflects", tile.reflect),
        ("powers", tile.power),
    ):
        if any(edges):
            facts.append(f"{name} {_where(faced(edges, rotation))}")
    if tile.melee_anywhere:
        facts.append(f"melee {tile.melee_anywhere} anywhere")
    if tile.toughness:
        facts.append(f"toughness {tile.toughness}")
    if tile.mobility:
        facts.append("mobility")
    facts += [_ABILITIES.get(ability, ability) for ability in tile.abilities]
    for effect, value in tile.module.items():
        word = _EFFECTS.get(effect, effect)
        facts.append(f"{word} {value:+d}" if effect in _NUMBERED else word)
    for name, edges in (("linked", tile.links), ("long link", tile.long_links)):
        if any(edges):
            facts.append(f"{name} {_where(faced(edges, rotation))}")
    head = f"{tile.name} ({army.name})"
    return f"{head}: {', '.join(facts)}" if facts else head


def _where(names: tuple[str, ...]) -> str:
    return "all round" if len(names) == 6 else " ".join(names)
