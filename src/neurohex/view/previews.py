"""What would come of an action, before anybody sends it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from neurohex.model.reading import about, stage_of, tile_at
from neurohex.notation.action import action_text
from neurohex.rules import events as ev
from neurohex.rules.engine import Log, State, apply
from neurohex.session import Event
from neurohex.view.battles import Telling
from neurohex.view.forms import VERSION, Preview
from neurohex.view.reaches import reach
from neurohex.view.scenes import scene

_PUTS: Final = {ev.PLACED: (3,), ev.TURNED: (3,), ev.MOVED: (4,), ev.PUSHED: (4,), ev.SWAPPED: (2, 3)}
"""Events that put units somewhere or turn them, and which of their numbers are the hexes where they then are."""


def preview(st: State, action: int, lang: str = "en") -> Preview:
    """What an action would bring about; the state is not changed.

    Raises `IllegalAction` for one that is not legal. A Battle that would begin is told to its end, with the default
    choices where somebody is to choose in it; `after` is the moment of the first of these.
    """
    after = st.copy()
    log = Log()
    apply(after, action, log)
    told = Telling(lang)
    beats, _ = told.hear(st, log.events)
    told.assume(after)
    reaches = [reach(after, h) for h in _put(st, log.events) if tile_at(after, h) is not None]
    return {
        "version": VERSION,
        "action": action,
        "words": action_text(st, action),
        "beats": beats,
        "battles": told.battles,
        "unit": reaches[0]["hex"] if reaches else None,
        "reach": reaches[0] if reaches else None,
        "reaches": reaches,
        "after": scene(after, lang),
    }


def _put(st: State, events: Sequence[Event]) -> list[int]:
    """Hexes of the units that an act puts somewhere or turns, which is one event of it at most; else that of a captive
    who is asked about and stays as it is. They may have left since, and foundations are placed too: look who stands
    there."""
    for event in events:
        if event[0] == ev.BATTLE_BEGAN:
            break
        if event[0] in _PUTS:
            return [event[n] for n in _PUTS[event[0]]]
    asked = about(st)
    return [asked] if asked is not None and stage_of(st) == "captive" else []
