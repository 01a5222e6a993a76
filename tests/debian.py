"""Programs that tests need from Debian's packages.

As root, missing packages are installed. If that is impossible, tests that need them are skipped; CI refuses skipped
tests. The fast tests never use them (`make test-fast`).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest


def installed(find: Callable[[], Path | None], *packages: str) -> Path:
    """The result of `find` after installing the packages.

    If they are unavailable, skips the running test; raises `RuntimeError` outside tests and in CI.
    """
    wanted = " ".join(packages)
    testing = "PYTEST_CURRENT_TEST" in os.environ
    if testing and os.environ.get("NEUROHEX_FAST") == "1":
        pytest.skip(f"left out of the fast tests: needs {wanted}")
    found = find()
    if found is None and shutil.which("apt-get") and os.geteuid() == 0:
        import fcntl  # Windows has none

        with (Path(tempfile.gettempdir()) / "neurohex-install.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # another process of these tests may be at it
            found = find()
            if found is None:
                quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
                for command in (["update"], ["install", "-y", "--no-install-recommends", *packages]):
                    subprocess.run(["apt-get", "-q", *command], env=quiet, stdout=sys.stderr, check=True)
                found = find()
    if found is None:
        why = f"needs a program of Debian's: install it with `apt-get install {wanted}`"
        if testing and not os.environ.get("CI"):
            pytest.skip(why)
        raise RuntimeError(f"the test {why}")
    return found
