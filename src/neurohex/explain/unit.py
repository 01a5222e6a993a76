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

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from neurohex.board import DIRECTIONS
from neurohex.errors import NeurohexError
from neurohex.explain.language import Language, language_of
from neurohex.explain.line import Line, Told, player_name, rulings, signed, tile_of, unit_name
from neurohex.explain.reasons import (
    Attack,
    Gift,
    Part,
    attacks,
    blast,
    gifts,
    gifts_of,
    is_netted,
    is_useful,
    scopers,
    strength_parts,
    takers,
    units,
    works_for,
)
from neurohex.rules.events import GAUSS, MELEE, RANGED
from neurohex.rules.flow import has_recon, hq_hex
from neurohex.rules.influence import net_sources
from neurohex.rules.layout import (
    FL_MOBILITY,
    FL_ROTATED,
    FL_TURN,
    NEUTRAL,
    TURN,
    U_CTRL,
    U_FLAGS,
    U_GRANTER,
    U_MOVED,
    U_MOVED2,
    U_OWNER,
    U_ROT,
    U_TILE,
    U_WOUNDS,
)
from neurohex.rules.reach import links_of
from neurohex.rules.state import State
from neurohex.tiles import Tile
from neurohex.words import faced

_STRENGTHS: Final = {MELEE: "unit.melee", RANGED: "unit.ranged", GAUSS: "unit.gauss"}
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
class EdgeStrength:
    """One attack of a unit in one direction of the board."""

    direction: int
    kind: int
    """`MELEE`, `RANGED` or `GAUSS` of the rules' events."""
    strength: int
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class MoveSource:
    """By what a unit can be moved, or only turned, in a turn."""

    giver: int
    """Hex of the unit that grants it; the unit's own for its own Mobility."""
    turns_only: bool
    """Whether it is the rotation that an HQ grants, which moves nobody (R5.3)."""


@dataclass(frozen=True, slots=True)
class UnitFacts:
    """What holds for a unit now. Players and hexes are numbers; `lines` says it all in words."""

    hex: int
    tile: Tile
    owner: int | None
    """None for a bomber that belongs to nobody; so is `controller`."""
    controller: int | None
    netted_by: tuple[int, ...]
    """Hexes of the net units that hold it."""
    taken_by: tuple[int, ...]
    """Hexes of the units whose takeover links hold it."""
    attacks: tuple[Attack, ...]
    """When it acts in a Battle begun now, the highest value first; told of a netted unit too, which does not act."""
    edges: tuple[EdgeStrength, ...]
    """What its edges can do, clockwise from north; told of a netted unit too."""
    received: tuple[Gift, ...]
    """What modules linked to it give it."""
    given: tuple[tuple[int, Gift], ...]
    """What it gives to the units on which hexes."""
    works_for: int | None
    """The player its module effect works for; None for a unit without one, and while it is netted."""
    scoped_by: tuple[int, ...]
    """Hexes of the Scopers by which it works for another side than its controller's."""
    toughness: int
    """What is printed; for an HQ the points it has left."""
    wounds: int
    moves: tuple[MoveSource, ...]
    """By what it can still move or be turned in this turn, if it is its controller's; apart from tiles in hand."""
    lines: tuple[Line, ...]


def why(st: State, hex_: int, lang: str = "en", *, fighting: bool = False) -> UnitFacts:
    """All that holds for the unit on a hex, with its reasons. Raises `NoUnit`, which names the hex, and
    `UnknownLanguage`.

    The state is not changed. It must be one that the rules or `state_of` have made, so that nets and control are
    worked out. Of a unit that is `fighting` the lines leave out how it can move or be turned: in a Battle nobody is.
    """
    words = language_of(lang)
    if not 0 <= hex_ < int(st.hexes):
        raise NoUnit(f"hex {hex_}: expected a number from 0 to {int(st.hexes) - 1}")
    if not st.unit(hex_, U_TILE):
        raise NoUnit(f"{st.game.board.names[hex_]}: no unit stands there")
    tile = tile_of(st, hex_)
    owner, control = st.unit(hex_, U_OWNER), st.unit(hex_, U_CTRL)
    side = works_for(st, hex_) if tile.module else -1
    facts = UnitFacts(
        hex=hex_,
        tile=tile,
        owner=None if owner == NEUTRAL else owner,
        controller=None if control == NEUTRAL else control,
        netted_by=tuple(int(v) for v in net_sources(st, hex_)),
        taken_by=takers(st, hex_),
        attacks=tuple(attacks(st, hex_, words)),
        edges=tuple(_edges(st, hex_, words)),
        received=tuple(gifts(st, hex_)),
        given=tuple(gifts_of(st, hex_)),
        works_for=side if 0 <= side < NEUTRAL else None,
        scoped_by=scopers(st, hex_) if tile.module else (),
        toughness=st.hq(owner) if tile.kind == "hq" else tile.toughness,
        wounds=st.unit(hex_, U_WOUNDS),
        moves=tuple(_moves(st, hex_)),
        lines=(),
    )
    return replace(
        facts, lines=tuple(Line(text, ruling) for text, ruling in _Telling(st, facts, words, fighting).all())
    )


def _edges(st: State, h: int, words: Language) -> Iterator[EdgeStrength]:
    tile = tile_of(st, h)
    for d in range(6):
        for kind in (MELEE, RANGED):
            parts = strength_parts(st, h, d, kind, words=words)
            if parts:
                yield EdgeStrength(d, kind, sum(part.value for part in parts), tuple(parts))
        if tile.gauss[(d - st.unit(h, U_ROT)) % 6]:
            yield EdgeStrength(d, GAUSS, 1, (Part(words.say("part.gauss"), 1),))


def _moves(st: State, h: int) -> Iterator[MoveSource]:
    """By what the unit can still be moved or turned this turn, apart from tiles in hand (R5.1, R5.3)."""
    if is_netted(st, h) or st.unit(h, U_CTRL) == NEUTRAL:
        return
    flags = st.unit(h, U_FLAGS)
    if tile_of(st, h).mobility and not flags & FL_MOBILITY:
        yield MoveSource(h, turns_only=False)
    used = st.unit(h, U_MOVED) + st.unit(h, U_MOVED2) * 256
    for gift in gifts(st, h):
        if gift.effect == "grants_mobility" and not used >> st.unit(gift.giver, U_GRANTER) & 1:
            yield MoveSource(gift.giver, turns_only=False)
    hq = int(hq_hex(st, st.unit(h, U_CTRL)))
    if hq in (-1, h) or is_netted(st, hq) or st.unit(hq, U_FLAGS) & FL_ROTATED:
        return
    if "rotate_one_own_unit_per_turn" in tile_of(st, hq).module:
        yield MoveSource(hq, turns_only=True)


# --- in words -------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class _Telling:
    """The facts of a unit on their way into words."""

    st: State
    facts: UnitFacts
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

    def names(self, hexes: tuple[int, ...]) -> str:
        return self.words.listed([unit_name(self.st, v) for v in hexes])

    def player(self, player: int) -> str:
        return player_name(self.st.game, player, self.words.code)

    def unless_netted(self, text: str) -> str:
        """What the unit can do, and that it cannot while it is netted, if it is."""
        return self.words.say("unit.but_netted", text=text) if self.facts.netted_by else text

    def whose(self) -> Iterator[Told]:
        words, facts = self.words, self.facts
        name = unit_name(self.st, facts.hex)
        if facts.owner is None:
            whose, ruling = words.say("unit.nobodys", unit=name), "R12.2"
        else:
            whose, ruling = words.say("unit.owned", unit=name, who=self.player(facts.owner)), "R3.3"
        if facts.controller == facts.owner or facts.controller is None:
            yield whose, ruling
        else:
            taker = self.player(facts.controller)
            bearers = self.names(facts.taken_by) or words.say("unit.taken_unknown")
            yield words.say("unit.taken", whose=whose, taker=taker, bearers=bearers), rulings("R3.2", ruling)
            if self.st.unit(facts.hex, U_FLAGS) & FL_TURN and not self.fighting:
                yield words.say("unit.captive_turns", taker=taker), "R3.3"
        if facts.netted_by:
            yield words.say("unit.netted", nets=self.names(facts.netted_by)), "R3.1"

    def terminal(self) -> Iterator[Told]:
        """Whether it is a Link, on a Terminal of the Duel board; in a Battle there are no procedures."""
        st, words, facts = self.st, self.words, self.facts
        if not st.game.is_duel or facts.hex not in st.game.board.terminals or facts.controller is None:
            return
        if facts.netted_by:
            yield words.say("unit.no_link"), "R9.1"
        else:
            yield words.say("unit.link", who=self.player(facts.controller)), rulings("R9.1", "R9.3")

    def fights(self) -> Iterator[Told]:
        words, facts = self.words, self.facts
        acts = "unit.would_act" if facts.netted_by else "unit.acts"
        for attack in facts.attacks:
            extra = attack.place >= 3
            ruling = rulings("R3.6" if len(attack.parts) > 1 or extra else "R6.1", "R1.4" if extra else "")
            yield words.say(acts, value=attack.value, parts=", ".join(part.text for part in attack.parts)), ruling
        groups: dict[tuple[int, int, str], list[str]] = {}
        for edge in facts.edges:
            parts = ", ".join(part.text for part in edge.parts)
            groups.setdefault((edge.kind, edge.strength, parts), []).append(DIRECTIONS[edge.direction])
        for (kind, strength, parts), where in groups.items():
            sides = words.say("unit.all_sides") if len(where) == 6 else words.listed(where)
            yield words.count(_STRENGTHS[kind], len(where), sides=sides, strength=strength, parts=parts), "R3.5"
        for gift in facts.received:
            if gift.effect == "quartermaster":
                yield words.say("unit.changes_type", giver=unit_name(self.st, gift.giver)), "R6.8"

    def edge_marks(self) -> Iterator[Told]:
        words, tile, rotation = self.words, self.facts.tile, self.st.unit(self.facts.hex, U_ROT)
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
            whom, ruling = blast(words, tile, is_neutral=self.facts.owner is None)
            yield words.say("unit.set_off", whom=whom), ruling

    def stands(self) -> Iterator[Told]:
        words, facts = self.words, self.facts
        needed = facts.toughness - facts.wounds + 1
        if facts.tile.kind == "hq" and self.st.game.score:
            yield words.say("unit.score"), "R10.5"
        elif facts.tile.kind == "hq":
            yield words.count("unit.hq_points", facts.toughness), "R6.5"
        elif facts.wounds:
            wounds, end = words.count("wounds", facts.wounds), words.count("unit.more_destroy", needed)
            yield words.say("unit.wounded", toughness=facts.toughness, wounds=wounds, end=end), "R6.5"
        else:
            end = words.count("unit.wounds_destroy", needed)
            yield words.say("unit.unwounded", toughness=facts.toughness, end=end), "R6.5"
        medics = tuple(gift.giver for gift in facts.received if gift.effect == "medic")
        if medics:
            yield words.count("unit.medics", len(medics), medics=self.names(medics)), "R7.2"

    def abilities(self) -> Iterator[Told]:
        """What it can do once, with its end; a net takes away all but the way back to the pile (R3.3)."""
        words, tile = self.words, self.facts.tile
        if "explode" in tile.abilities:
            whom, ruling = blast(words, tile, is_neutral=self.facts.owner is None)
            yield self.unless_netted(words.say("unit.explodes", whom=whom)), ruling
        if "deploy" in tile.abilities:
            yield self.unless_netted(words.say("unit.deploys")), "R5.4"
        if "returns_to_pile" in tile.abilities and self.facts.owner is not None:
            yield words.say("unit.returns", who=self.player(self.facts.owner)), "R3.3"

    def module(self) -> Iterator[Told]:
        st, words, facts = self.st, self.words, self.facts
        if facts.scoped_by and facts.works_for is not None:
            who = self.player(facts.works_for)
            yield words.say("unit.scoped", who=who, scopers=self.names(facts.scoped_by)), "R3.4"
        for h, gift in facts.given:
            if is_useful(st, h, gift):
                value = words.say(f"gift.{gift.effect}", value=signed(gift.value))
                ruling = rulings(_GIFT_RULINGS[gift.effect], "R3.5")
                yield words.say("unit.gives", unit=unit_name(st, h), gift=value), ruling
        if "recon" in facts.tile.module and facts.works_for is not None:
            yield words.say("unit.recon", who=self.player(facts.works_for)), "R1.5"
        linked = any(facts.tile.links) or any(facts.tile.long_links)
        if linked and not facts.netted_by and not any(st.unit(v, U_TILE) for v in _reached(st, facts.hex)):
            yield words.say("unit.unlinked"), "R3.5"

    def holds(self) -> Iterator[Told]:
        """What it nets, takes over and scopes."""
        st, facts = self.st, self.facts
        if facts.netted_by:
            return
        if any(facts.tile.net):
            netted = tuple(v for v in units(st) if facts.hex in net_sources(st, v))
            yield self._those("unit.nets", netted, "unit.nets_nobody"), "R3.1"
        if "takeover" in facts.tile.module:
            taken = tuple(v for v in units(st) if facts.hex in takers(st, v))
            yield self._those("unit.takes", taken, "unit.takes_nobody"), "R3.2"
        if "scoper" in facts.tile.module:
            scoped = tuple(v for v in units(st) if facts.hex in scopers(st, v))
            yield self._those("unit.scopes", scoped, "unit.scopes_nothing"), "R3.4"

    def _those(self, name: str, hexes: tuple[int, ...], none: str) -> str:
        return self.words.say(name, units=self.names(hexes)) if hexes else self.words.say(none)

    def goes(self) -> Iterator[Told]:
        words, facts = self.words, self.facts
        if facts.controller is None:
            return
        who = self.player(facts.controller)
        now = "_now" if self.st.field(TURN) == facts.controller else ""
        for source in facts.moves:
            if source.turns_only:
                by = words.say("unit.hq_rotation", hq=unit_name(self.st, source.giver))
                yield words.say(f"unit.turns{now}", who=who, source=by), "R5.3"
            else:
                own = source.giver == facts.hex
                by = words.say("unit.own_mobility") if own else unit_name(self.st, source.giver)
                yield words.say(f"unit.moves{now}", who=who, source=by), "R5.1"
        if facts.tile.mobility and self.st.unit(facts.hex, U_FLAGS) & FL_MOBILITY:
            yield words.say("unit.mobility_used"), "R5.1"
        if has_recon(self.st, facts.controller) and not all(source.turns_only for source in facts.moves):
            yield words.say("unit.recon_doubles"), "R1.5"


def _reached(st: State, h: int) -> list[int]:
    mask = int(links_of(st, h))
    return [v for v in range(int(st.hexes)) if mask >> v & 1]
