"""Games and states as facts of the bot protocol, and back.

Facts are plain words, one line each, for bots in any language. The fact `state` holds the complete state of the rules
for bots that use neurohex. docs/bot-protocol.md lists them all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from neurohex.notation.action import action_text, tile_words
from neurohex.notation.bridge import position_of
from neurohex.notation.compact import format_line
from neurohex.notation.record import game_tags, parse_record, turn_number
from neurohex.players.protocol import Facts, ProtocolError
from neurohex.rules.catalog import BOMBER_BASE, MERCENARY_BASE
from neurohex.rules.engine import Game, State, legal_actions
from neurohex.rules.layout import (
    ASIDE,
    ASKED,
    FL_DISABLED,
    LEFT,
    LIMIT,
    NEUTRAL,
    NO_LIMIT,
    P_ENERGY,
    P_MERCS,
    P_TERROR,
    PENDING_A,
    PENDING_B,
    PHASE,
    PLAYED,
    ST_CAPTURE,
    ST_CLOWN,
    ST_CONVERT,
    ST_DISCARD,
    ST_ENERGY,
    ST_HQ,
    ST_MAIN,
    ST_MEDIC,
    ST_MERCENARY,
    ST_PUSHED,
    ST_RECON,
    ST_REDRAW,
    ST_SOURCE,
    SUPPLY,
    U_CTRL,
    U_FLAGS,
    U_OWNER,
    U_TILE,
)

STAGES: Final = {
    ST_MERCENARY: "mercenary",
    ST_HQ: "hq",
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
"""Names of the kinds of decisions, as in the fact `stage`."""

_ABOUT_ASKED: Final = (ST_RECON, ST_CAPTURE, ST_CLOWN, ST_CONVERT)
_TAG: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")
_EXTRAS: Final = 6


# --- a game ---------------------------------------------------------------------------------------
def game_facts(game: Game, seed: int) -> Facts:
    """A game as its record tags in lower case, plus the bot's `seed`."""
    tags = [(name.casefold(), value) for name, value in game_tags(game).items() if name != "Neurohex"]
    return (*tags, ("seed", str(seed)))


def game_of(facts: Facts) -> Game:
    """The game described by facts. Raises `NotationError`."""
    tags = [f'[{word} "{_escaped(said)}"]\n' for word, said in facts if word != "seed" and _TAG.fullmatch(word)]
    return parse_record("".join(['[Neurohex "1"]\n', *tags, "\n"])).game


def seed_of(facts: Facts) -> int:
    """The seed in the facts of a game, or 0. Raises `ProtocolError` if it is not a number."""
    said = dict(facts).get("seed", "0")
    if re.fullmatch(r"-?[0-9]{1,100}", said) is None:
        raise ProtocolError("seed: expected a whole number")
    return int(said)


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


# --- a state --------------------------------------------------------------------------------------
def legal_words(state: State) -> tuple[tuple[int, str], ...]:
    """Every legal action with its words."""
    return tuple((action, action_text(state, action)) for action in legal_actions(state))


def state_facts(state: State) -> Facts:
    """Everything a player may know of a state in which somebody must decide."""
    return tuple(_table_facts(state)) + tuple(
        fact for player in range(len(state.game.armies)) for fact in _player_facts(state, player)
    )


def _table_facts(st: State) -> Iterator[tuple[str, str]]:
    """Facts of the whole table."""
    names = st.game.board.names
    turn = turn_number(st)
    yield "player", str(st.actor())
    yield "stage", STAGES[st.stage()]
    yield "turn", f"{turn} {st.turn()}"
    if st.stage() in _ABOUT_ASKED:
        yield "about", names[st.field(ASKED)]
    if st.stage() == ST_PUSHED:
        yield "about", names[st.game.board.neighbours[st.field(PENDING_A)][st.field(PENDING_B)]]
    if st.field(PHASE):
        yield "initiative", str(st.field(PHASE) - 1)
    if turn and st.field(LIMIT) != NO_LIMIT:
        yield "plays-left", str(max(0, st.field(LIMIT) - st.field(PLAYED)))
    if st.field(SUPPLY):
        yield "turns-left", str(st.field(LEFT))
    yield "position", format_line(position_of(st))
    for h, name in enumerate(names):
        if st.unit(h, U_TILE) and st.unit(h, U_FLAGS) & FL_DISABLED:
            yield "netted", name
        if st.unit(h, U_TILE) and st.unit(h, U_CTRL) != st.unit(h, U_OWNER):
            control = st.unit(h, U_CTRL)
            yield "captured", f"{name} {'-' if control == NEUTRAL else control}"
    if st.field(ASIDE):
        yield "beside-board", tile_words(st, st.actor(), int(BOMBER_BASE) + 1)
    yield "state", st.to_bytes().hex()


def _player_facts(st: State, player: int) -> Iterator[tuple[str, str]]:
    """Facts of one player. Tiles are listed as player, count, name."""
    if st.is_out(player):
        yield "out", str(player)
        return
    if st.game.score:
        yield "score", f"{player} {st.points(player)}"
    if st.game.is_duel:
        yield "energy", f"{player} {st.player(player, P_ENERGY)}"
    if st.player(player, P_TERROR):
        yield "terror", str(player)
    aside = [int(MERCENARY_BASE) + i for i in range(_EXTRAS) if st.player(player, P_MERCS) >> i & 1]
    yield from _tiles(st, "hand", player, _counted(st.hand(player)))
    yield from _tiles(st, "aside", player, _counted(tuple(aside)))
    for tile in reversed(st.top(player)):
        yield "top", f"{player} 1 {tile_words(st, player, tile)}"
    yield from _tiles(st, "pile", player, st.pile(player))
    yield from _tiles(st, "discarded", player, st.discards(player))


def _counted(tiles: tuple[int, ...]) -> dict[int, int]:
    return {tile: tiles.count(tile) for tile in dict.fromkeys(tiles)}


def _tiles(st: State, word: str, player: int, bag: Mapping[int, int]) -> Iterator[tuple[str, str]]:
    for tile, count in bag.items():
        yield word, f"{player} {count} {tile_words(st, player, tile)}"


def state_of_facts(game: Game, facts: Facts, legal: tuple[tuple[int, str], ...]) -> State:
    """The state in a decision's facts.

    Raises `ProtocolError` if there is none, or if it does not fit the rules of this program (other armies or version).
    """
    said = dict(facts).get("state", "")
    if re.fullmatch(r"(?:[0-9a-f]{2})+", said) is None:
        raise ProtocolError("state: expected a line of bytes, two hexadecimal digits each")
    try:
        state = State.from_bytes(game, bytes.fromhex(said))
    except ValueError as error:
        raise ProtocolError(str(error)) from None
    if [number for number, _ in legal] != legal_actions(state):
        raise ProtocolError("state: the legal actions differ from those of the rules here; is it another version?")
    return state
