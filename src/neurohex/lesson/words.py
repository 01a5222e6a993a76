"""The shape of the lesson's texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StepWords:
    """All that is said in one step, in one language."""

    title: str
    paragraphs: tuple[str, ...]
    task: str
    hint: str
    done: str
    missing: Mapping[str, str]
    """What is said of attempts that fall short, by the reason that the step's goal gives."""
