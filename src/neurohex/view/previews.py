"""Previews: the outcome of an action before a player commits to it."""

from __future__ import annotations

from collections.abc import Sequence

from neurohex.events import BattleBegan, Event, Moved, Placed, Pushed, Swapped, Turned
from neurohex.model.game import State, outcome
from neurohex.model.reading import about, stage_of, tile_at
from neurohex.notation.action import action_text
from neurohex.view.battles import BattleCollector
from neurohex.view.forms import VERSION, Preview
from neurohex.view.reaches import reach
from neurohex.view.scenes import scene


def preview(st: State, action: int, lang: str = "en") -> Preview:
    """The outcome of an action; does not change the state.

    Raises `IllegalAction`. If a Battle would begin, the preview fights it to its end with default choices; `after`
    is the moment of the first choice.
    """
    played = outcome(st, action)
    after, log = played.after, played.log
    collector = BattleCollector(st.game, lang)
    beats, _ = collector.add(log)
    collector.finish(after)
    put = [st.game.board.index[name] for name in _put(st, log.events)]
    reaches = [reach(after, h) for h in put if tile_at(after, h) is not None]
    return Preview(
        version=VERSION,
        action=action,
        words=action_text(st, action),
        beats=beats,
        battles=collector.battles,
        unit=reaches[0].hex if reaches else None,
        reach=reaches[0] if reaches else None,
        reaches=reaches,
        after=scene(after, lang),
    )


def _put(st: State, events: Sequence[Event]) -> list[str]:
    """Hexes of the units that an action places, moves or turns (at most one event), otherwise of a captive that
    keeps its facing. The units may have left since, and foundations count too: check what is there."""
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
