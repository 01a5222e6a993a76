"""A board drawn in letters, and the small things every command shows on a terminal."""

from __future__ import annotations

import sys
from typing import Final, NoReturn

from rich.console import Console
from rich.style import Style
from rich.text import Text

from neurohex.board import Board
from neurohex.cli.views import seats
from neurohex.rules.catalog import ALL_TILES
from neurohex.rules.engine import State
from neurohex.rules.layout import (
    F_OWNER,
    F_TILE,
    FL_DISABLED,
    NEUTRAL,
    U_CTRL,
    U_FLAGS,
    U_OWNER,
    U_ROT,
    U_TILE,
    U_WOUNDS,
)
from neurohex.tiles import EXTRAS, Army, Tile

ARROWS: Final = "↑↗↘↓↙↖"
"""Where a tile's printed N edge faces, by its rotation."""

_WIDEST: Final = 12
_NARROWEST: Final = 6
_LINE: Final = Style(color="bright_black")
_NAME: Final = Style(color="bright_black")
_TERMINAL: Final = Style(color="cyan")
_SHORT: Final = {
    "Universal": "Univ.",
    "Doom Net": "D. Net",
    "Fighter": "Fight.",
    "Processor": "Proc.",
    "Armored": "Arm.",
}


class _Console(Console):
    """Leaves it to the program what is done when nobody reads any more."""

    def on_broken_pipe(self) -> NoReturn:
        raise BrokenPipeError


def console(*, errors: bool = False) -> Console:
    """Standard output, or standard error, for people: in colour where it is a terminal."""
    return _Console(file=sys.stderr if errors else sys.stdout, highlight=False, markup=False, emoji=False)


def coat(army: Army, *, bold: bool = False) -> Style:
    """An army's colour with text that reads on it."""
    return Style(color=army.ink, bgcolor=army.colour, bold=bold)


def player_name(st: State, player: int) -> Text:
    """A player as tables and legends call them: number and army, in the army's colour."""
    if player == NEUTRAL:
        return Text(" nobody ", coat(EXTRAS["bombers"]))
    return Text(f" {player} {seats(st.game.armies)[player].name} ", coat(seats(st.game.armies)[player]))


def short_name(tile: Tile, width: int) -> str:
    """A tile's name in no more letters than that."""
    name = tile.name
    for word, short in _SHORT.items():
        if len(name) <= width:
            break
        name = name.replace(word, short)
    return name if len(name) <= width else f"{name[: width - 1]}…"


class _Canvas:
    """Letters with styles, on as many lines as needed."""

    def __init__(self, width: int, height: int) -> None:
        self.letters = [[" "] * width for _ in range(height)]
        self.styles = [[Style.null()] * width for _ in range(height)]

    def put(self, x: int, y: int, letters: str, style: Style) -> None:
        for n, letter in enumerate(letters):
            self.letters[y][x + n] = letter
            self.styles[y][x + n] = style

    def text(self) -> Text:
        drawn = Text(no_wrap=True, overflow="ignore", end="")
        for letters, styles in zip(self.letters, self.styles, strict=True):
            last = max((n for n, letter in enumerate(letters) if letter != " " or styles[n].bgcolor), default=-1)
            for letter, style in zip(letters[: last + 1], styles[: last + 1], strict=True):
                drawn.append(letter, style)
            drawn.append("\n")
        return drawn


def board_text(st: State, width: int = 80) -> Text:
    r"""The board with what stands on it, no wider than `width` where that can be done.

        /‾‾‾‾‾‾‾‾‾‾‾‾\
       /     C2 ↓     \      hex, and where the printed N edge faces
      /     Runner     \     in its owner's colour
      \     1 net      /     owner; netted, wounds, HQ points, who has taken it
       \______________/
    """
    board = st.game.board
    columns = max(board.column) + 1
    flat = max(_NARROWEST, min(_WIDEST, (width - 2) // columns - 2))
    top = min(board.half_row)
    canvas = _Canvas(columns * (flat + 2) + 2, (max(board.half_row) - top) * 2 + 5)
    for h in range(len(board.names)):
        x, y = board.column[h] * (flat + 2), (board.half_row[h] - top) * 2
        _outline(canvas, x, y, flat)
    for h in range(len(board.names)):
        x, y = board.column[h] * (flat + 2), (board.half_row[h] - top) * 2
        _fill(canvas, x, y, flat, st, h)
    return canvas.text()


def _outline(canvas: _Canvas, x: int, y: int, flat: int) -> None:
    canvas.put(x + 2, y, "_" * flat, _LINE)
    for n, (left, right) in enumerate((("/", "\\"), ("/", "\\"), ("\\", "/"), ("\\", "/"))):
        inset = 1 if n in (0, 3) else 0
        canvas.put(x + inset, y + 1 + n, left, _LINE)
        canvas.put(x + flat + 3 - inset, y + 1 + n, right, _LINE)
    canvas.put(x + 2, y + 4, "_" * flat, _LINE)


def _fill(canvas: _Canvas, x: int, y: int, flat: int, st: State, h: int) -> None:
    tile = ALL_TILES[st.unit(h, U_TILE) - 1] if st.unit(h, U_TILE) else None
    under = ALL_TILES[st.unit(h, F_TILE) - 1] if st.unit(h, F_TILE) else None
    if tile is None:
        canvas.put(x + 2, y + 1, _centred(_hex_name(st, h), flat), _TERMINAL if _is_terminal(st, h) else _NAME)
        if under is not None:
            style = coat(_army(st, st.unit(h, F_OWNER)))
            label = f" {st.unit(h, F_OWNER)} {short_name(under, flat - 3)} "
            canvas.put(x + 1 + (flat + 2 - len(label)) // 2, y + 2, label, style)
        return
    owner, control = st.unit(h, U_OWNER), st.unit(h, U_CTRL)
    style = coat(_army(st, owner))
    canvas.put(x + 2, y + 1, _centred(f"{_hex_name(st, h)} {ARROWS[st.unit(h, U_ROT)]}", flat), style)
    canvas.put(x + 1, y + 2, _centred(short_name(tile, flat + 2), flat + 2), style + Style(bold=True))
    canvas.put(x + 1, y + 3, " " * (flat + 2), style)
    canvas.put(x + 2, y + 4, "_" * flat, style + Style(dim=True))
    marks = [("-" if owner == NEUTRAL else str(owner), style)]
    if control != owner:
        marks.append((f"→{control}", coat(_army(st, control), bold=True)))
    if tile.kind == "hq":
        marks.append((f"♥{st.hq(owner)}", style + Style(bold=True)))
    if st.unit(h, U_WOUNDS):
        marks.append((f"−{st.unit(h, U_WOUNDS)}", style + Style(bold=True)))
    if st.unit(h, U_FLAGS) & FL_DISABLED:
        marks.append(("#net#", Style(color=_army(st, owner).colour, bgcolor=_army(st, owner).ink, bold=True)))
    if under is not None:
        marks.append((f"+{under.name}", style))
    length = sum(len(mark) for mark, _ in marks) + len(marks) - 1
    at = x + 1 + max(0, (flat + 2 - length) // 2)
    for mark, mark_style in marks:
        shown = mark[: x + flat + 3 - at]
        canvas.put(at, y + 3, shown, mark_style)
        at += len(shown) + 1


def _centred(text: str, width: int) -> str:
    return text[:width].center(width)


def _army(st: State, player: int) -> Army:
    return EXTRAS["bombers"] if player == NEUTRAL else seats(st.game.armies)[player]


def _is_terminal(st: State, h: int) -> bool:
    return st.game.is_duel and bool(st.game.is_terminal[h])


def _hex_name(st: State, h: int) -> str:
    board: Board = st.game.board
    return f"◆{board.names[h]}" if _is_terminal(st, h) else board.names[h]


def legend(st: State, before: State | None = None) -> Text:
    """Who is who below a board, the HQs' points (and what they lost since `before`), and what the marks on it mean."""
    line = Text()
    for player in range(len(st.game.armies)):
        line.append("   " if player else "")
        line.append_text(player_name(st, player))
        line.append(f" {st.hq(player)} HQ points")
        lost = before.hq(player) - st.hq(player) if before is not None else 0
        if lost:
            line.append(f" (lost {lost})", "bold red")
    units = [h for h in range(len(st.game.board.names)) if st.unit(h, U_TILE)]
    marks = {
        "#net# netted": any(st.unit(h, U_FLAGS) & FL_DISABLED for h in units),
        "0→1 captured by 1": any(st.unit(h, U_CTRL) != st.unit(h, U_OWNER) for h in units),
        "−1 wounds": any(st.unit(h, U_WOUNDS) for h in units),
        "◆ Terminal": st.game.is_duel,
    }
    shown = [mark for mark, there in marks.items() if there]
    if shown:
        line.append("\n" + "   ".join(shown), Style(dim=True))
    return line
