"""Programs as players: every fault forfeits the game, in time and with the reason."""

from __future__ import annotations

import os
import sys
import time
from contextlib import closing, suppress
from pathlib import Path

import pytest

from neurohex.notation.action import action_text
from neurohex.players import Forfeit, make_player, pipes
from neurohex.players import process as process_module
from neurohex.players.check import moments_of_every_kind
from neurohex.players.plumbing import Pipes, PolledPipes, ThreadedPipes
from neurohex.players.process import ProcessPlayer
from neurohex.rules.engine import Game, legal_actions, new_state
from neurohex.rules.layout import ST_MEDIC
from tests.players.commands import EXAMPLE, SHELL, faulty, own

FIRST = new_state(Game(("borgo", "moloch")))
PATIENT = 120.0
"""A generous time limit for things that will happen: machines are busy at times."""


@pytest.fixture(autouse=True, params=[PolledPipes, ThreadedPipes])
def plumbing(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> type[Pipes]:
    """The pipes of POSIX, and those of systems that cannot poll pipes."""
    kind: type[Pipes] = request.param
    monkeypatch.setattr(pipes, "open_pipes", kind)
    return kind


def forfeits(command: list[str], seconds: float = PATIENT, questions: int = 3) -> str:
    """The reason why a bot forfeits, at the latest at that question."""
    try:
        with closing(ProcessPlayer(command, 1, seconds)) as player:
            for _ in range(questions):
                player.choose(FIRST)
    except Forfeit as reason:
        return str(reason)
    pytest.fail("the bot has not lost")


# --- playing --------------------------------------------------------------------------------------
@pytest.mark.parametrize("command", [EXAMPLE, SHELL, faulty("none")], ids=["example", "shell", "plain"])
def test_a_program_decides_in_every_situation(command: list[str]) -> None:
    with closing(ProcessPlayer(command, 1, PATIENT)) as player:
        for state in moments_of_every_kind().values():
            before = state.to_bytes()
            assert player.choose(state) in legal_actions(state)
            assert state.to_bytes() == before


def test_our_own_players_choose_as_they_do_at_home() -> None:
    with closing(ProcessPlayer(own("greedy"), 11, PATIENT)) as player:
        assert player.about["name"] == "greedy"
        assert player.is_deterministic
        for state in moments_of_every_kind().values():
            assert player.choose(state) == make_player("greedy", 11).choose(state)


def test_nodes_and_thought_are_summed() -> None:
    with closing(ProcessPlayer(faulty("none"), 1, PATIENT)) as player:
        player.choose(FIRST)
        player.choose(FIRST)
        assert player.nodes == 60  # the last report of each decision
        assert 0 < player.thought < 2 * PATIENT


def test_an_action_may_be_given_in_words() -> None:
    state = moments_of_every_kind()[ST_MEDIC]
    action = legal_actions(state)[-1]
    program = (
        "import sys\n"
        "for line in sys.stdin:\n"
        "    word = line.split()[0]\n"
        "    if word == 'neurohex-bot': print('neurohex-bot 1\\nready')\n"
        "    if word == 'end': print('ready')\n"
        f"    if word == 'go': print('action {action_text(state, action)}')\n"
        "    if word == 'quit': break\n"
        "    sys.stdout.flush()\n"
    )
    with closing(ProcessPlayer([sys.executable, "-c", program], 1, PATIENT)) as player:
        assert player.choose(state) == action


def test_a_player_that_has_lost_or_is_closed_stays_so() -> None:
    player = ProcessPlayer(faulty("cheats"), 1, PATIENT)
    with pytest.raises(Forfeit, match="illegal action"):
        player.choose(FIRST)
    with pytest.raises(Forfeit, match="illegal action"):
        player.choose(FIRST)
    player.close()
    player.close()
    closed = ProcessPlayer(faulty("none"), 1, PATIENT)
    closed.close()
    with pytest.raises(Forfeit, match="was closed"):
        closed.choose(FIRST)


# --- losing ---------------------------------------------------------------------------------------
LEGAL = "(114 legal: 10 place HQ A1 facing N, 11 place HQ A1 facing NE, 12 place HQ A1 facing SE, …)"
REASONS = {
    "crashes at start": "crashed with exit code 1: no licence found",
    "greets with a banner": 'not understood: "Welcome to SuperBot!"',
    "speaks version 2": "speaks version 2 of the protocol, not 1",
    "does not greet": 'not understood: "ready" where "neurohex-bot 1" was expected',
    "knows no game": 'said that it cannot go on: "only chess is played here"',
    "crashes later": "crashed with exit code 1: out of memory  [0m",
    "is killed": "was ended by signal SIGKILL",
    "goes away": "ended by itself with exit code 0",
    "talks nonsense": 'not understood: "I think I would rather not"',
    "cheats": f"illegal action 17777 {LEGAL}",
    "cheats in words": f'illegal action "place HQ Z9 facing N" {LEGAL}',
    "gives up": 'said that it cannot go on: "I am lost"',
    "closes its output": "closed its output",
    "floods": "said 10000 lines and no answer among them",
    "says a huge line": "said a line longer than 65536 bytes",
}


@pytest.mark.parametrize(
    "fault", [pytest.param(fault, marks=[pytest.mark.posix] if fault == "is killed" else []) for fault in REASONS]
)
def test_a_fault_forfeits_the_game_with_the_reason(fault: str) -> None:
    reason = forfeits(faulty(fault))
    # The program may have printed its banner before the greeting was sent.
    assert reason.replace("spoke without being asked", "not understood") == REASONS[fault]


def test_a_number_of_many_digits_is_an_illegal_action() -> None:
    reason = forfeits(faulty("cheats with many digits"))
    assert reason.startswith('illegal action "999')
    assert len(reason) < 300


def test_a_second_answer_is_not_taken_for_the_next() -> None:
    assert forfeits(faulty("answers twice"), questions=20).startswith('spoke without being asked: "action 10')


@pytest.mark.parametrize("fault", ["hangs", "stops reading", "floods its error output"])
def test_a_bot_that_does_not_answer_is_not_waited_for(fault: str) -> None:
    started = time.monotonic()
    with closing(ProcessPlayer(faulty(fault), 1, 0.1)) as player:
        with pytest.raises(Forfeit) as caught:
            player.choose(FIRST)
        assert str(caught.value).split(":")[0] == "no answer within 0.6 s"
    assert time.monotonic() - started < PATIENT


def test_a_bot_that_does_not_greet_in_time_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_module, "STARTUP_SECONDS", 0.3)
    assert forfeits(faulty("hangs at start")) == "no answer within 0.3 s"


@pytest.mark.posix
@pytest.mark.parametrize(
    ("fault", "seconds", "reason"),
    [("hangs with a child", 1.0, "no answer within 1.5 s"), ("leaves its child", PATIENT, "crashed with exit code 3")],
)
def test_a_bot_is_ended_with_its_children(fault: str, seconds: float, reason: str, tmp_path: Path) -> None:
    import fcntl

    lock = tmp_path / "lock"
    assert forfeits(faulty(fault, str(lock)), seconds) == reason
    with lock.open("w") as held:
        deadline = time.monotonic() + PATIENT
        while True:
            try:
                fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)  # the child held the lock while it lived
                break
            except BlockingIOError:
                assert time.monotonic() < deadline, "the child lives on"
                time.sleep(0.01)


@pytest.mark.posix
def test_a_bot_that_does_not_end_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_module, "QUIT_SECONDS", 0.2)
    player = ProcessPlayer(faulty("does not quit"), 1, PATIENT)
    player.choose(FIRST)
    started = time.monotonic()
    player.close()
    assert time.monotonic() - started < PATIENT
    assert player.bot.finish(0) == -9


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (["./no-such-bot"], 'cannot start "./no-such-bot": No such file or directory'),
        ([], "cannot start a bot: its command is empty"),
        (["a\0b"], "cannot start"),
    ],
)
def test_a_program_that_cannot_start_is_reported(command: list[str], reason: str) -> None:
    assert forfeits(command).startswith(reason)


def test_nothing_is_left_open() -> None:
    def open_files() -> int:
        return sum(1 for number in range(256) if _is_open(number))

    before = open_files()
    for fault in ("none", "crashes at start", "crashes later", "closes its output"):
        with suppress(Forfeit), closing(ProcessPlayer(faulty(fault), 1, PATIENT)) as player:
            for _ in range(3):
                player.choose(FIRST)
    assert open_files() == before


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


@pytest.mark.posix
def test_without_process_groups_the_process_tree_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on Windows, which has `taskkill` for it."""
    asked = tmp_path / "asked"
    (tmp_path / "taskkill").write_text(f'#!/bin/sh\necho "$@" > {asked}\n')
    (tmp_path / "taskkill").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.delattr(os, "killpg")
    player = ProcessPlayer(faulty("none"), 1, PATIENT)
    player.bot.kill()
    assert asked.read_text().split() == ["/T", "/F", "/PID", str(player.bot._process.pid)]
    assert player.bot._process.returncode == -9
