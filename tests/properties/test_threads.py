"""Threads that work on different states do not disturb each other, compiled or not."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from neurohex.pure import PURE, uses_compiled_rules
from tests.properties.threads import handed_over

COMPILED = 10_000
UNCOMPILED = 400


@pytest.mark.slow
@pytest.mark.parametrize("pure", [False, True], ids=["as built", "uncompiled"])
def test_eight_threads_read_positions_as_one_does(pure: bool) -> None:
    environ = {key: value for key, value in os.environ.items() if key != PURE}
    if pure:
        environ[PURE] = "1"
    count = COMPILED if uses_compiled_rules() and not pure else UNCOMPILED
    command = [sys.executable, "-m", "tests.properties.threads", str(count)]
    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=True)
    assert done.stdout == "0\n"


def test_a_game_can_move_from_thread_to_thread() -> None:
    assert handed_over(24) > 500
