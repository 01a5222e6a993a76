"""What plans gain and fear, on small boards."""

from __future__ import annotations

import pytest

from neurohex.explain import reason_lines
from neurohex.model.outlook import Reason, reasons_for
from neurohex.notation.action import parse_action
from neurohex.notation.record import Dealer
from neurohex.players import make_player
from neurohex.rules.engine import Game, Random, State, fresh_buffer, is_chance, new_state, play, random_action
from tests.bot_games import game_of
from tests.rules.table import Table


def plan(state: State, *words: str) -> list[int]:
    """The actions of a plan in words."""
    then, line = state.copy(), []
    for text in words:
        line.append(parse_action(then, text))
        play(then, line[-1])
    return line


def told(state: State, *words: str) -> list[tuple[object, ...]]:
    """The reasons of a plan, short: kind, sign, whose, hex, amount, otherwise, whether a Battle is needed."""
    return [
        (
            reason.kind,
            "+" if reason.is_gain else "-",
            reason.player,
            reason.unit.hex if reason.unit else "",
            reason.amount,
            reason.otherwise,
            reason.is_expected,
        )
        for reason in reasons_for(state, plan(state, *words))
    ]


def test_damage_to_the_hostile_hq_is_gained() -> None:
    state = Table("outpost borgo", "C1=0.HQ C5=1.HQ").hand(0, "Commando").turn(0).st
    # Facing NE it shoots south. Linked to its HQ it shoots twice.
    assert told(state, "place Commando C2 facing NE") == [("hq", "+", 1, "", 2, 0, True)]
    assert told(state, "place Commando C3 facing NE") == [("hq", "+", 1, "", 1, 0, True)]
    assert told(state, "place Commando C2 facing N") == []


def test_damage_to_the_own_hq_is_feared_and_its_prevention_gained() -> None:
    table = Table("moloch outpost", "C5=0.HQ A1=1.HQ C2=1.Commando/NE").hand(0, "Blocker")
    state = table.turn(0).st
    assert told(state, "end turn") == [("hq", "-", 0, "", 1, 1, True)]
    assert told(state, "place Blocker C3 facing N") == [("hq", "+", 0, "", 0, 1, True)]


def test_units_won_and_saved() -> None:
    table = Table("outpost borgo", "A1=0.HQ E3=1.HQ C2=1.Mutant/S C3=0.Runner/S").hand(0, "Commando")
    state = table.turn(0).st
    assert told(state, "end turn") == [("unit", "-", 0, "C3", 1, 1, True)]
    assert told(state, "place Commando C1 facing NE") == [  # it shoots the Mutant before that strikes
        ("unit", "+", 1, "C2", 1, 0, True),
        ("unit", "+", 0, "C3", 0, 1, True),
    ]


def test_an_instant_destroys_without_a_battle() -> None:
    state = Table("borgo outpost", "C1=0.HQ C5=1.HQ C2=1.Commando/SW").hand(0, "Grenade").turn(0).st
    assert told(state, "end turn") == [("hq", "-", 0, "", 1, 1, True), ("unit", "+", 1, "C2", 1, 1, True)]
    assert told(state, "grenade C2") == [("hq", "+", 0, "", 0, 1, True), ("unit", "+", 1, "C2", 1, 1, False)]


def test_nets() -> None:
    state = Table("moloch outpost", "A1=0.HQ E3=1.HQ C3=1.Brawler/S").hand(0, "Net Fighter").turn(0).st
    assert told(state, "place Net Fighter C2 facing S") == [("net", "+", 1, "C3", 1, 0, False)]
    assert told(state, "place Net Fighter C2 facing N") == []


def test_a_unit_that_moves_is_the_same_unit() -> None:
    table = Table("outpost borgo", "A1=0.HQ E3=1.HQ C2=1.Mutant/S C3=0.Runner/S A3=0.Runner/N").hand(0, "Move")
    state = table.turn(0).st
    saved = ("unit", "+", 0, "C4", 0, 1, True)
    assert told(state, "move C3 to C4 facing S by Move") == [saved]


def test_takeovers() -> None:
    state = Table("vegas outpost", "A1=0.HQ E3=1.HQ C3=1.Medic/N").hand(0, "Agitator").turn(0).st
    assert told(state, "place Agitator C4 facing N") == [("control", "+", 1, "C3", 1, 0, False)]


def test_a_battle_tile_is_the_battle_and_a_won_game_is_over() -> None:
    table = Table("outpost:20 borgo:1", "C1=0.HQ C4=1.HQ C2=0.Commando/NE").hand(0, "Battle")
    state = table.turn(0).st
    assert told(state, "battle") == [("over", "+", 0, "", 1, 0, False), ("fall", "+", 1, "", 1, 0, False)]
    assert told(state, "end turn") == [("fall", "+", 1, "", 1, 1, True)]


def test_before_the_first_turn_nothing_is_expected() -> None:
    state = new_state(Game(("borgo", "moloch")))
    assert reasons_for(state, plan(state, "place HQ C3 facing N")) == ()


def test_a_plan_that_is_not_legal_any_more_counts_as_far_as_it_goes() -> None:
    state = Table("outpost borgo", "C1=0.HQ C4=1.HQ").hand(0, "Commando").turn(0).st
    line = plan(state, "place Commando C2 facing S")
    assert reasons_for(state, [*line, *line]) == reasons_for(state, line)


def test_units_that_share_a_fate_share_a_sentence() -> None:
    board = "A1=0.HQ E3=1.HQ C3=1.Mutant/S C4=0.Runner/S D3=0.Runner/S A3=0.Runner/N"
    state = Table("outpost borgo", board).hand(0, "Commando").turn(0).st
    lost = [reason for reason in reasons_for(state, plan(state, "end turn")) if reason.kind == "unit"]
    english, polish = (reason_lines(state.game, lost, lang) for lang in ("en", "pl"))
    assert [line.text for line in english] == [
        "If a Battle follows, The Outpost loses Runner C4 and Runner D3 (also without this plan)"
    ]
    assert [line.text for line in polish] == [
        "Jeśli dojdzie do Bitwy, Posterunek traci jednostki: Biegacz C4 i Biegacz D3 (bez tego planu też)"
    ]
    assert [len(line.reasons) for line in english] == [2]


SENTENCES = {
    Reason("over", True, 1, None, 1, 0, False): ("Moloch wins the game", "Moloch wygrywa grę"),
    Reason("over", False, 1, None, 0, 0, False): ("The game ends in a draw", "Gra kończy się remisem"),
    Reason("fall", True, 1, None, 1, 1, True): (
        "If a Battle follows, the HQ of Moloch is destroyed (also without this plan)",
        "Jeśli dojdzie do Bitwy, pada sztab Molocha (bez tego planu też)",
    ),
    Reason("fall", True, 1, None, 0, 1, True): (
        "If a Battle follows, the HQ of Moloch stands; without this plan it is destroyed",
        "Jeśli dojdzie do Bitwy, sztab Molocha przetrwa; bez tego planu padnie",
    ),
    Reason("hq", True, 1, None, 5, 2, True): (
        "If a Battle follows, the HQ of Moloch loses 5 points (2 without this plan)",
        "Jeśli dojdzie do Bitwy, sztab Molocha traci 5 punktów (bez tego planu: 2)",
    ),
    Reason("hq", True, 0, None, 0, 1, True): (
        "If a Battle follows, the HQ of Borgo loses no points (1 without this plan)",
        "Jeśli dojdzie do Bitwy, sztab Borgo nie traci punktów (bez tego planu: 1)",
    ),
    Reason("hq", False, 0, None, 1, 1, False): (
        "The HQ of Borgo loses 1 point (also without this plan)",
        "Sztab Borgo traci 1 punkt (bez tego planu też)",
    ),
}


@pytest.mark.parametrize("reason", SENTENCES, ids=lambda reason: f"{reason.kind} {reason.amount} {reason.otherwise}")
def test_sentences(reason: Reason) -> None:
    game = Game(("borgo", "moloch"))
    said = tuple(reason_lines(game, [reason], lang)[0].text for lang in ("en", "pl"))
    assert said == SENTENCES[reason]


@pytest.mark.parametrize("seed", range(4))
def test_reasons_exist_at_every_decision_of_every_kind_of_game(seed: int) -> None:
    game = game_of(seed)
    state, dealer, random, buffer = new_state(game), Dealer(game, seed), Random(seed), fresh_buffer()
    while not state.is_over():
        action = dealer.draw(state) if is_chance(state) else int(random_action(state, random, buffer))
        if not is_chance(state):
            before = state.key()
            found = reasons_for(state, [action])
            assert state.key() == before
            for lang in ("en", "pl"):
                for line in reason_lines(game, found, lang):
                    assert line.text[0].isupper()
                    assert "{" not in line.text
        play(state, action)


def test_a_search_gives_reasons_with_its_thoughts() -> None:
    state = Table("outpost borgo", "C1=0.HQ C4=1.HQ").hand(0, "Commando", "Runner").turn(0).st
    for thought in make_player("search:nodes=400", 1).consider(state):  # type: ignore[attr-defined]
        assert thought.reasons == reasons_for(state, thought.line)
