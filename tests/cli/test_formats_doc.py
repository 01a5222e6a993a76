"""docs/formats.md shows what the commands print."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

from neurohex.notation.action import parse_action
from neurohex.notation.record import Recorder, write_record
from neurohex.rules.engine import Game
from tests.cli.commands import (
    LINE,
    Z9,
    Say,
)

# --- the page -------------------------------------------------------------------------------------
FORMATS = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")


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
