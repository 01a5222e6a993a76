"""The whole table at one moment: board, units, players, the turn and the pending decision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from neurohex.board import Board
from neurohex.draw import BoardView, board_group, hex_middle, player_armies
from neurohex.draw.places import CELL, DROP
from neurohex.draw.svg import RADIUS
from neurohex.explain import language_of, player_name
from neurohex.model import Ending as GameEnding
from neurohex.model import Player, Table, Unit
from neurohex.model.game import ALL_TILES, State
from neurohex.view.duel import duel_form_of
from neurohex.view.forms import (
    VERSION,
    BoardForm,
    Deciding,
    Ending,
    FoundationForm,
    HexForm,
    PlayerForm,
    Scene,
    ShiftForm,
    Standing,
    UnitForm,
)
from neurohex.view.names import NOBODY, coats, counted, tile_id
from neurohex.view.texts import say

Piles = Sequence[Sequence[int]]
"""Every player's pile as tile numbers in drawing order, from `Session.upcoming`."""


def scene(st: State, lang: str = "en", *, piles: Piles | None = None) -> Scene:
    """The current table. Pass `piles` only for a game with open piles. Raises `UnknownLanguage`."""
    table = Table(st)
    return Scene(
        version=VERSION,
        board=board_form(table.board),
        standing=_standing(table),
        players=[_player(table, player, piles, lang) for player in table.players],
        turn=table.turn,
        whose=table.whose,
        decides=_deciding(table, lang),
        tiles_left=table.tiles_left,
        turns_left=table.turns_left,
        beside=[] if table.beside is None else [tile_id(table.beside)],
        notices=_notices(table, lang),
        ending=None if table.ending is None else _ending(table, table.ending, lang),
    )


# --- the board ------------------------------------------------------------------------------------
def board_form(board: Board) -> BoardForm:
    """A board in drawing units."""
    return _board_form(board)


@lru_cache(maxsize=64)
def _board_form(board: Board) -> BoardForm:
    main, terminals = set(board.main_field), set(board.terminals)
    _, box = board_group(BoardView(board))
    middles = [hex_middle(board, h) for h in range(len(board.names))]
    return BoardForm(
        key=board.key,
        hexes=[
            HexForm(
                name=name,
                x=round(middles[h][0], 1),
                y=round(middles[h][1], 1),
                main=h in main,
                terminal=h in terminals,
                neighbours=[board.names[v] if v >= 0 else None for v in board.neighbours[h]],
            )
            for h, name in enumerate(board.names)
        ],
        box=[round(side, 1) for side in box],
        cell=CELL,
        tile=RADIUS,
        drop=DROP,
    )


def standing(st: State) -> Standing:
    """Everything on the board, with current values."""
    return _standing(Table(st))


def _standing(table: Table) -> Standing:
    by_seat = coats(table.game)
    return Standing(
        units=[_unit(table, unit, NOBODY if unit.owner is None else by_seat[unit.owner]) for unit in table.units],
        foundations=[
            FoundationForm(
                hex=lies.hex,
                tile=tile_id(lies.tile),
                name=lies.name,
                coat=NOBODY if lies.owner is None else by_seat[lies.owner],
                owner=lies.owner,
            )
            for lies in table.foundations
        ],
        hq=list(table.hq),
        score=list(table.scores) if table.game.score else None,
    )


def _unit(table: Table, unit: Unit, coat: str) -> UnitForm:
    return UnitForm(
        hex=unit.hex,
        tile=tile_id(unit.tile),
        name=unit.name,
        kind=unit.tile.kind,
        coat=coat,
        rotation=unit.rotation,
        owner=unit.owner,
        controller=unit.controller,
        wounds=unit.wounds,
        toughness=unit.tile.toughness + unit.lent_toughness,
        points=unit.points,
        netted=unit.is_netted,
        netted_by=list(unit.netted_by),
        taken_by=list(unit.taken_by),
        initiative=list(unit.initiative),
        melee=unit.melee,
        ranged=unit.ranged,
        gauss=list(unit.gauss),
        shifts=_shifts(table, unit),
        medics=list(table.medics(unit)),
        markers=dict(Counter(unit.markers)) if unit.markers else {},
        paralysed=unit.is_paralysed,
        unpowered=unit.is_unpowered,
    )


def _shifts(table: Table, unit: Unit) -> list[ShiftForm]:
    """The values that differ from the printed ones."""
    shifts = [ShiftForm(one.kind, one.direction, one.printed, one.now) for one in table.shifts(unit)]
    if unit.lent_toughness:
        printed = unit.tile.toughness
        shifts.append(ShiftForm("toughness", None, printed, printed + unit.lent_toughness))
    return shifts


# --- the players ----------------------------------------------------------------------------------
def _player(table: Table, player: Player, piles: Piles | None, lang: str) -> PlayerForm:
    game, seat = table.game, player.seat
    army = player_armies(game.armies)[seat]
    return PlayerForm(
        player=seat,
        army=army.key,
        name=player_name(game, seat, lang),
        coat=coats(game)[seat],
        colour=army.colour,
        ink=army.ink,
        pattern=army.pattern,
        team=player.team,
        hq=player.hq,
        start_hq=player.start_hq,
        score=player.score if game.score else None,
        goal=table.score_goal,
        energy=player.energy if game.is_duel else None,
        duel=duel_form_of(table, player, lang),
        hand=[tile_id(tile) for tile in player.hand],
        aside=[tile_id(tile) for tile in player.aside],
        pile=counted(player.pile),
        pile_count=player.pile.total,
        top=[tile_id(tile) for tile in player.top],
        upcoming=None if piles is None else [tile_id(ALL_TILES[tile]) for tile in piles[seat]],
        discards=counted(player.discards),
        terror=player.has_terror,
        out=player.is_out,
    )


# --- the decision ---------------------------------------------------------------------------------
def deciding(st: State, lang: str) -> Deciding | None:
    """Who must decide or draw, and what; None after the end."""
    return _deciding(Table(st), lang)


def _deciding(table: Table, lang: str) -> Deciding | None:
    awaited = table.awaited
    if awaited is None:
        return None
    unit = None if awaited.about is None else table.unit(awaited.about)
    name = "" if unit is None else language_of(lang).unit(unit.tile, unit.hex)
    return Deciding(
        player=awaited.player,
        stage=awaited.stage,
        question=say(f"ask.{awaited.stage}", lang, unit=name, phase=awaited.phase),
        about=awaited.about,
        phase=awaited.phase,
    )


def _notices(table: Table, lang: str) -> list[str]:
    if table.awaited is None:
        return []
    found = []
    if table.turns_left is not None:
        key = "extra turns" if table.in_extra_turns else "last turns"
        found.append(say(f"notice.{key}", lang, turns=table.turns_left))
    if table.tiles_left is not None and table.awaited.stage != "energy":
        found.append(say("notice.limit", lang, tiles=table.tiles_left))
    threats = [player_name(table.game, player.seat, lang) for player in table.players if player.has_terror]
    found += [say("notice.terror", lang, player=name) for name in threats]
    if table.beside is not None:
        found.append(say("notice.beside", lang))
    return found


def _ending(table: Table, ended: GameEnding, lang: str) -> Ending:
    best = ended.best
    key = "won" if ended.winners else "drawn" if len(best) == len(ended.result) else "shared"
    players = language_of(lang).listed([player_name(table.game, seat, lang) for seat in best])
    return Ending(
        reason=ended.reason,
        winners=list(ended.winners),
        result=list(ended.result),
        words=say(f"ending.{key}", lang, players=players, reason=say(f"end.{ended.reason}", lang)),
    )
