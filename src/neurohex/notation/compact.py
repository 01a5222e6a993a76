"""A position on one line, for chat messages and links.

    living standard outpost:20* hegemony:18 | C3=0.HQ C2=1.Runner/S C1=1.Gladiator~1 | B2=1.Mine

Three parts, separated by `|`; trailing empty parts may be omitted:

    line         = head [ "|" units [ "|" foundations ] ]
    head         = [ ruleset ] [ board ] player player … [ "teams=" team "," team … ]
    player       = army [ ":" hq ] [ "*" ]          army: its key, or its name in English or Polish
    team         = number "+" number …
    units        = unit unit …
    unit         = hex "=" owner "." tile [ "/" facing ] [ "~" wounds ] [ "^" markers ]
    foundations  = foundation foundation …
    foundation   = hex "=" owner "." tile

- Any white space separates words, including line ends.
- Players are numbered from 0 in the order of the head; an owner is such a number, or `-` for a neutral bomber.
- `*` marks the player who began the Battle; without a mark it is player 0.
- The facing is the direction of the tile's printed edge N: N NE SE S SW NW. The default is N.
- Markers are one letter each: `v` venom, `p` paralysis, `s` steel net, as in `C2=1.Runner/S~1^vvs`. The number of the
  player whose army a marker is of may follow: `^v0v2`. It is written only where several armies have such markers.
- In names of tiles and armies `_` stands for a space. In a tile's name the characters `_ | / ~ ^ %` and other white
  space are percent-encoded: each UTF-8 byte as `%` and two hexadecimal digits, `%5F` for `_`.
- Omitted parts have the defaults of the JSON form: ruleset `living`, board `standard`, no wounds, and the mode's
  start value of HQ points. `format_line` always writes ruleset, board, HQ points and starter.

Spelling and validation are those of the JSON form; an error names the word.

>>> position = parse_line("outpost hegemony:18 | C3=0.HQ C2=1.Runner/S")
>>> format_line(position)
'living standard outpost:20* hegemony:18 | C3=0.HQ C2=1.Runner/S'
>>> parse_line("outpost hegemony | C3=0.HQ Z9=1.Runner")
Traceback (most recent call last):
neurohex.notation.errors.PositionError: Z9=1.Runner: no hex "Z9" on the standard board
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final
from urllib.parse import unquote

from neurohex.board import BOARDS, DIRECTIONS
from neurohex.notation.errors import PositionError, shown
from neurohex.notation.position import PlacedFoundation, PlacedUnit, Position, parse_position
from neurohex.rules.game import RULESETS
from neurohex.tiles import ARMIES, army_key

_NUMBER: Final = re.compile(r"[0-9]{1,9}")
_PLAYER: Final = re.compile(r"(?P<army>[^:*]+)(?::(?P<hq>[^*]*))?(?P<starter>\*?)")
_PLACED: Final = re.compile(r"(?P<hex>[^=]+)=(?P<owner>-|[0-9]{1,9})\.(?P<tile>[^/~^]+)(?P<rest>.*)")
_REST: Final = re.compile(r"(?:/(?P<facing>[^~^]*))?(?:~(?P<wounds>[^^]*))?(?:\^(?P<markers>.*))?")
_MARKS: Final = {"v": "venom", "p": "paralysis", "s": "steel_net"}
_LETTERS: Final = {marker: letter for letter, marker in _MARKS.items()}
_MARKER: Final = re.compile(r"([vps])([0-9]{1,9})?")
_PLACE: Final = re.compile(r"(players|units|foundations)\[(\d+)\].*|(teams).*")
_TEAMS: Final = "teams="


def format_line(position: Position) -> str:
    """The position on one line; `parse_line` returns an equal position."""
    words = [position.ruleset, position.board]
    for n, player in enumerate(position.players):
        words.append(f"{player.army}:{player.hq}{'*' if n == position.starter else ''}")
    if position.teams:
        words.append(_TEAMS + ",".join("+".join(str(member) for member in team) for team in position.teams))
    if position.units or position.foundations:
        words += ["|", *[_unit_word(unit) for unit in position.units]]
    if position.foundations:
        words += ["|", *[_placed_word(foundation) for foundation in position.foundations]]
    return " ".join(words)


def parse_line(text: str) -> Position:
    """Parse a position. Raises `PositionError` that names the word and what was expected."""
    parts = [part.split() for part in text.split("|")]
    if len(parts) > 3:
        raise PositionError("", f'expected at most 3 parts set apart by "|", got {len(parts)}')
    head, units, foundations = parts + [[]] * (3 - len(parts))
    data, player_words, teams_word = _read_head(head)
    data["units"] = [_read_unit(word) for word in units]
    data["foundations"] = [_read_foundation(word) for word in foundations]
    try:
        return parse_position(data)
    except PositionError as error:
        words = {"players": player_words, "units": units, "foundations": foundations}
        named = _PLACE.fullmatch(error.place)
        if named is None:
            raise
        place = words[named[1]][int(named[2])] if named[1] else teams_word
        raise PositionError(_as_place(place), error.problem) from None


def _unit_word(unit: PlacedUnit) -> str:
    facing = f"/{DIRECTIONS[unit.rotation]}" if unit.rotation else ""
    wounds = f"~{unit.wounds}" if unit.wounds else ""
    parts = (marker.partition(":") for marker in unit.markers)
    marks = "".join(_LETTERS[kind] + player for kind, _, player in parts)
    return _placed_word(unit) + facing + wounds + (f"^{marks}" if marks else "")


def _placed_word(placed: PlacedUnit | PlacedFoundation) -> str:
    owner = "-" if placed.player is None else placed.player
    return f"{placed.hex}={owner}.{_name_word(placed.tile)}"


@lru_cache(maxsize=1024)
def _name_word(name: str) -> str:
    """A tile's name as one word, without delimiters."""
    return "".join("_" if char == " " else _escaped(char) for char in name)


def _escaped(char: str) -> str:
    if char in "_|/~^%" or char.isspace():
        return "".join(f"%{byte:02X}" for byte in char.encode())
    return char


def _read_head(words: list[str]) -> tuple[dict[str, object], list[str], str]:
    """The head in the JSON form, its words for players, and its word for teams."""
    data: dict[str, object] = {}
    rest = list(words)
    for what, known in (("ruleset", RULESETS), ("board", tuple(BOARDS))):
        if rest and rest[0] in known:
            data[what] = rest.pop(0)
    teams_word = ""
    if rest and rest[-1].startswith(_TEAMS):
        teams_word = rest.pop()
        data["teams"] = _read_teams(teams_word)
    data["players"] = [_read_player(word) for word in rest]
    starters = [n for n, word in enumerate(rest) if word.endswith("*")]
    if len(starters) > 1:
        raise PositionError(_as_place(rest[starters[1]]), 'another player already has the "*" of who began the Battle')
    if starters:
        data["starter"] = starters[0]
    return data, rest, teams_word


def _read_player(word: str) -> dict[str, object]:
    match = _PLAYER.fullmatch(word)
    if match is None:
        raise PositionError(_as_place(word), "expected a player, such as outpost:20, with * for who began the Battle")
    army, hq = match["army"], match["hq"]
    if hq is None:
        if army_key(army) is None:
            known = f"rulesets {', '.join(RULESETS)}; boards {', '.join(BOARDS)}; armies {', '.join(ARMIES)}"
            raise PositionError(_as_place(word), f"expected ruleset, board and players in this order; {known}")
        return {"army": army}
    return {"army": army, "hq": _read_number(hq, word, "the HQ's points after :")}


def _read_teams(word: str) -> list[list[int]]:
    return [
        [_read_number(member, word, "players' numbers, such as teams=0+2,1+3") for member in team.split("+")]
        for team in word.removeprefix(_TEAMS).split(",")
    ]


def _read_unit(word: str) -> dict[str, object]:
    placed, rest = _read_placed(word, "a unit, such as C2=1.Runner/S~1")
    marks = _REST.fullmatch(rest)
    if marks is None:
        raise PositionError(_as_place(word), "expected a facing after / and then wounds after ~, such as /S~1")
    facing, wounds, markers = marks["facing"], marks["wounds"], marks["markers"]
    if facing is not None:
        if facing not in DIRECTIONS:
            expected = f"expected a facing after /, one of {' '.join(DIRECTIONS)}"
            raise PositionError(_as_place(word), f"{expected}, got {shown(facing)}")
        placed["rotation"] = DIRECTIONS.index(facing)
    if wounds is not None:
        placed["wounds"] = _read_number(wounds, word, "wounds after ~")
    if markers is not None:
        if re.fullmatch(rf"(?:{_MARKER.pattern})+", markers) is None:
            raise PositionError(_as_place(word), f"expected markers after ^, of v, p and s, got {shown(markers)}")
        found = _MARKER.findall(markers)
        placed["markers"] = [_MARKS[letter] + (f":{player}" if player else "") for letter, player in found]
    return placed


def _read_foundation(word: str) -> dict[str, object]:
    placed, rest = _read_placed(word, "a foundation, such as B2=1.Mine")
    if rest:
        raise PositionError(_as_place(word), f"a foundation has no facing and no wounds, got {shown(rest)}")
    return placed


def _read_placed(word: str, expected: str) -> tuple[dict[str, object], str]:
    match = _PLACED.fullmatch(word)
    if match is None:
        raise PositionError(_as_place(word), f"expected {expected}")
    owner = None if match["owner"] == "-" else int(match["owner"])
    name = unquote(match["tile"].replace("_", " "))
    return {"hex": match["hex"], "player": owner, "tile": name}, match["rest"]


def _read_number(text: str, word: str, expected: str) -> int:
    if _NUMBER.fullmatch(text) is None:
        raise PositionError(_as_place(word), f"expected {expected}, got {shown(text)}")
    return int(text)


def _as_place(word: str) -> str:
    """The word as an error names it: bare if it is readable."""
    quoted = shown(word)
    return word if quoted == f'"{word}"' else quoted
