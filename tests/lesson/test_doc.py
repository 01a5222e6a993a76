"""docs/lesson.md lists the steps in order, and its example is real."""

from __future__ import annotations

import json
import re
from pathlib import Path

from neurohex.lesson import LESSON
from tests.view.forms import as_json

DOC = (Path(__file__).parents[2] / "docs" / "lesson.md").read_text(encoding="utf-8")


def test_every_step_is_listed_in_order() -> None:
    assert re.findall(r"^\| `([a-z-]+)` \|", DOC, re.MULTILINE) == list(LESSON)


def test_the_example_is_what_comes_out() -> None:
    (program,) = re.findall(r"```python\n(.*?)```", DOC, re.DOTALL)
    (shown,) = re.findall(r"```json\n(.*?)```", DOC, re.DOTALL)
    *before, last = program.strip().splitlines()
    names: dict[str, object] = {}
    exec("\n".join(before), names)
    assert as_json(eval(last, names)) == json.loads(shown)
