"""Every ruling that players can read is shown at work by a test that names it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "rulings.md"


def rulings() -> list[str]:
    """The numbers of docs/rulings.md in its order: R1.1 …, and 7.1 … 7.4 and 8 for what has no R number."""
    numbers: list[str] = []
    section = ""
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if heading := re.match(r"## (\d+)\. ", line):
            section = heading[1]
            if section == "8":
                numbers.append("8")
        elif ruling := re.match(r"(?:- |\| )(R\d+\.\d+) ", line):
            numbers.append(ruling[1])
        elif (item := re.match(r"(\d+)\. ", line)) and section == "7":
            numbers.append(f"7.{item[1]}")
    return numbers


def marked(source: Path) -> set[str]:
    """The numbers in all `pytest.mark.ruling(...)` of one file, wherever they stand."""
    return {
        argument.value
        for call in ast.walk(ast.parse(source.read_text(encoding="utf-8"), str(source)))
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "pytest.mark.ruling"
        for argument in call.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    }


def all_marked(folder: Path) -> set[str]:
    return {number for source in folder.rglob("*.py") for number in marked(source)}


def test_the_page_has_every_section() -> None:
    numbers = rulings()
    assert len(numbers) == len(set(numbers))
    assert numbers[0] == "R1.1"
    assert numbers[-1] == "R12.3"
    assert {number.removeprefix("R").split(".")[0] for number in numbers} == {str(n) for n in range(1, 13)} - {"2"}
    assert [number for number in numbers if not number.startswith("R")] == ["7.1", "7.2", "7.3", "7.4", "8"]


def test_marks_are_found(tmp_path: Path) -> None:
    source = tmp_path / "test_it.py"
    source.write_text(
        '@pytest.mark.ruling("R3.1", "8")\ndef test_it(): ...\npytestmark = [pytest.mark.ruling("7.2")]\n'
    )
    assert marked(source) == {"R3.1", "7.2", "8"}


def test_every_ruling_is_named_by_a_rules_test() -> None:
    named = all_marked(ROOT / "tests" / "rules")
    missing = [number for number in rulings() if number not in named]
    assert not missing, f"no test in tests/rules is marked pytest.mark.ruling({', '.join(map(repr, missing))})"


def test_no_test_names_a_ruling_that_is_not_there() -> None:
    assert all_marked(ROOT / "tests") - set(rulings()) == set()
