"""In the last turn before the Final Battle the search goes through all ends of the turn."""

from __future__ import annotations

import pytest

from neurohex.bots.evaluation import WON, finish_act
from neurohex.bots.greedy import Greedy
from neurohex.bots.plans import Budget, Planner, is_last_turn
from neurohex.bots.search import Search
from neurohex.notation.record import Dealer
from neurohex.players import make_player
from neurohex.rules.engine import Game, Random, State, is_chance, legal_actions, new_state, play
from tests.rules.table import Table


def last_turn(seed: int) -> State | None:
    """A state of the last turn of a noisy game with few actions, or None."""
    game = Game((("borgo", "moloch", "outpost", "hegemony")[seed % 4], "smart"))
    state, dealer, eyes, random = new_state(game), Dealer(game, seed), Greedy(40, 3000), Random(seed)
    while not state.is_over():
        if is_chance(state):
            play(state, dealer.draw(state))
            continue
        if is_last_turn(state) and 3 < len(legal_actions(state)) < 40 and len(state.hand(state.actor())) < 2:
            return state
        play(state, eyes.choose(state, random))
    return None


def best_end(state: State, me: int, seen: dict[int, int]) -> int:
    """The best result that a player can reach in the running turn, by trying everything; 0 if the game goes on. Others
    choose by default, as in plans."""
    finish_act(state, me)
    if state.is_over() or is_chance(state) or state.actor() != me:
        return state.result()[me]
    key = state.key()
    if key not in seen:
        best = -1
        for action in legal_actions(state):
            then = state.copy()
            play(then, action)
            best = max(best, best_end(then, me, seen))
        seen[key] = best
    return seen[key]


@pytest.mark.slow
def test_the_planner_finds_the_best_end() -> None:
    results = []
    for seed in range(80):
        state = last_turn(seed)
        if state is None:
            continue
        me = state.actor()
        found = Planner().plans(state, 8, Budget(0, 0.0), 1.0)[0].value
        wanted = best_end(state, me, {})
        assert (found > -WON) == (wanted > -1)
        assert (found == WON) == (wanted == 1)
        results.append(wanted)
        if len(results) == 8:
            break
    assert len(set(results)) > 1  # won and lost ones


def test_a_certain_win_is_chosen_whatever_was_tried_more_often() -> None:
    state = Table("outpost:20 borgo:1", "C1=0.HQ C4=1.HQ C2=0.Commando/NE").hand(0, "Battle", "Runner").turn(0).st
    search = Search(1)
    search.think(state, Budget(300, 0.0))
    for plan in search.plans:
        if plan.value < WON:
            plan.tries += 1000
    best = search.best()
    assert best.value == WON
    assert best.actions == [make_player("search:nodes=300", 1).choose(state)]


def test_a_turn_is_last_only_when_no_other_follows() -> None:
    state = new_state(Game(("borgo", "moloch")))
    assert not is_last_turn(state)
    played, dealer, eyes, random = state, Dealer(state.game, 1), Greedy(), Random(1)
    last = set()
    while not played.is_over():
        if is_last_turn(played):
            last.add(played.turn())
        play(played, dealer.draw(played) if is_chance(played) else eyes.choose(played, random))
    assert len(last) <= 1
