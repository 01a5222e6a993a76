"""Datasets: rows that tell the games, shards that go on, records of people in the same form."""

from __future__ import annotations

from pathlib import Path

import pyarrow.parquet as pq  # type: ignore[import-untyped]  # pyarrow ships no types
import pytest

import neurohex as nh
from neurohex.cli import main
from neurohex.lab.dataset import Plan, play_rows, schema
from neurohex.lab.encoding import Encoding
from neurohex.rules.engine import State

PLAN = Plan(("random",), ("borgo", "moloch"), shard=1)


def test_rows_tell_the_game() -> None:
    rows = play_rows(PLAN, 0)
    game, _, _ = PLAN.game(0)
    encoding = Encoding(game)
    assert {row["seat"] for row in rows} == {0, 1}
    for row in rows[::9]:
        state = State.from_bytes(game, row["state"])
        assert row["legal"] == encoding.numbers(state)
        assert row["action"] in row["legal"]
        assert row["observation"] == encoding.observation(state).tobytes()
        assert row["seat"] == state.actor()
    assert {row["result"] for row in rows} in ({1, -1}, {0})


def test_a_search_tells_its_value() -> None:
    rows = play_rows(Plan(("search:nodes=5", "random"), ("borgo", "moloch")), 0)
    values = [row["value"] for row in rows]
    assert any(value is not None and -1 <= value <= 1 for value in values)
    assert any(value is None for value in values)


def test_a_dataset_goes_on_where_it_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "data"
    words = ["dataset", "random", "--armies", "borgo,moloch", "--shard", "1", "--out", str(folder)]
    assert main([*words, "--games", "1"]) == 0
    first = folder / "shard-00000.parquet"
    before = first.stat().st_mtime_ns
    assert main([*words, "--games", "2"]) == 0
    assert first.stat().st_mtime_ns == before
    table = pq.read_table(folder / "shard-00001.parquet")
    assert table.schema.names == schema().names
    assert table.schema.metadata[b"encoding"]
    assert main([*words, "--games", "2", "--seed", "7"]) == 2
    assert "holds another dataset (seed: 1, not 7)" in capsys.readouterr().err


def test_records_of_people_have_the_same_form(tmp_path: Path) -> None:
    state = nh.Game("borgo", "moloch").start(seed=3)
    for _ in range(8):
        state.play(state.legal_actions()[0])
    path = tmp_path / "mine.txt"
    path.write_text(str(state.record(Player0="Ann", Player1="Bob")), encoding="utf-8")
    assert main(["dataset", "--records", str(path), "--out", str(tmp_path / "people")]) == 0
    rows = pq.read_table(tmp_path / "people" / "records.parquet").to_pylist()
    assert len(rows) == 8
    assert rows[0]["players"] == ["Ann", "Bob"]
    assert rows[0]["result"] is None  # unfinished


def test_errors_are_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dataset", "gredy", "--out", str(tmp_path)]) == 2
    assert "did you mean greedy" in capsys.readouterr().err
    assert main(["dataset"]) == 2
