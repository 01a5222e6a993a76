"""Every step is solvable, but not by everything; a failed attempt gets a reason; texts are short and accurate."""

from __future__ import annotations

import re
from string import Formatter

import pytest

from neurohex import events as ev
from neurohex.explain import LANGUAGES, UnknownLanguage
from neurohex.lesson import LESSON, LessonError, UnknownStep, lesson, state_of, verdict
from neurohex.lesson.attempt import OPPONENT, PUPIL, Attempt
from neurohex.lesson.course import ALWAYS, TEXTS
from neurohex.lesson.forms import Lesson, Verdict
from neurohex.lesson.words import StepWords
from neurohex.notation.action import parse_action
from neurohex.notation.compact import parse_line
from neurohex.rules.catalog import ALL_TILES
from neurohex.rules.engine import IllegalAction, chance_outcomes, is_chance, legal_actions
from neurohex.rules.layout import U_OWNER, U_TILE
from neurohex.tiles import ARMIES
from tests.lesson.solving import attempt_of, attempts
from tests.view.forms import assert_form

MOST_WORDS = 45
"""Words that anybody reads before playing."""


def told(key: str, *acts: str, lang: str = "en") -> tuple[bool, bool, str]:
    """The verdict on actions given as text."""
    attempt = Attempt(state_of(key))
    actions = []
    for words in acts:
        actions.append(parse_action(attempt.now, words))
        attempt.act(actions[-1])
    given = verdict(key, actions, lang)
    assert_form(given, Verdict)
    return given.done, given.over, given.words


# --- every step -----------------------------------------------------------------------------------
def test_there_are_a_dozen() -> None:
    assert len(LESSON) == 12
    assert all(re.fullmatch(r"[a-z-]+", key) for key in LESSON)


@pytest.mark.parametrize("key", LESSON)
def test_it_can_be_done_but_not_by_everything_and_the_pupil_always_decides(key: str) -> None:
    right = wrong = 0
    reasons = set()
    for way, attempt in attempts(key):
        missing = LESSON[key].goal(attempt)
        if missing is None:
            right += 1
            continue
        wrong += 1
        if missing.reason not in reasons:
            reasons.add(missing.reason)
            for lang in LANGUAGES:
                given = verdict(key, way, lang)
                assert not given.done
                assert given.words
                assert "{" not in given.words
        if not attempt.turn_over:
            assert attempt.now.actor() == PUPIL
            assert not is_chance(attempt.now)
    assert 0 < right < wrong
    unseen = set(TEXTS["en"][key].missing) - reasons - {LESSON[key].goal(Attempt(state_of(key))).reason}  # type: ignore[union-attr]  # nothing is done there
    assert unseen == set(), "texts that no attempt is told"


@pytest.mark.parametrize("key", ["place", "facing", "ranged"])
def test_the_first_steps_need_one_action_and_say_so_when_it_was_wrong(key: str) -> None:
    tried = list(attempts(key))
    assert all(len(way) == 1 for way, _ in tried)
    for way, attempt in tried:
        placed = bool(attempt.happened(ev.Placed))
        given = verdict(key, way)
        assert given.over is (given.done or placed or attempt.turn_over or not attempt.hand)


@pytest.mark.parametrize("key", LESSON)
def test_positions_are_such_as_come_up_in_games(key: str) -> None:
    st = state_of(key)
    assert st.actor() == st.turn() == PUPIL
    assert {hq for player in (PUPIL, OPPONENT) for hq in [st.hq(player)]} <= set(range(1, 21))
    for player, army in enumerate(st.game.armies):
        tiles = [st.unit(h, U_TILE) - 1 for h in range(int(st.hexes)) if st.unit(h, U_TILE)]
        owners = [st.unit(h, U_OWNER) for h in range(int(st.hexes)) if st.unit(h, U_TILE)]
        own = [tile for tile, owner in zip(tiles, owners, strict=True) if owner == player]
        own += list(st.hand(player))
        for tile in ARMIES[army].tiles:
            count = sum(ALL_TILES[number] == tile for number in own)
            assert count <= tile.count
            assert tile.kind != "hq" or count == 1
    assert st.pile(OPPONENT)
    assert st.hand(OPPONENT) == ()
    assert len(st.hand(PUPIL)) <= 3


def test_a_position_is_the_callers_own() -> None:
    first = state_of("place")
    Attempt(first).act(legal_actions(first)[-1])
    first.b[0] = 0
    assert state_of("place").key() == state_of("place").key() != first.key()


def test_several_armies_are_met() -> None:
    met = {player.army for step in LESSON.values() for player in parse_line(step.line).players}
    assert met == {"borgo", "moloch", "outpost", "hegemony"}


# --- texts ----------------------------------------------------------------------------------------
def texts_of(words: StepWords) -> list[str]:
    return [words.title, *words.paragraphs, words.task, words.hint, words.done, *words.missing.values()]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("key", LESSON)
def test_texts_are_there_and_short(key: str, lang: str) -> None:
    words = TEXTS[lang][key]
    assert all(text.strip() == text and text for text in texts_of(words))
    assert len(words.paragraphs) in (2, 3)
    assert sum(len(text.split()) for text in words.paragraphs) <= MOST_WORDS
    assert all(len(text.split()) <= 30 for text in texts_of(words))
    assert all(text.endswith((".", "!")) for text in texts_of(words)[1:])


def test_the_languages_say_the_same_things() -> None:
    assert set(TEXTS) == set(ALWAYS) == set(LANGUAGES)
    assert set(ALWAYS["en"]) == set(ALWAYS["pl"])
    for key in LESSON:
        english, polish = TEXTS["en"][key], TEXTS["pl"][key]
        assert set(english.missing) == set(polish.missing)
        for reason, text in english.missing.items():
            assert fields(text) == fields(polish.missing[reason])
        assert not set(texts_of(english)) & set(texts_of(polish))


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


ELSEWHERE = {("move", "Push Back"), ("turn", "Battle")}
"""Tiles that a step only speaks of."""


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("key", LESSON)
def test_tiles_and_hexes_that_are_named_are_there(key: str, lang: str) -> None:
    step = LESSON[key]
    position = parse_line(step.line)
    there = {unit.tile for unit in position.units} | set(step.hand)
    everything = " ".join(texts_of(TEXTS[lang][key]))
    names = {tile.name for army in ARMIES.values() for tile in army.tiles}
    for name in sorted(names, key=len, reverse=True):  # a Net Fighter is no Fighter
        if re.search(rf"\b{name}\b", everything):
            assert name in there or (key, name) in ELSEWHERE or name == "Battle"
            everything = everything.replace(name, "")
    hexes = set(re.findall(r"\b[A-E][1-5]\b", everything))
    assert hexes <= set(state_of(key).game.board.names)


def test_the_lesson_is_of_its_form() -> None:
    for lang in LANGUAGES:
        whole = lesson(lang)
        assert_form(whole, Lesson)
        assert [step.key for step in whole.steps] == list(LESSON)


# --- what is said ---------------------------------------------------------------------------------
AGAIN = " Begin the step again."


@pytest.mark.parametrize(
    ("key", "acts", "words"),
    [
        ("place", [], "Mutant is still in your hand."),
        ("place", ["discard Mutant"], "Mutant is gone, and this task needs it." + AGAIN),
        ("place", ["end turn"], "You ended your turn before the task was done." + AGAIN),
        (
            "facing",
            ["place Brawler C3 facing S"],
            "The Brawler on C3 looks away from the HQ: turn it so that its white triangles point at the HQ." + AGAIN,
        ),
        (
            "facing",
            ["place Brawler C4 facing N"],
            "The Brawler on C4 does not touch the HQ. A melee attack reaches only the next hex." + AGAIN,
        ),
        (
            "ranged",
            ["place Commando C3 facing S"],
            "Guard B2 is in the way: a shot strikes the first enemy in line and goes no further." + AGAIN,
        ),
        (
            "initiative",
            ["place Brawler B2 facing NE"],
            "In a Battle the Mutant would still fall: the unit that strikes the Runner must act before 2.",
        ),
        ("initiative", ["place Claws B1 facing S"], "Well placed: the Mutant would survive. Now play Battle."),
        (
            "medic",
            ["place Medic C4 facing N"],
            "Claws strike the Medic on C4 as well, and then it saves nobody. Find a safer hex." + AGAIN,
        ),
        (
            "turn",
            ["discard Officer", "place Claws A1 facing N"],
            "Placed. Now end your turn; you keep the tiles left in ",
        ),
        (
            "hq",
            ["place Officer B3 facing N"],
            "A Battle now would take 2 of the HQ's 3 points. Bring more attacks to bear on it.",
        ),
    ],
)
def test_a_failed_attempt_gets_a_reason(key: str, acts: list[str], words: str) -> None:
    done, over, said = told(key, *acts)
    assert not done
    assert over is words.endswith(AGAIN)
    assert said.startswith(words)


@pytest.mark.parametrize(
    ("key", "acts"),
    [
        ("net", ["place Net Fighter E3 facing SW"]),
        ("hq", ["place Officer B3 facing N", "place Brawler D2 facing NW", "battle"]),
        ("initiative", ["place Brawler A1 facing N", "place Claws C1 facing SW", "battle"]),
        ("turn", ["discard Mutant", "discard Officer", "place Claws A1 facing N", "end turn"]),
    ],
)
def test_every_way_to_do_it_counts(key: str, acts: list[str]) -> None:
    for lang in LANGUAGES:
        assert told(key, *acts, lang=lang) == (True, True, TEXTS[lang][key].done)


def test_what_happens_after_it_is_done_changes_nothing() -> None:
    st = state_of("battle")
    actions = [parse_action(st, "battle")]
    attempt = attempt_of("battle", tuple(actions))
    actions.append(chance_outcomes(attempt.now)[0][0])
    assert verdict("battle", actions).done
    assert verdict("place", [parse_action(state_of("place"), "place Mutant C3 facing N"), 0]).done


def test_what_the_lesson_of_the_battle_tells_is_what_happens() -> None:
    attempt = attempt_of("battle", (parse_action(state_of("battle"), "battle"),))
    gone = attempt.happened(ev.Destroyed)
    fallen = [(event.phase or 0, event.unit.tile.name, event.unit.owner or 0) for event in gone]
    assert sorted(fallen) == [(2, "Mutant", PUPIL), (2, "Runner", OPPONENT), (3, "Runner", OPPONENT)]


def test_a_full_board_fights_whichever_way_the_last_unit_looks_and_nobody_is_asked() -> None:
    for facing in ("N", "NE", "SE", "S", "SW", "NW"):
        attempt = Attempt(state_of("full-board"))
        attempt.act(parse_action(attempt.now, f"place Mutant C3 facing {facing}"))
        assert attempt.fought
        assert not attempt.now.is_over()


# --- what cannot be -------------------------------------------------------------------------------
def test_unknown_steps_languages_and_actions() -> None:
    for function in (state_of, lambda key: verdict(key, [])):
        with pytest.raises(UnknownStep, match='step: no step "fly"; expected one of place, facing, '):
            function("fly")
    with pytest.raises(UnknownLanguage):
        lesson("de")
    with pytest.raises(UnknownLanguage):
        verdict("place", [], "de")
    with pytest.raises(LessonError, match=r"then\[1\]: action 77777 is not legal here") as caught:
        verdict("turn", [legal_actions(state_of("turn"))[0], 77777])
    assert isinstance(caught.value.__cause__, IllegalAction)
