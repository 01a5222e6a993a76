"""A first lesson: a dozen steps on real positions, each with a task that the rules check.

    lesson("en")                      all texts, step by step
    state_of("facing")                the start of a step; the pupil, player 0, is to move
    verdict("facing", actions, "en")  whether these actions do the task, and if not what is missing

docs/lesson.md explains how to add a step.
"""

from neurohex.lesson.course import LESSON, LessonError, UnknownStep, lesson, state_of, verdict

__all__ = ["LESSON", "LessonError", "UnknownStep", "lesson", "state_of", "verdict"]
