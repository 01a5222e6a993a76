"""Single facts of a state, and the words for the rules' numbers. The only reader of a state's bytes in the model."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import Final, Literal

from neurohex.compat import i16, i64
from neurohex.model.values import AttackKind, EndReason, Stage
from neurohex.rules.catalog import ALL_TILES
from neurohex.rules.engine import Game, State
from neurohex.rules.events import BLAST, GAUSS, MELEE, MIXED, POISON, RANGED, RAVAGER, ROCKET, SHADOW, SHOTGUN
from neurohex.rules.flow import hq_hex
from neurohex.rules.layout import (
    ADDITIONAL,
    ASIDE,
    ASKED,
    BY_FULL_BOARD,
    BY_TILE,
    END_ADDITIONAL,
    END_FINAL,
    END_HQ,
    END_SCORE,
    END_STILL,
    EXTRA,
    F_TILE,
    FINAL,
    FIRST,
    FL_DISABLED,
    FL_MOBILITY,
    FL_ROTATED,
    FL_TURN,
    KINDS,
    LEFT,
    LIMIT,
    NEUTRAL,
    NO_LIMIT,
    P_ENERGY,
    P_MERCS,
    P_TERROR,
    PENDING,
    PENDING_A,
    PENDING_B,
    PHASE,
    PLAYED,
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
    SUPPLY,
    TURNS_HIGH,
    TURNS_LOW,
    U_CTRL,
    U_FLAGS,
    U_GRANTER,
    U_MOVED,
    U_MOVED2,
    U_OWNER,
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
CAUSE_NUMBERS: Final[dict[BattleCause, int]] = {cause: number for number, cause in CAUSES.items()}
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


def owner_at(st: State, h: int) -> int | None:
    """The owner of the unit on a hex; None for a neutral unit and without a unit."""
    return seat_or_none(st.unit(h, U_OWNER)) if st.unit(h, U_TILE) else None


def controller_at(st: State, h: int) -> int | None:
    """The controller of the unit on a hex; None for a neutral unit and without a unit."""
    return seat_or_none(st.unit(h, U_CTRL)) if st.unit(h, U_TILE) else None


def is_netted_at(st: State, h: int) -> bool:
    """Whether the unit on a hex is netted."""
    return bool(st.unit(h, U_FLAGS) & FL_DISABLED)


def is_paralysed_at(st: State, h: int) -> bool:
    """Whether the unit on a hex is paralysed (R23.1)."""
    return h in paralysed_seen(st)


def may_turn_captive(st: State, h: int) -> bool:
    """Whether the unit on a hex was captured just now, so that its taker may turn it (R3.3)."""
    return bool(st.unit(h, U_FLAGS) & FL_TURN)


def has_used_mobility_at(st: State, h: int) -> bool:
    """Whether the unit on a hex has used its own Mobility this turn (R5.1)."""
    return bool(st.unit(h, U_FLAGS) & FL_MOBILITY)


def has_given_turn(st: State, h: int) -> bool:
    """Whether the HQ on a hex has turned a unit this turn (R5.3)."""
    return bool(st.unit(h, U_FLAGS) & FL_ROTATED)


def has_served(st: State, giver: int, h: int) -> bool:
    """Whether the unit on `giver` has moved the unit on `h` this turn (R5.1)."""
    served = st.unit(h, U_MOVED) + st.unit(h, U_MOVED2) * 256
    return bool(served >> st.unit(giver, U_GRANTER) & 1)


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


def energy_of(st: State, player: int) -> int:
    """A player's energy on the Duel board (R9.2)."""
    return st.player(player, P_ENERGY)


def with_energy(st: State, player: int, energy: int) -> State:
    """A copy of the state in which the player has that energy."""
    changed = st.copy()
    changed.b[int(changed.player_at(i64(player))) + P_ENERGY] = i16(energy)
    changed.adopt()
    return changed


def has_extra(st: State, player: int, number: int) -> bool:
    """Whether a player keeps that mercenary or bomber aside."""
    return bool(st.player(player, P_MERCS) >> number & 1)


def has_terror(st: State, player: int) -> bool:
    """Whether Terror holds in the player's next turn (R8.4)."""
    return bool(st.player(player, P_TERROR))


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


def is_in_battle(st: State) -> bool:
    """Whether a Battle has begun and is not over."""
    return bool(st.field(PHASE))


def tiles_left(st: State) -> int | None:
    """Number of tiles that may still be played this turn; None without a limit, and outside turns."""
    if not turn_number(st) or st.field(LIMIT) == NO_LIMIT or st.is_over():
        return None
    if st.stage() == ST_ENERGY:  # tiles can only be traded now
        return 0
    return max(0, st.field(LIMIT) - st.field(PLAYED))


def turns_left(st: State) -> int | None:
    """Turns left before the Final or the Additional Battle; None until known (R4.4)."""
    return st.field(LEFT) if st.field(SUPPLY) and not st.is_over() else None


def in_extra_turns(st: State) -> bool:
    """Whether these are the extra turns of a tie (R1.2)."""
    return bool(st.field(EXTRA))


def is_tile_beside(st: State) -> bool:
    """Whether Mad Bomber II lies beside the board (R12.2)."""
    return bool(st.field(ASIDE))
