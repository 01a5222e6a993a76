"""Search for solutions of the lesson's steps."""

from __future__ import annotations

from collections.abc import Iterator

from neurohex.lesson import LESSON, state_of
from neurohex.lesson.attempt import Attempt
from neurohex.rules.engine import legal_actions

LONGEST = 3
"""Actions within which a step is to be done."""


def attempts(key: str) -> Iterator[tuple[tuple[int, ...], Attempt]]:
    """All action sequences of a step, shortest first, up to the first length that solves it; one per reached state."""
    ways: list[tuple[int, ...]] = [()]
    for _ in range(LONGEST):
        longer: dict[int, tuple[int, ...]] = {}
        done = False
        for way in ways:
            before = attempt_of(key, way)
            for action in dict.fromkeys(legal_actions(before.now)):
                attempt = attempt_of(key, (*way, action))
                if attempt.now.key() in longer:
                    continue
                longer[attempt.now.key()] = (*way, action)
                yield (*way, action), attempt
                done = done or LESSON[key].goal(attempt) is None
        if done:
            return
        ways = [way for way in longer.values() if not attempt_of(key, way).turn_over]
    raise AssertionError(f"{key} cannot be done within {LONGEST} actions")


def attempt_of(key: str, actions: tuple[int, ...]) -> Attempt:
    attempt = Attempt(state_of(key))
    for action in actions:
        attempt.act(action)
    return attempt


def solution(key: str) -> tuple[int, ...]:
    """The first shortest solution of a step."""
    return next(way for way, attempt in attempts(key) if LESSON[key].goal(attempt) is None)
