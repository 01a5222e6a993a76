"""`neurohex play`: whole games with scripted input."""

from __future__ import annotations

import builtins
import re
from pathlib import Path

import pytest

from neurohex.cli.play import USUAL_BOT
from neurohex.notation.record import final_state, parse_record
from neurohex.rules.catalog import ALL_TILES
from neurohex.rules.engine import Game, Random
from neurohex.session import Session
from tests.cli.games import FILE, Play, saved, scripted


# --- whole games ----------------------------------------------------------------------------------
@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "game"),
    [
        ("borgo moloch", Game(("borgo", "moloch"))),
        ("vegas smart --board duel", Game(("vegas", "smart"), board="duel")),
        (
            "doomsday hegemony --mercenaries 2 --bomber mercenary --ruleset 3.0",
            Game(("doomsday", "hegemony"), mercenaries=2, bomber="mercenary", ruleset="3.0"),
        ),
        (
            "outpost vegas moloch --score --bomber neutral",
            Game(("outpost", "vegas", "moloch"), score=True, bomber="neutral"),
        ),
    ],
)
def test_a_whole_game_from_typed_words(play: Play, options: str, game: Game) -> None:
    session, words = scripted(game, 4)
    code, out = play(f"{options} --seed 4", *words)
    assert code == 0
    assert "The game is over" in out
    assert f"The whole game is in {FILE}" in out
    record = parse_record(Path(FILE).read_text(encoding="utf-8"))
    assert record.complete
    assert final_state(record) == session.state
    assert record.tags["Player0"] == "person"
    assert record.tags["Player1"] == USUAL_BOT


@pytest.mark.slow
def test_people_at_one_keyboard_are_called_by_turns(play: Play) -> None:
    session, words = scripted(Game(("borgo", "outpost")), 6, (0, 1))
    code, out = play("borgo outpost --people --seed 6", *words)
    assert code == 0
    assert saved() == session.state
    assert "Turn 3: Borgo (player 1)" in out
    assert "Turn 4: The Outpost (player 2)" in out


def test_a_whole_game_by_numbers(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    """Typing only numbers leads to the end of a game, one step at a time."""
    random = Random(3)

    def number(prompt: str = "") -> str:
        return str(int(random.below(6)) + 1)

    monkeypatch.setattr(builtins, "input", number)
    code, out = play("hegemony doomsday --seed 2")
    assert code == 0
    assert "The game is over" in out
    assert "facing which way?" in out
    assert "on which hex?" in out
    assert parse_record(Path(FILE).read_text(encoding="utf-8")).complete


def test_programs_can_play_alone(play: Play) -> None:
    code, out = play("smart vegas --seat1 random --seat2 random --seed 1")
    assert code == 0
    assert "Smart (random)" in out
    assert re.search(r"(Smart|Vegas) \(random\)  (winner|draw)", out)


def test_opponents_acts_are_printed_as_sentences(play: Play) -> None:
    _, out = play("borgo moloch --seed 3", "place hq c3 facing n", "end")
    assert "Moloch places its HQ on " in out
    assert re.search(r"Turn 2: Moloch.*\n  Moloch draws \w+", out)


def test_a_hint_names_actions_and_changes_nothing(play: Play) -> None:
    _, out = play("borgo moloch --seed 3", "hint")
    assert "thinks for a second" in out
    assert re.search(r"\d+% +\d+ +place HQ \w\d facing \w+", out)
    assert "Nothing was played" in out


@pytest.mark.parametrize("who", ["level1", "search:nodes=50"])
def test_any_player_by_program_can_have_a_seat(play: Play, who: str) -> None:
    _, out = play(f"borgo moloch --seed 3 --seat2 {who}", "place hq c3 facing n", "end")
    assert f"Moloch ({who})" in out


def test_the_first_seat_that_is_left_is_yours(play: Play) -> None:
    _, out = play("borgo moloch --seat1 random --seed 1")
    assert "Moloch (you)" in out
    assert "Borgo (random)" in out


def test_armies_are_asked_for(play: Play) -> None:
    code, out = play("--seed 1", "nonsense", "3", "mol")
    assert code == 0
    assert 'There is no army "nonsense"' in out
    assert "Seat 1 leads The Outpost." in out
    assert "Seat 2 leads Moloch." in out
    assert "Place your HQ" in out


def test_an_empty_answer_takes_a_free_army(play: Play) -> None:
    _, out = play("--seed 1", "", "")
    first, second = re.findall(r"Seat \d leads ([^.]+)\.", out)
    assert first != second


# --- open piles -----------------------------------------------------------------------------------
def test_open_piles_show_the_next_tiles(play: Play) -> None:
    names = [ALL_TILES[tile].name for tile in Session(Game(("borgo", "moloch")), 3).upcoming(0)]
    _, out = play("borgo moloch --seed 3 --open-piles", "hq c3 n", "piles")
    said = " ".join(out.split())
    assert "next: " + ", ".join(names[1:]) in said  # the first is drawn
    assert f"Borgo draws {names[0]}" in said
    assert out.count("next:") >= 6
    assert '[OpenPiles "yes"]' in Path(FILE).read_text(encoding="utf-8")
    _, again = play(f"--load {FILE}")
    assert "next: " in again
    assert "next:" not in play("borgo moloch --seed 3", "hq c3 n", "piles")[1]


@pytest.mark.parametrize(
    "options", ["borgo moloch smart --people", "smart vegas --board duel", "borgo moloch vegas smart --mode team"]
)
def test_open_piles_go_with_every_mode(play: Play, options: str) -> None:
    code, out = play(f"{options} --open-piles --seed 5", "hq c3 n", "hq a1 n", "piles", "board")
    assert code == 0
    assert "next:" in out


@pytest.mark.slow
def test_open_piles_change_nothing_else(play: Play) -> None:
    session, words = scripted(Game(("borgo", "moloch")), 4)
    play("borgo moloch --seed 4 --open-piles", *words)
    assert saved().to_bytes() == session.state.to_bytes()


def test_teams_count_seats_from_one(play: Play) -> None:
    play("borgo moloch vegas smart --mode team --teams 1+3,2+4 --seed 1", "hq c3 n")
    assert parse_record(Path(FILE).read_text(encoding="utf-8")).game.teams == ((0, 2), (1, 3))
