"""Guards for every run of the tests."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from hypothesis import settings

COMPILED = [Path(__file__).parents[1] / "src" / "neurohex" / name for name in ("rules", "bots")]


# Machines are shared and slow at times: no test fails for the time it takes. What lands is judged by the same examples
# each time; everybody else looks for new ones.
settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")


def pytest_configure(config: pytest.Config) -> None:
    """Test what is in this tree: its own armies only, and no compiled rules that are older than their source."""
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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A ruling mark names its rulings as plain texts."""
    for item in items:
        for mark in item.iter_markers("ruling"):
            if not mark.args or mark.kwargs or not all(isinstance(number, str) for number in mark.args):
                raise pytest.UsageError(f"{item.nodeid}: expected a mark as ruling('R3.1'), got {mark}")


_skipped: list[str] = []


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Remember what was skipped."""
    if report.skipped and not hasattr(report, "wasxfail"):
        _skipped.append(report.nodeid)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """CI refuses skipped tests: they would hide a missing program."""
    if _skipped and os.environ.get("CI") and not hasattr(session.config, "workerinput"):
        print(f"\nCI skips no test, but these were skipped: {', '.join(_skipped)}")
        if exitstatus == 0:
            session.exitstatus = 1
