"""What a store refuses or cannot do, on one line each.

Whoever appends must tell three things apart: somebody was first (`NumberTaken`), the caller is wrong (the other
refusals), and the database is in trouble (`Unavailable`).
"""

from __future__ import annotations


class StoreError(Exception):
    """The base of every error of a store. Its text is one line for people, without passwords."""


class CannotOpen(StoreError):
    """There is no database to be had from this URL: the text says why, and what to do where something can be done."""


class Unavailable(StoreError):
    """The database failed or could not be reached, or the store is closed; nothing may be acknowledged.

    Nearly always nothing was written. A connection lost for good in the middle of a commit leaves that unknown, so
    read the match again before going on: events name the command that caused them, and show what got in.
    """


class Refused(StoreError):
    """The database is well; this one request was not carried out and left nothing behind."""


class NumberTaken(Refused):
    """Somebody else appended an event of this number first: read on from it and decide again."""

    def __init__(self, match: str, number: int) -> None:
        super().__init__(match, number)
        self.match = match
        self.number = number

    def __str__(self) -> str:
        return f"match {self.match}: event {self.number} exists already"


class NumberAhead(Refused):
    """Appending here would leave a hole in the log: the event before it does not exist."""

    def __init__(self, match: str, number: int) -> None:
        super().__init__(match, number)
        self.match = match
        self.number = number

    def __str__(self) -> str:
        return f"match {self.match}: event {self.number} cannot be appended, as there is no event {self.number - 1}"


class UnknownMatch(Refused):
    """No match has this id."""

    def __init__(self, match: str) -> None:
        super().__init__(match)
        self.match = match

    def __str__(self) -> str:
        return f"there is no match {self.match}"


class MatchExists(Refused):
    """A match with this id was created before."""

    def __init__(self, match: str) -> None:
        super().__init__(match)
        self.match = match

    def __str__(self) -> str:
        return f"there is a match {self.match} already"


class NameTaken(Refused):
    """An account has this name, or one that differs only in capitals or in how its letters are encoded."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name

    def __str__(self) -> str:
        return f"the name {self.name!r} is taken"


class UnknownAccount(Refused):
    """No account has this name."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name

    def __str__(self) -> str:
        return f"there is no account {self.name!r}"
