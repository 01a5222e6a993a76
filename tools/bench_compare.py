"""Compare the speed of two revisions: `make bench-compare REV=main`.

    python tools/bench_compare.py main                  # the working tree against main
    python tools/bench_compare.py main --new my-branch  # a branch against main
    python tools/bench_compare.py main --fast           # both compiled with profiles, as releases are
    python tools/bench_compare.py main --fast-new       # only the new one

Both are exported to a temporary folder, compiled there with this Python, and given the same work in turn. Times are CPU
times. A ratio above 1 means that the new one is faster. The interval holds the true median ratio with a confidence of
95 % or more, whatever the noise looks like (it is made of order statistics). Processes are started anew several times,
as the speed of a process depends on where its memory happens to lie.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
WORKING_TREE: Final = "the working tree"
CONFIDENCE: Final = 0.95
LAYOUT: Final = 0.015
"""How much two builds of the same source may differ, because their code lands at other addresses."""
SLICE: Final = 0.15
"""CPU seconds of one piece of work, about."""
WORDS: Final = {
    "games": "random games of two",
    "six": "random games of six",
    "battles": "Battles",
    "copies": "copies of a state",
    "telling": "games with events",
    "words": "games in words",
    "stories": "games as stories",
    "search": "searches",
}


class CompareError(Exception):
    """A comparison that cannot be made; the message says why."""


@dataclass
class Comparison:
    """The rounds of one kind of work."""

    work: str
    old: list[float] = field(default_factory=list)
    """CPU seconds of each round."""
    new: list[float] = field(default_factory=list)
    same: bool = True
    """Whether both did the same work."""

    @property
    def ratios(self) -> list[float]:
        """How many times as fast the new one was, round by round."""
        return [old / new for old, new in zip(self.old, self.new, strict=True)]

    def verdict(self) -> str:
        """A verdict on the interval. Differences that two builds of one source can have do not count."""
        low, high = interval(self.ratios)
        return "faster" if low > 1 + LAYOUT else "slower" if high < 1 - LAYOUT else "no difference seen"


def interval(values: Sequence[float], confidence: float = CONFIDENCE) -> tuple[float, float]:
    """An interval that holds the median with this confidence. If the values are too few for that, it holds them all."""
    ordered = sorted(values)
    count = len(ordered)
    # The median lies outside of [k-th smallest, k-th largest] if fewer than k of n fair coins show heads, or tails.
    cut, outside = 0, 0.0
    while cut < count // 2:
        outside += 2 * math.comb(count, cut) / 2**count
        if outside > 1 - confidence:
            break
        cut += 1
    cut = max(cut - 1, 0)
    return ordered[cut], ordered[count - 1 - cut]


def export(revision: str, folder: Path) -> None:
    """Write the files of a revision, or of the working tree, to a folder. Raises `CompareError`."""
    folder.mkdir()
    if revision == WORKING_TREE:
        listed = _git("ls-files", "-z", "--cached", "--others", "--exclude-standard", "src", "tools", "setup.py",
                      "pyproject.toml", "README.md", "LICENSE")  # fmt: skip
        for name in filter(None, listed.decode().split("\0")):
            if (ROOT / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, folder / name)
        return
    archive = _git("archive", "--format=tar", revision)
    subprocess.run(["tar", "-x", "-C", str(folder)], input=archive, check=True)


def _git(*words: str) -> bytes:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, check=False)
    if done.returncode:
        raise CompareError(done.stderr.decode().strip().splitlines()[0])
    return done.stdout


def build(folder: Path, *, fast: bool) -> None:
    """Compile the rules of an exported tree in place. Raises `CompareError`."""
    command = ["tools/fast.py"] if fast else ["setup.py", "--quiet", "build_ext", "--inplace"]
    done = subprocess.run([sys.executable, *command], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode or not list((folder / "src/neurohex/rules").glob("*.so")):
        last = (done.stderr.strip() or done.stdout.strip() or "no output").splitlines()[-1]
        raise CompareError(f"{folder.name} was not compiled: {last}")


class Engine:
    """A process that works with the rules of one tree."""

    def __init__(self, source: Path) -> None:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("NEUROHEX_")}
        self._process = subprocess.Popen(
            [sys.executable, str(ROOT / "tools" / "bench_work.py")],
            env={**kept, "PYTHONPATH": str(source), "PYTHONHASHSEED": "0"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.about = self._answer()
        if not Path(self.about["path"]).is_relative_to(source):
            raise CompareError(f"expected the rules of {source}, got {self.about['path']}")

    def work(self, work: str, count: int) -> tuple[float, int]:
        """Do `count` pieces of work. Gives CPU seconds and a checksum. Raises `CompareError`."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"work": work, "count": count}) + "\n")
        self._process.stdin.flush()
        answer = self._answer()
        return answer["seconds"], answer["checksum"]

    def end(self) -> None:
        """End the process."""
        self._process.communicate()

    def _answer(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            said = self._process.communicate()[1].strip().splitlines()
            raise CompareError(f"the process that measures ended: {said[-1] if said else 'it did not say why'}")
        answer: dict[str, Any] = json.loads(line)
        return answer


def counts_for(source: Path, works: Sequence[str], seconds: float = SLICE) -> dict[str, int]:
    """Amount of each work that takes about `seconds` CPU seconds."""
    engine = Engine(source)
    counts = {}
    try:
        for work in works:
            count = 1
            while (spent := engine.work(work, count)[0]) < seconds / 4:
                count *= 2
            counts[work] = max(1, round(count * seconds / spent))
    finally:
        engine.end()
    return counts


def compare(old: Path, new: Path, counts: dict[str, int], *, starts: int, rounds: int) -> list[Comparison]:
    """Measure in turn: each of `starts` pairs of processes does `rounds` rounds of every work."""
    found = {work: Comparison(work) for work in counts}
    for start in range(starts):
        engines: list[Engine] = []
        try:
            for source in (old, new):
                engines.append(Engine(source))  # noqa: PERF401 - the first must end if the second does not start
            for number in range(-1, rounds):  # the first round warms up
                for work, count in counts.items():
                    spent = [0.0, 0.0]
                    sums = [0, 0]
                    # Each goes first as often as the other.
                    for which in (0, 1) if (start + number) % 2 else (1, 0):
                        spent[which], sums[which] = engines[which].work(work, count)
                    found[work].same = found[work].same and sums[0] == sums[1]
                    if number >= 0:
                        found[work].old.append(spent[0])
                        found[work].new.append(spent[1])
        finally:
            for engine in engines:
                engine.end()
    return list(found.values())


def report(old: str, new: str, found: Sequence[Comparison]) -> list[str]:
    """The lines to print."""
    lines = [f"{new} against {old}: how many times as fast (CPU time), with an interval of 95 %"]
    for each in found:
        low, high = interval(each.ratios)
        work = WORDS.get(each.work, each.work)
        different = "" if each.same else "; they did not do the same work"
        median = statistics.median(each.ratios)
        lines.append(f"  {work:22} {median:6.3f}   {low:6.3f} to {high:6.3f}   {each.verdict()}{different}")
    lines.append(f"{len(found[0].ratios)} rounds each, in turn; the same work with the same seeds.")
    return lines


def main(arguments: Sequence[str]) -> int:
    """Build both, measure, print."""
    parser = argparse.ArgumentParser(prog="bench_compare.py", description="Compare the speed of two revisions.")
    parser.add_argument("old", help="a git revision, such as main")
    parser.add_argument("--new", default=WORKING_TREE, metavar="REV", help="another revision than the working tree")
    parser.add_argument("--fast", action="store_true", help="compile with profiles, as `make fast` does")
    parser.add_argument("--fast-new", action="store_true", help="compile only the new one with profiles")
    parser.add_argument("--starts", type=int, default=5, help="how often the processes are started anew (5)")
    parser.add_argument("--rounds", type=int, default=6, help="rounds of each start (6)")
    parser.add_argument("--only", nargs="+", choices=list(WORDS), default=list(WORDS), help="only these workloads")
    parser.add_argument("--json", action="store_true", help="print all rounds as JSON")
    parser.add_argument(
        "--fail-below", type=float, metavar="RATIO", help="exit with 1 if a whole interval lies below this ratio"
    )
    args = parser.parse_args(arguments)
    if args.starts < 1 or args.rounds < 1:
        parser.error("--starts and --rounds: expected 1 or more")
    with tempfile.TemporaryDirectory(prefix="neurohex-compare-") as name:
        folders = [Path(name) / "old", Path(name) / "new"]
        try:
            for revision, folder in zip((args.old, args.new), folders, strict=True):
                export(revision, folder)
            print(f"compiling {args.old} and {args.new}", file=sys.stderr, flush=True)
            with ThreadPoolExecutor(2) as pool:
                fast = (args.fast, args.fast or args.fast_new)
                list(pool.map(lambda folder, fast: build(folder, fast=fast), folders, fast))
            sources = [folder / "src" for folder in folders]
            counts = counts_for(sources[0], args.only)
            found = compare(sources[0], sources[1], counts, starts=args.starts, rounds=args.rounds)
        except CompareError as error:
            print(f"bench-compare: {error}", file=sys.stderr)
            return 2
    if args.json:
        print(json.dumps({each.work: {"old": each.old, "new": each.new, "same": each.same} for each in found}))
    else:
        print("\n".join(report(args.old, args.new, found)))
    slow = args.fail_below is not None and any(interval(each.ratios)[1] < args.fail_below for each in found)
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
