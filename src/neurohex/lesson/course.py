"""The lesson for a page: its texts, its positions, and the verdicts on attempts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from neurohex.errors import NeurohexError
from neurohex.explain import UnknownLanguage
from neurohex.explain.names import filled
from neurohex.lesson import texts_en, texts_pl
from neurohex.lesson.attempt import PUPIL, Attempt
from neurohex.lesson.forms import VERSION, Lesson, LessonStep, Verdict
from neurohex.lesson.steps import STEPS, Missing, Step
from neurohex.lesson.words import StepWords
from neurohex.model.game import IllegalAction, State
from neurohex.notation.compact import parse_line
from neurohex.tiles import ARMIES
from neurohex.view import analysis_state, tile_id

LESSON: Final = {step.key: step for step in STEPS}
"""The steps by key, in order."""
TEXTS: Final = {"en": texts_en.STEPS, "pl": texts_pl.STEPS}
ALWAYS: Final = {"en": texts_en.ALWAYS, "pl": texts_pl.ALWAYS}


class LessonError(NeurohexError):
    """An impossible request in the lesson; the text is one line that names the place."""


class UnknownStep(LessonError):
    """No step has that key."""


def lesson(lang: str = "en") -> Lesson:
    """All texts of the lesson. Raises `UnknownLanguage`."""
    texts = _texts(lang)
    return Lesson(
        version=VERSION,
        lang=lang,
        steps=[
            LessonStep(
                key=key,
                title=texts[key].title,
                words=list(texts[key].paragraphs),
                task=texts[key].task,
                hint=texts[key].hint,
                done_words=texts[key].done,
            )
            for key in LESSON
        ],
    )


def state_of(key: str) -> State:
    """The start of a step: the pupil, player 0, is to move. Raises `UnknownStep`."""
    return _start(_step(key)).copy()


def verdict(key: str, actions: Sequence[int], lang: str = "en") -> Verdict:
    """The verdict on some actions from the start of a step.

    The task is done as soon as the goal is reached, whatever follows. Raises `UnknownStep`, `UnknownLanguage`, and
    `LessonError` for an illegal action.
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
        if missing is not None and not turn_over:  # ignore what other players do afterwards
            missing = step.goal(attempt)
    if missing is None:
        return Verdict(done=True, over=True, words=texts[key].done)
    if not missing.hopeless and attempt.turn_over:
        missing = Missing("ended", hopeless=True)
    words = _said(missing, texts[key], lang)
    if missing.hopeless:
        words += f" {ALWAYS[lang]['again']}"
    return Verdict(done=False, over=missing.hopeless, words=words)


def _said(missing: Missing, texts: StepWords, lang: str) -> str:
    text = texts.missing.get(missing.reason) or ALWAYS[lang][missing.reason]
    return filled(text, dict(missing.fields), lang)


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
    """The position of a step; do not modify."""
    position = parse_line(step.line)
    army = ARMIES[position.players[PUPIL].army]
    hand = [tile_id(army.tile(name)) for name in step.hand]
    return analysis_state(position, [hand], turn=PUPIL, must_discard=step.full_hand)
