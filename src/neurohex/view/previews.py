"""What would come of an action, before anybody sends it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from neurohex.notation.action import action_text
from neurohex.rules import events as ev
from neurohex.rules.engine import Log, State, apply
from neurohex.rules.layout import ST_CAPTURE, ST_PUSHED, U_TILE
from neurohex.session import Event
from neurohex.view.battles import Telling
from neurohex.view.forms import VERSION, Preview
from neurohex.view.names import about, hex_name
from neurohex.view.reaches import reach
from neurohex.view.scenes import scene

_PUTS: Final = {ev.PLACED: 3, ev.MOVED: 4, ev.TURNED: 3}
"""Events that put a unit somewhere, and which of their numbers is the hex."""
_PUSHED_TO: Final = 4


def preview(st: State, action: int, lang: str = "en") -> Preview:
    """What an action would bring about; the state is not changed.

    Raises `IllegalAction` for one that is not legal. Where a Battle would begin it is told as far as nobody has to
    choose in it: `battle_preview` tells the whole.
    """
    after = st.copy()
    log = Log()
    apply(after, action, log)
    beats, battles = Telling(lang).hear(st, log.events)
    h = _unit(st, log.events)
    stands = h >= 0 and after.unit(h, U_TILE) != 0
    return {
        "version": VERSION,
        "action": action,
        "words": action_text(st, action),
        "beats": beats,
        "battles": battles,
        "unit": hex_name(st.game, h) if stands else None,
        "reach": reach(after, h) if stands else None,
        "after": scene(after, lang),
    }


def _unit(st: State, events: Sequence[Event]) -> int:
    """Hex of the unit that an act has placed, moved or turned, or that was asked about and goes or stays; else -1."""
    for event in events:
        if event[0] == ev.BATTLE_BEGAN:
            break
        if event[0] in _PUTS:
            return event[_PUTS[event[0]]]
        if event[0] == ev.PUSHED and st.stage() == ST_PUSHED:
            return event[_PUSHED_TO]
    return about(st) if st.stage() == ST_CAPTURE else -1
