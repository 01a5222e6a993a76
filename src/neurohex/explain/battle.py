"""A Battle, and everything else that happens, in sentences: each says what happened, why, and by which ruling.

>>> from neurohex.notation import parse_line
>>> from neurohex.notation.bridge import state_of
>>> from neurohex.notation.report import fight
>>> from neurohex.rules.engine import Log
>>> st = state_of(parse_line("outpost hegemony | B3=0.Commando/SW B2=1.Net_Fighter"))
>>> log = Log()
>>> before = st.copy()
>>> fight(st, log)
>>> for line in explain(before, log)[1:4]:
...     print(line.text, line.ruling)
Phase 3 R6.1
Commando B3 acts at 3: printed 3 R6.1
Commando B3 shoots N: hits Net Fighter B2 for 1 → destroyed R6.2
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from neurohex.board import DIRECTIONS
from neurohex.explain import turns
from neurohex.explain.language import language_of
from neurohex.explain.line import Line, Told, rulings, tile_of
from neurohex.explain.reasons import armour_at, attacks, blast, gifts, routes, strength_parts
from neurohex.explain.scene import Event, Scene
from neurohex.explain.turns import Teller, nets_on
from neurohex.rules import events as ev
from neurohex.rules.catalog import ALL_TILES, NEXT
from neurohex.rules.events import Log
from neurohex.rules.layout import NEUTRAL, U_CONVERT, U_CTRL, U_OWNER, U_ROT, U_SPENT, U_TILE, U_WOUNDS
from neurohex.rules.reach import links_of
from neurohex.rules.state import State

_AFTER_HITS: Final = (
    ev.HIT,
    ev.SCORED,
    ev.WOUNDED,
    ev.HQ_WOUNDED,
    ev.DESTROYED,
    ev.RETURNED,
)
"""What follows hits and tells what became of those who were hit."""
_ATTACKS: Final = {ev.MELEE: "hit.melee", ev.RANGED: "hit.ranged", ev.GAUSS: "hit.gauss", ev.MIXED: "hit.mixed"}
"""What tells of a hit by each kind of attack."""


def explain(st_before: State, log: Log | Sequence[Event], lang: str = "en") -> list[Line]:
    """One line for each event of the log, in order; `st_before` is the state before the first of them.

    The log may be that of one action, of a Battle or of a whole game. The state is not changed. Raises
    `UnknownLanguage`.
    """
    scene = Scene(st_before, log.events if isinstance(log, Log) else log, language_of(lang))
    lines = []
    for i, event in enumerate(scene.events):
        scene.begin(i)
        text, ruling = TELLERS[event[0]](scene, i)
        phase = event[1] if event[0] == ev.PHASE_BEGAN else scene.phase
        if event[0] in turns.TELLERS and event[0] != ev.RETURNED:
            phase = None
        from_pile = event[0] == ev.DRAWN and not scene.takes_mercenary(i)
        lines.append(Line(text, ruling, phase, event[0], ALL_TILES[event[2]].name if from_pile else ""))
        scene.end(i)
    return lines


# --- who acts -------------------------------------------------------------------------------------
def _phase_began(scene: Scene, i: int) -> Told:
    return scene.words.say("phase.began", phase=scene.events[i][1]), "R6.1"


def _acted(scene: Scene, i: int) -> Told:
    h, words = scene.events[i][1], scene.words
    spent = scene.st.unit(h, U_SPENT)
    ways = [a for a in attacks(scene.st, h, words) if a.value == scene.phase and not spent >> a.place & 1]
    text = words.say("acted", unit=scene.unit(h), phase=scene.phase)
    if ways:
        first, *others = [", ".join(part.text for part in way.parts) for way in ways]
        for other in others:
            first = words.say("acted.twice", attacks=first, attack=other)
        text = words.say("because", text=text, reasons=first)
    spares = False
    if _finds_nothing(scene, i, h):
        spares = _faces_hq(scene.st, h)
        text = words.say("acted.spares_hq" if spares else "acted.in_vain", acted=text)
    changed = len(ways) > 1 or any(len(way.parts) > 1 for way in ways)
    extra = any(way.place >= 3 for way in ways)
    return text, rulings("R6.1", "R3.6" if changed else "", "R1.4" if extra else "", "R6.2" if spares else "")


def _finds_nothing(scene: Scene, i: int, h: int) -> bool:
    """Whether the phase comes to its end in this log without anything that the unit on `h` did."""
    for event in scene.events[i + 1 :]:
        if event[0] in (ev.HIT, ev.STOPPED, ev.EXPLODED) and event[1] == h:
            return False
        if event[0] == ev.PHASE_ENDED:
            return True
    return False


def _faces_hq(st: State, h: int) -> bool:
    """Whether an HQ on `h` has an edge that would strike a hostile HQ beside it, if HQs harmed HQs (R6.2)."""
    tile, foes = tile_of(st, h), int(st.game.foes[st.unit(h, U_CTRL)])
    if tile.kind != "hq":
        return False
    for d in range(6):
        v = int(NEXT[st.near + h * 6 + d])
        if v < 0 or not st.unit(v, U_TILE) or not tile.melee[(d - st.unit(h, U_ROT)) % 6]:
            continue
        if tile_of(st, v).kind == "hq" and foes >> st.unit(v, U_CTRL) & 1:
            return True
    return False


def _held(scene: Scene, i: int) -> Told:
    h = scene.events[i][1]
    return scene.words.say("held", unit=scene.unit(h), nets=nets_on(scene, h)), "R3.1, R6.1"


def _converted(scene: Scene, i: int) -> Told:
    _, h, direction, part, *_ = scene.events[i]
    words = scene.words
    givers = [scene.unit(gift.giver) for gift in gifts(scene.st, h) if gift.effect == "quartermaster"]
    text = words.say(
        "converted.to_ranged" if part == 0 else "converted.to_melee",
        givers=words.listed(givers, "or") or words.say("converted.unknown"),
        unit=scene.unit(h),
        direction=DIRECTIONS[direction],
    )
    return text, "R6.8"


# --- hits -----------------------------------------------------------------------------------------
def _outcome(scene: Scene, i: int) -> str:
    """What became of the unit that hit `i` struck, if this is the last hit on it that stands."""
    to = scene.events[i][3]
    if to in scene.exploding or to in scene.spent:
        return ""
    for event in scene.events[i + 1 :]:
        code = event[0]
        if code not in _AFTER_HITS or (code == ev.HIT and event[3] == to and event[6] == ev.NONE):
            return ""
        if code == ev.DESTROYED and event[1] == to:
            return scene.words.say("outcome.destroyed")
        if code == ev.WOUNDED and event[1] == to:
            return scene.words.count("outcome.wounds", event[3], toughness=tile_of(scene.st, to).toughness)
        if code == ev.HQ_WOUNDED and event[4] == to:
            return scene.words.count("hq_points_left", event[3])
    return ""


def _hit(scene: Scene, i: int) -> Told:
    medic = scene.events[i][6]
    words = scene.words
    text, ruling = _struck(scene, i)
    if medic != ev.NONE:
        outcome = words.say("outcome.cancelled", medic=scene.unit(medic))
        return words.say("outcome", hit=text, outcome=outcome), rulings(ruling, "R7.2")
    outcome = _outcome(scene, i)
    return words.say("outcome", hit=text, outcome=outcome) if outcome else text, ruling


def _struck(scene: Scene, i: int) -> Told:
    """A hit, without what became of whom it struck."""
    _, source, direction, to, kind, wounds, _, flight = scene.events[i]
    words = scene.words
    target = scene.unit(to)
    amount = words.say("amount.endless") if wounds == ev.ENDLESS else words.count("amount", wounds)
    if kind in (ev.INSTANT, ev.PROCEDURE_HIT):
        unknown = "weapon.procedure" if kind == ev.PROCEDURE_HIT else "weapon.instant"
        weapon = words.say("weapon", weapon=scene.weapon) if scene.weapon else words.say(unknown)
        name = "hit.weapon_outright" if wounds == ev.DESTROYS else "hit.weapon"
        ruling = scene.weapon_ruling or ("R6.5" if kind == ev.INSTANT else "R9.3")
        return words.say(name, weapon=weapon, target=target, amount=amount), ruling
    if kind == ev.EXPLOSION:
        return words.say("hit.explosion", unit=scene.unit(source), target=target, amount=amount), "R6.7"
    way, way_ruling = _way(scene, source, direction, kind, to, flight)
    found: tuple[str, ...] = ()
    if wounds == ev.ENDLESS:
        way_ruling = "R11.2"
    else:
        amount, found = _reasons(scene, amount, source, direction, kind, to, flight)
    text = words.say(_ATTACKS[kind], unit=scene.unit(source), way=way, target=target, amount=amount)
    return text, rulings("R6.2", way_ruling, *found)


def _way(scene: Scene, source: int, direction: int, kind: int, to: int, flight: int) -> tuple[str, str]:
    """Where an attack went, with the redirectors by which a shot came (R11.1)."""
    straight = DIRECTIONS[direction], ""
    if kind not in (ev.RANGED, ev.GAUSS):
        return straight
    ways = routes(scene.st, source, direction, kind, to, flight)
    if not ways:
        return straight
    key = (source, direction, kind, to, flight)
    count = scene.shots.get(key, 0)
    scene.shots[key] = count + 1
    way = ways[min(count, len(ways) - 1)]
    if not way.via:
        return straight
    text = scene.words.say(
        "way.endless" if way.endless else "way.turned",
        direction=DIRECTIONS[direction],
        flight=DIRECTIONS[flight],
        turners=scene.words.listed([scene.unit(v) for v in way.via], "and_then"),
    )
    return text, "R11.1"


def _reasons(scene: Scene, amount: str, h: int, d: int, kind: int, to: int, flight: int) -> tuple[str, tuple[str, ...]]:
    """The wounds of a hit with what makes them up, in brackets, where they are not simply what is printed."""
    if kind == ev.GAUSS:
        return amount, ()
    words = scene.words
    convert = scene.st.unit(h, U_CONVERT)
    melee, shot = (
        [part.text for part in strength_parts(scene.st, h, d, one, convert, words)] for one in (ev.MELEE, ev.RANGED)
    )
    if kind == ev.RANGED:
        melee = []
    armoured = kind != ev.MELEE and armour_at(scene.st, to, flight) == 1
    found = ["R6.8"] if convert and (convert - 1) // 2 == d else []
    if len(melee) > 1 or len(shot) > 1:
        found.append("R3.5")
    if armoured:
        found.append("R6.3")
        shot.append(words.say("part.armour"))
    if kind == ev.MIXED:
        text = words.say("amount.both_parts", amount=amount, melee=", ".join(melee), ranged=", ".join(shot))
        return text, ("R6.4", *found)
    if not found:
        return amount, ()
    return words.say("amount.parts", amount=amount, parts=", ".join(melee if kind == ev.MELEE else shot)), tuple(found)


def _stopped(scene: Scene, i: int) -> Told:
    _, source, direction, to, kind, *_ = scene.events[i]
    name = "stopped.gauss" if kind == ev.GAUSS else "stopped"
    target, unit = scene.unit(to), scene.unit(source)
    return scene.words.say(name, target=target, unit=unit, direction=DIRECTIONS[direction]), "R6.3"


def _exploded(scene: Scene, i: int) -> Told:
    _, h, number, *_ = scene.events[i]
    tile = ALL_TILES[number]
    whom, ruling = blast(scene.words, tile, is_neutral=scene.st.unit(h, U_OWNER) == NEUTRAL)
    if "explode" in tile.abilities:
        return scene.words.say("exploded.instead", unit=scene.unit(h), whom=whom), rulings(ruling, "R6.6")
    text = scene.words.say("exploded", unit=scene.unit(h), whom=whom)
    return text, ruling if tile.army == "bombers" else rulings(ruling, "R11.3")


def _set_off(scene: Scene, i: int) -> Told:
    _, h, number, source, *_ = scene.events[i]
    ruling = "R12.2" if ALL_TILES[number].army == "bombers" else "R11.3"
    by_explosion = source in scene.exploding
    name = "set_off.by_explosion" if by_explosion else "set_off.by_hit"
    text = scene.words.say(name, source=scene.unit(source), unit=scene.unit(h))
    return text, rulings("R6.7" if by_explosion else "", ruling)


# --- Medics ---------------------------------------------------------------------------------------
def _healed(scene: Scene, i: int) -> Told:
    _, medic, patient, wounds, *_ = scene.events[i]
    words = scene.words
    names = {"source": _healed_from(scene, i), "patient": scene.unit(patient)}
    if wounds == ev.DESTROYS:
        what = words.say("healed.destruction", **names)
    elif wounds == ev.ENDLESS:
        what = words.say("healed.endless", **names)
    else:
        what = words.count("healed.wounds", wounds, **names)
    ruling = rulings("R7.2", "R11.2" if wounds == ev.ENDLESS else "")
    reach = int(links_of(scene.st, medic))
    if reach >> patient & 1:
        return words.say("healed", medic=scene.unit(medic), what=what), ruling
    # It is not linked to the patient: it stands in for a Medic that is.
    kept = [gift.giver for gift in gifts(scene.st, patient) if gift.effect == "medic" and reach >> gift.giver & 1]
    others = words.listed([scene.unit(m) for m in kept], "or") or words.say("healed.others_unknown")
    return words.say("healed.in_place", medic=scene.unit(medic), others=others, what=what), rulings("R7.3", ruling)


def _healed_from(scene: Scene, i: int) -> str:
    """Who or what dealt the hit that a Medic cancels."""
    source = scene.events[i][4]
    if source in scene.exploding:
        return scene.words.say("healed.explosion", unit=scene.unit(source))
    if source != ev.NONE:
        return scene.unit(source)
    if scene.weapon:
        return scene.words.say("healed.weapon", weapon=scene.weapon)
    return scene.words.say("healed.instant")


# --- the end of a phase ---------------------------------------------------------------------------
def _wounded(scene: Scene, i: int) -> Told:
    _, h, number, wounds, *_ = scene.events[i]
    ruling = "R6.5" if scene.phase is not None else rulings("R6.5", scene.weapon_ruling)
    return scene.words.count("wounded", wounds, unit=scene.unit(h), toughness=ALL_TILES[number].toughness), ruling


def _hq_wounded(scene: Scene, i: int) -> Told:
    _, player, lost, left, *_ = scene.events[i]
    text = scene.words.count("hq.wounded", lost, who=scene.player(player), left=left)
    if left == 0 and scene.st.game.deathmatch:
        return scene.words.say("hq.stays", text=text), "R6.5, R10.1"
    return text, "R6.5"


def _scored(scene: Scene, i: int) -> Told:
    _, player, points, *_ = scene.events[i]
    who = scene.player(player)
    if points == ev.ENDLESS:
        return scene.words.say("scored.endless", who=who), "R10.5"
    return scene.words.count("scored", points, who=who), "R10.5"


def _destroyed(scene: Scene, i: int) -> Told:
    _, _, number, owner, *_ = scene.events[i]
    tile = ALL_TILES[number]
    text, ruling = _why_destroyed(scene, i)
    # Where it does not go to the discard pile, the next event tells where.
    stays_out = owner == NEUTRAL or tile.army == "bombers" or tile.kind == "hq" or "returns_to_pile" in tile.abilities
    return text if stays_out else scene.words.say("destroyed.to_discards", text=text, who=scene.player(owner)), ruling


def _why_destroyed(scene: Scene, i: int) -> Told:
    _, h, number, owner, *_ = scene.events[i]
    words, tile = scene.words, ALL_TILES[number]
    name = f"{tile.name} {scene.place(h)}"
    last = scene.events[i - 1] if i else (0,)
    if scene.is_deploying(i):
        return words.say("destroyed.deploying", unit=name), "R5.4"
    if last[0] == ev.MINE_BLEW and last[1] == h:
        return words.say("destroyed.by_mine", unit=name), "R5.5"
    if h in scene.exploding:
        if tile.army == "bombers" and not tile.name.endswith(" II") and scene.code(i + 1) != ev.RETURNED:
            return words.say("destroyed.out_of_game", unit=name), "R6.7, R12.2"
        return words.say("destroyed.exploding", unit=name), "R6.7"
    if h in scene.spent:
        return words.say("destroyed.spent", unit=name), "R7.2"
    pain = scene.pain.get(h, 0)
    ruling = "R6.5" if scene.phase is not None else rulings(scene.weapon_ruling, "R6.5")
    if tile.kind == "hq":
        return words.say("destroyed.hq", who=scene.player(owner), hex=scene.place(h)), ruling
    if pain >= ev.DESTROYS and scene.phase is not None:
        return words.say("destroyed.endless", unit=name), rulings(ruling, "R11.2")
    if pain >= ev.DESTROYS:
        return words.say("destroyed.outright", unit=name), ruling
    total = pain + scene.st.unit(h, U_WOUNDS)
    return words.count("destroyed", total, unit=name, toughness=tile.toughness), ruling


def _phase_ended(scene: Scene, i: int) -> Told:
    phase = scene.events[i][1]
    if not scene.left:
        return scene.words.say("phase.ended_with_all", phase=phase), "R6.5"
    return scene.words.say("phase.ended", phase=phase, gone=scene.words.listed(scene.left)), "R6.5"


def _battle_ended(scene: Scene, i: int) -> Told:
    return scene.words.say("battle.ended"), "R6.1"


TELLERS: Final[dict[int, Teller]] = {
    **turns.TELLERS,
    ev.PHASE_BEGAN: _phase_began,
    ev.ACTED: _acted,
    ev.HELD: _held,
    ev.EXPLODED: _exploded,
    ev.SET_OFF: _set_off,
    ev.HIT: _hit,
    ev.STOPPED: _stopped,
    ev.CONVERTED: _converted,
    ev.HEALED: _healed,
    ev.WOUNDED: _wounded,
    ev.HQ_WOUNDED: _hq_wounded,
    ev.DESTROYED: _destroyed,
    ev.PHASE_ENDED: _phase_ended,
    ev.BATTLE_ENDED: _battle_ended,
    ev.SCORED: _scored,
}
"""What tells each event."""
