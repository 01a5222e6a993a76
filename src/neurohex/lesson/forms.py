"""The forms of the lesson, as JSON has them, for a page; those of the table itself are in `neurohex.view.forms`."""

from __future__ import annotations

from typing import Final, TypedDict

VERSION: Final = 1
"""Changes whenever a field is taken away or changes its meaning; added fields do not change it."""


class LessonStep(TypedDict):
    """One step: something to read, and something to do on a board that is set up for it."""

    key: str
    """Its name in addresses; stays the same when steps are added or moved."""
    title: str
    words: list[str]
    """What is explained, in short paragraphs."""
    task: str
    hint: str
    """For whoever is stuck."""
    done_words: str
    """What was learnt, for when the task is done."""


class Lesson(TypedDict):
    """All steps, in the order in which they are best taken."""

    version: int
    lang: str
    steps: list[LessonStep]


class Verdict(TypedDict):
    """What is to be said of an attempt."""

    done: bool
    over: bool
    """Whether nothing more can come of it: it is done, or the turn is over and the step is to be begun anew."""
    words: str
    """Praise, or what is missing and why."""
