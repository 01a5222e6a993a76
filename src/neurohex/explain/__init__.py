"""The rules in words: events and their reasons, a unit's current values and their reasons, a tile's symbols.

Functions that make sentences take a language code of `LANGUAGES` as `lang`.
"""

from neurohex.explain.language import LANGUAGES, Language, UnknownLanguage, language_of
from neurohex.explain.line import HEADINGS, Line, draws_together, player_name, unit_name
from neurohex.explain.mistakes import mistake
from neurohex.explain.plan_reasons import ReasonLine, reason_lines
from neurohex.explain.story import explain, explain_each
from neurohex.explain.tiles import describe_tile, tile_lines
from neurohex.explain.unit import NoUnit, Part, UnitFacts, strength_in_parts, timing_in_parts, why

__all__ = [
    "HEADINGS",
    "LANGUAGES",
    "Language",
    "Line",
    "NoUnit",
    "Part",
    "ReasonLine",
    "UnitFacts",
    "UnknownLanguage",
    "describe_tile",
    "draws_together",
    "explain",
    "explain_each",
    "language_of",
    "mistake",
    "player_name",
    "reason_lines",
    "strength_in_parts",
    "tile_lines",
    "timing_in_parts",
    "unit_name",
    "why",
]
