"""Programs that tests need from Debian's packages: installed where they are missing and we are root."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path


def installed(find: Callable[[], Path | None], *packages: str) -> Path:
    """What `find` finds, once the packages are there. Raises `RuntimeError` where they cannot be had."""
    found = find()
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        with (Path(tempfile.gettempdir()) / "neurohex-install.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # another process of these tests may be at it
            found = find()
            if found is None:
                quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
                for command in (["update"], ["install", "-y", "--no-install-recommends", *packages]):
                    subprocess.run(["apt-get", "-q", *command], env=quiet, stdout=sys.stderr, check=True)
                found = find()
    if found is None:
        wanted = " ".join(packages)
        raise RuntimeError(f"the tests need a program of Debian's: install it with `apt-get install {wanted}`")
    return found
