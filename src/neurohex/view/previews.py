"""What would come of an action, before anybody sends it."""

from __future__ import annotations

from collections.abc import Sequence

from neurohex.events import BattleBegan, Event, Moved, Placed, Pushed, Swapped, Turned
from neurohex.model.reading import about, stage_of, tile_at
from neurohex.notation.action import action_text
from neurohex.rules.engine import Log, State, apply
from neurohex.view.battles import Telling
from neurohex.view.forms import VERSION, Preview
from neurohex.view.reaches import reach
from neurohex.view.scenes import scene


def preview(st: State, action: int, lang: str = "en") -> Preview:
    """What an action would bring about; the state is not changed.

    Raises `IllegalAction` for one that is not legal. A Battle that would begin is told to its end, with the default
    choices where somebody is to choose in it; `after` is the moment of the first of these.
    """
    after = st.copy()
    log = Log()
    apply(after, action, log)
    told = Telling(st.game, lang)
    beats, _ = told.hear(log)
    told.assume(after)
    put = [st.game.board.index[name] for name in _put(st, log.events)]
    reaches = [reach(after, h) for h in put if tile_at(after, h) is not None]
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


def _put(st: State, events: Sequence[Event]) -> list[str]:
    """Hexes of the units that an act puts somewhere or turns, which is one event of it at most; else that of a captive
    who is asked about and stays as it is. They may have left since, and foundations are placed too: look who stands
    there."""
    for event in events:
        match event:
            case BattleBegan():
                break
            case Placed():
                return [event.hex]
            case Moved() | Turned():
                return [event.unit.hex]
            case Pushed():
                return [event.to]
            case Swapped():
                return [event.one.hex, event.two.hex]
    asked = about(st)
    return [st.game.board.names[asked]] if asked is not None and stage_of(st) == "captive" else []
