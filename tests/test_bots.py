"""Bots play legal games to the end, deterministically, each better than the one before."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings

from neurohex.bots.evaluation import BLIND, JUDGE, WON, chance_of
from neurohex.bots.greedy import Greedy
from neurohex.bots.plans import Budget, Planner
from neurohex.bots.search import Search
from neurohex.notation.bridge import state_of
from neurohex.notation.compact import parse_line
from neurohex.notation.record import Dealer
from neurohex.players import LEVELS, Player, make_player
from neurohex.rules.actions import FIGHT
from neurohex.rules.benchmarks import battle_boards
from neurohex.rules.engine import (
    Game,
    Random,
    State,
    fresh_buffer,
    is_chance,
    is_legal,
    legal_actions,
    new_state,
    play,
)
from neurohex.rules.layout import ST_MEDIC
from neurohex.rules.markers import put_venom
from tests.bot_games import play_checked
from tests.properties.games import SEEDS, games
from tests.rules.table import Table

BASE = ("borgo", "moloch", "outpost", "hegemony")
ARMIES = (*BASE, "smart", "vegas", "doomsday")


def match(game: Game, players: list[Player], seed: int) -> State:
    """A whole game with every action checked."""
    state, dealer = new_state(game), Dealer(game, seed)
    while not state.is_over():
        if is_chance(state):
            play(state, dealer.draw(state))
            continue
        before = state.key()
        action = players[state.actor()].choose(state)
        assert state.key() == before
        assert is_legal(state, action)
        play(state, action)
    return state


def score(one: str, other: str, pairs: list[tuple[str, str]]) -> float:
    """Points of the first bot over pairings of armies, each from both sides."""
    points = 0.0
    for seed, pair in enumerate(pairs):
        for seat in (0, 1):
            players = [make_player(one if p == seat else other, seed) for p in (0, 1)]
            points += (match(Game(pair), players, seed).result()[seat] + 1) / 2
    return points


def moment(game: Game, seed: int, decisions: int) -> State:
    """A state of a greedy game with a decision."""
    state, dealer, eyes = new_state(game), Dealer(game, seed), Greedy()
    while decisions:
        if is_chance(state):
            play(state, dealer.draw(state))
        else:
            play(state, eyes.choose(state, Random(seed)))
            decisions -= 1
    while is_chance(state):
        play(state, dealer.draw(state))
    return state


# --- strength -------------------------------------------------------------------------------------
def test_greedy_beats_random_over_all_base_pairings_and_both_sides() -> None:
    assert score("greedy", "random", list(itertools.product(BASE, BASE))) >= 31  # of 32


@pytest.mark.slow
def test_search_beats_greedy_with_a_small_budget() -> None:
    assert score("search:nodes=3000", "greedy", list(itertools.permutations(BASE, 2))[::3]) >= 5  # of 8


@pytest.mark.parametrize("weaker", range(2))
def test_a_level_beats_the_one_below(weaker: int) -> None:
    pairs = list(itertools.permutations(BASE, 2))
    assert score(LEVELS[weaker + 1].name, LEVELS[weaker].name, pairs) >= 16  # of 24


# --- every kind of game ---------------------------------------------------------------------------
@settings(max_examples=10, deadline=None)
@given(games(), SEEDS)
def test_greedy_plays_every_kind_of_game(game: Game, seed: int) -> None:
    names = ["greedy" if p == seed % int(game.players) else "random" for p in range(int(game.players))]
    assert match(game, [make_player(name, seed) for name in names], seed).is_over()


@pytest.mark.slow
@settings(max_examples=6, deadline=None)
@given(games(), SEEDS)
def test_search_plays_every_kind_of_game(game: Game, seed: int) -> None:
    names = ["search:nodes=60" if p == seed % int(game.players) else "random" for p in range(int(game.players))]
    assert match(game, [make_player(name, seed) for name in names], seed).is_over()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_search_chooses_legal_actions_in_every_kind_of_game(seed: int) -> None:
    assert play_checked(seed) > 20


@pytest.mark.parametrize("seed", range(3))
def test_search_answers_its_own_medic_choice_after_its_own_air_strike(seed: int) -> None:
    table = Table(
        "living standard moloch:20 outpost:16",
        "A2=1.Runner/SW A3=1.HMG/NE B1=1.Commando B2=0.Scout/SW B3=0.Medic/NW C1=1.Annihilator/SW C2=1.Commando"
        " C3=0.Medic/NE C4=0.Protector/NE D1=1.Mobile_Armor/S D2=0.Net_Fighter/S D3=1.Annihilator/S D4=1.Scout"
        " E1=0.HQ/NW E2=0.Stormtrooper/S~1 E3=1.HQ/NW",
    )
    state = table.hand(0, "Clown", "Air Strike").turn(0).st
    player = make_player("search:nodes=8000", seed)
    stages = set()
    while state.turn() == 0 and not is_chance(state):
        stages.add(state.stage())
        action = player.choose(state)
        assert is_legal(state, action)
        play(state, action)
    assert ST_MEDIC in stages


# --- the same again -------------------------------------------------------------------------------
@pytest.mark.parametrize("spec", ["random", "greedy", "search:nodes=200", "level1", "level2"])
def test_the_same_seed_gives_the_same_game(spec: str) -> None:
    game = Game(("vegas", "smart"), board="duel", mercenaries=1)
    one, again = ([make_player(spec, 3), make_player("greedy", 1)] for _ in range(2))
    assert match(game, one, 7).key() == match(game, again, 7).key()


@pytest.mark.parametrize(
    ("spec", "choices"),
    [
        ("greedy", "0 32 0 9263 0 25618 0 96 6255 25817 0 40 42 0 0 14263 0 8 24740 0 0 24708 0 85"),
        ("level1", "0 72 0 9230 0 28 0 97 4644 25817 1 22 45 0 0 14260 0 8 24570 0 0 24855 8 34"),
        ("level2", "0 71 0 9230 0 32 0 1 4644 25817 1 22 45 0 0 14260 0 8 24570 0 0 24827 8 85"),
        ("search:nodes=400", "0 32 0 9262 0 25618 0 96 6279 1 1 40 77 0 0 0 0 1 24740 0 0 24708 1 85"),
    ],
)
def test_bots_choose_as_they_always_did(spec: str, choices: str) -> None:
    """A change for speed must not change a choice. Write new numbers only if bots are meant to play differently."""
    chosen = [int(word) for word in choices.split()]
    pairs = itertools.combinations(ARMIES, 2)
    boards = battle_boards([Game(pair) for pair in pairs], Random(2006), fresh_buffer(), len(chosen))
    player = make_player(spec, 5)
    assert [player.choose(board) for board in boards] == chosen


@pytest.mark.parametrize("spec", ["random", "level1", "level2"])
def test_another_seed_chooses_otherwise(spec: str) -> None:
    state = moment(Game(("borgo", "outpost")), 4, 10)
    assert len({make_player(spec, seed).choose(state) for seed in range(12)}) > 1


# --- evaluation -----------------------------------------------------------------------------------
def test_an_evaluation_sees_what_a_battle_would_do() -> None:
    safe = state_of(parse_line("living standard borgo moloch | C3=0.HQ A1=1.HQ C1=1.Hybrid/N"))
    aimed = state_of(parse_line("living standard borgo moloch | C3=0.HQ A1=1.HQ C1=1.Hybrid/S"))
    assert BLIND.value(safe, 0) == BLIND.value(aimed, 0)
    assert JUDGE.value(aimed, 0) < JUDGE.value(safe, 0)
    assert JUDGE.value(aimed, 1) > JUDGE.value(safe, 1)


def test_venom_that_stays_on_an_hq_is_worse_than_a_lost_point() -> None:
    poisoned = state_of(parse_line("living standard neojungle:20 mississippi:20 | C3=0.HQ A1=1.HQ"))
    put_venom(poisoned, poisoned.game.board.index["C3"], 1)
    hurt = state_of(parse_line("living standard neojungle:19 mississippi:20 | C3=0.HQ A1=1.HQ"))
    assert JUDGE.value(poisoned, 0) < JUDGE.value(hurt, 0)  # the next Battle leaves 19 points in both; venom goes on
    assert JUDGE.value(poisoned, 1) > JUDGE.value(hurt, 1)


@pytest.mark.parametrize("decisions", [6, 15, 30])
def test_what_one_side_gains_the_other_loses(decisions: int) -> None:
    state = moment(Game(("smart", "hegemony")), 5, decisions)
    assert -1 <= JUDGE.value(state, 0) + JUDGE.value(state, 1) <= 1  # a half is rounded


def test_a_won_game_is_worth_most() -> None:
    state = match(Game(("borgo", "moloch")), [make_player("greedy", 0), make_player("random", 0)], 0)
    winner = state.winners()[0]
    assert JUDGE.value(state, winner) == WON
    assert JUDGE.value(state, 1 - winner) == -WON
    assert (chance_of(WON), chance_of(0), chance_of(-WON)) == (1.0, 0.5, 0.0)


# --- search ---------------------------------------------------------------------------------------
def test_a_plan_is_a_whole_turn_of_legal_actions() -> None:
    state = moment(Game(("borgo", "outpost")), 4, 10)
    plans = Planner().plans(state, 12, Budget(0, 0.0), 1.0)
    assert 1 < len(plans) <= 12
    assert [plan.value for plan in plans] == sorted((plan.value for plan in plans), reverse=True)
    for plan in plans:
        then = state.copy()
        for action in plan.actions:
            assert then.actor() == state.actor()
            assert action in legal_actions(then)
            play(then, action)
        assert then.key() == plan.state.key()
        assert is_chance(then) or then.is_over() or then.actor() != state.actor()


def test_a_search_keeps_what_it_found_for_the_rest_of_the_turn() -> None:
    state = moment(Game(("borgo", "outpost")), 4, 10)
    search = Search(1)
    search.think(state, Budget(3000, 0.0))
    best = search.best()
    assert len(best.actions) > 1
    first, rest, tries = best.actions[0], best.actions[1:], best.tries
    search.follow(state, first)
    play(state, first)
    search.think(state, Budget(1, 0.0))  # enough for the plans only
    assert any(plan.actions == rest and plan.tries >= tries for plan in search.plans)


def test_a_search_forgets_what_it_found_for_another_state() -> None:
    search = Search(1)
    search.think(moment(Game(("borgo", "outpost")), 4, 10), Budget(2000, 0.0))
    search.follow(moment(Game(("borgo", "outpost")), 4, 10), search.best().actions[0])
    search.think(moment(Game(("borgo", "outpost")), 9, 14), Budget(1, 0.0))
    assert sum(int(plan.tries) for plan in search.plans) <= 1


def test_a_budget_of_nodes_is_kept() -> None:
    state = moment(Game(("borgo", "outpost")), 4, 10)
    for nodes in (500, 5000):
        search = Search(1)
        search.think(state, Budget(nodes, 0.0))
        # The search finishes its last trial, or the first actions of a plan. It stops early once the choice is certain.
        assert nodes / 2 <= search.nodes() <= nodes + 2500


def test_search_starts_the_battle_that_wins() -> None:
    state = _winning_battle()
    me, player = state.actor(), make_player("search:nodes=2000", 1)
    while not state.is_over() and not is_chance(state):
        play(state, player.choose(state))
    assert state.result()[me] == 1


def _winning_battle() -> State:
    """A state in which a Battle tile wins the game."""
    for seed in range(50):
        game = Game(("outpost", "moloch"))
        state, dealer, eyes = new_state(game), Dealer(game, seed), Greedy()
        while not state.is_over():
            if is_chance(state):
                play(state, dealer.draw(state))
                continue
            if FIGHT in legal_actions(state):
                after = state.copy()
                play(after, FIGHT)
                if after.is_over() and after.result()[state.actor()] == 1:
                    return state
            play(state, eyes.choose(state, Random(seed)) if state.actor() == 0 else legal_actions(state)[0])
    pytest.fail("no such moment came up")
