"""The small things every command shows on a terminal: players in their colours, the board with its legend."""

from __future__ import annotations

import sys
from typing import NoReturn

from rich.console import Console
from rich.style import Style
from rich.text import Text

from neurohex.cli.board_view import board_text, marks_on
from neurohex.cli.views import seats
from neurohex.rules.engine import State
from neurohex.rules.layout import NEUTRAL
from neurohex.tiles import EXTRAS, Army


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


def plain_letters(screen: Console) -> bool:
    """Whether a terminal has no more letters than ASCII."""
    return not (screen.encoding or "").lower().startswith("utf")


def show_board(screen: Console, st: State, before: State | None = None) -> None:
    """Print a board as wide as there is room, and its legend below; players count from 0, as in positions."""
    ascii_only = plain_letters(screen)
    screen.print(board_text(st, screen.width, ascii_only=ascii_only), crop=False)
    screen.print(legend(st, before, width=screen.width, ascii_only=ascii_only))


def legend(st: State, before: State | None = None, *, width: int = 80, ascii_only: bool = False) -> Text:
    """Who is who below a board, the HQs' points (and what they lost since `before`), and what the marks on it mean."""
    line = Text()
    for player in range(len(st.game.armies)):
        line.append("   " if player else "")
        line.append_text(player_name(st, player))
        line.append(f" {st.hq(player)} HQ points")
        lost = before.hq(player) - st.hq(player) if before is not None else 0
        if lost:
            line.append(f" (lost {lost})", "bold red")
    rows = [""]
    for mark, meaning in marks_on(st, ascii_only=ascii_only):
        said = f"{mark} {meaning}"
        if rows[-1] and len(rows[-1]) + 3 + len(said) > width:
            rows.append("")
        rows[-1] += f"   {said}" if rows[-1] else said
    for row in rows:
        line.append(f"\n{row}", "dim")
    return line
