"""The small things every command shows on a terminal: players in their colours, the board with its legend."""

from __future__ import annotations

import shlex
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NoReturn

from rich.console import Console, ConsoleOptions, RenderResult
from rich.style import Style
from rich.text import Text

from neurohex.cli.board_view import board_text, marks_on
from neurohex.cli.story_words import ENGLISH
from neurohex.draw import player_armies
from neurohex.explain import Language
from neurohex.rules.engine import State
from neurohex.tiles import EXTRAS, Army


class _Console(Console):
    """Leaves it to the program what is done when nobody reads any more."""

    def on_broken_pipe(self) -> NoReturn:
        raise BrokenPipeError


def console(*, errors: bool = False) -> Console:
    """Standard output, or standard error, for people: in colour where it is a terminal."""
    return _Console(file=sys.stderr if errors else sys.stdout, highlight=False, markup=False, emoji=False)


_GLUE: Final = "\ue000"
"""Stands for a space at which no line is broken; no text of the game has it."""


def with_ruling(sentence: Text, ruling: str) -> Text:
    """A sentence and the ruling behind it, which stays on one line with the last word. For `hanging` only."""
    return Text.assemble(sentence, (f"{_GLUE}{_GLUE}{ruling.replace(' ', _GLUE)}", "dim")) if ruling else sentence


def hanging_rows(text: Text, screen: Console, head: Text, width: int | None = None) -> list[Text]:
    """A text after `head`, wrapped under its own beginning."""
    rows = []
    room = max(20, (width or screen.width) - len(head))
    for number, row in enumerate(text.wrap(screen, room)):
        row.rstrip()
        row.plain = row.plain.replace(_GLUE, " ")
        rows.append(Text.assemble(" " * len(head) if number else head, row))
    return rows


@dataclass(frozen=True, slots=True)
class Hanging:
    """A text that is indented on all its lines, however wide the terminal is."""

    text: Text
    indent: int = 2

    def __rich_console__(self, screen: Console, options: ConsoleOptions) -> RenderResult:
        yield from hanging_rows(self.text, screen, Text(" " * self.indent), options.max_width)


def command_name() -> str:
    """How this command is called from where the user is: `neurohex`, or the path of it where no shell would find it."""
    called = sys.argv[0]
    if shutil.which("neurohex") is None and Path(called).name == "neurohex" and Path(called).is_file():
        return shlex.quote(called)
    return "neurohex"


def coat(army: Army, *, bold: bool = False) -> Style:
    """An army's colour with text that reads on it."""
    return Style(color=army.ink, bgcolor=army.colour, bold=bold)


def player_name(st: State, player: int | None, words: Language = ENGLISH) -> Text:
    """A player as tables and legends call them: number and army, in the army's colour."""
    if player is None:
        return Text(f" {words.say('nobody')} ", coat(EXTRAS["bombers"]))
    return Text(f" {player} {player_armies(st.game.armies)[player].name} ", coat(player_armies(st.game.armies)[player]))


def plain_letters(screen: Console) -> bool:
    """Whether a terminal has no more letters than ASCII."""
    return not (screen.encoding or "").lower().startswith("utf")


def show_board(screen: Console, st: State, before: State | None = None, words: Language = ENGLISH) -> None:
    """Print a board as wide as there is room, and its legend below; players count from 0, as in positions."""
    ascii_only = plain_letters(screen)
    screen.print(board_text(st, screen.width, ascii_only=ascii_only), crop=False)
    screen.print(legend(st, before, width=screen.width, ascii_only=ascii_only, words=words))


def legend(
    st: State,
    before: State | None = None,
    *,
    width: int = 80,
    ascii_only: bool = False,
    words: Language = ENGLISH,
) -> Text:
    """Who is who below a board, the HQs' points (and what they lost since `before`), and what the marks on it mean."""
    line = Text()
    for player in range(len(st.game.armies)):
        who = Text().append_text(player_name(st, player, words)).append(f" {words.count('points', st.hq(player))}")
        lost = before.hq(player) - st.hq(player) if before is not None else 0
        if lost:
            who.append(f" {words.say('points.lost', n=lost)}", "bold red")
        taken = len(line.plain.rpartition("\n")[2])
        line.append("" if not player else "   " if taken + 3 + len(who) <= width else "\n")
        line.append_text(who)
    rows = [""]
    for mark, meaning in marks_on(st, ascii_only=ascii_only, words=words):
        said = f"{mark} {meaning}"
        if rows[-1] and len(rows[-1]) + 3 + len(said) > width:
            rows.append("")
        rows[-1] += f"   {said}" if rows[-1] else said
    for row in rows:
        line.append(f"\n{row}", "dim")
    return line
