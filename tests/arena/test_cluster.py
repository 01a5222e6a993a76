"""A tournament on a local Ray cluster plays the same games."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

from neurohex.arena.cluster import _check_reachable, _connect, play_on_cluster
from neurohex.arena.crew import GameQueue
from neurohex.arena.plan import fixtures
from neurohex.arena.store import Store
from neurohex.arena.tournament import ArenaError
from tests.arena.small import REFEREE, played, tournament, without_clocks


@pytest.mark.slow
def test_a_cluster_plays_the_same_games(tmp_path: Path) -> None:
    """In a subprocess: Ray starts many processes, and all must be gone when the command ends."""
    words = ["random", "greedy", "--armies", "borgo,moloch", "--games", "12", "--ray", "--processes", "2"]
    command = [sys.executable, "-m", "neurohex", "arena", *words, "--out", str(tmp_path / "ray")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=180, start_new_session=True)
    assert done.returncode == 0, done.stderr
    assert "12 games in " in done.stderr
    assert done.stderr.count("\n") == 1, done.stderr
    what = tournament("random", "greedy", games=12)
    assert without_clocks(Store(tmp_path / "ray").results()) == without_clocks(played(what))


@pytest.mark.parametrize(("address", "meant"), [(None, "local"), ("auto", "auto")])
def test_a_cluster_of_somebody_else_is_joined_only_if_asked(
    monkeypatch: pytest.MonkeyPatch, address: str | None, meant: str
) -> None:
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    ray = Mock()
    _connect(ray, address, 2)
    settings = ray.init.call_args.kwargs
    assert settings["address"] == meant
    assert settings["num_cpus"] == (2 if meant == "local" else None)


def test_an_address_without_a_cluster_fails_at_once() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    with pytest.raises(ConnectionError, match=f"no cluster answers at ray://127.0.0.1:{port}"):
        _check_reachable(f"ray://127.0.0.1:{port}")
    with socket.create_server(("127.0.0.1", 0)) as server:
        _check_reachable(f"127.0.0.1:{server.getsockname()[1]}")


def test_the_error_names_ray_if_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    what = tournament("random")
    with pytest.raises(ArenaError, match=r"pip install 'neurohex\[ray\]'"):
        next(play_on_cluster(REFEREE, GameQueue(fixtures(what), 4)))
