"""Words about puzzles: the same in every language, and true."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from neurohex.explain import UnknownLanguage
from neurohex.puzzles import Attempt, Puzzle, PuzzleError, load_puzzles
from neurohex.puzzles.collection import puzzle_of
from neurohex.puzzles.form import DamageGoal, HqGoal, SurviveGoal, UnitGoal
from neurohex.puzzles.presenting import entry, hint, solution, verdict_on
from neurohex.puzzles.texts import TEXTS, points, say, theme_name
from neurohex.puzzles.words import HINTS

FEW = load_puzzles(Path(__file__).parent / "few.json")


def test_every_language_has_all_texts() -> None:
    assert set(TEXTS["en"]) == set(TEXTS["pl"])
    with pytest.raises(UnknownLanguage):
        say("solved", "de")


@pytest.mark.parametrize(
    ("number", "word"), [(1, "punkt"), (2, "punkty"), (5, "punktów"), (12, "punktów"), (22, "punkty")]
)
def test_polish_counts(number: int, word: str) -> None:
    assert points(number, "pl") == word


def test_a_theme_without_a_name_has_its_key() -> None:
    assert (theme_name("push", "pl"), theme_name("push", "en"), theme_name("new", "pl")) == (
        "odepchnięcie",
        "push",
        "new",
    )


@pytest.mark.parametrize(
    ("goal", "words", "kind"),
    [
        (DamageGoal(least=2), "The HQ of Moloch must lose at least 2 points. ", "damage"),
        (UnitGoal(hex="B3", tile="Juggernaut"), "Destroy Juggernaut on B3. ", "unit"),
        (SurviveGoal(), "Your HQ must survive the Battle. ", "survive"),
    ],
)
def test_every_goal_in_words(goal: DamageGoal | UnitGoal | SurviveGoal, words: str, kind: str) -> None:
    told = entry(msgspec.structs.replace(FEW[0], goal=goal))
    assert (told.task[: len(words)], told.goal) == (words, kind)


@pytest.mark.parametrize(
    ("hand", "use", "mode", "words"),
    [
        (("Brawler",), 1, "exactly", "Use your only tile; "),
        (("Brawler", "Grenade"), 2, "exactly", "Use both tiles; "),
        (("Brawler", "Grenade", "Net Fighter"), 3, "exactly", "Use all 3 tiles; "),
        (("Brawler", "Grenade"), 2, "at most", "Use at most 2 of your 2 tiles; "),
    ],
)
def test_how_many_tiles_in_words(hand: tuple[str, ...], use: int, mode: str, words: str) -> None:
    data = {**msgspec.to_builtins(FEW[0]), "hand": hand, "use": use, "mode": mode}
    assert words in entry(msgspec.convert(data, Puzzle)).task


def test_a_failed_attempt_says_what_is_missing() -> None:
    for goal, words in (
        (DamageGoal(least=3), "The HQ of Moloch lost 0 points; at least 3 were needed."),
        (UnitGoal(hex="B3", tile="Juggernaut"), "Juggernaut survived the Battle."),
    ):
        attempt = Attempt(msgspec.structs.replace(FEW[0], goal=goal, mode="at most"))
        told = verdict_on(attempt)
        assert (told.solved, told.words) == (False, words)
        assert told.battle.ended


@pytest.mark.parametrize("puzzle", FEW, ids=lambda puzzle: puzzle.id)
@pytest.mark.parametrize("lang", ["en", "pl"])
def test_hints_lead_to_the_solution(puzzle: Puzzle, lang: str) -> None:
    hints = [hint(puzzle, number, lang).words for number in range(1, HINTS + 1)]
    assert len(set(hints)) == HINTS
    first = solution(puzzle, lang).courses[0].acts[0].words
    assert hints[-1].endswith(f": {first}.")


def test_with_all_tiles_to_use_the_first_hint_names_a_hex() -> None:
    both = msgspec.structs.replace(FEW[0], hand=("Brawler", "Net Fighter"))
    assert hint(both, 1).words == "Look at hex D3."


def test_a_hint_for_an_air_strike_names_its_centre() -> None:
    strike = puzzle_of("722b859d")
    assert strike.solution[0][0] == "air strike B2"
    assert hint(strike, 2).words == "Look at hex B2."


def test_a_push_whose_end_the_opponent_chooses_has_hints() -> None:
    push = Puzzle(
        id="push",
        position="living standard hegemony:20* borgo:3 | E2=0.HQ/SW C3=1.HQ/SW D2=1.Claws/NE E3=1.Claws/NE",
        hand=("Push Back", "Quartermaster", "Thug"),
        use=2,
        goal=HqGoal(),
        solution=(("push D2 from E2", "yield to C2", "place Thug D2 facing SW"),),
    )
    assert [hint(push, number).words for number in (1, 2)] == ["You need Push Back.", "Look at hex D2."]


@pytest.mark.parametrize(
    ("id_", "lang", "choices"),
    [
        ("722b859d", "en", ["Clown B3: Explode"]),
        ("83bab541", "pl", ["Biegacz C1: Cios S staje się strzałem"]),
        ("02bb31d4", "en", []),
    ],
)
def test_own_choices_that_decide_the_battle_stand_in_the_solution(id_: str, lang: str, choices: list[str]) -> None:
    assert solution(puzzle_of(id_), lang).courses[0].choices == choices


def test_a_solution_that_does_not_win_is_not_told() -> None:
    wrong = msgspec.structs.replace(FEW[0], solution=(("place Brawler B4 facing NE", "place Net Fighter D3 facing S"),))
    with pytest.raises(PuzzleError, match=r"^solution\[0\]: expected acts that reach the goal; these do not$"):
        solution(wrong)
