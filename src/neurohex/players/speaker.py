"""The bot's side of the bot protocol for players in Python; used by `neurohex bot NAME`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import BinaryIO, Protocol, runtime_checkable

from neurohex.notation.errors import NotationError
from neurohex.players.player import Forfeit, Player
from neurohex.players.protocol import (
    LONGEST_LINE,
    VERSION,
    About,
    Begin,
    BotMessage,
    Chosen,
    Decide,
    Failed,
    Hello,
    Info,
    LineSplitter,
    Listener,
    ProtocolError,
    Quit,
    Ready,
    lines_of,
)
from neurohex.players.situation import game_of, seed_of, state_of_facts
from neurohex.rules.engine import Game

MakePlayer = Callable[[int], Player]
"""Makes a player from a seed."""


@runtime_checkable
class Clocked(Protocol):
    """A player with a clock. A player without one is deterministic."""

    seconds: float
    """Time per decision. May be set before each."""


@runtime_checkable
class Counting(Protocol):
    """A player that counts the positions it searches."""

    nodes: int
    """Total so far."""


class Speaker:
    """Answers the host's lines for one player."""

    def __init__(self, name: str, make: MakePlayer) -> None:
        """`make` makes one player per game. Its exceptions are raised here."""
        self._name = name
        self._make = make
        self._ended = False
        self._listener = Listener()
        self._game: Game | None = None
        self._take(make(0))

    def _take(self, player: Player) -> None:
        self._player = player
        self._seconds = player.seconds if isinstance(player, Clocked) else 0.0  # from its settings

    def has_ended(self) -> bool:
        """Whether the host has said `quit`."""
        return self._ended

    def hear(self, line: str | None) -> Iterator[str]:
        """The answer, line by line; send each at once. Pass None for a line that was too long."""
        try:
            message = self._listener.hear(line)
            for answer in self._answers(message):
                yield from lines_of(answer)
        except (ProtocolError, NotationError, Forfeit) as error:
            yield from lines_of(Failed(str(error)))

    def close(self) -> None:
        """Release the player's resources."""
        self._player.close()

    def _answers(self, message: Hello | Begin | Decide | Quit | None) -> Iterator[BotMessage]:
        match message:
            case Hello(version):
                if version != VERSION:
                    raise ProtocolError(f"version {version} is not spoken here, but version {VERSION} is")
                yield Hello()
                yield About("name", self._name)
                yield About("deterministic", "no" if isinstance(self._player, Clocked) else "yes")
                yield Ready()
            case Begin(facts):
                game, seed = game_of(facts), seed_of(facts)
                self._player.close()
                self._take(self._make(seed))
                self._game = game
                yield Ready()
            case Decide():
                yield from self._decide(message)
            case Quit():
                self._ended = True

    def _decide(self, asked: Decide) -> Iterator[BotMessage]:
        if self._game is None:
            raise ProtocolError("decide: no game has begun")
        state = state_of_facts(self._game, asked.facts, asked.legal)
        player = self._player
        if isinstance(player, Clocked):
            player.seconds = min(self._seconds, asked.seconds)
        before = player.nodes if isinstance(player, Counting) else 0
        chosen = player.choose(state)
        if isinstance(player, Counting):
            yield Info("nodes", str(player.nodes - before))
        yield Chosen(str(chosen))


def speak(name: str, make: MakePlayer, source: BinaryIO, sink: BinaryIO) -> None:
    """Answer a host until it sends `quit` or closes the pipe. Exceptions of `make` come before any line is read."""
    speaker = Speaker(name, make)
    lines = LineSplitter()
    try:
        while not speaker.has_ended() and (data := source.readline(LONGEST_LINE)):
            for line in lines.feed(data):
                for answer in speaker.hear(line):
                    sink.write(f"{answer}\n".encode())
                    sink.flush()
                if speaker.has_ended():
                    break
    finally:
        speaker.close()
