"""The balance study: the figures on made-up results, and the command from plan to report."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from neurohex.arena.play import Result
from neurohex.cli import main
from neurohex.lab.study import Plan, army_shares, circles, figures, share_of, side_shares, tile_worths
from neurohex.notation.record import Dealer
from neurohex.rules.catalog import ALL_TILES
from neurohex.rules.engine import Game


def result(armies: list[str], outcome: list[int], seed: int, end: str = "Final Battle") -> Result:
    return Result(
        id=f"{seed}-{armies}",
        round=1,
        setting="standard",
        armies=armies,
        bots=["greedy"] * 2,
        sides=[0, 1],
        seed=seed,
        outcome=outcome,
        end=end,
        forfeit=None,
        reason="",
        turns=20,
        actions=100,
        points=[10, 5],
        decisions=[50, 50],
        thought=[0.0, 0.0],
        nodes=[None, None],
        seconds=0.0,
        key="",
    )


def test_pairings_turns_and_ends_are_counted() -> None:
    results = []
    for seed in range(100):  # Borgo wins all it begins, and half of the others
        results.append(result(["borgo", "moloch"], [1, -1], seed, "HQ destroyed"))
        results.append(result(["moloch", "borgo"], [1, -1] if seed % 2 else [-1, 1], seed))
    found = figures(results)
    assert found.games == 200
    assert found.pairings["borgo", "moloch"].share == 0.75
    assert found.pairings["moloch", "borgo"].share == 0.25
    assert found.first_turn.share == 0.75
    assert found.ends == {"HQ destroyed": 100, "Final Battle": 100}
    assert found.ends_of["borgo"]["HQ destroyed"] == 100


def test_games_with_one_shuffle_are_one_observation() -> None:
    points = [1.0, 0.0] * 50
    alone = share_of(points, range(100))
    doubled = share_of([p for p in points for _ in range(2)], [n for n in range(100) for _ in range(2)])
    assert doubled.margin == pytest.approx(alone.margin)
    assert alone.margin == pytest.approx(0.098, abs=0.002)


def test_a_tile_that_wins_when_early_is_worth_most() -> None:
    results = []
    assassin = next(n for n, tile in enumerate(ALL_TILES) if (tile.army, tile.name) == ("borgo", "Assassin"))
    for seed in range(400):
        pile = Dealer(Game(("borgo", "moloch")), seed).orders[0]
        early = pile[: len(pile) // 2].count(assassin)
        results.append(result(["borgo", "moloch"], [1, -1] if early == 2 else [-1, 1], seed))
    worths = [worth for worth in tile_worths(results) if worth.army == "borgo"]
    assert worths[0].name == "Assassin"
    assert worths[0].gain - worths[0].margin > 10
    assert worths[0].early.share == 1.0
    assert worths[0].late.share == 0.0


def test_circles_are_found() -> None:
    results = []
    for seed in range(60):
        results += [
            result([a, b], [1, -1], seed) for a, b in (("borgo", "moloch"), ("moloch", "smart"), ("smart", "borgo"))
        ]
    assert circles(figures(results).pairings) == [("borgo", "moloch", "smart")]


def test_shares_are_even_in_every_mode() -> None:
    results = [result(["borgo", "moloch"], [1, -1], seed) for seed in range(20)]
    assert army_shares(results)["borgo"].share == 1.0
    assert [share.share for share in side_shares(results)] == [1.0, 0.0]


def test_a_plan_has_every_part_in_its_own_folder() -> None:
    armies = ("borgo", "moloch", "smart", "vegas")
    parts = dict(Plan(armies, 10, 4, 6, 50, 1).parts())
    assert {"greedy", "search", "teams", "duel-board"} <= set(parts)
    assert parts["search"].bots[0].spec == "search:nodes=50"


@pytest.mark.slow
def test_the_command_plays_goes_on_and_reports(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "study"
    words = ["study", "--armies", "borgo,moloch,smart,vegas", "--search", "2", "--nodes", "20", "--settings", "2"]
    words += ["--processes", "1", "--out", str(folder)]
    assert main([*words, "--greedy", "12"]) == 0
    page = (folder / "report.md").read_text(encoding="utf-8")
    assert "12 games of greedy" in page
    for part in ("Pairings, greedy", "The first turn", "How games end", "What a tile is worth", "Boards, modes"):
        assert part in page
    assert main([*words, "--greedy", "24"]) == 0  # longer: goes on
    assert json.loads((folder / "figures.json").read_text())["parts"]["greedy"]["games"] == 24
    assert {"pairings-greedy.svg", "tiles.svg", "turns.svg"} <= {path.name for path in folder.iterdir()}
    assert main(["study", "--out", str(folder), "--report"]) == 0
    assert main(["study", "--out", str(tmp_path / "none"), "--report"]) == 2
    assert "no games of a study" in capsys.readouterr().err
