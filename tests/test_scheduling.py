"""Tests that share a browser or a wheel run in one process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.scheduling import TOGETHER, scope_of

ROOT = Path(__file__).parents[1]


def test_the_folders_exist() -> None:
    assert all((ROOT / folder).is_dir() for folder in TOGETHER)


def test_files_of_these_folders_stay_together_and_other_tests_do_not() -> None:
    assert scope_of("tests/dist/test_wheel.py::test_a") == scope_of("tests/dist/test_wheel.py::test_b[x::y]")
    assert scope_of("tests/browser/test_game.py::test_a") != scope_of("tests/browser/test_study.py::test_a")
    assert scope_of("tests/test_board.py::test_a") != scope_of("tests/test_board.py::test_b")


def test_xdist_keeps_to_it(tmp_path: Path) -> None:
    """Six tests of one file, and two processes: all run in the same one."""
    folder = tmp_path / "tests" / "browser"
    folder.mkdir(parents=True)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "conftest.py").write_text(
        "from tests.conftest import pytest_xdist_make_scheduler as pytest_xdist_make_scheduler\n"
    )
    (folder / "test_six.py").write_text(
        "import os, pathlib, pytest\n"
        "@pytest.mark.parametrize('number', range(6))\n"
        "def test_one(number):\n"
        "    pathlib.Path('ran').mkdir(exist_ok=True)\n"
        "    pathlib.Path('ran', os.environ['PYTEST_XDIST_WORKER']).touch()\n"
    )
    options = f"-q -p xdist -n 2 --dist loadgroup --rootdir {tmp_path} tests".split()
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}
    environment |= {"PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    command = [sys.executable, "-m", "pytest", *options]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert len(list((tmp_path / "ran").iterdir())) == 1
