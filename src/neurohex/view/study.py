"""The study board: any position, with optional hands, to inspect, fight and play on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from neurohex.board import TERMINALS
from neurohex.errors import NeurohexError
from neurohex.model import Table
from neurohex.model.duel import MAX_ENERGY
from neurohex.model.game import ALL_TILES, MAD_BOMBER_II, GameError, Setup, State
from neurohex.notation.bridge import placed_tile, position_of, setup_of
from neurohex.notation.compact import format_line
from neurohex.notation.position import Position, position_json
from neurohex.tiles import EXTRAS
from neurohex.view.battles import battle_preview
from neurohex.view.forms import VERSION, Analysis, StudyForm
from neurohex.view.names import UnknownTileId, number_of_id, tile_id
from neurohex.view.offers import choices
from neurohex.view.scenes import scene

_HAND_MAX: Final = 6
"""The largest hand, in games with reinforcements (R4.7)."""


class AnalysisError(NeurohexError):
    """An impossible study board; the text is one line that names the place."""


def analysis_state(
    position: Position,
    hands: Sequence[Sequence[str]] = (),
    turn: int | None = None,
    *,
    discards: Sequence[Sequence[str]] = (),
    energy: Sequence[int] = (),
    terminals: Sequence[str] | None = None,
    bomber: str = "none",
    must_discard: bool = False,
) -> State:
    """A state with the position on its board, in the middle of a turn, ready to play.

    `hands` and `discards` are tile ids by player; the tiles leave their piles. Hands may also contain mercenaries
    and Mad Bomber, which are in no pile. `turn` is the player to move; the default is the position's starter, or the
    first player still in the game. `energy` by player and `terminals` (hexes) apply to the Duel board; `bomber` is
    the game's setting for Mad Bomber. With `must_discard`, the player must first discard from a full hand. Raises
    `AnalysisError`, or `UnknownTileId`.
    """
    try:
        setup = setup_of(position, terminals=TERMINALS if terminals is None else terminals, bomber=bomber)
    except GameError as error:
        raise AnalysisError(str(error)) from None
    count = len(setup.game.armies)
    able = [player for player in range(count) if not setup.is_out(player)]
    if not able:
        raise AnalysisError("players: expected somebody whose HQ has points left")
    wanted = position.starter if turn is None else turn
    if turn is not None and turn not in able:
        raise AnalysisError(f"turn: expected a player in the game, one of {', '.join(map(str, able))}, got {turn}")
    for name, given in (("hands", hands), ("discards", discards), ("energy", energy)):
        if len(given) > count:
            raise AnalysisError(f"{name}: expected at most {count}, got {len(given)}")
    used = {placed_tile(position, unit) for unit in position.units}
    for number, hand in enumerate(hands):
        _deal(setup, number, hand, used)
    fallen = {number for number, player in enumerate(position.players) if player.hq == 0}
    fallen -= {unit.player for unit in position.units if ALL_TILES[placed_tile(position, unit)].kind == "hq"}
    for number, gone in enumerate(discards):
        for slot, tile in enumerate(gone):
            setup.discard(number, _discarded(setup, number, tile, f"discards[{number}][{slot}]", fallen))
    for number, much in enumerate(energy):
        _charge(setup, number, much)
    setup.set_turn(wanted if wanted in able else able[0], must_discard=must_discard)
    return setup.state()


def _deal(setup: Setup, player: int, hand: Sequence[str], used: set[int]) -> None:
    """`used` are the numbers of tiles already placed; the extras dealt here are added to it."""
    if len(hand) > _HAND_MAX:
        raise AnalysisError(f"hands[{player}]: expected at most {_HAND_MAX} tiles, got {len(hand)}")
    for slot, name in enumerate(hand):
        place = f"hands[{player}][{slot}]"
        number = _number(name, place)
        if ALL_TILES[number].army in EXTRAS:
            _take_extra(number, place, used)
        else:
            _take(setup, player, name, place)
        setup.to_hand(player, number)


def _number(name: str, place: str) -> int:
    try:
        return number_of_id(name)
    except UnknownTileId as error:
        raise UnknownTileId(f"{place}: {error}") from None


def _take(setup: Setup, player: int, name: str, place: str) -> int:
    """Take a tile from the player's pile; return its number."""
    number = _number(name, place)
    if ALL_TILES[number].army != setup.game.armies[player]:
        raise AnalysisError(f"{place}: {name} is no tile of {setup.game.armies[player]}")
    if not setup.in_pile(player, number):
        raise AnalysisError(f"{place}: no {ALL_TILES[number].name} is left in the pile")
    setup.take(player, number)
    return number


def _discarded(setup: Setup, player: int, name: str, place: str, fallen: set[int]) -> int:
    """The number of a tile that leaves the player's draw pile for the discard pile. An HQ without
    points comes from the board. `fallen` are the players whose HQ may lie there; this one leaves it."""
    number = _number(name, place)
    tile = ALL_TILES[number]
    if tile.kind == "hq" and tile.army == setup.game.armies[player] and player in fallen:
        fallen.remove(player)
        return number
    return _take(setup, player, name, place)


def _charge(setup: Setup, player: int, much: int) -> None:
    most = MAX_ENERGY if setup.game.is_duel else 0
    if not 0 <= much <= most:
        expected = f"0 to {most}" if most else "0, as only the Duel board has energy"
        raise AnalysisError(f"energy[{player}]: expected {expected}, got {much}")
    setup.set_energy(player, much)


def _take_extra(number: int, place: str, used: set[int]) -> None:
    """A game has one of each mercenary and bomber."""
    name = ALL_TILES[number].name
    if number == MAD_BOMBER_II:
        raise AnalysisError(f"{place}: {name} lies beside the board, and is in nobody's hand")
    if number in used:
        raise AnalysisError(f"{place}: there is only one {name}, and it is taken")
    used.add(number)


def analysis(st: State, lang: str = "en") -> Analysis:
    """A study board in all its forms. Works for any state of any game."""
    position = position_of(st)
    return Analysis(
        version=VERSION,
        position=position_json(position),
        line=format_line(position),
        scene=scene(st, lang),
        choices=choices(st, lang),
        battle=battle_preview(st, lang),
    )


def study_of(st: State) -> StudyForm:
    """The arguments of `analysis_state` that reproduce a state as far as possible.

    Omits mercenaries and bombers that are neither on the board nor in hand, known pile orders, and an HQ at 0 points
    that stays on the board to the end of the Battle (R10.1).
    """
    game, table = st.game, Table(st)
    whose = table.whose
    return StudyForm(
        line=format_line(_without_fallen(position_of(st))),
        hands=[[tile_id(tile) for tile in player.hand] for player in table.players],
        discards=[
            [tile.key for tile, count in player.discards.counts if tile.army == player.army for _ in range(count)]
            for player in table.players
        ],
        energy=[player.energy for player in table.players],
        turn=whose if whose is not None and not table.players[whose].is_out and table.hq[whose] > 0 else None,
        terminals=list(game.terminals) if game.is_duel and game.terminals != TERMINALS else None,
        bomber=game.bomber,
    )


def _without_fallen(position: Position) -> Position:
    """The position without HQs at 0 points: written positions have none."""
    fallen = {number for number, player in enumerate(position.players) if player.hq == 0}
    if not fallen:
        return position
    units = [u for u in position.units if u.player not in fallen or ALL_TILES[placed_tile(position, u)].kind != "hq"]
    return replace(position, units=tuple(units))
