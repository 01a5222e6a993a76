"""What is wrong with a text, said to the person who wrote it.

Every error of this package is one line: the place, a colon, and what was expected there.
"""

from __future__ import annotations

import json
from typing import Final

from neurohex.errors import NeurohexError

LONGEST_SHOWN: Final = 60
"""Characters of a wrong text that an error repeats."""


class NotationError(NeurohexError):
    """A text or JSON value that does not follow its form.

    >>> print(NotationError("units[1].hex", 'no hex "Z9" on the standard board'))
    units[1].hex: no hex "Z9" on the standard board
    """

    place: str
    """Where it is, such as `units[1].hex`; empty where there is no place to name."""
    problem: str
    """What is wrong there and what was expected, on one line."""

    def __init__(self, place: str, problem: str) -> None:
        super().__init__(place, problem)
        self.place = place
        self.problem = problem

    def __str__(self) -> str:
        return f"{self.place}: {self.problem}" if self.place else self.problem


class PositionError(NotationError):
    """A position, as JSON or as one line, that cannot be read or cannot be on a table."""


class ActionError(NotationError):
    """The text of an action that cannot be read."""


class RecordError(NotationError):
    """A line of a game record that cannot be read.

    >>> print(RecordError("", "expected an action", line=12))
    line 12: expected an action
    """

    line: int
    """The line of the record, from 1; 0 where it is the record as a whole."""

    def __init__(self, place: str, problem: str, line: int = 0) -> None:
        super().__init__(place, problem)
        # All three, so that a copy or a pickle is made from the same arguments.
        self.args = (place, problem, line)
        self.line = line

    def __str__(self) -> str:
        said = super().__str__()
        return f"line {self.line}: {said}" if self.line else said


def shown(value: object) -> str:
    """A decoded JSON value as an error message shows it: on one line, in JSON's spelling, not too long."""
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
