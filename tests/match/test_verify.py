"""`neurohex verify`: proves piles, and says in words what differs."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from neurohex.cli import main
from neurohex.events import Returned
from neurohex.match.proof import Witness, prove, record_of, witnessed
from neurohex.model.reading import turn_number
from neurohex.notation.action import action_text
from neurohex.notation.record import Record, deal, parse_record, replay, write_record
from neurohex.rules.engine import Game, Log, apply, is_chance, legal_actions, new_state
from neurohex.wire.messages import Resign, TurnClock
from tests.match.table import ANN, NONCE, SEED, Table


def played(*armies: str, **terms: object) -> str:
    table = Table(*armies, clock=TurnClock(allowance=10**9), **terms)  # type: ignore[arg-type]  # terms of any game
    table.play(seed=2)
    return write_record(record_of(table.match))


@pytest.fixture(scope="module")
def record() -> str:
    return played("borgo", "moloch")


def verify(tmp_path: Path, text: str, *options: str) -> int:
    file = tmp_path / "game.txt"
    file.write_text(text, encoding="utf-8")
    return main(["verify", str(file), *options])


def test_proven(tmp_path: Path, record: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify(tmp_path, record) == 0
    said = capsys.readouterr().out.splitlines()
    draws = sum(": draw " in line for line in record.splitlines())
    assert said[0] == f"proven: all {draws} draws follow from the seed and the nonces, by neurohex-shuffle-1"
    assert said[2] == f"nonce, seat 1 {NONCE}"


@pytest.mark.parametrize(
    ("armies", "terms"),
    [
        ("doomsday outpost", {}),
        ("smart vegas", {"board": "duel", "terminals": ("A1", "B1", "B4", "C3", "D1", "D4", "E2")}),
        ("hegemony smart", {"mercenaries": 2, "bomber": "mercenary", "bomber_two": True}),
        ("smart smart", {"bomber": "neutral", "alternative_start": True, "ruleset": "3.0"}),
        ("vegas borgo outpost", {"mode": "one-vs-two", "reinforcement": True}),
        ("borgo moloch outpost hegemony smart", {"board": "expanded", "score": True}),
    ],
)
def test_proven_for_every_kind_of_game(armies: str, terms: dict[str, object]) -> None:
    """With Bio-droids and bombers that come back onto piles, mercenaries drawn instead, and more players."""
    found = prove(parse_record(played(*armies.split(), **terms)))
    assert found.proven
    assert found.draws > 30


def test_a_tile_comes_back_onto_a_pile_in_some_of_these() -> None:
    """The proof above would show less if it never happened."""
    record = parse_record(played("smart", "smart", bomber="neutral", alternative_start=True, ruleset="3.0"))
    state, log = new_state(record.game), Log()
    for action in record.actions:
        apply(state, action, log)
    assert any(isinstance(event, Returned) for event in log.events)


def test_a_draw_that_was_changed(tmp_path: Path, record: str, capsys: pytest.CaptureFixture[str]) -> None:
    read = parse_record(record)
    states = list(replay(read))
    draws = [number for number, state in enumerate(states[:-1]) if is_chance(state)]
    changed = draws[20]
    state, drawn = states[changed], read.actions[changed]
    other = next(action for action in legal_actions(state) if action != drawn)
    forged = Record(read.game, read.tags, [*read.actions[:changed], other])
    assert verify(tmp_path, write_record(forged)) == 1
    assert capsys.readouterr().out.startswith(
        f"not proven: draw 21, of player {state.actor()} in turn {turn_number(state)}, differs: the record has "
        f'"{action_text(state, other)}", the piles give "{action_text(state, drawn)}"'
    )


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (SEED.hex(), "11" * 32, "not proven: the seed is not the one that was committed to"),
        (NONCE, "22" * 16, "not proven: draw "),
        ('[Match "m"]', '[Match "n"]', "not proven: draw "),
        (f'[ShuffleSeed "{SEED.hex()}"]\n', "", "not proven: the match is not over: its seed is not revealed yet"),
        ('[Match "m"]\n', "", "not proven: the record is not of a match with a committed shuffle: no tag Match"),
        ("neurohex-shuffle-1", "riffle", 'not proven: the piles were shuffled by "riffle"; here only'),
    ],
)
def test_not_proven(
    tmp_path: Path, record: str, capsys: pytest.CaptureFixture[str], old: str, new: str, said: str
) -> None:
    assert old in record
    assert verify(tmp_path, record.replace(old, new, 1)) == 1
    assert capsys.readouterr().out.startswith(said)


def test_a_game_from_a_seed_alone_proves_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify(tmp_path, write_record(deal(Game(("borgo", "moloch")), 1, []))) == 1
    assert "not of a match with a committed shuffle: no tag Shuffle" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (SEED.hex(), "xyz", 'ShuffleSeed: expected 64 hexadecimal digits, small letters, got "xyz"'),
        (NONCE, "", "Nonces: expected 2, one for each seat, got 1"),
        ("[Neurohex", "[Nonsense", "expected [Neurohex"),
    ],
)
def test_unreadable(
    tmp_path: Path, record: str, capsys: pytest.CaptureFixture[str], old: str, new: str, said: str
) -> None:
    assert verify(tmp_path, record.replace(old, new, 1)) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("neurohex: ")
    assert said in told.err
    assert told.err.count("\n") == 1


def test_a_missing_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "/no/such/record.txt"]) == 2
    assert "No such file" in capsys.readouterr().err


def test_a_record_is_compared_with_the_players_witness(
    tmp_path: Path, record: str, capsys: pytest.CaptureFixture[str]
) -> None:
    commitment = parse_record(record).tags["Commitment"]
    assert verify(tmp_path, record, "--nonce", NONCE.upper(), "--commitment", commitment) == 0
    capsys.readouterr()
    assert verify(tmp_path, record, "--nonce", "33" * 16) == 1
    assert capsys.readouterr().out.startswith("not proven: your nonce is not in the record")
    assert verify(tmp_path, record, "--commitment", "33" * 32) == 1
    assert capsys.readouterr().out.startswith("not proven: the record's commitment differs from yours")


def test_the_players_witness_is_in_the_record(tmp_path: Path, record: str, capsys: pytest.CaptureFixture[str]) -> None:
    commitment = parse_record(record).tags["Commitment"]
    kept = witnessed(record, Witness(commitment, NONCE))
    assert verify(tmp_path, kept) == 0
    assert capsys.readouterr().out.splitlines()[0].endswith("commitment and nonce match those that the player noted")
    assert verify(tmp_path, witnessed(record, Witness("33" * 32, NONCE))) == 1
    assert capsys.readouterr().out.startswith("not proven: the commitment is not the one that the player was told")
    assert verify(tmp_path, witnessed(record, Witness(commitment, "33" * 16))) == 1
    assert capsys.readouterr().out.startswith("not proven: the player's own nonce is not among those of the record")
    assert verify(tmp_path, kept.replace(f'[OwnNonce "{NONCE}"]', '[OwnNonce "x"]')) == 2
    capsys.readouterr()
    # A host cannot vouch for it: its own witness tags are dropped.
    assert witnessed(kept, None) == record
    assert parse_record(witnessed(kept, Witness(commitment, "33" * 16))).tags["OwnNonce"] == "33" * 16


def test_as_json(tmp_path: Path, record: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify(tmp_path, record, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["proven"] is True
    assert found["nonces"] == [NONCE, NONCE]


def test_a_match_that_was_given_up_is_proven_to_its_last_draw(tmp_path: Path) -> None:
    table = Table()
    table.play(acts=30)
    table.do(ANN, Resign)
    assert verify(tmp_path, write_record(record_of(table.match))) == 0


def test_it_needs_no_package_for_playing_online(tmp_path: Path, record: str) -> None:
    file = tmp_path / "game.txt"
    file.write_text(record, encoding="utf-8")
    program = "import sys; sys.modules['msgspec'] = None; from neurohex.cli import main; sys.exit(main(sys.argv[1:]))"
    done = subprocess.run([sys.executable, "-c", program, "verify", str(file)], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
