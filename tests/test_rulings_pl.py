"""The Polish rulings match the English ones in numbers and structure."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[1] / "docs"
ENGLISH = (DOCS / "rulings.md").read_text(encoding="utf-8")
POLISH = (DOCS / "rulings.pl.md").read_text(encoding="utf-8")

Block = tuple[str, str]
"""What a block is (a heading, a row of a table with so many cells, an item, a paragraph), and its text on one line."""


def blocks(page: str) -> list[Block]:
    """The blocks of a page in order; continuation lines are joined."""
    found: list[Block] = []
    new = True
    for line in page.splitlines():
        if not line.strip():
            new = True
            continue
        start = re.match(r"(#+ |- |\d+\. |\|)", line)
        if start is None and not new:
            kind, text = found.pop()
            found.append((kind, f"{text} {line.strip()}"))
        else:
            mark = start[1].strip() if start else "paragraph"
            found.append((f"row of {line.count('|') - 1}" if mark == "|" else mark, line.strip()))
        new = False
    return found


def test_blocks_are_separated() -> None:
    page = "# A\n\none\ntwo\n\nthree\n\n| a | b |\n| --- | --- |\n\n- R1.1 x\n  y R2.1\n1. z\n"
    assert blocks(page) == [
        ("#", "# A"),
        ("paragraph", "one two"),
        ("paragraph", "three"),
        ("row of 2", "| a | b |"),
        ("row of 2", "| --- | --- |"),
        ("-", "- R1.1 x y R2.1"),
        ("1.", "1. z"),
    ]


def test_both_have_the_same_shape() -> None:
    english, polish = ([kind for kind, _ in blocks(page)] for page in (ENGLISH, POLISH))
    assert polish == english
    assert english.count("##") == 32
    assert english.count("row of 4") == 11


def test_sections_have_the_same_numbers() -> None:
    english, polish = (re.findall(r"^## (\d+\.)?", page, re.MULTILINE) for page in (ENGLISH, POLISH))
    assert polish == english


def test_rulings_have_the_same_numbers_in_the_same_order() -> None:
    english, polish = (re.findall(r"^(?:- |\| )(R\d+\.\d+) ", page, re.MULTILINE) for page in (ENGLISH, POLISH))
    assert polish == english
    assert len(english) > 50


@pytest.mark.parametrize(
    "pattern",
    [
        pytest.param(r"R\d+\.\d+", id="rulings"),
        pytest.param(r"\b[A-G][1-7]\b", id="hexes"),
        pytest.param(r"`[^`]*`", id="code"),
        pytest.param(r"\*\*", id="strong"),
        pytest.param(r"(?<!\*)\*(?!\*)", id="emphasis"),
    ],
)
def test_each_block_names_the_same(pattern: str) -> None:
    """The rulings, hexes and keys in a block, and its number of emphasised words."""
    for (_, english), (_, polish) in zip(blocks(ENGLISH), blocks(POLISH), strict=True):
        assert sorted(re.findall(pattern, polish)) == sorted(re.findall(pattern, english)), polish


def test_each_is_linked_from_the_other() -> None:
    assert "](rulings.pl.md)" in ENGLISH.split("## ")[0]
    assert "](rulings.md)" in POLISH.split("## ")[0]
    assert "obowiązuje angielski" in POLISH.split("## ")[0]
    assert "](docs/rulings.pl.md)" in (DOCS.parent / "README.pl.md").read_text(encoding="utf-8")
