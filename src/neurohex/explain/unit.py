"""One unit as it stands: what it can do now, and why just that.

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
from neurohex.explain.line import Line, Told, player_name, rulings, signed, unit_name
from neurohex.model import MoveSource, Unit, unit_at
from neurohex.model.reading import may_turn_captive, units_at
from neurohex.model.relations import (
    gifts_of,
    gifts_to,
    has_used_mobility,
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
from neurohex.rules.flow import has_recon
from neurohex.rules.state import State
from neurohex.tiles import Tile
from neurohex.words import faced

_STRENGTHS: Final = {"melee": "unit.melee", "ranged": "unit.ranged", "gauss": "unit.gauss"}
"""What tells how strong each kind of attack is."""
_GIFT_RULINGS: Final = {
    "initiative": "R3.6",
    "melee": "R3.5",
    "ranged": "R3.5",
    "enemy_initiative": "R3.6",
    "extra_attack": "R1.4",
    "medic": "R7.2",
    "quartermaster": "R6.8",
    "grants_mobility": "R5.1",
}
"""The ruling behind what a module gives, by its effect."""


class NoUnit(NeurohexError):
    """No unit stands on the hex."""


@dataclass(frozen=True, slots=True)
class Part:
    """One of the numbers that add up to a strength or an initiative, in words."""

    text: str
    value: int


@dataclass(frozen=True, slots=True)
class UnitFacts:
    """What holds for a unit now; `lines` says it all in words."""

    unit: Unit
    timings: tuple[Timing, ...]
    """When it acts in a Battle begun now, the highest value first; told of a netted unit too, which does not act."""
    strengths: tuple[Strength, ...]
    """What its edges can do, clockwise from north; told of a netted unit too."""
    received: tuple[Gift, ...]
    """What modules linked to it give it."""
    given: tuple[tuple[str, Gift], ...]
    """What it gives to the units on which hexes."""
    works_for: int | None
    """The player its module effect works for; None for a unit without one, and while it is netted."""
    scoped_by: tuple[str, ...]
    """Hexes of the Scopers by which it works for another side than its controller's."""
    moves: tuple[MoveSource, ...]
    """By what it can still move or be turned in this turn, if it is its controller's; apart from tiles in hand."""
    lines: tuple[Line, ...]

    @property
    def tile(self) -> Tile:
        """What it is."""
        return self.unit.tile

    @property
    def owner(self) -> int | None:
        """Whose it is; None for nobody's."""
        return self.unit.owner

    @property
    def controller(self) -> int | None:
        """Whom it obeys; None for nobody."""
        return self.unit.controller

    @property
    def toughness(self) -> int:
        """What is printed; for an HQ the points it has left."""
        return self.tile.toughness if self.unit.points is None else self.unit.points


def timing_in_parts(timing: Timing, lang: str = "en") -> tuple[Part, ...]:
    """What adds up to the phase in which an attack comes, each part in words. Raises `UnknownLanguage`."""
    values = [timing.base, *(gift.value for gift in timing.gifts), timing.raised]
    texts = timing_parts(language_of(lang), timing)
    return tuple(Part(text, value) for text, value in zip(texts, values, strict=False))


def strength_in_parts(strength: Strength, lang: str = "en") -> tuple[Part, ...]:
    """What adds up to the strength of an attack, each part in words. Raises `UnknownLanguage`."""
    words = language_of(lang)
    if strength.kind == "gauss":
        return (Part(words.say("part.gauss"), strength.printed),)
    values = [value for value in (strength.printed, strength.changed) if value]
    values += [gift.value for gift in strength.gifts]
    return tuple(Part(text, value) for text, value in zip(strength_parts(words, strength), values, strict=True))


def why(st: State, hex_: int, lang: str = "en", *, fighting: bool = False) -> UnitFacts:
    """All that holds for the unit on a hex, with its reasons. Raises `NoUnit`, which names the hex, and
    `UnknownLanguage`.

    The state is not changed. It must be one that the rules or `state_of` have made, so that nets and control are
    worked out. Of a unit that is `fighting` the lines leave out how it can move or be turned: in a Battle nobody is.
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
    told = _Telling(st, facts, unit, words, fighting)
    return replace(facts, lines=tuple(Line(text, ruling) for text, ruling in told.all()))


# --- whom it harms when it explodes ---------------------------------------------------------------
def _blast(words: Language, unit: Unit) -> tuple[str, tuple[str, ...]]:
    """Whom the explosion of a unit wounds, in words, and its rulings."""
    if unit.tile.army != "bombers":
        return words.say("exploded.at_all"), ("R6.7",)
    if unit.owner is None:
        return words.say("exploded.at_units"), ("R6.7", "R12.2")
    return words.say("exploded.at_hostile"), ("R6.7", "R12.3")


# --- in words -------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class _Telling:
    """The facts of a unit on their way into words."""

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
        return unit_name(self.st, self.st.game.board.index[place])

    def names(self, hexes: tuple[str, ...]) -> str:
        return self.words.listed([self.name(place) for place in hexes])

    def player(self, player: int) -> str:
        return player_name(self.st.game, player, self.words.code)

    def unless_netted(self, text: str) -> str:
        """What the unit can do, and that it cannot while it is netted, if it is."""
        return self.words.say("unit.but_netted", text=text) if self.unit.is_netted else text

    def whose(self) -> Iterator[Told]:
        words, unit = self.words, self.unit
        if unit.owner is None:
            whose, ruling = words.say("unit.nobodys", unit=unit), "R12.2"
        else:
            whose, ruling = words.say("unit.owned", unit=unit, who=self.player(unit.owner)), "R3.3"
        if not unit.is_taken or unit.controller is None:
            yield whose, ruling
        else:
            taker = self.player(unit.controller)
            bearers = self.names(unit.taken_by)
            yield words.say("unit.taken", whose=whose, taker=taker, bearers=bearers), rulings("R3.2", ruling)
            if may_turn_captive(self.st, unit.index) and not self.fighting:
                yield words.say("unit.captive_turns", taker=taker), "R3.3"
        if unit.is_netted:
            yield words.say("unit.netted", nets=self.names(unit.netted_by)), "R3.1"

    def terminal(self) -> Iterator[Told]:
        """Whether it is a Link, on a Terminal of the Duel board; in a Battle there are no procedures."""
        game, words, unit = self.st.game, self.words, self.unit
        if not game.is_duel or unit.index not in game.board.terminals or unit.controller is None:
            return
        if unit.is_netted:
            yield words.say("unit.no_link"), "R9.1"
        else:
            yield words.say("unit.link", who=self.player(unit.controller)), rulings("R9.1", "R9.3")

    def fights(self) -> Iterator[Told]:
        words, facts = self.words, self.facts
        acts = "unit.would_act" if self.unit.is_netted else "unit.acts"
        for timing in facts.timings:
            parts = timing_parts(words, timing)
            extra = timing.extra is not None
            ruling = rulings("R3.6" if len(parts) > 1 or extra else "R6.1", "R1.4" if extra else "")
            yield words.say(acts, value=timing.value, parts=", ".join(parts)), ruling
        groups: dict[tuple[str, int, str], list[str]] = {}
        for one in facts.strengths:
            told = ", ".join(part.text for part in strength_in_parts(one, words.code))
            groups.setdefault((one.kind, one.value, told), []).append(one.direction)
        for (kind, strength, told), where in groups.items():
            sides = words.say("unit.all_sides") if len(where) == 6 else words.listed(where)
            yield words.count(_STRENGTHS[kind], len(where), sides=sides, strength=strength, parts=told), "R3.5"
        for gift in facts.received:
            if gift.effect == "quartermaster":
                yield words.say("unit.changes_type", giver=gift), "R6.8"

    def edge_marks(self) -> Iterator[Told]:
        words, tile, rotation = self.words, self.unit.tile, self.unit.rotation
        armour, trigger = faced(tile.armor, rotation), faced(tile.trigger, rotation)
        if armour:
            yield words.say("unit.armour", edges=words.listed(armour)), "R6.3"
        if any(tile.redirect_in):
            into = words.listed(faced(tile.redirect_in, rotation), "or")
            out = words.listed(faced(tile.redirect_out, rotation))
            yield self.unless_netted(words.say("unit.redirects", into=into, out=out)), "R11.1"
        if trigger:
            edges = words.say("unit.trigger_anywhere") if len(trigger) == 6 else words.listed(trigger, "or")
            ruling = "R12.2" if tile.army == "bombers" else "R11.3"
            yield self.unless_netted(words.say("unit.trigger", edges=edges)), rulings(ruling, "R6.7")
            whom, by = _blast(words, self.unit)
            yield words.say("unit.set_off", whom=whom), rulings(*by)

    def stands(self) -> Iterator[Told]:
        words, facts, unit = self.words, self.facts, self.unit
        if unit.is_hq and self.st.game.score:
            yield words.say("unit.score"), "R10.5"
        elif unit.is_hq:
            yield words.count("unit.hq_points", facts.toughness), "R6.5"
        elif unit.wounds:
            wounds, end = words.count("wounds", unit.wounds), words.count("unit.more_destroy", unit.life)
            yield words.say("unit.wounded", toughness=facts.toughness, wounds=wounds, end=end), "R6.5"
        else:
            end = words.count("unit.wounds_destroy", unit.life)
            yield words.say("unit.unwounded", toughness=facts.toughness, end=end), "R6.5"
        medics = tuple(gift.hex for gift in facts.received if gift.effect == "medic")
        if medics:
            yield words.count("unit.medics", len(medics), medics=self.names(medics)), "R7.2"

    def abilities(self) -> Iterator[Told]:
        """What it can do once, with its end; a net takes away all but the way back to the pile (R3.3)."""
        words, tile = self.words, self.unit.tile
        if "explode" in tile.abilities:
            whom, by = _blast(words, self.unit)
            yield self.unless_netted(words.say("unit.explodes", whom=whom)), rulings(*by)
        if "deploy" in tile.abilities:
            yield self.unless_netted(words.say("unit.deploys")), "R5.4"
        if "returns_to_pile" in tile.abilities and self.unit.owner is not None:
            yield words.say("unit.returns", who=self.player(self.unit.owner)), "R3.3"

    def module(self) -> Iterator[Told]:
        st, words, facts = self.st, self.words, self.facts
        if facts.scoped_by and facts.works_for is not None:
            who = self.player(facts.works_for)
            yield words.say("unit.scoped", who=who, scopers=self.names(facts.scoped_by)), "R3.4"
        for place, gift in facts.given:
            if is_useful(st, st.game.board.index[place], gift):
                value = words.say(f"gift.{gift.effect}", value=signed(gift.value))
                ruling = rulings(_GIFT_RULINGS[gift.effect], "R3.5")
                yield words.say("unit.gives", unit=self.name(place), gift=value), ruling
        if "recon" in facts.tile.module and facts.works_for is not None:
            yield words.say("unit.recon", who=self.player(facts.works_for)), "R1.5"
        linked = any(facts.tile.links) or any(facts.tile.long_links)
        occupied = {st.game.board.names[h] for h, _ in units_at(st)}
        if linked and not self.unit.is_netted and occupied.isdisjoint(linked_hexes(st, self.unit.index)):
            yield words.say("unit.unlinked"), "R3.5"

    def holds(self) -> Iterator[Told]:
        """What it nets, takes over and scopes."""
        unit, tile = self.unit, self.unit.tile
        if unit.is_netted:
            return
        if any(tile.net):
            yield self._those("unit.nets", self._held(netted_by), "unit.nets_nobody"), "R3.1"
        if "takeover" in tile.module:
            yield self._those("unit.takes", self._held(taken_by), "unit.takes_nobody"), "R3.2"
        if "scoper" in tile.module:
            yield self._those("unit.scopes", self._held(scoped_by), "unit.scopes_nothing"), "R3.4"

    def _held(self, by: Callable[[State, int], tuple[str, ...]]) -> tuple[str, ...]:
        """Hexes of the units that this one holds, by what tells who holds a unit."""
        return tuple(self.st.game.board.names[h] for h, _ in units_at(self.st) if self.unit.hex in by(self.st, h))

    def _those(self, name: str, hexes: tuple[str, ...], none: str) -> str:
        return self.words.say(name, units=self.names(hexes)) if hexes else self.words.say(none)

    def goes(self) -> Iterator[Told]:
        words, facts, unit = self.words, self.facts, self.unit
        if unit.controller is None:
            return
        who = self.player(unit.controller)
        now = "_now" if self.st.turn() == unit.controller else ""
        for source in facts.moves:
            if source.turns_only:
                by = words.say("unit.hq_rotation", hq=self.name(source.hex))
                yield words.say(f"unit.turns{now}", who=who, source=by), "R5.3"
            else:
                by = words.say("unit.own_mobility") if source.hex == unit.hex else self.name(source.hex)
                yield words.say(f"unit.moves{now}", who=who, source=by), "R5.1"
        if unit.tile.mobility and has_used_mobility(self.st, unit.index):
            yield words.say("unit.mobility_used"), "R5.1"
        if has_recon(self.st, unit.controller) and not all(source.turns_only for source in facts.moves):
            yield words.say("unit.recon_doubles"), "R1.5"
