"""The command line: what each command prints, and how it complains."""

from __future__ import annotations

import errno
import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import neurohex
from neurohex.cli import main
from neurohex.cli.parsing import GROUPS, SUMMARIES, available
from neurohex.draw import player_armies
from neurohex.draw.tables import board_view
from neurohex.model import Table
from neurohex.notation import parse_line
from neurohex.notation.action import parse_action
from neurohex.notation.bridge import state_of
from neurohex.notation.record import Recorder, write_record
from neurohex.rules.engine import Game
from neurohex.tiles import ARMIES, EXTRAS

SOURCE = Path(neurohex.__file__).parents[1]
POSITION = json.loads("""
{"ruleset": "living", "board": "standard",
 "players": [{"army": "outpost", "hq": 20}, {"army": "hegemony", "hq": 20}],
 "units": [{"hex": "C1", "player": 1, "tile": "HQ", "rotation": 0, "wounds": 0},
           {"hex": "C2", "player": 1, "tile": "Runner", "rotation": 3, "wounds": 0},
           {"hex": "C3", "player": 0, "tile": "HQ", "rotation": 0, "wounds": 0}],
 "foundations": [{"hex": "B2", "player": 1, "tile": "Mine"}],
 "starter": 1}
""")
INSPECTED = json.loads("""
{"hex": "C2", "tile": "Runner", "player": 1, "controller": 1, "disabled": false,
 "initiative": [2], "melee": {"S": 2}, "ranged": {}, "gauss": []}
""")
FOUGHT = json.loads("""
{"phases": [{"initiative": 2, "acted": ["C2"],
             "hits": [{"from": "C2", "direction": "S", "to": "C3", "kind": "melee", "wounds": 2, "absorbed": false}],
             "destroyed": []},
            {"initiative": 0, "acted": ["C1", "C3"],
             "hits": [{"from": "C3", "direction": "N", "to": "C2", "kind": "melee", "wounds": 1, "absorbed": false}],
             "destroyed": ["C2"]}],
 "players": [{"army": "outpost", "hq": 18}, {"army": "hegemony", "hq": 20}],
 "units": [{"hex": "C1", "player": 1, "tile": "HQ", "rotation": 0, "wounds": 0},
           {"hex": "C3", "player": 0, "tile": "HQ", "rotation": 0, "wounds": 0}],
 "foundations": [{"hex": "B2", "player": 1, "tile": "Mine"}],
 "choices": 0}
""")
LINE = "living standard outpost:20 hegemony:20* | C1=1.HQ C2=1.Runner/S C3=0.HQ | B2=1.Mine"
Z9 = json.dumps(POSITION).replace("C2", "Z9")
WRONG_HEX = 'units[1].hex: no hex "Z9" on the standard board'
# Nets, a capture, wounds and three armies; and a Clown, who may choose.
BUSY = (
    "outpost:17 moloch:20 vegas:12 | B2=0.HQ D4=1.HQ E2=2.HQ/NE C2=0.Mobile_Armor/S D2=1.Net_Fighter/NW "
    "C3=1.Juggernaut~1 E3=1.Hunter-Killer/SE C1=2.Guard | A3=2.Mine"
)
CLOWN = "moloch borgo | C3=0.Clown A1=0.HQ C2=1.Mutant E3=1.HQ"


class Said:
    """What a command printed, and its exit code."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out
        self.err = err

    @property
    def json(self) -> Any:
        assert (self.code, self.err) == (0, "")
        return json.loads(self.out)


Say = Callable[..., Said]


class Terminal(io.TextIOWrapper):
    """Standard input from somebody who types."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Say:
    """Runs a command, with a text on standard input."""
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
    """Writes a file and names it."""

    def write(content: str | bytes) -> str:
        path = tmp_path / "file"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return str(path)

    return write


def complains(said: Said, *words: str) -> None:
    """One line on standard error, exit code 2, and nothing on standard output."""
    assert said.code == 2
    assert said.out == ""
    assert said.err.startswith("neurohex: ")
    assert said.err.count("\n") == 1
    for word in words:
        assert word in said.err


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
"""A program in which no package can be imported but those that neurohex always has."""


@pytest.mark.parametrize("name", available())
def test_the_help_of_every_command_needs_no_extra(name: str) -> None:
    words = [sys.executable, "-c", WITHOUT_EXTRAS, name, "--help"]
    done = subprocess.run(words, capture_output=True, check=False, env=environment())
    assert (done.returncode, done.stderr) == (0, b"")
    assert f"\n  neurohex {name}".encode() in done.stdout


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


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(SOURCE), "PYTHONIOENCODING": "utf-8", **more}


def run_process(*words: str, stdin: bytes = b"", **more: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "neurohex", *words]
    return subprocess.run(command, input=stdin, capture_output=True, check=False, env=environment(**more))


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
    """Standard output on a disk without room."""

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
def test_a_wrong_position_is_told_with_file_and_place(say: Say, file: Callable[..., str], command: str) -> None:
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


def test_jsonl_answers_as_soon_as_it_can() -> None:
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


def test_a_terminal_is_asked_unless_told_otherwise(say: Say, file: Callable[..., str]) -> None:
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


def test_battle_is_told_in_sentences(say: Say) -> None:
    said = say("battle", "-", stdin=LINE)
    assert said.code == 0
    assert "Runner C2 strikes S: hits HQ C3 for 2" in said.out
    assert "§" not in said.out
    assert "R6.2" in said.out
    assert "18 HQ points (lost 2)" in said.out
    assert "default policy" not in said.out
    assert "1 choice was made by the default policy" in say("battle", "-", stdin=CLOWN).out


def test_colours_where_they_can_be_shown(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b[" not in say("inspect", "-", stdin=BUSY).out
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLORTERM", "truecolor")
    coloured = say("inspect", "-", stdin=BUSY).out
    for army in ("outpost", "moloch", "vegas"):
        red, green, blue = (int(ARMIES[army].colour[i : i + 2], 16) for i in (1, 3, 5))
        assert f"48;2;{red};{green};{blue}" in coloured


# --- draw -----------------------------------------------------------------------------------------
def test_draw_a_position(say: Say, file: Callable[..., str], tmp_path: Path) -> None:
    target = tmp_path / "board.svg"
    said = say("draw", file(BUSY), "-o", str(target))
    assert (said.code, said.out, said.err) == (0, "", "")
    svg = target.read_text(encoding="utf-8")
    assert svg.startswith("<svg")
    assert "netted" in svg
    assert say("draw", file(BUSY)).out == svg
    assert say("draw", "-", stdin=BUSY).out == svg
    assert len(say("draw", file(BUSY), "--legend").out) > len(svg)
    assert len(say("draw", file(BUSY), "--no-names").out) < len(svg)


def test_draw_tiles_and_armies(say: Say) -> None:
    plain = say("draw", "--tile", "HEGEMONY", "universal soldier").out
    assert "Universal Soldier" in plain
    assert say("draw", "--tile", "hegemony", "universal soldier", "--rotation", "2").out != plain
    sheet = say("draw", "--army", "moloch", "--size", "80").out
    for tile in ARMIES["moloch"].tiles:
        assert tile.name in sheet


def test_tiles_as_json_are_one_line(say: Say) -> None:
    assert say("tiles", "--json").out.count("\n") == 1
    assert list(json.loads(say("tiles", "borgo", "--json").out)["armies"]) == ["borgo"]


def test_a_card_without_other_letters_than_ascii() -> None:
    done = run_process("tiles", "outpost", "medic", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert done.returncode == 0
    assert b"/----" in done.stdout
    assert b"(R7.2)" in done.stdout
    assert b"?" not in done.stdout


def test_draw_complains(say: Say, file: Callable[..., str], tmp_path: Path) -> None:
    complains(say("draw"), "expected one thing to draw")
    complains(say("draw", file(LINE), "--army", "borgo"), "expected one thing to draw")
    complains(say("draw", "--army", "borg"), 'no army "borg"; did you mean "borgo"?')
    complains(say("draw", "--army", "zzz"), 'no army "zzz"; there are borgo,')
    complains(say("draw", "--tile", "borgo", "medik"), "did you mean Medic?")
    complains(say("draw", "--tile", "borgo", "medic", "--rotation", "6"), "--rotation: expected a number from 0 to 5")
    complains(say("draw", "--army", "borgo", "--rotation", "1"), "--rotation: goes with --tile")
    complains(say("draw", "--army", "borgo", "--legend"), "--legend: goes with a position only")
    complains(say("draw", "--tile", "borgo", "medic", "--no-names"), "--no-names: goes with a position only")
    complains(say("draw", "--army", "borgo", "--size", "0"), "--size: expected 10 to 2000")
    complains(say("draw", "--army", "borgo", "-o", str(tmp_path / "no" / "x.svg")), "x.svg: No such file")


def test_the_same_army_twice_is_told_apart() -> None:
    one, two, three = player_armies(("borgo", "borgo", "borgo"))
    assert [army.name for army in (one, two, three)] == ["Borgo", "Borgo II", "Borgo III"]
    assert len({army.colour for army in (one, two, three)}) == 3
    view = board_view(Table(state_of(parse_line("borgo borgo | C3=0.HQ C2=1.HQ"))))
    assert {unit.army.name for unit in view.units} == {"Borgo", "Borgo II"}


def test_a_view_knows_what_the_rules_know() -> None:
    view = board_view(Table(state_of(parse_line(BUSY))))
    units = {view.board.names[unit.hex]: unit for unit in view.units}
    assert units["C2"].netted
    assert units["E3"].taken_by is not None
    assert units["E3"].taken_by.key == "vegas"
    assert units["C3"].wounds == 1
    assert view.hq_points[view.board.index["B2"]] == 17
    assert [foundation.tile.name for foundation in view.foundations] == ["Mine"]


# --- tiles ----------------------------------------------------------------------------------------
def test_tiles_json_has_every_tile(say: Say) -> None:
    told = say("tiles", "--json").json
    assert told["edges_clockwise"] == ["N", "NE", "SE", "S", "SW", "NW"]
    assert isinstance(told["rotation"], str)
    assert list(told["armies"]) == list(ARMIES)
    assert list(told["extras"]) == ["mercenaries", "bombers"]
    for key, army in (*ARMIES.items(), *EXTRAS.items()):
        group = told["armies"].get(key) or told["extras"][key]
        assert group["name"] == army.name
        assert [tile["name"] for tile in group["tiles"]] == [tile.name for tile in army.tiles]
    runner = next(tile for tile in told["armies"]["hegemony"]["tiles"] if tile["name"] == "Runner")
    printed = {"initiative": [2], "melee": {"N": 1}, "mobility": True}
    assert runner == {"name": "Runner", "count": 3, "kind": "warrior", **printed}


def test_tiles_json_of_one_army_and_one_tile(say: Say) -> None:
    told = say("tiles", "Mercenaries", "--json").json
    assert (list(told["armies"]), list(told["extras"])) == ([], ["mercenaries"])
    told = say("tiles", "the outpost", "commando", "--json").json
    assert [tile["name"] for tile in told["armies"]["outpost"]["tiles"]] == ["Commando"]
    assert told["extras"] == {}


def test_tiles_for_people(say: Say) -> None:
    overview = say("tiles").out
    for army in (*ARMIES.values(), *EXTRAS.values()):
        assert army.name in overview
    sheet = say("tiles", "hegemony").out
    for tile in ARMIES["hegemony"].tiles:
        assert tile.name in sheet
    assert "35 tiles" in sheet


@pytest.mark.parametrize("army", [*ARMIES, *EXTRAS])
def test_every_tile_has_a_card(say: Say, army: str) -> None:
    for tile in (ARMIES.get(army) or EXTRAS[army]).tiles:
        said = say("tiles", army, tile.name.lower())
        assert said.code == 0
        assert f"{tile.name}: " in said.out
        assert max(len(line) for line in said.out.splitlines()) <= 100


def test_a_card_shows_edges_and_sentences(say: Say) -> None:
    card = say("tiles", "moloch", "armored hunter").out
    assert "NW melee 1 armour" in card
    assert "init. 2" in card
    assert "(R6.3)" in card
    assert "Inicjatywa 2" in say("tiles", "moloch", "armored hunter", "--lang", "pl").out


def test_tiles_complains(say: Say) -> None:
    complains(say("tiles", "outposts"), 'no army "outposts"; did you mean "outpost"?')
    complains(say("tiles", "outpost", "comando"), "did you mean Commando?")
    complains(say("tiles", "outpost", "comando", "--json"), "did you mean Commando?")


# --- new ------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("borgo moloch", {"mode": "standard", "board": "standard", "ruleset": "living"}),
        ("Borgo MOLOCH --ruleset 2008", {"armies": ["borgo", "moloch"], "ruleset": "2008"}),
        ("borgo moloch vegas", {"mode": "deathmatch"}),
        ("borgo moloch vegas smart outpost", {"mode": "deathmatch", "board": "expanded"}),
        ("borgo moloch vegas smart --mode team --score", {"teams": [[0, 1], [2, 3]], "score": True}),
        ("borgo moloch vegas smart --mode team --teams 1+3,2+4", {"teams": [[0, 2], [1, 3]]}),
        ("borgo moloch vegas --mode one-vs-two", {"teams": [[0], [1, 2]]}),
        ("smart vegas --board duel", {"board": "duel"}),
        ("smart vegas --board duel --terminals a1,a3,c1,c3,c5,e1,e3", {"terminals": ["A1", "A3"]}),
        ("borgo moloch --mercenaries 2 --bomber mercenary", {"mercenaries": 2, "bomber": "mercenary"}),
        ("borgo moloch --bomber neutral --bomber-two", {"bomber": "neutral", "bomber_two": True}),
        ("borgo moloch --alternative-start --reinforcement", {"alternative_start": True, "reinforcement": True}),
        ("borgo moloch vegas --score --open-piles", {"score": True, "open_piles": True}),
    ],
)
def test_new_describes_a_game(say: Say, words: str, expected: dict[str, Any]) -> None:
    told = say("new", *words.split(), "--json").json
    for key, value in expected.items():
        assert told[key][: len(value)] == value if isinstance(value, list) else told[key] == value
    given = {key: _tuples(value) for key, value in told.items()}
    assert json.loads(json.dumps(Game(**given).describe())) == told
    shown = say("new", *words.split())
    assert shown.code == 0
    for key in told["armies"]:
        assert ARMIES[key].name in shown.out


def _tuples(value: Any) -> Any:
    return tuple(_tuples(item) for item in value) if isinstance(value, list) else value


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("borgo", "armies: 2 to 6 armies play, not 1"),
        ("borgo mercenaries", 'no army "mercenaries"'),
        ("borgo moloc", 'no army "moloc"; did you mean "moloch"?'),
        ("borgo moloch --score", "score: the score rule goes with deathmatch and team"),
        ("borgo moloch --mode team", "mode: team is for four armies"),
        ("borgo moloch --mercenaries 3", "mercenaries: 0, 1 or 2 each, not 3"),
        ("borgo moloch --bomber mercenary", "bomber: Mad Bomber as a mercenary needs"),
        ("borgo moloch --board expanded", "board: the expanded board is for 4 to 6"),
        ("borgo moloch vegas smart --mode team --teams 1+6,2+3", "teams: every player must be in one team"),
        ("borgo moloch vegas smart --mode team --teams red", "--teams: expected seats from 1"),
        ("borgo moloch vegas smart --mode team --teams 0+2,1+3", "--teams: expected seats from 1, as 1+3,2+4, got"),
        ("borgo moloch --terminals A1", "--terminals: goes with --board duel"),
        ("borgo moloch --board duel --terminals A1", "terminals: the Duel board has seven"),
        ("borgo moloch --mode position", "invalid choice: 'position'"),
        ("borgo moloch --ruleset 4.0", "invalid choice: '4.0'"),
    ],
)
def test_new_refuses_what_does_not_fit(say: Say, words: str, place: str) -> None:
    complains(say("new", *words.split()), place)
    complains(say("new", *words.split(), "--json"), place)


def test_new_tells_turns_and_variants(say: Say) -> None:
    said = say("new", "borgo", "moloch", "vegas", "--mode", "one-vs-two", "--mercenaries", "1", "--bomber", "neutral")
    assert "1 and 3 of 4" in said.out
    assert "1 mercenary each, a neutral Mad Bomber" in said.out
    assert "Terminals on A2" in say("new", "smart", "vegas", "--board", "duel").out
    teams = say("new", "borgo", "moloch", "vegas", "smart", "--mode", "team", "--teams", "1+3,2+4", "--open-piles").out
    assert [line.split()[:3] for line in teams.splitlines()[1:5]] == [
        ["1", "Borgo", "1"],
        ["2", "Moloch", "2"],
        ["3", "Vegas", "1"],
        ["4", "Smart", "2"],
    ]
    assert "open piles" in teams


# --- the page -------------------------------------------------------------------------------------
FORMATS = (Path(__file__).parents[1] / "docs" / "formats.md").read_text(encoding="utf-8")


def documented(heading: str) -> list[str]:
    """The examples below a heading of the page."""
    (section,) = re.findall(rf"^#+ {re.escape(heading)}\n(.*?)(?=^## |\Z)", FORMATS, re.DOTALL | re.MULTILINE)
    return re.findall(r"^```\w*\n(.*?)^```", section, re.DOTALL | re.MULTILINE)


def test_the_page_shows_what_new_prints(say: Say) -> None:
    (command,) = re.findall(r"For `neurohex (new .*?)`", FORMATS)
    (example,) = documented("`neurohex new ARMY ARMY … --json`")
    assert say(*command.split()).json == json.loads(example)
    every = Game(
        ("smart", "vegas", "borgo", "moloch"),
        board="duel",
        mode="team",
        score=True,
        mercenaries=1,
        bomber="mercenary",
        bomber_two=True,
        alternative_start=True,
        reinforcement=True,
        open_piles=True,
        terminals=("A1", "A3", "C1", "C3", "C5", "E1", "E3"),
    )
    for key in every.describe():
        assert f"`{key}`" in FORMATS


def test_the_page_shows_what_replay_prints(say: Say, file: Callable[..., str]) -> None:
    (example,) = documented("`neurohex replay FILE --json`")
    expected = json.loads(example)
    recorder = Recorder(Game(tuple(expected["game"]["armies"])), expected["tags"])
    for act in (act for turn in expected["turns"] for act in turn["acts"]):
        recorder.play(parse_action(recorder.state, act["act"]))
    assert json.loads(say("replay", file(write_record(recorder.record)), "--json").out) == expected


def test_the_page_shows_what_why_says(say: Say) -> None:
    (example,) = documented("`neurohex inspect FILE --why HEX`")
    assert say("inspect", "-", "--why", "C2", stdin=LINE).out.endswith(f"\n\n{example}")


def test_the_page_shows_what_many_positions_give(say: Say) -> None:
    answers = documented("Many positions in one run")
    assert say("inspect", "--jsonl", stdin=f"{Z9}\n\n").out == "".join(answers)
