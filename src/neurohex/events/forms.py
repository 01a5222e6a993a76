"""Events as plain data for JSON, and back.

>>> from neurohex.events import Drawn
>>> from neurohex.tiles import ARMIES
>>> drawn = Drawn(0, ARMIES["borgo"].tile("Mutant"), "pile", rulings=("R4.2",))
>>> to_json(drawn)
{'event': 'drawn', 'player': 0, 'tile': 'borgo/Mutant', 'source': 'pile', 'rulings': ['R4.2'], 'phase': None}
>>> from_json(to_json(drawn)) == drawn
True
"""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any, Final, Literal

from neurohex.errors import NeurohexError
from neurohex.events import battle, course
from neurohex.events.base import Event, Gift, Outcome, Release, Strength, Timing, UnitRef, fill_slots_directly
from neurohex.tiles import ARMIES, EXTRAS, Tile

EVENT_TYPES: Final[dict[str, type[Event]]] = {
    kind.name: kind
    for module in (course, battle)
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
}
"""Every event class by its JSON name."""
fill_slots_directly(*EVENT_TYPES.values(), UnitRef, Gift, Strength, Timing, Release, Outcome)
_TILES: Final = {
    f"{tile.army}/{tile.name}": tile for group in (ARMIES, EXTRAS) for army in group.values() for tile in army.tiles
}


class EventError(NeurohexError):
    """Invalid event data; the text is one line that names the place and what was expected."""


def to_json(event: Event) -> dict[str, Any]:
    """The event as plain data: its name under `event`, then its fields. Tiles are `army/name`."""
    return {"event": event.name, **_plain(event)}


def _plain(value: Any) -> Any:
    if isinstance(value, Tile):
        return f"{value.army}/{value.name}"
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if is_dataclass(value):
        ordered = sorted(fields(value), key=lambda one: bool(one.kw_only))
        return {one.name: _plain(getattr(value, one.name)) for one in ordered}
    return value


def from_json(data: Mapping[str, Any]) -> Event:
    """Parse an event from the data of `to_json`. Raises `EventError`."""
    name = data.get("event")
    if not isinstance(name, str) or name not in EVENT_TYPES:
        raise EventError(f"event: expected one of {', '.join(EVENT_TYPES)}")
    found: Event = _built(EVENT_TYPES[name], {key: value for key, value in data.items() if key != "event"}, name)
    return found


@cache
def _hints(kind: type) -> dict[str, Any]:
    return typing.get_type_hints(kind)


def _built(kind: type, data: Any, place: str) -> Any:
    if not isinstance(data, Mapping):
        raise EventError(f"{place}: expected an object")
    hints = _hints(kind)
    known = {one.name for one in fields(kind)}
    later = {one.name for one in fields(kind) if one.default is not MISSING}  # older data may lack these
    for key in data:
        if key not in known:
            raise EventError(f"{place}.{key}: no such field")
    for key in known - later:
        if key not in data:
            raise EventError(f"{place}.{key}: missing")
    return kind(**{key: _value(hints[key], data[key], f"{place}.{key}") for key in known if key in data})


def _value(hint: Any, data: Any, place: str) -> Any:
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin in (types.UnionType, typing.Union):
        if data is None and type(None) in args:
            return None
        kinds = [arg for arg in args if arg is not type(None)]
        fitting = [arg for arg in kinds if _fits(arg, data)] or kinds
        return _value(fitting[0], data, place)
    if origin is Literal:
        if data not in args:
            raise EventError(f"{place}: expected one of {', '.join(map(str, args))}")
        return data
    if origin is tuple:
        return _items(args, data, place)
    if hint is Tile:
        if not isinstance(data, str) or data not in _TILES:
            raise EventError(f"{place}: expected army and name of a tile, as borgo/Mutant")
        return _TILES[data]
    if is_dataclass(hint) and isinstance(hint, type):
        return _built(hint, data, place)
    if type(data) is not hint:
        raise EventError(f"{place}: expected {_WORDS.get(hint, 'a value')}")
    return data


_WORDS: Final = {int: "a whole number", str: "a text", bool: "true or false"}


def _fits(hint: Any, data: Any) -> bool:
    if typing.get_origin(hint) is Literal:
        return data in typing.get_args(hint)
    return type(data) is hint


def _items(args: tuple[Any, ...], data: Any, place: str) -> tuple[Any, ...]:
    if not isinstance(data, list):
        raise EventError(f"{place}: expected a list")
    kinds = [args[0]] * len(data) if args[-1] is Ellipsis else list(args)
    if len(kinds) != len(data):
        raise EventError(f"{place}: expected {len(kinds)} items")
    return tuple(_value(kind, item, f"{place}[{n}]") for n, (kind, item) in enumerate(zip(kinds, data, strict=True)))
