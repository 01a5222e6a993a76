"""Mistakes in positions, records and games are told in Polish too."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import neurohex
from neurohex.explain import UnknownLanguage, mistake
from neurohex.notation import NotationError
from neurohex.notation.position import Position
from neurohex.notation.record import parse_record

SOURCE = Path(neurohex.__file__).parent
FILES = [*sorted((SOURCE / "notation").glob("*.py")), SOURCE / "rules" / "game.py", SOURCE / "view" / "study.py"]
GAME = (
    '[Neurohex "1"]\n[Ruleset "living"]\n[Board "standard"]\n[Mode "standard"]\n[Army0 "borgo"]\n[Army1 "moloch"]\n\n'
)
TOLD = {"PositionError": 1, "RecordError": 1, "ActionError": 1, "_NotAnAction": 0, "GameError": 0, "AnalysisError": 0}
"""Which argument tells the problem."""


def templates() -> Iterator[tuple[str, str]]:
    """Every problem of the source with a word for each part that is filled in."""
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id not in TOLD:
                continue
            problem = node.args[TOLD[node.func.id]]
            if isinstance(problem, ast.Constant):
                yield f"{path.stem}:{node.lineno}", str(problem.value)
            elif isinstance(problem, ast.JoinedStr):
                parts = [part.value if isinstance(part, ast.Constant) else "QX" for part in problem.values]
                yield f"{path.stem}:{node.lineno}", "".join(map(str, parts))


FOUND = dict(templates())
ENGLISH = {"expected", "got", "there", "are", "is", "the", "not", "player", "players", "tile", "unit", "line", "of"}


def test_the_problems_of_the_source_are_found() -> None:
    assert len(FOUND) > 80


@pytest.mark.parametrize("where", FOUND)
def test_every_problem_has_polish_words(where: str) -> None:
    problem = FOUND[where]
    told = mistake(problem, "pl")
    if not set(problem.replace(":", " ").split()) & ENGLISH and told == problem:
        assert set(problem.replace(":", "").split()) <= {"QX"}, problem  # it passes on another problem
        return
    assert told != problem
    assert not set(told.replace(";", "").replace(",", "").split()) & ENGLISH, told
    assert mistake(problem) == problem


@pytest.mark.parametrize(
    ("line", "polish"),
    [
        (
            "borgo moloch | C3=0.Nozownikk",
            (
                'C3=0.Nozownikk: nie ma żetonu "Nozownikk" ani w armii borgo, ani wśród Najemników i Bombiarzy, '
                'może chodzi o "Nożownik"?'
            ),
        ),
        ("borgo moloch | Z9=0.HQ", 'Z9=0.HQ: na tej planszy (standard) nie ma heksu "Z9"'),
        ("borgo moloch | C3=0.Mutant~4", "C3=0.Mutant~4: powinno tu być: 0, a jest 4; Mutant ma wytrzymałość 0"),
        ("borgo moloch | C3=0.HQ C3=1.HQ", "C3=1.HQ: na C3 stoi już inna jednostka"),
        ("{", "wiersz 1, kolumna 2: to nie jest JSON"),
    ],
)
def test_positions(line: str, polish: str) -> None:
    with pytest.raises(NotationError) as caught:
        Position.parse(line)
    assert mistake(str(caught.value), "pl").startswith(polish)


@pytest.mark.parametrize(
    ("text", "polish"),
    [
        ("", "zapis jest pusty"),
        (GAME.replace("Army1", "Army3"), "wiersz "),
        (GAME + "0: fly\n", 'wiersz 8: "fly": niezrozumiałe'),
        (GAME + "hello\n", "wiersz 8: powinien tu być gracz i akcja"),
    ],
)
def test_records(text: str, polish: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_record(text)
    told = mistake(str(caught.value), "pl")
    assert told.startswith(polish), told
    assert "expected" not in told


def test_an_unknown_mistake_stays_and_an_unknown_language_is_refused() -> None:
    assert mistake("the moon: is made of cheese", "pl") == "the moon: is made of cheese"
    with pytest.raises(UnknownLanguage):
        mistake("expected a list, got 1", "xx")
