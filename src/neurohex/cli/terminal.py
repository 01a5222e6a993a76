"""Shared parts of terminal output: players in their colours, the board with its legend."""

from __future__ import annotations

import importlib
import select
import shlex
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NoReturn

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
    """Lets `main` handle a broken pipe."""

    def on_broken_pipe(self) -> NoReturn:
        raise BrokenPipeError


def console(*, errors: bool = False) -> Console:
    """Standard output, or standard error, for people: in colour on a terminal."""
    return _Console(file=sys.stderr if errors else sys.stdout, highlight=False, markup=False, emoji=False)


def is_typed() -> bool:
    """Whether something was typed at the keyboard and not read yet."""
    try:
        return bool(select.select([sys.stdin], [], [], 0)[0])
    except OSError:  # Windows waits for sockets only
        msvcrt: Any = importlib.import_module("msvcrt")
        return bool(msvcrt.kbhit())


_GLUE: Final = "\ue000"
"""Stands for a space that must not break; no text of the game contains it."""


def with_ruling(sentence: Text, ruling: str) -> Text:
    """A sentence with its ruling, which stays on the line of the last word. For `hanging_rows` only."""
    return Text.assemble(sentence, (f"{_GLUE}{_GLUE}{ruling.replace(' ', _GLUE)}", "dim")) if ruling else sentence


def hanging_rows(text: Text, screen: Console, head: Text, width: int | None = None) -> list[Text]:
    """A text after `head`, with a hanging indent."""
    rows = []
    room = max(20, (width or screen.width) - len(head))
    for number, row in enumerate(text.wrap(screen, room)):
        row.rstrip()
        row.plain = row.plain.replace(_GLUE, " ")
        rows.append(Text.assemble(" " * len(head) if number else head, row))
    return rows


@dataclass(frozen=True, slots=True)
class Hanging:
    """A text with every line indented, at any terminal width."""

    text: Text
    indent: int = 2

    def __rich_console__(self, screen: Console, options: ConsoleOptions) -> RenderResult:
        yield from hanging_rows(self.text, screen, Text(" " * self.indent), options.max_width)


def command_name() -> str:
    """What the user types to run this command: `neurohex`, or its path if it is not on PATH."""
    called = sys.argv[0]
    if shutil.which("neurohex") is None and Path(called).name == "neurohex" and Path(called).is_file():
        return shlex.quote(called)
    return "neurohex"


def coat(army: Army, *, bold: bool = False) -> Style:
    """An army's colour, with readable text on it."""
    return Style(color=army.ink, bgcolor=army.colour, bold=bold)


def player_name(st: State, player: int | None, words: Language = ENGLISH) -> Text:
    """A player as tables and legends show them: number and army, in the army's colour."""
    if player is None:
        return Text(f" {words.say('nobody')} ", coat(EXTRAS["bombers"]))
    return Text(f" {player} {player_armies(st.game.armies)[player].name} ", coat(player_armies(st.game.armies)[player]))


def plain_letters(screen: Console) -> bool:
    """Whether a terminal shows only ASCII."""
    return not (screen.encoding or "").lower().startswith("utf")


def show_board(screen: Console, st: State, before: State | None = None, words: Language = ENGLISH) -> None:
    """Print a board in the available width and its legend below; players count from 0, as in positions."""
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
    """The legend below a board: players, HQ points (and points lost since `before`), and the marks."""
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
