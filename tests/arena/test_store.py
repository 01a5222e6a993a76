"""The folder of a tournament loses nothing, counts nothing twice and never mixes tournaments."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq  # type: ignore[import-untyped]  # pyarrow ships no types
import pytest

from neurohex.arena import store as storing
from neurohex.arena.play import Referee
from neurohex.arena.store import SCHEMA, Store, open_folder
from neurohex.arena.tournament import ArenaError, Tournament
from neurohex.notation.record import parse_record
from tests.arena.small import played, tournament

WHAT = tournament("random", games=8)


def parts(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "results").iterdir())


def test_results_round_trip(tmp_path: Path) -> None:
    results = played(WHAT)
    store = Store(tmp_path)
    for result in reversed(results):
        store.add([result])
    assert len(parts(tmp_path)) == 8
    assert store.done() == {result.id for result in results}
    assert store.results() == results
    store.compact()
    assert len(parts(tmp_path)) == 1
    assert store.results() == results
    assert pq.read_table(tmp_path / "results")["id"].to_pylist() == [result.id for result in results]


def test_many_small_files_are_put_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storing, "MAX_PARTS", 3)
    results = played(WHAT)
    store = Store(tmp_path)
    most = 0
    for result in results:
        store.add([result])
        most = max(most, len(parts(tmp_path)))
    assert most == 3
    assert store.results() == results


def test_a_game_in_two_files_counts_once(tmp_path: Path) -> None:
    results = played(WHAT)
    store = Store(tmp_path)
    store.add(results[:5])
    store.add(results[3:])
    assert store.results() == results
    assert Store(tmp_path).results() == results
    assert len(parts(tmp_path)) == 1


def test_a_file_that_is_cut_off_costs_only_its_own_games(tmp_path: Path) -> None:
    results = played(WHAT)
    store = Store(tmp_path)
    store.add(results[:5])
    store.add(results[5:])
    last = tmp_path / "results" / parts(tmp_path)[-1]
    last.write_bytes(last.read_bytes()[:-20])
    (tmp_path / "results" / "part-00000009.parquet.writing").write_bytes(b"half a fi")
    again = Store(tmp_path)
    assert again.results() == results[:5]
    assert [path.name for path in again.unreadable] == ["part-00000001.broken"]
    again.add(results[5:])
    assert again.results() == results
    assert not [name for name in parts(tmp_path) if name.endswith(".writing")]


def test_records_lie_beside_the_results(tmp_path: Path) -> None:
    results = played(tournament("random", games=2), Referee(limit=1.0, keep_records=True))
    store = Store(tmp_path)
    store.add(results)
    for result in results:
        assert parse_record((tmp_path / "records" / f"{result.id}.txt").read_text()).tags["Game"] == result.id
    assert "record" not in SCHEMA.names
    assert {row.record for row in store.results()} == {""}


def test_a_tournament_is_fixed_but_for_its_length(tmp_path: Path) -> None:
    with open_folder(tmp_path, WHAT, None) as (_, begun):
        assert begun == WHAT
    with open_folder(tmp_path, None, None) as (_, again):
        assert again == WHAT
    with open_folder(tmp_path, None, 20) as (_, longer):
        assert longer == tournament("random", games=20)
    with open_folder(tmp_path, WHAT, None) as (_, same):
        assert same.games == 20


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ({"seed": 2}, "seed: 1, not 2"),
        ({"armies": ("borgo", "smart")}, "armies: borgo moloch, not borgo smart"),
        ({"keep_records": True}, "keep records: no, not yes"),
        ({"limit": 0.5}, "limit: 10.0, not 0.5"),
        ({"version": "9"}, "version: "),
    ],
)
def test_another_tournament_is_refused(tmp_path: Path, other: dict[str, Any], said: str) -> None:
    with open_folder(tmp_path, WHAT, None):
        pass
    with pytest.raises(ArenaError, match=said), open_folder(tmp_path, tournament("random", games=8, **other), None):
        pass
    with pytest.raises(ArenaError, match="bots: random, not random x=greedy"):
        open_folder(tmp_path, tournament("random", "x=greedy"), None).__enter__()
    with pytest.raises(ArenaError, match="8 games are planned"):
        open_folder(tmp_path, None, 4).__enter__()


def test_a_folder_has_one_running_tournament(tmp_path: Path) -> None:
    with (
        open_folder(tmp_path, WHAT, None),
        pytest.raises(ArenaError, match="another process is playing"),
        open_folder(tmp_path, WHAT, None),
    ):
        pass
    with open_folder(tmp_path, WHAT, None):
        pass


@pytest.mark.parametrize("text", ["", "[]", '{"bots": {}}', json.dumps({**WHAT.data(), "games": "many"})])
def test_a_plan_that_is_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "plan.json").write_text(text)
    with pytest.raises(ArenaError, match="not a plan of a tournament"):
        open_folder(tmp_path, None, None).__enter__()


def test_an_empty_folder_has_no_tournament_to_continue(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match="there is no tournament to continue"):
        open_folder(tmp_path / "new", None, None).__enter__()
    assert not (tmp_path / "new").exists()


def test_results_of_another_version_are_refused(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.add(played(WHAT))
    (part,) = (tmp_path / "results").iterdir()
    pq.write_table(pq.read_table(part).drop_columns(["turns"]), part)
    with pytest.raises(ArenaError, match="not results of this version"):
        Store(tmp_path)


def test_a_tournament_of_another_version_is_shown_but_not_continued() -> None:
    other = Tournament.from_data({**WHAT.data(), "neurohex": "0.0.1"})
    assert other.version == "0.0.1"
    assert "version" in WHAT.difference(other)
