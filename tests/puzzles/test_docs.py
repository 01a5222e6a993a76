"""docs/puzzles.md: its program runs, and its example is what it claims to be."""

from __future__ import annotations

import re
from pathlib import Path

from neurohex.puzzles import prove, read_puzzle

PAGE = (Path(__file__).parents[2] / "docs" / "puzzles.md").read_text(encoding="utf-8")


def test_the_program_runs() -> None:
    (program,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(compile(program, "docs/puzzles.md", "exec"), {})


def test_the_example_holds() -> None:
    (example,) = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    assert prove(read_puzzle(example)).holds
