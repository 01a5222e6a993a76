"""Why a hex cannot be chosen, in one sentence with its rulings."""

from __future__ import annotations

from typing import Final

from neurohex.explain import tile_lines
from neurohex.explain.line import player_in_cases
from neurohex.model import Table
from neurohex.model.game import State
from neurohex.model.rulings import OBSTACLES
from neurohex.tiles import Tile
from neurohex.view.forms import Sentence
from neurohex.view.texts import say

_STEPS: Final = ("move", "second", "yield", "procedure push")
"""Kinds of actions whose unit goes to a free hex nearby."""
_PUTS: Final = ("place", "deploy", "bomber")
"""Kinds of actions that put a tile on a hex."""
_STRIKES: Final = (
    "grenade",
    "snipe",
    "push",
    "procedure elimination",
    "steel net",
    "execute",
    "paralyse",
    "smokescreen",
)
"""Kinds of actions that need a hostile unit."""
_HQS_TOO: Final = ("push", "paralyse", "smokescreen")
"""Those that work on HQs."""


def why_not(
    st: State,
    hex_: str,
    lang: str = "en",
    *,
    kind: str | None = None,
    tile: Tile | None = None,
    unit: str | None = None,
) -> Sentence:
    """Why the hex cannot be chosen for an offer, given its kind, its tile and the hex of its unit as far as chosen.

    Precondition: it is not among the offer's hexes. Reports what is seen on the hex; where that does not explain it,
    the rule of the tile. Raises `KeyError` for an unknown hex and `UnknownLanguage`.
    """
    table = Table(st)
    key = _seen(table, hex_, kind, tile, unit)
    if key is not None:
        there = table.unit(hex_) or ""
        terror = next(
            (player_in_cases(st.game, player.seat, lang) for player in table.players if player.has_terror), ""
        )
        words = say(f"not.{key}", lang, hex=hex_, unit=there, player=terror)
        return Sentence(words=words, rulings=list(OBSTACLES.get(key, ())))
    if tile is not None and not tile.is_unit:
        line = tile_lines(tile, lang)[-1]
        words = say("not.tile", lang, hex=hex_, tile=tile, rule=line.text)
        return Sentence(words=words, rulings=line.ruling.split(", ") if line.ruling else [])
    return Sentence(words=say("not.other", lang, hex=hex_), rulings=[])


def _seen(table: Table, hex_: str, kind: str | None, tile: Tile | None, unit: str | None) -> str | None:
    """What is seen on the hex or at the table that explains it; the key of its text."""
    there, lies = table.unit(hex_), table.foundation(hex_)
    mine = table.awaited.player if table.awaited is not None else None
    if kind in _PUTS or (kind is None and tile is not None and (tile.is_unit or tile.kind == "foundation")):
        if there is not None:
            return "taken"
        if lies is not None and tile is not None and tile.kind == "foundation":
            return "foundation"
        if any(player.has_terror and player.seat != mine for player in table.players):
            return "terror"
        return "limit" if table.tiles_left == 0 else None
    if kind in _STEPS and unit is not None:
        if there is not None and hex_ != unit:
            return "taken"
        near = table.board.neighbours[table.index(unit)]
        return "far" if table.index(hex_) not in near and hex_ != unit else None
    if kind in _STRIKES:
        if there is None and lies is None:
            return "nobody"
        if there is not None and there.controller == mine:
            return "own"
        return "hq" if there is not None and there.is_hq and kind not in _HQS_TOO else None
    return None
