"""What is printed on a tile, symbol by symbol, in English or Polish, each with its ruling.

>>> from neurohex.tiles import ARMIES
>>> for sentence in describe_tile(ARMIES["outpost"].tile("Commando")):
...     print(sentence)
Commando: warrior of The Outpost, 5 tiles.
Initiative 3: it acts in that phase of a Battle (R6.1).
Ranged attack of strength 1 at SE: hits the first hostile unit in line, past friendly ones (R6.2).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from neurohex.explain.language import Language, language_of
from neurohex.explain.line import Line, rulings, signed
from neurohex.explain.names import army_name
from neurohex.model.rulings import SYMBOLS
from neurohex.tiles import ARMIES, EXTRAS, Army, Edges, Tile
from neurohex.words import by_strength, faced


def describe_tile(tile: Tile, lang: str = "en") -> list[str]:
    """The sentences of `tile_lines`, each with its rulings in brackets. Raises `UnknownLanguage`."""
    return [f"{line.text} ({line.ruling})." if line.ruling else f"{line.text}." for line in tile_lines(tile, lang)]


def tile_lines(tile: Tile, lang: str = "en", rotation: int = 0) -> list[Line]:
    """Sentences that name every symbol of a tile and its effect, as it lies; the first names the tile.

    Edges (N NE SE S SW NW) keep their names in every language. Raises `UnknownLanguage`.
    """
    return list(TileWords(tile, language_of(lang), rotation).all())


@dataclass(frozen=True, slots=True)
class TileWords:
    """Words the symbols of a tile."""

    tile: Tile
    words: Language
    rotation: int

    def all(self) -> Iterator[Line]:
        """Every line of its card."""
        tile, words = self.tile, self.words
        group = ARMIES.get(tile.army) or EXTRAS.get(tile.army)
        army = army_name(group, words.code) if group else tile.army
        kind, count = words.say(f"tile.kind_{tile.kind}"), words.count("tiles", tile.count)
        yield self.line("head", name=tile, kind=kind, army=army, count=count)
        others = [name for name in words.other_names(tile) if name != words.tile(tile)]
        if others:
            yield self.line("also_called", names=words.listed(others))
        if not tile.is_unit:
            yield from self.attacks()
            yield self.line(f"effect_{tile.effect}")
            return
        yield from self.attacks()
        yield from self.other_edges()
        if tile.kind == "hq":
            yield self.line("hq")
            yield from self.army(group)
        if tile.toughness:
            yield self.line("toughness", n=tile.toughness)
        if tile.mobility:
            yield self.line("mobility")
        yield from self.abilities(tile.abilities)
        yield from self.module()

    def army(self, army: Army | None) -> Iterator[Line]:
        """What belongs to a whole army; its HQ says so."""
        if army is None:
            return
        if army.venom_markers:
            yield self.line("venom_markers", n=army.venom_markers)
        if army.paralysis_markers:
            yield self.line("paralysis_markers", n=army.paralysis_markers)
        if army.wins_if_all_hqs_fall:
            yield self.line("wins_if_all_hqs_fall")

    def abilities(self, names: Iterable[str]) -> Iterator[Line]:
        """A line for each of some abilities."""
        for ability in names:
            yield self.line(f"ability_{ability}")

    def line(self, key: str, **fields: object) -> Line:
        """The line of one symbol, with its rulings."""
        return Line(self.words.say(f"tile.{key}", **fields), rulings(*SYMBOLS.get(key, ())))

    def faced(self, edges: Edges) -> tuple[str, ...]:
        """The directions that some edges face."""
        return faced(edges, self.rotation)

    def edges(self, names: tuple[str, ...], last: str = "and") -> str:
        """Directions as a list in a sentence."""
        words = self.words
        if len(names) == 6:
            return words.say("tile.all_edges" if last == "and" else "tile.any_edge")
        return words.say("tile.one_edge" if len(names) == 1 else "tile.more_edges", names=words.listed(names, last))

    def attacks(self) -> Iterator[Line]:
        """Initiative and attacks."""
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
        yield from self.weapons()

    def weapons(self) -> Iterator[Line]:
        """Attacks of other kinds than melee, ranged and Gauss."""
        tile = self.tile
        for key, edges in (("rocket", tile.rocket), ("shotgun", tile.shotgun)):
            for strength, names in by_strength(edges, self.rotation):
                yield self.line(key, n=strength, edges=self.edges(names))
        for key, edges in (("poison", tile.poison), ("blast", tile.blast), ("demolish", tile.demolish)):
            if any(edges):
                yield self.line(key, edges=self.edges(self.faced(edges)))
        if tile.melee_anywhere:
            yield self.line("melee_anywhere", n=tile.melee_anywhere)

    def other_edges(self) -> Iterator[Line]:
        """What else lies on its edges."""
        tile = self.tile
        if any(tile.net):
            yield self.line("net", edges=self.edges(self.faced(tile.net)))
        if any(tile.armor):
            yield self.line("armour", edges=self.edges(self.faced(tile.armor)))
        yield from self.mirrors_and_power()
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

    def mirrors_and_power(self) -> Iterator[Line]:
        """Edges that reflect attacks, and edges that power neighbours."""
        if any(self.tile.reflect):
            yield self.line("reflect", edges=self.edges(self.faced(self.tile.reflect)))
        if any(self.tile.power):
            yield self.line("power_edges", edges=self.edges(self.faced(self.tile.power)))

    def effects(self, names: Iterable[str]) -> Iterator[Line]:
        """A line for each of some effects of its module."""
        for effect in names:
            yield self.line(f"module_{effect}", value=signed(self.tile.module[effect]))

    def module(self) -> Iterator[Line]:
        """Effects and links of a module."""
        tile = self.tile
        yield from self.effects(tile.module)
        if any(tile.links):
            yield self.line("links", edges=self.edges(self.faced(tile.links)))
        if any(tile.long_links):
            yield self.line("long_links", edges=self.edges(self.faced(tile.long_links)))
