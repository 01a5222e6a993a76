"""The structure of the lesson's texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StepWords:
    """All texts of one step, in one language."""

    title: str
    paragraphs: tuple[str, ...]
    task: str
    hint: str
    done: str
    missing: Mapping[str, str]
    """Texts for failed attempts, by the goal's reason."""
