"""A process that is killed at any moment loses nothing that it acknowledged, and leaves no half of anything."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.store.appender import event
from tests.store.databases import Database

ROOT = Path(__file__).parents[2]


def run_and_kill(url: str, prefix: str) -> dict[str, int]:
    """The last number acknowledged of each match, by a process that was killed at a random moment."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.store.appender", url, prefix], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        said = [process.stdout.readline()]
        time.sleep(random.uniform(0.0, 0.3))
        process.kill()
        said += process.stdout
    # The last line may have been cut off as well.
    acknowledged = (line.split() for line in said if line.endswith("\n"))
    return {match: int(number) for match, number in acknowledged}


@pytest.mark.slow
async def test_acknowledged_writes_survive_kill_9(database: Database) -> None:
    for round_ in range(4):
        acknowledged = run_and_kill(database.url, f"r{round_}-")
        assert acknowledged
        async with database.opened() as store:
            for match, last in acknowledged.items():
                events = await store.read(match)
                assert len(events) > last
                # One more may have been written and not yet acknowledged; it is whole, and there once.
                assert len(events) <= last + 2
                assert events == [event(match, number) for number in range(len(events))]
                assert await store.secret(match) == match.encode()
                if len(events) > 1:
                    assert (await store.summary(match)).updated == len(events) - 1
                await store.append(match, len(events), [b"on we go"])
