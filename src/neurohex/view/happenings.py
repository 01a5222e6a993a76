"""Events as beats: a sentence for each, and the facts that a page animates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

from neurohex import events as ev
from neurohex.board import DIRECTIONS
from neurohex.events import Event, UnitRef
from neurohex.explain import Line, explain_each
from neurohex.model.game import ALL_TILES, Game
from neurohex.tiles import Tile
from neurohex.view.forms import Beat
from neurohex.view.names import tile_id

_IDS: Final = {(tile.army, tile.name): tile_id(tile) for tile in ALL_TILES}
Facts = dict[str, Any]
"""Some fields of a beat."""


def beats(game: Game, events: Sequence[Event], lang: str = "en") -> Iterator[Beat]:
    """The beats of some events, one at a time. Raises `UnknownLanguage`."""
    return (_beat(event, line) for event, line in zip(events, explain_each(game, events, lang), strict=True))


def _beat(event: Event, line: Line) -> Beat:
    facts = FACTS[type(event)](event)
    return Beat(what=event.name, words=line.text, ruling=line.ruling, phase=event.phase, **facts)


# --- facts ----------------------------------------------------------------------------------------
def _id(tile: Tile) -> str:
    return _IDS[tile.army, tile.name]


def _turned(facing: str) -> int:
    return DIRECTIONS.index(facing)


def _hex(unit: UnitRef | None) -> str | None:
    return None if unit is None else unit.hex


def _hexes(units: Iterable[UnitRef]) -> list[str]:
    return [unit.hex for unit in units]


def _nothing(e: Event) -> Facts:
    return {}


def _player(e: Any) -> Facts:
    return {"player": e.player}


def _tile(e: Any) -> Facts:
    return {"player": e.player, "tile": _id(e.tile)}


def _unit(e: Any) -> Facts:
    return {"to": e.unit.hex, "tile": _id(e.unit.tile)}


def _controlled(e: Any) -> Facts:
    return {**_unit(e), "player": e.unit.controller}


def _held(e: ev.Held) -> Facts:
    why = "paralysis" if e.paralysed else "unpowered" if e.unpowered and not e.nets else None
    return {**_controlled(e), "kind": why}


def _netted(e: ev.Netted) -> Facts:
    alone = e.unpowered and not e.nets and not e.steel
    return {**_unit(e), "kind": "unpowered" if alone else None}


def _owned(e: Any) -> Facts:
    return {**_unit(e), "player": e.unit.owner}


def _held_by(e: Any) -> Facts:
    return {**_unit(e), "player": e.player}


def _placed(e: ev.Placed) -> Facts:
    return {**_tile(e), "to": e.hex, "rotation": _turned(e.facing)}


def _moved(e: ev.Moved) -> Facts:
    return {"player": e.player, **_unit(e), "source": e.start, "rotation": _turned(e.facing)}


def _turn(e: ev.Turned) -> Facts:
    return {"player": e.player, **_unit(e), "rotation": _turned(e.facing)}


def _pushed(e: ev.Pushed) -> Facts:
    return {"player": e.player, "tile": _id(e.unit.tile), "source": e.unit.hex, "to": e.to, "by": e.pusher.hex}


def _swapped(e: ev.Swapped) -> Facts:
    return {"player": e.player, "source": e.one.hex, "to": e.two.hex}


def _turn_began(e: ev.TurnBegan) -> Facts:
    return {"player": e.player, "now": e.number}


def _energy(e: ev.EnergyGained | ev.ProcedureStarted) -> Facts:
    return {"player": e.player, "now": e.energy}


def _mine_blew(e: ev.MineBlew) -> Facts:
    return {"to": e.unit.hex}


def _foundation_gone(e: ev.FoundationGone | ev.FoundationBlew) -> Facts:
    return {"to": e.hex, "tile": _id(e.tile)}


def _set_off(e: ev.SetOff) -> Facts:
    return {**_unit(e), "source": _hex(e.by)}


def _hit(e: ev.Hit) -> Facts:
    return {
        "source": _hex(e.source) or e.ground or None,
        "direction": e.direction,
        "to": e.target.hex,
        "kind": e.kind,
        "wounds": e.wounds,
        "by": _hex(e.medic),
        "arrives": e.arrives,
        "via": _hexes(e.path),
    }


def _stopped(e: ev.Stopped) -> Facts:
    return {
        "source": e.source.hex,
        "direction": e.direction,
        "to": e.target.hex,
        "kind": e.kind,
        "arrives": e.arrives,
        "via": _hexes(e.path),
    }


def _aimed(e: ev.Aimed) -> Facts:
    return {"source": e.unit.hex, "to": _hex(e.target), "tile": _id(e.unit.tile)}


def _reflected(e: ev.Reflected) -> Facts:
    return {
        "source": e.source.hex,
        "direction": e.direction,
        "by": e.by.hex,
        "to": _hex(e.to),
        "kind": e.kind,
    }


def _marked(e: ev.Marked | ev.Unmarked) -> Facts:
    return {**_unit(e), "player": e.player, "kind": e.marker}


def _paid(e: ev.Paid) -> Facts:
    return {"player": e.player, "now": e.left}


def _carried(e: ev.DrawnIn | ev.Transposed) -> Facts:
    return {"player": e.player, "tile": _id(e.unit.tile), "source": e.unit.hex, "to": e.to}


def _converted(e: ev.Converted) -> Facts:
    return {"to": e.unit.hex, "direction": e.direction}


def _healed(e: ev.Healed) -> Facts:
    return {"by": e.medic.hex, "to": e.patient.hex, "wounds": e.wounds, "source": _hex(e.source)}


def _wounded(e: ev.Wounded) -> Facts:
    return {**_unit(e), "now": e.wounds}


def _hq_wounded(e: ev.HqWounded) -> Facts:
    return {"player": e.player, "wounds": e.lost, "now": e.left, "to": e.unit.hex}


def _scored(e: ev.Scored) -> Facts:
    return {"player": e.player, "wounds": e.points}


FACTS: Final[dict[type[Event], Callable[[Any], Facts]]] = {
    ev.Acted: _controlled,
    ev.Aimed: _aimed,
    ev.BattleBegan: _player,
    ev.BattleEnded: _nothing,
    ev.Converted: _converted,
    ev.Destroyed: _owned,
    ev.Discarded: _tile,
    ev.Drawn: _tile,
    ev.DrawnIn: _carried,
    ev.Eliminated: _player,
    ev.EnergyGained: _energy,
    ev.Exploded: _controlled,
    ev.ExtraTurns: _nothing,
    ev.FoundationBlew: _foundation_gone,
    ev.FoundationGone: _foundation_gone,
    ev.Freed: _held_by,
    ev.GameOver: _nothing,
    ev.Healed: _healed,
    ev.Held: _held,
    ev.Hired: _tile,
    ev.Hit: _hit,
    ev.HqWounded: _hq_wounded,
    ev.Marked: _marked,
    ev.MineBlew: _mine_blew,
    ev.Missed: _controlled,
    ev.Moved: _moved,
    ev.Netted: _netted,
    ev.Paid: _paid,
    ev.PhaseBegan: _nothing,
    ev.PhaseEnded: _nothing,
    ev.Placed: _placed,
    ev.Played: _tile,
    ev.ProcedureStarted: _energy,
    ev.Pushed: _pushed,
    ev.Reflected: _reflected,
    ev.Removed: _owned,
    ev.Returned: _tile,
    ev.Scored: _scored,
    ev.SetOff: _set_off,
    ev.Stopped: _stopped,
    ev.SupplyEnded: _player,
    ev.Swapped: _swapped,
    ev.Taken: _held_by,
    ev.Transposed: _carried,
    ev.TurnBegan: _turn_began,
    ev.TurnEnded: _player,
    ev.Turned: _turn,
    ev.UnluckyDraw: _player,
    ev.Unmarked: _marked,
    ev.Unnetted: _unit,
    ev.Wounded: _wounded,
}
"""The function that extracts the facts of each kind of event."""
