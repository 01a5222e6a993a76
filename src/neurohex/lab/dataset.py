"""Games as rows for learning programs: position, legal actions, choice, search value, result; in Parquet.

A dataset is a folder of shards, `shard-00000.parquet` and so on, each written whole. A row is one decision. Draws are
not rows: they follow from the rows before and after. docs/lab.md has the schema.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from neurohex.api.game import Game
from neurohex.errors import NeurohexError
from neurohex.lab.encoding import VERSION, Encoding
from neurohex.lab.needs import need
from neurohex.notation.record import Dealer, Record, parse_record
from neurohex.players import make_player
from neurohex.players.thinking import Searching
from neurohex.rules.engine import Game as RulesGame
from neurohex.rules.engine import apply, is_chance, new_state
from neurohex.tensors.space import tables_digest

DATASET_VERSION: Final = 1
PLAN: Final = "dataset.json"
Row = dict[str, Any]


def schema() -> Any:
    """The columns of a shard, with the versions in the metadata."""
    pa = need("pyarrow")
    fields = [
        ("game", pa.string()),
        ("ply", pa.int32()),
        ("description", pa.string()),
        ("players", pa.list_(pa.string())),
        ("seat", pa.int8()),
        ("state", pa.binary()),
        ("observation", pa.binary()),
        ("legal", pa.list_(pa.int32())),
        ("action", pa.int32()),
        ("value", pa.float32()),
        ("result", pa.int8()),
    ]
    versions = {"dataset": str(DATASET_VERSION), "encoding": VERSION, "tiles": str(tables_digest())}
    return pa.schema(fields).with_metadata(versions)


@dataclass(frozen=True, slots=True)
class Plan:
    """Which games a folder holds. Fixed when the folder is made, except the number of games."""

    players: tuple[str, ...]
    """The bots. Each game draws one for each seat from its number."""
    armies: tuple[str, ...]
    options: tuple[tuple[str, Any], ...] = ()
    seats: int = 2
    seed: int = 1
    shard: int = 100
    """Games in a shard."""

    def data(self) -> dict[str, Any]:
        """The plan as JSON-ready values."""
        return {
            "dataset": DATASET_VERSION,
            "encoding": VERSION,
            "players": list(self.players),
            "armies": list(self.armies),
            "options": dict(self.options),
            "seats": self.seats,
            "seed": self.seed,
            "shard": self.shard,
        }

    def game(self, number: int) -> tuple[RulesGame, list[str], int]:
        """Game, players by seat and seed of one game. Pure: the same number gives the same game."""
        seed = int.from_bytes(blake2b(f"{self.seed}/{number}".encode(), digest_size=6).digest())
        left = list(self.armies)
        armies, drawn = [], seed
        for _ in range(self.seats):
            if not left:
                left = list(self.armies)
            armies.append(left.pop(drawn % len(left)))
            drawn //= 13
        players = [self.players[(number + seat) % len(self.players)] for seat in range(self.seats)]
        return Game(*armies, **dict(self.options)).rules, players, seed


def write_games(folder: Path, plan: Plan, games: int) -> Iterator[int]:
    """Play the games that a folder lacks and write them in shards; gives the number of games after each shard.

    Shards that are there stay. Raises `NeurohexError` if the folder holds another dataset.
    """
    _open(folder, plan)
    for first in range(0, games, plan.shard):
        path = folder / f"shard-{first // plan.shard:05d}.parquet"
        end = min(first + plan.shard, games)
        if not path.is_file() or _games_in(path) < end - first:
            write_shard(path, (row for number in range(first, end) for row in play_rows(plan, number)))
        yield end


def _open(folder: Path, plan: Plan) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / PLAN
    if path.is_file():
        there = json.loads(path.read_text(encoding="utf-8"))
        for key, value in json.loads(json.dumps(plan.data())).items():
            if there.get(key) != value:
                raise NeurohexError(f"{folder}: holds another dataset ({key}: {there.get(key)}, not {value})")
    else:
        path.write_text(json.dumps(plan.data(), indent=1) + "\n", encoding="utf-8")


def _games_in(path: Path) -> int:
    return len(set(need("pyarrow.parquet").read_table(path, columns=["game"])["game"].to_pylist()))


def write_shard(path: Path, rows: Iterable[Row]) -> None:
    """Write rows as one file: complete or not there."""
    pa, pq = need("pyarrow"), need("pyarrow.parquet")
    beside = path.with_name(f"{path.name}.writing")
    pq.write_table(pa.Table.from_pylist(list(rows), schema()), beside, compression="zstd")
    beside.replace(path)


def play_rows(plan: Plan, number: int) -> list[Row]:
    """Play one game of a plan; its decisions as rows. A player that searches tells the value of its choice."""
    game, names, seed = plan.game(number)
    players = [make_player(name, (seed + seat) % 2**31) for seat, name in enumerate(names)]
    dealer = Dealer(game, seed)
    state = new_state(game)
    maker = _Rows(f"{plan.seed}/{number}", game, names)
    try:
        while not state.is_over():
            if is_chance(state):
                apply(state, dealer.draw(state))
                continue
            player = players[state.actor()]
            value: float | None = None
            if isinstance(player, Searching):
                thoughts = player.consider(state)
                action, value = thoughts[0].action, 2 * thoughts[0].chance - 1
            else:
                action = player.choose(state)
            maker.add(state, action, value)
            apply(state, action)
    finally:
        for player in players:
            player.close()
    return maker.finished(state.result())


def record_rows(record: Record, name: str) -> list[Row]:
    """The decisions of a record, of people or bots, as rows. Without a result if the game is unfinished."""
    names = [record.tags.get(f"Player{seat}", "") for seat in range(len(record.game.armies))]
    maker = _Rows(name, record.game, names)
    state = new_state(record.game)
    for action in record.actions:
        if not is_chance(state):
            maker.add(state, action, None)
        apply(state, action)
    return maker.finished(state.result() if state.is_over() else None)


def write_records(folder: Path, paths: Sequence[Path]) -> int:
    """Write records as `records.parquet` in a folder; returns the number of decisions. Raises `RecordError`."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = [row for path in paths for row in record_rows(parse_record(path.read_text(encoding="utf-8")), path.stem)]
    write_shard(folder / "records.parquet", rows)
    return len(rows)


class _Rows:
    """Collects the rows of one game."""

    def __init__(self, name: str, game: RulesGame, players: Sequence[str]) -> None:
        self._encoding = Encoding(game)
        self._same = {"game": name, "description": json.dumps(game.describe()), "players": list(players)}
        self._rows: list[Row] = []

    def add(self, state: Any, action: int, value: float | None) -> None:
        encoding = self._encoding
        self._rows.append(
            {
                **self._same,
                "ply": len(self._rows),
                "seat": state.actor(),
                "state": state.to_bytes(),
                "observation": encoding.observation(state).tobytes(),
                "legal": encoding.numbers(state),
                "action": encoding.number_of(state, action),
                "value": value,
            }
        )

    def finished(self, results: Sequence[int] | None) -> list[Row]:
        """All rows, with the result for the player who decided."""
        return [{**row, "result": None if results is None else results[row["seat"]]} for row in self._rows]
