"""Results of a tournament as tables for the terminal."""

from __future__ import annotations

from typing import Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from neurohex.arena.sheets import Cell, Sheet
from neurohex.cli.terminal import coat
from neurohex.tiles import ARMIES

_TONES: Final = {1: "green", 0: "", -1: "red"}
_MOST_ROWS: Final = 12
"""Most rows to print of a table: a bot may forfeit a thousand games."""
_WORDS: Final = frozenset(("game", "bot", "army", "reason", "end by", "%"))
"""Columns of words, aligned left."""


def show(screen: Console, made: list[Sheet], seed: int, games: int) -> None:
    """Print the tables and the number of games behind them."""
    for sheet in made:
        screen.print(_table(sheet))
        if len(sheet.rows) > _MOST_ROWS:
            screen.print(Text(f"and {len(sheet.rows) - _MOST_ROWS} more", "dim"))
        screen.print()
    screen.print(
        Text(
            f"{games} games, seed {seed}. Ratings are Elo points from the mean of all; ± and ranges hold in 95 of 100 "
            "cases.",
            "dim",
        )
    )


def _table(sheet: Sheet) -> Table:
    table = Table(
        title=sheet.title, title_style="bold", title_justify="left", box=None, header_style="dim", padding=(0, 2, 0, 0)
    )
    for number, column in enumerate(sheet.columns):
        table.add_column(column, justify="left" if not number or column in _WORDS else "right")
    for row in sheet.rows[:_MOST_ROWS]:
        table.add_row(*(_text(cell) for cell in row))
    return table


def _text(cell: Cell) -> Text:
    if cell.army:
        return Text(f" {cell.text} ", coat(ARMIES[cell.army]))
    return Text(cell.text, _TONES[cell.tone])
