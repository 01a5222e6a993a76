"""`neurohex` on a machine whose clock is ahead: `python -m tests.server.later SECONDS COMMAND…`.

A server that starts an hour later than another, for tests that do not wait for an hour.
"""

from __future__ import annotations

import sys
import time


def main(seconds: float, words: list[str]) -> int:
    """Set the wall clock ahead, then run the command."""
    wall, wall_ns = time.time, time.time_ns
    time.time = lambda: wall() + seconds
    time.time_ns = lambda: wall_ns() + round(seconds * 1e9)
    from neurohex.cli import main as neurohex  # its modules read the clock when they are imported

    return neurohex(words)


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]), sys.argv[2:]))
