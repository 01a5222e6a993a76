"""Sentences for events outside the phases of a Battle: draws, tiles, moves, nets, the course of the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from neurohex import events as ev
from neurohex.events import Event
from neurohex.explain.teller import Teller

Words = Callable[[Teller, Any], str]
"""A function that words one kind of event."""


# --- turns ----------------------------------------------------------------------------------------
def _turn_began(t: Teller, e: ev.TurnBegan) -> str:
    return t.words.say("turn.began", number=e.number, who=t.player(e.player))


def _turn_ended(t: Teller, e: ev.TurnEnded) -> str:
    return t.words.say("turn.ended_by_battle" if e.by_battle else "turn.ended", who=t.player(e.player))


def _drawn(t: Teller, e: ev.Drawn) -> str:
    name = "drawn" if e.source == "pile" else "drawn.mercenary"
    return t.words.say(name, who=t.player(e.player), tile=e.tile)


_DISCARDED: Final = {
    "choice": "discarded",
    "full hand": "discarded.full_hand",
    "unlucky draw": "discarded.unlucky",
    "energy": "discarded.for_energy",
    "bomber": "discarded.for_bomber",
}


def _discarded(t: Teller, e: ev.Discarded) -> str:
    return t.words.say(_DISCARDED[e.reason], who=t.player(e.player), tile=e.tile, bomber=e.pays_for)


def _unlucky_draw(t: Teller, e: ev.UnluckyDraw) -> str:
    return t.words.say("unlucky" if e.whole_hand else "unlucky.three", who=t.player(e.player))


def _supply_ended(t: Teller, e: ev.SupplyEnded) -> str:
    return t.words.say("supply.ended" if e.each_once else "supply.ended_one_vs_two", who=t.player(e.player))


def _hired(t: Teller, e: ev.Hired) -> str:
    return t.words.say("hired", who=t.player(e.player), tile=e.tile)


# --- tiles and the board --------------------------------------------------------------------------
def _placed(t: Teller, e: ev.Placed) -> str:
    names = {"who": t.player(e.player), "tile": e.tile, "hex": e.hex, "facing": e.facing}
    if e.source == "hq":
        return t.words.say("placed.hq", **names)
    if e.source == "aside":
        return t.words.say("placed.from_aside", **names)
    if e.tile.kind == "foundation":
        return t.words.say("placed.foundation", **names)
    if e.instead_of is not None:
        return t.words.say("placed.deployed", **names, deployer=e.instead_of.tile)
    return t.words.say("placed" if e.owner is not None else "placed.nobodys", **names)


def _played(t: Teller, e: ev.Played) -> str:
    name = "played.terror" if e.tile.effect == "terror" else "played"
    return t.words.say(name, who=t.player(e.player), tile=e.tile)


def _moved(t: Teller, e: ev.Moved) -> str:
    moved = t.words.say(
        "moved.turned" if e.start == e.unit.hex else "moved",
        who=t.player(e.player),
        tile=e.unit.tile,
        start=e.start,
        hex=e.unit.hex,
        facing=e.facing,
    )
    return t.words.say(f"moved.by_{e.by}", moved=moved, unit=e.giver)


def _turned(t: Teller, e: ev.Turned) -> str:
    who = t.player(e.player)
    turned = t.words.say("moved.turned", who=who, tile=e.unit.tile, hex=e.unit.hex, facing=e.facing)
    return t.words.say(f"turned.by_{e.by}", turned=turned)


def _pushed(t: Teller, e: ev.Pushed) -> str:
    name = "pushed.by_itself" if e.by_itself else "pushed"
    return t.words.say(name, pusher=e.pusher, unit=e.unit, hex=e.to)


def _swapped(t: Teller, e: ev.Swapped) -> str:
    return t.words.say("swapped", who=t.player(e.player), one=e.one, two=e.two)


def _mine_blew(t: Teller, e: ev.MineBlew) -> str:
    mine = t.words.unit(e.tile, e.unit.hex)
    return t.words.say("mine" if e.destroys else "mine.hq", mine=mine, tile=e.unit.tile)


def _foundation_gone(t: Teller, e: ev.FoundationGone) -> str:
    return t.words.say("foundation.gone", foundation=t.words.unit(e.tile, e.hex), weapon=t.words.weapon(e.weapon))


def _returned(t: Teller, e: ev.Returned) -> str:
    return t.words.say(f"returned.to_{e.to}", tile=e.tile, who=t.player(e.player))


def _procedure(t: Teller, e: ev.ProcedureStarted) -> str:
    return t.words.count("procedure", e.cost, who=t.player(e.player), name=t.words.weapon(e.procedure), left=e.energy)


def _energy(t: Teller, e: ev.EnergyGained) -> str:
    words, who = t.words, t.player(e.player)
    if e.sold is not None:
        return words.say("energy.for_tile", who=who, energy=e.energy)
    return words.say("energy.for_point", who=who, energy=e.energy, left=words.count("hq_points_left", e.hq))


# --- nets and takeovers ---------------------------------------------------------------------------
_UNNETTED: Final = {
    "gone": "gone",
    "netted": "unnetted.netted",
    "unpowered": "unnetted.unpowered",
    "friendly": "unnetted.friendly",
    "turned": "unnetted.turned",
}
_FREED: Final = {
    "gone": "gone",
    "netted": "freed.netted",
    "unpowered": "freed.unpowered",
    "outvoted": "freed.outvoted",
    "unlinked": "freed.unlinked",
}


def _netted(t: Teller, e: ev.Netted) -> str:
    words = t.words
    if not e.steel and not e.unpowered:
        return words.say("netted", unit=e.unit, nets=t.units(e.nets))
    reasons = [words.say("netted.nets", nets=t.units(e.nets))] if e.nets else []
    reasons += [words.say("netted.steel")] if e.steel else []
    reasons += [words.say("netted.unpowered")] if e.unpowered else []
    return words.say("netted.by", unit=e.unit, reasons=words.listed(reasons))


def _unnetted(t: Teller, e: ev.Unnetted) -> str:
    if not e.released:
        return t.words.say("unnetted.able", unit=e.unit)
    return _because(t, t.words.say("unnetted", unit=e.unit), _UNNETTED, e.released)


def _taken(t: Teller, e: ev.Taken) -> str:
    return t.words.say("taken", unit=e.unit, who=t.player(e.player), bearers=t.units(e.takers))


def _freed(t: Teller, e: ev.Freed) -> str:
    name = "freed" if e.player is not None else "freed.nobodys"
    return _because(t, t.words.say(name, unit=e.unit, who=t.player(e.player)), _FREED, e.released)


def _because(t: Teller, text: str, names: dict[str, str], released: tuple[ev.Release, ...]) -> str:
    reasons = [t.words.say(names[release.why], unit=release.unit) for release in released]
    return t.words.say("because", text=text, reasons=t.words.listed(reasons)) if reasons else text


# --- markers and costs ----------------------------------------------------------------------------
_UNMARKED: Final = {
    "freed": "unmarked.freed",
    "hq": "unmarked.hq",
    "army out": "unmarked.army_out",
    "battle over": "unmarked.battle_over",
}


def _marked(t: Teller, e: ev.Marked) -> str:
    return t.words.say(f"marked.{e.marker}", unit=e.unit, who=t.player(e.player))


def _unmarked(t: Teller, e: ev.Unmarked) -> str:
    text = t.words.say(f"unmarked.{e.marker}", unit=e.unit, who=t.player(e.player))
    return t.words.say("because", text=text, reasons=t.words.say(_UNMARKED[e.why]))


def _paid(t: Teller, e: ev.Paid) -> str:
    words, who = t.words, t.player(e.player)
    if e.to is not None:
        return words.say("paid.score", who=who, other=t.player(e.to))
    return words.say("paid", who=who, left=words.count("hq_points_left", e.left))


def _drawn_in(t: Teller, e: ev.DrawnIn) -> str:
    return t.words.say("drawn_in", who=t.player(e.player), unit=e.unit, hole=t.words.unit(e.tile, e.to))


def _transposed(t: Teller, e: ev.Transposed) -> str:
    return t.words.say("transposed", who=t.player(e.player), unit=e.unit, hex=e.to)


# --- the course of the game -----------------------------------------------------------------------
_BATTLES: Final = {
    "tile": "battle.by_tile",
    "full board": "battle.full_board",
    "final": "battle.final",
    "additional": "battle.additional",
}


def _battle_began(t: Teller, e: ev.BattleBegan) -> str:
    return t.words.say(_BATTLES[e.cause], who=t.player(e.player))


def _extra_turns(t: Teller, e: ev.ExtraTurns) -> str:
    return t.words.say("extra_turns")


def _eliminated(t: Teller, e: ev.Eliminated) -> str:
    return t.words.say("eliminated", who=t.player(e.player))


def _removed(t: Teller, e: ev.Removed) -> str:
    return t.words.say("removed", unit=e.unit, who=t.player(e.unit.owner))


def _game_over(t: Teller, e: ev.GameOver) -> str:
    words = t.words
    names = words.listed([t.player(p) for p in e.best])
    if not e.is_draw:
        result = words.count("over.won", len(e.best), names=names)
    else:
        result = words.say("over.draw_of", names=names) if e.best else words.say("over.draw")
    return words.say("because", text=result, reasons=_why_over(t, e))


def _why_over(t: Teller, e: ev.GameOver) -> str:
    words = t.words
    if e.reason == "hq":
        hqs = [words.say("over.hq", who=t.player(p)) for p in e.fallen]
        return words.count("over.fallen", len(hqs), hqs=words.listed(hqs))
    if e.reason == "score":
        return words.say("over.score", goal=e.goal)
    points = f"over.{'equal' if e.is_draw else 'most'}_{'points' if e.by_score else 'hq_points'}"
    return words.say(f"over.{e.reason}", points=words.say(points))


SENTENCES: Final[dict[type[Event], Words]] = {
    ev.BattleBegan: _battle_began,
    ev.Discarded: _discarded,
    ev.Drawn: _drawn,
    ev.DrawnIn: _drawn_in,
    ev.Eliminated: _eliminated,
    ev.EnergyGained: _energy,
    ev.ExtraTurns: _extra_turns,
    ev.FoundationGone: _foundation_gone,
    ev.Freed: _freed,
    ev.GameOver: _game_over,
    ev.Hired: _hired,
    ev.Marked: _marked,
    ev.MineBlew: _mine_blew,
    ev.Moved: _moved,
    ev.Netted: _netted,
    ev.Paid: _paid,
    ev.Placed: _placed,
    ev.Played: _played,
    ev.ProcedureStarted: _procedure,
    ev.Pushed: _pushed,
    ev.Removed: _removed,
    ev.Returned: _returned,
    ev.SupplyEnded: _supply_ended,
    ev.Swapped: _swapped,
    ev.Taken: _taken,
    ev.Transposed: _transposed,
    ev.TurnBegan: _turn_began,
    ev.TurnEnded: _turn_ended,
    ev.Turned: _turned,
    ev.UnluckyDraw: _unlucky_draw,
    ev.Unmarked: _unmarked,
    ev.Unnetted: _unnetted,
}
"""The function that words each kind of event."""
