"""The rules in words: what happened and why, what holds for a unit and why, what is printed on a tile.

In every language of `LANGUAGES`; functions that make sentences take its code as `lang`.
"""

from neurohex.explain.language import LANGUAGES, Language, UnknownLanguage, language_of
from neurohex.explain.line import HEADINGS, Line, draws_together, player_name, unit_name
from neurohex.explain.story import explain
from neurohex.explain.tiles import describe_tile
from neurohex.explain.unit import NoUnit, Part, UnitFacts, strength_in_parts, timing_in_parts, why

__all__ = [
    "HEADINGS",
    "LANGUAGES",
    "Language",
    "Line",
    "NoUnit",
    "Part",
    "UnitFacts",
    "UnknownLanguage",
    "describe_tile",
    "draws_together",
    "explain",
    "language_of",
    "player_name",
    "strength_in_parts",
    "timing_in_parts",
    "unit_name",
    "why",
]
