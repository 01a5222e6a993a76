"""The examples of the README are real."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from neurohex.notation.compact import parse_line

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()


def test_the_program_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    exec(compile(program, "README.md", "exec"), {})
    assert capsys.readouterr().out.strip()


def test_the_position_is_one() -> None:
    (line,) = re.findall(r"^living standard .*$", README, re.MULTILINE)
    assert parse_line(line).players[1].hq == 18


def test_every_link_leads_somewhere() -> None:
    pages = [ROOT / "README.md", ROOT / "README.pl.md", *sorted((ROOT / "docs").glob("*.md"))]
    for page in pages:
        for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text()):
            assert (page.parent / link).exists(), f"{page.name}: {link}"
