"""Servers killed at random moments while matches are played: nothing that was acknowledged is lost or doubled.

`python -m tests.torture` does the same for as long as one likes.
"""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from tests.postgres import Postgres, shared_postgres
from tests.torture.killing import Torture
from tests.torture.light import Light
from tests.torture.report import Report
from tests.torture.tables import KINDS

KILLS = 10
LIGHT_KILLS = 40


@pytest.fixture(params=["sqlite", "postgresql"])
def postgres(request: pytest.FixtureRequest) -> Postgres | None:
    """The server of PostgreSQL, or None for SQLite."""
    return shared_postgres() if request.param == "postgresql" else None


@pytest.fixture
def database(postgres: Postgres | None, tmp_path: Path) -> str:
    """An empty database of each kind in turn."""
    return str(tmp_path / "matches.db") if postgres is None else postgres.new_database()


def test_killed_at_random_moments_a_server_loses_nothing_and_doubles_nothing(
    database: str, postgres: Postgres | None, tmp_path: Path
) -> None:
    report = asyncio.run(Torture(database, tmp_path, seed=1, postgres=postgres).run(KILLS))
    assert report.kills >= KILLS
    assert report.copies > 0
    assert report.commands > 100
    assert report.clocks > 0


def test_no_clock_runs_without_a_server_though_the_dead_one_still_has_the_lease(tmp_path: Path) -> None:
    people = [kind for kind in KINDS if kind.bot is None]
    postgres = shared_postgres()
    torture = Torture(postgres.new_database(), tmp_path, 1, lease=15.0, kinds=people, postgres=postgres)
    assert asyncio.run(torture.run(3)).clocks > 0


def test_with_two_servers_behind_one_address_either_may_be_killed(tmp_path: Path) -> None:
    postgres = shared_postgres()
    torture = Torture(postgres.new_database(), tmp_path, 1, servers=2, kinds=KINDS[1:4], postgres=postgres)
    report = asyncio.run(torture.run(3))
    assert report.commands > 100


def test_when_only_the_writing_process_is_killed_nothing_is_lost_and_nothing_doubled(
    database: str, postgres: Postgres | None, tmp_path: Path
) -> None:
    report = Report("the writing process")
    Light(database, tmp_path, random.Random(1), postgres).run(LIGHT_KILLS, report, lambda _: None)
    assert (report.kills, report.commands > LIGHT_KILLS) == (LIGHT_KILLS, True)
    assert min(report.copies, report.clocks, report.matches) > 0
