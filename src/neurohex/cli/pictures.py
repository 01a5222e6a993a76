"""`python -m neurohex.cli.pictures FOLDER` draws the pictures of the pages in a folder.

A picture with a note right below it shows the next position of its page:

    ![Two Net Fighters face each other](pictures/hard-cases/net-pair.svg)
    <!-- draw: net C3>C2 void; net C2>C3 void -->

    ```text
    doomsday hegemony | C3=0.Doom_Net_Fighter/N C2=1.Net_Fighter/SE
    ```

Nets, captures and wounds come from the position. The note adds, separated by `;`:

    net C3>C2             an arrow of that kind (draw.ARROW_COLOURS) from hex to hex
    ranged C5>C4>E2 2     with hexes where it bends, and a label
    net C3>C2 void        without effect
    mark C3 C4            marked hexes
    with B1 B2            empty hexes to show
    whole                 the whole board, not only the occupied part
    legend                a legend below the board
    size 60               the width of a tile in pixels
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from neurohex.board import Board
from neurohex.draw import ARROW_COLOURS, Arrow, Highlight, board_svg
from neurohex.draw.__main__ import main as draw_samples
from neurohex.draw.tables import board_view
from neurohex.errors import NeurohexError
from neurohex.model import Table
from neurohex.notation.bridge import state_of
from neurohex.notation.compact import parse_line
from neurohex.notation.errors import NotationError

SIZE: Final = 76
"""Width of a tile in a picture, in pixels."""
_NOTED: Final = re.compile(r"^!\[(?P<words>[^\]]*)\]\((?P<path>[^)]+\.svg)\)\n<!-- draw:(?P<note>.*?)-->$", re.M | re.S)
_POSITION: Final = re.compile(r"^```text\n(?P<line>.*?)^```$", re.M | re.S)


class PictureError(NeurohexError):
    """A picture that cannot be drawn. The text names the page, the picture and what was expected."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture, as its page describes it."""

    path: str
    """Its path, relative to the page."""
    words: str
    """Its alternative text."""
    line: str
    """Its position, in the one-line form."""
    orders: tuple[str, ...]
    """The orders of its note."""

    @property
    def name(self) -> str:
        """The file name without folder and extension."""
        return Path(self.path).stem


def pictures_of(page: str) -> Iterator[Picture]:
    """The pictures of a page that have a note, in order. Raises `PictureError` for a note without a position."""
    notes = list(_NOTED.finditer(page))
    for number, note in enumerate(notes, start=1):
        end = notes[number].start() if number < len(notes) else len(page)
        position = _POSITION.search(page, note.end(), end)
        if position is None:
            raise PictureError(f"{note['path']}: expected a position in a block of text before the next picture")
        orders = tuple(filter(None, (order.strip() for order in note["note"].split(";"))))
        yield Picture(note["path"], note["words"], position["line"].strip(), orders)


def arrow_of(order: str, board: Board) -> Arrow:
    """Parse an arrow. Raises `PictureError`."""
    kind, way, *words = order.split()
    stops = [_hex(name, board) for name in way.split(">")]
    if len(stops) < 2:
        raise PictureError(f'expected an arrow from hex to hex, as "{kind} C3>C2", got "{order}"')
    void = words[-1:] == ["void"]
    label = " ".join(words[:-1] if void else words)
    return Arrow(stops[0], stops[-1], kind, label, tuple(stops[1:-1]), void=void)


def draw_picture(picture: Picture) -> str:
    """The picture as SVG. Raises `PictureError`, or `NotationError` for a wrong position."""
    view = board_view(Table(state_of(parse_line(picture.line))))
    board = view.board
    arrows: list[Arrow] = []
    marks: list[Highlight] = []
    extra: set[int] = set()
    whole, legend, size = False, False, SIZE
    for order in picture.orders:
        word, *rest = order.split()
        if word in ARROW_COLOURS and rest:
            arrows.append(arrow_of(order, board))
        elif word == "mark" and rest:
            marks.append(Highlight(frozenset(_hex(name, board) for name in rest)))
        elif word == "with" and rest:
            extra |= {_hex(name, board) for name in rest}
        elif order == "whole":
            whole = True
        elif order == "legend":
            legend = True
        elif word == "size" and len(rest) == 1 and rest[0].isdecimal():
            size = int(rest[0])
        else:
            kinds = ", ".join(ARROW_COLOURS)
            raise PictureError(f'no order "{order}"; there are mark, with, whole, legend, size and arrows: {kinds}')
    used = {unit.hex for unit in view.units} | {tile.hex for tile in view.foundations} | extra
    used |= {hex_ for arrow in arrows for hex_ in (arrow.start, *arrow.via, arrow.end)}
    used |= {hex_ for mark in marks for hex_ in mark.hexes}
    # Show hexes between shown ones too, so that the part is connected.
    between = {h for h in range(len(board.names)) if len(used.intersection(board.neighbours[h])) > 1}
    part = frozenset() if whole else frozenset(used | between)
    view = replace(view, arrows=tuple(arrows), highlights=tuple(marks), part=part)
    return board_svg(view, size=size, legend=legend)


def draw_pages(folder: Path) -> Iterator[tuple[Path, str]]:
    """The pictures of all pages in a folder: path and SVG text. Raises `PictureError`."""
    for page in sorted(folder.glob("*.md")):
        try:
            for picture in pictures_of(page.read_text(encoding="utf-8")):
                try:
                    yield page.parent / picture.path, draw_picture(picture) + "\n"
                except (NotationError, PictureError) as error:
                    raise PictureError(f"{picture.path}: {error}") from error
        except PictureError as error:
            raise PictureError(f"{page.name}: {error}") from error


def main(words: list[str]) -> int:
    """Draw the pictures of all pages in a folder."""
    if len(words) != 1 or not Path(words[0]).is_dir():
        print("usage: python -m neurohex.cli.pictures FOLDER", file=sys.stderr)
        return 2
    folder = Path(words[0])
    try:
        for path, svg in draw_pages(folder):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(svg, encoding="utf-8")
    except PictureError as error:
        print(error, file=sys.stderr)
        return 2
    draw_samples(folder / "pictures")
    return 0


def _hex(name: str, board: Board) -> int:
    if name not in board.index:
        raise PictureError(f'no hex "{name}" on the {board.key} board')
    return board.index[name]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
