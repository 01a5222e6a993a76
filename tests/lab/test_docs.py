"""What docs/lab.md and docs/balance.md show runs, and the tables say what the code says."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import neurohex as nh
from neurohex.lab.dataset import schema
from neurohex.lab.encoding import Encoding

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "lab.md").read_text(encoding="utf-8")


def blocks(page: str, language: str) -> list[str]:
    """The code of a page in one language; "" for commands."""
    found = re.findall(r"^```(\w*)\n(.*?)^```$", page, flags=re.DOTALL | re.MULTILINE)
    return [code for named, code in found if named == language]


BLOCKS = blocks(PAGE, "python")
COMMANDS = [
    line
    for page in (PAGE, (DOCS / "balance.md").read_text(encoding="utf-8"))
    for block in blocks(page, "")
    for line in block.splitlines()
    if line.startswith(("neurohex ", "python -m neurohex"))
]


@pytest.mark.parametrize("block", BLOCKS, ids=[block.splitlines()[0] for block in BLOCKS])
@pytest.mark.filterwarnings("ignore")
def test_examples_run(block: str) -> None:
    here: dict[str, Any] = {}
    exec(compile(block, "lab.md", "exec"), here)


def test_tables_name_every_field_and_column() -> None:
    rows = re.findall(r"^\| (`.*?) \|", PAGE, flags=re.MULTILINE)
    named = {word for row in rows for word in re.findall(r"`(\w+)`", row)}
    assert set(Encoding(nh.Game("borgo", "moloch")).fields) <= named
    assert set(schema().names) <= named


@pytest.mark.slow
def test_commands_have_their_options() -> None:
    assert len(COMMANDS) > 6
    helps: dict[tuple[str, ...], str] = {}
    for line in COMMANDS:
        words = shlex.split(line)
        if words[0] == "neurohex":
            words = ["python", "-m", *words]
        command = tuple(words[1:4] if words[2] == "neurohex" or words[2].endswith("seat") else words[1:3])
        if command not in helps:
            done = subprocess.run([sys.executable, *command, "--help"], capture_output=True, text=True, timeout=120)
            assert done.returncode == 0, done.stderr
            helps[command] = done.stdout
        for word in words:
            if word.startswith("--"):
                assert re.search(rf"{word}\b", helps[command]), f"{line}: {word}"
