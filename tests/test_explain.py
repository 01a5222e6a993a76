"""Every event has its sentence; details of units and tiles are tested in tests/explain."""

from __future__ import annotations

import doctest
from types import ModuleType

import pytest

from neurohex.explain import Line, battle, explain, player_name, tiles, unit, unit_name
from neurohex.explain.reasons import routes
from neurohex.explain.scene import Scene
from neurohex.notation.bridge import state_of
from neurohex.notation.compact import parse_line
from neurohex.notation.report import fight
from neurohex.rules import events as ev
from neurohex.rules.actions import FROM_MOBILITY
from neurohex.rules.engine import Game, Log, Random, State, fresh_buffer, play, random_action
from neurohex.rules.layout import F_TILE, U_CTRL, U_FLAGS, U_OWNER, U_ROT, U_TILE, U_WOUNDS
from tests.explain import battle_sentences, turn_sentences
from tests.explain.stories import CODES, MODES, Situation, check, fought, played, random_game
from tests.rules.table import Table

SENTENCES = turn_sentences.SENTENCES + battle_sentences.SENTENCES


@pytest.mark.parametrize(("code", "situation", "text", "ruling"), SENTENCES, ids=[entry[2][:60] for entry in SENTENCES])
def test_sentence(code: int, situation: Situation, text: str, ruling: str) -> None:
    lines = [line for line in explain(*situation()) if line.code == code]
    found = [line for line in lines if line.text.startswith(text)]
    assert found, [line.text for line in lines]
    assert found[0].ruling == ruling


def test_every_event_has_a_sentence_test() -> None:
    assert {entry[0] for entry in SENTENCES} == set(CODES)
    assert set(battle.TELLERS) == set(CODES)


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


def test_a_log_may_be_handed_in_as_it_is() -> None:
    st = state_of(parse_line("outpost hegemony | B3=0.Commando"))
    before, log = st.copy(), Log()
    fight(st, log)
    data = before.to_bytes()
    assert explain(before, log) == explain(before, log.events)
    assert before.to_bytes() == data


def test_a_battle_in_pieces_reads_as_in_one() -> None:
    """Explained action by action, a Battle that stops for a choice keeps its phase, its Medics and its weapons."""
    table = Table("moloch hegemony", "C3=0.Clown C2=1.Guard A1=0.HQ E3=1.HQ").hand(0, "Battle").turn(0)
    whole_before = table.st.copy()
    pieces: list[Line] = []
    for text in ("battle", "clown C3 explodes"):
        before, table.log = table.st.copy(), Log()
        table.do(text)
        pieces += explain(before, table.log)
    again = Table("moloch hegemony", "C3=0.Clown C2=1.Guard A1=0.HQ E3=1.HQ").hand(0, "Battle").turn(0)
    again.do("battle", "clown C3 explodes")
    whole = explain(whole_before, again.log)
    # Who finds no target is known only where the phase comes to its end in the same log.
    assert [line.text.removesuffix("; it finds no target") for line in pieces] == [
        line.text.removesuffix("; it finds no target") for line in whole
    ]
    assert [line.phase for line in pieces] == [line.phase for line in whole]


def test_a_medic_chosen_later_is_told_of_the_same_weapon() -> None:
    board = "A1=0.HQ E3=1.HQ C3=1.HMG D2=1.Runner D3=1.Medic"
    table = Table("moloch outpost", board).hand(0, "Air Strike").turn(0).do("air strike C2")
    table.log = Log()
    lines = explain(*played(table, "save C3 from 1 by medic D3"))
    assert [line.text for line in lines if line.code in (ev.HEALED, ev.HIT, ev.DESTROYED)] == [
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


def test_events_may_say_more_than_they_must() -> None:
    """Later fields of an event settle what it otherwise leaves open."""
    table = Table("living duel outpost vegas", "A1=0.HQ E3=1.HQ C3=0.Runner B1=0.HMG")
    st, at = table.st, table.st.game.board.index
    scene = Scene(st, [(ev.SWAPPED, 0, at["B1"], at["C3"], 3, 5)])
    scene.begin(0)
    scene.end(0)
    assert [scene.st.unit(at[name], U_ROT) for name in ("B1", "C3")] == [2, 4]
    paid = [(ev.DISCARDED, 0, int(st.game.base[0]) + 1), (ev.ENERGY, 0, 1, 19)]
    assert explain(st, paid)[1].text == "The Outpost trades 1 HQ point for 1 energy: 1 energy now, 19 HQ points left"
    moved = [(ev.MOVED, 0, st.unit(at["C3"], U_TILE) - 1, at["C3"], at["C2"], 0, FROM_MOBILITY, 1)]
    assert explain(st, moved)[0].text.endswith("as the second step of a Recon move")
    assert explain(st, [(ev.GAME_OVER, 1, 1, 1)])[0].text.startswith("The game ends in a draw for The Outpost")


# --- the ways of shots ----------------------------------------------------------------------------
MIRRORS = "doomsday hegemony | C2=0.Tripler/S C3=0.Tripler/SW D2=0.Doom_Net_Fighter/SW D1=0.Omega_Shooter/SW B2=1.HQ"
LOOP = "doomsday hegemony | C3=0.Tripler/S D1=0.Tripler/NW C1=0.Fireblast/S D3=0.Doom_Net_Fighter/N E3=0.Omega_Shooter"


@pytest.mark.ruling("R11.1", "R11.2")
def test_each_path_of_a_shot_is_told_with_its_own_redirectors() -> None:
    texts = [line.text for line in explain(*fought(MIRRORS)) if line.code == ev.HIT and line.phase == 2]
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
def test_an_endless_shot_is_told_as_one() -> None:
    lines = explain(*fought(f"{LOOP} C4=1.Gladiator/S A2=1.HQ"))
    told = {line.text: line.ruling for line in lines if "without end" in line.text}
    assert told == {
        "Omega Shooter E3 shoots NW, turned to SW by Doom Net Fighter D3 and then Tripler D1 in an endless loop: "
        "hits HQ A2 without end → 0 HQ points left": "R6.2, R11.2",
        "Omega Shooter E3 shoots NW, turned to S by Doom Net Fighter D3, Tripler D1, Fireblast C1 and then Tripler C3 "
        "in an endless loop: hits Gladiator C4 without end → destroyed": "R6.2, R11.2",
        "Gladiator C4 is destroyed by hits without end; it goes to the discard pile of Hegemony": "R6.5, R11.2",
    }


def test_a_straight_shot_has_no_route() -> None:
    st = state_of(parse_line("outpost hegemony | B3=0.Commando/SW B2=1.Net_Fighter"))
    at = st.game.board.index
    assert routes(st, at["B3"], 0, ev.RANGED, at["B2"], 0) == []


@pytest.mark.parametrize("mode", MODES)
def test_no_event_of_a_random_game_is_without_a_sentence(mode: str) -> None:
    buffer = fresh_buffer()
    for seed in range(20):
        st = random_game(mode, seed)
        before, random, log = st.copy(), Random(seed), Log()
        st.log = log
        while not st.is_over():
            play(st, random_action(st, random, buffer))
        lines = explain(before, log)
        assert len(lines) == len(log.events)
        for line, event in zip(lines, log.events, strict=True):
            check(line, event)


@pytest.mark.parametrize("mode", MODES)
def test_the_board_is_followed_action_by_action(mode: str) -> None:
    buffer = fresh_buffer()
    for seed in range(20, 24):
        st, random = random_game(mode, seed), Random(seed)
        while not st.is_over():
            before, log = st.copy(), Log()
            st.log = log
            play(st, random_action(st, random, buffer))
            st.log = None
            for line, event in zip(explain(before, log), log.events, strict=True):
                check(line, event)
            scene = Scene(before, log.events)
            for i in range(len(log.events)):
                scene.begin(i)
                scene.end(i)
            swapped = any(event[0] == ev.SWAPPED for event in log.events)
            assert board_of(scene.st, swapped) == board_of(st, swapped)
            assert scene.hands == [len(st.hand(p)) for p in range(len(st.game.armies))]


def board_of(st: State, swapped: bool) -> list[tuple[int, ...]]:
    """All that is followed of a state; the facing apart where a procedure may have turned what it swapped."""
    fields = (U_TILE, U_OWNER, U_CTRL, U_WOUNDS, F_TILE, *(() if swapped else (U_ROT,)))
    points = tuple(st.hq(p) for p in range(len(st.game.armies)))
    hexes = range(int(st.hexes))
    return [points, *((*(st.unit(h, field) for field in fields), st.unit(h, U_FLAGS) & 1) for h in hexes)]


@pytest.mark.parametrize("module", [battle, tiles, unit])
def test_examples_in_the_text_of_modules(module: ModuleType) -> None:
    result = doctest.testmod(module)
    assert result.attempted
    assert not result.failed
