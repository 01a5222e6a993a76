"""`make bench-compare`: the same work for both, and honest intervals."""

from __future__ import annotations

import random
import statistics
from pathlib import Path

import pytest
from tools import bench_compare, bench_work

import neurohex

SOURCE = Path(neurohex.__file__).parents[1]


def test_the_interval_holds_the_median_as_often_as_it_says() -> None:
    luck = random.Random(5)
    held = 0
    for _ in range(2000):
        low, high = bench_compare.interval([luck.expovariate(1.0) for _ in range(20)])
        held += low <= 0.6931 <= high
    assert 0.95 <= held / 2000 < 0.975  # the exact figure for twenty values is 0.9586


@pytest.mark.parametrize(("count", "cut"), [(1, 0), (2, 0), (5, 0), (6, 0), (9, 1), (20, 5), (30, 9)])
def test_the_interval_is_made_of_order_statistics(count: int, cut: int) -> None:
    values = list(range(count))
    random.Random(1).shuffle(values)
    assert bench_compare.interval(values) == (cut, count - 1 - cut)


def test_an_engine_does_the_same_work_twice_and_is_as_fast_as_itself() -> None:
    counts = {"games": 20, "six": 1, "battles": 20, "copies": 1, "telling": 1, "words": 1, "stories": 1, "search": 1}
    assert list(counts) == list(bench_work.WORK) == list(bench_compare.WORDS)
    found = bench_compare.compare(SOURCE, SOURCE, counts, starts=1, rounds=2)
    assert [each.work for each in found] == list(counts)
    assert all(each.same and len(each.ratios) == 2 for each in found)
    assert all(spent > 0 for each in found for spent in each.old + each.new)


def test_a_report_says_which_is_faster_and_whether_both_did_the_same() -> None:
    found = [
        bench_compare.Comparison("games", old=[2.0] * 8, new=[1.0] * 8),
        bench_compare.Comparison("battles", old=[1.0] * 8, new=[2.0] * 8, same=False),
        bench_compare.Comparison("copies", old=[1.0, 2.0] * 4, new=[2.0, 1.0] * 4),
        bench_compare.Comparison("search", old=[1.01] * 8, new=[1.0] * 8),  # as two builds of one source may differ
    ]
    _, games, battles, copies, search, _ = bench_compare.report("main", "the working tree", found)
    assert "2.000 to  2.000   faster" in games
    assert battles.endswith("slower; they did not do the same work")
    assert copies.endswith("no difference seen")
    assert search.endswith("no difference seen")
    assert statistics.median(found[2].ratios) == 1.25


def test_the_working_tree_is_exported_with_what_is_not_committed_yet(tmp_path: Path) -> None:
    bench_compare.export(bench_compare.WORKING_TREE, tmp_path / "new")
    assert (tmp_path / "new/src/neurohex/rules/engine.py").read_bytes() == (
        SOURCE / "neurohex/rules/engine.py"
    ).read_bytes()
    assert not list((tmp_path / "new").rglob("*.so"))
    bench_compare.export("HEAD", tmp_path / "old")
    assert (tmp_path / "old/setup.py").is_file()


def test_an_unknown_revision_is_told_on_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench_compare.main(["no-such-revision"]) == 2
    assert capsys.readouterr().err.startswith("bench-compare: fatal: ")


def test_an_engine_that_cannot_start_says_why(tmp_path: Path) -> None:
    (tmp_path / "neurohex.py").write_text("raise SystemExit('broken rules')")
    with pytest.raises(bench_compare.CompareError, match="ended: broken rules"):
        bench_compare.Engine(tmp_path)
