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

from neurohex.explain.language import Language, language_of
from neurohex.explain.line import signed
from neurohex.tiles import ARMIES, EXTRAS, Tile
from neurohex.words import by_strength, faced


def describe_tile(tile: Tile, lang: str = "en") -> list[str]:
    """Sentences that name every symbol of a tile as it lies unturned, and what each does; the first names the tile.

    Tiles keep their names, and edges theirs (N NE SE S SW NW), in every language. Raises `UnknownLanguage`.
    """
    return list(_sentences(tile, language_of(lang)))


def _sentences(tile: Tile, words: Language) -> Iterator[str]:
    group = ARMIES.get(tile.army) or EXTRAS.get(tile.army)
    army = group.name if group else tile.army
    count = words.count("tiles", tile.count)
    yield words.say("tile.head", name=tile.name, kind=words.say(f"tile.kind_{tile.kind}"), army=army, count=count)
    if tile.also_called:
        yield words.say("tile.also_called", names=words.listed(tile.also_called))
    if not tile.is_unit:
        yield words.say(f"tile.effect_{tile.effect}")
        return
    yield from _attacks(tile, words)
    yield from _other_edges(tile, words)
    if tile.kind == "hq":
        yield words.say("tile.hq")
    if tile.toughness:
        yield words.say("tile.toughness", n=tile.toughness)
    if tile.mobility:
        yield words.say("tile.mobility")
    for ability in tile.abilities:
        yield words.say(f"tile.ability_{ability}")
    yield from _module(tile, words)


def _edges(names: tuple[str, ...], words: Language, last: str = "and") -> str:
    if len(names) == 6:
        return words.say("tile.all_edges" if last == "and" else "tile.any_edge")
    return words.say("tile.one_edge" if len(names) == 1 else "tile.more_edges", names=words.listed(names, last))


def _attacks(tile: Tile, words: Language) -> Iterator[str]:
    if tile.initiative:
        key = "tile.initiative" if len(tile.initiative) == 1 else "tile.initiatives"
        yield words.say(key, values=words.listed([str(value) for value in tile.initiative]))
    for name, edges in (("tile.melee", tile.melee), ("tile.ranged", tile.ranged)):
        for strength, names in by_strength(edges):
            yield words.say(name, n=strength, edges=_edges(names, words))
    both = tuple(name for name in faced(tile.melee) if name in faced(tile.ranged))
    if both:
        yield words.say("tile.both", edges=_edges(both, words))
    if any(tile.gauss):
        yield words.say("tile.gauss", edges=_edges(faced(tile.gauss), words))


def _other_edges(tile: Tile, words: Language) -> Iterator[str]:
    if any(tile.net):
        yield words.say("tile.net", edges=_edges(faced(tile.net), words))
    if any(tile.armor):
        yield words.say("tile.armour", edges=_edges(faced(tile.armor), words))
    if any(tile.redirect_in):
        into, out = _edges(faced(tile.redirect_in), words, "or"), _edges(faced(tile.redirect_out), words)
        yield words.say("tile.redirect", into=into, out=out)
        if sum(tile.redirect_out) > 1:
            yield words.say("tile.splits")
    if any(tile.trigger):
        key = "tile.trigger_bomber" if tile.army == "bombers" else "tile.trigger"
        yield words.say(key, edges=_edges(faced(tile.trigger), words, "or"))
    if tile.army == "bombers":
        yield words.say("tile.bomber_two" if tile.name.endswith(" II") else "tile.bomber_back")


def _module(tile: Tile, words: Language) -> Iterator[str]:
    for effect, value in tile.module.items():
        yield words.say(f"tile.module_{effect}", value=signed(value))
    if any(tile.links):
        yield words.say("tile.links", edges=_edges(faced(tile.links), words))
    if any(tile.long_links):
        yield words.say("tile.long_links", edges=_edges(faced(tile.long_links), words))
