"""Calibrated win chances: the data file, its use in hints, and the tool that fits it."""

from __future__ import annotations

import json
import math
import random
from pathlib import Path

import pytest
from tools import calibrate

from neurohex.bots.plans import Plan
from neurohex.players import chances, make_player
from neurohex.players.chances import KNOTS, Chances, log_odds, phase_of, weights_at
from neurohex.players.thinking import NodeSearch, chance_to_win
from neurohex.rules.engine import Game, new_state
from tests.rules.table import Table

STEPS = [step / 20 for step in range(21)]


def test_knots_share_every_phase() -> None:
    for phase in STEPS:
        weights = weights_at(phase)
        assert sum(weights) == pytest.approx(1)
        assert sum(weight > 0 for weight in weights) <= 2
        assert sum(weight * knot for weight, knot in zip(weights, KNOTS, strict=True)) == pytest.approx(phase)


@pytest.mark.parametrize("nodes", [1, 400, 900, 6400, 10**7])
def test_a_better_plan_has_a_better_chance_at_every_budget_and_phase(nodes: int) -> None:
    loaded = Chances.load()
    for phase in STEPS:
        found = [loaded.of(log_odds(seen), phase, nodes) for seen in STEPS]
        assert found == sorted(found)
        assert 0 < found[0] < 0.15
        assert 0.85 < found[-1] < 1


def test_a_budget_between_two_lies_between_them() -> None:
    made = Chances(((100, ((0.0, 1.0),) * 4), (10_000, ((-1.0, 1.0),) * 4)))
    assert made.of(0.0, 0.5, 100) == pytest.approx(0.5)
    assert made.of(0.0, 0.5, 1000) == pytest.approx(_chance(-0.5))
    assert made.of(0.0, 0.5, 10**6) == pytest.approx(_chance(-1.0))


def test_another_version_of_the_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = json.loads(chances.FILE.read_text())
    monkeypatch.setattr(chances, "FILE", tmp_path / "chances.json")
    (tmp_path / "chances.json").write_text(json.dumps({**data, "version": 99}))
    with pytest.raises(ValueError, match="expected version 1"):
        Chances.load.__wrapped__()


def test_phases_run_from_the_first_tile_to_the_last() -> None:
    assert phase_of(new_state(Game(("borgo", "moloch")))) == 0
    table = Table("borgo moloch", "C3=0.HQ A1=1.HQ").pile(0).pile(1)
    assert phase_of(table.st) == 1


# --- use ------------------------------------------------------------------------------------------
def test_a_plan_that_ends_the_game_is_certain_and_others_are_calibrated() -> None:
    state = Table("outpost:20 borgo:1", "C1=0.HQ C4=1.HQ C2=0.Commando/NE").hand(0, "Battle").turn(0).st
    player = make_player("search:nodes=500", 1)
    assert isinstance(player, NodeSearch)
    found = player.consider(state)
    assert found[0].chance == 1
    plan = Plan([1], state, 0)
    plan.tries, plan.total = 10, 6.0
    assert chance_to_win(plan, state, 400) == Chances.load().of(log_odds(0.6), phase_of(state), 400) != 0.6


def test_chances_of_more_than_two_players_are_those_of_the_search() -> None:
    state = new_state(Game(("borgo", "moloch", "outpost"), mode="deathmatch"))
    plan = Plan([1], state, 0)
    plan.tries, plan.total = 10, 6.0
    assert chance_to_win(plan, state, 400) == 0.6


# --- the tool -------------------------------------------------------------------------------------
def test_a_fit_finds_the_shift_and_scale_that_made_the_data() -> None:
    dice = random.Random(3)
    rows = []
    for _ in range(6000):
        phase, seen = dice.random(), dice.gauss(0, 1.5)
        won = dice.random() < _chance(0.8 * log_odds(_chance(seen)) - 0.5)
        rows.append((phase, _chance(seen), float(won)))
    for shift, scale in calibrate.fit(rows, rounds=5):
        assert shift == pytest.approx(-0.5, abs=0.2)
        assert scale == pytest.approx(0.8, abs=0.2)
    assert calibrate.error_of([(_chance(0.8 * log_odds(seen) - 0.5), won) for _, seen, won in rows])[0] < 0.02
    assert calibrate.error_of([(seen, won) for _, seen, won in rows])[0] > 0.06


def _chance(odds: float) -> float:
    return 1 / (1 + math.exp(-odds))


@pytest.mark.slow
def test_games_go_on_where_they_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calibrate, "NODES", 20)
    monkeypatch.setattr(calibrate, "MORE", (40,))
    path = tmp_path / "games.jsonl"
    calibrate.play_games(path, 2)
    both = path.read_text()
    path.write_text(both[: both.index("\n") + 30])  # the second game was cut off
    calibrate.play_games(path, 2)
    assert path.read_text() == both
    assert [game["seed"] for game in calibrate.read(path)] == [0, 1]
    assert all(game["seen"] for game in calibrate.read(path))
