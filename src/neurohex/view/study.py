"""A board for study: any position, with tiles in hand if one likes, to be looked at, fought and played on from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from neurohex.board import TERMINALS
from neurohex.notation.bridge import position_of, state_of
from neurohex.notation.compact import format_line
from neurohex.notation.position import Position, position_json
from neurohex.rules.catalog import ALL_TILES, BOMBER_BASE
from neurohex.rules.engine import GameError, State
from neurohex.rules.layout import (
    ACTOR,
    FIRST,
    HAND_MAX,
    LIMIT,
    NO_LIMIT,
    P_ENERGY,
    P_PILE,
    PLAYER_SIZE,
    SEAT,
    STARTER,
    TURN,
    TURNS_LOW,
    U_TILE,
)
from neurohex.rules.procedures import MAX_ENERGY
from neurohex.tiles import EXTRAS
from neurohex.view.battles import battle_preview
from neurohex.view.forms import VERSION, Analysis, StudyForm
from neurohex.view.names import UnknownTileId, id_of, number_of_id
from neurohex.view.offers import choices
from neurohex.view.scenes import scene

_BESIDE: Final = int(BOMBER_BASE) + 1
"""Mad Bomber II, which is on the board or beside it (R12.2)."""
SETTLED: Final = 3
"""From this turn on everybody draws up to a full hand (R4.2); a board for study is in no earlier one."""


class AnalysisError(ValueError):
    """A board for study that cannot be; its text is one line that names the place."""


def analysis_state(
    position: Position,
    hands: Sequence[Sequence[str]] = (),
    turn: int | None = None,
    *,
    discards: Sequence[Sequence[str]] = (),
    energy: Sequence[int] = (),
    terminals: Sequence[str] | None = None,
    bomber: str = "none",
) -> State:
    """A state with the position on its board, in the middle of a turn and ready to be played on.

    `hands` and `discards` are tile ids by player, which are taken from their piles; mercenaries and Mad Bomber, which
    no pile has, may be in a hand. `turn` is whose turn it is, where it is not said that of the position's starter or,
    if that one is out, of the first who is not. `energy` by player and the hexes of `terminals` are of the Duel board,
    and `bomber` is how Mad Bomber is played, as a game's description has it. Raises `AnalysisError`, or `UnknownTileId`
    for what is no tile.
    """
    try:
        st = state_of(position, terminals=TERMINALS if terminals is None else terminals, bomber=bomber)
    except GameError as error:
        raise AnalysisError(str(error)) from None
    count = len(st.game.armies)
    able = [player for player in range(count) if not st.is_out(player)]
    if not able:
        raise AnalysisError("players: expected somebody whose HQ has points left")
    wanted = position.starter if turn is None else turn
    if turn is not None and turn not in able:
        raise AnalysisError(f"turn: expected a player in the game, one of {', '.join(map(str, able))}, got {turn}")
    player = wanted if wanted in able else able[0]
    for name, given in (("hands", hands), ("discards", discards), ("energy", energy)):
        if len(given) > count:
            raise AnalysisError(f"{name}: expected at most {count}, got {len(given)}")
    for number, hand in enumerate(hands):
        _deal(st, number, hand)
    for number, gone in enumerate(discards):
        for slot, tile in enumerate(gone):
            st.discard(number, _take(st, number, tile, f"discards[{number}][{slot}]"))
    for number, much in enumerate(energy):
        _charge(st, number, much)
    st.b[TURN] = st.b[ACTOR] = st.b[STARTER] = player
    st.b[SEAT] = [int(p) for p in st.game.order].index(player)
    st.b[TURNS_LOW] = SETTLED
    st.b[LIMIT] = NO_LIMIT
    return st


def _deal(st: State, player: int, hand: Sequence[str]) -> None:
    if len(hand) > HAND_MAX:  # of games with reinforcements
        raise AnalysisError(f"hands[{player}]: expected at most {HAND_MAX} tiles, got {len(hand)}")
    for slot, name in enumerate(hand):
        place = f"hands[{player}][{slot}]"
        number = _number(name, place)
        if ALL_TILES[number].army in EXTRAS:
            _check_extra(st, number, place)
        else:
            _take(st, player, name, place)
        st.to_hand(player, number)


def _number(name: str, place: str) -> int:
    try:
        return number_of_id(name)
    except UnknownTileId as error:
        raise UnknownTileId(f"{place}: {error}") from None


def _take(st: State, player: int, name: str, place: str) -> int:
    """A tile leaves the player's pile; its number."""
    number = _number(name, place)
    if ALL_TILES[number].army != st.game.armies[player]:
        raise AnalysisError(f"{place}: {name} is no tile of {st.game.armies[player]}")
    kind = int(st.kind(player, number))
    if not st.player(player, P_PILE + kind):
        raise AnalysisError(f"{place}: no {ALL_TILES[number].name} is left in the pile")
    st.from_pile(player, kind)
    return number


def _charge(st: State, player: int, much: int) -> None:
    most = MAX_ENERGY if st.game.is_duel else 0
    if not 0 <= much <= most:
        expected = f"0 to {most}" if most else "0, as only the Duel board has energy"
        raise AnalysisError(f"energy[{player}]: expected {expected}, got {much}")
    st.b[int(st.game.player_offset) + player * PLAYER_SIZE + P_ENERGY] = much


def _check_extra(st: State, number: int, place: str) -> None:
    """Mercenaries and bombers are in a game once each."""
    name = ALL_TILES[number].name
    if number == _BESIDE:
        raise AnalysisError(f"{place}: {name} lies beside the board, and is in nobody's hand")
    held = any(number in st.hand(player) for player in range(len(st.game.armies)))
    if held or any(st.unit(h, U_TILE) == number + 1 for h in range(int(st.game.hexes))):
        raise AnalysisError(f"{place}: there is only one {name}, and it is taken")


def analysis(st: State, lang: str = "en") -> Analysis:
    """A board for study in all its forms; any state of any game can be looked at so."""
    position = position_of(st)
    return {
        "version": VERSION,
        "position": position_json(position),
        "line": format_line(position),
        "scene": scene(st, lang),
        "choices": choices(st, lang),
        "battle": battle_preview(st, lang),
    }


def study_of(st: State) -> StudyForm:
    """What sets a state up again on a board for study, as far as that can be: `analysis_state` takes it.

    Left behind are mercenaries and bombers that are neither on the board nor in hand, and what is known about the order
    of piles.
    """
    game = st.game
    players = range(len(game.armies))
    return {
        "line": format_line(position_of(st)),
        "hands": [[id_of(tile) for tile in st.hand(player)] for player in players],
        "discards": [_own_discards(st, player) for player in players],
        "energy": [int(st.player(player, P_ENERGY)) for player in players],
        "turn": st.turn() if st.field(FIRST) and not st.is_out(st.turn()) else None,
        "terminals": list(game.terminals) if game.is_duel and game.terminals != TERMINALS else None,
        "bomber": game.bomber,
    }


def _own_discards(st: State, player: int) -> list[str]:
    army = st.game.armies[player]
    own = {tile: count for tile, count in st.discards(player).items() if ALL_TILES[tile].army == army}
    return [id_of(tile) for tile, count in own.items() for _ in range(count)]
