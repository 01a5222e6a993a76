"""Request and response bodies about manners: whom people block, and what they report."""

from __future__ import annotations

from enum import StrEnum

from neurohex.wire.http import Answer, Body
from neurohex.wire.messages import MatchId, PersonId


class BlockRequest(Body, frozen=True, kw_only=True):
    """Somebody to block, or to block no more."""

    person: PersonId
    match: MatchId | None = None
    """A match in which the person sits. A guest can be found in no other way."""


class Blocked(Answer, frozen=True, kw_only=True):
    """Somebody whom you have blocked."""

    person: PersonId
    name: str
    """Their name at that time."""
    created: float
    """When you blocked them, in seconds since 1970."""


class Blocks(Answer, frozen=True, kw_only=True):
    """Everybody whom you have blocked, the first first."""

    people: tuple[Blocked, ...]


class ReportReason(StrEnum):
    """What a report is about."""

    NAME = "name"
    """An offensive name."""
    STALLING = "stalling"
    """Lets the clock run to annoy."""
    LEAVING = "leaving"
    """Leaves games again and again."""
    HELP = "help"
    """Plays with a program's help."""
    LOSING = "losing"
    """Loses on purpose, or plays oneself, for ratings."""
    REACTIONS = "reactions"
    """Annoys with reactions."""


class NewReport(Body, frozen=True, kw_only=True):
    """Tells the operator about somebody."""

    person: PersonId
    reason: ReportReason
    match: MatchId | None = None
    """Where it happened: a match in which you both sit. Needed for a guest."""
