"""What views answer where that is no form of `neurohex.view` by itself: forms like those, with the same promises."""

from __future__ import annotations

from typing import TypedDict

from neurohex.view.forms import Battle, Choices, Preview, Scene


class Look(TypedDict):
    """A moment: what lies on the table and what may be done."""

    version: int
    scene: Scene
    choices: Choices
    step: int
    """How many steps led to it, those of `then` among them."""
    steps: int
    """How many steps the match or record has; 0 on boards for study and in the lesson."""
    undo: int | None
    """The seat that may take back the last act; None where none can, or where the match is not looked at as it
    stands."""
    event: int | None
    """Of a match: number of the last event that was taken up."""
    line: str
    """The position on one line, as boards for study take it."""
    hands: list[list[str]]
    """Tiles in hand by player, as boards for study take them."""
    discards: list[list[str]]
    """Tiles on the discard piles by player, as boards for study take them."""
    energy: list[int]
    """Energy by player, as boards for study take it; 0 on boards without."""
    turn: int | None
    """Whose turn it is; None before the first, and where that player is out."""
    terminals: list[str] | None
    """Hexes of the Terminals, as boards for study take them; None for the usual ones, and for boards without."""
    bomber: str
    """How Mad Bomber is played, as boards for study take it: `none`, `neutral` or `mercenary`."""


class Previews(TypedDict):
    """What would come of some actions, in the order in which they were asked for."""

    previews: list[Preview]


class HintedAct(TypedDict):
    """An action that a bot has thought about."""

    action: int
    words: str
    """The action as a short sentence."""
    chance: float
    """Of winning with it, from 0 to 1, as far as the bot can tell."""
    tries: int
    """How often it was tried out; 0 where it was only judged at first sight."""
    line: list[str]
    """What the bot has in mind for the rest of the turn, this action first, as sentences."""


class Hint(TypedDict):
    """What a bot would do."""

    player: int
    """Who is to decide."""
    thoughts: list[HintedAct]
    """The best actions, at most five, the one to choose first."""


class BattleNow(TypedDict):
    """The Battle that would be fought now; None where none can be."""

    battle: Battle | None
