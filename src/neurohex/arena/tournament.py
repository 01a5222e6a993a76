"""The settings of a tournament, validated before the first game and serialisable."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any, Final, cast

from neurohex import __version__
from neurohex.errors import NeurohexError
from neurohex.rules.engine import Game

BASE: Final = ("borgo", "moloch", "outpost", "hegemony")
"""The four armies of the base box."""
USUAL_PLAYERS: Final = {"": 2, "standard": 2, "deathmatch": 3, "team": 4, "one-vs-two": 3}
"""Default number of players by mode."""
COMMAND: Final = "cmd:"
"""Prefix of a bot specification that is a command line."""
LONGEST_NAME: Final = 200
LARGEST_SEED: Final = 10**12
"""Each seed owns a million shuffle seeds, which must fit in 64 bits."""

_LABEL: Final = re.compile(r"([^\s:=]{1,40})=(.+)", re.DOTALL)


class ArenaError(NeurohexError):
    """A tournament cannot be played or continued. The message is one line for the user."""


@dataclass(frozen=True, slots=True)
class Bot:
    """A participant."""

    name: str
    """Name in tables and records."""
    spec: str
    """A player name with optional settings, or `cmd:` and a command line."""

    @classmethod
    def read(cls, text: str) -> Bot:
        """Parse a command-line argument: `SPEC` or `NAME=SPEC`."""
        match = _LABEL.fullmatch(text)
        return cls(match[1], match[2]) if match else cls(text, text)


@dataclass(frozen=True, slots=True)
class Setting:
    """A game without its armies: number of players, mode and rules."""

    players: int
    options: tuple[tuple[str, Any], ...]
    """Arguments of `Game` other than the armies, in the order of `Game.describe`."""

    @classmethod
    def of(cls, game: Game) -> Setting:
        """The setting of a game."""
        described = game.describe()
        del described["armies"]
        return cls(len(game.armies), tuple((name, _frozen(value)) for name, value in described.items()))

    @property
    def name(self) -> str:
        """A short human-readable name."""
        options = dict(self.options)
        mode = options.pop("mode")
        said = [f"{mode} of {self.players}" if mode == "deathmatch" else mode, options.pop("ruleset")]
        board = options.pop("board")
        if board != "standard":
            said.append(f"{board} board")
        for name, value in options.items():
            word = name.replace("_", " ")
            said.append(word if value is True else f"{word} {_said(value)}")
        return ", ".join(said)

    def game(self, armies: tuple[str, ...]) -> Game:
        """The game with these armies by seat. Raises `GameError` if they do not fit."""
        return _game(self, armies)

    def sides(self, armies: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
        """The seats of each side (a team or a single player), first turn first."""
        return _sides(self, armies)

    def data(self) -> dict[str, Any]:
        """The setting as JSON-ready values."""
        return {"players": self.players, "options": dict(self.options)}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Setting:
        """The inverse of `data`."""
        return cls(int(data["players"]), tuple((name, _frozen(value)) for name, value in data["options"].items()))


def _frozen(value: object) -> object:
    return tuple(_frozen(item) for item in value) if isinstance(value, list | tuple) else value


def _said(value: object) -> str:
    if isinstance(value, tuple):
        return "+".join(_said(item) for item in value)
    return str(value)


@lru_cache(maxsize=4096)  # validation costs as much as several turns of a fast game
def _game(setting: Setting, armies: tuple[str, ...]) -> Game:
    return Game(armies, **dict(setting.options))


@lru_cache(maxsize=4096)
def _sides(setting: Setting, armies: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
    game = setting.game(armies)
    seats: dict[int, list[int]] = {}
    for turn in range(len(armies)):
        seat = int(game.round[turn])
        seats.setdefault(int(game.side[seat]), []).append(seat)
    return tuple(tuple(sorted(side)) for side in seats.values())


@dataclass(frozen=True, slots=True)
class Tournament:
    """Everything that decides which games are played and, for bots without a clock, how they go."""

    bots: tuple[Bot, ...]
    armies: tuple[str, ...]
    settings: tuple[Setting, ...]
    games: int
    """At least this many games; the plan completes the last meeting."""
    seed: int = 1
    mirrors: bool = False
    """Whether an army may play itself."""
    limit: float = 10.0
    """Seconds per decision for commands."""
    keep_records: bool = False
    version: str = __version__
    """Version that began the tournament. Other versions may play different games."""

    def __post_init__(self) -> None:
        names = [bot.name for bot in self.bots]
        if not names:
            raise ArenaError("bots: at least one takes part")
        for name in names:
            if not (name.isprintable() and len(name) <= LONGEST_NAME):
                raise ArenaError(f"bots: expected a name of at most {LONGEST_NAME} letters; give one as NAME=…")
            if names.count(name) > 1:
                raise ArenaError(f'bots: "{name}" takes part twice; one bot alone plays against itself')
        for setting in self.settings:
            if not self.mirrors and len(set(self.armies)) < setting.players:
                raise ArenaError(
                    f"armies: {setting.name} needs {setting.players} different armies, {len(set(self.armies))} were "
                    "given; with --mirrors an army may meet itself"
                )
        if not -LARGEST_SEED <= self.seed <= LARGEST_SEED:
            raise ArenaError(f"seed: expected a number from -{LARGEST_SEED} to {LARGEST_SEED}, got {self.seed}")
        if self.games < 1:
            raise ArenaError(f"games: expected 1 or more, got {self.games}")

    def data(self) -> dict[str, Any]:
        """The tournament as JSON-ready values."""
        return {
            "neurohex": self.version,
            "bots": {bot.name: bot.spec for bot in self.bots},
            "armies": list(self.armies),
            "settings": [setting.data() for setting in self.settings],
            "games": self.games,
            "seed": self.seed,
            "mirrors": self.mirrors,
            "limit": self.limit,
            "keep_records": self.keep_records,
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Tournament:
        """The inverse of `data`. Raises `KeyError`, `TypeError` or `ValueError` for invalid data."""
        return cls(
            tuple(Bot(str(name), str(spec)) for name, spec in data["bots"].items()),
            tuple(str(army) for army in data["armies"]),
            tuple(Setting.from_data(setting) for setting in data["settings"]),
            games=int(data["games"]),
            seed=int(data["seed"]),
            mirrors=bool(data["mirrors"]),
            limit=float(data["limit"]),
            keep_records=bool(data["keep_records"]),
            version=str(data["neurohex"]),
        )

    def difference(self, other: Tournament) -> str:
        """The first difference other than the number of games, in a few words; empty if there is none.

        A longer plan begins with the shorter one, so a tournament can be extended at any time.
        """
        for name in (field.name for field in fields(self) if field.name != "games"):
            here, there = getattr(self, name), getattr(other, name)
            if here != there:
                return f"{name.replace('_', ' ')}: {_shown(here)}, not {_shown(there)}"
        return ""


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        return " ".join(_shown(item) for item in cast(Sequence[object], value))
    if isinstance(value, Bot):
        return value.name if value.name == value.spec else f"{value.name}={value.spec}"
    if isinstance(value, Setting):
        return f"({value.name})"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
