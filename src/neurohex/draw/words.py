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
}
_NUMBERED: Final = ("initiative", "melee", "ranged", "enemy_initiative")
_ABILITIES: Final = {
    "explode": "may explode",
    "deploy": "puts down another unit",
    "returns_to_pile": "returns to its pile",
}


def describe(tile: Tile, army: Army, rotation: int = 0) -> str:
    """One line: name, army and everything on the tile. Edges face as on the turned tile."""
    facts = []
    if tile.initiative:
        facts.append("initiative " + " and ".join(str(value) for value in tile.initiative))
    for name, edges in (("melee", tile.melee), ("ranged", tile.ranged)):
        facts += [f"{name} {strength} {_where(names)}" for strength, names in by_strength(edges, rotation)]
    for name, edges in (
        ("Gauss", tile.gauss),
        ("net", tile.net),
        ("armour", tile.armor),
        ("takes shots in at", tile.redirect_in),
        ("sends shots out at", tile.redirect_out),
        ("set off at", tile.trigger),
    ):
        if any(edges):
            facts.append(f"{name} {_where(faced(edges, rotation))}")
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
