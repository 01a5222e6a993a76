"""The board as text, its legend, and sentences on a terminal."""

from __future__ import annotations

import io
import re

import pytest
from rich.console import Console
from rich.text import Text

from neurohex.cli.board_view import board_text
from neurohex.cli.terminal import Hanging, legend, with_ruling
from neurohex.draw.letters import PITCHES, board_width, pitch_for, short_name
from neurohex.notation import parse_line
from neurohex.notation.bridge import state_of
from neurohex.rules.engine import Game, new_state
from neurohex.tiles import ARMIES, EXTRAS, Army

# Nets, a capture, wounds and three armies.
BUSY = (
    "outpost:17 moloch:20 vegas:12 | B2=0.HQ D4=1.HQ E2=2.HQ/NE C2=0.Mobile_Armor/S D2=1.Net_Fighter/NW "
    "C3=1.Juggernaut~1 E3=1.Hunter-Killer/SE C1=2.Guard | A3=2.Mine"
)


@pytest.mark.parametrize("width", [40, 80, 100, 200])
def test_a_board_is_as_wide_as_there_is_room(width: int) -> None:
    for line in (BUSY, "duel smart vegas | C3=0.HQ", "expanded borgo moloch vegas smart | D4=0.HQ G4=1.HQ"):
        st = state_of(parse_line(line))
        board = board_text(st, width).plain
        assert max(len(row) for row in board.splitlines()) <= max(width, board_width(st.game.board, PITCHES[0]))
        marks = legend(st, width=width).plain.split("\n")[1:]
        assert max(len(row) for row in marks) <= width


def test_a_board_shows_every_hex_and_mark() -> None:
    st = state_of(parse_line(BUSY))
    board = board_text(st, 100).plain
    for name in st.game.board.names:
        assert name in board
    for mark in ("C2↓ #netted", "E2↗ i0", "0 HQ 17", "C3↑ i1 ♥1/2", "0 Mobile Armor", "1>2 Hunter-Kil.", "2 Mine"):
        assert mark in board
    words = legend(st).plain
    for mark in (
        "0 The Outpost",
        "m2 melee 2",
        "#netted held",
        "0>1 of player 0, taken by 1",
        "♥1/2",
        "C2↓ its printed",
    ):
        assert mark in words
    for mark in ("Gauss", "Terminal", "mobile", "long link"):
        assert mark not in words
    seated = board_text(st, 100, first=1).plain
    assert "1 HQ 17" in seated
    assert "2>3 Hunter-Kil." in seated
    assert "3 Mine" in seated


def test_the_narrowest_board_shows_nets() -> None:
    st = state_of(parse_line("duel hegemony borgo | B2=0.Net_Fighter/SE B3=1.Mutant"))
    assert "B3↑ #netted" in board_text(st, 40).plain
    on_terminal = state_of(parse_line("duel hegemony borgo | B2=0.Net_Fighter/NW B1=1.Mutant"))
    assert "B1◇↑ #net" in board_text(on_terminal, 40).plain


def test_a_duel_board_shows_its_terminals_and_a_neutral_bomber_is_nobodys() -> None:
    st = state_of(parse_line("duel smart vegas | C3=-.Mad_Bomber A1=0.HQ"))
    board = board_text(st, 100).plain
    assert "C3◇↑" in board
    assert "- Mad Bomber" in board
    assert "◇ Terminal" in legend(st).plain
    plain = board_text(st, 100, ascii_only=True).plain + legend(st, ascii_only=True).plain
    assert plain.isascii()
    assert "C3T/N" in plain
    assert "T Terminal" in plain


@pytest.mark.parametrize("army", [*ARMIES.values(), *EXTRAS.values()], ids=lambda army: army.key)
def test_every_name_fits_into_a_hex(army: Army) -> None:
    for tile in army.tiles:
        for width in (7, 9, 11, 13):
            assert len(short_name(tile.name, width)) <= width
        assert len(short_name(tile.name, 13)) > 13 - 4 or short_name(tile.name, 13) == tile.name


def drawn(line: str, width: int = 80) -> str:
    return board_text(state_of(parse_line(line)), width, first=1).plain


def test_a_drawing_shows_what_holds_now() -> None:
    text = drawn("borgo outpost | C3=0.HQ C2=0.Mutant/S B1=1.Commando C4=1.HQ B3=0.Super_Mutant~1")
    assert "1 HQ 20" in text
    assert "1 Mutant" in text
    assert "C2↓ i3" in text  # its own HQ speeds it up
    assert "♥1/2" in text
    assert "2 Commando" in text


def test_a_drawing_shows_nets_and_captives() -> None:
    text = drawn("vegas borgo | C3=0.HQ C4=1.Mutant D3=1.Mutant B2=1.HQ B3=1.Net_Fighter")
    assert "2>1 Mutant" in text
    netted = drawn(
        "hegemony borgo | C3=0.Net_Fighter C4=1.Mutant C2=1.Mutant B2=1.Mutant D2=1.Mutant B3=1.Mutant D3=1.Mutant"
    )
    assert "#netted" in netted


def test_a_drawing_has_every_hex_once() -> None:
    for board, armies in (("standard", 2), ("expanded", 4), ("duel", 2)):
        game = Game(("borgo", "moloch", "smart", "vegas")[:armies], board=board)
        text = board_text(new_state(game), 80).plain
        for name in game.board.names:
            assert len(re.findall(rf"\b{name}\b", text)) == 1
        assert max(len(line) for line in text.splitlines()) <= board_width(game.board, pitch_for(game.board, 80))


def test_a_drawing_without_other_letters_than_ascii() -> None:
    game = Game(("borgo", "moloch"), board="duel")
    assert board_text(new_state(game), 80, ascii_only=True).plain.isascii()


def test_names_are_cut_to_fit() -> None:
    assert short_name("Universal Soldier", 17) == "Universal Soldier"
    for width in range(3, 17):
        assert len(short_name("Universal Soldier", width)) <= width


def test_long_sentences_are_indented_on_every_line() -> None:
    printed = io.StringIO()
    sentence = with_ruling(Text("It hits the first hostile unit in line, and no other"), "R6.2, R3.5")
    Console(file=printed, width=30).print(Hanging(sentence, 4))
    assert printed.getvalue() == "    It hits the first hostile\n    unit in line, and no\n    other  R6.2, R3.5\n"


def test_an_expanded_board_marks_its_main_field() -> None:
    st = new_state(Game(("borgo", "moloch", "outpost", "vegas", "smart"), board="expanded"))
    drawn = board_text(st, 120).plain
    assert "D4•" in drawn
    assert not re.search("A1•|D1•|G4•", drawn)
    assert "• main field" in legend(st).plain
    assert "•" not in board_text(new_state(Game(("borgo", "moloch"))), 120).plain
