"""One unit's current values, with reasons.

>>> from neurohex.notation import parse_line
>>> from neurohex.notation.bridge import state_of
>>> st = state_of(parse_line("hegemony outpost | C2=0.Runner/S C1=0.Boss/S C3=1.HQ"))
>>> for line in why(st, st.game.board.index["C2"]).lines[:3]:
...     print(line.text, line.ruling)
Runner C2 belongs to Hegemony R3.3
It acts at 3: printed 2, Boss C1 +1 R3.6
Its melee attack S has strength 2: printed 1, Boss C1 +1 R3.5
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from neurohex.errors import NeurohexError
from neurohex.events import Gift, Strength, Timing
from neurohex.explain.battle_events import strength_parts, timing_parts
from neurohex.explain.language import Language, language_of
from neurohex.explain.line import Line, Told, player_in_cases, rulings, signed, unit_name
from neurohex.explain.tiles import TileWords
from neurohex.model import MoveSource, Unit, unit_at
from neurohex.model.game import State
from neurohex.model.reading import has_used_mobility_at, may_turn_captive, units_at
from neurohex.model.relations import (
    gifts_of,
    gifts_to,
    has_recon,
    is_useful,
    linked_hexes,
    move_sources,
    netted_by,
    scoped_by,
    strengths,
    taken_by,
    timings,
    works_for,
)
from neurohex.model.rulings import FACTS, GIFTS
from neurohex.tiles import Tile
from neurohex.words import faced

_RECEIVED: Final = (
    "gives_venom",
    "gives_paralysis",
    "gauss_transformer",
    "power",
    "enemy_initiative_zero",
    "paralyses_enemies",
    "extra_wound",
)
"""Effects of others that no number of the unit shows."""
_TOLD_ABILITIES: Final = ("explode", "deploy", "returns_to_pile", "execution")
"""Abilities with sentences of their own, or that concern only tiles in hand."""
_ALONE: Final = ("steel_net", "steel_net_free", "motherland", "underground_castling", "underground_all")
"""Module effects without links."""


class NoUnit(NeurohexError):
    """No unit stands on the hex."""


@dataclass(frozen=True, slots=True)
class Part:
    """One summand of a strength or an initiative, in words."""

    text: str
    value: int


@dataclass(frozen=True, slots=True)
class UnitFacts:
    """A unit's current values; `lines` has all of them in words."""

    unit: Unit
    timings: tuple[Timing, ...]
    """Initiatives in a Battle begun now, highest first; also for a netted unit, which does not act."""
    strengths: tuple[Strength, ...]
    """Attack strengths by edge, clockwise from north; also for a netted unit."""
    received: tuple[Gift, ...]
    """Effects received from linked modules."""
    given: tuple[tuple[str, Gift], ...]
    """Effects given to other units, with their hexes."""
    works_for: int | None
    """The player for whom its module effect works; None without an effect, and while netted."""
    scoped_by: tuple[str, ...]
    """Hexes of the Scopers that make it work for another side than its controller's."""
    moves: tuple[MoveSource, ...]
    """Ways to move or turn this turn, on its controller's turn; without tiles in hand."""
    lines: tuple[Line, ...]

    @property
    def tile(self) -> Tile:
        """The unit's tile."""
        return self.unit.tile

    @property
    def owner(self) -> int | None:
        """The owner; None if neutral."""
        return self.unit.owner

    @property
    def controller(self) -> int | None:
        """The controller; None if neutral."""
        return self.unit.controller

    @property
    def toughness(self) -> int:
        """The toughness, with what others give it; for an HQ its remaining points."""
        return self.tile.toughness + self.unit.lent_toughness if self.unit.points is None else self.unit.points


def timing_in_parts(timing: Timing, lang: str = "en") -> tuple[Part, ...]:
    """The summands of an attack's initiative, in words. Raises `UnknownLanguage`."""
    values = [timing.base, *(gift.value for gift in timing.gifts), timing.raised]
    texts = timing_parts(language_of(lang), timing)
    return tuple(Part(text, value) for text, value in zip(texts, values, strict=False))


def strength_in_parts(strength: Strength, lang: str = "en") -> tuple[Part, ...]:
    """The summands of an attack's strength, in words. Raises `UnknownLanguage`."""
    words = language_of(lang)
    if strength.kind == "gauss":
        return (Part(words.say("part.gauss"), strength.printed),)
    values = [value for value in (strength.printed, strength.changed) if value]
    values += [gift.value for gift in strength.gifts]
    return tuple(Part(text, value) for text, value in zip(strength_parts(words, strength), values, strict=True))


def why(st: State, hex_: int, lang: str = "en", *, fighting: bool = False) -> UnitFacts:
    """The current values of the unit on a hex, with reasons. Raises `NoUnit`, which names the hex, and
    `UnknownLanguage`.

    Does not change the state. The state must come from the rules or `state_of`, which compute nets and control. With
    `fighting`, the lines omit how the unit can move or turn, which is impossible in a Battle.
    """
    words = language_of(lang)
    if not 0 <= hex_ < len(st.game.board.names):
        raise NoUnit(f"hex {hex_}: expected a number from 0 to {len(st.game.board.names) - 1}")
    unit = unit_at(st, hex_)
    if unit is None:
        raise NoUnit(f"{st.game.board.names[hex_]}: no unit stands there")
    facts = UnitFacts(
        unit=unit,
        timings=timings(st, hex_),
        strengths=strengths(st, hex_),
        received=gifts_to(st, hex_),
        given=gifts_of(st, hex_),
        works_for=works_for(st, hex_) if unit.tile.module else None,
        scoped_by=scoped_by(st, hex_),
        moves=move_sources(st, hex_),
        lines=(),
    )
    told = _UnitWords(st, facts, unit, words, fighting)
    return replace(facts, lines=tuple(Line(text, ruling) for text, ruling in told.all()))


# --- explosions -----------------------------------------------------------------------------------
def _blast(words: Language, unit: Unit) -> tuple[str, str]:
    """The targets of a unit's explosion in words, and the fact's name."""
    whom = "all" if unit.tile.army != "bombers" else "units" if unit.owner is None else "hostile"
    return words.say(f"exploded.at_{whom}"), f"explodes_at_{whom}"


# --- in words -------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class _UnitWords:
    """Words the facts of a unit."""

    st: State
    facts: UnitFacts
    unit: Unit
    words: Language
    fighting: bool

    def all(self) -> Iterator[Told]:
        yield from self.whose()
        if not self.fighting:
            yield from self.terminal()
        yield from self.fights()
        yield from self.edge_marks()
        yield from self.stands()
        yield from self.abilities()
        yield from self.module()
        yield from self.holds()
        if not self.fighting:
            yield from self.goes()

    def name(self, place: str) -> str:
        return unit_name(self.st, self.st.game.board.index[place], self.words.code)

    def names(self, hexes: tuple[str, ...]) -> str:
        return self.words.listed([self.name(place) for place in hexes])

    def player(self, player: int) -> str:
        return player_in_cases(self.st.game, player, self.words.code)

    def unless_netted(self, told: Told) -> Told:
        """An ability's sentence, with a remark if a net or want of power prevents it."""
        text, ruling = told
        but = "unit.but_unpowered" if self.lacks_power else "unit.but_netted"
        return (self.words.say(but, text=text), ruling) if self.unit.is_netted else told

    @property
    def lacks_power(self) -> bool:
        """Whether want of power alone disables it (R29.1)."""
        return self.unit.is_unpowered and not self.unit.is_in_net

    def fact(self, key: str, *, by: str | None = None, **fields: object) -> Told:
        """The sentence of a fact with its rulings; `by` names the fact in `FACTS` if its sentence has another key."""
        return self.words.say(f"unit.{key}", **fields), rulings(*FACTS[by or key])

    def whose(self) -> Iterator[Told]:
        words, unit = self.words, self.unit
        if unit.owner is None:
            key, whose = "nobodys", words.say("unit.nobodys", unit=unit)
        else:
            key, whose = "owned", words.say("unit.owned", unit=unit, who=self.player(unit.owner))
        if not unit.is_taken or unit.controller is None:
            yield whose, rulings(*FACTS[key])
        else:
            taker = self.player(unit.controller)
            text = words.say("unit.taken", whose=whose, taker=taker, bearers=self.names(unit.taken_by))
            yield text, rulings(*FACTS["taken"], *FACTS[key])
            if may_turn_captive(self.st, unit.index) and not self.fighting:
                yield self.fact("captive_turns", taker=taker)
        if unit.netted_by:
            yield self.fact("netted", nets=self.names(unit.netted_by))
        yield from self.marks()

    def marks(self) -> Iterator[Told]:
        """What else disables or paralyses it, and the markers on it."""
        words, unit = self.words, self.unit
        if "steel_net" in unit.markers:
            yield self.fact("steel_net")
        if unit.is_unpowered:
            yield self.fact("unpowered")
        if unit.is_paralysed:
            yield self.fact("paralysed")
        venom = sum(marker == "venom" for marker in unit.markers)
        if venom:
            yield words.count("unit.venom", venom), rulings(*FACTS["venom"])

    def terminal(self) -> Iterator[Told]:
        """Whether it is a Link on a Terminal of the Duel board. Silent in a Battle, which has no procedures."""
        game, unit = self.st.game, self.unit
        if not game.is_duel or unit.index not in game.board.terminals or unit.controller is None:
            return
        if unit.is_netted:
            yield self.fact("no_link_unpowered" if self.lacks_power else "no_link", by="no_link")
        else:
            yield self.fact("link", who=self.player(unit.controller))

    def fights(self) -> Iterator[Told]:
        words, facts = self.words, self.facts
        acts = "acts"
        if self.unit.is_netted or self.unit.is_paralysed:
            acts = "would_act_powered" if self.lacks_power else "would_act"
        for timing in facts.timings:
            parts = timing_parts(words, timing)
            by = "acts_changed" if len(parts) > 1 else "acts"
            if timing.extra is not None:
                by = "acts_once_more"
            yield self.fact(acts, by=by, value=timing.value, parts=", ".join(parts))
        groups: dict[tuple[str, int, str], list[str]] = {}
        for one in facts.strengths:
            told = ", ".join(part.text for part in strength_in_parts(one, words.code))
            groups.setdefault((one.kind, one.value, told), []).append(one.direction)
        for (kind, strength, told), where in groups.items():
            sides = words.say("unit.all_sides") if len(where) == 6 else words.listed(where)
            text = words.count(f"unit.{kind}", len(where), sides=sides, strength=strength, parts=told)
            yield text, rulings(*FACTS[kind])
        for gift in facts.received:
            if gift.effect == "quartermaster":
                yield self.fact("changes_type", giver=gift)
            elif gift.effect in _RECEIVED and is_useful(self.st, self.unit.index, gift):
                what = words.say(f"gift.{gift.effect}", value=signed(gift.value))
                yield words.say("unit.receives", gift=what, giver=gift), rulings(*GIFTS[gift.effect])
        for line in self.printed.weapons():
            yield self.unless_netted((line.text, line.ruling))

    @property
    def printed(self) -> TileWords:
        """Words for what is printed on it, as it faces."""
        return TileWords(self.unit.tile, self.words, self.unit.rotation)

    def edge_marks(self) -> Iterator[Told]:
        words, tile, rotation = self.words, self.unit.tile, self.unit.rotation
        armour, trigger = faced(tile.armor, rotation), faced(tile.trigger, rotation)
        if armour:
            yield self.fact("armour", edges=words.listed(armour))
        for line in self.printed.mirrors_and_power():
            yield self.unless_netted((line.text, line.ruling))
        if any(tile.redirect_in):
            into = words.listed(faced(tile.redirect_in, rotation), "or")
            out = words.listed(faced(tile.redirect_out, rotation))
            yield self.unless_netted(self.fact("redirects", into=into, out=out))
        if trigger:
            edges = words.say("unit.trigger_anywhere") if len(trigger) == 6 else words.listed(trigger, "or")
            by = "trigger_of_bomber" if tile.army == "bombers" else "trigger"
            yield self.unless_netted(self.fact("trigger", by=by, edges=edges))
            whom, blast = _blast(words, self.unit)
            yield self.fact("set_off", by=blast, whom=whom)

    def stands(self) -> Iterator[Told]:
        words, facts, unit = self.words, self.facts, self.unit
        if unit.is_hq and self.st.game.score:
            yield self.fact("score")
        elif unit.is_hq:
            yield words.count("unit.hq_points", facts.toughness), rulings(*FACTS["hq_points"])
        elif unit.wounds:
            wounds, end = words.count("wounds", unit.wounds), words.count("unit.more_destroy", unit.life)
            yield self.fact("wounded", toughness=facts.toughness, wounds=wounds, end=end)
        else:
            end = words.count("unit.wounds_destroy", unit.life)
            yield self.fact("unwounded", toughness=facts.toughness, end=end)
        givers = tuple(gift.hex for gift in facts.received if gift.effect == "toughness")
        if unit.lent_toughness and givers:
            yield self.fact("lent", value=unit.lent_toughness, givers=self.names(givers))
        medics = tuple(gift.hex for gift in facts.received if gift.effect == "medic")
        if medics:
            text = words.count("unit.medics", len(medics), medics=self.names(medics))
            yield text, rulings(*FACTS["medics"])

    def abilities(self) -> Iterator[Told]:
        """Abilities that cost the unit itself; a net blocks all but the return to the pile (R3.3)."""
        words, tile = self.words, self.unit.tile
        if "explode" in tile.abilities:
            whom, blast = _blast(words, self.unit)
            yield self.unless_netted(self.fact("explodes", by=blast, whom=whom))
        if "deploy" in tile.abilities:
            yield self.unless_netted(self.fact("deploys"))
        if "returns_to_pile" in tile.abilities and self.unit.owner is not None:
            yield self.fact("returns", who=self.player(self.unit.owner))
        for line in self.printed.abilities(name for name in tile.abilities if name not in _TOLD_ABILITIES):
            yield self.unless_netted((line.text, line.ruling))

    def module(self) -> Iterator[Told]:
        st, words, facts = self.st, self.words, self.facts
        if facts.scoped_by and facts.works_for is not None:
            who = self.player(facts.works_for)
            yield self.fact("scoped", who=who, scopers=self.names(facts.scoped_by))
        for place, gift in facts.given:
            if is_useful(st, st.game.board.index[place], gift):
                value = words.say(f"gift.{gift.effect}", value=signed(gift.value))
                yield words.say("unit.gives", unit=self.name(place), gift=value), rulings(*GIFTS[gift.effect])
        for line in self.printed.effects(effect for effect in _ALONE if effect in facts.tile.module):
            yield self.unless_netted((line.text, line.ruling))
        if "recon" in facts.tile.module and facts.works_for is not None:
            yield self.fact("recon", who=self.player(facts.works_for))
        linked = any(facts.tile.links) or any(facts.tile.long_links)
        occupied = {st.game.board.names[h] for h, _ in units_at(st)}
        if linked and not self.unit.is_netted and occupied.isdisjoint(linked_hexes(st, self.unit.index)):
            yield self.fact("unlinked")

    def holds(self) -> Iterator[Told]:
        """The units it nets, takes over and scopes."""
        unit, tile = self.unit, self.unit.tile
        if unit.is_netted:
            return
        if any(tile.net):
            yield self._those("nets", self._held(netted_by), "nets_nobody")
        if "takeover" in tile.module:
            yield self._those("takes", self._held(taken_by), "takes_nobody")
        if "scoper" in tile.module:
            yield self._those("scopes", self._held(scoped_by), "scopes_nothing")

    def _held(self, by: Callable[[State, int], tuple[str, ...]]) -> tuple[str, ...]:
        """Hexes of the units that this one holds; `by` gives the holders of a unit."""
        return tuple(self.st.game.board.names[h] for h, _ in units_at(self.st) if self.unit.hex in by(self.st, h))

    def _those(self, key: str, hexes: tuple[str, ...], none: str) -> Told:
        return self.fact(key, units=self.names(hexes)) if hexes else self.fact(none, by=key)

    def goes(self) -> Iterator[Told]:
        words, facts, unit = self.words, self.facts, self.unit
        if unit.controller is None:
            return
        who = self.player(unit.controller)
        now = "_now" if self.st.turn() == unit.controller else ""
        for source in facts.moves:
            if source.turns_only:
                by = words.say("unit.hq_rotation", hq=self.name(source.hex))
                yield self.fact(f"turns{now}", by="turns", who=who, source=by)
            else:
                by = words.say("unit.own_mobility") if source.hex == unit.hex else self.name(source.hex)
                yield self.fact(f"moves{now}", by="moves", who=who, source=by)
        if unit.tile.mobility and has_used_mobility_at(self.st, unit.index):
            yield self.fact("mobility_used")
        if has_recon(self.st, unit.index) and not all(source.turns_only for source in facts.moves):
            yield self.fact("recon_doubles")
