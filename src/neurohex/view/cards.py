"""Cards: what is printed on a tile, and a unit's current values with reasons."""

from __future__ import annotations

from collections.abc import Iterable

from neurohex.explain import Line, language_of, strength_in_parts, tile_lines, timing_in_parts, why
from neurohex.explain import Part as ExplainedPart
from neurohex.model.game import State
from neurohex.model.reading import phase_of
from neurohex.tiles import Tile
from neurohex.view.forms import VERSION, Card, EdgeSum, Part, Sentence, Sum, UnitCard
from neurohex.view.names import tile_id
from neurohex.view.reaches import reach


def card(tile: Tile, lang: str = "en", rotation: int = 0) -> Card:
    """A tile's card: every symbol in words, with directions as the tile lies. Raises `UnknownLanguage`."""
    head, *more = tile_lines(tile, lang, rotation)
    return Card(
        version=VERSION,
        tile=tile_id(tile),
        name=str(language_of(lang).tile(tile)),
        kind=tile.kind,
        army=tile.army,
        count=tile.count,
        head=f"{head.text}.",
        sentences=[_sentence(line) for line in more],
        printed=tile.facts(),
    )


def _sentence(line: Line) -> Sentence:
    return Sentence(words=f"{line.text}.", rulings=line.ruling.split(", ") if line.ruling else [])


def unit_card(st: State, h: int, lang: str = "en", *, fighting: bool = False) -> UnitCard:
    """The card of the unit on a hex, with its current values and reasons. Raises `NoUnit`, which names the hex.

    Inside a Battle it omits how the unit can move or turn. Set `fighting` for the states of `battle_states`, which
    do not show that they are inside one.
    """
    facts = why(st, h, lang, fighting=fighting or phase_of(st) is not None)
    return UnitCard(
        version=VERSION,
        hex=facts.unit.hex,
        card=card(facts.tile, lang, facts.unit.rotation),
        owner=facts.owner,
        controller=facts.controller,
        netted=facts.unit.is_netted,
        wounds=facts.unit.wounds,
        toughness=facts.toughness,
        initiative=[Sum(value=timing.value, parts=_parts(timing_in_parts(timing, lang))) for timing in facts.timings],
        strength=[
            EdgeSum(
                direction=strength.direction,
                kind=strength.kind,
                value=strength.value,
                parts=_parts(strength_in_parts(strength, lang)),
            )
            for strength in facts.strengths
        ],
        sentences=[_sentence(line) for line in facts.lines],
        reach=reach(st, h),
    )


def _parts(parts: Iterable[ExplainedPart]) -> list[Part]:
    return [Part(words=part.text, value=part.value) for part in parts]
