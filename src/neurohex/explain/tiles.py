"""What is printed on a tile, symbol by symbol, in English or Polish, each with its ruling.

>>> from neurohex.tiles import ARMIES
>>> for sentence in describe_tile(ARMIES["outpost"].tile("Commando")):
...     print(sentence)
Commando: warrior of The Outpost, 5 tiles.
Initiative 3: it acts in that phase of a Battle (R6.1).
Ranged attack of strength 1 at SE: hits the first hostile unit in line, past friendly ones (R6.2).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from neurohex.explain import tiles_en, tiles_pl
from neurohex.explain.line import signed
from neurohex.tiles import ARMIES, EXTRAS, Tile
from neurohex.words import by_strength, faced, listed

LANGUAGES: Final = {"en": tiles_en.WORDS, "pl": tiles_pl.WORDS}
"""The sentences of each language, by the same keys."""


class UnknownLanguage(ValueError):
    """Tiles are not described in that language."""


def describe_tile(tile: Tile, lang: str = "en") -> list[str]:
    """Sentences that name every symbol of a tile as it lies unturned, and what each does; the first names the tile.

    Tiles keep their names, and edges theirs (N NE SE S SW NW), in every language. Raises `UnknownLanguage`.
    """
    words = LANGUAGES.get(lang)
    if words is None:
        raise UnknownLanguage(f'language: no words in "{lang}"; there are {", ".join(LANGUAGES)}')
    return list(_sentences(tile, words))


def _sentences(tile: Tile, words: dict[str, str]) -> Iterator[str]:
    group = ARMIES.get(tile.army) or EXTRAS.get(tile.army)
    army = group.name if group else tile.army
    count = words[_plural(tile.count)].format(n=tile.count)
    yield words["head"].format(name=tile.name, kind=words[f"kind_{tile.kind}"], army=army, count=count)
    if tile.also_called:
        yield words["also_called"].format(names=listed(tile.also_called, words["and"]))
    if not tile.is_unit:
        yield words[f"effect_{tile.effect}"]
        return
    yield from _attacks(tile, words)
    yield from _other_edges(tile, words)
    if tile.kind == "hq":
        yield words["hq"]
    if tile.toughness:
        yield words["toughness"].format(n=tile.toughness, more=tile.toughness + 1)
    if tile.mobility:
        yield words["mobility"]
    for ability in tile.abilities:
        yield words[f"ability_{ability}"]
    yield from _module(tile, words)


def _plural(n: int) -> str:
    """The form of a counted word: one, two to four (with 22 to 24 and so on), or more."""
    if n == 1:
        return "count_one"
    return "count_few" if n % 10 in (2, 3, 4) and n not in (12, 13, 14) else "count_many"


def _edges(names: tuple[str, ...], words: dict[str, str], last: str = "and") -> str:
    if len(names) == 6:
        return words["all_edges" if last == "and" else "any_edge"]
    return words["one_edge" if len(names) == 1 else "more_edges"].format(names=listed(names, words[last]))


def _attacks(tile: Tile, words: dict[str, str]) -> Iterator[str]:
    if tile.initiative:
        key = "initiative" if len(tile.initiative) == 1 else "initiatives"
        yield words[key].format(values=listed([str(value) for value in tile.initiative], words["and"]))
    for kind, edges in (("melee", tile.melee), ("ranged", tile.ranged)):
        for strength, names in by_strength(edges):
            yield words[kind].format(n=strength, edges=_edges(names, words))
    both = tuple(name for name in faced(tile.melee) if name in faced(tile.ranged))
    if both:
        yield words["both"].format(edges=_edges(both, words))
    if any(tile.gauss):
        yield words["gauss"].format(edges=_edges(faced(tile.gauss), words))


def _other_edges(tile: Tile, words: dict[str, str]) -> Iterator[str]:
    if any(tile.net):
        yield words["net"].format(edges=_edges(faced(tile.net), words))
    if any(tile.armor):
        yield words["armour"].format(edges=_edges(faced(tile.armor), words))
    if any(tile.redirect_in):
        into, out = _edges(faced(tile.redirect_in), words, "or"), _edges(faced(tile.redirect_out), words)
        yield words["redirect"].format(into=into, out=out)
        if sum(tile.redirect_out) > 1:
            yield words["splits"]
    if any(tile.trigger):
        key = "trigger_bomber" if tile.army == "bombers" else "trigger"
        yield words[key].format(edges=_edges(faced(tile.trigger), words, "or"))
    if tile.army == "bombers":
        yield words["bomber_two" if tile.name.endswith(" II") else "bomber_back"]


def _module(tile: Tile, words: dict[str, str]) -> Iterator[str]:
    for effect, value in tile.module.items():
        yield words[f"module_{effect}"].format(value=signed(value))
    if any(tile.links):
        yield words["links"].format(edges=_edges(faced(tile.links), words))
    if any(tile.long_links):
        yield words["long_links"].format(edges=_edges(faced(tile.long_links), words))
