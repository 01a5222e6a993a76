"""Results do not depend on workers, order or interruptions; each game is played once."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Generator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from neurohex.arena.crew import LARGEST_BATCH, GameQueue, play_here, play_in_processes
from neurohex.arena.plan import Fixture, fixtures, planned_games
from neurohex.arena.play import Referee, Result
from neurohex.arena.run import Players, play_remaining
from neurohex.arena.store import Store, open_folder
from neurohex.arena.tournament import BASE, ArenaError, Tournament
from tests.arena.small import REFEREE, is_gone, played, tournament, without_clocks
from tests.waiting import wait_until

WHAT = tournament("random", "greedy", armies=BASE, games=48)
TWO: Players = partial(play_in_processes, processes=2)


def waiting(what: Tournament) -> GameQueue[Fixture]:
    return GameQueue(fixtures(what), planned_games(what))


def run(folder: Path, players: Players, what: Tournament = WHAT) -> list[Result]:
    with open_folder(folder, what, None) as (store, _):
        play_remaining(what, store, players, lambda results: None)
        return store.results()


def test_batches_grow_small_towards_the_end() -> None:
    many = tournament("random", games=1000)
    games = waiting(many)
    sizes = []
    seen: list[Fixture] = []
    while batch := games.batch(2):
        sizes.append(len(batch))
        seen += batch
    assert sizes[0] == LARGEST_BATCH
    assert sizes[-1] == 1
    assert sizes == sorted(sizes, reverse=True)
    assert seen == list(fixtures(many))
    games.put_back(seen[:3])
    assert games.left == 3
    assert games.batch(1) + games.batch(1) + games.batch(1) == seen[:3]


def test_a_batch_is_handed_back_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("neurohex.arena.play.BATCH_SECONDS", 0.0)
    assert len(REFEREE.play_some(list(fixtures(WHAT)))) == 1


@pytest.mark.slow
def test_one_process_and_two_play_the_same(tmp_path: Path) -> None:
    here = run(tmp_path / "one", play_here)
    there = run(tmp_path / "two", TWO)
    assert without_clocks(here) == without_clocks(there)
    assert [result.id for result in here] == [fixture.id for fixture in fixtures(WHAT)]


@pytest.mark.slow
def test_an_interrupted_tournament_continues_where_it_stopped(tmp_path: Path) -> None:
    """Repeated Ctrl-C keeps the finished games and does not replay them."""
    before: frozenset[str] = frozenset()
    for stop in (5, 1, 17, None):
        counted = 0

        def seen(results: list[Result], stop: int | None = stop, before: frozenset[str] = before) -> None:
            nonlocal counted
            assert before.isdisjoint(result.id for result in results)
            counted += len(results)
            if stop is not None and counted >= stop:
                raise KeyboardInterrupt

        with open_folder(tmp_path, WHAT, None) as (store, _):
            if stop is None:
                assert play_remaining(WHAT, store, play_here, seen) == 48 - 23
            else:
                with pytest.raises(KeyboardInterrupt):
                    play_remaining(WHAT, store, play_here, seen)
                assert len(store.done()) == len(before) + stop
            before = frozenset(store.done())
    assert without_clocks(Store(tmp_path).results()) == without_clocks(played(WHAT))


@pytest.mark.slow
def test_nothing_is_left_to_play_when_all_was(tmp_path: Path) -> None:
    run(tmp_path, play_here)

    def nobody(referee: Referee, waiting: GameQueue[Fixture]) -> Generator[list[Result], None, None]:
        assert waiting.left == 0, "a game is played twice"
        yield []

    assert len(run(tmp_path, nobody)) == 48


@pytest.mark.slow
def test_a_longer_tournament_plays_only_new_games(tmp_path: Path) -> None:
    run(tmp_path, play_here)
    longer = tournament("random", "greedy", armies=BASE, games=60)
    seen: list[Result] = []
    with open_folder(tmp_path, longer, longer.games) as (store, what):
        assert play_remaining(what, store, play_here, seen.extend) == 12
        assert without_clocks(store.results()) == without_clocks(played(longer))
    assert len(seen) == 12


def test_another_version_does_not_continue_a_tournament(tmp_path: Path) -> None:
    old = replace(WHAT, version="0.0.1")
    with pytest.raises(ArenaError, match=r"begun with neurohex 0\.0\.1"):
        play_remaining(old, Store(tmp_path), play_here, lambda results: None)


@pytest.mark.slow
def test_a_crashed_process_is_reported(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    good = list(fixtures(WHAT))
    wrong = [*good[:6], replace(good[6], armies=("nobody", "borgo")), *good[7:]]
    with pytest.raises(ArenaError, match="a process broke off with exit code 1"):
        list(play_in_processes(REFEREE, GameQueue(wrong, len(wrong)), 2))
    assert "nobody" in capfd.readouterr().err


PLAY = """
if __name__ == "__main__":  # its workers read this file too, and need none of it
    from pathlib import Path
    import neurohex.arena.run
    from tests.arena.test_crew import LONG, TWO, run
    neurohex.arena.run.WRITE_SECONDS = 0.02
    run(Path({!r}), TWO, LONG)
"""
LONG = tournament("random", armies=BASE, games=800)


@pytest.mark.slow
def test_a_kill_loses_no_game_and_counts_none_twice(tmp_path: Path) -> None:
    folder, script = tmp_path / "arena", tmp_path / "play.py"
    script.write_text(PLAY.format(str(folder)))
    root = Path(__file__).parents[2]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(root), os.environ.get("PYTHONPATH", "")])}
    kept = played_by_a_killed_process(folder, script, environment, 0.0)
    assert 0 < kept < 800
    more = played_by_a_killed_process(folder, script, environment, random.random() * 0.3)
    assert more > kept
    results = run(folder, TWO, LONG)
    assert len(results) == len({result.id for result in results}) == 800
    assert without_clocks(results) == without_clocks(played(LONG))


def played_by_a_killed_process(folder: Path, script: Path, environment: dict[str, str], pause: float) -> int:
    """Start or continue, then kill the process `pause` seconds after it stored results; returns the games stored."""
    before = set(folder.glob("results/part-*.parquet"))
    process = subprocess.Popen([sys.executable, str(script)], env=environment, start_new_session=True)
    try:
        wait_until(lambda: set(folder.glob("results/part-*.parquet")) - before)
        time.sleep(pause)
    finally:
        process.kill()
        process.wait()
    wait_until(lambda: is_gone(process.pid))  # the workers notice and exit
    return len(Store(folder).done())
