"""`neurohex inspect` and `neurohex battle`: their output and their errors."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from neurohex.tiles import ARMIES
from tests.cli.commands import (
    BUSY,
    CLOWN,
    FOUGHT,
    INSPECTED,
    LINE,
    POSITION,
    WRONG_HEX,
    Z9,
    Say,
    complains,
    environment,
)


# --- files ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("command", ["inspect", "battle", "draw", "replay"])
def test_files_that_cannot_be_read(say: Say, file: Callable[..., str], tmp_path: Path, command: str) -> None:
    complains(say(command, str(tmp_path / "none")), "none: No such file")
    complains(say(command, str(tmp_path)), "Is a directory")
    complains(say(command, file(b"\xff\xfe")), "file: expected UTF-8 text, got byte 0xff at 0")
    complains(say(command, file("")))
    complains(say(command, file("nonsense")))
    complains(say(command, "two\nlines"), "two lines: No such file")


@pytest.mark.parametrize("command", ["inspect", "battle", "draw"])
def test_a_wrong_position_names_file_and_place(say: Say, file: Callable[..., str], command: str) -> None:
    complains(say(command, file(Z9)), f"file: {WRONG_HEX}")
    complains(say(command, "-", stdin=Z9), f"standard input: {WRONG_HEX}")
    complains(say(command, "-", stdin="{"), "standard input: line 1, column 2: this is not JSON")
    complains(say(command, "-", stdin=LINE.replace("Runner", "Runer")), 'C2=1.Runer/S: no tile "Runer"')
    complains(say(command, "-", stdin="  \n"), "expected a position, got nothing")


# --- inspect and battle, for programs -------------------------------------------------------------
def test_inspect_has_the_documented_form(say: Say, file: Callable[..., str]) -> None:
    entries = {unit["hex"]: unit for unit in say("inspect", file(json.dumps(POSITION)), "--json").json["units"]}
    assert list(entries) == ["C1", "C2", "C3"]
    assert entries["C2"] == INSPECTED


def test_battle_has_the_documented_form(say: Say, file: Callable[..., str]) -> None:
    assert say("battle", file(json.dumps(POSITION)), "--json").json == FOUGHT


@pytest.mark.parametrize("command", ["inspect", "battle"])
def test_json_and_one_line_say_the_same_from_file_and_standard_input(
    say: Say, file: Callable[..., str], command: str
) -> None:
    expected = say(command, file(json.dumps(POSITION)), "--json").out
    assert expected.count("\n") == 1
    assert say(command, "-", "--json", stdin=json.dumps(POSITION, indent=2)).out == expected
    assert say(command, file(LINE), "--json").out == expected
    assert say(command, "-", "--json", stdin=f"\ufeff{LINE}\n".replace(" | ", "\n|\n")).out == expected


@pytest.mark.parametrize("command", ["inspect", "battle"])
def test_jsonl_answers_every_line_with_a_line(say: Say, file: Callable[..., str], command: str) -> None:
    good = json.dumps(POSITION)
    lines = [good, Z9, "", LINE, "{", "[]", good]
    said = say(command, "--jsonl", stdin="\n".join(lines).encode() + b"\r\n\xff\n" + good.encode())
    assert (said.code, said.err) == (0, "")
    answers = [json.loads(line) for line in said.out.splitlines()]
    expected = say(command, "-", "--json", stdin=good).json
    assert answers == [
        expected,
        {"error": WRONG_HEX},
        {"error": "expected a position, got nothing"},
        expected,
        {"error": answers[4]["error"]},
        {"error": "position: expected an object with players, units, got a list"},
        expected,
        {"error": "expected UTF-8 text, got byte 0xff at 0"},
        expected,
    ]
    assert answers[4]["error"].startswith("line 1, column 2: this is not JSON")
    assert say(command, "--jsonl", file("\n".join(lines))).out.splitlines() == said.out.splitlines()[:7]
    assert say(command, "--jsonl", "-", stdin=good).out == said.out.splitlines(keepends=True)[0]


def test_jsonl_of_nothing_is_nothing(say: Say) -> None:
    said = say("battle", "--jsonl")
    assert (said.code, said.out, said.err) == (0, "", "")


def test_jsonl_answers_each_line_at_once() -> None:
    command = [sys.executable, "-m", "neurohex", "battle", "--jsonl"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment()) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(3):
            process.stdin.write(LINE.encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["choices"] == 0
        process.stdin.close()
    assert process.returncode == 0


def test_jsonl_takes_thousands_of_positions(say: Say) -> None:
    said = say("inspect", "--jsonl", stdin=f"{LINE}\n{Z9}\n" * 1000)
    assert said.code == 0
    answers = said.out.splitlines()
    assert len(answers) == 2000
    assert set(answers[1::2]) == {json.dumps({"error": WRONG_HEX})}
    assert len(set(answers[::2])) == 1


def test_jsonl_files_that_are_not_there(say: Say, tmp_path: Path) -> None:
    complains(say("inspect", "--jsonl", str(tmp_path / "none")), "none: No such file")


# --- choices --------------------------------------------------------------------------------------
def test_auto_chooses_by_the_default_policy(say: Say, file: Callable[..., str]) -> None:
    told = say("battle", file(CLOWN), "--json").json
    assert told["choices"] == 1
    assert told["phases"][0]["hits"][0]["kind"] == "melee"
    assert say("battle", file(CLOWN), "--json", "--choose", "auto").json == told


def test_ask_takes_answers_until_one_fits(say: Say, file: Callable[..., str]) -> None:
    said = say("battle", file(CLOWN), "--json", "--choose", "ask", stdin="\nexplode\n0\n3\n2\n")
    assert said.code == 0
    assert "clown C3 explodes" in said.err
    assert said.err.count("1 to 2?") == 5
    told = json.loads(said.out)
    assert {hit["kind"] for phase in told["phases"] for hit in phase["hits"]} >= {"explosion"}
    assert "C3" not in {unit["hex"] for unit in told["units"]}


def test_ask_for_people_shows_the_board_first(say: Say, file: Callable[..., str]) -> None:
    said = say("battle", file(CLOWN), "--choose", "ask", stdin="1\n")
    assert said.code == 0
    assert "default policy" not in said.out
    assert "Moloch" in said.err


def test_a_terminal_is_asked_by_default(say: Say, file: Callable[..., str]) -> None:
    assert "1 to 2?" in say("battle", file(CLOWN), stdin="2\n", terminal=True).err
    assert say("battle", file(CLOWN), "--choose", "auto", terminal=True).err == ""
    assert say("battle", file(CLOWN), "--json", terminal=True).err == ""


def test_ask_without_answers(say: Say, file: Callable[..., str]) -> None:
    said = say("battle", file(CLOWN), "--json", "--choose", "ask")
    assert (said.code, said.out) == (2, "")
    assert said.err.endswith("neurohex: --choose ask: the answers ended before the Battle\n")
    complains(say("battle", "-", "--choose", "ask", stdin=CLOWN), "--choose ask: not with FILE -")
    complains(say("battle", "--jsonl", "--choose", "ask", stdin=CLOWN), "--choose ask: not with --jsonl")


# --- inspect and battle, for people ---------------------------------------------------------------
def test_inspect_shows_board_and_units(say: Say) -> None:
    said = say("inspect", "-", stdin=BUSY)
    assert said.code == 0
    assert "#netted" in said.out
    assert "1>2 Hunter-Kil." in said.out
    assert "Net Fighter" in said.out
    assert "all round 1" in said.out
    assert "0 The Outpost  17 HQ points" in said.out
    assert "netted" in said.out
    assert max(len(line) for line in said.out.splitlines()) <= 100


def test_inspect_says_why(say: Say) -> None:
    said = say("inspect", "-", "--why", "c2", stdin=BUSY)
    assert "It is netted by Net Fighter D2" in said.out
    assert "R3.1" in said.out
    complains(say("inspect", "-", "--why", "Z1", stdin=BUSY), '--why: no hex "Z1" on the standard board')
    complains(say("inspect", "-", "--why", "A1", stdin=BUSY), "--why: A1: no unit stands there")
    complains(say("inspect", "-", "--why", "A1", "--json", stdin=BUSY), "--why: not with --json")


def test_battle_prints_sentences(say: Say) -> None:
    said = say("battle", "-", stdin=LINE)
    assert said.code == 0
    assert "Runner C2 strikes S: hits HQ C3 for 2" in said.out
    assert "§" not in said.out
    assert "R6.2" in said.out
    assert "18 HQ points (lost 2)" in said.out
    assert "default policy" not in said.out
    assert "1 choice was made by the default policy" in say("battle", "-", stdin=CLOWN).out


def test_colours_only_if_forced_or_on_a_terminal(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b[" not in say("inspect", "-", stdin=BUSY).out
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLORTERM", "truecolor")
    coloured = say("inspect", "-", stdin=BUSY).out
    for army in ("outpost", "moloch", "vegas"):
        red, green, blue = (int(ARMIES[army].colour[i : i + 2], 16) for i in (1, 3, 5))
        assert f"48;2;{red};{green};{blue}" in coloured
