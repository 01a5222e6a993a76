"""The board drawn in letters: one hexagon a hex, each tile with its name, its edges and what holds for it now.

A unit shows what it does at this moment, bonuses and nets counted in. In a hexagon of the usual size:

      _____________
     /m2   m2   m2a\\         edges NW, N, NE: melee 2, melee 2, melee 2 with armour
    / 0 Super Mutant\\        owner (player 0) and name
    \\  C2↑ i3 ♥1/2  /        hex, facing, the phases in which it acts, life left of its whole life
     \\_____________/         edges SW, S, SE

All text is one column wide a character, so that it looks the same everywhere. Styles are words such as
`bold #ffffff on #1c4f9c`, for those who can show them; without them the letters still tell everything.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from neurohex.board import DIRECTIONS, Board
from neurohex.draw.coats import player_armies
from neurohex.model import Table, Unit
from neurohex.model.game import Game
from neurohex.tiles import EXTRAS, Edges, Tile

PITCHES: Final = (11, 13, 15)
"""Columns of text from one column of hexes to the next, of the narrowest drawing to the widest."""
LINES: Final = 4
"""Lines of text in one hex."""
ARROWS: Final = "↑↗↘↓↙↖"
"""Where a tile's printed N edge faces, by its rotation."""
_BORDER: Final = "bright_black"
_DIRECTION_MARKS: Final = ((5, 0, 1), (4, 3, 2))  # the edges on the first and on the last line of a hexagon

Run = tuple[str, str]
"""Some text in one style."""
_Cell = tuple[str, str]  # one character and its style


@dataclass(frozen=True, slots=True)
class BoardStyle:
    """How a board is drawn."""

    pitch: int
    first: int
    """The number of the first player."""
    ascii_only: bool

    def player(self, player: int | None) -> str:
        """A player's number; `-` for nobody."""
        return "-" if player is None else str(player + self.first)

    def place(self, board: Board, h: int) -> str:
        """A hex's name, with a sign where it is a Terminal, or of the main field of a board that has more."""
        name = board.names[h]
        if h in board.terminals:
            return name + ("T" if self.ascii_only else "◇")
        if has_rim(board) and h in board.main_field:
            return name + ("*" if self.ascii_only else "•")
        return name

    def facing(self, rotation: int) -> str:
        """The sign of a rotation."""
        return f"/{DIRECTIONS[rotation]}" if self.ascii_only else ARROWS[rotation]


def has_rim(board: Board) -> bool:
    """Whether the board has hexes outside its main field."""
    return len(board.main_field) < len(board.names)


def shows_life(unit: Unit) -> bool:
    """Whether a unit shows how much life it has left: not an HQ, nor what one wound destroys."""
    return not unit.is_hq and bool(unit.tile.toughness or unit.lent_toughness or unit.wounds)


def seat_style(game: Game, seat: int | None) -> str:
    """The style of what belongs to a seat (from 0), or to nobody."""
    army = EXTRAS["bombers"] if seat is None else player_armies(game.armies)[seat]
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


def _edge_signs(tile: Tile) -> tuple[tuple[Edges, str], ...]:
    """Edges without a strength, each with its letter."""
    return (
        (tile.net, "#"),
        (tile.redirect_in, "<"),
        (tile.redirect_out, ">"),
        (tile.trigger, "!"),
        (tile.poison, "p"),
        (tile.blast, "b"),
        (tile.demolish, "d"),
        (tile.reflect, "="),
        (tile.power, "~"),
    )


def edge_marks(unit: Unit) -> list[str]:
    """What each direction N … NW of a unit shows, such as `m2a`."""
    tile, melee, ranged, gauss = unit.tile, unit.melee, unit.ranged, unit.gauss
    works = not unit.is_netted  # in a net only the armour is left (R3.1)
    show_links = works and not all(tile.links)  # links all round, as of an HQ, need no marks
    marks = []
    for direction, name in enumerate(DIRECTIONS):
        edge = (direction - unit.rotation) % 6
        mark = ""
        if name in melee:
            mark += f"m{melee[name]}"
        if name in ranged:
            mark += f"r{ranged[name]}"
        if name in gauss:
            mark += "g1"
        if tile.armor[edge]:
            mark += "a"
        for edges, sign in ((tile.rocket, "k"), (tile.shotgun, "s")):
            if edges[edge] and works:
                mark += f"{sign}{edges[edge]}"
        for edges, sign in _edge_signs(tile):
            if edges[edge] and works:
                mark += sign
        if tile.long_links[edge] and works:
            mark += "++"
        elif tile.links[edge] and show_links:
            mark += "+"
        marks.append(mark)
    return marks


# --- the board ------------------------------------------------------------------------------------
def board_rows(table: Table, width: int = 80, *, first: int = 0, ascii_only: bool = False) -> list[list[Run]]:
    """The board line by line, no wider than `width` where that can be; `first` is the number of the first player.

    Without styles it still tells everything: units have their owner's number, a captured one `owner>taker`.
    """
    board = table.board
    pitch = pitch_for(board, width)
    board_style = BoardStyle(pitch, first, ascii_only)
    top = min(board.half_row)
    height = (max(board.half_row) - top) // 2 * LINES + LINES + 1
    canvas: list[list[_Cell]] = [[(" ", "")] * board_width(board, pitch) for _ in range(height)]
    places = []
    for h in range(len(board.names)):
        y = (board.half_row[h] - top) // 2 * LINES + ((board.half_row[h] - top) % 2) * (LINES // 2)
        places.append((board.column[h] * pitch, y))
    for x, y in places:
        _outline(canvas, x, y, pitch)
    for h, (x, y) in enumerate(places):
        lines, style = _content(table, h, board_style)
        _fill(canvas, x, y, lines, style)
    return [list(_runs(row)) for row in canvas]


def board_letters(table: Table, width: int = 80, *, first: int = 0, ascii_only: bool = False) -> str:
    """The board as plain text; see `board_rows`."""
    rows = board_rows(table, width, first=first, ascii_only=ascii_only)
    return "\n".join("".join(text for text, _ in row) for row in rows)


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


def _fill(canvas: list[list[_Cell]], x: int, y: int, lines: list[_Line], style: str) -> None:
    """The four lines of text inside one hexagon; spaces of the last one leave the border line to be seen."""
    for number, (line, left) in enumerate(zip(lines, (x + 2, x + 1, x + 1, x + 2), strict=True), start=1):
        for i, (char, own) in enumerate(line.cells):
            shown = "_" if number == LINES and char == " " else char
            words = (_BORDER if shown == "_" and not style else f"{style} {own}").strip()
            canvas[y + number][left + i] = (shown, words)


def _runs(row: list[_Cell]) -> Iterator[Run]:
    """One line of the canvas, runs of one style together, without the spaces at its end."""
    end = len(row)
    while end and row[end - 1] == (" ", ""):
        end -= 1
    at = 0
    while at < end:
        to = at
        while to < end and row[to][1] == row[at][1]:
            to += 1
        yield "".join(char for char, _ in row[at:to]), row[at][1]
        at = to


# --- one hex --------------------------------------------------------------------------------------
class _Line:
    """A line of styled letters."""

    def __init__(self, text: str = "", style: str = "") -> None:
        self.cells: list[_Cell] = [(char, style) for char in text]

    def __len__(self) -> int:
        return len(self.cells)

    def append(self, text: str, style: str = "") -> None:
        self.cells += [(char, style) for char in text]

    def centred(self, width: int) -> _Line:
        """The line in the middle of `width` columns, or as much of it as fits."""
        room = max(0, width - len(self))
        blank: _Cell = (" ", "")
        self.cells = [blank] * (room // 2) + self.cells[:width] + [blank] * (room - room // 2)
        return self


def _content(table: Table, h: int, board_style: BoardStyle) -> tuple[list[_Line], str]:
    """The four lines inside a hex, and the style of the whole."""
    unit = table.unit(h)
    if unit is None:
        return _bare(table, h, board_style), ""
    marks = edge_marks(unit)
    first = _spread([marks[d] for d in _DIRECTION_MARKS[0]], board_style.pitch - 2)
    last = _spread([marks[d] for d in _DIRECTION_MARKS[1]], board_style.pitch - 2)
    lines = [_Line(first), _name_line(table, unit, board_style), _state_line(table, unit, board_style), _Line(last)]
    return lines, seat_style(table.game, unit.owner)


def _name_line(table: Table, unit: Unit, board_style: BoardStyle) -> _Line:
    """Owner, taker if there is one, and name; an HQ has its points there."""
    line = _Line(board_style.player(unit.owner))
    if unit.is_taken:
        line.append(f">{board_style.player(unit.controller)}", f"bold {seat_style(table.game, unit.controller)}")
    name = unit.name if unit.points is None else f"HQ {unit.points}"
    line.append(" ")
    line.append(short_name(name, board_style.pitch - len(line)), "bold")
    return line.centred(board_style.pitch)


def _state_line(table: Table, unit: Unit, board_style: BoardStyle) -> _Line:
    """Hex, facing, phases, life; a netted unit says so instead of its phases. What does not fit is left out, but a net
    never is."""
    line = _Line(board_style.place(table.board, unit.index) + board_style.facing(unit.rotation))
    parts: list[Run] = []
    if unit.is_netted:
        parts.append(("#netted" if len(line) + 8 <= board_style.pitch else "#net", "bold reverse"))
    elif unit.is_paralysed:
        parts.append(("par", "bold reverse"))
    elif unit.initiative:
        parts.append(("i" + ",".join(str(value) for value in unit.initiative), ""))
    if shows_life(unit):
        heart = "hp" if board_style.ascii_only else "♥"
        parts.append((f"{heart}{unit.life}/{unit.life + unit.wounds}", "bold" if unit.wounds else ""))
    venom = unit.markers.count("venom")
    if venom:
        parts.append((f"v{venom}", "bold"))
    if unit.tile.mobility and not unit.is_netted:
        parts.append(("mov", ""))
    under = table.foundation(unit.index)
    if under is not None:
        parts.append((under.name, "italic"))
    for words, style in parts:
        if len(line) + 1 + len(words) <= board_style.pitch:
            line.append(" ")
            line.append(words, style)
    return line.centred(board_style.pitch)


def _bare(table: Table, h: int, board_style: BoardStyle) -> list[_Line]:
    """A hex without a unit: its name, a foundation tile, a Terminal's sign."""
    pitch, name = board_style.pitch, table.board.names[h]
    place = _Line(name)
    place.append(board_style.place(table.board, h).removeprefix(name), "bright_cyan")
    under = _Line()
    lies = table.foundation(h)
    if lies is not None:
        words = f" {board_style.player(lies.owner)} {short_name(lies.name, pitch - 5)} "
        under.append(words, seat_style(table.game, lies.owner))
    blank = " " * (pitch - 2)
    return [_Line(blank), place.centred(pitch), under.centred(pitch), _Line(blank)]


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
