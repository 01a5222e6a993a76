"""The log of a game, and study boards."""

from __future__ import annotations

from typing import Any

from neurohex.view.forms.base import Form
from neurohex.view.forms.battles import Battle, Beat
from neurohex.view.forms.choices import Choices
from neurohex.view.forms.table import Scene


class Entry(Form):
    """One decision or draw, with its consequences."""

    step: int
    """Its number, from 0."""
    player: int | None
    """Who decided; None for chance."""
    action: int
    kind: str
    words: str
    """The action as game records write it."""
    beats: list[Beat]
    """Events outside Battles, without turn headings."""
    battles: list[Battle]
    """Battles that began here, with the choices made in them later."""


class TurnForm(Form):
    """One turn. Turn 0, of nobody, comes before the first."""

    turn: int
    player: int | None
    words: str
    entries: list[Entry]


class Story(Form):
    """The log of a game, or of a part of it."""

    version: int
    first: int
    """Number of its first step."""
    steps: int
    """Number of steps it covers."""
    turns: list[TurnForm]


class Analysis(Form):
    """A study board: its text form, the table, the legal actions, a Battle preview."""

    version: int
    position: dict[str, Any]
    line: str
    scene: Scene
    choices: Choices
    battle: Battle | None


class StudyForm(Form):
    """Everything that sets up a study board."""

    line: str
    """The position."""
    hands: list[list[str]]
    """Tiles in hand, by player."""
    discards: list[list[str]]
    """Tiles on the discard piles, by player."""
    energy: list[int]
    """Energy by player; 0 on boards without."""
    turn: int | None
    """Whose turn it is; None for the first player who can have it."""
    terminals: list[str] | None
    """Hexes of the Terminals; None for the default ones, and on boards without."""
    bomber: str
    """How Mad Bomber is played: `none`, `neutral` or `mercenary`."""
