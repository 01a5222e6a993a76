"""A network on observations, with numpy alone: masked policy and value. Saved models are players.

    python -m neurohex.lab.seat policy model.npz      seats a model in the arena

All hexes share weights: the facts of each hex become a short vector, then that of a hex and its six neighbours become
another. Tiles in hand share weights too. Two layers on all of it give the value and what concerns the whole board. To
put a tile on a hex with a rotation counts by how well a vector of the hex and rotation fits that of the tile.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from neurohex.errors import NeurohexError
from neurohex.lab.encoding import Encoding, check_fits
from neurohex.lab.needs import need
from neurohex.rules.engine import State as RulesState

need("numpy")

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Numbers = NDArray[np.int64]

_LARGE: Final = {"points": 20.0, "scored": 20.0, "pile": 34.0, "turn": 60.0, "limit": 9.0, "phase": 8.0, "top": 42.0}
"""What some numbers are divided by. Counts in piles are divided by 3."""
_LEFT_OUT: Final = ("tile number 0", "tile number 1", "army", "top", "pending")
"""Numbers that are names."""
VALUE_RANGE: Final = 2.0
"""Values lie between minus and plus this: what a player gains from here on, the result and the shaping together."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """Lengths of the vectors."""

    hex: int = 32
    """Of the facts of one hex."""
    near: int = 40
    """Of a hex and its neighbours."""
    tile: int = 32
    """Of a tile in hand."""
    wide: int = 256
    """The first layer on everything."""
    all: int = 128
    """The second."""
    spread: int = 16
    """What the second layer tells each hex."""
    out: int = 64
    """Of a hex, before its actions."""


class Legal:
    """The legal actions of some rows: pairs of a row and an action, row by row."""

    def __init__(self, masks: NDArray[np.int8]) -> None:
        """Precondition: every row has one."""
        count, actions = masks.shape
        flat = np.flatnonzero(masks.view(np.bool_))
        begins = np.arange(count, dtype=np.int64) * actions
        self.starts: Numbers = np.searchsorted(flat, begins)
        """Where the pairs of each row begin."""
        self.counts: Numbers = np.diff(self.starts, append=len(flat))
        self.rows: Numbers = np.repeat(np.arange(count, dtype=np.int64), self.counts)
        self.actions: Numbers = flat - begins[self.rows]

    def take(self, rows: Numbers) -> Legal:
        """The legal actions of some of the rows, in that order."""
        found = Legal.__new__(Legal)
        found.counts = self.counts[rows]
        ends = found.counts.cumsum()
        found.starts = ends - found.counts
        found.rows = np.repeat(np.arange(len(rows), dtype=np.int64), found.counts)
        within = np.arange(len(found.rows), dtype=np.int64) - found.starts[found.rows]
        found.actions = self.actions[self.starts[rows][found.rows] + within]
        return found

    def place(self, actions: Numbers) -> Numbers:
        """The pair of one legal action of each row."""
        hits: Numbers = np.flatnonzero(self.actions == actions[self.rows])
        return hits

    def best(self, logs: Floats) -> Numbers:
        """The most likely action of each row."""
        top = np.maximum.reduceat(logs, self.starts)
        first = np.full(len(self.starts), len(logs), dtype=np.int64)
        hits = np.flatnonzero(logs == top[self.rows])
        np.minimum.at(first, self.rows[hits], hits)
        chosen: Numbers = self.actions[first]
        return chosen

    def draw(self, logs: Floats, random: np.random.Generator) -> Numbers:
        """An action for each row, by its probabilities."""
        noise = random.random(len(logs), dtype=np.float32)
        return self.best((logs - np.log(-np.log(noise + 1e-20) + 1e-20)).astype(np.float32))


def input_scale(encoding: Encoding) -> Floats:
    """A factor for each byte of an observation, so that inputs are of the order of 1; 0 for numbers that are names."""
    scale = np.ones(encoding.size, dtype=np.float32)
    fields, names = encoding.fields, encoding.names()
    for field, labels in names.items():
        at, shape = fields[field]
        part = scale[at : at + int(np.prod(shape))].reshape(shape)
        for n, label in enumerate(labels):
            factor = 0.0 if label in _LEFT_OUT else 1 / _LARGE.get(label, 1.0)
            if field == "board":
                part[n] = factor
            else:
                part[..., n] = factor
    at, shape = fields["piles"]
    scale[at : at + int(np.prod(shape))] = 1 / 3
    return scale


def _columns(encoding: Encoding) -> tuple[Numbers, int, int]:
    """Where each action finds its logit: (placements, then columns of each hex, then the rest).

    Gives that table, the columns of a hex, and how many actions are left for the rest.
    """
    hexes, edges = len(encoding.game.board.names), encoding.edges
    place_at, place_count = encoding.blocks["place"]
    where = np.full(encoding.actions, -1, dtype=np.int64)
    where[place_at : place_at + place_count] = np.arange(place_count)
    columns = 0
    by_hex: list[tuple[int, int, int]] = []  # number, hex, column
    for name, (first, count) in encoding.blocks.items():
        if name == "move":
            stride = len(edges) * 6 + hexes * 6
            for number in range(count):
                source, step = divmod(number, stride)
                n, rot = divmod(step, 6)
                h, d = edges[n] if n < len(edges) else (n - len(edges), 6)
                by_hex.append((first + number, h, columns + source * 42 + d * 6 + rot))
            columns += count // stride * 42
        elif count in (len(edges), 3 * len(edges)):
            ways = count // len(edges)
            for number in range(count):
                h, d = edges[number // ways]
                by_hex.append((first + number, h, columns + d * ways + number % ways))
            columns += 6 * ways
        elif count in (hexes, 2 * hexes, 6 * hexes):
            ways = count // hexes
            by_hex += [(first + n, n // ways, columns + n % ways) for n in range(count)]
            columns += ways
    for number, h, column in by_hex:
        where[number] = place_count + h * columns + column
    rest = np.flatnonzero(where < 0)
    where[rest] = place_count + hexes * columns + np.arange(len(rest))
    return where, columns, len(rest)


class Network:
    """See the module. Outputs: a logit for each legal action, and the value to the player to act."""

    def __init__(self, encoding: Encoding, sizes: Sizes | None = None, seed: int = 0) -> None:
        self.encoding: Final = encoding
        self.sizes: Final = sizes or Sizes()
        s = self.sizes
        fields = encoding.fields
        self._planes, self._hexes = fields["board"][1]
        self._turn_at = fields["turn"][0]
        self._hands_at, (players, self._hand, self._facts) = fields["hands"]
        self._slots = players * self._hand
        self._piles_at = fields["piles"][0]
        scale = input_scale(encoding)
        self._board_scale = scale[: self._planes * self._hexes].reshape(self._planes, self._hexes)[:, 0].copy()
        self._tile_scale = scale[self._hands_at : self._hands_at + self._facts].copy()
        self._rest_scale = np.concatenate((scale[self._turn_at : self._hands_at], scale[self._piles_at :]))
        next_to = encoding.game.board.neighbours
        # By hex: itself, then its six neighbours; one place further for none.
        self._near = np.array(
            [[h, *(v if v >= 0 else self._hexes for v in next_to[h])] for h in range(self._hexes)], dtype=np.int64
        )
        self._where, self._columns, rest = _columns(encoding)
        random = np.random.default_rng(seed)

        def layer(rows: int, columns: int, gain: float = 1.4) -> Floats:
            drawn: Floats = (random.standard_normal((rows, columns)) * gain / np.sqrt(rows)).astype(np.float32)
            return drawn

        everything = self._hexes * s.near + self._slots * s.tile + len(self._rest_scale)
        shapes = {
            "hex": (self._planes, s.hex, 4.0),  # few inputs are not 0
            "near": (7 * s.hex, s.near, 1.4),
            "tile": (self._facts, s.tile, 4.0),
            "wide": (everything, s.wide, 1.4),
            "all": (s.wide, s.all, 1.4),
            "spread": (s.all, self._hexes * s.spread, 1.4),
            "out": (s.near + s.spread, s.out, 1.4),
            "acts": (s.out, self._columns, 0.1),
            "fits": (s.out, 6 * (s.tile + 1), 0.1),
            "rest": (s.all, rest, 0.1),
            "value": (s.all, 1, 0.5),
        }
        self.weights: dict[str, Floats] = {}
        for name, (rows, columns, gain) in shapes.items():
            self.weights[name] = layer(rows, columns, gain)
            self.weights[f"{name}+"] = np.zeros(columns, np.float32)

    def _layer(self, name: str, x: Floats, *, bend: bool = True) -> Floats:
        y: Floats = x @ self.weights[name]
        y += self.weights[f"{name}+"]
        return np.maximum(y, 0, out=y) if bend else y

    def forward(self, observations: NDArray[np.uint8], legal: Legal) -> tuple[Floats, Floats, Any]:
        """Log-probabilities of the legal pairs, values of the rows, and what `backward` needs."""
        s, rows, hexes = self.sizes, len(observations), self._hexes
        board = observations[:, : self._turn_at].reshape(rows, self._planes, hexes).transpose(0, 2, 1)
        planes = (board * self._board_scale).reshape(rows * hexes, self._planes)
        h = self._layer("hex", planes)
        around = self._around(h.reshape(rows, hexes, s.hex))
        near = self._layer("near", around)
        hands = observations[:, self._hands_at : self._piles_at].reshape(rows * self._slots, self._facts)
        facts = hands * self._tile_scale
        tile = self._layer("tile", facts)
        rest = np.concatenate(
            (observations[:, self._turn_at : self._hands_at], observations[:, self._piles_at :]), axis=1
        )
        everything = np.concatenate((near.reshape(rows, -1), tile.reshape(rows, -1), rest * self._rest_scale), axis=1)
        wide = self._layer("wide", everything)
        whole = self._layer("all", wide)
        spread = self._layer("spread", whole)
        here = np.concatenate((near, spread.reshape(rows * hexes, s.spread)), axis=1)
        out = self._layer("out", here)
        fits = self._layer("fits", out, bend=False).reshape(rows, hexes * 6, s.tile + 1)
        held = np.ones((rows, self._hand, s.tile + 1), self.weights["tile"].dtype)
        held[:, :, :-1] = tile.reshape(rows, self._slots, s.tile)[:, : self._hand]
        logits = np.concatenate(
            (
                (held @ fits.transpose(0, 2, 1)).reshape(rows, -1),
                self._layer("acts", out, bend=False).reshape(rows, -1),
                self._layer("rest", whole, bend=False),
            ),
            axis=1,
        )
        z = logits[legal.rows, self._where[legal.actions]]
        z -= np.maximum.reduceat(z, legal.starts)[legal.rows]
        logs = z - np.log(np.add.reduceat(np.exp(z), legal.starts))[legal.rows]
        values: Floats = np.tanh(self._layer("value", whole, bend=False)[:, 0])
        values *= VALUE_RANGE
        kept = (planes, h, around, near, facts, tile, everything, wide, whole, spread, here, out, fits, held)
        return logs, values, kept

    def _around(self, of_hex: Floats) -> Floats:
        """For each hex its own vector and those of its neighbours, zeros for none."""
        rows, hexes, size = of_hex.shape
        padded = np.zeros((rows, hexes + 1, size), of_hex.dtype)
        padded[:, :hexes] = of_hex
        return padded[:, self._near].reshape(rows * hexes, 7 * size)

    def backward(self, kept: Any, legal: Legal, d_pairs: Floats, d_values: Floats, values: Floats) -> dict[str, Floats]:
        """Gradients of the weights from those of the legal pairs' logits and of the values."""
        planes, h, around, near, facts, tile, everything, wide, whole, spread, here, out, fits, held = kept
        s, rows, hexes = self.sizes, len(values), self._hexes
        placements, acts = self._hand * hexes * 6, hexes * self._columns
        dtype = near.dtype
        d_logits = np.zeros((rows, placements + acts + self.weights["rest"].shape[1]), dtype)
        d_logits[legal.rows, self._where[legal.actions]] = d_pairs
        found: dict[str, Floats] = {}

        def back(name: str, x: Floats, dy: Floats, y: Floats | None = None, *, goes_on: bool = True) -> Floats:
            """Note the gradients of a layer; gives that of its input. `y` is its output if negative ones are cut."""
            if y is not None:
                dy = dy * (y > 0)
            found[name], found[f"{name}+"] = x.T @ dy, dy.sum(axis=0)
            return dy @ self.weights[name].T if goes_on else dy

        d_place = d_logits[:, :placements].reshape(rows, self._hand, hexes * 6)
        d_fits = (d_place.transpose(0, 2, 1) @ held).reshape(rows * hexes, -1)
        d_held = d_place @ fits
        d_out = back("fits", out, d_fits)
        d_out += back("acts", out, d_logits[:, placements : placements + acts].reshape(rows * hexes, -1))
        d_here = back("out", here, d_out, out)
        d_spread = np.ascontiguousarray(d_here[:, s.near :]).reshape(rows, -1)
        d_whole = back("spread", whole, d_spread, spread)
        d_whole += back("rest", whole, d_logits[:, placements + acts :])
        d_tanh = (d_values * (VALUE_RANGE - values**2 / VALUE_RANGE)).astype(dtype)[:, None]
        d_whole += back("value", whole, d_tanh)
        d_wide = back("all", wide, d_whole, whole)
        d_everything = back("wide", everything, d_wide, wide)
        cut = hexes * s.near
        d_near = d_everything[:, :cut].reshape(rows * hexes, s.near) + d_here[:, : s.near]
        d_tile = d_everything[:, cut : cut + self._slots * s.tile].reshape(rows, self._slots, s.tile).copy()
        d_tile[:, : self._hand] += d_held[:, :, :-1]
        back("tile", facts, d_tile.reshape(rows * self._slots, s.tile), tile, goes_on=False)
        d_around = back("near", around, d_near, near).reshape(rows, hexes, 7, s.hex)
        padded = np.zeros((rows, hexes + 1, 7, s.hex), dtype)
        padded[:, :hexes] = d_around
        d_h = padded[:, :hexes, 0].copy()
        for d in range(6):  # this hex is the neighbour in direction d of the one in the opposite direction
            d_h += padded[:, self._near[:, 1 + (d + 3) % 6], 1 + d]
        back("hex", planes, d_h.reshape(rows * hexes, s.hex), h, goes_on=False)
        return found

    def save(self, path: Path | str, **about: object) -> None:
        """Save the weights and what they were made for."""
        described = json.dumps({"encoding": self.encoding.describe(), "sizes": asdict(self.sizes), **about})
        arrays: dict[str, Any] = {"about": np.array(described), **self.weights}
        np.savez_compressed(path, **arrays)

    @classmethod
    def load(cls, path: Path | str, encoding: Encoding) -> Network:
        """A saved network. Raises `NeurohexError` if it is none, or was made for another encoding."""
        try:
            with np.load(path, allow_pickle=False) as data:
                about = json.loads(str(data["about"]))
                weights = {name: data[name] for name in data.files if name != "about"}
            described, sizes = about["encoding"], Sizes(**about["sizes"])
        except FileNotFoundError:
            raise NeurohexError(f"{path}: no such file") from None
        except (ValueError, KeyError, TypeError, OSError) as error:
            raise NeurohexError(f"{path}: not a model of neurohex.lab ({error})") from None
        check_fits(described, encoding)
        network = cls(encoding, sizes)
        network.weights = weights
        return network


class PolicyPlayer:
    """A player that takes the most likely action of a saved network."""

    def __init__(self, path: Path | str, seed: int = 0) -> None:
        self._path: Final = Path(path)
        if not self._path.is_file():
            raise NeurohexError(f"{path}: no such file")
        self._network: Network | None = None

    def choose(self, state: RulesState) -> int:
        """The most likely legal action."""
        if self._network is None:
            self._network = Network.load(self._path, Encoding(state.game))
        encoding = self._network.encoding
        legal = Legal(encoding.mask(state)[None])
        logs, _, _ = self._network.forward(encoding.observation(state)[None], legal)
        return encoding.action_of(state, int(legal.best(logs)[0]))

    def close(self) -> None:
        """Nothing is held."""
