"""Running an analysis: on several cores, from a cache, and after an interruption."""

from __future__ import annotations

from pathlib import Path

import pytest

from neurohex.analysis import Cache, Span, analyse, game_hash, judge, run, spans_of
from tests.analysis.games import played, think_little


@pytest.mark.slow
def test_an_interrupted_analysis_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    think_little(monkeypatch)
    record = played(acts=12)
    spans = spans_of(record.game, record.actions)
    cache = Cache(tmp_path / "deep" / "er", game_hash(record.game, record.actions), 1)
    seen: list[Span] = []

    def stopping(*given: object) -> object:
        seen.append(given[2])  # type: ignore[arg-type]  # a span
        if len(seen) == 5:
            raise KeyboardInterrupt
        return judge(*given)  # type: ignore[arg-type]  # as it was called

    monkeypatch.setattr(run, "judge", stopping)
    with pytest.raises(KeyboardInterrupt):
        analyse(record, 1, cache=cache)
    assert sorted(cache.read()) == [0, 1, 2, 3]
    with cache.path.open("ab") as file:
        file.write(b'{"number": 4, "pie')  # cut off while it was written
    told: list[tuple[int, int]] = []
    whole = analyse(record, 1, cache=cache, progress=lambda *given: told.append(given))
    assert told[0] == (4, len(spans))
    assert told[-1] == (len(spans), len(spans))
    assert len(seen) == 5 + len(spans) - 4
    assert analyse(record, 1, cache=cache) == whole == analyse(record, 1)
    assert len(seen) == 5 + 2 * len(spans) - 4  # the last one had no cache


@pytest.mark.slow
def test_processes_give_the_same_as_one() -> None:
    record = played(acts=5)
    assert analyse(record, 1, processes=2) == analyse(record, 1)


def test_a_piece_that_fits_no_span_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    think_little(monkeypatch)
    record = played(acts=3)
    cache = Cache(tmp_path, game_hash(record.game, record.actions), 1)
    right = analyse(record, 1)
    cache.add(0, right.pieces[1])
    cache.add(99, right.pieces[1])
    assert analyse(record, 1, cache=cache) == right
