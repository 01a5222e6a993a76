"""`neurohex puzzles`: every verb, and what it says of bad input."""

from __future__ import annotations

import io
import json
from pathlib import Path

import msgspec
import pytest

from neurohex.cli import main
from neurohex.puzzles import save_puzzles
from neurohex.puzzles.words import hints
from tests.puzzles.test_solver import KNOWN


@pytest.fixture
def file(tmp_path: Path) -> str:
    """A file with a good puzzle and one that claims too much."""
    wide = msgspec.structs.replace(KNOWN[0], id="wide", position=KNOWN[0].position.replace("moloch:3", "moloch:1"))
    save_puzzles(tmp_path / "some.json", [KNOWN[0], wide])
    return str(tmp_path / "some.json")


def test_check_has_an_exit_code(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzles", "check", file, "9e3ddc0d"]) == 0
    assert "1 puzzle, 0 wrong" in capsys.readouterr().out
    assert main(["puzzles", "check", file]) == 1
    out = capsys.readouterr().out
    assert "puzzles[1].use: fewer than 2 tiles win" in out
    assert "2 puzzles, 1 wrong" in out
    assert main(["puzzles", "check", file, "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["outcome"] == "unique"
    assert main(["puzzles", "check", file, "1", "--states", "100"]) == 1
    assert "too many states" in capsys.readouterr().out


def test_solve_writes_the_acts(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzles", "solve", file, "1"]) == 0
    out = capsys.readouterr().out
    assert "1 solution" in out
    assert "place Brawler B4 facing NE" in out
    assert main(["puzzles", "solve", file, "wide", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["fewer_tiles_win"] is True
    assert main(["puzzles", "solve", "722b859d"]) == 0
    assert "; in the Battle: clown B3 explodes" in " ".join(capsys.readouterr().out.split())
    assert main(["puzzles", "solve", "722b859d", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["battle_choices"] == [[["clown B3 explodes"]]]


@pytest.mark.parametrize("lang", ["en", "pl"])
def test_show(file: str, capsys: pytest.CaptureFixture[str], lang: str) -> None:
    assert main(["puzzles", "show", file, "--lang", lang]) == 0
    assert "wide" in capsys.readouterr().out
    assert main(["puzzles", "show", file, "1", "--hints", "--solution", "--lang", lang]) == 0
    out = capsys.readouterr().out
    assert ("Sieciarz D3" if lang == "pl" else "Net Fighter D3") in out
    assert ("Hand: " if lang == "en" else "Ręka: ") in out
    assert hints(KNOWN[0], lang)[0] in out


def test_play(file: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    said = [
        "fight",
        *["hint"] * 4,
        "acts juggernaut",
        "place Brawler B4 facing NE",
        "place Brawler B4 facing NE",
        "acts place net fighter d3",
        "4",
        "fight",
        "undo",
        "board",
        "again",
        *KNOWN[0].solution[0],
        "fight",
    ]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(said)))
    assert main(["puzzles", "play", file, "1"]) == 0
    out = capsys.readouterr().out
    assert "2 more of the tiles in hand must be used" in out
    assert "The HQ of Moloch still has 3 points." in out
    assert out.count("An act looks like this: ") == 1
    assert out.count("there are no more hints") == 1
    assert out.count("no legal act has that text") == 1
    assert out.rstrip().endswith("Solved!")


def test_make(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "made.json"
    words = ["puzzles", "make", str(path), "--puzzles", "1", "--use", "1", "--goal", "hq", "--processes", "1"]
    assert main(words) == 0
    assert main(["puzzles", "check", str(path)]) == 0
    assert "1 puzzle, 0 wrong" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["puzzles"], "a verb is missing"),
        (["puzzles", "check", "no/such.json"], "no/such.json: No such file"),
        (["puzzles", "show", "no-such-id"], "no-such-id: no such puzzle"),
        (["puzzles", "make", "x.json", "--puzzles", "0"], "--puzzles: expected 1 or more, got 0"),
        (["puzzles", "make", "x.json", "--ray-address", "auto"], "--ray-address: goes with --ray only"),
    ],
)
def test_bad_input_is_told_on_one_line(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    told = capsys.readouterr()
    assert said in told.err
    assert told.err.count("\n") == 1
    assert not told.out


def test_a_file_that_cannot_be_read_names_the_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.json"
    path.write_text('{"format": "neurohex-puzzles", "version": 1, "puzzles": [{"id": "x"}]}')
    assert main(["puzzles", "check", str(path)]) == 2
    assert f"{path}: puzzles[0]: object missing required field `position`" in capsys.readouterr().err
