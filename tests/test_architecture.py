"""docs/architecture.md names existing files and the real import graph."""

from __future__ import annotations

import re
from pathlib import Path

from tests.test_imports import SOURCE, imported, part_of

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def test_every_file_in_it_exists() -> None:
    named = set(re.findall(r"\b[\w-]+(?:/[\w.-]+)+\.(?:py|ts|svelte|txt)\b", PAGE))
    assert len(named) > 30
    missing = {name for name in named if not (ROOT / name).is_file() and not (SOURCE.parent / name).is_file()}
    missing = {name for name in missing if not (SOURCE / name).is_file() and not (ROOT / "web/src" / name).is_file()}
    assert not missing


def test_parts_that_need_not_know_each_other_do_not() -> None:
    rows = re.findall(r"^\| (\w+) → (\w+) \| \d+ \| 0 \|$", PAGE, re.MULTILINE)
    assert rows
    for one, other in rows:
        wrong = {
            f"{path.relative_to(SOURCE)} imports {name}"
            for path in SOURCE.rglob("*.py")
            if part_of(path) == one
            for name in imported(path)
            if name.startswith(f"neurohex.{other}")
        }
        assert not wrong
