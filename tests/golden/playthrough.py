"""A record as a playthrough: all its lines, with comments for readers.

Before an action the number of legal ones, after it the events and rulings, and at the end of each turn the position,
the hands and the state's key. It is still a valid record.
"""

from __future__ import annotations

from typing import Final

from neurohex import events as ev
from neurohex.explain import explain, player_name
from neurohex.notation.bridge import position_of
from neurohex.notation.compact import format_line
from neurohex.notation.record import Record, Recorder, key_text, write_record
from neurohex.rules.catalog import ALL_TILES
from neurohex.rules.engine import Log, State, is_chance, legal_actions
from neurohex.rules.layout import TURNS_HIGH, TURNS_LOW

_SAID: Final = (
    ev.Drawn,
    ev.Discarded,
    ev.Placed,
    ev.Played,
    ev.Moved,
    ev.Turned,
    ev.Pushed,
    ev.Swapped,
    ev.TurnBegan,
    ev.TurnEnded,
    ev.Hired,
    ev.PhaseEnded,
)
"""Events that the record's own lines or a heading already say."""


class _Page:
    """Receives the recorder's lines, without its comments."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def write(self, text: str, /) -> None:
        self.lines += [line for line in text.splitlines() if not line.startswith(("[", ";"))]

    def flush(self) -> None:
        """Does nothing."""


def playthrough(record: Record) -> str:
    """The record with comments on every action and turn."""
    page = _Page()
    recorder = Recorder(record.game, record.tags, page)
    st = recorder.state
    for action in record.actions:
        before = st.copy()
        count = len(legal_actions(st))
        mark = len(page.lines)
        log = Log()
        recorder.play(action, log)
        # Headings and the action itself come from the recorder; the number goes between them.
        at = next(i for i in range(mark, len(page.lines)) if page.lines[i][:1].isdigit())
        page.lines.insert(at, f"; {_counted(count, 'draw' if is_chance(before) else 'action')}")
        told = _told(before, log)
        page.lines[at + 2 : at + 2] = told if _turn(st) == _turn(before) and not st.is_over() else told + _moment(st)
    header = write_record(record).split("\n\n", 1)[0]
    return header + "\n" + "".join(f"{line}\n" for line in page.lines)


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _turn(st: State) -> int:
    return st.field(TURNS_LOW) + 256 * st.field(TURNS_HIGH)


def _told(before: State, log: Log) -> list[str]:
    """The events of an action, one sentence per line; those of a phase are indented."""
    lines = []
    for line in explain(before.game, log.events):
        if not isinstance(line.event, _SAID):
            indent = "; " if line.phase is None or line.is_heading else ";   "
            lines.append(f"{indent}{line.text} ({line.ruling})")
    return lines


def _moment(st: State) -> list[str]:
    """The table at the end of a turn."""
    hands = [
        f"{player_name(st.game, p)} {', '.join(ALL_TILES[tile].name for tile in st.hand(p)) or '–'}"
        for p in range(len(st.game.armies))
    ]
    return [f"; {format_line(position_of(st))}", f"; hands: {'; '.join(hands)}", f"; key {key_text(st)}"]
