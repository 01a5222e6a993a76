"""Guards for every test run."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest
from hypothesis import settings

COMPILED = [Path(__file__).parents[1] / "src" / "neurohex" / name for name in ("rules", "bots", "tensors")]


# Machines are shared and slow at times: no test fails for the time it takes. What lands is judged by the same examples
# each time; everybody else looks for new ones.
settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")


def pytest_configure(config: pytest.Config) -> None:
    """Test this tree: only its own armies, and no compiled rules older than their source."""
    os.environ.pop("NEUROHEX_ARMIES", None)
    # What a shell starts in the background ignores Ctrl-C, and so would every command that the tests start.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    stale = [
        source.name
        for folder in COMPILED
        for source in sorted(folder.glob("*.py"))
        for compiled in folder.glob(f"{source.stem}.*.so")
        if compiled.stat().st_mtime < source.stat().st_mtime
    ]
    if stale:
        raise pytest.UsageError(f"compiled rules are older than their source ({', '.join(stale)}): run `make build`")


SLOW_FOLDERS = [Path(__file__).parent / name for name in ("browser", "dist", "torture")]
POSTGRES_FIXTURES = {"postgres", "postgres_server", "postgres_url"}
MOST_WORKERS = 8


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Two processes a core (`-n auto`): about half of the time tests wait, for browsers, databases and clocks."""
    return min(2 * len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 4, MOST_WORKERS)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    """Run the tests of a browser file in one process (`--dist loadgroup`)."""
    from tests.scheduling import Scheduling  # needs xdist

    return Scheduling(config, log) if config.getoption("dist") == "loadgroup" else None


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say how to run the tests in the same order again, also with -q."""
    seed = config.getoption("randomly_seed", None)
    if seed is not None and config.getoption("randomly_reorganize", False):
        terminalreporter.write_line(f"random order of the tests: -p randomly --randomly-seed={seed}")


SYSTEMS = {"linux": sys.platform == "linux", "posix": os.name == "posix"}
"""Marks of tests that only some systems can run, and whether this one can. Others leave them out: CI refuses skips."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out tests for other systems. Mark what is slow by its nature. Check that a ruling mark names its rulings
    as plain texts."""
    foreign = [
        item for item in items if any(item.get_closest_marker(name) for name, here in SYSTEMS.items() if not here)
    ]
    if foreign:
        config.hook.pytest_deselected(items=foreign)
        items[:] = [item for item in items if item not in foreign]
    for item in items:
        # Browsers, wheels, servers that are killed, and every test that runs on PostgreSQL.
        params = (
            item.callspec.params.values() if isinstance(item, pytest.Function) and hasattr(item, "callspec") else ()
        )
        fixtures = getattr(item, "fixturenames", ())
        on_postgres = "postgres" in params or not POSTGRES_FIXTURES.isdisjoint(fixtures)
        if on_postgres or any(item.path.is_relative_to(folder) for folder in SLOW_FOLDERS):
            item.add_marker(pytest.mark.slow)
        for mark in item.iter_markers("ruling"):
            if not mark.args or mark.kwargs or not all(isinstance(number, str) for number in mark.args):
                raise pytest.UsageError(f"{item.nodeid}: expected a mark as ruling('R3.1'), got {mark}")


_skipped: list[str] = []


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Remember skipped tests."""
    if report.skipped and not hasattr(report, "wasxfail"):
        _skipped.append(report.nodeid)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """CI refuses skipped tests: they would hide a missing program."""
    if _skipped and os.environ.get("CI") and not hasattr(session.config, "workerinput"):
        print(f"\nCI skips no test, but these were skipped: {', '.join(_skipped)}")
        if exitstatus == 0:
            session.exitstatus = 1
