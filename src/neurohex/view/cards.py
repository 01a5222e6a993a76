"""Cards: what is printed on a tile, and what holds for a unit on the board and why."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from neurohex.board import DIRECTIONS
from neurohex.explain import describe_tile, why
from neurohex.explain.reasons import Part as ExplainedPart
from neurohex.explain.reasons import is_netted
from neurohex.notation.report import HIT_KINDS
from neurohex.rules.engine import State
from neurohex.tiles import Tile
from neurohex.view.forms import VERSION, Card, Part, Sentence, UnitCard
from neurohex.view.names import tile_id
from neurohex.view.reaches import reach

_RULINGS: Final = re.compile(r"\(((?:R\d+\.\d+|§\d+(?:\.\d+)?)(?:, (?:R\d+\.\d+|§\d+(?:\.\d+)?))*)\)")
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
        "sentences": [_sentence(words) for words in more],
        "printed": tile.facts(),
    }


def _sentence(words: str) -> Sentence:
    """A sentence without the rulings in brackets, and these."""
    found = [number for group in _RULINGS.findall(words) for number in group.split(", ")]
    plain = " ".join(_RULINGS.sub("", words).split())
    return {"words": re.sub(r" ([.;,])", r"\1", plain), "rulings": list(dict.fromkeys(found))}


def unit_card(st: State, h: int, lang: str = "en") -> UnitCard:
    """The card of the unit on a hex, with what holds for it now, and why. Raises `NoUnit`, which names the hex."""
    facts = why(st, h, lang)
    return {
        "version": VERSION,
        "hex": st.game.board.names[h],
        "card": card(facts.tile, lang),
        "owner": facts.owner,
        "controller": facts.controller,
        "netted": is_netted(st, h),
        "wounds": facts.wounds,
        "toughness": facts.toughness,
        "initiative": [{"value": attack.value, "parts": _parts(attack.parts)} for attack in facts.attacks],
        "strength": [
            {
                "direction": DIRECTIONS[edge.direction],
                "kind": HIT_KINDS[edge.kind],
                "value": edge.strength,
                "parts": _parts(edge.parts),
            }
            for edge in facts.edges
        ],
        "sentences": [{"words": f"{line.text}.", "rulings": line.ruling.split(", ")} for line in facts.lines],
        "reach": reach(st, h),
    }


def _parts(parts: Iterable[ExplainedPart]) -> list[Part]:
    return [{"words": part.text, "value": part.value} for part in parts]
