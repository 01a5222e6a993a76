"""What happened, one beat an event: the sentence that tells it, and the facts that a page draws it from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from neurohex.board import DIRECTIONS
from neurohex.explain import Line, explain
from neurohex.explain.reasons import routes
from neurohex.explain.scene import Scene as Following
from neurohex.notation.report import HIT_KINDS
from neurohex.rules import events as ev
from neurohex.rules.engine import State
from neurohex.rules.layout import P_SCORE, PLAYER_SIZE
from neurohex.session import Event
from neurohex.view.forms import Beat, Wounds
from neurohex.view.names import hex_name, hex_names, id_of, player_or_none

_KINDS: Final = {**HIT_KINDS, ev.INSTANT: "instant", ev.PROCEDURE_HIT: "procedure"}
_MOST_POINTS: Final = 250
"""More points than these a state does not count."""
FACTS: Final[dict[int, tuple[str, str]]] = {
    ev.DRAWN: ("drawn", "player tile"),
    ev.DISCARDED: ("discarded", "player tile"),
    ev.PLACED: ("placed", "player tile to rotation"),
    ev.PLAYED: ("played", "player tile"),
    ev.MOVED: ("moved", "player tile source to rotation"),
    ev.TURNED: ("turned", "player tile to rotation"),
    ev.PUSHED: ("pushed", "player tile source to by"),
    ev.SWAPPED: ("swapped", "player source to"),
    ev.TURN_BEGAN: ("turn began", "player now"),
    ev.TURN_ENDED: ("turn ended", "player"),
    ev.UNLUCKY_DRAW: ("unlucky draw", "player"),
    ev.SUPPLY_ENDED: ("supply ended", "player"),
    ev.BATTLE_BEGAN: ("battle began", "player"),
    ev.PHASE_BEGAN: ("phase began", ""),
    ev.ACTED: ("acted", "to tile player"),
    ev.HELD: ("held", "to tile player"),
    ev.EXPLODED: ("exploded", "to tile player"),
    ev.SET_OFF: ("set off", "to tile source"),
    ev.HIT: ("hit", "source direction to kind wounds by arrives"),
    ev.STOPPED: ("stopped", "source direction to kind arrives"),
    ev.CONVERTED: ("converted", "to direction"),
    ev.HEALED: ("healed", "by to wounds source"),
    ev.WOUNDED: ("wounded", "to tile now"),
    ev.HQ_WOUNDED: ("hq wounded", "player wounds now to"),
    ev.DESTROYED: ("destroyed", "to tile player"),
    ev.PHASE_ENDED: ("phase ended", ""),
    ev.BATTLE_ENDED: ("battle ended", ""),
    ev.TAKEN: ("taken", "to tile player"),
    ev.FREED: ("freed", "to tile player"),
    ev.NETTED: ("netted", "to tile"),
    ev.UNNETTED: ("unnetted", "to tile"),
    ev.MINE_BLEW: ("mine blew", "to"),
    ev.FOUNDATION_GONE: ("foundation gone", "to tile"),
    ev.RETURNED: ("returned", "player tile"),
    ev.ENERGY: ("energy", "player now"),
    ev.PROCEDURE: ("procedure", "player - now"),
    ev.HIRED: ("hired", "player tile"),
    ev.EXTRA_TURNS: ("extra turns", ""),
    ev.ELIMINATED: ("eliminated", "player"),
    ev.GAME_OVER: ("game over", ""),
    ev.SCORED: ("scored", "player wounds"),
    ev.REMOVED: ("removed", "to tile player"),
}
"""What each event is called in a beat, and which fact each of its numbers is; `-` is for none."""


def beats(before: State, events: Sequence[Event], lang: str = "en") -> list[Beat]:
    """The beats of some events, of which `before` is the state before the first."""
    return [beat for _, beat, _ in follow(before, events, lang)]


def follow(before: State, events: Sequence[Event], lang: str) -> Iterator[tuple[Event, Beat, State]]:
    """Each event with its beat and the table right after it. That state changes as one goes on: look, do not keep."""
    lines = explain(before, events, lang)
    table = Following(before, events)
    shots: dict[Event, int] = {}
    for i, (event, line) in enumerate(zip(events, lines, strict=True)):
        if event[0] == ev.PHASE_BEGAN:
            shots.clear()
        table.begin(i)
        beat = _beat(table.st, event, line, shots)
        table.end(i)
        if event[0] == ev.SCORED:
            _score(table.st, event[1], event[2])
        yield event, beat, table.st


def _score(st: State, player: int, points: int) -> None:
    """Points of a score game, which no sentence needs and so nothing else follows."""
    at = int(st.po) + player * PLAYER_SIZE + P_SCORE
    st.b[at] = min(int(st.b[at]) + points, _MOST_POINTS)


def _beat(st: State, event: Event, line: Line, shots: dict[Event, int]) -> Beat:
    what, facts = FACTS[event[0]]
    beat: Beat = {
        "what": what,
        "words": line.text,
        "ruling": line.ruling,
        "phase": line.phase,
        "player": None,
        "tile": None,
        "source": None,
        "to": None,
        "by": None,
        "direction": None,
        "arrives": None,
        "via": [],
        "kind": None,
        "wounds": None,
        "rotation": None,
        "now": None,
    }
    for fact, value in zip(facts.split(), event[1:], strict=False):
        _state(beat, fact, value, st)
    if event[0] == ev.HIT:
        beat["via"] = _via(st, event, shots)
        if event[4] in (ev.INSTANT, ev.PROCEDURE_HIT):
            beat["direction"] = beat["arrives"] = None  # it comes from nowhere on the board
    return beat


def _state(beat: Beat, fact: str, value: int, st: State) -> None:
    """Write one fact of an event into its beat."""
    match fact:
        case "player":
            beat["player"] = player_or_none(value)
        case "tile":
            beat["tile"] = id_of(value)
        case "source" | "to" | "by":
            beat[fact] = hex_name(st.game, value)
        case "direction" | "arrives":
            beat[fact] = DIRECTIONS[value]
        case "kind":
            beat["kind"] = _KINDS[value]
        case "wounds":
            beat["wounds"] = _wounds(value)
        case "rotation" | "now":
            beat[fact] = value


def _wounds(value: int) -> Wounds:
    return "endless" if value == ev.ENDLESS else "destroys" if value == ev.DESTROYS else value


def _via(st: State, event: Event, shots: dict[Event, int]) -> list[str]:
    """The redirectors that turned a shot; `shots` counts how often its like has come already."""
    _, source, direction, to, kind, _, _, arrives = event
    if kind not in (ev.RANGED, ev.GAUSS):
        return []
    ways = routes(st, source, direction, kind, to, arrives)
    if not ways:
        return []
    like = (source, direction, to, kind, arrives)
    number = shots.get(like, 0)
    shots[like] = number + 1
    return hex_names(st.game, ways[min(number, len(ways) - 1)].via)
