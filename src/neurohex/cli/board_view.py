"""The board drawn in a terminal: one hexagon a hex, each tile with its name, its edges and what holds for it now.

A unit shows what it does at this moment, bonuses and nets counted in. In a hexagon of the usual size:

      _____________
     /m2   m2   m2a\\         edges NW, N, NE: melee 2, melee 2, melee 2 with armour
    / 0 Super Mutant\\        owner (player 0) and name
    \\  C2↑ i3 ♥1/2  /        hex, facing, the phases in which it acts, life left of its whole life
     \\_____________/         edges SW, S, SE

`legend_of` explains the letters. All text is one column wide a character, so that it looks the same everywhere.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

from rich.text import Text

from neurohex.board import DIRECTIONS, Board
from neurohex.cli.story_words import ENGLISH
from neurohex.cli.views import seats
from neurohex.explain import Language
from neurohex.notation.report import unit_now
from neurohex.rules.catalog import ALL_TILES
from neurohex.rules.engine import Game, State
from neurohex.rules.layout import F_OWNER, F_TILE, NEUTRAL, U_CTRL, U_OWNER, U_ROT, U_TILE, U_WOUNDS
from neurohex.rules.strikes import bonuses
from neurohex.tiles import EXTRAS, Tile

PITCHES: Final = (11, 13, 15)
"""Columns of text from one column of hexes to the next, of the narrowest drawing to the widest."""
LINES: Final = 4
"""Lines of text in one hex."""
ARROWS: Final = "↑↗↘↓↙↖"
"""Where a tile's printed N edge faces, by its rotation."""
_EDGE_MARKS: Final = {
    "m": ("m2", "mark.melee"),
    "r": ("r1", "mark.ranged"),
    "g": ("g1", "mark.gauss"),
    "a": ("a", "mark.armour"),
    "#": ("#", "mark.net"),
    "+": ("+", "mark.link"),
    "++": ("++", "mark.long_link"),
    "<": ("<", "mark.in"),
    ">": (">", "mark.out"),
    "!": ("!", "mark.trigger"),
}
"""By the letters on an edge: an example, and the text that tells what it means."""
_EDGE_MARK: Final = re.compile(r"\+\+|[mrga#+<>!]")
_BORDER: Final = "bright_black"
_EMPTY: Final = "bright_black"
_DIRECTION_MARKS: Final = ((5, 0, 1), (4, 3, 2))  # the edges on the first and on the last line of a hexagon

_Cell = tuple[str, str]  # a character and its style


@dataclass(frozen=True, slots=True)
class _Look:
    """How a board is drawn."""

    pitch: int
    first: int
    """The number of the first player."""
    ascii_only: bool

    def player(self, player: int) -> str:
        return "-" if player == NEUTRAL else str(player + self.first)

    def place(self, st: State, h: int) -> str:
        """A hex's name, with a sign where it is a Terminal, or of the main field of a board that has more."""
        board = st.game.board
        name = board.names[h]
        if h in st.game.board.terminals:
            return name + ("T" if self.ascii_only else "◇")
        if _has_rim(board) and h in board.main_field:
            return name + ("*" if self.ascii_only else "•")
        return name

    def facing(self, rotation: int) -> str:
        return f"/{DIRECTIONS[rotation]}" if self.ascii_only else ARROWS[rotation]


def _has_rim(board: Board) -> bool:
    """Whether the board has hexes outside its main field."""
    return len(board.main_field) < len(board.names)


def legend_of(first: int = 0, *, ascii_only: bool = False) -> tuple[tuple[str, str], ...]:
    """All that stands on tiles, and what it means; `first` is the number of the first player."""
    return tuple(_legend(first, ascii_only, ENGLISH).values())


def _legend(first: int, ascii_only: bool, words: Language) -> dict[str, tuple[str, str]]:
    look = _Look(0, first, ascii_only)
    owner, taker = look.player(0), look.player(1)
    taken = words.say("mark.taken_seat" if first else "mark.taken", owner=owner, taker=taker)
    return {
        **{key: (mark, words.say(meaning)) for key, (mark, meaning) in _EDGE_MARKS.items()},
        "facing": (f"C2{look.facing(3)}", words.say("mark.facing")),
        "phase": ("i3", words.say("mark.phase")),
        "life": ("hp1/2" if ascii_only else "♥1/2", words.say("mark.life")),
        "mobile": ("mov", words.say("mark.mobile")),
        "netted": ("#netted", words.say("mark.netted")),
        "taken": (f"{owner}>{taker}", taken),
        "terminal": ("T" if ascii_only else "◇", words.say("mark.terminal")),
        "main": ("*" if ascii_only else "•", words.say("mark.main")),
    }


def marks_on(
    st: State, first: int = 0, *, ascii_only: bool = False, words: Language = ENGLISH
) -> list[tuple[str, str]]:
    """The marks that a drawing of this board has, each with what it means."""
    bonuses(st)
    used = {"terminal"} if st.game.is_duel else {"main"} if _has_rim(st.game.board) else set()
    for h in range(len(st.game.board.names)):
        if not st.unit(h, U_TILE):
            continue
        tile, now = ALL_TILES[st.unit(h, U_TILE) - 1], unit_now(st, h)
        used.add("facing")
        for mark in edge_marks(tile, st.unit(h, U_ROT), now):
            used.update(_EDGE_MARK.findall(mark))
        holds = {
            "phase": now["initiative"],
            "life": _shows_life(tile, st.unit(h, U_WOUNDS)),
            "mobile": tile.mobility and not now["disabled"],
            "netted": now["disabled"],
            "taken": st.unit(h, U_CTRL) != st.unit(h, U_OWNER),
        }
        used.update(key for key, there in holds.items() if there)
    return [entry for key, entry in _legend(first, ascii_only, words).items() if key in used]


def _shows_life(tile: Tile, wounds: int) -> bool:
    return tile.kind != "hq" and bool(tile.toughness or wounds)


def seat_style(game: Game, seat: int) -> str:
    """The rich style of what belongs to a seat (from 0), or to `NEUTRAL`."""
    army = EXTRAS["bombers"] if seat == NEUTRAL else seats(game.armies)[seat]
    return f"{army.ink} on {army.colour}"


def board_width(board: Board, pitch: int) -> int:
    """Columns of text that a drawing takes."""
    return (max(board.column) + 1) * pitch + 2


def pitch_for(board: Board, width: int) -> int:
    """The widest pitch with which the board fits into `width` columns, or the narrowest of all."""
    fitting = [pitch for pitch in PITCHES if board_width(board, pitch) <= width]
    return fitting[-1] if fitting else PITCHES[0]


def short_name(name: str, width: int) -> str:
    """A tile's name in at most `width` characters: long words are cut, the first ones first.

    >>> short_name("Universal Soldier", 13), short_name("Mutant", 13)
    ('Univ. Soldier', 'Mutant')
    """
    words = name.split()
    at = 0
    while len(" ".join(words)) > width and at < len(words):
        over = len(" ".join(words)) - width
        keep = max(1, len(words[at]) - over - 1)
        if keep < len(words[at]) - 1:
            words[at] = words[at][:keep] + "."
        at += 1
    return " ".join(words)[:width]


def edge_marks(tile: Tile, rotation: int, now: dict[str, Any]) -> list[str]:
    """What each direction N … NW of a unit shows, such as `m2a`; `now` is its entry of `inspect`."""
    marks = []
    works = not now["disabled"]  # in a net only the armour is left (R3.1)
    show_links = works and not all(tile.links)  # links all round, as of an HQ, need no marks
    for direction, name in enumerate(DIRECTIONS):
        edge = (direction - rotation) % 6
        mark = ""
        if name in now["melee"]:
            mark += f"m{now['melee'][name]}"
        if name in now["ranged"]:
            mark += f"r{now['ranged'][name]}"
        if name in now["gauss"]:
            mark += "g1"
        if tile.armor[edge]:
            mark += "a"
        for edges, sign in ((tile.net, "#"), (tile.redirect_in, "<"), (tile.redirect_out, ">"), (tile.trigger, "!")):
            if edges[edge] and works:
                mark += sign
        if tile.long_links[edge] and works:
            mark += "++"
        elif tile.links[edge] and show_links:
            mark += "+"
        marks.append(mark)
    return marks


def board_text(st: State, width: int = 80, *, first: int = 0, ascii_only: bool = False) -> Text:
    """The board as coloured text, no wider than `width` where that can be; `first` is the number of the first player.

    Without colours it still tells everything: units have their owner's number, a captured one `owner>taker`.
    """
    board = st.game.board
    pitch = pitch_for(board, width)
    look = _Look(pitch, first, ascii_only)
    top = min(board.half_row)
    height = (max(board.half_row) - top) // 2 * LINES + LINES + 1
    canvas: list[list[_Cell]] = [[(" ", "")] * board_width(board, pitch) for _ in range(height)]
    bonuses(st)
    for h in range(len(board.names)):
        x, y = board.column[h] * pitch, (board.half_row[h] - top) // 2 * LINES
        y += ((board.half_row[h] - top) % 2) * (LINES // 2)
        _outline(canvas, x, y, pitch)
    for h in range(len(board.names)):
        x, y = board.column[h] * pitch, (board.half_row[h] - top) // 2 * LINES
        y += ((board.half_row[h] - top) % 2) * (LINES // 2)
        lines, style = _content(st, h, look)
        _fill(canvas, x, y, lines, style)
    text = Text(no_wrap=True, overflow="ignore")
    for row in canvas:
        _append_row(text, row)
    text.right_crop(1)
    return text


def _outline(canvas: list[list[_Cell]], x: int, y: int, pitch: int) -> None:
    """The edges of one hexagon whose top line is line `y`."""
    for i in range(x + 2, x + pitch):
        canvas[y][i] = ("_", _BORDER)
        canvas[y + LINES][i] = ("_", _BORDER)
    for line, left, right in ((1, x + 1, x + pitch), (2, x, x + pitch + 1)):
        canvas[y + line][left] = ("/", _BORDER)
        canvas[y + line][right] = ("\\", _BORDER)
    for line, left, right in ((3, x, x + pitch + 1), (4, x + 1, x + pitch)):
        canvas[y + line][left] = ("\\", _BORDER)
        canvas[y + line][right] = ("/", _BORDER)


def _fill(canvas: list[list[_Cell]], x: int, y: int, lines: list[Text], style: str) -> None:
    """The four lines of text inside one hexagon; spaces of the last one leave the border line to be seen."""
    for number, (line, left) in enumerate(zip(lines, (x + 2, x + 1, x + 1, x + 2), strict=True), start=1):
        for i, char in enumerate(line.plain):
            styles = [str(span.style) for span in line.spans if span.start <= i < span.end]
            shown = "_" if number == LINES and char == " " else char
            if shown == "_":
                styles = [*styles, ""] if style else [_BORDER]
            canvas[y + number][left + i] = (shown, " ".join([style, *styles]).strip())


def _append_row(text: Text, row: list[_Cell]) -> None:
    """One line of the canvas, runs of one style together, without the spaces at its end."""
    end = len(row)
    while end and row[end - 1] == (" ", ""):
        end -= 1
    at = 0
    while at < end:
        to = at
        while to < end and row[to][1] == row[at][1]:
            to += 1
        text.append("".join(char for char, _ in row[at:to]), row[at][1])
        at = to
    text.append("\n")


def _content(st: State, h: int, look: _Look) -> tuple[list[Text], str]:
    """The four lines inside a hex, and the style of the whole."""
    if not st.unit(h, U_TILE):
        return _bare(st, h, look), ""
    tile = ALL_TILES[st.unit(h, U_TILE) - 1]
    owner = st.unit(h, U_OWNER)
    now = unit_now(st, h)
    marks = edge_marks(tile, st.unit(h, U_ROT), now)
    first = _spread([marks[d] for d in _DIRECTION_MARKS[0]], look.pitch - 2)
    last = _spread([marks[d] for d in _DIRECTION_MARKS[1]], look.pitch - 2)
    return [
        Text(first),
        _name_line(st, h, tile, look),
        _state_line(st, h, tile, now, look),
        Text(last),
    ], seat_style(st.game, owner)


def _name_line(st: State, h: int, tile: Tile, look: _Look) -> Text:
    """Owner, taker if there is one, and name; an HQ has its points there."""
    owner, control = st.unit(h, U_OWNER), st.unit(h, U_CTRL)
    line = Text(look.player(owner))
    if control != owner:
        line.append(f">{look.player(control)}", f"bold {seat_style(st.game, control)}")
    name = f"HQ {st.hq(owner)}" if tile.kind == "hq" and owner != NEUTRAL else tile.name
    line.append(" ")
    line.append(short_name(name, look.pitch - len(line)), "bold")
    line.align("center", look.pitch)
    return line


def _state_line(st: State, h: int, tile: Tile, now: dict[str, Any], look: _Look) -> Text:
    """Hex, facing, phases, life; a netted unit says so instead of its phases. What does not fit is left out, but a net
    never is."""
    line = Text(look.place(st, h) + look.facing(st.unit(h, U_ROT)))
    parts: list[tuple[str, str]] = []
    if now["disabled"]:
        parts.append(("#netted" if len(line) + 8 <= look.pitch else "#net", "bold reverse"))
    elif now["initiative"]:
        parts.append(("i" + ",".join(str(value) for value in now["initiative"]), ""))
    wounds = st.unit(h, U_WOUNDS)
    if _shows_life(tile, wounds):
        life = tile.toughness + 1
        heart = "hp" if look.ascii_only else "♥"
        parts.append((f"{heart}{life - wounds}/{life}", "bold" if wounds else ""))
    if tile.mobility and not now["disabled"]:
        parts.append(("mov", ""))
    if st.unit(h, F_TILE):
        parts.append((ALL_TILES[st.unit(h, F_TILE) - 1].name, "italic"))
    for words, style in parts:
        if len(line) + 1 + len(words) <= look.pitch:
            line.append(" ")
            line.append(words, style)
    line.align("center", look.pitch)
    return line


def _bare(st: State, h: int, look: _Look) -> list[Text]:
    """A hex without a unit: its name, a foundation tile, a Terminal's sign."""
    pitch = look.pitch
    name = Text(look.place(st, h), _EMPTY)
    name.stylize("bright_cyan", len(st.game.board.names[h]))
    name.align("center", pitch)
    under = Text()
    if st.unit(h, F_TILE):
        owner = st.unit(h, F_OWNER)
        tile = ALL_TILES[st.unit(h, F_TILE) - 1]
        under.append(f" {look.player(owner)} {short_name(tile.name, pitch - 5)} ", seat_style(st.game, owner))
    under.align("center", pitch)
    return [Text(" " * (pitch - 2)), name, under, Text(" " * (pitch - 2))]


def _spread(marks: list[str], width: int) -> str:
    """Three marks on one line: at the left, in the middle, at the right. Where they are too long for it the
    middle one gives way by a column or two; what does not fit at all loses its end."""
    left, middle, right = marks
    room = width - len(left) - len(right)
    if room < len(middle) + 2:
        return f"{left} {middle} {right}"[:width].ljust(width) if middle else f"{left} {right}"[:width].ljust(width)
    start = (width - len(middle) + 1) // 2
    start = min(max(start, len(left) + 1), width - len(right) - 1 - len(middle))
    return left + " " * (start - len(left)) + middle + " " * (width - start - len(middle) - len(right)) + right
