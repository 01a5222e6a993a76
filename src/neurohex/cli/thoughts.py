"""A search's evaluation as a table for the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table

from neurohex.players import Thought
from neurohex.players.thinking import line_words
from neurohex.rules.engine import State


def thought_table(st: State, found: Sequence[Thought]) -> Table:
    """The search's view of a state's actions: win rate, and the planned rest of the turn."""
    table = Table(box=None, pad_edge=False)
    table.add_column("wins", justify="right")
    table.add_column("tried", justify="right")
    table.add_column("action")
    table.add_column("and then")
    for thought in found:
        words = line_words(st, thought.line)
        table.add_row(f"{thought.chance:.0%}", str(thought.tries or "–"), words[0], ", ".join(words[1:]))
    return table
