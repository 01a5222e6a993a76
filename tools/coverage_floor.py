"""Measure which lines and branches of the rules and of matches the tests reach: `make coverage`.

Compiled code is not measured, so the rules run from source. Only the tests that are about them run. Fails if a package
is below its floor.
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from coverage import Coverage

ROOT: Final = Path(__file__).parents[1]
FLOORS: Final = {"neurohex/rules": 97.0, "neurohex/match": 95.0}
"""Least per cent of lines and branches, each package by itself."""
TESTS: Final = (
    "tests/rules",
    "tests/match",
    "tests/events",
    "tests/golden",
    "tests/stories",
    "tests/test_actions.py",
    "tests/test_hard_cases.py",
    "tests/test_session.py",
    "tests/view/test_analysis.py",
)


def measure(folder: Path) -> Coverage:
    """Run the tests in two processes. Gives the lines and branches that they reached."""
    command = [sys.executable, "-m", "coverage", "run", "--parallel-mode", "-m", "pytest", "-q", "-p", "no:randomly"]
    environment = {**os.environ, "NEUROHEX_PURE": "1", "COVERAGE_FILE": str(folder / "data")}
    halves = (TESTS[:1], TESTS[1:])
    running = [
        subprocess.Popen([*command, "-n", "0", "-m", "not slow", *half], cwd=ROOT, env=environment) for half in halves
    ]
    codes = [process.wait() for process in running]
    if any(codes):
        raise SystemExit("coverage: tests failed")
    data = Coverage(data_file=str(folder / "data"))
    data.combine([str(folder)])
    return data


def main() -> int:
    """Measure, print what is not reached, and compare with the floors."""
    failed = False
    with tempfile.TemporaryDirectory(prefix="neurohex-coverage-") as folder:
        data = measure(Path(folder))
        for part, floor in FLOORS.items():
            report = io.StringIO()
            total = data.report(include=[f"*/{part}/*"], file=report)
            print(report.getvalue())
            print(f"{part}: {total:.1f} % of lines and branches, at least {floor:.1f} % expected", flush=True)
            failed = failed or total < floor
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
