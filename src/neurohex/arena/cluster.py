"""Play games on a Ray cluster of one or many machines.

Every machine needs this program, the bot commands and, if set, the folder `NEUROHEX_ARMIES` at the same path. Results
come back to this machine, which alone holds the tournament's folder. If a machine is lost, its running games are
played again elsewhere.
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Generator, Sequence
from importlib import import_module
from typing import Any, Final

from neurohex.arena.crew import Done, GameQueue, Runner, Task
from neurohex.arena.tournament import ArenaError

_PASSED_ON: Final = ("NEUROHEX_ARMIES", "NEUROHEX_PURE")
_CONNECT_SECONDS: Final = 5.0
"""Seconds to wait for the cluster to answer."""


def play_on_cluster(
    referee: Runner[Task, Done], queue: GameQueue[Task], address: str | None = None, processes: int | None = None
) -> Generator[list[Done], None, None]:
    """Play on the cluster at `address` or `RAY_ADDRESS`; without either, on a local cluster that stops afterwards.

    Raises `ArenaError` if there is no cluster or a game cannot be played on it.
    """
    try:
        ray: Any = import_module("ray")  # only partly typed
    except ImportError:
        raise ArenaError("--ray needs ray, which is not installed: pip install 'neurohex[ray]'") from None

    playing: dict[Any, list[Task]] = {}
    try:
        _connect(ray, address, processes)
        play = ray.remote(num_cpus=1)(_play_some)
        while True:
            # Query each time: machines come and go.
            room = max(1, int(ray.cluster_resources().get("CPU", 1)))
            while len(playing) < room and (batch := queue.batch(room)):
                playing[play.remote(referee, batch)] = batch
            if not playing:
                return
            for ready in ray.wait(list(playing), num_returns=1)[0]:
                batch = playing.pop(ready)
                results: list[Done] = ray.get(ready)
                queue.put_back(batch[len(results) :])
                yield results
    except (ray.exceptions.RayError, ConnectionError) as error:
        raise ArenaError(f"--ray: {' '.join(str(error).split())[-300:]}") from error
    finally:
        ray.shutdown()


def _connect(ray: Any, address: str | None, processes: int | None) -> None:
    # Ray warns without it. It is about GPUs, which no game needs.
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    there = address or os.environ.get("RAY_ADDRESS")
    if there:
        _check_reachable(there)
    passed_on = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    ray.init(
        address=there or "local",  # without an address Ray joins any cluster that it finds on the machine
        num_cpus=None if there else processes,  # a running cluster has its own setting
        include_dashboard=None if there else False,
        logging_level=logging.ERROR,
        log_to_driver=False,
        runtime_env={"env_vars": passed_on} if passed_on else None,
    )


def _check_reachable(address: str) -> None:
    """Fail fast: Ray itself waits minutes for an unreachable host. Raises `ConnectionError`."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not (colon and port.isdecimal()):
        return
    try:
        socket.create_connection((host, int(port)), timeout=_CONNECT_SECONDS).close()
    except OSError as error:
        raise ConnectionError(f"no cluster answers at {address} ({error.strerror or error})") from None


def _play_some(referee: Runner[Task, Done], batch: list[Task]) -> Sequence[Done]:
    return referee.play_some(batch)
