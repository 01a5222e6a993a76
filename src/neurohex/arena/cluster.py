"""Games played on a Ray cluster: one machine or many, the same tournament.

Every machine needs this program, the commands of the bots and, where `NEUROHEX_ARMIES` is set, that folder at the same
place. Results come back here, where alone the tournament's folder is. A game that was under way on a machine that is
lost is played again on another.
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Generator
from importlib import import_module
from typing import Any, Final

from neurohex.arena.crew import Waiting
from neurohex.arena.plan import Fixture
from neurohex.arena.play import Referee, Result
from neurohex.arena.tournament import ArenaError

_PASSED_ON: Final = ("NEUROHEX_ARMIES", "NEUROHEX_PURE")
_PATIENCE: Final = 5.0
"""Seconds in which a cluster must answer."""


def play_on_cluster(
    referee: Referee, waiting: Waiting, address: str | None = None, processes: int | None = None
) -> Generator[list[Result], None, None]:
    """Play on the cluster at an address (or that `RAY_ADDRESS` names), or on one that is started here with so many
    processes and stopped after.

    Raises `ArenaError` where there is no cluster, or a game cannot be played on it.
    """
    try:
        ray: Any = import_module("ray")  # typed in part only
    except ImportError:
        raise ArenaError("--ray needs ray, which is not installed: pip install 'neurohex[ray]'") from None

    playing: dict[Any, list[Fixture]] = {}
    try:
        _connect(ray, address, processes)
        play = ray.remote(num_cpus=1)(_play_some)
        while True:
            # Asked each time, as machines come and go.
            room = max(1, int(ray.cluster_resources().get("CPU", 1)))
            while len(playing) < room and (batch := waiting.batch(room)):
                playing[play.remote(referee, batch)] = batch
            if not playing:
                return
            for ready in ray.wait(list(playing), num_returns=1)[0]:
                batch = playing.pop(ready)
                results: list[Result] = ray.get(ready)
                waiting.put_back(batch[len(results) :])
                yield results
    except (ray.exceptions.RayError, ConnectionError) as error:
        raise ArenaError(f"--ray: {' '.join(str(error).split())[-300:]}") from error
    finally:
        ray.shutdown()


def _connect(ray: Any, address: str | None, processes: int | None) -> None:
    # Ray asks for it: today's answer to a question about graphics cards, which no game needs
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    there = address or os.environ.get("RAY_ADDRESS")
    if there:
        _check_reachable(there)
    passed_on = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    ray.init(
        address=there,
        num_cpus=None if there else processes,  # a cluster that runs has its own idea of it
        include_dashboard=None if there else False,
        logging_level=logging.ERROR,
        log_to_driver=False,
        runtime_env={"env_vars": passed_on} if passed_on else None,
    )


def _check_reachable(address: str) -> None:
    """Ray itself waits minutes for a machine that does not answer. Raises `ConnectionError`."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not (colon and port.isdecimal()):
        return
    try:
        socket.create_connection((host, int(port)), timeout=_PATIENCE).close()
    except OSError as error:
        raise ConnectionError(f"no cluster answers at {address} ({error.strerror or error})") from None


def _play_some(referee: Referee, batch: list[Fixture]) -> list[Result]:
    return referee.play_some(batch)
