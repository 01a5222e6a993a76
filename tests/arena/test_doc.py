"""Checks the facts in docs/arena.md."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from neurohex.arena.play import ENDS, FORFEIT
from neurohex.arena.store import SCHEMA
from neurohex.cli import main

DOC = (Path(__file__).parents[2] / "docs" / "arena.md").read_text(encoding="utf-8")


def test_its_program_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", DOC, re.DOTALL)
    exec(program, {})
    assert capsys.readouterr().out.startswith("greedy Rating(")


def test_it_names_every_column_and_every_end() -> None:
    table = DOC[DOC.index("## The results") : DOC.index("## Many cores")]
    for name in (*SCHEMA.names, *ENDS.values(), FORFEIT):
        assert f"`{name}`" in table


def test_the_page_lists_the_options_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "--help"]) == 0
    known = capsys.readouterr().out
    for option in set(re.findall(r"--[a-z][a-z-]+", DOC)):
        assert option in known
