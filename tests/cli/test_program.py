"""The program as a whole: help, versions, processes, errors."""

from __future__ import annotations

import errno
import io
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import neurohex
from neurohex.cli.parsing import GROUPS, SUMMARIES, available
from tests.cli.commands import (
    BUSY,
    LINE,
    WRONG_HEX,
    Z9,
    Say,
    complains,
    environment,
    run_process,
)


# --- the program ----------------------------------------------------------------------------------
def test_the_help_lists_every_command_in_groups(say: Say) -> None:
    said = say("--help")
    assert said.code == 0
    for group in GROUPS:
        assert f"\n{group}:\n" in said.out
    for name in available():
        assert name in said.out
    assert "examples:" in said.out


@pytest.mark.parametrize("name", available())
def test_every_command_has_help_with_an_example(say: Say, name: str) -> None:
    said = say(name, "--help")
    assert said.code == 0
    assert said.err == ""
    assert "examples:" in said.out
    assert f"\n  neurohex {name}" in said.out


WITHOUT_EXTRAS = """
import importlib.metadata, re, sys
names = importlib.metadata.packages_distributions()
needed, new = set(), {"neurohex"}
while new:
    name = new.pop()
    needed.add(name)
    try:
        wanted = importlib.metadata.requires(name) or []
    except importlib.metadata.PackageNotFoundError:  # for other platforms
        continue
    wanted = [re.split(r"[^\\w.-]", each)[0] for each in wanted if "extra ==" not in each]
    new |= {each.lower().replace("_", "-") for each in wanted} - needed
class Missing:
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top in names and not needed & {each.lower().replace("_", "-") for each in names[top]}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Missing())
from neurohex.cli import main
sys.exit(main(sys.argv[1:]))
"""
"""A program that can import only the packages of the base install."""


@pytest.mark.slow
@pytest.mark.parametrize("name", available())
def test_the_help_of_every_command_needs_no_extra(name: str) -> None:
    words = [sys.executable, "-c", WITHOUT_EXTRAS, name, "--help"]
    done = subprocess.run(words, capture_output=True, check=False, env=environment())
    assert (done.returncode, done.stderr) == (0, b"")
    assert f"\n  neurohex {name}".encode() in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "extra"),
    [
        (["arena", "random"], "arena"),
        (["serve", "--port", "0", "--database", "postgresql://localhost/x"], "postgres"),
    ],
    ids=["arena", "serve"],
)
def test_a_command_without_its_extra_says_how_to_get_it(words: list[str], extra: str, tmp_path: Path) -> None:
    command = [sys.executable, "-c", WITHOUT_EXTRAS, *words]
    done = subprocess.run(command, capture_output=True, check=False, env=environment(), cwd=tmp_path, text=True)
    assert done.returncode == 2
    assert done.stdout == ""
    assert re.fullmatch(
        rf"neurohex: {words[0]} needs \S+, which is not installed: pip install 'neurohex\[{extra}\]'\n", done.stderr
    )


def test_all_commands_are_there() -> None:
    assert available() == list(SUMMARIES)


def test_the_version(say: Say) -> None:
    assert say("--version").out == f"neurohex {neurohex.__version__}\n"


@pytest.mark.parametrize(
    ("words", "place"),
    [
        (["batle", "x"], "batle"),
        (["battle", "--speed"], "--speed"),
        (["battle", "x", "--choose", "never"], "never"),
        (["--json"], "--json"),
        (["battle"], "FILE is missing"),
        (["battle", "--json"], "FILE is missing"),
        (["bench", "--seconds", "soon"], "soon"),
        (["bench", "--seconds", "0"], "--seconds"),
        (["bench", "--seconds", "nan"], "--seconds"),
    ],
)
def test_a_wrong_command_line_is_refused_in_one_line(say: Say, words: list[str], place: str) -> None:
    complains(say(*words), place, "--help" if "--seconds" not in words or "soon" in words else "expected")


def test_help_needs_nothing_of_the_game() -> None:
    check = "import sys; from neurohex.cli import main; main(['--help']); sys.exit('neurohex.tiles' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", check], capture_output=True, check=False, env=environment())
    assert done.returncode == 0


@pytest.mark.slow
def test_as_a_process_it_prints_and_ends_with_the_code() -> None:
    done = run_process("inspect", "-", "--json", stdin=LINE.encode())
    assert done.returncode == 0
    assert json.loads(done.stdout)["units"][1]["tile"] == "Runner"
    done = run_process("inspect", "-", "--json", stdin=Z9.encode())
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode() == f"neurohex: standard input: {WRONG_HEX}\n"


def test_a_wrong_army_file_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "scrap.toml").write_text('name = "Scrap"\ncolor = "#000000"\n', encoding="utf-8")
    for words in (("tiles",), ("battle", "x"), ("new", "borgo", "moloch")):
        done = run_process(*words, NEUROHEX_ARMIES=str(tmp_path))
        assert (done.returncode, done.stdout) == (2, b"")
        assert done.stderr.decode() == "neurohex: scrap.toml: color: no such field; did you mean colour?\n"


@pytest.mark.slow
def test_a_reader_that_goes_away_is_no_error() -> None:
    for words in (["tiles"], ["tiles", "--json"]):
        with subprocess.Popen(
            [sys.executable, "-m", "neurohex", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(),
        ) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            process.stdout.close()
            assert process.stderr.read() == b""
        assert process.returncode == 141


def test_an_interrupt_ends_with_130(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("neurohex.cli.tiles.facts", interrupted)
    said = say("tiles", "--json")
    assert (said.code, said.out) == (130, "")
    assert "Traceback" not in said.err


class Full(io.StringIO):
    """Standard output on a full disk."""

    def flush(self) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")


def test_output_that_cannot_be_written_is_one_line(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", Full())
    complains(say("tiles", "--json"), "No space left on device")


def test_a_terminal_without_the_letters_still_gets_an_answer() -> None:
    done = run_process("inspect", "-", stdin=BUSY.encode(), PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert b"Net Fighter" in done.stdout


def test_an_error_of_the_program_itself_is_not_hidden(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ValueError("a bug")

    monkeypatch.setattr("neurohex.cli.tiles.facts", broken)
    with pytest.raises(ValueError, match="a bug"):
        say("tiles", "--json")
