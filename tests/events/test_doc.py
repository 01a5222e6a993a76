"""docs/events.md: its examples are correct, and its table lists every class with its fields."""

from __future__ import annotations

import doctest
import re
from dataclasses import fields
from pathlib import Path

from neurohex.events import EVENT_TYPES

PAGE = Path(__file__).parents[2] / "docs" / "events.md"


def test_the_examples_are_true() -> None:
    result = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert result.attempted
    assert not result.failed


def test_the_table_lists_every_class() -> None:
    rows = re.findall(r"^\| `(\w+)` \| `([\w ]+)` \| (.*) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    told = {(kind, name): re.findall(r"`(\w+)`", cells) for kind, name, cells in rows}
    assert told == {
        (kind.__name__, name): [one.name for one in fields(kind) if not one.kw_only]
        for name, kind in EVENT_TYPES.items()
    }
