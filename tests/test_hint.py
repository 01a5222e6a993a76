"""`neurohex hint`: the search's choice at a moment of a recorded game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from neurohex.cli import main
from neurohex.notation.action import parse_action
from neurohex.notation.record import write_record
from neurohex.players import make_player
from neurohex.rules.engine import Game, legal_actions
from neurohex.session import Session

GAME = Game(("borgo", "outpost"))


def session(decisions: int) -> Session:
    """A greedy game so far."""
    played = Session(GAME, 4)
    greedy = make_player("greedy", 1)
    for _ in range(decisions):
        played.act(greedy.choose(played.state))
    return played


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(write_record(session(10).record()))
    return path


def test_actions_come_with_chance_and_line(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hint", str(file), "--bot", "search:nodes=1500", "--best", "3", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    state = session(10).state
    assert told["player"] == state.actor()
    assert 1 <= len(told["actions"]) <= 3
    for action in told["actions"]:
        assert action["action"] in legal_actions(state)
        assert parse_action(state, action["words"]) == action["action"]
        assert 0 <= action["chance"] <= 1
        assert action["line"][0] == action["words"]


def test_a_table_tells_the_same(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["hint", str(file), "--bot", "search:nodes=1500", "--json"])
    best = json.loads(capsys.readouterr().out)["actions"][0]
    assert main(["hint", str(file), "--bot", "search:nodes=1500"]) == 0
    out = capsys.readouterr().out
    assert "is to decide" in out
    assert best["words"] in " ".join(out.split())


@pytest.mark.parametrize(("lang", "word"), [("en", "If a Battle follows, "), ("pl", "Jeśli dojdzie do Bitwy, ")])
def test_reasons_in_every_language(file: Path, lang: str, word: str, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["hint", str(file), "--bot", "search:nodes=1500", "--lang", lang]
    assert main([*command, "--json"]) == 0
    actions = json.loads(capsys.readouterr().out)["actions"]
    reasons = [reason for action in actions for reason in action["reasons"]]
    assert {True, False} == {reason["gain"] for reason in reasons}
    for reason in reasons:
        assert reason["text"].startswith(word) == reason["expected"]
    assert main(command) == 0
    out = " ".join(capsys.readouterr().out.split())
    for reason in actions[0]["reasons"]:
        assert f"{'+' if reason['gain'] else '−'} {reason['text']}." in out


def test_an_earlier_moment(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hint", str(file), "--at", "1", "--bot", "search:nodes=300", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["actions"][0]["words"].startswith("place HQ")


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--at", "0"], "--at: "),
        (["--at", "9999"], "--at: "),
        (["--best", "0"], "--best: expected 1 or more, got 0"),
        (["--bot", "greedy"], "--bot: greedy does not search"),
        (["--bot", "serch"], '--bot: no player is called "serch"'),
    ],
)
def test_errors_are_one_line(
    file: Path, options: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["hint", str(file), *options]) == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert complaint in error
    assert error.count("\n") == 1


def test_no_hint_for_a_draw(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    number = next(i for i, line in enumerate(_acts(file), 1) if ": draw " in line)
    assert main(["hint", str(file), "--at", str(number)]) == 2
    assert "a tile is to be drawn there" in capsys.readouterr().err


def test_a_finished_game_has_no_next_act(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played = Session(GAME, 4)
    random = make_player("random", 1)
    while not played.state.is_over():
        played.act(random.choose(played.state))
    path = tmp_path / "over.txt"
    path.write_text(write_record(played.record()))
    assert main(["hint", str(path)]) == 2
    assert "the game is over" in capsys.readouterr().err


def _acts(file: Path) -> list[str]:
    return [line for line in file.read_text().splitlines() if line[:1].isdigit()]
