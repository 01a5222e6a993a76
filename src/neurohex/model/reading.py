"""Single facts of a state, read where no whole value is needed, and the words for the rules' numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import Final, Literal

from neurohex.model.values import AttackKind, EndReason, Stage
from neurohex.rules.catalog import ALL_TILES
from neurohex.rules.engine import Game, State
from neurohex.rules.events import BLAST, GAUSS, MELEE, MIXED, POISON, RANGED, RAVAGER, ROCKET, SHADOW, SHOTGUN
from neurohex.rules.flow import hq_hex
from neurohex.rules.layout import (
    ADDITIONAL,
    ASKED,
    BY_FULL_BOARD,
    BY_TILE,
    END_ADDITIONAL,
    END_FINAL,
    END_HQ,
    END_SCORE,
    END_STILL,
    F_TILE,
    FINAL,
    FIRST,
    FL_DISABLED,
    FL_TURN,
    KINDS,
    NEUTRAL,
    PENDING,
    PENDING_A,
    PENDING_B,
    PHASE,
    ST_AIM,
    ST_CAPTURE,
    ST_CLOWN,
    ST_CONVERT,
    ST_DISCARD,
    ST_DRAW,
    ST_ENERGY,
    ST_HQ,
    ST_MAIN,
    ST_MARK,
    ST_MEDIC,
    ST_MERCENARY,
    ST_POINT,
    ST_PUSHED,
    ST_RECON,
    ST_REDRAW,
    ST_SHARED,
    ST_SOURCE,
    STARTER,
    TURNS_HIGH,
    TURNS_LOW,
    U_FLAGS,
    U_ROT,
    U_TILE,
)
from neurohex.rules.look import paralysed_seen
from neurohex.tiles import ARMIES, Army, Tile

STAGES: Final[dict[int, Stage]] = {
    ST_MERCENARY: "mercenary",
    ST_HQ: "hq",
    ST_DRAW: "draw",
    ST_SOURCE: "source",
    ST_DISCARD: "discard",
    ST_MAIN: "main",
    ST_PUSHED: "pushed",
    ST_RECON: "recon",
    ST_CAPTURE: "captive",
    ST_CLOWN: "clown",
    ST_CONVERT: "quartermaster",
    ST_MEDIC: "medic",
    ST_REDRAW: "redraw",
    ST_ENERGY: "energy",
    ST_AIM: "aim",
    ST_MARK: "marker",
    ST_SHARED: "shared",
    ST_POINT: "point",
}
"""Stages by the rules' number."""
DECISIONS: Final[dict[int, Stage]] = {number: stage for number, stage in STAGES.items() if stage != "draw"}
"""Stages at which a player decides."""
ENDS: Final[dict[int, EndReason]] = {
    END_HQ: "hq",
    END_FINAL: "final",
    END_ADDITIONAL: "additional",
    END_STILL: "still",
    END_SCORE: "score",
}
"""Reasons for the end, by the rules' number."""
BattleCause = Literal["tile", "full board", "final", "additional"]
CAUSES: Final[dict[int, BattleCause]] = {
    BY_TILE: "tile",
    BY_FULL_BOARD: "full board",
    FINAL: "final",
    ADDITIONAL: "additional",
}
"""Causes of a Battle, by the rules' number."""
ATTACK_KINDS: Final[dict[int, AttackKind]] = {
    MELEE: "melee",
    RANGED: "ranged",
    GAUSS: "gauss",
    ROCKET: "rocket",
    SHOTGUN: "shotgun",
    POISON: "poison",
    BLAST: "blast",
    SHADOW: "shadow",
    RAVAGER: "ravager",
}
"""Kinds of attacks, by the rules' number."""
HitKind = Literal[
    "melee", "ranged", "gauss", "melee+ranged", "rocket", "shotgun", "poison", "blast", "shadow", "ravager"
]
KINDS_OF_HIT: Final[dict[int, HitKind]] = {**ATTACK_KINDS, MIXED: "melee+ranged"}
"""Kinds of hits by attacks, by the rules' number."""

_ABOUT_ASKED: Final = (ST_RECON, ST_CAPTURE, ST_CLOWN, ST_CONVERT, ST_AIM, ST_SHARED)
_COPIES: Final = ("", " II", " III", " IV", " V", " VI")


# --- tiles ----------------------------------------------------------------------------------------
def tile_at(st: State, h: int) -> Tile | None:
    """The tile of the unit on a hex, or None."""
    number = st.unit(h, U_TILE)
    return ALL_TILES[number - 1] if number else None


def foundation_at(st: State, h: int) -> Tile | None:
    """The foundation on a hex, or None."""
    number = st.unit(h, F_TILE)
    return ALL_TILES[number - 1] if number else None


def rotation_at(st: State, h: int) -> int:
    """The rotation of the unit on a hex; 0 without a unit."""
    return st.unit(h, U_ROT)


def units_at(st: State) -> Iterator[tuple[int, Tile]]:
    """The units by hex: hex and tile."""
    for h in range(int(st.hexes)):
        number = st.unit(h, U_TILE)
        if number:
            yield h, ALL_TILES[number - 1]


def is_netted_at(st: State, h: int) -> bool:
    """Whether the unit on a hex is netted."""
    return bool(st.unit(h, U_FLAGS) & FL_DISABLED)


def is_paralysed_at(st: State, h: int) -> bool:
    """Whether the unit on a hex is paralysed (R23.1)."""
    return h in paralysed_seen(st)


def may_turn_captive(st: State, h: int) -> bool:
    """Whether the unit on a hex was captured just now, so that its taker may turn it (R3.3)."""
    return bool(st.unit(h, U_FLAGS) & FL_TURN)


def drawn_tile(game: Game, player: int, kind: int) -> int:
    """The tile number of a player's draw of that kind; -1 for none."""
    return int(game.tile_of[player * KINDS + kind])


def kinds_of(game: Game, player: int) -> dict[int, int]:
    """What a player can draw: kind by tile number."""
    return {tile: kind for kind in range(KINDS) if (tile := drawn_tile(game, player, kind)) >= 0}


# --- players --------------------------------------------------------------------------------------
def seat_or_none(player: int) -> int | None:
    """A player's seat, or None for nobody."""
    return player if 0 <= player < NEUTRAL else None


def army_name(game: Game, player: int) -> str:
    """A player's name: the army's; `Borgo II` for a second player with the same army (R11.5)."""
    return army_names(game.armies)[player]


def army_names(keys: tuple[str, ...], named: Callable[[Army], str] = attrgetter("name")) -> tuple[str, ...]:
    """The players' names, in seat order; `named` gives the name of an army."""
    return tuple(named(ARMIES[key]) + _COPIES[keys[:seat].count(key)] for seat, key in enumerate(keys))


def hq_place(st: State, player: int) -> str | None:
    """The hex of a player's HQ, or None."""
    h = int(hq_hex(st, player))
    return st.game.board.names[h] if h >= 0 else None


# --- the moment -----------------------------------------------------------------------------------
def turn_number(st: State) -> int:
    """The number of the current turn, from 1; 0 before the first."""
    return st.field(TURNS_LOW) + 256 * st.field(TURNS_HIGH)


def stage_of(st: State) -> Stage | None:
    """The pending decision or draw; None after the end."""
    return STAGES.get(st.stage())


def about(st: State) -> int | None:
    """The hex of the unit that the decision is about."""
    if st.stage() in _ABOUT_ASKED:
        return st.field(ASKED)
    if st.stage() == ST_PUSHED:
        return st.game.board.neighbours[st.field(PENDING_A)][st.field(PENDING_B)]
    return None


def phase_of(st: State) -> int | None:
    """The current initiative phase; None outside Battles."""
    return st.field(PHASE) - 1 if st.field(PHASE) else None


def has_begun(st: State) -> bool:
    """Whether the first turn has begun: only then HQs work and Battles are possible (R4.1)."""
    return bool(st.field(FIRST))


def starter_of(st: State) -> int:
    """The player who began the current or last Battle (R6.9)."""
    return st.field(STARTER)


def can_fight(st: State) -> bool:
    """Whether a Battle is possible now: after the start of the first turn, not inside a Battle, not while Medics
    answer an instant, not after the end."""
    return has_begun(st) and not st.field(PHASE) and not st.field(PENDING) and not st.is_over()
