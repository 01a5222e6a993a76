"""The public `Record`: a game record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from neurohex.api.game import Game
from neurohex.notation.errors import RecordError
from neurohex.notation.record import Record as NotedRecord
from neurohex.notation.record import parse_record, write_record

if TYPE_CHECKING:
    from neurohex.api.action import Action
    from neurohex.api.state import State


class Record:
    """A game as a text file with every decision and draw; docs/records.md describes the format.

    >>> import neurohex as nh
    >>> state = nh.Game("borgo", "moloch").start(seed=7)
    >>> events = state.play("place HQ C3 facing N")
    >>> record = state.record(Player0="Ann")
    >>> record, record.tags["Player0"]
    (<Record: Game('borgo', 'moloch'), 1 actions, unfinished>, 'Ann')
    >>> print(str(record).splitlines()[-1])
    0: place HQ C3 facing N
    >>> nh.Record.parse(str(record)).state() == state
    True
    """

    def __init__(self, noted: NotedRecord) -> None:
        """Created by `State.record`, `Record.parse` and `Record.load`."""
        self._noted = noted

    @classmethod
    def parse(cls, text: str) -> Record:
        """Parse a record and replay every line.

        An incomplete record is read up to its last whole line. Raises `RecordError`, which names the line and what
        was expected there.
        """
        return cls(parse_record(text))

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Record:
        """Read a record from a file. Raises `RecordError`, or `OSError` if the file is unreadable."""
        try:
            return cls.parse(Path(path).read_text(encoding="utf-8-sig"))
        except UnicodeDecodeError:
            raise RecordError("", f"{path}: this is no text in UTF-8") from None

    def save(self, path: str | PathLike[str]) -> None:
        """Write the record to a file. Raises `OSError`."""
        Path(path).write_text(str(self), encoding="utf-8")

    @property
    def game(self) -> Game:
        """The game."""
        return Game.from_rules(self._noted.game)

    @property
    def tags(self) -> Mapping[str, str]:
        """Additional tags: `Seed`, `Date`, `Player0` and others."""
        return dict(self._noted.tags)

    @property
    def is_complete(self) -> bool:
        """Whether the record reaches the end of the game."""
        return self._noted.complete

    def __len__(self) -> int:
        """The number of decisions and draws."""
        return len(self._noted.actions)

    @property
    def actions(self) -> tuple[Action, ...]:
        """All decisions and draws, in order."""
        return self.state().history[: len(self)]

    def story(self, lang: str = "en") -> list[str]:
        """The recorded game as sentences, in English or Polish (`pl`)."""
        from neurohex.api.state import State

        return State._replayed(self.game, None, self._noted.actions).story(lang)

    def state(self, step: int | None = None) -> State:
        """The state after the last action, or after the first `step` ones.

        Raises `IndexError` if there are fewer. If the tags include a `Seed`, later draws follow it.
        """
        from neurohex.api.state import State

        count = len(self) if step is None else step
        if not 0 <= count <= len(self):
            raise IndexError(f"step {step}: expected a number from 0 to {len(self)}")
        return State._replayed(self.game, self._seed(), self._noted.actions[:count], draws_on=count == len(self))

    def states(self) -> Iterator[State]:
        """The initial state, then the state after each action; all independent."""
        state = self.state(0)
        yield state.copy()
        for action in self._noted.actions:
            state._step(action)
            yield state.copy()

    def _seed(self) -> int | None:
        said = self._noted.tags.get("Seed", "")
        return int(said) if said.removeprefix("-").isdecimal() else None

    def _repr_html_(self) -> str:
        from html import escape

        picture = self.state().svg(size=60)
        text = f"<details><summary>{escape(repr(self))}</summary><pre>{escape(str(self))}</pre></details>"
        return f"<div>{picture}{text}</div>"

    def __str__(self) -> str:
        """The text of the record."""
        return write_record(self._noted)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        return str(self) == str(other)

    def __hash__(self) -> int:
        return hash(tuple(self._noted.actions))

    def __repr__(self) -> str:
        return f"<Record: {self.game!r}, {len(self)} actions{'' if self.is_complete else ', unfinished'}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return Record.parse, (str(self),)
