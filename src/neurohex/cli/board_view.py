"""The board as coloured text, and the legend of its marks."""

from __future__ import annotations

import re
from typing import Final

from rich.text import Text

from neurohex.cli.story_words import ENGLISH
from neurohex.draw.letters import BoardStyle, board_rows, edge_marks, has_rim, shows_life
from neurohex.explain import Language
from neurohex.model import Table
from neurohex.rules.engine import State

_EDGE_MARKS: Final = {
    "m": ("m2", "mark.melee"),
    "r": ("r1", "mark.ranged"),
    "g": ("g1", "mark.gauss"),
    "a": ("a", "mark.armour"),
    "#": ("#", "mark.net"),
    "+": ("+", "mark.link"),
    "++": ("++", "mark.long_link"),
    "<": ("<", "mark.in"),
    ">": (">", "mark.out"),
    "!": ("!", "mark.trigger"),
}
"""By mark on an edge: an example, and the key of its meaning."""
_EDGE_MARK: Final = re.compile(r"\+\+|[mrga#+<>!]")


def legend_of(first: int = 0, *, ascii_only: bool = False) -> tuple[tuple[str, str], ...]:
    """Every mark that can appear on tiles, with its meaning; `first` is the number of the first player."""
    return tuple(_legend(first, ascii_only, ENGLISH).values())


def _legend(first: int, ascii_only: bool, words: Language) -> dict[str, tuple[str, str]]:
    board_style = BoardStyle(0, first, ascii_only)
    owner, taker = board_style.player(0), board_style.player(1)
    taken = words.say("mark.taken_seat" if first else "mark.taken", owner=owner, taker=taker)
    return {
        **{key: (mark, words.say(meaning)) for key, (mark, meaning) in _EDGE_MARKS.items()},
        "facing": (f"C2{board_style.facing(3)}", words.say("mark.facing")),
        "phase": ("i3", words.say("mark.phase")),
        "life": ("hp1/2" if ascii_only else "♥1/2", words.say("mark.life")),
        "mobile": ("mov", words.say("mark.mobile")),
        "netted": ("#netted", words.say("mark.netted")),
        "taken": (f"{owner}>{taker}", taken),
        "terminal": ("T" if ascii_only else "◇", words.say("mark.terminal")),
        "main": ("*" if ascii_only else "•", words.say("mark.main")),
    }


def marks_on(
    st: State, first: int = 0, *, ascii_only: bool = False, words: Language = ENGLISH
) -> list[tuple[str, str]]:
    """The marks that a drawing of this board shows, each with its meaning."""
    used = {"terminal"} if st.game.is_duel else {"main"} if has_rim(st.game.board) else set()
    for unit in Table(st).units:
        used.add("facing")
        for mark in edge_marks(unit):
            used.update(_EDGE_MARK.findall(mark))
        holds = {
            "phase": unit.initiative,
            "life": shows_life(unit),
            "mobile": unit.tile.mobility and not unit.is_netted,
            "netted": unit.is_netted,
            "taken": unit.is_taken,
        }
        used.update(key for key, there in holds.items() if there)
    return [entry for key, entry in _legend(first, ascii_only, words).items() if key in used]


def board_text(st: State, width: int = 80, *, first: int = 0, ascii_only: bool = False) -> Text:
    """The board as coloured text, at most `width` columns if possible; `first` is the number of the first player."""
    text = Text(no_wrap=True, overflow="ignore")
    for number, row in enumerate(board_rows(Table(st), width, first=first, ascii_only=ascii_only)):
        text.append("\n" if number else "")
        for letters, style in row:
            text.append(letters, style)
    return text
