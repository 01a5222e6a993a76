"""A search's evaluation for the terminal: a table of actions, and reasons."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from neurohex.cli.story_words import ENGLISH
from neurohex.explain import Language, reason_lines
from neurohex.players import Thought
from neurohex.players.thinking import line_words
from neurohex.rules.engine import State


def thought_table(st: State, found: Sequence[Thought], words: Language = ENGLISH) -> Table:
    """The search's view of a state's actions: win rate, and the planned rest of the turn."""
    table = Table(box=None, pad_edge=False)
    table.add_column(words.say("head.wins"), justify="right")
    table.add_column(words.say("head.tried"), justify="right")
    table.add_column(words.say("head.action"))
    table.add_column(words.say("head.then"))
    for thought in found:
        line = line_words(st, thought.line)
        table.add_row(f"{thought.chance:.0%}", str(thought.tries or "–"), line[0], ", ".join(line[1:]))
    return table


def reasons_text(st: State, thought: Thought, words: Language = ENGLISH) -> Text:
    """What a plan gains (+) and what it fears (−), a line each below a heading; empty if there are no reasons."""
    lines = reason_lines(st.game, thought.reasons, words.code)
    shown = Text(words.say("hint.why") if lines else "")
    for line in lines:
        shown.append("\n  + " if line.is_gain else "\n  − ", "bold green" if line.is_gain else "bold red")
        shown.append(f"{line.text}.")
    return shown
