"""Servers killed at random moments while matches are played: nothing that was acknowledged is lost or doubled.

`python -m tests.torture` does the same for as long as one likes.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.postgres import shared_postgres
from tests.torture.killing import Torture
from tests.torture.tables import KINDS

KILLS = 10


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind in turn."""
    return str(tmp_path / "matches.db") if request.param == "sqlite" else shared_postgres().new_database()


def test_killed_at_random_moments_a_server_loses_nothing_and_doubles_nothing(database: str, tmp_path: Path) -> None:
    report = asyncio.run(Torture(database, tmp_path, seed=1).run(KILLS))
    assert report.kills >= KILLS
    assert report.commands > 100
    assert report.clocks > 0


def test_no_clock_runs_without_a_server_though_the_dead_one_still_has_the_lease(tmp_path: Path) -> None:
    people = [kind for kind in KINDS if kind.bot is None]
    torture = Torture(shared_postgres().new_database(), tmp_path, seed=1, lease=15.0, kinds=people)
    assert asyncio.run(torture.run(3)).clocks > 0


def test_with_two_servers_behind_one_address_either_may_be_killed(tmp_path: Path) -> None:
    torture = Torture(shared_postgres().new_database(), tmp_path, seed=1, servers=2, kinds=KINDS[1:4])
    report = asyncio.run(torture.run(3))
    assert report.commands > 100
