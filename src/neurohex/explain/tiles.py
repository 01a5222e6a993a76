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
from dataclasses import dataclass

from neurohex.explain.language import Language, language_of
from neurohex.explain.line import Line, rulings, signed
from neurohex.explain.names import army_name
from neurohex.model.rulings import SYMBOLS
from neurohex.tiles import ARMIES, EXTRAS, Edges, Tile
from neurohex.words import by_strength, faced


def describe_tile(tile: Tile, lang: str = "en") -> list[str]:
    """The sentences of `tile_lines`, each with its rulings in brackets. Raises `UnknownLanguage`."""
    return [f"{line.text} ({line.ruling})." if line.ruling else f"{line.text}." for line in tile_lines(tile, lang)]


def tile_lines(tile: Tile, lang: str = "en", rotation: int = 0) -> list[Line]:
    """Sentences that name every symbol of a tile and its effect, as it lies; the first names the tile.

    Edges (N NE SE S SW NW) keep their names in every language. Raises `UnknownLanguage`.
    """
    return list(_TileWords(tile, language_of(lang), rotation).all())


@dataclass(frozen=True, slots=True)
class _TileWords:
    """Words the symbols of a tile."""

    tile: Tile
    words: Language
    rotation: int

    def all(self) -> Iterator[Line]:
        tile, words = self.tile, self.words
        group = ARMIES.get(tile.army) or EXTRAS.get(tile.army)
        army = army_name(group, words.code) if group else tile.army
        kind, count = words.say(f"tile.kind_{tile.kind}"), words.count("tiles", tile.count)
        yield self.line("head", name=tile, kind=kind, army=army, count=count)
        others = [name for name in words.other_names(tile) if name != words.tile(tile)]
        if others:
            yield self.line("also_called", names=words.listed(others))
        if not tile.is_unit:
            yield self.line(f"effect_{tile.effect}")
            return
        yield from self.attacks()
        yield from self.other_edges()
        if tile.kind == "hq":
            yield self.line("hq")
        if tile.toughness:
            yield self.line("toughness", n=tile.toughness)
        if tile.mobility:
            yield self.line("mobility")
        for ability in tile.abilities:
            yield self.line(f"ability_{ability}")
        yield from self.module()

    def line(self, key: str, **fields: object) -> Line:
        return Line(self.words.say(f"tile.{key}", **fields), rulings(*SYMBOLS.get(key, ())))

    def faced(self, edges: Edges) -> tuple[str, ...]:
        return faced(edges, self.rotation)

    def edges(self, names: tuple[str, ...], last: str = "and") -> str:
        words = self.words
        if len(names) == 6:
            return words.say("tile.all_edges" if last == "and" else "tile.any_edge")
        return words.say("tile.one_edge" if len(names) == 1 else "tile.more_edges", names=words.listed(names, last))

    def attacks(self) -> Iterator[Line]:
        tile = self.tile
        if tile.initiative:
            key = "initiative" if len(tile.initiative) == 1 else "initiatives"
            yield self.line(key, values=self.words.listed([str(value) for value in tile.initiative]))
        for key, edges in (("melee", tile.melee), ("ranged", tile.ranged)):
            for strength, names in by_strength(edges, self.rotation):
                yield self.line(key, n=strength, edges=self.edges(names))
        both = tuple(name for name in self.faced(tile.melee) if name in self.faced(tile.ranged))
        if both:
            yield self.line("both", edges=self.edges(both))
        if any(tile.gauss):
            yield self.line("gauss", edges=self.edges(self.faced(tile.gauss)))

    def other_edges(self) -> Iterator[Line]:
        tile = self.tile
        if any(tile.net):
            yield self.line("net", edges=self.edges(self.faced(tile.net)))
        if any(tile.armor):
            yield self.line("armour", edges=self.edges(self.faced(tile.armor)))
        if any(tile.redirect_in):
            into, out = self.edges(self.faced(tile.redirect_in), "or"), self.edges(self.faced(tile.redirect_out))
            yield self.line("redirect", into=into, out=out)
            if sum(tile.redirect_out) > 1:
                yield self.line("splits")
        if any(tile.trigger):
            key = "trigger_bomber" if tile.army == "bombers" else "trigger"
            yield self.line(key, edges=self.edges(self.faced(tile.trigger), "or"))
        if tile.army == "bombers":
            yield self.line("bomber_two" if tile.name.endswith(" II") else "bomber_back")

    def module(self) -> Iterator[Line]:
        tile = self.tile
        for effect, value in tile.module.items():
            yield self.line(f"module_{effect}", value=signed(value))
        if any(tile.links):
            yield self.line("links", edges=self.edges(self.faced(tile.links)))
        if any(tile.long_links):
            yield self.line("long_links", edges=self.edges(self.faced(tile.long_links)))
