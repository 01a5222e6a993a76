"""The lesson as a page asks for it: its texts, its positions, and what is to be said of attempts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from neurohex.explain import UnknownLanguage
from neurohex.lesson import texts_en, texts_pl
from neurohex.lesson.attempt import PUPIL, Attempt
from neurohex.lesson.forms import VERSION, Lesson, Verdict
from neurohex.lesson.steps import STEPS, Missing, Step
from neurohex.lesson.words import StepWords
from neurohex.notation.compact import parse_line
from neurohex.rules.engine import IllegalAction, State
from neurohex.tiles import ARMIES
from neurohex.view import analysis_state, tile_id

LESSON: Final = {step.key: step for step in STEPS}
"""The steps by their keys, in order."""
TEXTS: Final = {"en": texts_en.STEPS, "pl": texts_pl.STEPS}
ALWAYS: Final = {"en": texts_en.ALWAYS, "pl": texts_pl.ALWAYS}


class LessonError(ValueError):
    """Something that cannot be done in the lesson; the text is one line that names the place."""


class UnknownStep(LessonError):
    """No step has that key."""


def lesson(lang: str = "en") -> Lesson:
    """All that is to be read. Raises `UnknownLanguage`."""
    texts = _texts(lang)
    return {
        "version": VERSION,
        "lang": lang,
        "steps": [
            {
                "key": key,
                "title": texts[key].title,
                "words": list(texts[key].paragraphs),
                "task": texts[key].task,
                "hint": texts[key].hint,
                "done_words": texts[key].done,
            }
            for key in LESSON
        ],
    }


def state_of(key: str) -> State:
    """The position of a step, in which the pupil, player 0, is to decide. Raises `UnknownStep`."""
    return _start(_step(key)).copy()


def verdict(key: str, actions: Sequence[int], lang: str = "en") -> Verdict:
    """What is to be said when these actions have been done from the position of a step.

    It is done as soon as the goal is reached, whatever comes after it. Raises `UnknownStep`, `UnknownLanguage`, and
    `LessonError` for an action that is not legal.
    """
    step, texts = _step(key), _texts(lang)
    attempt = Attempt(_start(step))
    missing = step.goal(attempt)
    for number, action in enumerate(actions):
        turn_over = attempt.turn_over
        try:
            attempt.act(action)
        except IllegalAction as error:
            raise LessonError(f"then[{number}]: {error}") from error
        if missing is not None and not turn_over:  # what others do afterwards is no part of the attempt
            missing = step.goal(attempt)
    if missing is None:
        return {"done": True, "over": True, "words": texts[key].done}
    if not missing.hopeless and attempt.turn_over:
        missing = Missing("ended", hopeless=True)
    words = _said(missing, texts[key], lang)
    if missing.hopeless:
        words += f" {ALWAYS[lang]['again']}"
    return {"done": False, "over": missing.hopeless, "words": words}


def _said(missing: Missing, texts: StepWords, lang: str) -> str:
    text = texts.missing.get(missing.reason) or ALWAYS[lang][missing.reason]
    return text.format(**missing.fields)


def _step(key: str) -> Step:
    if key not in LESSON:
        raise UnknownStep(f'step: no step "{key}"; expected one of {", ".join(LESSON)}')
    return LESSON[key]


def _texts(lang: str) -> dict[str, StepWords]:
    if lang not in TEXTS:
        raise UnknownLanguage(f'language: no words in "{lang}"; there are {", ".join(TEXTS)}')
    return TEXTS[lang]


@cache
def _start(step: Step) -> State:
    """The position of a step; not to be changed."""
    position = parse_line(step.line)
    army = ARMIES[position.players[PUPIL].army]
    hand = [tile_id(army.tile(name)) for name in step.hand]
    return analysis_state(position, [hand], turn=PUPIL, must_discard=step.full_hand)
