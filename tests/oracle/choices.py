"""Choices of a Battle: made by the default policy, or all of them one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")


class Chooser:
    """Makes the choices named in a script, and takes the first option, the default, after its end."""

    def __init__(self, script: Sequence[int] = ()) -> None:
        self.script = script
        self.options: list[int] = []
        """How many options each choice had. A choice with one is none."""

    def __call__(self, options: Sequence[T]) -> T:
        if len(options) == 1:
            return options[0]
        number = len(self.options)
        self.options.append(len(options))
        return options[self.script[number] if number < len(self.script) else 0]

    def taken(self) -> list[int]:
        return [self.script[n] if n < len(self.script) else 0 for n in range(len(self.options))]


def walk(run: Callable[[Chooser], T], most: int) -> Iterator[T]:
    """The results of all choices. Stops after `most` of them."""
    script: list[int] = []
    for _ in range(most):
        chooser = Chooser(script)
        yield run(chooser)
        script = chooser.taken()
        while script and script[-1] + 1 == chooser.options[len(script) - 1]:
            script.pop()
        if not script:
            return
        script[-1] += 1
