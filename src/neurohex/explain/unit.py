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
from neurohex.explain.line import Line, counted, player_name, rulings, signed, tile_of, unit_name
from neurohex.explain.reasons import (
    Attack,
    Gift,
    Part,
    attacks,
    gifts,
    gifts_of,
    is_netted,
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
from neurohex.words import faced, listed

_KINDS: Final = {MELEE: "melee attack", RANGED: "ranged attack", GAUSS: "Gauss shot"}
_GIFTS: Final = {
    "initiative": ("{value} initiative", "R3.6"),
    "melee": ("{value} melee strength", "R3.5"),
    "ranged": ("{value} ranged strength", "R3.5"),
    "enemy_initiative": ("{value} initiative", "R3.6"),
    "extra_attack": ("one more attack", "R1.4"),
    "medic": ("a Medic for one hit", "§7.2"),
    "quartermaster": ("one change of an attack's type in a Battle", "R6.8"),
    "grants_mobility": ("one move a turn", "R5.1"),
}
"""What a gift is to the unit that has it, and its ruling."""


class NoUnit(ValueError):
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
    moves: tuple[str, ...]
    """By what it can still move or be turned in this turn, if it is its controller's."""
    lines: tuple[Line, ...]


def why(st: State, hex_: int) -> UnitFacts:
    """All that holds for the unit on a hex, with its reasons. Raises `NoUnit`, which names the hex.

    The state is not changed. It must be one that the rules or `state_of` have made, so that nets and control are
    worked out.
    """
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
        attacks=tuple(attacks(st, hex_)),
        edges=tuple(_edges(st, hex_)),
        received=tuple(gifts(st, hex_)),
        given=tuple(gifts_of(st, hex_)),
        works_for=side if 0 <= side < NEUTRAL else None,
        scoped_by=scopers(st, hex_) if tile.module else (),
        toughness=st.hq(owner) if tile.kind == "hq" else tile.toughness,
        wounds=st.unit(hex_, U_WOUNDS),
        moves=tuple(_moves(st, hex_)),
        lines=(),
    )
    return replace(facts, lines=tuple(Line(text, ruling) for text, ruling in _tell(st, facts)))


def _edges(st: State, h: int) -> Iterator[EdgeStrength]:
    tile = tile_of(st, h)
    for d in range(6):
        for kind in (MELEE, RANGED):
            parts = strength_parts(st, h, d, kind)
            if parts:
                yield EdgeStrength(d, kind, sum(part.value for part in parts), tuple(parts))
        if tile.gauss[(d - st.unit(h, U_ROT)) % 6]:
            yield EdgeStrength(d, GAUSS, 1, (Part("never strengthened", 1),))


def _moves(st: State, h: int) -> Iterator[str]:
    """By what the unit can still be moved or turned this turn, apart from tiles in hand (R5.1, R5.3)."""
    if is_netted(st, h) or st.unit(h, U_CTRL) == NEUTRAL:
        return
    flags = st.unit(h, U_FLAGS)
    if tile_of(st, h).mobility and not flags & FL_MOBILITY:
        yield "its own Mobility"
    used = st.unit(h, U_MOVED) + st.unit(h, U_MOVED2) * 256
    for gift in gifts(st, h):
        if gift.effect == "grants_mobility" and not used >> st.unit(gift.giver, U_GRANTER) & 1:
            yield unit_name(st, gift.giver)
    hq = int(hq_hex(st, st.unit(h, U_CTRL)))
    if hq in (-1, h) or is_netted(st, hq) or st.unit(hq, U_FLAGS) & FL_ROTATED:
        return
    if "rotate_one_own_unit_per_turn" in tile_of(st, hq).module:
        yield f"the rotation of {unit_name(st, hq)}"


# --- in words -------------------------------------------------------------------------------------
def _tell(st: State, facts: UnitFacts) -> Iterator[tuple[str, str]]:
    yield from _whose(st, facts)
    yield from _fights(st, facts)
    yield from _edge_marks(st, facts)
    yield from _stands(st, facts)
    yield from _abilities(st, facts)
    yield from _module(st, facts)
    yield from _holds(st, facts)
    yield from _goes(st, facts)


def _names(st: State, hexes: tuple[int, ...]) -> str:
    return listed([unit_name(st, v) for v in hexes])


def _whose(st: State, facts: UnitFacts) -> Iterator[tuple[str, str]]:
    name = unit_name(st, facts.hex)
    if facts.owner is None:
        whose, ruling = f"{name} belongs to nobody and is hostile to all", "R12.2"
    else:
        whose, ruling = f"{name} belongs to {player_name(st.game, facts.owner)}", "R3.3"
    if facts.controller == facts.owner or facts.controller is None:
        yield whose, ruling
    else:
        taker = player_name(st.game, facts.controller)
        by = _names(st, facts.taken_by)
        yield f"{whose}, but {taker} controls it: taken over by {by or 'a takeover link'}", rulings("R3.2", ruling)
        if st.unit(facts.hex, U_FLAGS) & FL_TURN:
            yield f"{taker} may still turn it once", "R3.3"
    if facts.netted_by:
        yield f"It is netted by {_names(st, facts.netted_by)}: it does not act, net, link, move or turn", "R3.1"


def _fights(st: State, facts: UnitFacts) -> Iterator[tuple[str, str]]:
    verb = "would act" if facts.netted_by else "acts"
    for attack in facts.attacks:
        ruling = rulings("R3.6" if len(attack.parts) > 1 or attack.place >= 3 else "R6.1", "R1.4" * (attack.place >= 3))
        yield f"It {verb} at {attack.value}: {', '.join(part.text for part in attack.parts)}", ruling
    groups: dict[tuple[int, int, tuple[str, ...]], list[str]] = {}
    for edge in facts.edges:
        texts = tuple(part.text for part in edge.parts)
        groups.setdefault((edge.kind, edge.strength, texts), []).append(DIRECTIONS[edge.direction])
    for (kind, strength, texts), where in groups.items():
        has = "has" if len(where) == 1 else "each have"
        what = _KINDS[kind] if len(where) == 1 else f"{_KINDS[kind]}s"
        sides = "on all six sides" if len(where) == 6 else listed(where)
        yield f"Its {what} {sides} {has} strength {strength}: {', '.join(texts)}", "R3.5"
    for gift in facts.received:
        if gift.effect == "quartermaster":
            yield f"{unit_name(st, gift.giver)} lets it change one attack's type once a Battle", "R6.8"


def _edge_marks(st: State, facts: UnitFacts) -> Iterator[tuple[str, str]]:
    tile, rotation = facts.tile, st.unit(facts.hex, U_ROT)
    armour, trigger = faced(tile.armor, rotation), faced(tile.trigger, rotation)
    if armour:
        yield f"Armour faces {listed(armour)}: a ranged or Gauss hit there does 1 less", "R6.3"
    if any(tile.redirect_in):
        into, out = listed(faced(tile.redirect_in, rotation), "or"), listed(faced(tile.redirect_out, rotation))
        idle = ", but not while it is netted" if facts.netted_by else ""
        yield f"It turns friendly shots that come to it at {into} and lets them out {out}{idle}", "R11.1"
    if trigger:
        idle = ", but not while it is netted" if facts.netted_by else ""
        where = "any edge" if len(trigger) == 6 else listed(trigger, "or")
        ruling = "R12.2" if tile.army == "bombers" else "R11.3"
        yield f"A hostile attack at {where} in a Battle sets it off{idle}", rulings(ruling, "R6.7")
        if tile.army != "bombers":
            whom, blast = "each neighbour of any side", "R6.7"
        elif facts.owner is None:
            whom, blast = "each neighbour, HQs excepted", "R6.7, R12.2"
        else:
            whom, blast = "each neighbour hostile to its controller, HQs too", "R6.7, R12.3"
        yield f"Set off, it explodes: 1 wound to {whom}, and it is gone", blast


def _stands(st: State, facts: UnitFacts) -> Iterator[tuple[str, str]]:
    needed = facts.toughness - facts.wounds + 1
    if facts.tile.kind == "hq" and st.game.score:
        yield "Its points have no end: wounds on it are points of those who deal them", "R10.5"
    elif facts.tile.kind == "hq":
        yield f"It has {counted(facts.toughness, 'HQ point')} left", "R6.5"
    elif facts.wounds:
        end = "1 more destroys it" if needed == 1 else f"{needed} more destroy it"
        yield f"It has toughness {facts.toughness} and {counted(facts.wounds, 'wound')}: {end}", "R6.5"
    else:
        end = "1 wound destroys it" if needed == 1 else f"{needed} wounds destroy it"
        yield f"It has toughness {facts.toughness} and no wounds: {end}", "R6.5"
    medics = tuple(gift.giver for gift in facts.received if gift.effect == "medic")
    if medics:
        verb = "answers" if len(medics) == 1 else "answer"
        yield f"{_names(st, medics)} {verb} hits on it", "§7.2"


def _abilities(st: State, facts: UnitFacts) -> Iterator[tuple[str, str]]:
    """What it can do once, with its end; a net takes away all but the way back to the pile (R3.3)."""
    tile = facts.tile
    idle = ", but not while it is netted" if facts.netted_by else ""
    if "explode" in tile.abilities:
        yield (
            f"Instead of attacking it may explode: 1 wound to each neighbour of any side, and it is gone{idle}",
            "R6.7",
        )
    if "deploy" in tile.abilities:
        yield f"It may give its hex to a unit tile from the hand, and is discarded{idle}", "R5.4"
    if "returns_to_pile" in tile.abilities and facts.owner is not None:
        yield f"Destroyed, it goes on top of the draw pile of {player_name(st.game, facts.owner)}", "R3.3"


def _module(st: State, facts: UnitFacts) -> Iterator[tuple[str, str]]:
    if facts.scoped_by and facts.works_for is not None:
        side = player_name(st.game, facts.works_for)
        yield f"It works for {side}: scoped by {_names(st, facts.scoped_by)}", "R3.4"
    for h, gift in facts.given:
        if not _is_useful(st, h, gift):
            continue
        text, ruling = _GIFTS[gift.effect]
        yield f"It gives {unit_name(st, h)} {text.format(value=signed(gift.value))}", rulings(ruling, "R3.5")
    if "recon" in facts.tile.module and facts.works_for is not None:
        yield f"It makes each Mobility move of {player_name(st.game, facts.works_for)} two moves", "R1.5"
    linked = any(facts.tile.links) or any(facts.tile.long_links)
    if linked and not facts.netted_by and not any(st.unit(v, U_TILE) for v in _reached(st, facts.hex)):
        yield "Its links reach no unit", "R3.5"


def _is_useful(st: State, h: int, gift: Gift) -> bool:
    """Whether the unit on `h` has anything that the gift changes."""
    tile = tile_of(st, h)
    changes = any(other.effect == "quartermaster" for other in gifts(st, h))
    if gift.effect in ("initiative", "enemy_initiative", "extra_attack"):
        return bool(tile.initiative)
    if gift.effect == "melee":
        return any(tile.melee) or (changes and any(tile.ranged))
    if gift.effect == "ranged":
        return any(tile.ranged) or (changes and any(tile.melee))
    return gift.effect != "quartermaster" or any(tile.melee) or any(tile.ranged)


def _reached(st: State, h: int) -> list[int]:
    mask = int(links_of(st, h))
    return [v for v in range(int(st.hexes)) if mask >> v & 1]


def _holds(st: State, facts: UnitFacts) -> Iterator[tuple[str, str]]:
    """What it nets, takes over and scopes."""
    if facts.netted_by:
        return
    if any(facts.tile.net):
        netted = tuple(v for v in units(st) if facts.hex in net_sources(st, v))
        yield f"Its net holds {_names(st, netted) or 'nobody'}", "R3.1"
    if "takeover" in facts.tile.module:
        taken = tuple(v for v in units(st) if facts.hex in takers(st, v))
        yield f"Its takeover link holds {_names(st, taken) or 'nobody'}", "R3.2"
    if "scoper" in facts.tile.module:
        scoped = tuple(v for v in units(st) if facts.hex in scopers(st, v))
        yield f"It scopes {_names(st, scoped) or 'nothing'}", "R3.4"


def _goes(st: State, facts: UnitFacts) -> Iterator[tuple[str, str]]:
    if facts.controller is None:
        return
    mine = st.field(TURN) == facts.controller
    when = "this turn" if mine else f"in the turns of {player_name(st.game, facts.controller)}"
    for source in facts.moves:
        turned = source.startswith("the rotation")
        verb = "be turned" if turned else "move"
        yield f"It may {'still ' if mine else ''}{verb} {when} by {source}", "R5.3" if turned else "R5.1"
    if facts.tile.mobility and st.unit(facts.hex, U_FLAGS) & FL_MOBILITY:
        yield "It has used its own Mobility this turn", "R5.1"
    steps = [source for source in facts.moves if not source.startswith("the rotation")]
    if steps and has_recon(st, facts.controller):
        yield "A Recon Center makes each such move two", "R1.5"
