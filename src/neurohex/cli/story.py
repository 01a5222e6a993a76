"""Sentences of `explain` on a terminal: phases as a table, turns as lines, what matters in colour."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from neurohex.cli.terminal import Hanging, with_ruling
from neurohex.explain import Language, Line
from neurohex.rules import events as ev

_COLOURS: Final = {
    ev.DESTROYED: "red",
    ev.HQ_WOUNDED: "bold red",
    ev.ELIMINATED: "bold red",
    ev.REMOVED: "red",
    ev.MINE_BLEW: "red",
    ev.EXPLODED: "magenta",
    ev.HEALED: "green",
    ev.NETTED: "cyan",
    ev.TAKEN: "cyan",
    ev.SCORED: "bold",
    ev.GAME_OVER: "bold",
    ev.SUPPLY_ENDED: "yellow",
    ev.EXTRA_TURNS: "yellow",
}
_NOT_TOLD: Final = (ev.PHASE_BEGAN, ev.PHASE_ENDED)
"""In a table the phases have a column, and what left the board has been told."""
OUTCOMES: Final = (ev.DESTROYED, ev.HQ_WOUNDED, ev.ELIMINATED, ev.REMOVED, ev.SCORED)
"""What a Battle told in short is told by."""


def colour(line: Line) -> str:
    """The style of a sentence, by what it tells."""
    return _COLOURS.get(line.code, "")


def battle_table(lines: Iterable[Line], words: Language) -> Table:
    """A Battle, phase by phase: a row a sentence, with the ruling behind it."""
    table = Table(box=SIMPLE_HEAD, header_style="bold", show_edge=False, pad_edge=False)
    table.add_column(words.say("head.phase"), justify="right", style="bold", no_wrap=True)
    table.add_column(words.say("head.happens"), ratio=1)
    table.add_column(words.say("head.ruling"), style="dim", no_wrap=True)
    phase: int | None = None
    for line in lines:
        if line.code in _NOT_TOLD:
            continue
        begins = line.phase is not None and line.phase != phase
        if begins or (line.phase is None and phase is not None):
            table.add_section()
        table.add_row(str(line.phase) if begins else "", Text(line.text, colour(line)), line.ruling)
        phase = line.phase
    return table


def told(line: Line, indent: int = 2) -> RenderableType:
    """One sentence on a line of its own, with the ruling behind it."""
    return Hanging(with_ruling(Text(line.text, colour(line)), line.ruling), indent)
