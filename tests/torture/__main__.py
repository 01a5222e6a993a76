"""The long run: `python -m tests.torture --kills 1000 --database sqlite`. It fails if a promise was broken."""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from pathlib import Path

from tests.postgres import shared_postgres
from tests.torture.killing import Torture
from tests.torture.light import Light, segments
from tests.torture.report import Report


def main() -> None:
    """Kill servers as the options say."""
    parser = argparse.ArgumentParser(prog="python -m tests.torture", description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument(
        "--level", choices=("full", "light"), default="full", help="whole servers, or only the process that writes"
    )
    parser.add_argument("--servers", type=int, default=1, help="processes that serve the same matches")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    if args.servers > 1 and (args.database == "sqlite" or args.level == "light"):
        parser.error("several servers need --database postgresql and --level full")
    began = time.monotonic()

    def say(report: Report) -> None:
        if report.kills % 10 == 0 or sys.stderr.isatty():
            end = "" if sys.stderr.isatty() else "\n"
            print(f"\r{time.monotonic() - began:.0f} s: {report}", end=end, file=sys.stderr, flush=True)

    postgres = shared_postgres() if args.database == "postgresql" else None
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        report: Report
        if args.level == "full":
            database = str(folder / "matches.db") if postgres is None else postgres.new_database()
            torture = Torture(database, folder, args.seed, args.servers, postgres=postgres)
            report = asyncio.run(torture.run(args.kills, say))
        else:
            report, luck = Report("the writing process"), random.Random(args.seed)
            for number, kills in enumerate(segments(args.kills)):
                database = str(folder / f"matches-{number}.db") if postgres is None else postgres.new_database()
                Light(database, folder, luck, postgres).run(kills, report, say)
                if postgres is not None:
                    postgres.drop(database)
    print(f"\n{time.monotonic() - began:.0f} s: {report}: nothing was lost, nothing doubled")


if __name__ == "__main__":
    main()
