"""Sentences of `explain` on a terminal: phases as a table, turns as lines, with colours."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from neurohex import events as ev
from neurohex.cli.terminal import Hanging, with_ruling
from neurohex.events import Event
from neurohex.explain import Language, Line

_COLOURS: Final[dict[type[Event], str]] = {
    ev.Destroyed: "red",
    ev.HqWounded: "bold red",
    ev.Eliminated: "bold red",
    ev.Removed: "red",
    ev.MineBlew: "red",
    ev.Exploded: "magenta",
    ev.Healed: "green",
    ev.Netted: "cyan",
    ev.Taken: "cyan",
    ev.Scored: "bold",
    ev.GameOver: "bold",
    ev.SupplyEnded: "yellow",
    ev.ExtraTurns: "yellow",
}
_OMITTED: Final = (ev.PhaseBegan, ev.PhaseEnded)
"""Events that a table omits: the phase has its own column, and deaths are already reported."""
OUTCOMES: Final = (ev.Destroyed, ev.HqWounded, ev.Eliminated, ev.Removed, ev.Scored)
"""Events that summarise a Battle."""


def colour(line: Line) -> str:
    """The style of a sentence, by its event."""
    return _COLOURS.get(type(line.event), "") if line.event is not None else ""


def battle_table(lines: Iterable[Line], words: Language) -> Table:
    """A Battle, phase by phase: one row per sentence, with its ruling."""
    table = Table(box=SIMPLE_HEAD, header_style="bold", show_edge=False, pad_edge=False)
    table.add_column(words.say("head.phase"), justify="right", style="bold", no_wrap=True)
    table.add_column(words.say("head.happens"), ratio=1)
    table.add_column(words.say("head.ruling"), style="dim", no_wrap=True)
    phase: int | None = None
    for line in lines:
        if isinstance(line.event, _OMITTED):
            continue
        begins = line.phase is not None and line.phase != phase
        if begins or (line.phase is None and phase is not None):
            table.add_section()
        table.add_row(str(line.phase) if begins else "", Text(line.text, colour(line)), line.ruling)
        phase = line.phase
    return table


def told(line: Line, indent: int = 2) -> RenderableType:
    """One sentence on its own line, with its ruling."""
    return Hanging(with_ruling(Text(line.text, colour(line)), line.ruling), indent)
