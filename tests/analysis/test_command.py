"""`neurohex analyse`: prints an analysis, and writes it into the record."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from neurohex.analysis import analysis_in
from neurohex.cli import analyse as command
from neurohex.cli import main
from neurohex.notation.record import parse_record, write_record
from tests.analysis.games import played, think_little


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    think_little(monkeypatch)
    monkeypatch.setattr(command, "_folder", lambda: tmp_path / "cache")
    path = tmp_path / "game.txt"
    path.write_text(write_record(played(acts=25)))
    return path


def analysed(*words: str | Path) -> int:
    return main(["analyse", "--depth", "1", "--processes", "1", *map(str, words)])


@pytest.mark.slow
def test_it_is_printed_and_written(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = parse_record(file.read_text())
    assert analysed(file) == 0
    out, err = capsys.readouterr()
    assert "Decisions that cost most" in out
    assert "accuracy" in out
    assert str(file) in err
    record = parse_record(file.read_text())
    assert record.actions == before.actions
    assert record.tags == before.tags
    found = analysis_in(record)
    assert found is not None
    assert found.depth == 1


@pytest.mark.slow
def test_json_is_the_review_and_a_record_with_its_analysis_is_not_thought_about_again(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert analysed(file, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert [player["army"] for player in told["players"]] == ["Borgo", "Moloch"]
    assert told["points"]
    monkeypatch.setattr(command, "analyse", lambda *_, **__: pytest.fail("it thinks again"))
    text = file.read_text()
    assert analysed(file, "--json") == 0
    assert json.loads(capsys.readouterr().out) == told
    assert file.read_text() == text


@pytest.mark.slow
def test_another_file_standard_input_and_polish(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = file.read_text()
    other = tmp_path / "other.txt"
    assert analysed(file, "-o", other, "--lang", "pl") == 0
    assert "Decyzje, które kosztowały najwięcej" in capsys.readouterr().out
    assert file.read_text() == text
    assert analysis_in(parse_record(other.read_text())) is not None
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert analysed("-") == 0


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--processes", "0"], "--processes: expected 1 or more, got 0"),
        (["--depth", "9"], "invalid choice: 9"),
    ],
)
def test_wrong_options_are_refused(words: list[str], why: str, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", str(file), *words]) == 2
    assert why in capsys.readouterr().err


def test_what_is_no_game_is_refused(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text("hello\n")
    assert analysed(file) == 2
    assert f"{file}: line 1: " in capsys.readouterr().err
    file.write_text(write_record(played(acts=0)))
    assert analysed(file) == 2
    assert "expected a game with at least one action" in capsys.readouterr().err
