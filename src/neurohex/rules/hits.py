"""The list of hits of a phase or an instant (R6.2-R6.5). A hit is one number with a field for each of its facts."""

from typing import Final

from neurohex.compat import i64
from neurohex.rules.bits import BIT
from neurohex.rules.workspace import HITS_MAX, Workspace

NO_WAY: Final = 6
"""Stands for a direction where an attack has none."""

# Where each field begins.
_TO: Final = 0  # 6 bits
_WOUNDS: Final = 6  # 8 bits
_KIND: Final = 14  # 4 bits
_FROM: Final = 18  # 8 bits, for `events.NONE`
_WAY: Final = 26  # 3 bits
_ARRIVES: Final = 29  # 3 bits
_BY: Final = 32  # 3 bits
_BACK: Final = 35  # 1 bit
_FUSE: Final = 36  # 1 bit
_MEDIC: Final = 37  # 6 bits


def clear_hits(ws: Workspace) -> None:
    """Begin a new list."""
    ws.n_hits = 0
    ws.struck = 0
    ws.exploding = 0


def add_hit(ws: Workspace, source: i64, way: i64, to: i64, kind: i64, wounds: i64, arrives: i64, by: i64) -> None:
    """Append a hit. `way` is the direction in which it left its source, `by` the player behind it."""
    n = ws.n_hits
    if n == HITS_MAX:
        raise OverflowError("battle: more hits in one phase than any board can give")
    ws.hits[n] = (
        to | wounds << _WOUNDS | kind << _KIND | source << _FROM | way << _WAY | arrives << _ARRIVES | by << _BY
    )
    ws.struck |= BIT[to]
    ws.n_hits = n + 1


def hit_to(hit: i64) -> i64:
    """Hex of the unit that is hit."""
    return hit & 63


def hit_wounds(hit: i64) -> i64:
    """Wounds, armour taken off."""
    return hit >> _WOUNDS & 255


def hit_kind(hit: i64) -> i64:
    """`events.MELEE`, `RANGED` and so on."""
    return hit >> _KIND & 15


def hit_from(hit: i64) -> i64:
    """Hex of the unit that hits; `events.NONE` for an instant or a procedure."""
    return hit >> _FROM & 255


def hit_way(hit: i64) -> i64:
    """Direction in which it left its source."""
    return hit >> _WAY & 7


def hit_arrives(hit: i64) -> i64:
    """Direction of flight when it strikes."""
    return hit >> _ARRIVES & 7


def hit_by(hit: i64) -> i64:
    """The player behind it, through a chain of explosions too. Only for hits of a Battle."""
    return hit >> _BY & 7


def hit_effect(hit: i64) -> i64:
    """A number that says what it does: equal for hits that do as many wounds to the same unit from the same side."""
    return hit_to(hit) | hit_wounds(hit) << _WOUNDS | hit_arrives(hit) << _ARRIVES


def is_reflected(hit: i64) -> bool:
    """Whether it was reflected (R18.1)."""
    return hit >> _BACK & 1 != 0


def add_reflected(ws: Workspace, hit: i64, to: i64, wounds: i64) -> None:
    """Append a hit as it comes back from a reflecting edge, to the unit on the hex `to` (R18.1)."""
    back: i64 = (hit_arrives(hit) + 3) % 6
    add_hit(ws, hit_from(hit), hit_way(hit), to, hit_kind(hit), wounds, back, hit_by(hit))
    ws.hits[ws.n_hits - 1] |= BIT[_BACK]


def join(ws: Workspace, i: i64, kind: i64, wounds: i64) -> None:
    """Another part of the same attack joins hit `i`, which is of another kind then (R6.4)."""
    ws.hits[i] += ((kind - hit_kind(ws.hits[i])) << _KIND) + (wounds << _WOUNDS)


def worsen(ws: Workspace, i: i64, by: i64) -> None:
    """Hit `i` does that many wounds more."""
    ws.hits[i] += by << _WOUNDS


def stands(hit: i64) -> bool:
    """Whether no Medic has cancelled it."""
    return hit >> _MEDIC == 0


def is_open(hit: i64) -> bool:
    """Whether a Medic can still cancel it: no Medic has, it set off no Trap or Mad Bomber, and it is no poison."""
    return hit >> _FUSE == 0


def light_fuse(ws: Workspace, i: i64) -> None:
    """Medics do not answer hit `i`: it sets off a Trap or a Mad Bomber, or is poison (R28.2)."""
    ws.hits[i] |= BIT[_FUSE]


def medic_of(hit: i64) -> i64:
    """Hex of the Medic that cancelled it, or -1."""
    return (hit >> _MEDIC) - 1


def cancel(ws: Workspace, i: i64, medic: i64) -> None:
    """The Medic on a hex cancels hit `i`."""
    restore(ws, i)
    ws.hits[i] |= (medic + 1) << _MEDIC


def restore(ws: Workspace, i: i64) -> None:
    """Hit `i` stands again."""
    ws.hits[i] &= BIT[_MEDIC] - 1
