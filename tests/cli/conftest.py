"""Fixtures that run commands."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from neurohex.cli import main
from tests.cli.commands import Said, Say, Terminal
from tests.cli.games import Play


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Say:
    """Runs a command with text on standard input."""
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("FORCE_COLOR", raising=False)

    def run(*words: str, stdin: str | bytes = b"", terminal: bool = False) -> Said:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        wrapper = Terminal if terminal else io.TextIOWrapper
        monkeypatch.setattr(sys, "stdin", wrapper(io.BytesIO(data), encoding="utf-8"))
        code = main(list(words))
        printed = capsys.readouterr()
        return Said(code, printed.out, printed.err)

    return run


@pytest.fixture
def file(tmp_path: Path) -> Callable[[str | bytes], str]:
    """Writes a file and returns its name."""

    def write(content: str | bytes) -> str:
        path = tmp_path / "file"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return str(path)

    return write


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Play:
    """Run `neurohex play` in an empty folder with typed lines; returns the exit code and the output."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")

    def run(options: str, *lines: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        code = main(["play", *options.split()])
        printed = capsys.readouterr()
        return code, printed.out + printed.err

    return run
