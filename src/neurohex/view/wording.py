"""An action as a short sentence in the user's language, for hints.

The notation (`place Runner B1 facing S`) is for records and typing, and has no translations.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from neurohex.board import DIRECTIONS
from neurohex.explain import language_of, player_name, unit_name
from neurohex.model import Table
from neurohex.model.game import State
from neurohex.model.reading import about, foundation_at, stage_of
from neurohex.notation.decoding import CONTROLLER_CHOOSES, PAIRS, WAY_TURNS, Decoded, decode
from neurohex.tiles import Tile
from neurohex.view.offers import (
    burrow_place,
    change_words,
    gauss_words,
    granter_of,
    hit_words,
    line_of,
    side_of,
    tile_used,
)
from neurohex.view.texts import say


def act_words(st: State, action: int, lang: str = "en") -> str:
    """A legal action in words, without a full stop: `Place Runner on B1, facing S`.

    No two legal actions of a state have the same words. Raises `UnknownLanguage`.
    """
    d = decode(action)
    if d.kind == "end" and stage_of(st) == "recon":
        return say("do.stop", lang)
    if d.kind in _SENTENCES:
        return _SENTENCES[d.kind](_Sentence(st, d, lang))
    tile = tile_used(st, d)[1]
    return say(f"do.{d.kind}", lang, tile=language_of(lang).tile(tile) if tile is not None else "")


class _Sentence:
    """Builds the sentence of one action."""

    def __init__(self, st: State, d: Decoded, lang: str) -> None:
        self.st = st
        self.d = d
        self.lang = lang
        self.about = -1 if (asked := about(st)) is None else asked

    def say(self, key: str, **fields: str) -> str:
        facing = DIRECTIONS[self.d.rot] if self.d.rot >= 0 else ""
        return say(f"act.{key}", self.lang, facing=facing, **fields)

    @property
    def used(self) -> Tile:
        tile = tile_used(self.st, self.d)[1]
        assert tile is not None
        return tile

    @property
    def tile(self) -> str:
        return language_of(self.lang).tile(self.used)

    @property
    def place(self) -> str:
        return self.name(self.d.hex)

    @property
    def unit(self) -> str:
        return unit_name(self.st, self.d.hex, self.lang)

    @property
    def asked(self) -> str:
        return unit_name(self.st, self.about, self.lang)

    def name(self, h: int) -> str:
        return self.st.game.board.names[h]

    def beside(self, h: int, direction: int) -> int:
        return self.st.game.board.neighbours[h][direction]

    # --- sentences with several lookups ---
    def placed(self) -> str:
        return self.say("lay" if self.used.kind == "foundation" else "place", tile=self.tile, hex=self.place)

    def moved(self) -> str:
        by = granter_of(self.st, self.d)
        assert by is not None
        granter = unit_name(self.st, self.st.game.board.index[by.hex], self.lang) if by.hex is not None else ""
        words = say(f"by.{by.source}", self.lang, unit=granter)
        if self.d.stays:
            return self.say("turn by", unit=self.unit, by=words)
        return self.say("move", unit=self.unit, hex=self.name(self.beside(self.d.hex, self.d.step)), by=words)

    def stepped(self) -> str:
        if self.d.stays:
            return self.say("then turn", unit=self.asked)
        return self.say("then move", unit=self.asked, hex=self.name(self.beside(self.about, self.d.step)))

    def pushed(self) -> str:
        victim = self.beside(self.d.hex, self.d.direction)
        units = {"unit": self.unit, "victim": unit_name(self.st, victim, self.lang)}
        if self.d.way == CONTROLLER_CHOOSES:
            return self.say("push", **units)
        goal = self.beside(victim, (self.d.direction + WAY_TURNS[self.d.way]) % 6)
        return self.say("push to", **units, hex=self.name(goal))

    def burrowed(self) -> str:
        return self.say("burrow", unit=unit_name(self.st, burrow_place(self.st, self.d), self.lang))

    def drawn_in(self) -> str:
        victim = self.beside(self.d.hex, self.d.direction)
        return self.say("draw in", unit=unit_name(self.st, victim, self.lang), hex=self.place)

    def castled(self) -> str:
        other = self.beside(self.d.hex, self.d.direction)
        return self.say("castle", one=self.unit, two=unit_name(self.st, other, self.lang))

    def sniped(self) -> str:
        if not self.d.choice:
            return self.say("snipe", unit=self.unit)
        tile = foundation_at(self.st, self.d.hex)
        assert tile is not None
        return self.say("snipe foundation", tile=language_of(self.lang).tile(tile), hex=self.place)

    def bombed(self) -> str:
        first = self.d.choice
        hexes = (self.d.hex, self.beside(self.d.hex, first), self.beside(self.d.hex, first + 1))
        return self.say("small bomb", hexes=", ".join(map(self.name, hexes)))

    def saved(self) -> str:
        hit = hit_words(Table(self.st), self.d, self.lang)
        return self.say("medic", unit=self.unit, medic=unit_name(self.st, self.d.medic, self.lang), hit=hit)

    def of_asked(self, words: str) -> str:
        return f"{self.asked}: {words}"

    def of_terminals(self, key: str, named: Callable[[int], str], **fields: str) -> str:
        one, two = (int(self.st.game.terminal[number]) for number in PAIRS[self.d.pair])
        return self.say(key, one=named(one), two=named(two), **fields)


_SENTENCES: Final[dict[str, Callable[[_Sentence], str]]] = {
    "place": _Sentence.placed,
    "deploy": lambda s: s.say("deploy", tile=s.tile, unit=s.unit),
    "move": _Sentence.moved,
    "second": _Sentence.stepped,
    "push": _Sentence.pushed,
    "yield": lambda s: s.say("yield", unit=s.asked, hex=s.name(s.beside(s.about, s.d.direction))),
    "rotate": lambda s: s.say("turn", unit=s.unit),
    "hq turn": lambda s: s.say("turn by hq", unit=s.unit),
    "castle": _Sentence.castled,
    "grenade": lambda s: s.say("grenade", unit=s.unit),
    "snipe": _Sentence.sniped,
    "air strike": lambda s: s.say("air strike", hex=s.place),
    "small bomb": _Sentence.bombed,
    "captive": lambda s: s.say("turn", unit=s.asked),
    "captive at": lambda s: s.say("turn", unit=s.unit),
    "clown": lambda s: s.of_asked(say("option.explode" if s.d.choice else "option.attack", s.lang)),
    "convert": lambda s: s.of_asked(change_words(s.d, s.lang)),
    "medic": _Sentence.saved,
    "procedure rotation": lambda s: s.say("procedure rotation", unit=s.unit),
    "procedure swap": lambda s: s.of_terminals(
        "procedure swap", lambda h: unit_name(s.st, h, s.lang), other=DIRECTIONS[s.d.other_rot]
    ),
    "procedure push": lambda s: s.say("procedure push", push=s.pushed()),
    "procedure laser": lambda s: s.of_terminals("procedure laser", s.name),
    "procedure elimination": lambda s: s.say("procedure elimination", unit=s.unit),
    "bomber": lambda s: s.say("bomber", tile=s.tile, hex=s.place),
    "own push": lambda s: s.say("own push", push=s.pushed()),
    "own turn": lambda s: s.say("own turn", unit=s.unit),
    "steel net": lambda s: s.say("steel net", unit=s.unit),
    "execute": lambda s: s.say("execute", tile=s.tile, unit=s.unit),
    "point": lambda s: s.say("point", player=player_name(s.st.game, s.d.player, s.lang)),
    "past": lambda s: s.say("past", unit=s.asked),
    "aim": lambda s: s.say("aim", unit=s.asked, target=s.unit, side=side_of(s.d)),
    "mark": lambda s: s.say("mark", unit=s.unit),
    "burrow": _Sentence.burrowed,
    "draw in": _Sentence.drawn_in,
    "paralyse": lambda s: s.say("paralyse", unit=s.unit),
    "smokescreen": lambda s: s.say("smokescreen", unit=s.unit),
    "transpose": lambda s: s.say("transpose", one=s.unit, two=unit_name(s.st, s.d.other, s.lang)),
    "ray": lambda s: s.say("ray", hexes=", ".join(map(s.name, line_of(s.st, s.d)))),
    "transform": lambda s: s.of_asked(gauss_words(s.d, s.lang)),
    "shared": lambda s: s.of_asked(say("option.foundation" if s.d.choice else "option.unit", s.lang)),
}
"""Sentences of kinds of actions that involve a choice; other kinds use the text of their offer."""
