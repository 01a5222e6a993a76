"""Cards: what is printed on a tile, and what holds for a unit on the board and why."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from neurohex.explain import Part as ExplainedPart
from neurohex.explain import describe_tile, strength_in_parts, timing_in_parts, why
from neurohex.model.reading import phase_of
from neurohex.rules.engine import State
from neurohex.tiles import Tile
from neurohex.view.forms import VERSION, Card, Part, Sentence, UnitCard
from neurohex.view.names import tile_id
from neurohex.view.reaches import reach

_RULINGS: Final = re.compile(r"\((R\d+\.\d+(?:, R\d+\.\d+)*)\)")
"""Rulings as the sentences of a tile name them."""


def card(tile: Tile, lang: str = "en") -> Card:
    """A tile's card: every symbol in words. Raises `UnknownLanguage`."""
    head, *more = describe_tile(tile, lang)
    return {
        "version": VERSION,
        "tile": tile_id(tile),
        "name": tile.name,
        "kind": tile.kind,
        "army": tile.army,
        "count": tile.count,
        "head": head,
        "sentences": [sentence(words) for words in more],
        "printed": tile.facts(),
    }


def sentence(words: str) -> Sentence:
    """A sentence as explanations say it: its words without the rulings in brackets, and these."""
    found = [number for group in _RULINGS.findall(words) for number in group.split(", ")]
    plain = " ".join(_RULINGS.sub("", words).split())
    return {"words": re.sub(r" ([.;,])", r"\1", plain), "rulings": list(dict.fromkeys(found))}


def unit_card(st: State, h: int, lang: str = "en", *, fighting: bool = False) -> UnitCard:
    """The card of the unit on a hex, with what holds for it now, and why. Raises `NoUnit`, which names the hex.

    Inside a Battle it does not tell how the unit can be moved or turned; of the states of `battle_states`, which do not
    know that they are, that is said by `fighting`.
    """
    facts = why(st, h, lang, fighting=fighting or phase_of(st) is not None)
    return {
        "version": VERSION,
        "hex": facts.unit.hex,
        "card": card(facts.tile, lang),
        "owner": facts.owner,
        "controller": facts.controller,
        "netted": facts.unit.is_netted,
        "wounds": facts.unit.wounds,
        "toughness": facts.toughness,
        "initiative": [
            {"value": timing.value, "parts": _parts(timing_in_parts(timing, lang))} for timing in facts.timings
        ],
        "strength": [
            {
                "direction": strength.direction,
                "kind": strength.kind,
                "value": strength.value,
                "parts": _parts(strength_in_parts(strength, lang)),
            }
            for strength in facts.strengths
        ],
        "sentences": [{"words": f"{line.text}.", "rulings": line.ruling.split(", ")} for line in facts.lines],
        "reach": reach(st, h),
    }


def _parts(parts: Iterable[ExplainedPart]) -> list[Part]:
    return [{"words": part.text, "value": part.value} for part in parts]
