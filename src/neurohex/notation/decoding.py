"""Action numbers, split into a kind and its fields, and put together again."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from neurohex.board import Board
from neurohex.rules import actions as numbers

_ROT: Final = ("rot", 6)
_HEX: Final = ("hex", 37)
_SLOT: Final = ("slot", 6)
_DIRECTION: Final = ("direction", 6)

_LAYOUT: Final[tuple[tuple[str, int, tuple[tuple[str, int], ...]], ...]] = (
    ("end", numbers.END, ()),
    ("discard", numbers.DISCARD, (_SLOT,)),
    ("redraw", numbers.UNLUCKY, ()),
    ("battle", numbers.FIGHT, ()),
    ("terror", numbers.TERROR, ()),
    ("place", numbers.PLACE, (_SLOT, _HEX, _ROT)),
    ("deploy", numbers.DEPLOY, (_HEX, _SLOT, _ROT)),
    ("move", numbers.MOVE, (("source", numbers.SOURCES), _HEX, ("step", 7), _ROT)),
    ("second", numbers.SECOND, (("step", 7), _ROT)),
    ("push", numbers.PUSH, (_HEX, _DIRECTION, ("way", 4))),
    ("yield", numbers.YIELD, (_DIRECTION,)),
    ("rotate", numbers.ROTATE, (_HEX, _ROT)),
    ("hq turn", numbers.HQ_TURN, (_HEX, _ROT)),
    ("castle", numbers.CASTLE, (_HEX, _DIRECTION)),
    ("grenade", numbers.GRENADE, (_HEX,)),
    ("snipe", numbers.SNIPE, (_HEX, ("choice", 2))),
    ("air strike", numbers.STRIKE, (_HEX,)),
    ("small bomb", numbers.BOMB, (_HEX, ("choice", 2))),
    ("captive", numbers.CAPTIVE, (_ROT,)),
    ("clown", numbers.CLOWN, (("choice", 2),)),
    ("convert", numbers.CONVERT, (("choice", 13),)),
    ("medic", numbers.MEDIC, (_HEX, ("medic", 37), ("choice", numbers.CLASSES))),
    ("procedure rotation", numbers.DUEL_ROTATE, (_HEX, _ROT)),
    ("procedure swap", numbers.DUEL_SWAP, (("pair", 21), _ROT, ("other_rot", 6))),
    ("procedure push", numbers.DUEL_PUSH, (_HEX, _DIRECTION, ("way", 4))),
    ("procedure laser", numbers.DUEL_LASER, (("pair", 21),)),
    ("procedure elimination", numbers.DUEL_ELIMINATE, (_HEX,)),
    ("procedure detonation", numbers.DUEL_DETONATE, ()),
    ("sell", numbers.SELL, (_SLOT,)),
    ("sell hq point", numbers.SELL_HQ, ()),
    ("hire", numbers.MERCENARY, (("extra", 6),)),
    ("pile", numbers.PILE, ()),
    ("bomber", numbers.BOMBER, (_SLOT, _HEX)),
    ("draw", numbers.DRAW, (("tile_kind", numbers.CAPTIVE_AT - numbers.DRAW),)),
    ("captive at", numbers.CAPTIVE_AT, (_HEX, _ROT)),
    ("own push", numbers.OWN_PUSH, (_HEX, _DIRECTION, ("way", 4))),
    ("own turn", numbers.OWN_TURN, (_HEX, _ROT)),
    ("steel net", numbers.STEEL_NET, (_HEX,)),
    ("execute", numbers.EXECUTE, (_SLOT, _HEX, _ROT)),
    ("point", numbers.POINT, (("player", 6),)),
    ("past", numbers.AIM, ()),
    ("aim", numbers.AIM + 1, (_HEX, _DIRECTION)),
    ("leave markers", numbers.MARK, ()),
    ("mark", numbers.MARK + 1, (_HEX,)),
    ("burrow", numbers.BURROW, (_DIRECTION,)),
    ("draw in", numbers.DRAW_IN, (_HEX, _DIRECTION)),
    ("paralyse", numbers.PARALYSE, (_HEX,)),
    ("smokescreen", numbers.SMOKE, (_HEX, _ROT)),
    ("transpose", numbers.TRANSPOSE, (_HEX, ("other", 37))),
    ("ray", numbers.RAY, (_HEX, ("direction", 3))),
    ("transform", numbers.TRANSFORM, (_DIRECTION,)),
    ("shared", numbers.SHARED, (("choice", 2),)),
)
_FIRSTS: Final = [first for _, first, _ in _LAYOUT]
_BY_KIND: Final = {kind: (first, fields) for kind, first, fields in _LAYOUT}

PAIRS: Final = tuple((a, b) for a in range(7) for b in range(a + 1, 7))
"""The two Terminals of each pair number, as indexes into `game.terminals`."""

WAY_TURNS: Final = (5, 0, 1)
"""Turn of each push way (0 left, 1 straight, 2 right) relative to the push's direction."""

CONTROLLER_CHOOSES: Final = 3
"""Push way: the controller of the pushed unit chooses the goal."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """An action number split into its kind and fields, without a state.

    Fields that the kind does not have are -1; `fields_of(kind)` lists those that it has.
    """

    kind: str
    """`end`, `discard`, `place`, `move`, `second` …: one of `ACTION_KINDS`."""
    slot: int = -1
    """Index in the actor's hand."""
    hex: int = -1
    """The hex, or the unit on it: the unit moved or turned, the pusher, the target, the patient."""
    rot: int = -1
    """Rotation after the action."""
    source: int = -1
    """What grants a move: 0 the Move tile, 1 Mobility, 2-7 a unit one hex away, 8-13 a unit two hexes away."""
    step: int = -1
    """Direction of a step; 6 for staying."""
    direction: int = -1
    way: int = -1
    """Push: 0 left, 1 straight, 2 right, 3 the victim's controller chooses."""
    choice: int = -1
    """Snipe and shared: 0 unit, 1 foundation. Small bomb: its shape. Clown: 1 to explode. Conversion: 0 for none,
    otherwise 1 + direction * 2 + part. Medic: the class of hits."""
    medic: int = -1
    """Hex of the spent Medic."""
    pair: int = -1
    """Two Terminals, as an index into `PAIRS`."""
    other_rot: int = -1
    """Rotation of the second swapped unit."""
    extra: int = -1
    """A mercenary (0-3) or a Mad Bomber (4, 5)."""
    player: int = -1
    """The opponent who gets a point."""
    other: int = -1
    """Transposition: hex of the unit that takes the place of the other."""
    tile_kind: int = -1
    """Draw: the kind of tile, in the drawing player's numbering."""

    @property
    def stays(self) -> bool:
        """Whether a unit turns without a step."""
        return self.step == numbers.STAY

    @property
    def granter(self) -> Literal["tile", "mobility", "unit"]:
        """What grants a move: a Move tile, the unit's own Mobility, or another unit."""
        if self.source == numbers.FROM_TILE:
            return "tile"
        return "mobility" if self.source == numbers.FROM_MOBILITY else "unit"

    def granter_hex(self, board: Board) -> int | None:
        """The hex of the unit that grants a move; -1 off the board, None if no other unit grants it."""
        return granter_at(board, self.hex, self.source) if self.granter == "unit" else None


def granter_at(board: Board, h: int, source: int) -> int:
    """The hex of the unit that grants a move to the unit on `h`; -1 off the board."""
    direction = (source - numbers.FROM_NEAR) % 6
    granter = board.neighbours[h][direction]
    if source >= numbers.FROM_FAR and granter >= 0:
        granter = board.neighbours[granter][direction]
    return granter


ACTION_KINDS: Final = tuple(kind for kind, _, _ in _LAYOUT)


def fields_of(kind: str) -> tuple[str, ...]:
    """The fields of `Decoded` that actions of this kind have, in layout order."""
    return tuple(name for name, _ in _BY_KIND[kind][1])


@lru_cache(maxsize=8192)  # a page is offered hundreds of actions, mostly the same as before the last act
def decode(action: int) -> Decoded:
    """Split an action number. Raises `ValueError` for an invalid number."""
    if not 0 <= action < numbers.ACTIONS:
        raise ValueError(f"action {action}: expected a number from 0 to {numbers.ACTIONS - 1}")
    kind, first, fields = _LAYOUT[bisect_right(_FIRSTS, action) - 1]
    rest = action - first
    values: dict[str, int] = {}
    for name, size in reversed(fields):
        rest, values[name] = divmod(rest, size)
    return Decoded(kind, **values)


def encode(decoded: Decoded) -> int:
    """The number of a decoded action, the inverse of `decode`. Raises `ValueError` if a field is out of range."""
    if decoded.kind not in _BY_KIND:
        raise ValueError(f'no kind of action "{decoded.kind}"')
    first, fields = _BY_KIND[decoded.kind]
    rest = 0
    for name, size in fields:
        value: int = getattr(decoded, name)
        if not 0 <= value < size:
            raise ValueError(f"{decoded.kind}: {name}: expected a number from 0 to {size - 1}, got {value}")
        rest = rest * size + value
    return first + rest
