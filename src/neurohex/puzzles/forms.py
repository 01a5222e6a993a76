"""JSON forms of puzzles for a page. `neurohex.view.forms` has those of the table."""

from __future__ import annotations

from typing import Any, Final

from neurohex.view.forms import Battle, Form
from neurohex.wire.views import Look

VERSION: Final = 1
"""Increases when a field is removed or changes its meaning; added fields do not count."""


class PuzzleEntry(Form):
    """A puzzle at a glance."""

    id: str
    number: int | None
    """Its place in the collection, from 1; None for one that is not in it."""
    title: str
    armies: list[str]
    """Keys of the armies: the solver's, then the opponent's."""
    task: str
    """What is to be done, in two sentences."""
    goal: str
    """The kind of its goal: `hq`, `damage`, `unit` or `survive`."""
    hand: int
    """Tiles in hand."""
    use: int
    """Tiles to use."""
    mode: str
    """`exactly` so many, or `at most`."""
    grade: int | None
    """How hard it is, 1 to 5."""
    themes: list[str]
    """Keys of its themes."""
    solution_known: bool
    """Whether hints and the solution can be asked for."""


class PuzzleTheme(Form):
    """A theme, and its name."""

    key: str
    name: str


class Puzzles(Form):
    """The collection, in order."""

    version: int
    lang: str
    themes: list[PuzzleTheme]
    """The themes that occur, in the order of first use."""
    puzzles: list[PuzzleEntry]


class PuzzleAct(Form):
    """One act of an attempt or a solution."""

    action: int
    player: int
    """Who decided: the solver, or the opponent."""
    words: str
    """The act as a short sentence, without a full stop."""


class PuzzleVerdict(Form):
    """What the Battle has made of an attempt."""

    solved: bool
    reason: str
    """`solved`, or what is missing: `hq stands`, `own hq fell`, `too little damage`, `unit stands`."""
    words: str
    battle: Battle


class PuzzleAttempt(Form):
    """A puzzle as far as it is played."""

    puzzle: PuzzleEntry
    player: int
    """The solver's number."""
    acts: list[PuzzleAct]
    """Everything that was done, with the opponent's answers, which the server adds. To go on, send their actions as
    `then`."""
    used: int
    """Tiles used."""
    left: int
    """Tiles that may still be used."""
    may_fight: bool
    """Whether the Battle may begin."""
    look: Look
    verdict: PuzzleVerdict | None
    """What the Battle has made of it, where it was asked for."""


class PuzzleHint(Form):
    """One hint."""

    number: int
    """From 1."""
    count: int
    """Hints that there are."""
    words: str


class PuzzleCourse(Form):
    """How the solution goes for one course of the opponent's choices before the Battle."""

    acts: list[PuzzleAct]
    choices: list[str]
    """The solver's own choices in the Battle on which it depends, in words."""
    battle: Battle


class PuzzleSolution(Form):
    """The solution: one course, or one for each course of the opponent's choices."""

    courses: list[PuzzleCourse]


class PuzzleProof(Form):
    """Whether a puzzle has one solution."""

    outcome: str
    """`unique`, `no solution`, `several`, `fewer tiles`, `wrong solution` or `stopped`."""
    words: str
    """One line."""
    states: int
    """Positions looked at."""
    puzzle: dict[str, Any] | None
    """Where it is unique: the puzzle with its id and solution, as files have it."""


class PuzzleRating(Form):
    """A rating by Glicko-2: of a person, or how hard a puzzle is."""

    rating: int
    deviation: int
    """With 95 % the true rating is within twice as much."""
    provisional: bool
    """Whether it is not sure yet."""
    attempts: int
    """First attempts that it rests on."""


class PuzzleOutcome(Form):
    """What became of a person's first attempt at a puzzle."""

    puzzle: str
    solved: bool
    rating: int
    """The person's, after it."""
    change: int
    """By how much it changed."""


class PuzzleStanding(Form):
    """How a person does at puzzles."""

    rating: PuzzleRating
    outcomes: list[PuzzleOutcome]
    """In order. There is one for each puzzle that was tried; later attempts do not count."""


class PuzzleRatings(Form):
    """How hard puzzles are."""

    ratings: dict[str, PuzzleRating]
    """By the id of the puzzle: all of the collection."""
