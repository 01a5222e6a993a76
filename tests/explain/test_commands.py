"""`--lang` of the commands that print sentences."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from neurohex.cli import main
from neurohex.notation.record import Recorder
from neurohex.rules.engine import Game, Random, fresh_buffer, random_action

# Nets, a capture, wounds, three armies, and a Clown who may choose.
BUSY = (
    "outpost:17 moloch:20 vegas:12 | B2=0.HQ D4=1.HQ E2=2.HQ/NE C2=0.Mobile_Armor/S D2=1.Net_Fighter/NW "
    "C3=1.Juggernaut~1 E3=1.Hunter-Killer/SE C1=2.Guard C4=1.Clown | A3=2.Mine"
)
ENGLISH_WORDS = re.compile(r"\b(?:the|of|is|are|its|it|and|points|taken|phase|ruling|against)\b")


@pytest.fixture
def position(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("COLUMNS", "110")
    path = tmp_path / "position.txt"
    path.write_text(BUSY, encoding="utf-8")
    return str(path)


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(words) == 0
    said = capsys.readouterr()
    assert said.err == ""
    return said.out


def test_a_battle_in_polish(capsys: pytest.CaptureFixture[str], position: str) -> None:
    out = printed(capsys, "battle", position, "--choose", "auto", "--lang", "pl")
    assert re.search(r"^faza +co się dzieje +orzeczenie$", out, re.MULTILINE)
    assert "Pancerz Wspomagany C2 nie działa: jest w sieci (Sieciarz D2)" in out
    assert "17 punktów sztabu" in out
    assert "1 wybór rozstrzygnięto domyślnie" in out
    assert not ENGLISH_WORDS.search(out)
    assert printed(capsys, "battle", position, "--choose", "auto", "--lang", "en") == printed(
        capsys, "battle", position, "--choose", "auto"
    )


def test_units_in_polish(capsys: pytest.CaptureFixture[str], position: str) -> None:
    out = printed(capsys, "inspect", position, "--lang", "pl")
    assert re.search(r"^heks +jednostka +właściciel +działa w +ciosy +strzały +Gauss +stan *$", out, re.MULTILINE)
    assert "0>1 gracza 0, przejęte przez 1" in out
    assert not ENGLISH_WORDS.search(out)
    told = printed(capsys, "inspect", position, "--why", "C2", "--lang", "pl")
    assert "Pancerz Wspomagany C2 należy do Posterunku  R3.3" in told
    assert not ENGLISH_WORDS.search(told)


def test_a_game_in_polish(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "110")
    file = io.StringIO()
    recorder = Recorder(Game(("borgo", "moloch")), {"Player0": "Anna"}, file)
    random, buffer = Random(3), fresh_buffer()
    while not recorder.state.is_over():
        recorder.play(int(random_action(recorder.state, random, buffer)))
    path = tmp_path / "record"
    path.write_text(file.getvalue(), encoding="utf-8")
    out = printed(capsys, "replay", str(path), "--battles", "--lang", "pl")
    assert "0 Borgo  Anna przeciw  1 Moloch" in out
    assert "tryb standard, plansza standard, zasady living" in out
    assert "Tura 1  0 Borgo" in out
    assert re.search(r"Borgo dobiera: \w[\w ]*, \w[\w ]* i \w", out)
    assert "Wynik: " in out
    assert not ENGLISH_WORDS.search(out.rpartition("Wynik: ")[0])


def test_a_language_that_is_not_there(capsys: pytest.CaptureFixture[str], position: str) -> None:
    for words in (("battle", position), ("inspect", position), ("replay", position), ("tiles",)):
        assert main([*words, "--lang", "de"]) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert "--lang: invalid choice: 'de'" in said.err
        assert len(said.err.splitlines()) == 1


def test_polish_letters_on_a_terminal_that_has_none(position: str, monkeypatch: pytest.MonkeyPatch) -> None:
    letters = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr("sys.stdout", letters)
    assert main(["inspect", position, "--why", "C2", "--lang", "pl"]) == 0
    letters.flush()
    assert isinstance(letters.buffer, io.BytesIO)
    assert "Pancerz Wspomagany C2 nalezy do Posterunku" in letters.buffer.getvalue().decode("ascii")
