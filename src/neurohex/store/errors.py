"""Errors of a store, one line each.

A caller that appends must distinguish three cases: another process was first (`NumberTaken`), the caller is wrong (the
other refusals), and the database fails (`Unavailable`).
"""

from __future__ import annotations


class StoreError(Exception):
    """Base class. The text is one line for people, without passwords."""


class CannotOpen(StoreError):
    """The database cannot be opened. The text says why and, if possible, what to do."""


class Unavailable(StoreError):
    """The database failed or cannot be reached, or the store is closed. Acknowledge nothing.

    Almost always nothing was written. If the connection is lost for good during a commit, the result is unknown, so
    read the match again before going on: each event names the command that caused it.
    """


class StoreRefusal(StoreError):
    """The database works; this one request was refused and left nothing behind."""


class NumberTaken(StoreRefusal):
    """Another process appended an event with this number first: read on from it and decide again."""

    def __init__(self, match: str, number: int) -> None:
        super().__init__(match, number)
        self.match = match
        self.number = number

    def __str__(self) -> str:
        return f"match {self.match}: event {self.number} exists already"


class NumberAhead(StoreRefusal):
    """This append would leave a hole in the log: the previous event does not exist."""

    def __init__(self, match: str, number: int) -> None:
        super().__init__(match, number)
        self.match = match
        self.number = number

    def __str__(self) -> str:
        return f"match {self.match}: event {self.number} cannot be appended, as there is no event {self.number - 1}"


class UnknownMatch(StoreRefusal):
    """No match has this id."""

    def __init__(self, match: str) -> None:
        super().__init__(match)
        self.match = match

    def __str__(self) -> str:
        return f"there is no match {self.match}"


class MatchExists(StoreRefusal):
    """A match with this id exists."""

    def __init__(self, match: str) -> None:
        super().__init__(match)
        self.match = match

    def __str__(self) -> str:
        return f"there is a match {self.match} already"


class NameTaken(StoreRefusal):
    """An account has this name, or one that differs only in case or Unicode encoding."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name

    def __str__(self) -> str:
        return f"the name {self.name!r} is taken"


class UnknownAccount(StoreRefusal):
    """No account has this name."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name

    def __str__(self) -> str:
        return f"there is no account {self.name!r}"
