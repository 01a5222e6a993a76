"""Single facts of a state, read where no whole value is needed, and the words for the rules' numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from neurohex.model.values import AttackKind, EndReason, Stage
from neurohex.rules.catalog import ALL_TILES
from neurohex.rules.engine import Game, State
from neurohex.rules.events import GAUSS, MELEE, MIXED, RANGED
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
    ST_CAPTURE,
    ST_CLOWN,
    ST_CONVERT,
    ST_DISCARD,
    ST_DRAW,
    ST_ENERGY,
    ST_HQ,
    ST_MAIN,
    ST_MEDIC,
    ST_MERCENARY,
    ST_PUSHED,
    ST_RECON,
    ST_REDRAW,
    ST_SOURCE,
    STARTER,
    TURNS_HIGH,
    TURNS_LOW,
    U_FLAGS,
    U_ROT,
    U_TILE,
)
from neurohex.tiles import ARMIES, Tile

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
}
"""What is awaited, by the rules' number of the stage."""
DECISIONS: Final[dict[int, Stage]] = {number: stage for number, stage in STAGES.items() if stage != "draw"}
"""What is awaited of players."""
ENDS: Final[dict[int, EndReason]] = {
    END_HQ: "hq",
    END_FINAL: "final",
    END_ADDITIONAL: "additional",
    END_STILL: "still",
    END_SCORE: "score",
}
"""Why a game ended, by the rules' number of the end."""
BattleCause = Literal["tile", "full board", "final", "additional"]
CAUSES: Final[dict[int, BattleCause]] = {
    BY_TILE: "tile",
    BY_FULL_BOARD: "full board",
    FINAL: "final",
    ADDITIONAL: "additional",
}
"""Why a Battle is fought, by the rules' number of the cause."""
ATTACK_KINDS: Final[dict[int, AttackKind]] = {MELEE: "melee", RANGED: "ranged", GAUSS: "gauss"}
"""Kinds of attacks, by the rules' number."""
HitKind = Literal["melee", "ranged", "gauss", "melee+ranged"]
KINDS_OF_HIT: Final[dict[int, HitKind]] = {MELEE: "melee", RANGED: "ranged", GAUSS: "gauss", MIXED: "melee+ranged"}
"""Kinds of the hits of attacks, by the rules' number."""

_ABOUT_ASKED: Final = (ST_RECON, ST_CAPTURE, ST_CLOWN, ST_CONVERT)
_COPIES: Final = ("", " II", " III", " IV", " V", " VI")


# --- tiles ----------------------------------------------------------------------------------------
def tile_at(st: State, h: int) -> Tile | None:
    """The tile of the unit on a hex; None where none stands."""
    number = st.unit(h, U_TILE)
    return ALL_TILES[number - 1] if number else None


def foundation_at(st: State, h: int) -> Tile | None:
    """The foundation tile on a hex; None where none lies."""
    number = st.unit(h, F_TILE)
    return ALL_TILES[number - 1] if number else None


def rotation_at(st: State, h: int) -> int:
    """The rotation of the unit on a hex; 0 where none stands."""
    return st.unit(h, U_ROT)


def units_at(st: State) -> Iterator[tuple[int, Tile]]:
    """Hexes with units, in order, and their tiles."""
    for h in range(int(st.hexes)):
        number = st.unit(h, U_TILE)
        if number:
            yield h, ALL_TILES[number - 1]


def unit_name(st: State, h: int) -> str:
    """A unit by tile and hex: `Runner C2`. Where none stands, the hex."""
    tile = tile_at(st, h)
    place = st.game.board.names[h]
    return place if tile is None else f"{tile.name} {place}"


def is_netted_at(st: State, h: int) -> bool:
    """Whether the unit on a hex is caught in a net."""
    return bool(st.unit(h, U_FLAGS) & FL_DISABLED)


def may_turn_captive(st: State, h: int) -> bool:
    """Whether the unit on a hex was captured just now, so that its taker may turn it (R3.3)."""
    return bool(st.unit(h, U_FLAGS) & FL_TURN)


def drawn_tile(game: Game, player: int, kind: int) -> int:
    """The number of the tile that a draw of that kind gives a player; -1 for none."""
    return int(game.tile_of[player * KINDS + kind])


def kinds_of(game: Game, player: int) -> dict[int, int]:
    """What a player can draw: the kind by the number of its tile."""
    return {tile: kind for kind in range(KINDS) if (tile := drawn_tile(game, player, kind)) >= 0}


# --- players --------------------------------------------------------------------------------------
def seat_or_none(player: int) -> int | None:
    """A player's seat; None for nobody."""
    return player if 0 <= player < NEUTRAL else None


def army_name(game: Game, player: int) -> str:
    """A player by army; a second one of the same army (R11.5) is `Borgo II`."""
    return army_names(game.armies)[player]


def army_names(keys: tuple[str, ...]) -> tuple[str, ...]:
    """The players of a table by army, in the order of seats."""
    return tuple(ARMIES[key].name + _COPIES[keys[:seat].count(key)] for seat, key in enumerate(keys))


def hq_place(st: State, player: int) -> str | None:
    """The name of the hex of a player's HQ; None while it is not on the board."""
    h = int(hq_hex(st, player))
    return st.game.board.names[h] if h >= 0 else None


# --- the moment -----------------------------------------------------------------------------------
def turn_number(st: State) -> int:
    """The number of the running turn, from 1; 0 before the first."""
    return st.field(TURNS_LOW) + 256 * st.field(TURNS_HIGH)


def stage_of(st: State) -> Stage | None:
    """What is awaited; None once the game is over."""
    return STAGES.get(st.stage())


def about(st: State) -> int | None:
    """The hex of the unit that the present decision is about."""
    if st.stage() in _ABOUT_ASKED:
        return st.field(ASKED)
    if st.stage() == ST_PUSHED:
        return st.game.board.neighbours[st.field(PENDING_A)][st.field(PENDING_B)]
    return None


def phase_of(st: State) -> int | None:
    """The running initiative phase; None outside Battles."""
    return st.field(PHASE) - 1 if st.field(PHASE) else None


def has_begun(st: State) -> bool:
    """Whether the first turn has begun, so that HQs work and Battles can be fought (R4.1)."""
    return bool(st.field(FIRST))


def starter_of(st: State) -> int:
    """Who began the running or the last Battle (R6.9)."""
    return st.field(STARTER)


def can_fight(st: State) -> bool:
    """Whether a Battle could be fought now: after the first turn has begun, not inside a Battle, not while Medics
    answer an instant, not after the end."""
    return has_begun(st) and not st.field(PHASE) and not st.field(PENDING) and not st.is_over()
