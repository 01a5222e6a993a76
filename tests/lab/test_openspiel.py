"""OpenSpiel: its random simulations with serialisation, a golden playthrough, its MCTS in the arena."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough, mcts

import neurohex as nh
from neurohex.arena.plan import fixtures
from neurohex.arena.play import Referee
from neurohex.arena.tournament import Bot, Setting, Tournament
from neurohex.lab import openspiel
from neurohex.lab.encoding import Encoding

GOLDEN = Path(__file__).parent / "playthrough.txt"
GAMES = {
    "two": "python_neurohex(armies=borgo+moloch)",
    "three": "python_neurohex(armies=borgo+smart+vegas)",
    "four": "python_neurohex(armies=borgo+smart+vegas+doomsday,options=mode:team)",
    "six": "python_neurohex(armies=borgo+moloch+smart+vegas+outpost+hegemony,options=board:expanded)",
}


@pytest.mark.slow
@pytest.mark.parametrize("text", GAMES.values(), ids=GAMES)
def test_random_simulations(text: str, capfd: pytest.CaptureFixture[str]) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(text), num_sims=1, serialize=True, verbose=False)


def told(playthrough: str) -> str:
    """A playthrough without tensors, which have tests of their own."""
    lines = [line for line in playthrough.splitlines() if line.strip(" ◯◉") and "Tensor(" not in line]
    return "\n".join(line for line in lines if not line.startswith(" ")) + "\n"


@pytest.mark.slow
def test_playthrough() -> None:
    made = generate_playthrough.playthrough(GAMES["two"], action_sequence=[], seed=7)
    assert told(made) == GOLDEN.read_text(encoding="utf-8")


def test_openspiels_own_mcts_plays() -> None:
    game = pyspiel.load_game(GAMES["two"])
    state = game.new_initial_state()
    random = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2.0, 3, mcts.RandomRolloutEvaluator(1, random), random_state=random)
    for _ in range(3):
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        state.apply_action(bot.step(state))
    assert len(state.history()) >= 3


@pytest.mark.slow
def test_the_arena_seats_openspiels_mcts() -> None:
    command = shlex.join([sys.executable, "-m", "neurohex.lab.seat", "mcts", "--simulations", "3"])
    bots = (Bot("mcts", f"cmd:{command}"), Bot("random", "random"))
    setting = Setting.of(nh.Game("borgo", "moloch").rules)
    tournament = Tournament(bots, ("borgo", "moloch"), (setting,), games=1, limit=60.0)
    result = Referee(60.0, False).play(next(iter(fixtures(tournament))))
    assert result.forfeit is None, result.reason
    assert result.end != "forfeit"


def test_clones_are_independent_and_draws_are_chance() -> None:
    game = pyspiel.load_game(GAMES["two"])
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[5])
    twin = state.clone()
    state.apply_action(state.legal_actions()[7])
    assert twin.current_player() == 1
    assert state.is_chance_node()
    assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)
    assert str(twin) != str(state)


def test_tensors_are_those_of_the_encoding() -> None:
    game = pyspiel.load_game(GAMES["two"])
    state = game.new_initial_state()
    encoding = Encoding(nh.Game("borgo", "moloch"))
    observer = game.make_py_observer()
    observer.set_from(state, 0)
    assert np.array_equal(observer.tensor, encoding.observation(state.rules, 0))


def test_parameters_tell_any_game_of_the_usual_teams() -> None:
    game = nh.Game("borgo", "moloch", board="duel", mercenaries=1, ruleset="3.0")
    loaded = pyspiel.load_game(openspiel.NAME, openspiel.parameters(game))
    assert loaded.new_initial_state().rules.game.describe() == game.rules.describe()
