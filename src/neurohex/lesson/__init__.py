"""A first lesson: a dozen steps on real positions, each with a task that the rules themselves check.

    lesson("en")                    all that is to be read, step by step
    state_of("facing")              the position of a step, in which the pupil, player 0, is to decide
    verdict("facing", actions, "en")  whether the task is done by these actions, and if not what is missing

docs/lesson.md tells how to add a step.
"""

from neurohex.lesson.course import LESSON, LessonError, UnknownStep, lesson, state_of, verdict

__all__ = ["LESSON", "LessonError", "UnknownStep", "lesson", "state_of", "verdict"]
