"""The example of docs/analysis.md runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from neurohex.analysis import analysis_in
from neurohex.notation.record import parse_record, write_record
from tests.analysis.games import played

PAGE = Path(__file__).parents[2] / "docs" / "analysis.md"


@pytest.mark.slow
def test_the_example_analyses_a_record_and_writes_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.txt").write_text(write_record(played(acts=4)), encoding="utf-8")
    (block,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    names: dict[str, str] = {}
    exec(compile(block, str(PAGE), "exec"), names)
    assert analysis_in(parse_record(names["text"])) is not None
