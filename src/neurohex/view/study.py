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
    P_PILE,
    SEAT,
    STARTER,
    TURN,
    TURNS_LOW,
    U_TILE,
)
from neurohex.tiles import EXTRAS
from neurohex.view.battles import battle_preview
from neurohex.view.forms import VERSION, Analysis, StudyForm
from neurohex.view.names import id_of, number_of_id
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
    terminals: Sequence[str] | None = None,
    bomber: str = "none",
) -> State:
    """A state with the position on its board, in the middle of a turn and ready to be played on.

    `hands` are tile ids by player, which are taken from their piles; mercenaries and Mad Bomber, which no pile has, may
    be in one of them. `turn` is whose turn it is, where it is not said that of the position's starter or, if that one
    is out, of the first who is not. `terminals` are hexes of the Duel board, and `bomber` is how Mad Bomber is played,
    both as a game's description has them. Raises `AnalysisError`, or `UnknownTileId` for what is no tile.
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
    if len(hands) > count:
        raise AnalysisError(f"hands: expected at most {count}, got {len(hands)}")
    for number, hand in enumerate(hands):
        _deal(st, number, hand)
    st.b[TURN] = st.b[ACTOR] = st.b[STARTER] = player
    st.b[SEAT] = [int(p) for p in st.game.order].index(player)
    st.b[TURNS_LOW] = SETTLED
    st.b[LIMIT] = NO_LIMIT
    return st


def _deal(st: State, player: int, hand: Sequence[str]) -> None:
    if len(hand) > HAND_MAX:  # of games with reinforcements
        raise AnalysisError(f"hands[{player}]: expected at most {HAND_MAX} tiles, got {len(hand)}")
    for slot, name in enumerate(hand):
        number = number_of_id(name)
        place = f"hands[{player}][{slot}]"
        if ALL_TILES[number].army in EXTRAS:
            _check_extra(st, number, place)
        elif ALL_TILES[number].army != st.game.armies[player]:
            raise AnalysisError(f"{place}: {name} is no tile of {st.game.armies[player]}")
        else:
            kind = int(st.kind(player, number))
            if not st.player(player, P_PILE + kind):
                raise AnalysisError(f"{place}: no {ALL_TILES[number].name} is left in the pile")
            st.from_pile(player, kind)
        st.to_hand(player, number)


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

    Nothing is carried over of piles, energy and what lies aside: mercenaries that nobody has taken, Mad Bomber II.
    """
    game = st.game
    return {
        "line": format_line(position_of(st)),
        "hands": [[id_of(tile) for tile in st.hand(player)] for player in range(len(game.armies))],
        "turn": st.turn() if st.field(FIRST) and not st.is_out(st.turn()) else None,
        "terminals": list(game.terminals) if game.is_duel and game.terminals != TERMINALS else None,
        "bomber": game.bomber,
    }
