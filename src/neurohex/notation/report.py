"""What `inspect` and `battle` tell of a position, in the forms that programs rely on (docs/formats.md)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from neurohex.board import DIRECTIONS
from neurohex.notation.bridge import position_of, state_of
from neurohex.notation.position import Position, position_json
from neurohex.rules.acts import decide
from neurohex.rules.battle import begin_battle
from neurohex.rules.catalog import ALL_TILES
from neurohex.rules.engine import Log, State, default_choice
from neurohex.rules.events import (
    ACTED,
    DESTROYED,
    ENDLESS,
    EXPLOSION,
    GAUSS,
    HIT,
    MELEE,
    MIXED,
    NONE,
    PHASE_BEGAN,
    PHASE_ENDED,
    RANGED,
)
from neurohex.rules.flow import fight_alone
from neurohex.rules.layout import BY_TILE, FL_DISABLED, NEUTRAL, STARTER, U_CTRL, U_FLAGS, U_OWNER, U_ROT, U_TILE
from neurohex.rules.strikes import VALUES, bonuses, set_values, strength

HIT_KINDS = {MELEE: "melee", RANGED: "ranged", GAUSS: "gauss", MIXED: "melee+ranged", EXPLOSION: "explosion"}

Chooser = Callable[[State], int]
"""Chooses among the legal actions of a state that waits for a choice inside a Battle."""


def unit_now(st: State, h: int) -> dict[str, Any]:
    """What holds for the unit on a hex now. `bonuses` must have been called on the state."""
    tile = ALL_TILES[st.unit(h, U_TILE) - 1]
    owner, control = st.unit(h, U_OWNER), st.unit(h, U_CTRL)
    disabled = bool(st.unit(h, U_FLAGS) & FL_DISABLED)
    rotation = st.unit(h, U_ROT)
    entry: dict[str, Any] = {
        "hex": st.game.board.names[h],
        "tile": tile.name,
        "player": None if owner == NEUTRAL else owner,
        "controller": None if control == NEUTRAL else control,
        "disabled": disabled,
        "initiative": [],
        "melee": {},
        "ranged": {},
        "gauss": [],
    }
    if disabled:
        return entry
    set_values(st, h)
    entry["initiative"] = sorted({int(VALUES[h * 8 + i]) for i in range(8)} - {-1}, reverse=True)
    entry["melee"] = {d: s for i, d in enumerate(DIRECTIONS) if (s := int(strength(st, h, i, MELEE, 0)))}
    entry["ranged"] = {d: s for i, d in enumerate(DIRECTIONS) if (s := int(strength(st, h, i, RANGED, 0)))}
    entry["gauss"] = [d for i, d in enumerate(DIRECTIONS) if tile.gauss[(i - rotation) % 6]]
    return entry


def inspect(position: Position) -> dict[str, Any]:
    """One entry a unit, by hex."""
    st = state_of(position)
    bonuses(st)
    return {"units": [unit_now(st, h) for h in range(int(st.hexes)) if st.unit(h, U_TILE)]}


def fight(st: State, log: Log, choose: Chooser = default_choice) -> None:
    """Fight one Battle on a position's state, with all choices made by `choose`; `log.choices` counts them."""
    st.log = log
    begin_battle(st, BY_TILE, st.field(STARTER))
    while not fight_alone(st):
        log.choices += 1
        decide(st, choose(st))
    st.log = None


def phases_of(log: Log, names: tuple[str, ...]) -> list[dict[str, Any]]:
    """The phases of one Battle in which somebody acted, as `battle --json` prints them."""
    phases: list[dict[str, Any]] = []
    current: dict[str, Any] = {}
    for event in log.events:
        code = event[0]
        if code == PHASE_BEGAN:
            current = {"initiative": event[1], "acted": [], "hits": [], "destroyed": []}
        elif code == ACTED:
            current["acted"].append(names[event[1]])
        elif code == HIT and event[1] != NONE:
            current["hits"].append(_hit(event, names))
        elif code == DESTROYED and current:
            current["destroyed"].append(names[event[1]])
        elif code == PHASE_ENDED:
            current["hits"].sort(key=lambda hit: (hit["from"], DIRECTIONS.index(hit["direction"]), hit["to"]))
            current["destroyed"].sort()
            phases.append(current)
            current = {}
    return phases


def _hit(event: tuple[int, ...], names: tuple[str, ...]) -> dict[str, Any]:
    _, source, direction, to, kind, wounds, medic, *_ = event
    return {
        "from": names[source],
        "direction": DIRECTIONS[direction],
        "to": names[to],
        "kind": HIT_KINDS[kind],
        "wounds": "endless" if wounds == ENDLESS else wounds,
        "absorbed": medic != NONE,
    }


def battle(position: Position, choose: Chooser = default_choice) -> dict[str, Any]:
    """Fight one Battle on a position and tell it phase by phase."""
    st = state_of(position)
    log = Log()
    fight(st, log, choose)
    after = position_json(position_of(st))
    return {
        "phases": phases_of(log, st.game.board.names),
        "players": after["players"],
        "units": after["units"],
        "foundations": after["foundations"],
        "choices": log.choices,
    }
