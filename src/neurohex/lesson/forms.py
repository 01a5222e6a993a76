"""JSON forms of the lesson. `neurohex.view.forms` has those of the table."""

from __future__ import annotations

from typing import Final

from neurohex.view.forms import Form

VERSION: Final = 1
"""Increases when a field is removed or changes its meaning; added fields do not count."""


class LessonStep(Form):
    """One step: a text to read, and a task on a prepared board."""

    key: str
    """Its name in addresses; stable when steps are added or moved."""
    title: str
    words: list[str]
    """The explanation, in short paragraphs."""
    task: str
    hint: str
    """Help for a pupil who is stuck."""
    done_words: str
    """What was learnt, shown when the task is done."""


class Lesson(Form):
    """All steps, in the recommended order."""

    version: int
    lang: str
    steps: list[LessonStep]


class Verdict(Form):
    """The verdict on an attempt."""

    done: bool
    over: bool
    """Whether the attempt is over: the task is done, or the turn ended and the step must be restarted."""
    words: str
    """Praise, or what is missing and why."""
