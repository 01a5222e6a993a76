"""Errors in texts, worded for their author.

Every error of this package is one line: the place, a colon, and what was expected there.
"""

from __future__ import annotations

import json
from typing import Final

from neurohex.errors import NeurohexError

LONGEST_SHOWN: Final = 60
"""Longest part of a wrong text that an error repeats, in characters."""


class NotationError(NeurohexError):
    """A text or JSON value with the wrong form.

    >>> print(NotationError("units[1].hex", 'no hex "Z9" on the standard board'))
    units[1].hex: no hex "Z9" on the standard board
    """

    place: str
    """The place, such as `units[1].hex`; empty if there is none."""
    problem: str
    """What is wrong and what was expected, on one line."""

    def __init__(self, place: str, problem: str) -> None:
        super().__init__(place, problem)
        self.place = place
        self.problem = problem

    def __str__(self) -> str:
        return f"{self.place}: {self.problem}" if self.place else self.problem


class PositionError(NotationError):
    """An unreadable or impossible position, as JSON or as one line."""


class ActionError(NotationError):
    """An unreadable action."""


class RecordError(NotationError):
    """An unreadable line of a game record.

    >>> print(RecordError("", "expected an action", line=12))
    line 12: expected an action
    """

    line: int
    """The line of the record, from 1; 0 for the record as a whole."""

    def __init__(self, place: str, problem: str, line: int = 0) -> None:
        super().__init__(place, problem)
        # Pass all three, so that copying and pickling work.
        self.args = (place, problem, line)
        self.line = line

    def __str__(self) -> str:
        said = super().__str__()
        return f"line {self.line}: {said}" if self.line else said


def shown(value: object) -> str:
    """A decoded JSON value for an error message: one line, JSON spelling, shortened."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, int) and abs(value) >= 10**LONGEST_SHOWN:
        return "a number of many digits"
    if isinstance(value, str):
        cut = value if len(value) <= LONGEST_SHOWN else value[: LONGEST_SHOWN - 1] + "…"
        return json.dumps(cut, ensure_ascii=not cut.isprintable())
    if value is None or isinstance(value, (bool, int, float)):
        return json.dumps(value)
    return f"a Python {type(value).__name__}"
