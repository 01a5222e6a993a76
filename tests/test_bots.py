"""Bots: they play legal games to the end, the same for a seed, and better than chance."""

from __future__ import annotations

import itertools

from hypothesis import given, settings

from neurohex.bots.evaluation import WON, evaluate, material
from neurohex.bots.greedy import greedy
from neurohex.notation.bridge import state_of
from neurohex.notation.compact import parse_line
from neurohex.rules.engine import Game, Random, State, fresh_buffer, is_chance, is_legal, new_state, play, random_action
from tests.properties.games import SEEDS, games

BASE = ("borgo", "moloch", "outpost", "hegemony")


def match(game: Game, seat: int, seed: int) -> State:
    """A game of the greedy bot in one seat against random play in the others."""
    state, random, buffer = new_state(game), Random(seed), fresh_buffer()
    while not state.is_over():
        if is_chance(state) or state.actor() != seat:
            play(state, random_action(state, random, buffer))
        else:
            action = greedy(state, random)
            assert is_legal(state, action)
            play(state, action)
    return state


def test_greedy_beats_random_over_all_base_pairings_and_both_sides() -> None:
    results = [
        match(Game(pair), seat, seed).result()[seat]
        for seed, (pair, seat) in enumerate(itertools.product(itertools.product(BASE, repeat=2), (0, 1)))
    ]
    assert results.count(1) >= 26, results  # of 32


def test_the_same_seed_gives_the_same_game() -> None:
    game = Game(("vegas", "smart"), board="duel", mercenaries=1)
    assert match(game, 0, 7).key() == match(game, 0, 7).key()


@settings(max_examples=15, deadline=None)
@given(games(), SEEDS)
def test_greedy_plays_every_kind_of_game(game: Game, seed: int) -> None:
    assert match(game, seed % int(game.players), seed).is_over()


def test_an_evaluation_sees_what_a_battle_would_do() -> None:
    safe = state_of(parse_line("living standard borgo moloch | C3=0.HQ A1=1.HQ C1=1.Hybrid/N"))
    aimed = state_of(parse_line("living standard borgo moloch | C3=0.HQ A1=1.HQ C1=1.Hybrid/S"))
    assert material(safe, 0) == material(aimed, 0)
    assert evaluate(aimed, 0) < evaluate(safe, 0)
    assert evaluate(aimed, 1) > evaluate(safe, 1)


def test_a_won_game_is_worth_most() -> None:
    state = match(Game(("borgo", "moloch")), 0, 0)
    winner = state.winners()[0]
    assert evaluate(state, winner) == WON
    assert evaluate(state, 1 - winner) == -WON
