"""The long run: `python -m tests.torture --kills 1000 --database sqlite`. It fails where a promise was broken."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

from tests.postgres import shared_postgres
from tests.torture.killing import Report, Torture


def main() -> None:
    """Kill servers as the options say."""
    parser = argparse.ArgumentParser(prog="python -m tests.torture", description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--servers", type=int, default=1, help="processes that serve the same matches")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    if args.servers > 1 and args.database == "sqlite":
        parser.error("several servers need --database postgresql")
    began = time.monotonic()

    def say(report: Report) -> None:
        print(f"\r{time.monotonic() - began:.0f} s: {report}", end="", file=sys.stderr, flush=True)

    with tempfile.TemporaryDirectory() as folder:
        database = f"{folder}/matches.db" if args.database == "sqlite" else shared_postgres().new_database()
        report = asyncio.run(Torture(database, Path(folder), args.seed, args.servers).run(args.kills, say))
    print(f"\n{report}: nothing was lost, nothing doubled")


if __name__ == "__main__":
    main()
