"""The rules in words: what happened and why, what holds for a unit and why, what is printed on a tile."""

from neurohex.explain.battle import explain
from neurohex.explain.line import HEADINGS, Line, player_name, unit_name
from neurohex.explain.tiles import LANGUAGES, UnknownLanguage, describe_tile
from neurohex.explain.unit import EdgeStrength, NoUnit, UnitFacts, why

__all__ = [
    "HEADINGS",
    "LANGUAGES",
    "EdgeStrength",
    "Line",
    "NoUnit",
    "UnitFacts",
    "UnknownLanguage",
    "describe_tile",
    "explain",
    "player_name",
    "unit_name",
    "why",
]
