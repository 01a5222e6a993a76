"""`neurohex replay`: recorded games."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from neurohex.cli import main
from neurohex.notation import loads_position
from neurohex.notation.record import Recorder
from neurohex.rules.engine import Game, Random, fresh_buffer, random_action


class Said(NamedTuple):
    """Output and exit code of a command."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        assert (self.code, self.err) == (0, "")
        return json.loads(self.out)


Replay = Callable[..., Said]


@pytest.fixture
def replay(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Replay:
    """Replays the text of a record, from a file."""
    monkeypatch.setenv("COLUMNS", "100")

    def run(text: str, *words: str) -> Said:
        path = tmp_path / "record"
        path.write_text(text, encoding="utf-8")
        code = main(["replay", str(path), *words])
        printed = capsys.readouterr()
        return Said(code, printed.out, printed.err)

    return run


def played(game: Game, seed: int, **tags: str) -> str:
    """A random game as a record."""
    out = io.StringIO()
    recorder = Recorder(game, tags, out)
    random, buffer = Random(seed), fresh_buffer()
    while not recorder.state.is_over():
        recorder.play(int(random_action(recorder.state, random, buffer)))
    return out.getvalue()


@pytest.fixture(scope="module")
def record() -> str:
    return played(Game(("borgo", "outpost")), 3, Player0="Ann", Seed="5")


def test_replay_tells_the_game(replay: Replay, record: str) -> None:
    said = replay(record)
    assert (said.code, said.err) == (0, "")
    assert "Turn 1  0 Borgo" in said.out
    assert "Ann" in said.out
    assert "Borgo places its HQ on C2, facing S" in said.out
    assert f"Result: {record.splitlines()[-1].removeprefix('result: ')}" in said.out
    assert "plays Battle  R8.1" in said.out
    assert "acts at" not in said.out
    in_full = replay(record, "--battles").out
    assert "acts at" in in_full
    assert len(in_full) > len(said.out)


def test_replay_from_standard_input(
    replay: Replay, record: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(record.encode()), encoding="utf-8"))
    assert main(["replay", "-"]) == 0
    assert capsys.readouterr().out == replay(record).out


def test_replay_as_json(replay: Replay, record: str) -> None:
    told = replay(record, "--json").json
    assert told["game"] == json.loads(json.dumps(Game(("borgo", "outpost")).describe()))
    assert told["tags"] == {"Player0": "Ann", "Seed": "5"}
    assert told["complete"] is True
    assert f"result: {told['result']}" == record.splitlines()[-1]
    acts = [f"{act['player']}: {act['act']}" for turn in told["turns"] for act in turn["acts"]]
    assert acts == [line for line in record.splitlines() if line[:1].isdigit()]
    assert [turn["turn"] for turn in told["turns"]] == list(range(len(told["turns"])))
    battles = [battle for turn in told["turns"] for battle in turn["battles"]]
    assert [battle["cause"] for battle in battles].count("final") <= 1
    assert len(battles) == record.count("; Battle") + record.count("; Final Battle")
    assert told["turns"][-1]["players"] == told["position"]["players"]
    assert loads_position(json.dumps(told["position"])).board == "standard"


def test_replay_draws_every_turn(replay: Replay, record: str, tmp_path: Path) -> None:
    folder = tmp_path / "some" / "pictures"
    turns = replay(record, "--json", "--svg", str(folder)).json["turns"]
    names = sorted(path.name for path in folder.iterdir())
    assert names == [f"turn-{turn['turn']:03}.svg" for turn in turns]
    assert (folder / names[-1]).read_text(encoding="utf-8").startswith("<svg")
    said = replay(record, "--svg", str(folder / names[0]))
    assert (said.code, said.out) == (2, "")
    assert said.err == f"neurohex: --svg: {folder / names[0]} is a file; expected a folder\n"


@pytest.mark.parametrize("share", [0.3, 0.6, 0.9])
def test_a_truncated_record_replays_to_its_last_whole_line(replay: Replay, record: str, share: float) -> None:
    cut = record[: int(len(record) * share)]
    said = replay(cut, "--json")
    assert said.code == 0
    assert said.err.startswith("neurohex: ")
    assert said.err.count("\n") == 1
    told = json.loads(said.out)
    assert told["complete"] is False
    assert told["message"] in said.err
    assert told["result"] == "unfinished"
    shown = replay(cut)
    assert (shown.code, shown.err) == (0, said.err)
    assert "Result" not in shown.out


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("0: draw", "0: drow"), ("record: line ", "drow")),
        (("borgo", "bongo"), ('no army "bongo"',)),
        (("[Board", "[Bored"), ("[Board",)),
        (("\n\n#", "\nnonsense\n#"), ("line 9", "nonsense")),
    ],
)
def test_bad_records_are_refused(replay: Replay, record: str, change: tuple[str, str], words: tuple[str, ...]) -> None:
    said = replay(record.replace(*change, 1))
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("neurohex: ")
    assert said.err.count("\n") == 1
    for word in words:
        assert word in said.err


def test_a_record_without_its_body_is_refused(replay: Replay) -> None:
    said = replay('[Neurohex "1"]\n')
    assert (said.code, said.out) == (2, "")
    assert "cut off" in said.err


@pytest.mark.slow
@pytest.mark.parametrize(
    "game",
    [
        Game(("smart", "vegas"), board="duel"),
        Game(("doomsday", "doomsday"), ruleset="2008", bomber="neutral"),
        Game(("hegemony", "moloch"), ruleset="3.0", mercenaries=2, bomber="mercenary"),
        Game(("borgo", "vegas", "outpost"), mode="one-vs-two", alternative_start=True),
        Game(("moloch", "vegas", "smart", "borgo"), mode="team", score=True),
        Game(("moloch", "vegas", "smart", "borgo", "outpost"), board="expanded", bomber_two=True),
        Game(("outpost", "hegemony"), reinforcement=True),
    ],
    ids=lambda game: " ".join(game.armies),
)
def test_every_kind_of_game_can_be_replayed(replay: Replay, game: Game) -> None:
    record = played(game, 11)
    for words in ((), ("--battles",)):
        said = replay(record, *words)
        assert (said.code, said.err) == (0, "")
        assert "Result: " in said.out
    told = replay(record, "--json").json
    assert told["game"] == json.loads(json.dumps(game.describe()))
    for cut in (0.5, 0.95):
        assert replay(record[: int(len(record) * cut)], "--battles").code == 0
