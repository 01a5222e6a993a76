"""Analyses in records: written, read back, and ignored by whoever does not know them."""

from __future__ import annotations

import re

import pytest

from neurohex.analysis import analyse, analysis_in, section_of
from neurohex.notation.record import Record, Recorder, parse_record, write_record
from neurohex.rules.engine import Game
from neurohex.session import Session
from tests.analysis.games import played, think_little


@pytest.fixture
def record(monkeypatch: pytest.MonkeyPatch) -> Record:
    think_little(monkeypatch)
    record = played(acts=25)
    record.analysis = section_of(analyse(record, 1), record)
    return record


@pytest.mark.slow
def test_a_record_with_its_analysis_round_trips(record: Record) -> None:
    text = write_record(record)
    again = parse_record(text)
    assert again.analysis == record.analysis
    assert analysis_in(again) == analysis_in(record) is not None
    assert write_record(again) == text
    assert any("better: " in line for line in record.analysis)


@pytest.mark.slow
@pytest.mark.parametrize(
    "game", [Game(("vegas", "doomsday"), board="duel"), Game(("moloch", "vegas", "hegemony"), score=True)]
)
def test_so_do_games_of_other_kinds(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    think_little(monkeypatch)
    record = played(*["level1"] * len(game.armies), game=game, acts=40)
    analysis = analyse(record, 1)
    record.analysis = section_of(analysis, record)
    assert analysis_in(parse_record(write_record(record))) == analysis


@pytest.mark.slow
def test_readers_that_know_no_analysis_skip_it(record: Record) -> None:
    """All of its lines are remarks."""
    plain = write_record(Record(record.game, record.tags, record.actions))
    text = write_record(record)
    assert text.startswith(plain)
    assert all(not line or line.startswith(";; ") for line in text[len(plain) :].splitlines())


@pytest.mark.slow
def test_an_analysis_of_another_game_version_or_form_is_ignored(record: Record) -> None:
    text = write_record(record)
    for wrong in (
        text.replace("analysis 1 ", "analysis 999 "),
        re.sub(r" of [0-9a-f]{32}", f" of {'0' * 32}", text),
        text.replace(";; draws", ";; drew", 1),
        text.replace("; better: ", "; better: fly to ", 1),
        re.sub(r"(;; decisions 0 to 1 of \d: \S+)", r"\1 0.5", text),
        text[: text.rindex(";;")],
        text.replace(";; result", ";; outcome"),
    ):
        assert wrong != text
        other = parse_record(wrong)
        assert analysis_in(other) is None
        assert other.actions == record.actions
    assert analysis_in(Record(record.game)) is None


@pytest.mark.slow
def test_a_game_that_goes_on_has_no_analysis_any_more(record: Record) -> None:
    session = Session.resume(parse_record(write_record(record)))
    assert session.record().analysis == ()
    assert Recorder.resume(record).record.analysis == ()
