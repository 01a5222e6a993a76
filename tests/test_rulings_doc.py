"""Every ruling has a test that names it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "rulings.md"


def rulings() -> list[str]:
    """The numbers of docs/rulings.md in its order."""
    return re.findall(r"^(?:- |\| )(R\d+\.\d+) ", PAGE.read_text(encoding="utf-8"), re.MULTILINE)


def named_in_code(folder: Path) -> set[str]:
    """The rulings in comments and docstrings of a folder; a range (R7.1-R7.4) names all in it."""
    found: set[str] = set()
    for source in folder.rglob("*.py"):
        text = source.read_text(encoding="utf-8")
        found |= set(re.findall(r"\bR\d+\.\d+\b", text))
        for section, first, last in re.findall(r"\bR(\d+)\.(\d+)-R\1\.(\d+)\b", text):
            found |= {f"R{section}.{n}" for n in range(int(first), int(last) + 1)}
    return found


def marked(source: Path) -> set[str]:
    """The rulings in all `pytest.mark.ruling(...)` of one file."""
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
    assert numbers[-1] == "R31.2"
    assert {number.removeprefix("R").split(".")[0] for number in numbers} == {str(n) for n in range(1, 32)} - {"2"}


def test_marks_are_found(tmp_path: Path) -> None:
    source = tmp_path / "test_it.py"
    source.write_text(
        '@pytest.mark.ruling("R3.1", "R8.1")\ndef test_it(): ...\npytestmark = [pytest.mark.ruling("R7.2")]\n'
    )
    assert marked(source) == {"R3.1", "R7.2", "R8.1"}


def test_every_ruling_is_named_by_a_rules_test() -> None:
    named = all_marked(ROOT / "tests" / "rules")
    missing = [number for number in rulings() if number not in named]
    assert not missing, f"no test in tests/rules is marked pytest.mark.ruling({', '.join(map(repr, missing))})"


def test_no_test_names_a_ruling_that_is_not_there() -> None:
    assert all_marked(ROOT / "tests") - set(rulings()) == set()


def test_ranges_of_rulings_are_read(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text('"""Medics (R7.1-R7.3)."""\n# R10.2\n')
    assert named_in_code(tmp_path) == {"R7.1", "R7.2", "R7.3", "R10.2"}


def test_every_ruling_is_named_where_the_rules_apply_it() -> None:
    named = named_in_code(ROOT / "src" / "neurohex" / "rules")
    assert [number for number in rulings() if number not in named] == []
    assert named - set(rulings()) == set()
