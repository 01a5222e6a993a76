"""The command `neurohex arena`."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from math import comb
from pathlib import Path

import pytest

from neurohex.arena.store import Store
from neurohex.cli import main
from neurohex.tiles import ARMIES
from tests.arena.small import is_gone, without_clocks
from tests.waiting import wait_until

Say = Callable[..., tuple[int, str, str]]


@pytest.fixture
def say(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Callable[..., tuple[int, str, str]]:
    """Run the command in an empty folder, in this process."""
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> tuple[int, str, str]:
        code = main(["arena", *words])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


@pytest.mark.slow
def test_a_tournament_from_beginning_to_end(say: Say, tmp_path: Path) -> None:
    code, out, err = say("random", "greedy", "--games", "24", "--processes", "1", "--report")
    assert code == 0
    for word in (
        "random",
        "greedy",
        "Borgo",
        "Moloch",
        "The Outpost",
        "Hegemony",
        "24 games, seed 1",
        "standard, living",
    ):
        assert word in out
    for title in ("Bots", "Armies", "Army against army", "First turn or second", "What the first turn is worth"):
        assert title in out
    assert "24 games in " in err
    assert "a second" in err
    folder = tmp_path / "neurohex-arena"
    assert f"wrote {Path('neurohex-arena') / 'report.html'}" in err
    assert "greedy" in (folder / "report.html").read_text(encoding="utf-8")
    assert len(list((folder / "results").iterdir())) == 1

    again = say("random", "greedy", "--games", "24")
    assert again == (0, out, "")  # nothing left to play, same tables
    assert say()[1] == out


@pytest.mark.slow
def test_two_processes_are_the_default_and_change_nothing(say: Say, tmp_path: Path) -> None:
    for processes in ("1", "2"):
        assert say("greedy", "--games", "12", "--processes", processes, "--out", processes)[0] == 0
    one, two = (without_clocks(Store(tmp_path / name).results()) for name in ("1", "2"))
    assert len(one) == 12
    assert one == two


def test_a_bar_shows_the_progress(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    _, _, err = say("random", "[red]=greedy", "--games", "4", "--processes", "1")
    assert "4/4" in err
    assert "[red] " in err


def test_figures_for_programs(say: Say) -> None:
    code, out, _ = say("random", "greedy", "--games", "4", "--processes", "1", "--json")
    data = json.loads(out)
    assert code == 0
    assert data["games"] == 4
    assert data["tournament"]["bots"] == {"random": "random", "greedy": "greedy"}
    assert {bot["name"] for bot in data["bots"]} == {"random", "greedy"}


def test_a_tournament_can_be_made_longer(say: Say) -> None:
    say("random", "--games", "6", "--processes", "1")
    _, out, err = say("--games", "10", "--processes", "1")
    assert "10 games, seed 1" in out
    assert "4 games in " in err
    assert "12 games, seed 1" in say("--each", "2", "--processes", "1")[1]


def test_records_are_stored_and_can_be_replayed(say: Say, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert say("random", "--games", "2", "--armies", "smart,vegas", "--keep-records", "--processes", "1")[0] == 0
    records = sorted((tmp_path / "neurohex-arena" / "records").iterdir())
    assert [path.name for path in records] == ["000000-01.txt", "000000-02.txt"]
    assert main(["replay", str(records[0])]) == 0
    assert "Smart" in capsys.readouterr().out


@pytest.mark.slow
def test_games_of_every_kind(say: Say) -> None:
    also = ["--mode team", "--mode deathmatch --players 4 --score", "--mode one-vs-two", "--board duel --ruleset 2008"]
    options = [word for text in also for word in ("--also", text)]
    code, out, _ = say("random", "mine=greedy", "--ruleset", "3.0", *options, "--each", "1", "--processes", "2")
    assert code == 0
    for setting in (
        "standard, 3.0",
        "team, living",
        "deathmatch of 4, living, score",
        "one-vs-two, living",
        "standard, 2008, duel board",
    ):
        assert setting in out
    assert "mine" in out


def test_too_few_games_are_reported(say: Say) -> None:
    full = comb(len(ARMIES), 2) * 4  # each pairing with both bots on both sides, and either starting
    expected = f"4 games do not reach every pairing; a full round has {full}"
    assert expected in say("random", "greedy", "--armies", "all", "--games", "4", "--processes", "1")[2]


def test_a_command_that_crashes_loses_and_the_tournament_continues(say: Say, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("raise SystemExit('no fuel')")
    bot = f"mine=cmd:{sys.executable} -S {tmp_path / 'bot.py'}"
    code, out, _ = say("random", bot, "--games", "4", "--armies", "borgo,moloch", "--processes", "1")
    assert code == 0
    assert out.count("no fuel") == 4
    assert "Army against army" not in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nobody"], 'no player is called "nobody"'),
        (["random", "random"], '"random" takes part twice'),
        (["cmd:no-such-program --fast"], 'no such command "no-such-program"'),
        (["cmd:"], 'no such command ""'),
        (['cmd:"open'], "No closing quotation"),
        (["random", "--armies", "borg"], 'no army "borg"; did you mean "borgo"?'),
        (["random", "--armies", "borgo"], "needs 2 different armies, 1 were given"),
        (["random", "--games", "0"], "--games: expected 1 or more, got 0"),
        (["random", "--processes", "-1"], "--processes: expected 1 or more"),
        (["random", "--games", "4", "--each", "4"], "not allowed with"),
        (["random", "--limit", "0"], "--limit: expected 0.01 to 3600 seconds, got 0"),
        (["random", "--ray-address", "auto"], "--ray-address: goes with --ray only"),
        (["random", "--mode", "deathmatch", "--players", "2"], "deathmatch is for 3 to 6 players"),
        (["random", "--also", "--mood bad"], "unrecognized arguments: --mood bad"),
        (["random", "--also", '--mode "team'], "--also: No closing quotation"),
        ([], "there is no tournament to continue"),
        (["--armies", "all"], "--armies: goes with bots only"),
        (["--ruleset", "2008"], "--ruleset: goes with bots only"),
    ],
)
def test_impossible_tournaments_are_refused_in_one_line(say: Say, tmp_path: Path, words: list[str], said: str) -> None:
    code, out, err = say(*words)
    assert (code, out) == (2, "")
    assert err.startswith("neurohex: ")
    assert err.count("\n") == 1
    assert said in err
    assert list(tmp_path.iterdir()) == []


def test_another_tournament_in_the_folder_is_refused(say: Say) -> None:
    say("random", "--games", "2", "--armies", "borgo,moloch", "--processes", "1")
    code, _, err = say("random", "--games", "2", "--armies", "borgo,smart")
    assert code == 2
    assert err == (
        "neurohex: neurohex-arena: the folder has another tournament (armies: borgo moloch, not borgo smart); "
        "name another folder with --out\n"
    )
    assert say("--games", "1")[2].endswith("a tournament can only be made longer\n")


@pytest.mark.slow
@pytest.mark.parametrize("module", ["pyarrow", "numpy"])
def test_a_missing_package_is_named(module: str) -> None:
    program = f"import sys; sys.modules['{module}'] = None; from neurohex.cli import main; main(['arena', 'random'])"
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert said.stderr == f"neurohex: arena needs {module}, which is not installed: pip install 'neurohex[arena]'\n"


@pytest.mark.slow
def test_ctrl_c_stops_cleanly_and_says_how_to_continue(tmp_path: Path) -> None:
    folder = tmp_path / "my arena"
    command = [sys.executable, "-m", "neurohex", "arena", "greedy", "--out", str(folder), "--games", "100000"]
    process = subprocess.Popen(
        [*command, "--processes", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        wait_until(lambda: list(folder.glob("results/part-*.parquet")))
        os.killpg(process.pid, signal.SIGINT)  # like a terminal: to the whole process group
        out, err = process.communicate(timeout=300)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
    assert process.returncode == 130
    assert out == ""
    kept = len(Store(folder).done())
    assert err.split() == (
        f"stopped: {kept} of 100000 games are kept; go on with: neurohex arena --out '{folder}'".split()
    )
    wait_until(lambda: is_gone(process.pid))
