"""docs/view.md: its examples are real, and it lists every function, form and beat."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import Any

import pytest

import neurohex.view as view
from neurohex.events import Event
from neurohex.view import forms
from neurohex.view.happenings import FACTS
from tests.explain import battle_sentences, further_sentences, turn_sentences
from tests.view.forms import as_json

PAGE = (Path(__file__).parents[2] / "docs" / "view.md").read_text(encoding="utf-8")
PROGRAM, *EXAMPLES = re.findall(r"```python\n(.*?)```(?:\n\n```json\n(.*?)```)?", PAGE, re.DOTALL)
MORE = "…"


def value_of(program: str) -> Any:
    """The value of a program's last line, after the lines that all examples share."""
    known: dict[str, Any] = {}
    exec(PROGRAM[0], known)
    *before, last = ast.parse(program).body
    assert isinstance(last, ast.Expr)
    exec(compile(ast.Module(before, []), "docs/view.md", "exec"), known)
    return eval(compile(ast.Expression(last.value), "docs/view.md", "eval"), known)


def differences(shown: Any, real: Any, place: str) -> list[str]:
    """Differences between an example and the real value; … stands for a text, or the rest of a list or table."""
    if shown == MORE and isinstance(real, str):
        return []
    if isinstance(shown, dict) and isinstance(real, dict):
        keys = set(shown) - {MORE}
        if keys - set(real) or (MORE not in shown and keys != set(real)):
            return [f"{place}: has {sorted(shown)}, expected {sorted(real)}"]
        return [found for key in keys for found in differences(shown[key], real[key], f"{place}.{key}")]
    if isinstance(shown, list) and isinstance(real, list):
        cut = bool(shown) and shown[-1] == MORE and len(real) >= len(shown)
        parts = shown[:-1] if cut else shown
        if not cut and len(parts) != len(real):
            return [f"{place}: {len(parts)} things, expected {len(real)}"]
        pairs = enumerate(zip(parts, real, strict=False))
        return [found for n, (one, other) in pairs for found in differences(one, other, f"{place}[{n}]")]
    return [] if shown == real and type(shown) is type(real) else [f"{place}: {shown!r}, expected {real!r}"]


@pytest.mark.parametrize(("program", "shown"), EXAMPLES, ids=[program.split("(")[0] for program, _ in EXAMPLES])
def test_the_examples_are_true(program: str, shown: str) -> None:
    real = as_json(value_of(program))
    assert differences(json.loads(shown), real, "") == []


def test_every_form_that_stands_for_itself_has_an_example() -> None:
    whole = {name for name, form in vars(forms).items() if "version" in getattr(form, "__annotations__", {})}
    assert whole == {
        "Scene",
        "Choices",
        "Preview",
        "Battle",
        "Card",
        "UnitCard",
        "Catalogue",
        "Sprites",
        "Story",
        "Analysis",
    }
    assert len([shown for _, shown in EXAMPLES if shown.startswith('{"version"')]) == len(whole)
    assert all(shown for _, shown in EXAMPLES)


SITUATIONS = turn_sentences.SENTENCES + battle_sentences.SENTENCES + further_sentences.SENTENCES


@pytest.mark.parametrize("kind", FACTS)
def test_every_beat_is_documented_with_its_facts(kind: type[Event]) -> None:
    rows = [line for line in PAGE.splitlines() if re.match(rf"\|[^|]*`{kind.name}`[^|]*\|", line)]
    assert len(rows) == 1
    situation = next(situation for found, situation, _, _ in SITUATIONS if found is kind)
    made = next(event for event in situation()[1] if isinstance(event, kind))
    told = set(re.findall(r"`(\w+)`", rows[0].split("|")[2]))
    assert told == set(FACTS[kind](made))


def test_every_function_is_documented() -> None:
    for name in view.__all__:
        if name.islower():
            assert re.search(rf"`{name}\(", PAGE), name
