"""`neurohex play`: the parser of typed lines, and the look-up commands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from neurohex.cli.choices import Menu, NoSuchChoice, choices, completions, steps_of, understand
from neurohex.cli.play_words import HELP
from neurohex.events import BattleBegan
from neurohex.notation.action import action_text
from neurohex.notation.record import parse_record
from neurohex.players import make_player
from neurohex.rules.engine import Game, State, legal_actions
from neurohex.session import Session
from tests.cli.games import FILE, Play


# --- what is typed --------------------------------------------------------------------------------
def main_menu() -> tuple[State, Menu]:
    session = Session(Game(("borgo", "moloch")), 8)
    choose = make_player("random", 2).choose
    while not any(action_text(session.state, a).startswith("place Mutant") for a in legal_actions(session.state)):
        session.act(choose(session.state))
    return session.state, choices(session.state)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("place Mutant {hex} facing SE", "place Mutant {hex} facing SE"),
        ("PLACE mutant {hex} FACING se", "place Mutant {hex} facing SE"),
        ("mutant {hex} se", "place Mutant {hex} facing SE"),
        ("p mut {hex} se", "place Mutant {hex} facing SE"),
        ("put the mutant on {hex}, facing se", "place Mutant {hex} facing SE"),
        ("{number} {hex} se", "place Mutant {hex} facing SE"),
        ("d mut", "discard Mutant"),
        ("end", "end turn"),
        ("pass", "end turn"),
        ("e", "end turn"),
    ],
)
def test_short_forms(typed: str, meant: str) -> None:
    st, menu = main_menu()
    free = next(option.steps[1] for option in menu.options if option.text.startswith("place Mutant"))
    number = list(menu.branches()).index("place Mutant") + 1
    found = understand(menu, typed.format(hex=free.lower(), number=number))
    assert isinstance(found, int)
    assert action_text(st, found) == meant.format(hex=free)


def test_ambiguous_words_lead_to_a_menu() -> None:
    st, menu = main_menu()
    where = understand(menu, "place mutant")
    assert isinstance(where, Menu)
    assert where.heading == "place Mutant"
    facing = understand(where, "1")
    assert isinstance(facing, Menu)
    assert list(facing.branches()) == ["facing N", "facing NE", "facing SE", "facing S", "facing SW", "facing NW"]
    action = understand(facing, "sw")
    assert isinstance(action, int)
    assert action_text(st, action).endswith("facing SW")
    what = understand(menu, "mutant")
    assert isinstance(what, Menu)
    assert list(what.branches()) == ["place Mutant", "discard Mutant"]


def test_every_action_can_be_typed_in_full_and_chosen_by_numbers() -> None:
    for seed, game in enumerate(
        (Game(("vegas", "hegemony"), board="duel"), Game(("moloch", "outpost"), mercenaries=1))
    ):
        session = Session(game, seed)
        choose = make_player("random", seed).choose
        for _ in range(120):
            if session.state.is_over():
                break
            menu = choices(session.state)
            assert sorted(option.action for option in menu.options) == sorted(legal_actions(session.state))
            for option in menu.options[:: 1 + len(menu.options) // 12]:
                assert understand(menu, option.text) == option.action
                assert _by_numbers(menu, option.action) == option.action
            session.act(choose(session.state))


def _by_numbers(menu: Menu, action: int) -> int:
    while True:
        branches = list(menu.branches().values())
        number = next(i for i, options in enumerate(branches, 1) if any(o.action == action for o in options))
        found = understand(menu, str(number))
        if isinstance(found, int):
            return found
        menu = found


@pytest.mark.parametrize(
    "typed", ["mutnat", "place mutant z9", "place mutant c3 up", "99", "0", "place mutant c3 n n", "…"]
)
def test_bad_words_are_refused(typed: str) -> None:
    _, menu = main_menu()
    with pytest.raises(NoSuchChoice):
        understand(menu, typed)


def test_bad_input_gets_one_clear_line_and_the_question_stays(play: Play) -> None:
    lines = ["xyzzy", "99", "place hq z9", "c3 up", "", "hlep", "\x1b[2J", "9" * 5000, "c3", "7", "help nosuch"]
    code, out = play("hegemony vegas --seed 1", *lines)
    assert code == 0
    assert "“xyzzy” is not possible now." in out
    assert "There is no choice 99; choose 1 to 19." in out
    assert "“z9” does not go with “place hq”. Possible: A1, A2" in out
    assert "Did you mean “help”?" in out
    assert "Traceback" not in out
    assert "\x1b" not in out


def test_a_tile_that_is_alike_on_all_sides_needs_no_facing(play: Play) -> None:
    _, out = play("borgo vegas --seed 1", "c3")
    assert "Place your HQ: a hex.\n" in out
    assert "Borgo places its HQ on C3, facing N" in out
    _, out = play("vegas borgo --seed 1", "c3")
    assert "Place your HQ: a hex and a facing." in out
    assert "place HQ C3: facing which way?" in out


def test_steps_of_actions() -> None:
    assert steps_of("push D3 from C3 to E2") == ("push", "D3", "from C3", "to E2")
    assert steps_of("turn C3 facing N by Transport B3") == ("move by Transport B3", "C3", "stay", "facing N")
    assert steps_of("save C3 from 2 by medic B3") == ("save", "C3", "from 2", "by medic B3")
    assert steps_of("change C3 NE to ranged") == ("change", "C3", "NE to ranged")


def test_words_are_completed() -> None:
    _, menu = main_menu()
    assert "place" in completions(menu, "pl", ["preview"])
    assert "preview" in completions(menu, "p", ["preview"])
    assert completions(menu, "place mut") == ["mutant"]
    assert "ne" in completions(menu, "place mutant c1 n")
    assert completions(menu, "99 ") == []


# --- looking --------------------------------------------------------------------------------------
def test_help_on_everything(play: Play) -> None:
    lines = [
        "help",
        "help officer",
        "? c3",
        "c3?",
        "? a1",
        "? e3",
        "help undo",
        "marks",
        "piles",
        "legal",
        "legal end",
        "log",
        "? z9",
    ]
    code, out = play("borgo moloch --seed 3", "hq c3 n", *lines)
    assert code == 0
    for typed, meaning in HELP:
        assert (typed or meaning) in out
    assert "Officer: module of Borgo" in re.sub(r" +:", ":", out)
    assert out.count("HQ C3 belongs to Borgo.") == 2
    assert re.search("(A1|E3) is free.", out)
    assert "melee 2" in out
    assert re.search(r"\d+ actions:", out)
    assert "1 action:" in out
    assert "No hex Z9 on the standard board; its hexes are A1 to E3." in out
    assert "Borgo places its HQ on C3, facing N" in out


def test_help_suggests_similar_tiles(play: Play) -> None:
    _, out = play("borgo moloch --seed 3", "help net figther", "help butcher")
    assert "Net Fighter" in out
    assert "Claws" in out


def test_preview_fights_on_a_copy(play: Play) -> None:
    lines = ["hq c3 n", "preview", "save"]
    code, out = play("borgo moloch --seed 3", *lines)
    assert code == 0
    assert "If a Battle were fought now:" in out
    assert "the board is unchanged" in out
    steps = Session.resume(parse_record(Path(FILE).read_text(encoding="utf-8"))).steps
    assert not any(isinstance(event, BattleBegan) for step in steps for event in step.events)


def test_preview_only_in_a_turn(play: Play) -> None:
    _, out = play("borgo moloch --seed 3", "preview")
    assert "You can preview a Battle only during your own turn" in out
