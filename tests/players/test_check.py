"""The commands `neurohex bot` and `neurohex bot-check`."""

from __future__ import annotations

import io
import shlex
import subprocess

import pytest

from neurohex.cli import main
from neurohex.players import PLAYERS
from neurohex.players import process as process_module
from tests.players.commands import EXAMPLE, SHELL, faulty, own

CHECKS = [
    "greeting",
    "unknown command",
    "line too long",
    "game: Borgo against Moloch",
    "game: Hegemony against The Outpost",
    "game: Vegas against the Doomsday Machine",
    "game: a deathmatch of four",
    "game: a Duel with mercenaries",
    "every kind of decision",
    "same seed, same answers",
    "quit",
    "end of input",
]


def checked(capsys: pytest.CaptureFixture[str], words: list[str]) -> tuple[int, list[str]]:
    code = main(["bot-check", *words])
    said = capsys.readouterr()
    assert said.err == ""
    return code, said.out.splitlines()


@pytest.mark.slow
@pytest.mark.parametrize("command", [own("random"), EXAMPLE, SHELL], ids=["random", "example", "shell"])
def test_good_bots_pass(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    code, lines = checked(capsys, ["--seconds", "20", *command])
    assert code == 0, lines
    assert [line.split(": ")[0] for line in lines[:3]] == [f"pass  {name}" for name in CHECKS[:3]]
    assert all(line.startswith(f"pass  {name}: ") for line, name in zip(lines, CHECKS, strict=False))
    assert "17 moments" in lines[8]
    assert "decisions taken again" in lines[9]
    assert lines[12:] == ["12 checks, all passed"]


FAILURES = {
    "crashes at start": {"greeting": "crashed with exit code 1: no licence found"},
    "speaks version 2": {"greeting": "speaks version 2 of the protocol, not 1"},
    "has no name": {"greeting": 'expected a line "name …" before "ready"'},
    "says nothing to what it does not know": {
        "unknown command": 'expected a line "error …", got none',
        "line too long": 'expected a line "error …", got none',
    },
    "leaves at what it does not know": {
        "unknown command": "crashed with exit code 1: cannot read somersault",
        "line too long": "crashed with exit code 1: cannot read somersault",
    },
    "hangs in a deathmatch": {
        "game: a deathmatch of four": "no answer within 1.5 s",
        "every kind of decision": "no answer within 1.5 s",  # one of the moments is of three players
    },
    "plays by chance": {"same seed, same answers": "decision "},
    "does not quit": {"quit": "still running after 2 s", "end of input": "still running after 2 s"},
    "ignores the end of input": {"end of input": "still running after 2 s"},
    "ends badly": {"quit": "ended with exit code 4", "end of input": "ended with exit code 4"},
}
"""Checks that each fault fails, with the beginning of the message."""
WAITED_FOR = (
    "says nothing to what it does not know",
    "hangs in a deathmatch",
    "does not quit",
    "ignores the end of input",
)
"""Faults that the checker waits for, seconds each."""


@pytest.mark.parametrize(
    "fault", [pytest.param(fault, marks=pytest.mark.slow if fault in WAITED_FOR else ()) for fault in FAILURES]
)
def test_a_fault_fails_its_checks(
    fault: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process_module, "QUIT_SECONDS", 0.1)  # for bots whose exit is not under test
    code, lines = checked(capsys, ["--seconds", "1", *faulty(fault)])
    assert code == 1
    failed = [line.removeprefix("FAIL  ") for line in lines if line.startswith("FAIL  ")]
    for name, problem in FAILURES[fault].items():
        assert any(line.startswith(f"{name}: {problem}") for line in failed), lines
    assert len(failed) == len(FAILURES[fault]), lines
    assert lines[-1] == ("1 check, 1 failed" if "greeting" in FAILURES[fault] else f"12 checks, {len(failed)} failed")


def test_the_exchange_that_failed_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    _, lines = checked(capsys, ["--seconds", "1", shlex.join(faulty("cheats"))])
    at = next(n for n, line in enumerate(lines) if line.startswith("FAIL  game: Borgo against Moloch: illegal action"))
    shown = lines[at + 1 : at + 13]
    assert shown[-2:] == ["        > go 1.0", "        < action 17777"]
    assert shown[-3] == "        > legal 123 place HQ E3 facing NW"
    assert all(len(line) <= 120 for line in shown)


def test_a_greeting_that_failed_is_the_last_word(capsys: pytest.CaptureFixture[str]) -> None:
    code, lines = checked(capsys, faulty("does not greet"))
    assert code == 1
    assert lines[1:] == ["        > neurohex-bot 1", "        < ready", "1 check, 1 failed"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["bot-check"], "CMD is missing: the command that starts the bot (see neurohex bot-check --help)"),
        (["bot-check", ""], "CMD is missing: the command that starts the bot (see neurohex bot-check --help)"),
        (["bot-check", "'unfinished"], "CMD: no closing quotation"),
        (["bot-check", "--seconds", "0", "mybot"], "--seconds: expected a number above 0, got 0"),
        (["bot-check", "--seconds", "nan", "mybot"], "--seconds: expected a number above 0, got nan"),
        (["bot", "gredy"], f'no player is called "gredy": there are {", ".join(PLAYERS)}; did you mean greedy?'),
        (["bot", "random:"], None),
    ],
)
def test_an_unusable_command_is_a_one_line_error(
    words: list[str], message: str | None, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO()))
    code = main(words)
    said = capsys.readouterr()
    if message is None:
        assert (code, said.err) == (0, "")
    else:
        assert (code, said.out, said.err) == (2, "", f"neurohex: {message}\n")


def test_the_command_speaks_in_a_process_of_its_own() -> None:
    done = subprocess.run(
        own("random"),
        input="neurohex-bot 1\nsomersault\nquit\n",
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    assert done.stdout.splitlines() == [
        "neurohex-bot 1",
        "name random",
        "deterministic yes",
        "ready",
        'error not understood: "somersault"',
    ]
    assert done.stderr == ""
