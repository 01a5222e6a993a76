"""Every Python example of the docs runs: here, or in a test of its page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HERE = ("README.pl.md", "docs/api.md", "docs/bots.md", "docs/lab.md", "docs/match.md")
ELSEWHERE = {
    "README.md": "tests/test_readme.py",
    "docs/analysis.md": "tests/analysis/test_doc.py",
    "docs/arena.md": "tests/arena/test_doc.py",
    "docs/bot-protocol.md": "tests/players/test_protocol_doc.py",
    "docs/drawing.md": "tests/test_draw.py",
    "docs/events.md": "tests/events/test_doc.py",
    "docs/lesson.md": "tests/lesson/test_doc.py",
    "docs/puzzles.md": "tests/puzzles/test_docs.py",
    "docs/records.md": "tests/test_record.py",
    "docs/server.md": "tests/server/test_connect.py",
    "docs/view.md": "tests/view/test_doc.py",
}
"""Pages whose examples need more than to be run: a server, a transcript, their own output."""


def test_the_examples_of_every_page_run_somewhere() -> None:
    pages = [*ROOT.glob("README*.md"), *(ROOT / "docs").glob("*.md")]
    found = {str(page.relative_to(ROOT)) for page in pages if "```python" in page.read_text(encoding="utf-8")}
    assert found == {*HERE, *ELSEWHERE}
    for page, test in ELSEWHERE.items():
        code = (ROOT / test).read_text(encoding="utf-8")
        assert Path(page).name in code, page
        assert re.search(r"\bexec\(|doctest|>>>", code), test


@pytest.mark.parametrize("page", HERE)
def test_the_examples_run(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    blocks = list(re.finditer(r"```python\n(.*?)```", text, re.DOTALL))
    assert blocks
    names: dict[str, object] = {}
    for block in blocks:
        line = text.count("\n", 0, block.start(1))
        exec(compile("\n" * line + block[1], page, "exec"), names)
    assert "Runner" in capsys.readouterr().out or page != "docs/api.md"


def test_the_section_of_the_readme_is_short() -> None:
    (program,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert len(program.splitlines()) <= 25
