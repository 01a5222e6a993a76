"""docs/match.md documents every message and every refusal, and its examples are valid."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from neurohex.notation.action import parse_action
from neurohex.rules.engine import Game, new_state
from neurohex.wire import messages as m

DOC = (Path(__file__).parents[2] / "docs" / "match.md").read_text(encoding="utf-8")
SECTIONS: dict[type[msgspec.Struct], str] = {
    kind: section
    for section, union in (("Commands", m.AnyCommand), ("Replies", m.AnyReply), ("Events", m.AnyEvent))
    for kind in get_args(union)
}
SHARED = {"id", "match", "n", "at", "cause", "seat", "seen"}


@pytest.mark.parametrize("kind", SECTIONS)
def test_every_message_is_documented_with_its_fields(kind: type[msgspec.Struct]) -> None:
    _, _, section = DOC.partition(f"## {SECTIONS[kind]}\n")
    rows = [line for line in section.splitlines() if re.match(rf"\|[^|]*`{kind.__struct_config__.tag}`", line)]
    missing = [name for name in kind.__struct_fields__ if name not in SHARED and f"`{name}`" not in rows[0]]
    assert missing == []


@pytest.mark.parametrize("code", list(m.Code))
def test_every_refusal_is_documented(code: m.Code) -> None:
    assert re.search(rf"^\|[^|]*`{code.value}`[^|]*\|[^|]+\|$", DOC, re.MULTILINE)


@pytest.mark.parametrize("word", [*m.How, *m.MatchPhase, *m.Present.__struct_fields__, "presence", "here", "watching"])
def test_other_words_are_documented(word: str) -> None:
    assert f"`{word}`" in DOC


def test_the_examples_are_messages() -> None:
    whole = [line for line in re.findall(r"^[→←] (\{.*\})$", DOC, re.MULTILINE) if "…" not in line]
    assert len(whole) == 3
    for line in whole:
        kind = json.loads(line)["type"]
        decode = m.decode_message if kind == "accepted" else m.decode_command
        decode(line.encode())
    clocks = re.findall(r'`(\{"type": "(?:player|turn)".*?\})`', DOC)
    assert [type(msgspec.json.decode(clock, type=m.Clock)) for clock in clocks] == [m.PlayerClock, m.TurnClock]


def test_the_action_of_the_example_is_what_its_words_say() -> None:
    found = re.search(r'"action": (\d+), "words": "([^"]+)"', DOC)
    assert found is not None
    assert parse_action(new_state(Game(("borgo", "moloch"))), found[2]) == int(found[1])
