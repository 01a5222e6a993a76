"""The benchmark measures, and compiled and uncompiled rules do the same work."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import neurohex
from neurohex.cli import bench, main, measure
from neurohex.pure import PURE, SourceFinder, has_compiled_rules, prefer_source, uses_compiled_rules
from neurohex.rules.benchmarks import battle_boards, fight, grow_tree, hold_copies, play_games, unit_count
from neurohex.rules.engine import Game, Random, fresh_buffer, new_state

SOURCE = Path(neurohex.__file__).parents[1]
PLAY = """
from neurohex.pure import uses_compiled_rules
from neurohex.rules.benchmarks import battle_boards, fight
from neurohex.rules.engine import Game, Random, fresh_buffer, new_state, play_out

print(uses_compiled_rules())
random, buffer = Random(7), fresh_buffer()
games = [Game(("vegas", "doomsday")), Game(("smart", "hegemony"), board="duel", ruleset="2008"),
         Game(("borgo", "moloch", "outpost"), mercenaries=1, bomber="neutral")]
for game in games:
    st = new_state(game)
    print(play_out(st, random, buffer), st.key())
for st in battle_boards(games[:1], random, buffer, 8):
    fight(st)
    print(st.key())
"""


def run_python(pure: str, *words: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(SOURCE), PURE: pure}
    command = [sys.executable, *words]
    return subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout


def test_compiled_and_uncompiled_rules_play_the_same_games() -> None:
    default, *played = run_python("0", "-c", PLAY).splitlines()
    source, *expected = run_python("1", "-c", PLAY).splitlines()
    assert source == "False"
    assert default == str(has_compiled_rules())
    assert len(expected) == 11
    assert played == expected


def test_the_source_is_preferred_once_and_for_the_rules_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))
    prefer_source()
    prefer_source()
    assert [type(finder) for finder in sys.meta_path].count(SourceFinder) == 1
    finder = SourceFinder()
    found = finder.find_spec("neurohex.rules.engine", None)
    assert found is not None
    assert str(found.origin).endswith("engine.py")
    assert finder.find_spec("neurohex.tiles", None) is None
    assert finder.find_spec("neurohex.rules.nothing", None) is None


def test_boards_for_battles_have_ten_to_seventeen_units() -> None:
    boards = battle_boards([Game(("borgo", "moloch"))], Random(1), fresh_buffer(), 16)
    assert [unit_count(board) for board in boards] == [*range(10, 18)] * 2
    for board in boards:
        before = board.copy()
        fight(board)
        assert board != before


def test_loops_do_the_requested_work() -> None:
    start = new_state(Game(("borgo", "moloch")))
    key = start.key()
    actions = play_games([start], Random(1), fresh_buffer(), 0, 2)
    assert actions > 60
    assert start.key() == key
    assert play_games([start], Random(1), fresh_buffer(), 5, 2) == actions
    assert [copy.key() for copy in hold_copies(start, 3)] == [key] * 3
    root = grow_tree(start, 32)
    nodes = [root]
    for node in nodes:
        assert all(child.parent is node for child in node.children)
        nodes += node.children
    assert len(nodes) == 32
    assert len(root.children) == 5


@pytest.mark.slow
def test_a_measure_runs_for_the_requested_time() -> None:
    measured = measure.Bench()
    for what in ("games", "battles", "copies"):
        took = measured.timed(what, 0.05)
        assert took["done"] >= 1
        assert took["seconds"] >= 0.05
        assert (took["actions"] > 0) == (what == "games")
    held = measured.memory(50)
    assert held["count"] == 50


def test_memory_is_measured_if_the_system_reports_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure, "memory_in_use", lambda: None)
    assert measure.Bench().memory(1) == {"state": None, "node": None, "count": 1}
    memory = {"state_bytes": None, "node_bytes": None, "million_node_tree_bytes": None, "held": 1}
    assert "does not tell" in bench._memory_text("compiled", memory)


@pytest.fixture(scope="module")
def figures() -> Any:
    printed = run_python("0", "-m", "neurohex", "bench", "--json", "--seconds", "0.5")
    assert printed.count("\n") == 1
    return json.loads(printed)


@pytest.mark.slow
def test_the_figures(figures: Any) -> None:
    engines = [engine for engine in ("compiled", "uncompiled", "chess") if engine not in figures["left_out"]]
    assert "uncompiled" in engines
    assert ("compiled" in engines) == has_compiled_rules()
    for what in ("games", "actions"):
        assert list(figures["per_second"][what]) == engines
    for what in ("battles", "copies"):
        assert list(figures["per_second"][what]) == [engine for engine in engines if engine != "chess"]
    for by_engine in figures["per_second"].values():
        assert all(rate > 0 for rate in by_engine.values())
    for engine, held in figures["memory"].items():
        assert held["held"] == bench.STATES_HELD[engine]
        if held["state_bytes"] is not None:
            assert held["node_bytes"] > held["state_bytes"] > 500
            assert held["million_node_tree_bytes"] == pytest.approx(held["node_bytes"] * 1_000_000)


@pytest.mark.slow
def test_the_compiled_rules_are_much_faster(figures: Any) -> None:
    ratios = figures["ratios"]
    if not has_compiled_rules():
        assert ratios == {"compiled/chess": {}, "compiled/uncompiled": {}}
        assert figures["left_out"]["compiled"] == "the rules are not compiled here"
        return
    rates = figures["per_second"]["actions"]
    assert ratios["compiled/uncompiled"]["actions"] == pytest.approx(rates["compiled"] / rates["uncompiled"])
    assert ratios["compiled/uncompiled"]["actions"] > 5


@pytest.mark.slow
def test_the_figures_for_people(
    figures: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    shown = {**figures, "left_out": {**figures["left_out"], "chess": "python-chess is missing"}}
    monkeypatch.setattr(bench, "measure", lambda seconds: {**shown, "seconds": seconds})
    assert main(["bench", "--seconds", "3"]) == 0
    printed = capsys.readouterr().out
    assert "Battles, 10 to 17 units" in printed
    assert "left out: python-chess is missing" in printed
    assert "bytes a state" in printed
    assert "3 s in all" in printed


@pytest.mark.slow
def test_without_python_chess_its_row_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(bench._ENGINES, "chess", "neurohex.cli.no_such_module")
    monkeypatch.setattr(bench, "STATES_HELD", {"compiled": 10, "uncompiled": 10})
    found = bench.measure(0.1)
    assert found["chess"] is None
    assert "python-chess (package chess) is needed" in found["left_out"]["chess"]
    assert "chess" not in found["per_second"]["games"]
    assert found["ratios"]["compiled/chess"] == {}


def test_an_engine_that_cannot_be_measured_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(bench._ENGINES, "uncompiled", "neurohex.cli.no_such_module")
    monkeypatch.setattr(bench, "has_compiled_rules", lambda: False)
    assert main(["bench"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("neurohex: the process that measures uncompiled ended: ")
    assert printed.err.count("\n") == 1


def test_this_process_knows_which_rules_it_uses() -> None:
    assert uses_compiled_rules() == has_compiled_rules() or os.environ.get(PURE) == "1"
