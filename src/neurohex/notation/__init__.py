"""Text and JSON forms of positions, actions and games."""

from neurohex.notation.compact import format_line, parse_line
from neurohex.notation.errors import ActionError, NotationError, PositionError, RecordError
from neurohex.notation.position import (
    PlacedFoundation,
    PlacedUnit,
    Position,
    PositionPlayer,
    loads_position,
    parse_position,
    position_json,
    start_hq,
)

__all__ = [
    "ActionError",
    "NotationError",
    "PlacedFoundation",
    "PlacedUnit",
    "Position",
    "PositionError",
    "PositionPlayer",
    "RecordError",
    "format_line",
    "loads_position",
    "parse_line",
    "parse_position",
    "position_json",
    "start_hq",
]
