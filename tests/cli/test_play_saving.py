"""`neurohex play`: undo, saving, loading and leaving."""

from __future__ import annotations

import builtins
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from neurohex.cli.terminal import command_name
from neurohex.rules.engine import Game
from tests.cli.games import FILE, Play, saved, scripted


# --- taking back, saving, loading -----------------------------------------------------------------
def test_undo_brings_the_same_state_back(play: Play) -> None:
    play("borgo moloch --seed 4", "hq c3 n")
    before = saved().key()
    hand = saved().hand(0)
    assert hand
    code, out = play(f"--load {FILE}", "1", "1", "1", "undo", "undo", "undo", "undo")
    assert code == 0
    assert "Taken back: " in out
    assert "Nothing to take back" in out
    assert saved().key() == before


@pytest.mark.slow
@pytest.mark.parametrize("at", [1, 7, 20, 33])
def test_a_resumed_game_reaches_the_same_end(play: Play, at: int) -> None:
    session, words = scripted(Game(("outpost", "smart")), 12)
    at = min(at, len(words) - 1)
    code, out = play("outpost smart --seed 12", *words[:at])
    assert code == 0
    assert f"To resume it: neurohex play --load {FILE}" in out
    code, out = play(f"--load {FILE}", *words[at:])
    assert code == 0
    assert f"Resuming {FILE}" in out
    assert saved() == session.state


def test_seats_are_saved_and_can_be_changed(play: Play) -> None:
    play("borgo moloch --seed 3 --seat2 person", "hq c3 n", "hq a1 n")
    _, out = play(f"--load {FILE}")
    assert "Borgo (player 1)" in out
    assert "Moloch (player 2)" in out
    _, out = play(f"--load {FILE} --seat2 random")
    assert "Borgo (you)" in out
    assert "Moloch (random)" in out
    Path(FILE).write_text(Path(FILE).read_text().replace('"person"', '"Anna"'))
    _, out = play(f"--load {FILE} --seat2 person")
    assert "Borgo (Anna)" in out
    assert '[Player0 "Anna"]' in Path(FILE).read_text()
    code, out = play(f"--load {FILE} --seat1 random --seat2 random")
    assert code == 0
    assert "The game is over" in out


def test_a_game_never_writes_over_another(play: Play) -> None:
    play("borgo moloch --seed 3", "hq c3 n")
    first = Path(FILE).read_text()
    _, out = play("borgo moloch --seed 4", "hq d3 n")
    assert "neurohex-game-2.txt" in out
    assert Path(FILE).read_text() == first
    code, out = play(f"borgo moloch --save {FILE}", "n")
    assert code == 2
    assert Path(FILE).read_text() == first
    code, _ = play(f"borgo moloch --save {FILE} --seed 9", "y", "hq e3 n")
    assert code == 0
    assert Path(FILE).read_text() != first


def test_save_writes_a_copy_after_asking(play: Play) -> None:
    Path("other.txt").write_text("mine")
    lines = ("hq c3 n", "save other.txt", "n", "save copy.txt", "save", "save no/such/folder.txt")
    _, out = play("borgo moloch --seed 3", *lines)
    assert Path("other.txt").read_text() == "mine"
    assert saved("copy.txt") == saved()
    assert f"Saved in {FILE}." in out
    assert "Not saved: no/such/folder.txt: No such file or directory" in out


def test_save_wants_the_name_of_a_file(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("folder").mkdir()
    Path("other.txt").write_text("mine")
    monkeypatch.setenv("HOME", str(Path("folder").resolve()))
    lines = ("save .", "save /", "save ..", "save folder", "save ~", "save ~/x.txt", "save other.txt", "perhaps")
    code, out = play("borgo moloch --seed 3", "hq c3 n", *lines)
    assert code == 0
    for name in (".", "/", "..", "folder", "~"):
        assert f"\n{name} is a folder; expected the name of a file." in out
    assert saved("folder/x.txt") == saved()
    assert out.count("Overwrite it?") == 1
    assert "\nNot saved.\n" in out


def test_a_loaded_file_is_unchanged_until_a_decision(play: Play) -> None:
    play("borgo moloch --seed 3", "hq c3 n")
    remarked = Path(FILE).read_text().replace('[Player0 "person"]\n', "") + "# what a hand\n"
    Path(FILE).write_text(remarked)
    _, out = play(f"--load {FILE}", "legal", "quit")
    assert "The game is saved." in out
    assert Path(FILE).read_text() == remarked
    play(f"--load {FILE}", "end turn")
    written = Path(FILE).read_text()
    assert "what a hand" not in written
    assert "[Player0" not in written
    assert "0: end turn" in written


def test_the_file_of_a_finished_game_is_unchanged(play: Play) -> None:
    play("borgo moloch --seat1 random --seat2 random --seed 4")
    remarked = Path(FILE).read_text().replace("\n0: place", "\n; well begun\n0: place", 1)
    Path(FILE).write_text(remarked)
    _, out = play(f"--load {FILE}")
    assert f"The whole game is in {FILE}" in out
    assert Path(FILE).read_text() == remarked


def test_messages_name_a_command_that_works(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    command = tmp_path / "neurohex"
    command.touch()
    monkeypatch.setattr(sys, "argv", [str(command)])
    monkeypatch.setattr("shutil.which", lambda _: None)
    assert command_name() == str(command)
    monkeypatch.setattr("shutil.which", lambda _: "/usr/bin/neurohex")
    assert command_name() == "neurohex"


def test_an_old_game_is_mentioned(play: Play) -> None:
    play("borgo moloch --seed 3", "hq c3 n")
    _, out = play("")
    assert f"neurohex play --load {FILE} resumes it" in " ".join(out.split())


def test_nothing_played_is_not_saved(play: Play) -> None:
    code, out = play("borgo moloch", "quit")
    assert code == 0
    assert "Nothing was played" in out
    assert not Path(FILE).exists()


def test_a_game_that_cannot_be_saved_can_be_played(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("neurohex.cli.play_save.write_whole", full)
    code, out = play("borgo moloch --seed 3", "hq c3 n", "1", "1", "1")
    assert code == 0
    assert out.count("No space left on device") == 2  # when it happens, and at the end
    assert "To go on" not in out


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ("--load nothing.txt", "nothing.txt: No such file"),
        ("--load broken.txt", "broken.txt: line 1: expected [Neurohex"),
        ("--load -", "--load: expected a file"),
        ("borgo moloch --load broken.txt", "--load: the saved game has its armies"),
        ("--load broken.txt --open-piles", "--open-piles: not with --load"),
        ("--load broken.txt --board duel", "--board: not with --load"),
        ("borgo moloch vegas smart --mode team --teams 0+1,2+3", "--teams: expected seats from 1, as 1+3,2+4"),
        ("borgo nobody", 'no army "nobody"'),
        ("borgo moloch --seat3 person", "--seat3: the game has 2 seats"),
        ("borgo moloch --seat1 wizard", "--seat1"),
        ("borgo moloch --save .", "is a folder"),
        (f"borgo moloch --seed {10**19}", "--seed: expected a number"),
        ("borgo moloch --save no/such.txt", "there is no folder no"),
        ("borgo moloch --board expanded", "board: the expanded board is for 4 to 6 players"),
    ],
)
def test_wrong_options_are_one_line_errors(play: Play, options: str, problem: str) -> None:
    Path("broken.txt").write_text("no game\n")
    code, out = play(options)
    assert code == 2
    assert problem in out
    assert out.count("\n") == 1


# --- leaving --------------------------------------------------------------------------------------
def test_the_end_of_the_input_saves(play: Play) -> None:
    code, out = play("borgo moloch --seed 3", "hq c3 n")
    assert code == 0
    assert f"To resume it: neurohex play --load {FILE}" in out
    assert saved().hand(0)


def test_the_end_of_the_input_before_a_game(play: Play) -> None:
    code, out = play("")
    assert code == 0
    assert "No game started." in out


def test_an_interruption_saves(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = iter(["hq c3 n"])

    def interrupted(prompt: str = "") -> str:
        for line in typed:
            return line
        raise KeyboardInterrupt

    monkeypatch.setattr(builtins, "input", interrupted)
    code, out = play("borgo moloch --seed 3")
    assert code == 130
    assert f"To resume it: neurohex play --load {FILE}" in out
    assert saved().hand(0)


class Terminal:
    """The program at a pseudo-terminal."""

    def __init__(self, options: list[str], folder: Path, width: int) -> None:
        import pty

        self.end, inside = pty.openpty()
        env = {
            **os.environ,
            "COLUMNS": str(width),
            "LINES": "50",
            "TERM": "xterm-256color",
            "PYTHONPATH": str(Path(__file__).parents[2] / "src"),
        }
        command = [sys.executable, "-m", "neurohex", "play", *options]
        self.process = subprocess.Popen(
            command, cwd=folder, env=env, stdin=inside, stdout=inside, stderr=inside, start_new_session=True
        )
        os.close(inside)
        self.seen = ""

    def until(self, words: str, limit: float = 300) -> str:
        """Read until these words appear."""
        end = time.monotonic() + limit
        while words not in self.seen:
            assert time.monotonic() < end, f"{words!r} did not come in {self.seen!r}"
            if select.select([self.end], [], [], 0.2)[0]:
                try:
                    self.seen += os.read(self.end, 65536).decode("utf-8", "replace")
                except OSError:  # the program has gone
                    assert words in self.seen, self.seen
        before, _, self.seen = self.seen.partition(words)
        return before + words

    def until_idle(self) -> None:
        """Wait until the program sleeps: its prompt waits for keys."""
        stat, asleep = Path(f"/proc/{self.process.pid}/stat"), 0
        while asleep < 10:
            asleep = asleep + 1 if stat.read_text().rpartition(") ")[2].startswith("S") else 0
            time.sleep(0.02)

    def type(self, keys: str) -> None:
        os.write(self.end, keys.encode())

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.end)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    opened: list[Terminal] = []

    def start(options: str, width: int = 80) -> Terminal:
        opened.append(Terminal(options.split(), tmp_path, width))
        return opened[-1]

    yield start
    for one in opened:
        one.close()


@pytest.mark.linux
def test_at_a_terminal_in_colour_with_ctrl_c(terminal: Callable[..., Terminal], tmp_path: Path) -> None:
    at = terminal("borgo moloch --seed 3")
    assert "\x1b[" in at.until("Borgo> ")
    at.type("pla\t")
    at.until("place ")
    at.type("hq c3 n\r")
    at.until("Turn 1: Borgo (you)")
    at.until("Borgo> ")
    at.until_idle()
    at.process.send_signal(signal.SIGINT)
    at.until("To resume it: neurohex play --load neurohex-game.txt")
    assert at.process.wait(300) == 130
    assert saved(tmp_path / FILE).hand(0)


@pytest.mark.posix
def test_at_a_terminal_with_ctrl_d(terminal: Callable[..., Terminal]) -> None:
    at = terminal("borgo moloch --seed 3", 120)
    at.until("Borgo> ")
    at.type("hq c3 n\r")
    at.until("Turn 1: Borgo (you)")
    at.until("Borgo> ")
    at.type("\x04")
    at.until("To resume it: ")
    assert at.process.wait(300) == 0
