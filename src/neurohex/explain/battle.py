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
from neurohex.explain.line import Line, counted, rulings, tile_of
from neurohex.explain.reasons import armour_at, attacks, gifts, routes, strength_parts
from neurohex.explain.scene import Event, Scene
from neurohex.explain.turns import Teller, Told
from neurohex.rules import events as ev
from neurohex.rules.catalog import ALL_TILES
from neurohex.rules.events import Log
from neurohex.rules.influence import net_sources
from neurohex.rules.layout import NEUTRAL, U_CONVERT, U_OWNER, U_SPENT, U_WOUNDS
from neurohex.rules.reach import links_of
from neurohex.rules.state import State
from neurohex.words import listed

_AFTER_HITS: Final = (
    ev.HIT,
    ev.SCORED,
    ev.WOUNDED,
    ev.HQ_WOUNDED,
    ev.DESTROYED,
    ev.RETURNED,
)
"""What follows hits and tells what became of those who were hit."""
_VERBS: Final = {
    ev.MELEE: "strikes",
    ev.RANGED: "shoots",
    ev.GAUSS: "fires its Gauss shot",
    ev.MIXED: "strikes and shoots",
}


def explain(st_before: State, log: Log | Sequence[Event]) -> list[Line]:
    """One line for each event of the log, in order; `st_before` is the state before the first of them.

    The log may be that of one action, of a Battle or of a whole game. The state is not changed.
    """
    scene = Scene(st_before, log.events if isinstance(log, Log) else log)
    lines = []
    for i, event in enumerate(scene.events):
        scene.begin(i)
        text, ruling = TELLERS[event[0]](scene, i)
        phase = event[1] if event[0] == ev.PHASE_BEGAN else scene.phase
        if event[0] in turns.TELLERS and event[0] != ev.RETURNED:
            phase = None
        lines.append(Line(text, ruling, phase, event[0]))
        scene.end(i)
    return lines


# --- who acts -------------------------------------------------------------------------------------
def _phase_began(scene: Scene, i: int) -> Told:
    return f"Phase {scene.events[i][1]}", "R6.1"


def _acted(scene: Scene, i: int) -> Told:
    h = scene.events[i][1]
    spent = scene.st.unit(h, U_SPENT)
    ways = [a for a in attacks(scene.st, h) if a.value == scene.phase and not spent >> a.place & 1]
    text = f"{scene.unit(h)} acts at {scene.phase}"
    if ways:
        text += ": " + "; and ".join(", ".join(part.text for part in way.parts) for way in ways)
    if _finds_nothing(scene, i, h):
        text += "; it finds no target"
    changed = len(ways) > 1 or any(len(way.parts) > 1 for way in ways)
    extra = any(way.place >= 3 for way in ways)
    return text, rulings("R6.1", "R3.6" if changed else "", "R1.4" if extra else "")


def _finds_nothing(scene: Scene, i: int, h: int) -> bool:
    """Whether the phase comes to its end in this log without anything that the unit on `h` did."""
    for event in scene.events[i + 1 :]:
        if event[0] in (ev.HIT, ev.STOPPED, ev.EXPLODED) and event[1] == h:
            return False
        if event[0] == ev.PHASE_ENDED:
            return True
    return False


def _held(scene: Scene, i: int) -> Told:
    h = scene.events[i][1]
    holders = [scene.unit(int(v)) for v in net_sources(scene.st, h)]
    return f"{scene.unit(h)} does not act: netted by {listed(holders) or 'a hostile net'}", "R3.1, R6.1"


def _converted(scene: Scene, i: int) -> Told:
    _, h, direction, part, *_ = scene.events[i]
    givers = [scene.unit(gift.giver) for gift in gifts(scene.st, h) if gift.effect == "quartermaster"]
    old, new = ("melee", "ranged") if part == 0 else ("ranged", "melee")
    by = listed(givers, "or") or "a Quartermaster"
    return f"{by} lets {scene.unit(h)} change its {old} attack {DIRECTIONS[direction]} to {new} in this phase", "R6.8"


# --- hits -----------------------------------------------------------------------------------------
def _outcomes(scene: Scene, i: int) -> str:
    """What became of the unit that hit `i` struck, if this is the last hit on it that stands."""
    to = scene.events[i][3]
    if to in scene.exploding or to in scene.spent:
        return ""
    for event in scene.events[i + 1 :]:
        code = event[0]
        if code not in _AFTER_HITS or (code == ev.HIT and event[3] == to and event[6] == ev.NONE):
            return ""
        if code == ev.DESTROYED and event[1] == to:
            return " → destroyed"
        if code == ev.WOUNDED and event[1] == to:
            return f" → {counted(event[3], 'wound')}, toughness {tile_of(scene.st, to).toughness}"
        if code == ev.HQ_WOUNDED and event[4] == to:
            return f" → {counted(event[3], 'HQ point')} left"
    return ""


def _hit(scene: Scene, i: int) -> Told:
    _, source, direction, to, kind, wounds, medic, flight = scene.events[i]
    target = scene.unit(to)
    end = _outcomes(scene, i) if medic == ev.NONE else f" → cancelled by {scene.unit(medic)}"
    cancelled = "" if medic == ev.NONE else "§7.2"
    amount = "without end" if wounds == ev.ENDLESS else f"for {wounds}"
    if kind in (ev.INSTANT, ev.PROCEDURE_HIT):
        weapon = f"The {scene.weapon}" if scene.weapon else "A procedure" if kind == ev.PROCEDURE_HIT else "An instant"
        hit = f"{weapon} hits {target}" + ("" if wounds == ev.DESTROYS else f" {amount}")
        return f"{hit}{end}", rulings(scene.weapon_ruling or ("§8" if kind == ev.INSTANT else "R9.3"), cancelled)
    if kind == ev.EXPLOSION:
        return f"The explosion of {scene.unit(source)} hits {target} {amount}{end}", rulings("R6.7", cancelled)
    way, way_ruling = _way(scene, source, direction, kind, to, flight)
    reasons, reason_rulings = _reasons(scene, source, direction, kind, to, flight)
    if wounds == ev.ENDLESS:
        reasons, reason_rulings, way_ruling = "", (), "R11.2"
    text = f"{scene.unit(source)} {_VERBS[kind]} {DIRECTIONS[direction]}{way}: hits {target} {amount}{reasons}{end}"
    return text, rulings("R6.2", way_ruling, *reason_rulings, cancelled)


def _way(scene: Scene, source: int, direction: int, kind: int, to: int, flight: int) -> tuple[str, str]:
    """By which redirectors a shot came (R11.1); nothing for one that went straight on."""
    if kind not in (ev.RANGED, ev.GAUSS):
        return "", ""
    ways = routes(scene.st, source, direction, kind, to, flight)
    if not ways:
        return "", ""
    key = (source, direction, kind, to, flight)
    count = scene.shots.get(key, 0)
    scene.shots[key] = count + 1
    way = ways[min(count, len(ways) - 1)]
    if not way.via:
        return "", ""
    text = f", turned to {DIRECTIONS[flight]} by {listed([scene.unit(v) for v in way.via], 'and then')}"
    return text + (" in an endless loop" if way.endless else ""), "R11.1"


def _reasons(scene: Scene, h: int, d: int, kind: int, to: int, flight: int) -> tuple[str, tuple[str, ...]]:
    """What makes up the wounds of a hit, in brackets, where they are not simply what is printed."""
    if kind == ev.GAUSS:
        return "", ()
    convert = scene.st.unit(h, U_CONVERT)
    melee = [part.text for part in strength_parts(scene.st, h, d, ev.MELEE, convert)] if kind != ev.RANGED else []
    shot = [part.text for part in strength_parts(scene.st, h, d, ev.RANGED, convert)]
    armoured = kind != ev.MELEE and armour_at(scene.st, to, flight) == 1
    found = ["R6.8"] if convert and (convert - 1) // 2 == d else []
    if len(melee) > 1 or len(shot) > 1:
        found.append("R3.5")
    if armoured:
        found.append("R6.3")
    if kind == ev.MELEE:
        return (f" ({', '.join(melee)})", tuple(found)) if found else ("", ())
    if armoured:
        shot.append("armour −1")
    if kind == ev.MIXED:
        return f" (melee {', '.join(melee)}; ranged {', '.join(shot)})", ("R6.4", *found)
    return (f" ({', '.join(shot)})", tuple(found)) if found else ("", ())


def _stopped(scene: Scene, i: int) -> Told:
    _, source, direction, to, kind, *_ = scene.events[i]
    shot = "Gauss shot" if kind == ev.GAUSS else "shot"
    text = f"Armour on {scene.unit(to)} stops the {shot} of {scene.unit(source)} {DIRECTIONS[direction]}"
    return text, "R6.3"


def _exploded(scene: Scene, i: int) -> Told:
    _, h, number, *_ = scene.events[i]
    tile = ALL_TILES[number]
    name = scene.unit(h)
    if "explode" in tile.abilities:
        return f"{name} explodes instead of attacking: 1 wound to each neighbour of any side", "R6.7, R6.6"
    if tile.army != "bombers":
        return f"{name} explodes: 1 wound to each neighbour of any side", "R6.7, R11.3"
    if scene.st.unit(h, U_OWNER) == NEUTRAL:
        return f"{name} explodes: 1 wound to each neighbour, HQs excepted", "R6.7, R12.2"
    return f"{name} explodes: 1 wound to each neighbour hostile to its controller, HQs too", "R6.7, R12.3"


def _set_off(scene: Scene, i: int) -> Told:
    _, h, number, source, *_ = scene.events[i]
    ruling = "R12.2" if ALL_TILES[number].army == "bombers" else "R11.3"
    if source in scene.exploding:
        return f"The explosion of {scene.unit(source)} sets off {scene.unit(h)}", rulings("R6.7", ruling)
    return f"A hit of {scene.unit(source)} sets off {scene.unit(h)}", ruling


# --- Medics ---------------------------------------------------------------------------------------
def _healed(scene: Scene, i: int) -> Told:
    _, medic, patient, wounds, source, *_ = scene.events[i]
    name, whom = scene.unit(medic), scene.unit(patient)
    weapon = f"the {scene.weapon}" if scene.weapon else "an instant"
    by = scene.unit(source) if source != ev.NONE else weapon
    if source in scene.exploding:
        by = f"the explosion of {by}"
    if wounds == ev.DESTROYS:
        what = f"it saves {whom} from destruction by {by}"
    elif wounds == ev.ENDLESS:
        what = f"it cancels one hit of {by} on {whom}, but the shot goes on hitting without end"
    else:
        pain = "the wound" if wounds == 1 else f"the {wounds} wounds"
        what = f"it cancels {pain} that {by} dealt to {whom}"
    ruling = rulings("§7.2", "R11.2" if wounds == ev.ENDLESS else "")
    reach = int(links_of(scene.st, medic))
    if reach >> patient & 1:
        return f"{name} is spent: {what}", ruling
    # It is not linked to the patient: it stands in for a Medic that is.
    kept = [gift.giver for gift in gifts(scene.st, patient) if gift.effect == "medic" and reach >> gift.giver & 1]
    place = listed([scene.unit(m) for m in kept], "or") or "the Medics nearer to it"
    return f"{name} is spent in place of {place}: {what}", rulings("§7.3", ruling)


# --- the end of a phase ---------------------------------------------------------------------------
def _wounded(scene: Scene, i: int) -> Told:
    _, h, number, wounds, *_ = scene.events[i]
    toughness = ALL_TILES[number].toughness
    ruling = "R6.5" if scene.phase is not None else rulings("R6.5", scene.weapon_ruling)
    return f"{scene.unit(h)} now has {counted(wounds, 'wound')}, its toughness is {toughness}", ruling


def _hq_wounded(scene: Scene, i: int) -> Told:
    _, player, lost, left, *_ = scene.events[i]
    text = f"The HQ of {scene.player(player)} loses {counted(lost, 'point')}: {left} left"
    if left == 0 and scene.st.game.deathmatch:
        return f"{text}, it stays to the end of the Battle", "R6.5, R10.1"
    return text, "R6.5"


def _scored(scene: Scene, i: int) -> Told:
    _, player, points, *_ = scene.events[i]
    amount = "points without end" if points == ev.ENDLESS else counted(points, "point")
    return f"{scene.player(player)} scores {amount} for wounds on a hostile HQ", "R10.5"


def _destroyed(scene: Scene, i: int) -> Told:
    _, h, number, owner, *_ = scene.events[i]
    tile = ALL_TILES[number]
    name = f"{tile.name} {scene.place(h)}"
    goes = "" if owner == NEUTRAL or tile.army == "bombers" or tile.kind == "hq" else _pile(scene, i, owner)
    last = scene.events[i - 1] if i else (0,)
    if scene.is_deploying(i):
        return f"{name} gives up its hex{goes}", "R5.4"
    if last[0] == ev.MINE_BLEW and last[1] == h:
        return f"{name} is destroyed by the mine, and no Medic helps{goes}", "R5.5"
    if h in scene.exploding:
        if tile.army == "bombers" and not tile.name.endswith(" II") and scene.code(i + 1) != ev.RETURNED:
            return f"{name} is gone and out of the game: several players hit it at once", "R6.7, R12.2"
        return f"{name} is gone, as every tile that explodes{goes}", "R6.7"
    if h in scene.spent:
        return f"{name} leaves the board, spent{goes}", "§7.2"
    pain = scene.pain.get(h, 0)
    ruling = "R6.5" if scene.phase is not None else rulings(scene.weapon_ruling, "R6.5")
    if tile.kind == "hq":
        return f"The HQ of {scene.player(owner)} on {scene.place(h)} is destroyed", ruling
    if pain >= ev.DESTROYS:
        outright = "by hits without end" if scene.phase is not None else "outright"
        return f"{name} is destroyed {outright}{goes}", rulings(ruling, "R11.2" if scene.phase is not None else "")
    total = pain + scene.st.unit(h, U_WOUNDS)
    return f"{name} is destroyed: {counted(total, 'wound')}, toughness {tile.toughness}{goes}", ruling


def _pile(scene: Scene, i: int, owner: int) -> str:
    """Where a destroyed tile goes; told by the next event where it does not go to the discard pile."""
    returns = "returns_to_pile" in ALL_TILES[scene.events[i][2]].abilities
    return "" if returns else f"; it goes to the discard pile of {scene.player(owner)}"


def _phase_ended(scene: Scene, i: int) -> Told:
    gone = f"{listed(scene.left)} left the board" if scene.left else "nothing left the board"
    return f"Phase {scene.events[i][1]} ends: {gone}", "R6.5"


def _battle_ended(scene: Scene, i: int) -> Told:
    return "The Battle is over", "R6.1"


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
