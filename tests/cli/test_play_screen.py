"""`neurohex play`: the screen."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

from neurohex.cli.board_view import board_text
from neurohex.cli.play_screen import player_block
from neurohex.cli.play_words import ENGLISH
from neurohex.model.reading import DECISIONS
from neurohex.notation import parse_line
from neurohex.notation.bridge import state_of
from neurohex.rules.engine import Game
from neurohex.session import CHANCE
from tests.cli.games import FILE, Play, scripted


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


def test_no_colours_without_a_terminal(play: Play) -> None:
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


def test_preview_mentions_only_choices_that_came_up(play: Play) -> None:
    _, out = play("borgo moloch --seed 3", "hq c3 n", "preview")
    assert "There are choices in it" not in out


def test_every_decision_is_asked_for() -> None:
    asked = {key.removeprefix("ask.") for key in ENGLISH if key.startswith("ask.")} - {"army", "overwrite"}
    assert asked == {*DECISIONS.values(), "hq.facing"}


def test_every_sentence_is_used() -> None:
    source = "".join(path.read_text() for path in (Path(__file__).parents[2] / "src/neurohex/cli").glob("play*.py"))
    built = ("label.", "difficulty.", "itself.", "ask.")
    unused = [key for key in ENGLISH if source.count(f'"{key}"') < 2 and not key.startswith(built)]
    assert not [key for key in unused if source.count(f"'{key}'") < 1]


def test_draws_are_no_decisions() -> None:
    session, words = scripted(Game(("borgo", "moloch")), 4)
    assert any(step.player == CHANCE for step in session.steps)
    assert not any(word.startswith("draw") for word in words)
