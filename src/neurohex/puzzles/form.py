"""The form of puzzles: reading, checking and writing files of them.

A file is JSON: `{"format": "neurohex-puzzles", "version": 1, "puzzles": [...]}`. `Puzzle` is one of them; `board_of`
sets it up. Whatever cannot be read or cannot lie on a table raises `PuzzleError`, whose message is one line that names
the place, such as `puzzles[3].hand[1]`.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

import msgspec

from neurohex.bots.ends import free_hexes, limit_tiles, mark_unit
from neurohex.notation.bridge import placed_tile, setup_of, tile_number
from neurohex.notation.errors import NotationError, PositionError, shown
from neurohex.notation.position import PlacedFoundation, PlacedUnit, Position
from neurohex.rules.catalog import ALL_TILES
from neurohex.rules.engine import State
from neurohex.tiles import ARMIES, EXTRAS, Tile, UnknownTile

FORMAT: Final = "neurohex-puzzles"
VERSION: Final = 1
LARGEST_HAND: Final = 5

Mode = Literal["exactly", "at most"]
Unique = Literal["facing", "place"]


class PuzzleError(NotationError):
    """A puzzle that cannot be read, set up or solved as it claims."""


class HqGoal(msgspec.Struct, tag_field="kind", tag="hq", forbid_unknown_fields=True, frozen=True):
    """The hostile HQ falls and the solver's does not."""


class DamageGoal(msgspec.Struct, tag_field="kind", tag="damage", forbid_unknown_fields=True, frozen=True):
    """The hostile HQ loses at least so many points."""

    least: int


class UnitGoal(msgspec.Struct, tag_field="kind", tag="unit", forbid_unknown_fields=True, frozen=True):
    """A hostile unit is destroyed: the one that stands on `hex` at the start, wherever it goes."""

    hex: str
    tile: str


class SurviveGoal(msgspec.Struct, tag_field="kind", tag="survive", forbid_unknown_fields=True, frozen=True):
    """The solver's HQ stands after the Battle."""


Goal = HqGoal | DamageGoal | UnitGoal | SurviveGoal
Kind = Literal["hq", "damage", "unit", "survive"]


def kind_of(goal: Goal) -> Kind:
    """The kind of a goal, as files have it."""
    if isinstance(goal, UnitGoal):
        return "unit"
    if isinstance(goal, SurviveGoal):
        return "survive"
    return "damage" if isinstance(goal, DamageGoal) else "hq"


class Title(msgspec.Struct, frozen=True):
    """What a puzzle is called."""

    en: str
    pl: str


class Puzzle(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One puzzle, as files have it."""

    id: str
    position: str
    """The one-line form; `*` marks the solver."""
    hand: tuple[str, ...]
    """Names of tiles of the solver's army."""
    use: int
    """How many tiles of the hand are to be played."""
    mode: Mode = msgspec.field(default="exactly")
    goal: Goal
    unique: Unique | None = None
    """What it claims: one solution, or only solutions that differ in facings. None claims nothing."""
    solution: tuple[tuple[str, ...], ...] = ()
    """One line of acts for each course of the opponent's choices before the Battle."""
    themes: tuple[str, ...] = ()
    measures: dict[str, object] = {}
    grade: int | None = None
    """How hard it is, 1 to 5."""
    title: Title | None = None
    source: str = ""


class _File(msgspec.Struct):
    format: str
    version: int
    puzzles: list[msgspec.Raw]


@dataclass(frozen=True, slots=True)
class Board:
    """A puzzle set up on a board, ready to be played. `start` is not to be changed."""

    puzzle: Puzzle
    start: State
    solver: int
    opponent: int
    points: int
    """Points of the hostile HQ at the start."""
    target: tuple[int, int, int] | None
    """The unit to destroy, for `EndSearch.set_target`."""


# --- reading --------------------------------------------------------------------------------------
_AT: Final = re.compile(r" - at `(?P<path>[^`]*)`$")


def read_puzzles(text: str | bytes) -> list[Puzzle]:
    """The puzzles of a file's text, in order, each checked. Raises `PuzzleError`."""
    try:
        file = msgspec.json.decode(text, type=_File)
    except msgspec.DecodeError as error:
        raise _unreadable(error, "") from None
    if file.format != FORMAT:
        raise PuzzleError("format", f"expected {shown(FORMAT)}, got {shown(file.format)}")
    if file.version != VERSION:
        raise PuzzleError("version", f"expected {VERSION}, got {file.version}")
    read: list[Puzzle] = []
    places: dict[str, str] = {}
    for number, raw in enumerate(file.puzzles):
        place = f"puzzles[{number}]"
        puzzle = read_puzzle(bytes(raw), place)
        if puzzle.id in places:
            raise PuzzleError(f"{place}.id", f"{shown(puzzle.id)} is the id of {places[puzzle.id]} too")
        places[puzzle.id] = place
        read.append(puzzle)
    return read


def read_puzzle(text: str | bytes, place: str = "") -> Puzzle:
    """One puzzle from its JSON object, checked. `place` is where errors say that it is."""
    try:
        puzzle = msgspec.json.decode(text, type=Puzzle)
    except msgspec.DecodeError as error:
        raise _unreadable(error, place) from None
    board_of(puzzle, place)
    return puzzle


def load_puzzles(path: Path) -> list[Puzzle]:
    """The puzzles of a file. Raises `PuzzleError`, and `OSError` if it cannot be read."""
    return read_puzzles(path.read_bytes())


def _unreadable(error: msgspec.DecodeError, place: str) -> PuzzleError:
    said = str(error)
    at = _AT.search(said)
    if at is not None:
        said = said[: at.start()]
        path = at["path"].removeprefix("$").removeprefix(".")
        place = f"{place}.{path}" if place and path else place or path
    return PuzzleError(place, f"{said[:1].lower()}{said[1:]}")


# --- writing --------------------------------------------------------------------------------------
def puzzles_text(puzzles: Iterable[Puzzle]) -> str:
    """A file of puzzles, one a line."""
    lines = ",\n".join(f" {puzzle_text(puzzle)}" for puzzle in puzzles)
    return f'{{"format": "{FORMAT}", "version": {VERSION}, "puzzles": [\n{lines}\n]}}\n'


def puzzle_text(puzzle: Puzzle) -> str:
    """One puzzle as JSON on one line."""
    data = msgspec.to_builtins(puzzle)
    data["mode"] = puzzle.mode  # what a puzzle asks for is said, also where it is the default
    data["themes"] = list(puzzle.themes)  # readers need not ask whether there are any
    keys = [*(key for key in Puzzle.__struct_fields__ if key in data)]
    return json.dumps({key: data[key] for key in keys}, ensure_ascii=False)


def save_puzzles(path: Path, puzzles: Iterable[Puzzle]) -> None:
    """Write a file of puzzles: all of it, or nothing if something goes wrong."""
    text = puzzles_text(puzzles)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def puzzle_id(position: str, hand: Sequence[str], use: int, mode: Mode, goal: Goal) -> str:
    """An id from what a puzzle asks: eight hexadecimal digits."""
    asked = msgspec.json.encode([position, sorted(hand), use, mode, goal])
    return hashlib.sha256(asked).hexdigest()[:8]


# --- on the board ---------------------------------------------------------------------------------
def board_of(puzzle: Puzzle, place: str = "") -> Board:
    """Set a puzzle up. Raises `PuzzleError` if it cannot lie on a table, or is no puzzle."""
    within = f"{place}." if place else ""
    try:
        position = Position.parse(puzzle.position)
    except PositionError as error:
        raise PuzzleError(f"{within}position", str(error)) from None
    _check_board(position, f"{within}position")
    solver = position.starter
    army = position.players[solver].army
    hand = _hand(puzzle, army, within)
    _check_box(position, hand, within)
    if not 1 <= puzzle.use <= len(hand):
        raise PuzzleError(f"{within}use", f"expected 1 to {len(hand)}, the tiles in hand, got {puzzle.use}")
    setup = setup_of(position)
    for tile in hand:
        number = tile_number(tile.name, army)
        setup.take(solver, number)
        setup.to_hand(solver, number)
    setup.set_turn(solver)
    start = setup.state()
    limit_tiles(start, puzzle.use)
    if free_hexes(start) <= puzzle.use:
        problem = f"expected more than {puzzle.use} free hexes, as a full board would begin a Battle of its own"
        raise PuzzleError(f"{within}position", f"{problem}, got {free_hexes(start)}")
    points = position.players[1 - solver].hq
    goal = puzzle.goal
    target = None
    if isinstance(goal, DamageGoal) and not 1 <= goal.least <= points:
        raise PuzzleError(f"{within}goal.least", f"expected 1 to {points}, the points of that HQ, got {goal.least}")
    if isinstance(goal, UnitGoal):
        target = _mark(position, goal, start, f"{within}goal")
    return Board(puzzle, start, solver, 1 - solver, points, target)


def _check_board(position: Position, place: str) -> None:
    if len(position.players) != 2:
        raise PuzzleError(place, f"expected 2 players, got {len(position.players)}")
    for number, player in enumerate(position.players):
        if not any(_tile(position, unit).kind == "hq" and unit.player == number for unit in position.units):
            raise PuzzleError(place, f"expected the HQ of player {number}, {player.army}, on the board")
    lying: tuple[PlacedUnit | PlacedFoundation, ...] = (*position.units, *position.foundations)
    for placed in lying:
        tile = _tile(position, placed)
        if placed.player is not None and tile.army not in (position.players[placed.player].army, *EXTRAS):
            owner = position.players[placed.player].army
            raise PuzzleError(place, f"{placed.hex}: {tile.name} is no tile of {owner}")


def _tile(position: Position, placed: PlacedUnit | PlacedFoundation) -> Tile:
    return ALL_TILES[placed_tile(position, placed)]


def _hand(puzzle: Puzzle, army: str, within: str) -> list[Tile]:
    if not 1 <= len(puzzle.hand) <= LARGEST_HAND:
        raise PuzzleError(f"{within}hand", f"expected 1 to {LARGEST_HAND} tiles, got {len(puzzle.hand)}")
    hand: list[Tile] = []
    for number, name in enumerate(puzzle.hand):
        place = f"{within}hand[{number}]"
        try:
            tile = ARMIES[army].tile(name)
        except UnknownTile as error:
            raise PuzzleError(place, str(error)) from None
        if tile.kind == "hq" or tile.effect == "battle":
            raise PuzzleError(place, f"expected a tile that can be played before the Battle, got {tile.name}")
        hand.append(tile)
    return hand


def _check_box(position: Position, hand: list[Tile], within: str) -> None:
    """Nothing exceeds what the box holds: each player's army once, mercenaries and bombers once for the table."""
    held: Counter[tuple[int | None, Tile]] = Counter()
    lying: tuple[PlacedUnit | PlacedFoundation, ...] = (*position.units, *position.foundations)
    for placed in lying:
        tile = _tile(position, placed)
        held[None if tile.army in EXTRAS else placed.player, tile] += 1
    for (_, tile), count in held.items():
        if count > tile.count:
            problem = f"{count} times {tile.name} of {tile.army} on the board, the box holds {tile.count}"
            raise PuzzleError(f"{within}position", problem)
    for number, tile in enumerate(hand):
        held[position.starter, tile] += 1
        if held[position.starter, tile] > tile.count:
            problem = f"one {tile.name} too many: the box holds {tile.count}, those on the board among them"
            raise PuzzleError(f"{within}hand[{number}]", problem)


def _mark(position: Position, goal: UnitGoal, start: State, place: str) -> tuple[int, int, int]:
    """Find the unit that is to be destroyed, and mark it on the board."""
    found = next((unit for unit in position.units if unit.hex == goal.hex), None)
    if found is None:
        raise PuzzleError(f"{place}.hex", f"expected the hex of a unit, got {shown(goal.hex)}")
    tile = _tile(position, found)
    if goal.tile not in tile.names:
        raise PuzzleError(
            f"{place}.tile", f"expected {shown(tile.name)}, which stands on {goal.hex}, got {shown(goal.tile)}"
        )
    if found.player != 1 - position.starter or tile.kind == "hq":
        raise PuzzleError(f"{place}.hex", f"expected a hostile unit that is no HQ, got {tile.name} on {goal.hex}")
    number = tile_number(tile.name, position.players[1 - position.starter].army)
    return number, 1 - position.starter, mark_unit(start, start.game.board.index[goal.hex])
