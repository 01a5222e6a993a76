"""`neurohex play`: whole games at a keyboard that is a list of lines."""

from __future__ import annotations

import builtins
import io
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from rich.console import Console

from neurohex.cli import main
from neurohex.cli.board_view import board_text
from neurohex.cli.choices import Menu, NoSuchChoice, choices, completions, steps_of, understand
from neurohex.cli.play import USUAL_BOT
from neurohex.cli.play_screen import player_block
from neurohex.cli.play_words import ENGLISH, HELP
from neurohex.cli.terminal import command_name
from neurohex.events import BattleBegan
from neurohex.model.reading import DECISIONS
from neurohex.notation import parse_line
from neurohex.notation.action import action_text
from neurohex.notation.bridge import state_of
from neurohex.notation.record import final_state, parse_record
from neurohex.players import make_player
from neurohex.rules.catalog import ALL_TILES
from neurohex.rules.engine import Game, Random, State, legal_actions
from neurohex.session import CHANCE, Session

FILE = "neurohex-game.txt"
Play = Callable[..., tuple[int, str]]


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Play:
    """Run `neurohex play` in an empty folder with typed lines; the exit code and all that was printed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")

    def run(options: str, *lines: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        code = main(["play", *options.split()])
        printed = capsys.readouterr()
        return code, printed.out + printed.err

    return run


def scripted(game: Game, seed: int, seats: tuple[int, ...] = (0,)) -> tuple[Session, list[str]]:
    """A whole game against opponents as `play` seats them, and the words of the people's decisions."""
    session = Session(game, seed)
    choose = [make_player(USUAL_BOT, seed + p + 1).choose for p in range(len(game.armies))]
    mine = make_player("random", 999).choose
    words = []
    while not session.state.is_over():
        st = session.state
        if st.actor() not in seats:
            session.act(choose[st.actor()](st))
            continue
        action = mine(st)
        only = len(legal_actions(st)) == 1 and action_text(st, action) != "end turn"
        if not only:  # what is the only choice is not asked
            words.append(action_text(st, action))
        session.act(action)
    return session, words


def saved(path: str | Path = FILE) -> State:
    return final_state(parse_record(Path(path).read_text(encoding="utf-8")))


# --- whole games ----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("options", "game"),
    [
        ("borgo moloch", Game(("borgo", "moloch"))),
        ("vegas smart --board duel", Game(("vegas", "smart"), board="duel")),
        (
            "doomsday hegemony --mercenaries 2 --bomber mercenary --ruleset 3.0",
            Game(("doomsday", "hegemony"), mercenaries=2, bomber="mercenary", ruleset="3.0"),
        ),
        (
            "outpost vegas moloch --score --bomber neutral",
            Game(("outpost", "vegas", "moloch"), score=True, bomber="neutral"),
        ),
    ],
)
def test_a_whole_game_from_typed_words(play: Play, options: str, game: Game) -> None:
    session, words = scripted(game, 4)
    code, out = play(f"{options} --seed 4", *words)
    assert code == 0
    assert "The game is over" in out
    assert f"The whole game is in {FILE}" in out
    record = parse_record(Path(FILE).read_text(encoding="utf-8"))
    assert record.complete
    assert final_state(record) == session.state
    assert record.tags["Player0"] == "person"
    assert record.tags["Player1"] == USUAL_BOT


def test_people_at_one_keyboard_are_called_by_turns(play: Play) -> None:
    session, words = scripted(Game(("borgo", "outpost")), 6, (0, 1))
    code, out = play("borgo outpost --people --seed 6", *words)
    assert code == 0
    assert saved() == session.state
    assert "Turn 3: Borgo (player 1)" in out
    assert "Turn 4: The Outpost (player 2)" in out


def test_a_whole_game_by_numbers(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever only ever types numbers comes to the end of a game, one step at a time."""
    random = Random(3)

    def number(prompt: str = "") -> str:
        return str(int(random.below(6)) + 1)

    monkeypatch.setattr(builtins, "input", number)
    code, out = play("hegemony doomsday --seed 2")
    assert code == 0
    assert "The game is over" in out
    assert "facing which way?" in out
    assert "on which hex?" in out
    assert parse_record(Path(FILE).read_text(encoding="utf-8")).complete


def test_programs_can_play_alone(play: Play) -> None:
    code, out = play("smart vegas --seat1 random --seat2 random --seed 1")
    assert code == 0
    assert "Smart (random)" in out
    assert re.search(r"(Smart|Vegas) \(random\)  (winner|draw)", out)


def test_acts_of_an_opponent_are_told_in_sentences(play: Play) -> None:
    _, out = play("borgo moloch --seed 3", "place hq c3 facing n", "end")
    assert "Moloch places its HQ on " in out
    assert re.search(r"Turn 2: Moloch.*\n  Moloch draws \w+", out)


def test_a_hint_names_actions_and_changes_nothing(play: Play) -> None:
    _, out = play("borgo moloch --seed 3", "hint")
    assert "thinks for a second" in out
    assert re.search(r"\d+% +\d+ +place HQ \w\d facing \w+", out)
    assert "Nothing was played" in out


@pytest.mark.parametrize("who", ["level1", "search:nodes=50"])
def test_any_player_by_program_can_have_a_seat(play: Play, who: str) -> None:
    _, out = play(f"borgo moloch --seed 3 --seat2 {who}", "place hq c3 facing n", "end")
    assert f"Moloch ({who})" in out


def test_the_first_seat_that_is_left_is_yours(play: Play) -> None:
    _, out = play("borgo moloch --seat1 random --seed 1")
    assert "Moloch (you)" in out
    assert "Borgo (random)" in out


def test_armies_are_asked_for(play: Play) -> None:
    code, out = play("--seed 1", "nonsense", "3", "mol")
    assert code == 0
    assert 'There is no army "nonsense"' in out
    assert "Seat 1 leads The Outpost." in out
    assert "Seat 2 leads Moloch." in out
    assert "Place your HQ" in out


def test_an_empty_answer_takes_an_army_that_nobody_has(play: Play) -> None:
    _, out = play("--seed 1", "", "")
    first, second = re.findall(r"Seat \d leads ([^.]+)\.", out)
    assert first != second


# --- what is typed --------------------------------------------------------------------------------
def main_menu() -> tuple[State, Menu]:
    session = Session(Game(("borgo", "moloch")), 8)
    choose = make_player("random", 2).choose
    while not any(action_text(session.state, a).startswith("place Mutant") for a in legal_actions(session.state)):
        session.act(choose(session.state))
    return session.state, choices(session.state)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("place Mutant {hex} facing SE", "place Mutant {hex} facing SE"),
        ("PLACE mutant {hex} FACING se", "place Mutant {hex} facing SE"),
        ("mutant {hex} se", "place Mutant {hex} facing SE"),
        ("p mut {hex} se", "place Mutant {hex} facing SE"),
        ("put the mutant on {hex}, facing se", "place Mutant {hex} facing SE"),
        ("{number} {hex} se", "place Mutant {hex} facing SE"),
        ("d mut", "discard Mutant"),
        ("end", "end turn"),
        ("pass", "end turn"),
        ("e", "end turn"),
    ],
)
def test_short_forms(typed: str, meant: str) -> None:
    st, menu = main_menu()
    free = next(option.steps[1] for option in menu.options if option.text.startswith("place Mutant"))
    number = list(menu.branches()).index("place Mutant") + 1
    found = understand(menu, typed.format(hex=free.lower(), number=number))
    assert isinstance(found, int)
    assert action_text(st, found) == meant.format(hex=free)


def test_what_is_left_open_is_asked_for() -> None:
    st, menu = main_menu()
    where = understand(menu, "place mutant")
    assert isinstance(where, Menu)
    assert where.heading == "place Mutant"
    facing = understand(where, "1")
    assert isinstance(facing, Menu)
    assert list(facing.branches()) == ["facing N", "facing NE", "facing SE", "facing S", "facing SW", "facing NW"]
    action = understand(facing, "sw")
    assert isinstance(action, int)
    assert action_text(st, action).endswith("facing SW")
    what = understand(menu, "mutant")
    assert isinstance(what, Menu)
    assert list(what.branches()) == ["place Mutant", "discard Mutant"]


def test_every_action_can_be_typed_in_full_and_chosen_by_numbers() -> None:
    for seed, game in enumerate(
        (Game(("vegas", "hegemony"), board="duel"), Game(("moloch", "outpost"), mercenaries=1))
    ):
        session = Session(game, seed)
        choose = make_player("random", seed).choose
        for _ in range(120):
            if session.state.is_over():
                break
            menu = choices(session.state)
            assert sorted(option.action for option in menu.options) == sorted(legal_actions(session.state))
            for option in menu.options[:: 1 + len(menu.options) // 12]:
                assert understand(menu, option.text) == option.action
                assert _by_numbers(menu, option.action) == option.action
            session.act(choose(session.state))


def _by_numbers(menu: Menu, action: int) -> int:
    while True:
        branches = list(menu.branches().values())
        number = next(i for i, options in enumerate(branches, 1) if any(o.action == action for o in options))
        found = understand(menu, str(number))
        if isinstance(found, int):
            return found
        menu = found


@pytest.mark.parametrize(
    "typed", ["mutnat", "place mutant z9", "place mutant c3 up", "99", "0", "place mutant c3 n n", "…"]
)
def test_bad_words_are_refused(typed: str) -> None:
    _, menu = main_menu()
    with pytest.raises(NoSuchChoice):
        understand(menu, typed)


def test_bad_input_gets_one_clear_line_and_the_question_stays(play: Play) -> None:
    lines = ["xyzzy", "99", "place hq z9", "c3 up", "", "hlep", "\x1b[2J", "9" * 5000, "c3", "7", "help nosuch"]
    code, out = play("hegemony vegas --seed 1", *lines)
    assert code == 0
    assert "“xyzzy” is nothing that can be done now." in out
    assert "There is no 99; the choices are 1 to 19." in out
    assert "“z9” does not go with “place hq”. Possible: A1, A2" in out
    assert "Did you mean “help”?" in out
    assert "Traceback" not in out
    assert "\x1b" not in out


def test_a_tile_that_is_alike_on_all_sides_needs_no_facing(play: Play) -> None:
    _, out = play("borgo vegas --seed 1", "c3")
    assert "Place your HQ: a hex.\n" in out
    assert "Borgo places its HQ on C3, facing N" in out
    _, out = play("vegas borgo --seed 1", "c3")
    assert "Place your HQ: a hex and a facing." in out
    assert "place HQ C3: facing which way?" in out


def test_steps_of_actions() -> None:
    assert steps_of("push D3 from C3 to E2") == ("push", "D3", "from C3", "to E2")
    assert steps_of("turn C3 facing N by Transport B3") == ("move by Transport B3", "C3", "stay", "facing N")
    assert steps_of("save C3 from 2 by medic B3") == ("save", "C3", "from 2", "by medic B3")
    assert steps_of("change C3 NE to ranged") == ("change", "C3", "NE to ranged")


def test_words_are_completed() -> None:
    _, menu = main_menu()
    assert "place" in completions(menu, "pl", ["preview"])
    assert "preview" in completions(menu, "p", ["preview"])
    assert completions(menu, "place mut") == ["mutant"]
    assert "ne" in completions(menu, "place mutant c1 n")
    assert completions(menu, "99 ") == []


# --- looking --------------------------------------------------------------------------------------
def test_help_on_everything(play: Play) -> None:
    lines = [
        "help",
        "help officer",
        "? c3",
        "c3?",
        "? a1",
        "? e3",
        "help undo",
        "marks",
        "piles",
        "legal",
        "legal end",
        "log",
        "? z9",
    ]
    code, out = play("borgo moloch --seed 3", "hq c3 n", *lines)
    assert code == 0
    for typed, meaning in HELP:
        assert (typed or meaning) in out
    assert "Officer: module of Borgo" in re.sub(r" +:", ":", out)
    assert out.count("HQ C3 belongs to Borgo.") == 2
    assert re.search("(A1|E3) is free.", out)
    assert "melee 2" in out
    assert re.search(r"\d+ actions:", out)
    assert "1 action:" in out
    assert "No hex Z9 on the standard board; its hexes are A1 to E3." in out
    assert "Borgo places its HQ on C3, facing N" in out


def test_help_names_tiles_near_what_was_typed(play: Play) -> None:
    _, out = play("borgo moloch --seed 3", "help net figther", "help butcher")
    assert "Net Fighter" in out
    assert "Claws" in out


def test_preview_fights_on_a_copy(play: Play) -> None:
    lines = ["hq c3 n", "preview", "save"]
    code, out = play("borgo moloch --seed 3", *lines)
    assert code == 0
    assert "If a Battle were fought now:" in out
    assert "Nothing has happened yet" in out
    steps = Session.resume(parse_record(Path(FILE).read_text(encoding="utf-8"))).steps
    assert not any(isinstance(event, BattleBegan) for step in steps for event in step.events)


def test_preview_only_in_a_turn(play: Play) -> None:
    _, out = play("borgo moloch --seed 3", "preview")
    assert "A Battle can be looked at in your own turn" in out


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


@pytest.mark.parametrize("at", [1, 7, 20, 33])
def test_a_game_that_was_left_goes_on_to_the_same_end(play: Play, at: int) -> None:
    session, words = scripted(Game(("outpost", "smart")), 12)
    at = min(at, len(words) - 1)
    code, out = play("outpost smart --seed 12", *words[:at])
    assert code == 0
    assert f"To go on: neurohex play --load {FILE}" in out
    code, out = play(f"--load {FILE}", *words[at:])
    assert code == 0
    assert f"Going on with {FILE}" in out
    assert saved() == session.state


def test_seats_are_kept_and_can_be_changed(play: Play) -> None:
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
    assert out.count("Write over it?") == 1
    assert "\nNot saved.\n" in out


def test_a_loaded_game_is_left_alone_until_something_is_decided(play: Play) -> None:
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


def test_a_finished_game_is_left_alone(play: Play) -> None:
    play("borgo moloch --seat1 random --seat2 random --seed 4")
    remarked = Path(FILE).read_text().replace("\n0: place", "\n; well begun\n0: place", 1)
    Path(FILE).write_text(remarked)
    _, out = play(f"--load {FILE}")
    assert f"The whole game is in {FILE}" in out
    assert Path(FILE).read_text() == remarked


def test_the_command_is_told_as_it_can_be_called(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
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
    assert f"neurohex play --load {FILE} goes on with it" in " ".join(out.split())


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
def test_wrong_options_are_told_in_one_line(play: Play, options: str, problem: str) -> None:
    Path("broken.txt").write_text("no game\n")
    code, out = play(options)
    assert code == 2
    assert problem in out
    assert out.count("\n") == 1


# --- leaving --------------------------------------------------------------------------------------
def test_the_end_of_the_input_saves(play: Play) -> None:
    code, out = play("borgo moloch --seed 3", "hq c3 n")
    assert code == 0
    assert f"To go on: neurohex play --load {FILE}" in out
    assert saved().hand(0)


def test_the_end_of_the_input_before_a_game(play: Play) -> None:
    code, out = play("")
    assert code == 0
    assert "No game was begun." in out


def test_an_interruption_saves(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = iter(["hq c3 n"])

    def interrupted(prompt: str = "") -> str:
        for line in typed:
            return line
        raise KeyboardInterrupt

    monkeypatch.setattr(builtins, "input", interrupted)
    code, out = play("borgo moloch --seed 3")
    assert code == 130
    assert f"To go on: neurohex play --load {FILE}" in out
    assert saved().hand(0)


class Terminal:
    """A real program at a real terminal."""

    def __init__(self, options: list[str], folder: Path, width: int) -> None:
        self.end, inside = pty.openpty()
        env = {
            **os.environ,
            "COLUMNS": str(width),
            "LINES": "50",
            "TERM": "xterm-256color",
            "PYTHONPATH": str(Path(__file__).parents[1] / "src"),
        }
        command = [sys.executable, "-m", "neurohex", "play", *options]
        self.process = subprocess.Popen(
            command, cwd=folder, env=env, stdin=inside, stdout=inside, stderr=inside, start_new_session=True
        )
        os.close(inside)
        self.seen = ""

    def until(self, words: str, limit: float = 60) -> str:
        """Read until these words were printed."""
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


def test_at_a_terminal_in_colour_with_ctrl_c(terminal: Callable[..., Terminal], tmp_path: Path) -> None:
    at = terminal("borgo moloch --seed 3")
    assert "\x1b[" in at.until("Borgo> ")
    at.type("pla\t")
    at.until("place ")
    at.type("hq c3 n\r")
    at.until("Turn 1: Borgo (you)")
    at.until("Borgo> ")
    time.sleep(0.5)  # for the prompt to wait for keys
    at.process.send_signal(signal.SIGINT)
    at.until("To go on: neurohex play --load neurohex-game.txt")
    assert at.process.wait(20) == 130
    assert saved(tmp_path / FILE).hand(0)


def test_at_a_terminal_with_ctrl_d(terminal: Callable[..., Terminal]) -> None:
    at = terminal("borgo moloch --seed 3", 120)
    at.until("Borgo> ")
    at.type("hq c3 n\r")
    at.until("Turn 1: Borgo (you)")
    at.until("Borgo> ")
    at.type("\x04")
    at.until("To go on: ")
    assert at.process.wait(20) == 0


# --- open piles -----------------------------------------------------------------------------------
def test_open_piles_show_what_comes_next(play: Play) -> None:
    names = [ALL_TILES[tile].name for tile in Session(Game(("borgo", "moloch")), 3).upcoming(0)]
    _, out = play("borgo moloch --seed 3 --open-piles", "hq c3 n", "piles")
    said = " ".join(out.split())
    assert "next: " + ", ".join(names[1:]) in said  # the first is drawn
    assert f"Borgo draws {names[0]}" in said
    assert out.count("next:") >= 6
    assert '[OpenPiles "yes"]' in Path(FILE).read_text(encoding="utf-8")
    _, again = play(f"--load {FILE}")
    assert "next: " in again
    assert "next:" not in play("borgo moloch --seed 3", "hq c3 n", "piles")[1]


@pytest.mark.parametrize(
    "options", ["borgo moloch smart --people", "smart vegas --board duel", "borgo moloch vegas smart --mode team"]
)
def test_open_piles_go_with_every_mode(play: Play, options: str) -> None:
    code, out = play(f"{options} --open-piles --seed 5", "hq c3 n", "hq a1 n", "piles", "board")
    assert code == 0
    assert "next:" in out


def test_open_piles_change_nothing_else(play: Play) -> None:
    session, words = scripted(Game(("borgo", "moloch")), 4)
    play("borgo moloch --seed 4 --open-piles", *words)
    assert saved().to_bytes() == session.state.to_bytes()


def test_teams_count_seats_from_one(play: Play) -> None:
    play("borgo moloch vegas smart --mode team --teams 1+3,2+4 --seed 1", "hq c3 n")
    assert parse_record(Path(FILE).read_text(encoding="utf-8")).game.teams == ((0, 2), (1, 3))


# --- the drawing ----------------------------------------------------------------------------------
@pytest.mark.parametrize("width", [60, 80, 100, 120, 160])
@pytest.mark.parametrize("options", ["borgo moloch", "borgo moloch outpost smart vegas hegemony --people"])
def test_the_screen_keeps_to_its_width(play: Play, monkeypatch: pytest.MonkeyPatch, width: int, options: str) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    _, out = play(f"{options} --seed 3", "hq c3 n", "help", "piles", "legal", "log full")
    narrowest = 79 if "vegas" in options else 57  # of the drawing of the board
    # What is to be copied, and what people type, is not broken.
    lines = [line for line in out.splitlines() if FILE not in line and not line.startswith(("Borgo>", "Choose"))]
    assert max(len(line) for line in lines) <= max(width, narrowest)


def test_colours_are_left_out_where_nobody_sees_them(play: Play) -> None:
    _, out = play("borgo moloch --seed 3", "hq c3 n")
    assert "\x1b" not in out
    coloured = io.StringIO()
    st = state_of(parse_line("borgo moloch | C3=0.HQ C4=1.HQ"))
    Console(file=coloured, force_terminal=True, color_system="truecolor").print(board_text(st))
    assert "\x1b[" in coloured.getvalue()


def test_lost_points_are_seen_without_colour() -> None:
    printed = io.StringIO()
    st = state_of(parse_line("borgo:5 moloch | C3=0.HQ A1=1.HQ"))
    Console(file=printed, width=60).print(player_block(st, 0, "Borgo (you)", 60))
    assert f"HQ 5 {'━' * 5}{'·' * 15}\n" in printed.getvalue()


def test_preview_tells_only_of_choices_that_came_up(play: Play) -> None:
    _, out = play("borgo moloch --seed 3", "hq c3 n", "preview")
    assert "There are choices in it" not in out


def test_every_decision_is_asked_for() -> None:
    asked = {key.removeprefix("ask.") for key in ENGLISH if key.startswith("ask.")} - {"army", "overwrite"}
    assert asked == {*DECISIONS.values(), "hq.facing"}


def test_every_sentence_is_used() -> None:
    source = "".join(path.read_text() for path in (Path(__file__).parents[1] / "src/neurohex/cli").glob("play*.py"))
    built = ("label.", "difficulty.", "itself.", "ask.")
    unused = [key for key in ENGLISH if source.count(f'"{key}"') < 2 and not key.startswith(built)]
    assert not [key for key in unused if source.count(f"'{key}'") < 1]


def test_draws_are_no_decisions() -> None:
    session, words = scripted(Game(("borgo", "moloch")), 4)
    assert any(step.player == CHANCE for step in session.steps)
    assert not any(word.startswith("draw") for word in words)
