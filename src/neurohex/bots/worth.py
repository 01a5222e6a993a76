"""Values of tiles, from their printed facts and a table of weights.

Values are in ten-thousandths of log-odds of winning. Every fact has two weights: one for an early game, one for a late
one. A new army needs no tuning, as its tiles have the same kinds of facts.
"""

from typing import Final

from neurohex.compat import i64, vec
from neurohex.rules.catalog import ALL_TILES
from neurohex.tiles import FOUNDATIONS, INSTANTS, Tile

Weights = dict[str, tuple[int, int]]
"""By fact: the weights of an early and of a late game."""

_MODULES: Final = ("initiative", "melee", "ranged", "medic", "scoper", "enemy_initiative")
_EFFECTS: Final = INSTANTS + FOUNDATIONS

UNIT_FACTS: Final = (
    "unit",
    "melee",
    "melee speed",
    "ranged",
    "ranged speed",
    "gauss",
    "gauss speed",
    "toughness",
    "armor",
    "net",
    "mobility",
    "redirects",
    "explodes",
    *(f"{effect} module" for effect in _MODULES),
    "other module",
)
"""Facts of a unit on the board."""
HAND_FACTS: Final = ("unit", "attack", "net", "module", *_EFFECTS)
"""Facts of a tile in the hand."""


_MOVES: Final = ("push_back", "rotate", "execution", "underground")
"""Abilities that count as much as Mobility."""
_CHOOSES: Final = 2
"""A blow that chooses its target is worth this many plain ones."""


def _forces(tile: Tile) -> tuple[int, int, int]:
    """Strengths of melee, ranged and Gauss attacks. Other weapons count as the attacks that they are most like."""
    melee = sum(tile.melee) + sum(tile.demolish) + _CHOOSES * tile.melee_anywhere
    ranged = sum(tile.ranged) * (_CHOOSES if "sharpshooter" in tile.abilities else 1)
    ranged += sum(tile.rocket) + sum(tile.shotgun) - sum(map(bool, tile.shotgun)) + sum(tile.poison)
    lasting = "venom" in tile.abilities or "paralysis" in tile.abilities
    return (melee * _CHOOSES if lasting else melee), ranged, sum(tile.gauss)


def unit_facts(tile: Tile) -> list[int]:
    """The `UNIT_FACTS` of a tile. An HQ has none, as both sides have one."""
    if tile.kind == "hq" or not tile.is_unit:
        return [0] * len(UNIT_FACTS)
    facts = [1]
    for force in _forces(tile):
        facts.append(force * len(tile.initiative))
        facts.append(force * sum(tile.initiative))
    guards = sum(tile.armor) + 2 * sum(tile.reflect)
    moves = int(tile.mobility) + sum(ability in _MOVES for ability in tile.abilities)
    facts += [tile.toughness, guards, sum(tile.net), moves, sum(tile.redirect_out)]
    facts.append(int("explode" in tile.abilities or any(tile.trigger)) + 2 * sum(tile.blast))
    links = sum(tile.links) + 2 * sum(tile.long_links)
    facts += [links if effect in tile.module else 0 for effect in _MODULES]
    facts.append(int(any(effect not in _MODULES for effect in tile.module) or any(tile.power)))
    return facts


def hand_facts(tile: Tile) -> list[int]:
    """The `HAND_FACTS` of a tile."""
    attack = sum(_forces(tile)) * len(tile.initiative) + 2 * sum(tile.blast)
    facts = [int(tile.is_unit), attack, sum(tile.net), int(bool(tile.module))]
    return facts + [int(tile.effect == effect) for effect in _EFFECTS]


class Worth:
    """Tables by tile number: values on the board now, on the board after a Battle now, and in the hand."""

    def __init__(self, weights: Weights, when: int) -> None:
        """The tables of an early (`when` 0) or a late (1) game."""
        units = [unit_facts(tile) for tile in ALL_TILES]
        hands = [hand_facts(tile) for tile in ALL_TILES]
        self.now: vec[i64] = _table(weights, when, "now", UNIT_FACTS, units)
        self.then: vec[i64] = _table(weights, when, "then", UNIT_FACTS, units)
        self.hand: vec[i64] = _table(weights, when, "hand", HAND_FACTS, hands)


def _weight(weights: Weights, when: int, group: str, name: str) -> int:
    """The weight of a fact; that of an effect without one is the mean of the known effects."""
    known = weights.get(f"{group} {name}")
    if known is None and group == "hand" and name in _EFFECTS:
        others = [weights[f"hand {effect}"][when] for effect in _EFFECTS if f"hand {effect}" in weights]
        return sum(others) // len(others)
    return weights[f"{group} {name}"][when]


def _table(weights: Weights, when: int, group: str, names: tuple[str, ...], facts: list[list[int]]) -> vec[i64]:
    each = [_weight(weights, when, group, name) for name in names]
    return vec[i64]([sum(weight * fact for weight, fact in zip(each, row, strict=True)) for row in facts])
