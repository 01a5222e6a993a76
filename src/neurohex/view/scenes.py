"""The whole table at one moment: board, units, players, whose turn it is and what is to be decided."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from neurohex.board import Board
from neurohex.draw import BoardView, board_group, hex_middle, player_armies
from neurohex.draw.places import CELL, DROP
from neurohex.draw.svg import RADIUS
from neurohex.explain import language_of, player_name, unit_name
from neurohex.explain.reasons import takers
from neurohex.notation.record import turn_number
from neurohex.notation.report import unit_now
from neurohex.players.situation import STAGES
from neurohex.rules.catalog import ALL_TILES, BOMBER_BASE, MERCENARY_BASE
from neurohex.rules.ending import score_goal
from neurohex.rules.engine import State
from neurohex.rules.influence import net_sources
from neurohex.rules.layout import (
    ASIDE,
    END_ADDITIONAL,
    END_FINAL,
    END_HQ,
    END_SCORE,
    END_STILL,
    EXTRA,
    F_OWNER,
    F_TILE,
    FIRST,
    LEFT,
    LIMIT,
    NEUTRAL,
    NO_LIMIT,
    P_ENERGY,
    P_MERCS,
    P_PILE_N,
    P_TERROR,
    PHASE,
    PLAYED,
    ST_DRAW,
    ST_ENERGY,
    SUPPLY,
    U_OWNER,
    U_ROT,
    U_TILE,
    U_WOUNDS,
)
from neurohex.rules.strikes import bonuses
from neurohex.view.duel import duel_side
from neurohex.view.forms import (
    VERSION,
    BoardForm,
    Deciding,
    Ending,
    FoundationForm,
    PlayerForm,
    Scene,
    Standing,
    UnitForm,
)
from neurohex.view.names import NOBODY, about, coats, counted, hex_name, hex_names, id_of
from neurohex.view.texts import say

Piles = Sequence[Sequence[int]]
"""Every player's pile as tile numbers, the next to be drawn first, as `Session.upcoming` tells them."""

_EXTRAS: Final = 6
_ENDS: Final = {
    END_HQ: "hq",
    END_FINAL: "final",
    END_ADDITIONAL: "additional",
    END_STILL: "still",
    END_SCORE: "score",
}


def scene(st: State, lang: str = "en", *, piles: Piles | None = None) -> Scene:
    """The table as it stands. `piles` are for a game with open piles only. Raises `UnknownLanguage`."""
    return {
        "version": VERSION,
        "board": board_form(st.game.board),
        "standing": standing(st),
        "players": [_player(st, p, piles, lang) for p in range(len(st.game.armies))],
        "turn": turn_number(st),
        "whose": st.turn() if st.field(FIRST) else None,
        "decides": deciding(st, lang),
        "tiles_left": _tiles_left(st),
        "turns_left": st.field(LEFT) if st.field(SUPPLY) and not st.is_over() else None,
        "beside": [id_of(int(BOMBER_BASE) + 1)] if st.field(ASIDE) else [],
        "notices": _notices(st, lang),
        "ending": _ending(st, lang) if st.is_over() else None,
    }


# --- the board ------------------------------------------------------------------------------------
def board_form(board: Board) -> BoardForm:
    """A board in the units of the drawings."""
    return _board_form(board)


@lru_cache(maxsize=64)
def _board_form(board: Board) -> BoardForm:
    main, terminals = set(board.main_field), set(board.terminals)
    _, box = board_group(BoardView(board))
    middles = [hex_middle(board, h) for h in range(len(board.names))]
    return {
        "key": board.key,
        "hexes": [
            {
                "name": name,
                "x": round(middles[h][0], 1),
                "y": round(middles[h][1], 1),
                "main": h in main,
                "terminal": h in terminals,
                "neighbours": [board.names[v] if v >= 0 else None for v in board.neighbours[h]],
            }
            for h, name in enumerate(board.names)
        ],
        "box": [round(side, 1) for side in box],
        "cell": CELL,
        "tile": RADIUS,
        "drop": DROP,
    }


def standing(st: State) -> Standing:
    """What stands on the board, with all that holds for it now."""
    table = coats(st.game)
    bonuses(st)
    units: list[UnitForm] = []
    foundations: list[FoundationForm] = []
    for h, name in enumerate(st.game.board.names):
        if st.unit(h, U_TILE):
            units.append(_unit(st, h, table))
        if st.unit(h, F_TILE):
            owner, number = st.unit(h, F_OWNER), st.unit(h, F_TILE) - 1
            foundations.append(
                {
                    "hex": name,
                    "tile": id_of(number),
                    "name": ALL_TILES[number].name,
                    "coat": NOBODY if owner == NEUTRAL else table[owner],
                    "owner": None if owner == NEUTRAL else owner,
                }
            )
    players = range(len(st.game.armies))
    return {
        "units": units,
        "foundations": foundations,
        "hq": [st.hq(p) for p in players],
        "score": [st.points(p) for p in players] if st.game.score else None,
    }


def _unit(st: State, h: int, table: tuple[str, ...]) -> UnitForm:
    """`bonuses` must have been called on the state, and so of what follows here only what leaves them be."""
    now = unit_now(st, h)
    number, owner = st.unit(h, U_TILE) - 1, st.unit(h, U_OWNER)
    tile = ALL_TILES[number]
    return {
        "hex": now["hex"],
        "tile": id_of(number),
        "name": tile.name,
        "kind": tile.kind,
        "coat": NOBODY if owner == NEUTRAL else table[owner],
        "rotation": st.unit(h, U_ROT),
        "owner": now["player"],
        "controller": now["controller"],
        "wounds": st.unit(h, U_WOUNDS),
        "toughness": tile.toughness,
        "points": st.hq(owner) if tile.kind == "hq" else None,
        "netted": now["disabled"],
        "netted_by": hex_names(st.game, net_sources(st, h)) if now["disabled"] else [],
        "taken_by": hex_names(st.game, takers(st, h)),
        "initiative": now["initiative"],
        "melee": now["melee"],
        "ranged": now["ranged"],
        "gauss": now["gauss"],
    }


# --- the players ----------------------------------------------------------------------------------
def _player(st: State, player: int, piles: Piles | None, lang: str) -> PlayerForm:
    game = st.game
    army = player_armies(game.armies)[player]
    aside = [int(MERCENARY_BASE) + i for i in range(_EXTRAS) if st.player(player, P_MERCS) >> i & 1]
    return {
        "player": player,
        "army": army.key,
        "name": player_name(game, player),
        "coat": coats(game)[player],
        "colour": army.colour,
        "ink": army.ink,
        "pattern": army.pattern,
        "team": next((n for n, team in enumerate(game.teams) if player in team), None),
        "hq": st.hq(player),
        "start_hq": int(game.start_hq[player]),
        "score": st.points(player) if game.score else None,
        "goal": int(score_goal(st)) if game.score else None,
        "energy": st.player(player, P_ENERGY) if game.is_duel else None,
        "duel": duel_side(st, player, lang),
        "hand": [id_of(tile) for tile in st.hand(player)],
        "aside": [id_of(tile) for tile in aside],
        "pile": counted(st.pile(player)),
        "pile_count": st.player(player, P_PILE_N),
        "top": [id_of(tile) for tile in reversed(st.top(player))],
        "upcoming": None if piles is None else [id_of(tile) for tile in piles[player]],
        "discards": counted(st.discards(player)),
        "terror": bool(st.player(player, P_TERROR)),
        "out": st.is_out(player),
    }


# --- what is to be decided ------------------------------------------------------------------------
def deciding(st: State, lang: str) -> Deciding | None:
    """Who is to decide, or to draw, and what; None once the game is over."""
    if st.is_over():
        return None
    h = about(st)
    phase = st.field(PHASE) - 1 if st.field(PHASE) else None
    stage = "draw" if st.stage() == ST_DRAW else STAGES[st.stage()]
    return {
        "player": st.actor(),
        "stage": stage,
        "question": say(f"ask.{stage}", lang, unit=unit_name(st, h) if h >= 0 else "", phase=phase),
        "about": hex_name(st.game, h),
        "phase": phase,
    }


def _tiles_left(st: State) -> int | None:
    if not turn_number(st) or st.field(LIMIT) == NO_LIMIT or st.is_over():
        return None
    if st.stage() == ST_ENERGY:  # tiles can only be traded now
        return 0
    return max(0, st.field(LIMIT) - st.field(PLAYED))


def _notices(st: State, lang: str) -> list[str]:
    if st.is_over():
        return []
    found = []
    if st.field(SUPPLY):
        key = "extra turns" if st.field(EXTRA) else "last turns"
        found.append(say(f"notice.{key}", lang, turns=st.field(LEFT)))
    left = _tiles_left(st)
    if left is not None and st.stage() != ST_ENERGY:
        found.append(say("notice.limit", lang, tiles=left))
    found += [
        say("notice.terror", lang, player=player_name(st.game, p))
        for p in range(len(st.game.armies))
        if st.player(p, P_TERROR)
    ]
    if st.field(ASIDE):
        found.append(say("notice.beside", lang))
    return found


def _ending(st: State, lang: str) -> Ending:
    reason = _ENDS[st.end_reason()]
    result = st.result()
    best = [p for p, points in enumerate(result) if points == max(result)]
    drawn = not st.winners()
    key = "won" if not drawn else "drawn" if len(best) == len(result) else "shared"
    players = language_of(lang).listed([player_name(st.game, p) for p in best])
    return {
        "reason": reason,
        "winners": list(st.winners()),
        "result": list(result),
        "words": say(f"ending.{key}", lang, players=players, reason=say(f"end.{reason}", lang)),
    }
