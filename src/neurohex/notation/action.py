"""Decisions and draws as text, in the words of players, and the parser for it.

    place Runner C2 facing SE          move C3 to C4 facing N by Move       push D3 from C3
    discard Runner                     turn C3 facing N by mobility         save C3 from 2 by medic B3
    end turn                           draw Runner                          procedure laser A2 E2

A facing is the direction of the printed N edge. Within one state no two legal actions have the same text.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import permutations
from typing import Final

from neurohex.board import DIRECTIONS
from neurohex.model import Table
from neurohex.model.reading import about, drawn_tile, kinds_of, stage_of, tile_at
from neurohex.notation.decoding import CONTROLLER_CHOOSES, PAIRS, WAY_TURNS, Decoded, decode, encode, granter_at
from neurohex.notation.errors import ActionError, shown
from neurohex.rules import actions as numbers
from neurohex.rules.catalog import ALL_TILES, MERCENARY_BASE
from neurohex.rules.engine import Game, State, legal_actions
from neurohex.rules.flow import hq_hex
from neurohex.tiles import EXTRAS, Tile

_RESERVED: Final = ("hq point", "from pile")
"""Phrases with a fixed meaning after "sell" and "draw": `tile_words` disambiguates a tile with such a name."""

LONGEST: Final = 200
"""Longest text of an action to read, in characters. Real ones are far shorter."""

FEW: Final = 6
"""Without a near match, an error lists all legal actions if there are at most this many."""


# --- writing --------------------------------------------------------------------------------------
def tile_words(game: Game, player: int, tile: Tile) -> str:
    """A tile's name in this player's actions.

    This is the printed name. Only custom armies can make it ambiguous: a mercenary that shares its name with a tile
    of the army is "Rifleman of mercenaries".
    """
    name = _words_of(tile.name)
    if tile.army in EXTRAS and not _is_reserved(tile.name):
        base = int(game.base[player])
        own = ALL_TILES[base : base + int(game.army_size[player])]
        if any(_plain(t.name).casefold() == name.casefold() for t in own):
            return f"{name} of {tile.army}"
    return name


@lru_cache(maxsize=1024)
def _words_of(name: str) -> str:
    """A tile's name on one line, and "Name tile" where the name is a word of actions."""
    return f"{_plain(name)} tile" if _is_reserved(name) else _plain(name)


def _is_reserved(name: str) -> bool:
    return _plain(name).casefold() in _RESERVED


def _plain(name: str) -> str:
    return " ".join(name.split())


def action_text(st: State, action: int) -> str:
    """The text of a legal action; `parse_action` reads it back.

    Raises `ValueError` if the number means nothing in this state (a slot beyond the hand, a hex off the board). Does
    not check legality.
    """
    decoded = decode(action)
    try:
        return _WRITERS[decoded.kind](st, decoded)
    except IndexError:
        raise ValueError(f"action {action} means nothing here") from None


def _hex(st: State, h: int) -> str:
    if h < 0:
        raise IndexError
    return st.game.board.names[h]


def _next(st: State, h: int, direction: int) -> int:
    return st.game.board.neighbours[h][direction]


def _hand_tile(st: State, slot: int) -> Tile:
    """The tile in a slot of the actor's hand. Before the first turn, slot 0 is the HQ."""
    if stage_of(st) == "hq" and slot == 0:
        return ALL_TILES[int(st.game.base[st.actor()])]
    return ALL_TILES[st.hand(st.actor())[slot]]


def _hand_words(st: State, slot: int) -> str:
    return tile_words(st.game, st.actor(), _hand_tile(st, slot))


def _unit_words(st: State, h: int) -> str:
    tile = tile_at(st, h)
    if tile is None:
        raise IndexError
    return _plain(tile.name)


def _about(st: State) -> int:
    """Hex of the unit that the question is about."""
    h = about(st)
    if h is None:
        raise IndexError
    return h


def _asked(st: State) -> str:
    return _hex(st, _about(st))


def _write_place(st: State, d: Decoded) -> str:
    where = f"place {_hand_words(st, d.slot)} {_hex(st, d.hex)}"
    if _hand_tile(st, d.slot).kind == "foundation":
        return where
    return f"{where} facing {DIRECTIONS[d.rot]}"


def _write_move(st: State, d: Decoded) -> str:
    granter = d.granter_hex(st.game.board)
    if granter is None:
        by = "Move" if d.granter == "tile" else "mobility"
    else:
        by = f"{_unit_words(st, granter)} {_hex(st, granter)}" if granter >= 0 else _hex(st, granter)
    here, facing = _hex(st, d.hex), DIRECTIONS[d.rot]
    if d.stays:
        return f"turn {here} facing {facing} by {by}"
    return f"move {here} to {_hex(st, _next(st, d.hex, d.step))} facing {facing} by {by}"


def _write_second(st: State, d: Decoded) -> str:
    if d.stays:
        return f"then facing {DIRECTIONS[d.rot]}"
    return f"then to {_hex(st, _next(st, _about(st), d.step))} facing {DIRECTIONS[d.rot]}"


def _write_push(st: State, d: Decoded) -> str:
    victim = _next(st, d.hex, d.direction)
    text = f"push {_hex(st, victim)} from {_hex(st, d.hex)}"
    if d.way == CONTROLLER_CHOOSES:
        return text
    return f"{text} to {_hex(st, _next(st, victim, (d.direction + WAY_TURNS[d.way]) % 6))}"


def _side(direction: int) -> str:
    """The side from which something comes that flies in a direction."""
    return DIRECTIONS[(direction + 3) % 6]


def _write_aim(st: State, d: Decoded) -> str:
    tile = tile_at(st, _about(st))
    text = f"aim {_asked(st)} at {_hex(st, d.hex)}"
    return f"{text} from {_side(d.direction)}" if tile is not None and any(tile.rocket) else text


def _write_burrow(st: State, d: Decoded) -> str:
    hq = hq_hex(st, st.actor())
    return f"castle HQ with {_hex(st, _next(st, int(hq), d.direction))}"


def _write_bomb(st: State, d: Decoded) -> str:
    hexes = (d.hex, _next(st, d.hex, d.choice), _next(st, d.hex, d.choice + 1))
    return f"small bomb {' '.join(_hex(st, h) for h in hexes)}"


def _write_convert(st: State, d: Decoded) -> str:
    if d.choice == 0:
        return f"no change at {_asked(st)}"
    direction, part = divmod(d.choice - 1, 2)
    return f"change {_asked(st)} {DIRECTIONS[direction]} to {'melee' if part else 'ranged'}"


def _write_medic(st: State, d: Decoded) -> str:
    return _medic_words(Table(st), d)


def _medic_words(table: Table, d: Decoded) -> str:
    """Like `_write_medic`, but reuses a table for several actions."""
    patient, medic = table.board.names[d.hex], table.board.names[d.medic]
    hit = table.open_hits(d.hex)[d.choice]
    words = {"destroys": "destruction", "endless": "endless shot"}.get(str(hit.wounds), str(hit.wounds))
    if table.game.score and table.unit_at[d.hex].is_hq:
        # Equal wounds can score for different players.
        words += " of nobody" if hit.scorer is None else f" of player {hit.scorer}"
    if hit.carries:
        words += f" with {' and '.join(hit.carries)}"
    return f"save {patient} from {words} by medic {medic}"


def _terminals(st: State, pair: int) -> tuple[int, int]:
    a, b = PAIRS[pair]
    return int(st.game.terminal[a]), int(st.game.terminal[b])


def _write_swap(st: State, d: Decoded) -> str:
    a, b = _terminals(st, d.pair)
    return (
        f"procedure swap {_hex(st, a)} facing {DIRECTIONS[d.rot]} with {_hex(st, b)} facing {DIRECTIONS[d.other_rot]}"
    )


def _write_draw(st: State, d: Decoded) -> str:
    tile = drawn_tile(st.game, st.actor(), d.tile_kind)
    if tile < 0:
        raise IndexError
    return f"draw {tile_words(st.game, st.actor(), ALL_TILES[tile])}"


_WRITERS: Final[dict[str, Callable[[State, Decoded], str]]] = {
    "end": lambda st, d: "stop" if stage_of(st) == "recon" else "end turn",
    "discard": lambda st, d: f"discard {_hand_words(st, d.slot)}",
    "redraw": lambda st, d: "redraw",
    "battle": lambda st, d: "battle",
    "terror": lambda st, d: "terror",
    "place": _write_place,
    "deploy": lambda st, d: f"deploy {_hand_words(st, d.slot)} at {_hex(st, d.hex)} facing {DIRECTIONS[d.rot]}",
    "move": _write_move,
    "second": _write_second,
    "push": _write_push,
    "yield": lambda st, d: f"yield to {_hex(st, _next(st, _about(st), d.direction))}",
    "rotate": lambda st, d: f"rotate {_hex(st, d.hex)} facing {DIRECTIONS[d.rot]}",
    "hq turn": lambda st, d: f"turn {_hex(st, d.hex)} facing {DIRECTIONS[d.rot]} by HQ",
    "castle": lambda st, d: f"castle {_hex(st, d.hex)} {_hex(st, _next(st, d.hex, d.direction))}",
    "grenade": lambda st, d: f"grenade {_hex(st, d.hex)}",
    "snipe": lambda st, d: f"snipe {'foundation ' if d.choice else ''}{_hex(st, d.hex)}",
    "air strike": lambda st, d: f"air strike {_hex(st, d.hex)}",
    "small bomb": _write_bomb,
    "captive": lambda st, d: f"captive {_asked(st)} facing {DIRECTIONS[d.rot]}",
    "captive at": lambda st, d: f"captive {_hex(st, d.hex)} facing {DIRECTIONS[d.rot]}",
    "clown": lambda st, d: f"clown {_asked(st)} {'explodes' if d.choice else 'attacks'}",
    "convert": _write_convert,
    "medic": _write_medic,
    "procedure rotation": lambda st, d: f"procedure rotation {_hex(st, d.hex)} facing {DIRECTIONS[d.rot]}",
    "procedure swap": _write_swap,
    "procedure push": lambda st, d: f"procedure {_write_push(st, d)}",
    "procedure laser": lambda st, d: f"procedure laser {' '.join(_hex(st, h) for h in _terminals(st, d.pair))}",
    "procedure elimination": lambda st, d: f"procedure elimination {_hex(st, d.hex)}",
    "procedure detonation": lambda st, d: "procedure detonation",
    "sell": lambda st, d: f"sell {_hand_words(st, d.slot)}",
    "sell hq point": lambda st, d: "sell HQ point",
    "hire": lambda st, d: f"hire {tile_words(st.game, st.actor(), ALL_TILES[int(MERCENARY_BASE) + d.extra])}",
    "pile": lambda st, d: "draw from pile",
    "bomber": lambda st, d: f"bomber {_hex(st, d.hex)} discarding {_hand_words(st, d.slot)}",
    "draw": _write_draw,
    "own push": lambda st, d: f"{_write_push(st, d)} by itself",
    "own turn": lambda st, d: f"turn {_hex(st, d.hex)} facing {DIRECTIONS[d.rot]} by itself",
    "steel net": lambda st, d: f"steel net {_hex(st, d.hex)}",
    "execute": lambda st, d: f"execute {_hex(st, d.hex)} by {_hand_words(st, d.slot)} facing {DIRECTIONS[d.rot]}",
    "point": lambda st, d: f"point for player {d.player}",
    "past": lambda st, d: f"aim {_asked(st)} past all",
    "aim": _write_aim,
    "leave markers": lambda st, d: "leave markers",
    "mark": lambda st, d: f"mark {_hex(st, d.hex)}",
    "burrow": _write_burrow,
    "draw in": lambda st, d: f"draw {_hex(st, _next(st, d.hex, d.direction))} into {_hex(st, d.hex)}",
    "paralyse": lambda st, d: f"paralyse {_hex(st, d.hex)}",
    "smokescreen": lambda st, d: f"smokescreen {_hex(st, d.hex)} facing {DIRECTIONS[d.rot]}",
    "transpose": lambda st, d: f"transpose {_hex(st, d.hex)} by {_hex(st, d.other)}",
    "ray": lambda st, d: f"ray {_hex(st, d.hex)} {DIRECTIONS[d.direction]}",
    "transform": lambda st, d: f"change {_asked(st)} {DIRECTIONS[d.direction]} to gauss",
    "shared": lambda st, d: f"strike {'foundation' if d.choice else 'unit'} at {_asked(st)}",
}


# --- reading --------------------------------------------------------------------------------------
def parse_action(st: State, text: str) -> int:
    """The legal action that a text means in this state. Ignores case and extra spaces.

    Also accepts the two units of a castling or a swap and the hexes of a small bomb in any order, and a push without
    its only goal. Raises `ActionError`, which names the wrong part and the nearest legal actions.
    """
    words = " ".join(text.split()) if len(text) <= LONGEST else ""
    if not words:
        problem = f"longer than {LONGEST} characters" if text.strip() else "empty"
        raise ActionError("", f'expected an action, such as "end turn"; the text is {problem}')
    legal = legal_actions(st)
    try:
        return _read(_Reader(st, words, legal))
    except _NotAnAction as refused:
        problem = str(refused)
    if not legal:
        raise ActionError("", f"{shown(words)}: not legal here: the game is over")
    texts = {text.casefold(): (action, text) for action in legal for text in (action_text(st, action),)}
    if words.casefold() in texts:  # a tile whose name reads like another action
        return texts[words.casefold()][0]
    near = difflib.get_close_matches(words.casefold(), texts, n=3)
    if near:
        problem += f"; near: {', '.join(texts[text][1] for text in near)}"
    elif len(texts) <= FEW:
        problem += f"; expected one of: {', '.join(text for _, text in texts.values())}"
    raise ActionError("", f"{shown(words)}: {problem}")


class _NotAnAction(Exception):
    """The words make no legal action; the text says why."""


def _read(reader: _Reader) -> int:
    for pattern, read in _READERS:
        match = pattern.fullmatch(reader.words)
        if match:
            for action in read(reader, *match.groups()):
                if action in reader.legal:
                    return action
            raise _NotAnAction("not legal here")
    raise _NotAnAction("not understood")


class _Reader:
    """The words of one action and its state."""

    def __init__(self, st: State, words: str, legal: list[int]) -> None:
        self.st = st
        self.words = words
        self.legal = legal

    def hex(self, word: str) -> int:
        board = self.st.game.board
        if word.upper() not in board.index:
            raise _NotAnAction(f"no hex {shown(word)} on the {board.key} board")
        return board.index[word.upper()]

    def facing(self, word: str) -> int:
        if word.upper() not in DIRECTIONS:
            raise _NotAnAction(f"no direction {shown(word)}, expected one of {' '.join(DIRECTIONS)}")
        return DIRECTIONS.index(word.upper())

    def direction(self, a: int, b: int) -> int:
        """Direction from a hex to its neighbour; -1 if they are not neighbours."""
        neighbours = self.st.game.board.neighbours[a]
        return neighbours.index(b) if b in neighbours else -1

    def tile(self, name: str, tiles: Iterable[int], where: str) -> int:
        """The tile with that name among some of the actor's."""
        wanted = name.casefold()
        choice = sorted(set(tiles))
        for tile in choice:
            if tile_words(self.st.game, self.st.actor(), ALL_TILES[tile]).casefold() == wanted:
                return tile
        for tile in choice:
            if wanted in (_plain(other).casefold() for other in ALL_TILES[tile].names):
                return tile
        raise _NotAnAction(f"no {shown(name)} {where}")

    def slot(self, name: str) -> int:
        """Index in the actor's hand of the first tile with that name."""
        hand = self.st.hand(self.st.actor())
        return hand.index(self.tile(name, hand, "in hand"))

    def slot_to_place(self, name: str) -> int:
        """Like `slot`; before the first turn always the HQ."""
        if stage_of(self.st) != "hq":
            return self.slot(name)
        self.tile(name, [int(self.st.game.base[self.st.actor()])], "to place before the first turn")
        return 0

    def source(self, h: int, by: str) -> int:
        """The `source` of a unit's move; -1 if it is impossible."""
        if by.casefold() == "move":
            return numbers.FROM_TILE
        if by.casefold() == "mobility":
            return numbers.FROM_MOBILITY
        name, _, where = by.rpartition(" ")
        granter = self.hex(where) if name else -1
        if granter < 0 or tile_at(self.st, granter) is None:
            raise _NotAnAction(f"not by {shown(by)}, expected Move, mobility, or a unit and its hex")
        if _unit_words(self.st, granter).casefold() != name.casefold():
            raise _NotAnAction(f"no {shown(name)} on {where.upper()}")
        for source in range(numbers.FROM_NEAR, numbers.SOURCES):
            if granter_at(self.st.game.board, h, source) == granter:
                return source
        return -1

    def pair(self, a: int, b: int) -> int:
        """Number of a pair of Terminals in either order; -1 if there is none."""
        terminals = [int(h) for h in self.st.game.terminal]
        if a not in terminals or b not in terminals or a == b:
            return -1
        first, second = sorted((terminals.index(a), terminals.index(b)))
        return PAIRS.index((first, second))


def _code(kind: str, **fields: int) -> list[int]:
    """The action number; -1 if any field is -1."""
    if min(fields.values(), default=0) < 0:
        return []
    return [encode(Decoded(kind, **fields))]


def _read_end(r: _Reader) -> list[int]:
    return [] if stage_of(r.st) == "recon" else _code("end")


def _read_stop(r: _Reader) -> list[int]:
    return _code("end") if stage_of(r.st) == "recon" else []


def _read_place(r: _Reader, name: str, where: str, facing: str) -> list[int]:
    slot = r.slot_to_place(name)
    if _hand_tile(r.st, slot).kind == "foundation":
        raise _NotAnAction("a foundation has no facing")
    return _code("place", slot=slot, hex=r.hex(where), rot=r.facing(facing))


def _read_foundation(r: _Reader, name: str, where: str) -> list[int]:
    slot = r.slot_to_place(name)
    if _hand_tile(r.st, slot).kind != "foundation":
        raise _NotAnAction('expected "facing" and a direction at the end')
    return _code("place", slot=slot, hex=r.hex(where), rot=0)


def _read_move(r: _Reader, where: str, to: str, facing: str, by: str) -> list[int]:
    h = r.hex(where)
    step = r.direction(h, r.hex(to))
    return _code("move", source=r.source(h, by), hex=h, step=step, rot=r.facing(facing))


def _read_turn(r: _Reader, where: str, facing: str, by: str) -> list[int]:
    h, rot = r.hex(where), r.facing(facing)
    if by.casefold() == "itself":
        return _code("own turn", hex=h, rot=rot)
    if by.casefold() == "hq":
        return _code("hq turn", hex=h, rot=rot)
    return _code("move", source=r.source(h, by), hex=h, step=numbers.STAY, rot=rot)


def _read_second(r: _Reader, to: str | None, facing: str) -> list[int]:
    rot = r.facing(facing)
    if to is None:
        return _code("second", step=numbers.STAY, rot=rot)
    goal = r.hex(to)
    if stage_of(r.st) != "recon":
        return []
    return _code("second", step=r.direction(_about(r.st), goal), rot=rot)


def _read_push(
    r: _Reader, procedure: str | None, victim: str, pusher: str, to: str | None, itself: str | None
) -> list[int]:
    kind = "own push" if itself else "procedure push" if procedure else "push"
    v, h = r.hex(victim), r.hex(pusher)
    direction = r.direction(h, v)
    if to is not None:
        turned = (r.direction(v, r.hex(to)) - direction) % 6
        if r.direction(v, r.hex(to)) < 0 or turned not in WAY_TURNS:
            return []
        return _code(kind, hex=h, direction=direction, way=WAY_TURNS.index(turned))
    asked = _code(kind, hex=h, direction=direction, way=CONTROLLER_CHOOSES)
    if not asked:
        return []
    fixed = [action for action in range(asked[0] - 3, asked[0]) if action in r.legal]
    if len(fixed) > 1:
        raise _NotAnAction('expected "to" and a hex at the end, as its pusher chooses where it goes')
    return asked + fixed


def _read_execute(r: _Reader, where: str, name: str, facing: str) -> list[int]:
    return _code("execute", slot=r.slot(name), hex=r.hex(where), rot=r.facing(facing))


def _read_aim(r: _Reader, where: str, target: str, side: str | None) -> list[int]:
    """A target that is aimed at; without a side, the only way to it."""
    if not _is_asked(r, where):
        return []
    h = r.hex(target)
    if side is not None:
        return _code("aim", hex=h, direction=(r.facing(side) + 3) % 6)
    ways = [action for d in range(6) for action in _code("aim", hex=h, direction=d) if action in r.legal]
    if len(ways) > 1:
        raise _NotAnAction('expected "from" and a side at the end, as it can come from several')
    return ways


def _read_past(r: _Reader, where: str) -> list[int]:
    return _code("past") if _is_asked(r, where) else []


def _read_burrow(r: _Reader, where: str) -> list[int]:
    hq = int(hq_hex(r.st, r.st.actor()))
    return _code("burrow", direction=r.direction(hq, r.hex(where))) if hq >= 0 else []


def _read_draw_in(r: _Reader, victim: str, hole: str) -> list[int]:
    h = r.hex(hole)
    return _code("draw in", hex=h, direction=r.direction(h, r.hex(victim)))


def _read_ray(r: _Reader, where: str, way: str) -> list[int]:
    """A line by a hex at its end and its direction, from either end."""
    h, d = r.hex(where), r.facing(way)
    if d < 3:
        return _code("ray", hex=h, direction=d)
    neighbours = r.st.game.board.neighbours
    while neighbours[h][d] >= 0:
        h = neighbours[h][d]
    return _code("ray", hex=h, direction=d - 3)


def _read_transform(r: _Reader, where: str, edge: str) -> list[int]:
    return _code("transform", direction=r.facing(edge)) if _is_asked(r, where) else []


def _read_shared(r: _Reader, what: str, where: str) -> list[int]:
    return _code("shared", choice=int(what.casefold() == "foundation")) if _is_asked(r, where) else []


def _read_yield(r: _Reader, to: str) -> list[int]:
    goal = r.hex(to)
    if stage_of(r.st) != "pushed":
        return []
    return _code("yield", direction=r.direction(_about(r.st), goal))


def _read_castle(r: _Reader, one: str, other: str) -> list[int]:
    a, b = r.hex(one), r.hex(other)
    return _code("castle", hex=a, direction=r.direction(a, b)) + _code("castle", hex=b, direction=r.direction(b, a))


def _read_bomb(r: _Reader, *words: str) -> list[int]:
    found = []
    for a, b, c in permutations([r.hex(word) for word in words]):
        one, two = r.direction(a, b), r.direction(a, c)
        if one in (0, 1) and two == one + 1:
            found += _code("small bomb", hex=a, choice=one)
    return found


def _is_asked(r: _Reader, where: str) -> bool:
    return r.hex(where) == about(r.st)


def _read_captive(r: _Reader, where: str, facing: str) -> list[int]:
    rot = r.facing(facing)
    return _code("captive", rot=rot) if _is_asked(r, where) else _code("captive at", hex=r.hex(where), rot=rot)


def _read_clown(r: _Reader, where: str, what: str) -> list[int]:
    return _code("clown", choice=int(what.casefold() == "explodes")) if _is_asked(r, where) else []


def _read_unchanged(r: _Reader, where: str) -> list[int]:
    return _code("convert", choice=0) if _is_asked(r, where) else []


def _read_change(r: _Reader, where: str, edge: str, to: str) -> list[int]:
    choice = 1 + r.facing(edge) * 2 + int(to.casefold() == "melee")
    return _code("convert", choice=choice) if _is_asked(r, where) else []


def _read_medic(r: _Reader, patient: str, _hit: str, medic: str) -> list[int]:
    u, m = r.hex(patient), r.hex(medic)
    table = Table(r.st)
    found = []
    for action in r.legal:
        d = decode(action)
        if d.kind == "medic" and (d.hex, d.medic) == (u, m) and _medic_words(table, d).casefold() == r.words.casefold():
            found.append(action)
    return found


def _read_swap(r: _Reader, one: str, facing: str, other: str, other_facing: str) -> list[int]:
    a, b, rot, other_rot = r.hex(one), r.hex(other), r.facing(facing), r.facing(other_facing)
    pair = r.pair(a, b)
    if pair >= 0 and _terminals(r.st, pair) != (a, b):
        rot, other_rot = other_rot, rot
    return _code("procedure swap", pair=pair, rot=rot, other_rot=other_rot)


def _read_hire(r: _Reader, name: str) -> list[int]:
    base = int(MERCENARY_BASE)
    tiles = [base + d.extra for d in map(decode, r.legal) if d.kind == "hire"]
    return _code("hire", extra=r.tile(name, tiles, "to hire") - base)


def _read_draw(r: _Reader, name: str) -> list[int]:
    st, me = r.st, r.st.actor()
    kinds = kinds_of(st.game, me)
    return _code("draw", tile_kind=kinds[r.tile(name, kinds, "in the pile")])


def _pattern(words: str) -> re.Pattern[str]:
    """`HEX` and `DIR` match one word, `NAME` one or more."""
    source = words.replace("NAME", r"(\S.*)").replace("HEX", r"(\S+)").replace("DIR", r"(\S+)")
    return re.compile(source, re.IGNORECASE)


def _fixed(kind: str) -> Callable[..., list[int]]:
    return lambda r: _code(kind)


def _at_hex(kind: str, **more: int) -> Callable[..., list[int]]:
    return lambda r, where: _code(kind, hex=r.hex(where), **more)


def _at_facing(kind: str) -> Callable[..., list[int]]:
    return lambda r, where, facing: _code(kind, hex=r.hex(where), rot=r.facing(facing))


def _of_slot(kind: str) -> Callable[..., list[int]]:
    return lambda r, name: _code(kind, slot=r.slot(name))


_READERS: Final[tuple[tuple[re.Pattern[str], Callable[..., list[int]]], ...]] = tuple(
    (_pattern(words), read)
    for words, read in (
        ("end turn", _read_end),
        ("stop", _read_stop),
        ("redraw", _fixed("redraw")),
        ("battle", _fixed("battle")),
        ("terror", _fixed("terror")),
        ("draw from pile", _fixed("pile")),
        ("sell hq point", _fixed("sell hq point")),
        ("procedure detonation", _fixed("procedure detonation")),
        ("discard NAME", _of_slot("discard")),
        ("place NAME HEX facing DIR", _read_place),
        ("place NAME HEX", _read_foundation),
        (
            "deploy NAME at HEX facing DIR",
            lambda r, name, where, facing: _code("deploy", hex=r.hex(where), slot=r.slot(name), rot=r.facing(facing)),
        ),
        ("move HEX to HEX facing DIR by NAME", _read_move),
        ("turn HEX facing DIR by NAME", _read_turn),
        ("then (?:to HEX )?facing DIR", _read_second),
        ("(procedure )?push HEX from HEX(?: to HEX)?( by itself)?", _read_push),
        ("steel net HEX", _at_hex("steel net")),
        ("execute HEX by NAME facing DIR", _read_execute),
        ("point for player (\\d)", lambda r, player: _code("point", player=int(player))),
        ("aim HEX past all", _read_past),
        ("aim HEX at HEX(?: from DIR)?", _read_aim),
        ("leave markers", _fixed("leave markers")),
        ("mark HEX", _at_hex("mark")),
        ("castle HQ with HEX", _read_burrow),
        ("draw HEX into HEX", _read_draw_in),
        ("paralyse HEX", _at_hex("paralyse")),
        ("smokescreen HEX facing DIR", _at_facing("smokescreen")),
        ("transpose HEX by HEX", lambda r, gone, comes: _code("transpose", hex=r.hex(gone), other=r.hex(comes))),
        ("ray HEX DIR", _read_ray),
        ("change HEX DIR to gauss", _read_transform),
        ("strike (unit|foundation) at HEX", _read_shared),
        ("yield to HEX", _read_yield),
        ("rotate HEX facing DIR", _at_facing("rotate")),
        ("castle HEX HEX", _read_castle),
        ("grenade HEX", _at_hex("grenade")),
        ("snipe foundation HEX", _at_hex("snipe", choice=1)),
        ("snipe HEX", _at_hex("snipe", choice=0)),
        ("air strike HEX", _at_hex("air strike")),
        ("small bomb HEX HEX HEX", _read_bomb),
        ("captive HEX facing DIR", _read_captive),
        ("clown HEX (attacks|explodes)", _read_clown),
        ("no change at HEX", _read_unchanged),
        ("change HEX DIR to (melee|ranged)", _read_change),
        ("save HEX from NAME by medic HEX", _read_medic),
        ("procedure rotation HEX facing DIR", _at_facing("procedure rotation")),
        ("procedure swap HEX facing DIR with HEX facing DIR", _read_swap),
        ("procedure laser HEX HEX", lambda r, a, b: _code("procedure laser", pair=r.pair(r.hex(a), r.hex(b)))),
        ("procedure elimination HEX", _at_hex("procedure elimination")),
        ("sell NAME", _of_slot("sell")),
        ("hire NAME", _read_hire),
        ("bomber HEX discarding NAME", lambda r, where, name: _code("bomber", slot=r.slot(name), hex=r.hex(where))),
        ("draw NAME", _read_draw),
    )
)
