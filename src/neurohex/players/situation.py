"""Games and states as facts of the bot protocol, and back.

Facts are plain words, one line each, for bots in any language. The fact `state` holds the complete state of the rules
for bots that use neurohex. docs/bot-protocol.md lists them all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

from neurohex.model import Player, Table
from neurohex.notation.action import action_text, tile_words
from neurohex.notation.bridge import position_at
from neurohex.notation.compact import format_line
from neurohex.notation.record import game_tags, parse_record
from neurohex.players.protocol import Facts, ProtocolError
from neurohex.rules.engine import Game, State, legal_actions
from neurohex.tiles import Tile

_TAG: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")


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
    """Everything a player may know of a state where a player must decide."""
    table = Table(state)
    facts = [*_table_facts(table, state)]
    for player in table.players:
        facts += _player_facts(table, player)
    return tuple(facts)


def _table_facts(table: Table, state: State) -> Iterator[tuple[str, str]]:
    """Facts of the whole table."""
    awaited = table.awaited
    if awaited is None:
        raise ValueError("state: expected one in which a player must decide; the game is over")
    yield "player", str(awaited.player)
    yield "stage", awaited.stage
    yield "turn", f"{table.turn} {state.turn()}"
    if awaited.about is not None:
        yield "about", awaited.about
    if awaited.phase is not None:
        yield "initiative", str(awaited.phase)
    if table.tiles_left is not None:
        yield "plays-left", str(table.tiles_left)
    if table.turns_left is not None:
        yield "turns-left", str(table.turns_left)
    yield "position", format_line(position_at(table))
    netted, captured = table.netted, dict(table.captured)
    for unit in table.placed if netted or captured else ():
        if unit.hex in netted:
            yield "netted", unit.hex
        if unit.hex in captured:
            controller = captured[unit.hex]
            yield "captured", f"{unit.hex} {'-' if controller is None else controller}"
    if table.beside is not None:
        yield "beside-board", tile_words(table.game, awaited.player, table.beside)
    yield "state", state.to_bytes().hex()


def _player_facts(table: Table, player: Player) -> list[tuple[str, str]]:
    """Facts of one player. Tiles are listed as player, count, name."""
    seat, game = player.seat, table.game
    if player.is_out:
        return [("out", str(seat))]
    facts = []
    if game.score:
        facts.append(("score", f"{seat} {player.score}"))
    if game.is_duel:
        facts.append(("energy", f"{seat} {player.energy}"))
    if player.has_terror:
        facts.append(("terror", str(seat)))
    return [
        *facts,
        *_tiles(game, "hand", seat, [(tile, len([*equal])) for tile, equal in groupby(player.hand)]),
        *_tiles(game, "aside", seat, [(tile, 1) for tile in player.aside]),
        *_tiles(game, "top", seat, [(tile, 1) for tile in player.top]),
        *_tiles(game, "pile", seat, player.pile.counts),
        *_tiles(game, "discarded", seat, player.discards.counts),
    ]


def _tiles(game: Game, word: str, seat: int, counts: Iterable[tuple[Tile, int]]) -> list[tuple[str, str]]:
    return [(word, f"{seat} {count} {tile_words(game, seat, tile)}") for tile, count in counts]


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
