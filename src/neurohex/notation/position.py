"""Positions and their JSON form.

A `Position` holds the tiles on the board with their facings, the HQ points and the player who began the Battle.
It knows no rules of play. `parse_position` validates rulesets, boards, armies, hexes and tiles, and the number of
tiles in the boxes; the dataclasses themselves check nothing.

>>> position = loads_position('''
... {"players": [{"army": "outpost"}, {"army": "hegemony", "hq": 18}],
...  "units": [{"hex": "C3", "player": 0, "tile": "HQ"}, {"hex": "C2", "player": 1, "tile": "Runner", "rotation": 3}]}
... ''')
>>> position.board, position.players[0].hq, position.units[1].rotation
('standard', 20, 3)
>>> parse_position({"players": [{"army": "outpost"}], "units": []})
Traceback (most recent call last):
neurohex.notation.errors.PositionError: players: expected 2 to 6 players, got 1
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import chain
from typing import Final, TypeGuard

from neurohex.board import BOARDS, Board
from neurohex.notation.errors import LONGEST_SHOWN, PositionError, shown
from neurohex.rules.game import RULESETS, start_points
from neurohex.tiles import ARMIES, EXTRAS, MARKERS, Tile, army_key, similar_names

FEWEST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 6
FULL_HQ: Final = 20
"""Points of an undamaged HQ, the maximum in any mode."""
MOST_MARKERS: Final = 60
"""Markers that one unit can have in a position; more than all armies have."""
SHARED: Final = ("mercenaries", "bombers")
"""Groups to search, in order, for a tile that is not in its player's army. The whole table shares one set of each."""


@dataclass(frozen=True, slots=True)
class PositionPlayer:
    """One player, in seat order."""

    army: str
    """Key of the army."""
    hq: int
    """Points left of the HQ, 0 to 20."""


@dataclass(frozen=True, slots=True)
class PlacedUnit:
    """A unit on the board, including HQs."""

    hex: str
    player: int | None
    """The owner, an index into the position's players; None for a neutral bomber."""
    tile: str
    """The tile's main name, never an alternative one."""
    rotation: int = 0
    """0 to 5: the direction that the printed edge N faces."""
    wounds: int = 0
    """0 for an HQ, whose damage is in its player's `hq`."""
    markers: tuple[str, ...] = ()
    """`venom`, `paralysis`, `steel_net`, one entry for each marker on it; `venom:1` is of player 1's army."""


@dataclass(frozen=True, slots=True)
class PlacedFoundation:
    """A foundation on the board."""

    hex: str
    player: int | None
    """The owner. Never None in a parsed position: only bombers can be neutral."""
    tile: str


@dataclass(frozen=True, slots=True)
class Position:
    """The board at one moment. Keeps the given order of units and foundations."""

    ruleset: str
    board: str
    players: tuple[PositionPlayer, ...]
    units: tuple[PlacedUnit, ...]
    foundations: tuple[PlacedFoundation, ...]
    starter: int
    """The player who began the Battle, an index into `players`."""
    teams: tuple[tuple[int, ...], ...]
    """Teams of two or more, in seat order; other players are alone."""

    @classmethod
    def parse(cls, text: str) -> Position:
        """Parse JSON or the one-line form. Raises `PositionError`, which names the place.

        >>> position = Position.parse("outpost hegemony:18* | C3=0.HQ C2=1.Runner/S")
        >>> str(position)
        'living standard outpost:20 hegemony:18* | C3=0.HQ C2=1.Runner/S'
        """
        from neurohex.notation.compact import parse_line  # it imports this module

        start = text.lstrip()[:1]
        if not start:
            raise PositionError("", "expected a position, got nothing")
        # The one-line form starts with a word; no JSON value that could mean a position does.
        return loads_position(text) if start in '{["' else parse_line(text)

    def to_json(self) -> dict[str, object]:
        """The JSON form, with all defaults written out."""
        return position_json(self)

    def __str__(self) -> str:
        """The one-line form."""
        from neurohex.notation.compact import format_line

        return format_line(self)


def start_hq(ruleset: str, players: int, teams: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Start points of each HQ, in the mode that the number of players and the teams imply.

    >>> start_hq("3.0", 4, [[0, 2], [1, 3]]), start_hq("living", 3, [[1, 2]])
    ((15, 15, 15, 15), (20, 13, 13))
    """
    return tuple(start_points(ruleset, players, tuple(tuple(team) for team in teams)))


def loads_position(text: str) -> Position:
    """Parse a position from JSON text.

    Raises `PositionError`: with line and column for malformed JSON; with the place, such as `units[1].hex`, for a
    duplicate key and for everything that `parse_position` refuses.

    >>> loads_position('{"players": [}')
    Traceback (most recent call last):
    neurohex.notation.errors.PositionError: line 1, column 14: this is not JSON: expecting value
    """
    try:
        data: object = json.loads(text.removeprefix("\ufeff"), object_pairs_hook=_json_object)
    except json.JSONDecodeError as error:
        problem = error.msg[:1].lower() + error.msg[1:]
        raise PositionError(f"line {error.lineno}, column {error.colno}", f"this is not JSON: {problem}") from None
    except RecursionError:
        raise PositionError("position", "nested too deeply to be a position") from None
    except ValueError:  # Python refuses integers of thousands of digits
        raise PositionError("position", "a number in it has far too many digits") from None
    return parse_position(data)


def parse_position(data: object) -> Position:
    """Parse a position from a decoded JSON value, filling in every default.

    Raises `PositionError` that names the place and what was expected there.
    """
    fields = _object(data, "position", ("players", "units"), ("ruleset", "board", "foundations", "starter", "teams"))
    ruleset = _word(fields.get("ruleset", "living"), "ruleset", "ruleset", RULESETS)
    board = _word(fields.get("board", "standard"), "board", "board", BOARDS)
    seats = _list(fields["players"], "players")
    if not FEWEST_PLAYERS <= len(seats) <= MOST_PLAYERS:
        raise PositionError("players", f"expected {FEWEST_PLAYERS} to {MOST_PLAYERS} players, got {len(seats)}")
    teams = _teams(fields.get("teams", []), len(seats))
    starts = start_hq(ruleset, len(seats), teams)
    players = tuple(_player(seat, f"players[{n}]", starts[n]) for n, seat in enumerate(seats))
    starter = _seat(fields.get("starter", 0), "starter", len(players))
    table = _Table(BOARDS[board], players)
    # Foundations lie under units, so read them first.
    foundations = tuple(
        table.foundation(entry, f"foundations[{n}]")
        for n, entry in enumerate(_list(fields.get("foundations", []), "foundations"))
    )
    units = tuple(table.unit(entry, f"units[{n}]") for n, entry in enumerate(_list(fields["units"], "units")))
    return Position(ruleset, board, players, units, foundations, starter, teams)


def position_json(position: Position) -> dict[str, object]:
    """The JSON form with all defaults written out, keys in the documented order; `teams` only if there are any.

    `parse_position(position_json(position)) == position` for every parsed position.
    """
    data: dict[str, object] = {
        "ruleset": position.ruleset,
        "board": position.board,
        "players": [{"army": player.army, "hq": player.hq} for player in position.players],
        "units": [
            {
                "hex": unit.hex,
                "player": unit.player,
                "tile": unit.tile,
                "rotation": unit.rotation,
                "wounds": unit.wounds,
                **({"markers": list(unit.markers)} if unit.markers else {}),
            }
            for unit in position.units
        ],
        "foundations": [{"hex": lies.hex, "player": lies.player, "tile": lies.tile} for lies in position.foundations],
        "starter": position.starter,
    }
    if position.teams:
        data["teams"] = [list(team) for team in position.teams]
    return data


@dataclass(slots=True)
class _Table:
    """Adds units and foundations one by one and refuses impossible ones."""

    board: Board
    players: tuple[PositionPlayer, ...]
    standing: set[str] = field(default_factory=set)
    lying: set[str] = field(default_factory=set)
    hqs: dict[int, str] = field(default_factory=dict)
    """Hex of each player's HQ."""

    def unit(self, entry: object, place: str) -> PlacedUnit:
        fields = _object(entry, place, ("hex", "player", "tile"), ("rotation", "wounds", "markers"))
        here = self._hex(fields["hex"], f"{place}.hex")
        player, tile = self._owned_tile(fields["player"], fields["tile"], place)
        if not tile.is_unit:
            belongs = "; it belongs in foundations" if tile.kind == "foundation" else ""
            raise PositionError(f"{place}.tile", f"expected a unit, but {tile.name} is {_kind(tile)}{belongs}")
        if here in self.standing:
            raise PositionError(f"{place}.hex", f"another unit already stands on {here}")
        self.standing.add(here)
        if tile.kind == "hq" and player is not None:
            self._hq(player, here, place)
        rotation = _number(fields.get("rotation", 0), f"{place}.rotation", 0, 5)
        wounds = self._wounds(fields.get("wounds", 0), tile, place)
        markers = self._markers(fields.get("markers", []), f"{place}.markers")
        return PlacedUnit(here, player, tile.name, rotation, wounds, markers)

    def foundation(self, entry: object, place: str) -> PlacedFoundation:
        fields = _object(entry, place, ("hex", "player", "tile"), ())
        here = self._hex(fields["hex"], f"{place}.hex")
        player, tile = self._owned_tile(fields["player"], fields["tile"], place)
        if tile.kind != "foundation":
            belongs = "; it belongs in units" if tile.is_unit else ""
            raise PositionError(f"{place}.tile", f"expected a foundation, but {tile.name} is {_kind(tile)}{belongs}")
        if here in self.lying:
            raise PositionError(f"{place}.hex", f"another foundation already lies on {here}")
        self.lying.add(here)
        return PlacedFoundation(here, player, tile.name)

    def _hex(self, value: object, place: str) -> str:
        if not isinstance(value, str):
            raise PositionError(place, f'expected the name of a hex, such as "C3", got {shown(value)}')
        if value in self.board.index:
            return value
        meant = f', did you mean "{value.upper()}"?' if value.upper() in self.board.index else ""
        raise PositionError(place, f"no hex {shown(value)} on the {self.board.key} board{meant}")

    def _owned_tile(self, player: object, name: object, place: str) -> tuple[int | None, Tile]:
        """The owner and the tile, from the owner's army or the shared tiles."""
        if not isinstance(name, str):
            raise PositionError(f"{place}.tile", f"expected the name of a tile, got {shown(name)}")
        if player is None:
            return None, _neutral_tile(name, place, len(self.players))
        seat = _seat(player, f"{place}.player", len(self.players))
        army = self.players[seat].army
        for tiles in _sources(army):
            found = _find(name, tiles)
            if found is not None:
                return seat, found
        near = _near(name, chain.from_iterable(_sources(army)))
        raise PositionError(f"{place}.tile", f"no tile {shown(name)} in {army}, mercenaries or bombers{near}")

    def _hq(self, player: int, here: str, place: str) -> None:
        if player in self.hqs:
            raise PositionError(f"{place}.tile", f"player {player} already has an HQ, on {self.hqs[player]}")
        if self.players[player].hq == 0:
            raise PositionError(f"{place}.tile", f"player {player}'s HQ is at 0 points and so is not on the board")
        self.hqs[player] = here

    def _wounds(self, value: object, tile: Tile, place: str) -> int:
        if tile.kind == "hq":
            most, reason = 0, "an HQ's damage is in its player's hq"
        else:
            most, reason = tile.toughness + self.lent, f"{tile.name} has toughness {tile.toughness}"
            if self.lent:
                reason += f", and others can give it {self.lent}"
        return _number(value, f"{place}.wounds", 0, most, reason)

    @property
    def lent(self) -> int:
        """Toughness that modules of the armies can give one unit at most (R14.1)."""
        tiles = (tile for player in self.players for tile in ARMIES[player.army].tiles)
        return sum(tile.module.get("toughness", 0) * tile.count for tile in tiles)

    def _markers(self, value: object, place: str) -> tuple[str, ...]:
        """Markers in the order of `MARKERS`. What could not be there is put right when the position is set up."""
        words = [self._marker(item, f"{place}[{n}]") for n, item in enumerate(_list(value, place))]
        if len(words) > MOST_MARKERS:
            raise PositionError(place, f"expected at most {MOST_MARKERS} markers, got {len(words)}")
        return tuple(sorted(words, key=lambda word: (MARKERS.index(word.partition(":")[0]), word)))

    def _marker(self, value: object, place: str) -> str:
        """A kind of marker, or one with the player whose army it is of, as in `venom:1`."""
        kind, colon, player = value.partition(":") if isinstance(value, str) else (value, "", "")
        word = _word(kind, place, "marker", MARKERS)
        if not colon:
            return word
        number = int(player) if player.isascii() and player.isdigit() and len(player) < 3 else player
        return f"{word}:{_number(number, place, 0, len(self.players) - 1)}"


def _sources(army: str) -> Iterator[tuple[Tile, ...]]:
    """The groups to search for a tile of this army's player, in order."""
    yield ARMIES[army].tiles
    for key in SHARED:
        yield EXTRAS[key].tiles
    # A Mine works the same for every owner (R5.5), so any player may have one of any army.
    for other in ARMIES.values():
        yield tuple(tile for tile in other.tiles if tile.effect == "mine")


def _neutral_tile(name: str, place: str, players: int) -> Tile:
    bombers = EXTRAS["bombers"].tiles
    found = _find(name, bombers)
    if found is not None:
        return found
    near = _near(name, bombers)
    if near:
        raise PositionError(f"{place}.tile", f"no tile {shown(name)} among the bombers{near}")
    expected = f"expected a player's number from 0 to {players - 1}"
    raise PositionError(f"{place}.player", f"{expected}, as only a bomber can be nobody's")


def _find(name: str, tiles: Iterable[Tile]) -> Tile | None:
    """Find a tile, main names first: one tile's alternative name may be another's main name."""
    also = None
    for tile in tiles:
        if tile.name == name:
            return tile
        if also is None and name in tile.names:
            also = tile
    return also


def _near(name: str, tiles: Iterable[Tile]) -> str:
    """A suffix that suggests similar names, or ""."""
    close = similar_names(name[:LONGEST_SHOWN], tiles, cutoff=0.7)
    return f", did you mean {' or '.join(shown(called) for called in close)}?" if close else ""


def _kind(tile: Tile) -> str:
    if tile.kind == "instant":
        return "an instant"
    return "a unit" if tile.is_unit else f"a {tile.kind}"


def _player(entry: object, place: str, start: int) -> PositionPlayer:
    fields = _object(entry, place, ("army",), ("hq",))
    name = fields["army"]
    army = (army_key(name) if isinstance(name, str) else None) or _word(name, f"{place}.army", "army", ARMIES)
    return PositionPlayer(army, _number(fields.get("hq", start), f"{place}.hq", 0, FULL_HQ))


def _teams(value: object, players: int) -> tuple[tuple[int, ...], ...]:
    """Normalised teams: in seat order, without teams of one."""
    named: set[int] = set()
    teams: list[tuple[int, ...]] = []
    for t, entry in enumerate(_list(value, "teams")):
        members = []
        for m, member in enumerate(_list(entry, f"teams[{t}]")):
            seat = _seat(member, f"teams[{t}][{m}]", players)
            if seat in named:
                raise PositionError(f"teams[{t}][{m}]", f"player {seat} is already named in teams")
            named.add(seat)
            members.append(seat)
        if not members:
            raise PositionError(f"teams[{t}]", "expected at least one player, got an empty team")
        teams.append(tuple(sorted(members)))
    return tuple(sorted(team for team in teams if len(team) > 1))


def _object(value: object, place: str, needed: Sequence[str], optional: Sequence[str]) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise PositionError(place, f"expected an object with {', '.join(needed)}, got {shown(value)}")
    if isinstance(value, _Doubled):
        raise PositionError(place, f"key {shown(value.doubled)} is given twice")
    keys = (*needed, *optional)
    for key in value:
        if key not in keys:
            close = get_close_matches(str(key)[:LONGEST_SHOWN].casefold(), keys, n=1)
            hint = f'did you mean "{close[0]}"?' if close else f"expected {', '.join(keys)}"
            raise PositionError(place, f"unknown key {shown(key)}, {hint}")
    for key in needed:
        if key not in value:
            raise PositionError(place, f'key "{key}" is missing')
    return value


def _list(value: object, place: str) -> list[object]:
    if not isinstance(value, list):
        raise PositionError(place, f"expected a list, got {shown(value)}")
    return value


def _word(value: object, place: str, what: str, known: Iterable[str]) -> str:
    """Require one of the known keys."""
    words = tuple(known)
    if isinstance(value, str) and value in words:
        return value
    if isinstance(value, str):
        raise PositionError(place, f"no {what} {shown(value)}, known are {', '.join(words)}")
    raise PositionError(place, f"expected one of {', '.join(shown(word) for word in words)}, got {shown(value)}")


def _number(value: object, place: str, least: int, most: int, reason: str = "") -> int:
    if _is_whole(value, least, most):
        return value
    expected = f"a whole number from {least} to {most}" if least < most else str(least)
    because = f"; {reason}" if reason else ""
    raise PositionError(place, f"expected {expected}, got {shown(value)}{because}")


def _seat(value: object, place: str, players: int) -> int:
    if _is_whole(value, 0, players - 1):
        return value
    raise PositionError(place, f"expected a player's number from 0 to {players - 1}, got {shown(value)}")


def _is_whole(value: object, least: int, most: int) -> TypeGuard[int]:
    # In Python, bool is an int; in JSON, true is not a number.
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


class _Doubled(dict[str, object]):
    """A JSON object with a duplicate key; refused once its place is known."""

    doubled: str


def _json_object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    gathered = dict(pairs)
    if len(gathered) == len(pairs):
        return gathered
    spoilt = _Doubled(gathered)
    spoilt.doubled = next(key for n, (key, _) in enumerate(pairs) if any(key == earlier for earlier, _ in pairs[:n]))
    return spoilt
