"""Every event has its sentence; details of units and tiles are tested in tests/explain."""

from __future__ import annotations

import pytest

from neurohex import events as ev
from neurohex.events import EVENT_TYPES, Event
from neurohex.explain import Line, explain, player_name, story, unit_name
from neurohex.notation.bridge import state_of
from neurohex.notation.compact import parse_line
from neurohex.rules.engine import Game, Log, Random, fresh_buffer, play, random_action
from tests.explain import battle_sentences, further_sentences, turn_sentences
from tests.explain.stories import MODES, Situation, check, fought, played, random_game
from tests.rules.table import Table

SENTENCES = turn_sentences.SENTENCES + battle_sentences.SENTENCES + further_sentences.SENTENCES


@pytest.mark.parametrize(("kind", "situation", "text", "ruling"), SENTENCES, ids=[entry[2][:60] for entry in SENTENCES])
def test_sentence(kind: type[Event], situation: Situation, text: str, ruling: str) -> None:
    lines = [line for line in explain(*situation()) if isinstance(line.event, kind)]
    found = [line for line in lines if line.text.startswith(text)]
    assert found, [line.text for line in lines]
    assert found[0].ruling == ruling


def test_every_event_has_a_sentence_test() -> None:
    assert {entry[0] for entry in SENTENCES} == set(EVENT_TYPES.values())
    assert set(story.SENTENCES) == set(EVENT_TYPES.values())


# --- lines ----------------------------------------------------------------------------------------
def test_lines_know_their_phase_and_headings() -> None:
    lines = explain(*fought("hegemony borgo | B2=0.Ganger B3=1.Net_Fighter/SW C4=0.HQ"))
    assert [(line.text, line.phase) for line in lines if line.is_heading] == [
        ("Battle, begun by Hegemony with a Battle tile", None),
        ("Phase 3", 3),
        ("Phase 1", 1),
        ("Phase 0", 0),
    ]
    phases = [line.phase for line in lines]
    assert phases == [None, 3, 3, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, None]


def test_a_battle_in_pieces_reads_as_in_one() -> None:
    """Explained action by action, a Battle that stops for a choice reads the same."""
    table = Table("moloch hegemony", "C3=0.Clown C2=1.Guard A1=0.HQ E3=1.HQ").hand(0, "Battle").turn(0)
    pieces: list[Line] = []
    for text in ("battle", "clown C3 explodes"):
        table.log = Log()
        table.do(text)
        pieces += explain(table.st.game, table.log.events)
    again = Table("moloch hegemony", "C3=0.Clown C2=1.Guard A1=0.HQ E3=1.HQ").hand(0, "Battle").turn(0)
    again.do("battle", "clown C3 explodes")
    assert pieces == explain(again.st.game, again.log.events)


def test_a_medic_chosen_later_names_the_same_weapon() -> None:
    board = "A1=0.HQ E3=1.HQ C3=1.HMG D2=1.Runner D3=1.Medic"
    table = Table("moloch outpost", board).hand(0, "Air Strike").turn(0).do("air strike C2")
    table.log = Log()
    lines = explain(*played(table, "save C3 from 1 by medic D3"))
    assert [line.text for line in lines if isinstance(line.event, (ev.Healed, ev.Hit, ev.Destroyed))] == [
        "Medic D3 is spent: it cancels the wound that the Air Strike dealt to HMG C3",
        "The Air Strike hits HMG C3 for 1 → cancelled by Medic D3",
        "The Air Strike hits Runner D2 for 1 → destroyed",
        "Runner D2 is destroyed: 1 wound, toughness 0; it goes to the discard pile of The Outpost",
        "Medic D3 leaves the board, spent; it goes to the discard pile of The Outpost",
    ]


def test_players_with_the_same_army_are_told_apart() -> None:
    game = Game(("borgo", "moloch", "borgo"))
    assert [player_name(game, p) for p in range(4)] == ["Borgo", "Moloch", "Borgo II", "nobody"]


def test_unit_name() -> None:
    st = state_of(parse_line("outpost hegemony | B3=0.Commando"))
    assert unit_name(st, st.game.board.index["B3"]) == "Commando B3"
    assert unit_name(st, st.game.board.index["B2"]) == "B2"


# --- the ways of shots ----------------------------------------------------------------------------
MIRRORS = "doomsday hegemony | C2=0.Tripler/S C3=0.Tripler/SW D2=0.Doom_Net_Fighter/SW D1=0.Omega_Shooter/SW B2=1.HQ"
LOOP = "doomsday hegemony | C3=0.Tripler/S D1=0.Tripler/NW C1=0.Fireblast/S D3=0.Doom_Net_Fighter/N E3=0.Omega_Shooter"


@pytest.mark.ruling("R11.1", "R11.2")
def test_each_path_of_a_shot_names_its_own_redirectors() -> None:
    texts = [line.text for line in explain(*fought(MIRRORS)) if isinstance(line.event, ev.Hit) and line.phase == 2]
    assert texts == [
        "Omega Shooter D1 shoots S, turned to NW by Doom Net Fighter D2 and then Tripler C3: hits HQ B2 for 1",
        (
            "Omega Shooter D1 shoots SW, turned to NW by Tripler C2, Doom Net Fighter D2 and then Tripler C3: "
            "hits HQ B2 for 1"
        ),
        "Omega Shooter D1 shoots SW, turned to NW by Tripler C2 and then Tripler C3: hits HQ B2 for 1",
        "Omega Shooter D1 shoots SW, turned to SW by Tripler C2: hits HQ B2 for 1 → 16 HQ points left",
    ]


@pytest.mark.ruling("R11.2")
def test_an_endless_shot_is_one_sentence() -> None:
    lines = explain(*fought(f"{LOOP} C4=1.Gladiator/S A2=1.HQ"))
    told = {line.text: line.ruling for line in lines if "without end" in line.text}
    assert told == {
        "Omega Shooter E3 shoots NW, turned to SW by Doom Net Fighter D3 and then Tripler D1 in an endless loop: "
        "hits HQ A2 without end → 0 HQ points left": "R6.2, R11.2",
        "Omega Shooter E3 shoots NW, turned to S by Doom Net Fighter D3, Tripler D1, Fireblast C1 and then Tripler C3 "
        "in an endless loop: hits Gladiator C4 without end → destroyed": "R6.2, R11.2",
        "Gladiator C4 is destroyed by hits without end; it goes to the discard pile of Hegemony": "R6.5, R11.2",
    }


@pytest.mark.parametrize("mode", MODES)
def test_every_event_of_random_games_has_a_sentence(mode: str) -> None:
    buffer = fresh_buffer()
    for seed in range(20):
        st = random_game(mode, seed)
        random, log = Random(seed), Log()
        st.log = log
        while not st.is_over():
            play(st, random_action(st, random, buffer))
        lines = explain(st.game, log.events)
        assert [line.event for line in lines] == log.events
        for line in lines:
            check(line)
