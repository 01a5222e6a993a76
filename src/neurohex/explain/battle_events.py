"""Sentences for events of Battles, and for other hits."""

from __future__ import annotations

from typing import Final

from neurohex import events as ev
from neurohex.events import Event
from neurohex.explain.course_events import Words
from neurohex.explain.language import Language
from neurohex.explain.line import signed
from neurohex.explain.teller import Teller

# --- who acts -------------------------------------------------------------------------------------
_BESIDE: Final = {ev.BEFORE: "phase.before", ev.AFTER: "phase.after"}
"""What happens before the first and after the last phase (R31.2)."""


_ENDED: Final = {
    ev.BEFORE: ("phase.before_ended", "phase.before_ended_with_all"),
    ev.AFTER: ("phase.after_ended", "phase.after_ended_with_all"),
}
"""Texts of their ends, if units left the board and if none did."""


def _phase_began(t: Teller, e: ev.PhaseBegan) -> str:
    return t.words.say(_BESIDE.get(e.initiative, "phase.began"), phase=e.initiative)


def _acted(t: Teller, e: ev.Acted) -> str:
    words = t.words
    first, *others = [", ".join(timing_parts(words, timing)) for timing in e.attacks]
    for other in others:
        first = words.say("acted.twice", attacks=first, attack=other)
    text = words.say("acted", unit=e.unit, phase=e.phase, attacks=first)
    if e.finds == "nothing":
        return words.say("acted.in_vain", acted=text)
    return words.say("acted.spares_hq", acted=text) if e.finds == "only an HQ" else text


def timing_parts(words: Language, timing: ev.Timing) -> list[str]:
    """The summands of an attack's initiative, in words."""
    if timing.extra is None:
        parts = [words.say("part.printed", value=timing.base)]
        if timing.value == timing.base and not timing.gifts:
            return parts
    else:
        name = "part.extra_at" if timing.base >= 0 else "part.extra"
        parts = [words.say(name, value=timing.base, unit=timing.extra)]
    parts += gift_parts(words, timing.gifts)
    if timing.raised:
        parts.append(words.say("part.floor"))
    elif timing.value == 0 and timing.base + sum(gift.value for gift in timing.gifts) > 0:
        parts.append(words.say("part.zone"))
    return parts


def gift_parts(words: Language, gifts: tuple[ev.Gift, ...]) -> list[str]:
    """The bonuses of modules to a number, with their givers."""
    return [f"{words.unit(gift.tile, gift.hex)} {signed(gift.value)}" for gift in gifts]


def _missed(t: Teller, e: ev.Missed) -> str:
    return t.words.say("missed", unit=e.unit)


def _held(t: Teller, e: ev.Held) -> str:
    if e.nets:
        return t.words.say("held", unit=e.unit, nets=t.units(e.nets))
    why = "held.paralysed" if e.paralysed else "held.unpowered" if e.unpowered else "held.steel"
    return t.words.say(why, unit=e.unit)


def _aimed(t: Teller, e: ev.Aimed) -> str:
    return t.words.say("aimed" if e.target is not None else "aimed.past", unit=e.unit, target=e.target)


def _converted(t: Teller, e: ev.Converted) -> str:
    givers = t.units(e.givers, "or")
    return t.words.say(f"converted.to_{e.to}", givers=givers, unit=e.unit, direction=e.direction)


# --- hits -----------------------------------------------------------------------------------------
_ATTACKS: Final = {
    "melee": "hit.melee",
    "ranged": "hit.ranged",
    "gauss": "hit.gauss",
    "melee+ranged": "hit.mixed",
    "rocket": "hit.rocket",
    "shotgun": "hit.shotgun",
    "shadow": "hit.shadow",
    "ravager": "hit.ravager",
    "poison": "hit.poison",
    "blast": "hit.blast",
}
"""Text of a hit by each kind of attack."""


def _hit(t: Teller, e: ev.Hit) -> str:
    words = t.words
    text = _struck(t, e)
    if e.medic is not None:
        outcome = words.say("outcome.cancelled", medic=e.medic)
    elif e.outcome is None:
        return text
    elif e.outcome.what == "destroyed":
        outcome = words.say("outcome.destroyed")
    elif e.outcome.what == "wounded" and e.outcome.amount > e.target.tile.toughness:
        outcome = words.say("outcome.lent", wounds=words.count("wounds", e.outcome.amount))
    elif e.outcome.what == "wounded":
        outcome = words.count("outcome.wounds", e.outcome.amount, toughness=e.target.tile.toughness)
    else:
        outcome = words.count("hq_points_left", e.outcome.amount)
    return words.say("outcome", hit=text, outcome=outcome)


def _struck(t: Teller, e: ev.Hit) -> str:
    """A hit, without its effect on the target."""
    words = t.words
    if e.source is None and e.wounds == "destroys":
        return words.say("hit.weapon_outright", weapon=words.weapon(e.weapon), target=e.target)
    if e.source is not None and e.kind in ("poison", "blast"):
        name = f"hit.back_{e.kind}" if e.reflected else _ATTACKS[e.kind]
        return words.say(name, unit=e.source, way=_way(t, e), target=e.target)
    amount = words.say("amount.endless") if isinstance(e.wounds, str) else words.count("amount", e.wounds)
    if e.source is None or e.kind == "explosion":
        return _unaimed(t, e, _with_wastes(words, e, amount))
    name = "hit.back" if e.reflected else _ATTACKS[e.kind]
    if e.kind == "ravager" and e.direction is None:
        name = "hit.ravager_beyond"
    return words.say(name, unit=e.source, way=_way(t, e), target=e.target, amount=_amount(words, e, amount))


def _unaimed(t: Teller, e: ev.Hit, amount: str) -> str:
    """A hit by an explosion, venom, an instant or a procedure."""
    words = t.words
    if e.source is not None:
        return words.say("hit.explosion", unit=e.source, target=e.target, amount=amount)
    if e.ground:
        return words.say("hit.ground", hex=e.ground, target=e.target, amount=amount)
    if e.kind == "venom":
        return words.say("hit.venom", target=e.target, amount=amount)
    return words.say("hit.weapon", weapon=words.weapon(e.weapon), target=e.target, amount=amount)


def _with_wastes(words: Language, e: ev.Hit, amount: str) -> str:
    """The wounds of a hit, with those that Wastes add."""
    if not e.extra:
        return amount
    return words.say("amount.parts", amount=amount, parts=words.say("part.wastes", value=signed(e.extra)))


def _way(t: Teller, e: ev.Hit) -> str:
    """The target of an attack, with the redirectors on the way (R11.1)."""
    if not e.path:
        return e.direction or ""
    name = "way.endless" if e.in_loop else "way.turned"
    turners = t.units(e.path, "and_then")
    return t.words.say(name, direction=e.direction, flight=e.arrives, turners=turners)


def _amount(words: Language, e: ev.Hit, amount: str) -> str:
    """The wounds of a hit, with their summands in brackets if they differ from the printed value."""
    melee = [] if e.melee is None else strength_parts(words, e.melee)
    ranged = [] if e.ranged is None else strength_parts(words, e.ranged)
    if e.armour:
        ranged.append(words.say("part.armour"))
    if e.kind == "melee+ranged":
        both = words.say("amount.both_parts", amount=amount, melee=", ".join(melee), ranged=", ".join(ranged))
        return _with_wastes(words, e, both)
    if e.extra:
        ranged.append(words.say("part.wastes", value=signed(e.extra)))
    changed = any(strength is not None and strength.changed for strength in (e.melee, e.ranged))
    if len(melee) + len(ranged) < 2 and not changed and not e.extra:
        return amount
    return words.say("amount.parts", amount=amount, parts=", ".join(melee + ranged))


def strength_parts(words: Language, strength: ev.Strength) -> list[str]:
    """The summands of an attack's strength, or of one part of it."""
    parts = [words.say("part.printed", value=strength.printed)] if strength.printed else []
    if strength.changed:
        parts.append(words.say(f"part.to_{strength.kind}", value=strength.changed))
    return parts + gift_parts(words, strength.gifts)


def _stopped(t: Teller, e: ev.Stopped) -> str:
    name = "stopped.gauss" if e.kind == "gauss" else "stopped"
    return t.words.say(name, target=e.target, unit=e.source, direction=e.direction)


def _reflected(t: Teller, e: ev.Reflected) -> str:
    name = "reflected" if e.to is not None else "reflected.lost"
    return t.words.say(name, by=e.by, unit=e.source, direction=e.direction, target=e.to)


def _foundation_blew(t: Teller, e: ev.FoundationBlew) -> str:
    return t.words.say("foundation.blew", foundation=t.words.unit(e.tile, e.hex))


def _exploded(t: Teller, e: ev.Exploded) -> str:
    if e.harms == "faced":
        return t.words.say("exploded.faced", unit=e.unit)
    name = "exploded.instead" if e.is_choice else "exploded"
    return t.words.say(name, unit=e.unit, whom=t.words.say(f"exploded.at_{e.harms}"))


def _set_off(t: Teller, e: ev.SetOff) -> str:
    if e.by is None:
        return t.words.say("set_off.by_ground", unit=e.unit)
    return t.words.say("set_off.by_explosion" if e.by_explosion else "set_off.by_hit", source=e.by, unit=e.unit)


# --- Medics ---------------------------------------------------------------------------------------
def _healed(t: Teller, e: ev.Healed) -> str:
    words = t.words
    if e.source is None and not e.weapon:
        source = words.say("healed.ground" if e.by_explosion else "healed.venom")
    elif e.source is None:
        source = words.say("healed.weapon", weapon=words.weapon(e.weapon))
    else:
        source = words.say("healed.explosion" if e.by_explosion else "healed.attack", unit=e.source)
    if e.wounds == "destroys":
        what = words.say("healed.destruction", source=source, patient=e.patient)
    elif e.wounds == "endless":
        what = words.say("healed.endless", source=source, patient=e.patient)
    else:
        what = words.count("healed.wounds", e.wounds, source=source, patient=e.patient)
    if not e.in_place_of:
        return words.say("healed", medic=e.medic, what=what)
    return words.say("healed.in_place", medic=e.medic, others=t.units(e.in_place_of, "or"), what=what)


# --- the end of a phase ---------------------------------------------------------------------------
def _wounded(t: Teller, e: ev.Wounded) -> str:
    if e.wounds > e.unit.tile.toughness:
        return t.words.count("wounded.lent", e.wounds, unit=e.unit)
    return t.words.count("wounded", e.wounds, unit=e.unit, toughness=e.unit.tile.toughness)


def _hq_wounded(t: Teller, e: ev.HqWounded) -> str:
    text = t.words.count("hq.wounded", e.lost, who=t.player(e.player), left=e.left)
    return t.words.say("hq.stays", text=text) if e.stays else text


def _scored(t: Teller, e: ev.Scored) -> str:
    return t.words.count("scored", e.points, who=t.player(e.player))


def _destroyed(t: Teller, e: ev.Destroyed) -> str:
    text = _why_destroyed(t, e)
    # Unless it goes to the discard pile, the next event says where. An HQ goes nowhere that matters.
    if e.goes_to != "discard" or e.cause == "hq":
        return text
    return t.words.say("destroyed.to_discards", text=text, who=t.player(e.unit.owner))


def _why_destroyed(t: Teller, e: ev.Destroyed) -> str:
    if e.cause == "wounds":
        return t.words.count("destroyed", e.wounds, unit=e.unit, toughness=e.unit.tile.toughness)
    if e.cause == "hq":
        return t.words.say("destroyed.hq", who=t.player(e.unit.owner), hex=e.unit.hex)
    if e.cause == "exploded" and e.goes_to == "out":
        return t.words.say("destroyed.out_of_game", unit=e.unit)
    return t.words.say(f"destroyed.{e.cause}", unit=e.unit)


def _phase_ended(t: Teller, e: ev.PhaseEnded) -> str:
    lost, kept = _ENDED.get(e.initiative, ("phase.ended", "phase.ended_with_all"))
    return t.words.say(lost if e.gone else kept, phase=e.initiative, gone=t.units(e.gone))


def _battle_ended(t: Teller, e: ev.BattleEnded) -> str:
    return t.words.say("battle.ended")


SENTENCES: Final[dict[type[Event], Words]] = {
    ev.Acted: _acted,
    ev.Aimed: _aimed,
    ev.BattleEnded: _battle_ended,
    ev.Converted: _converted,
    ev.Destroyed: _destroyed,
    ev.Exploded: _exploded,
    ev.FoundationBlew: _foundation_blew,
    ev.Healed: _healed,
    ev.Held: _held,
    ev.Hit: _hit,
    ev.HqWounded: _hq_wounded,
    ev.Missed: _missed,
    ev.PhaseBegan: _phase_began,
    ev.PhaseEnded: _phase_ended,
    ev.Reflected: _reflected,
    ev.Scored: _scored,
    ev.SetOff: _set_off,
    ev.Stopped: _stopped,
    ev.Wounded: _wounded,
}
"""The function that words each kind of event."""
