"""The bot's side of the bot protocol for players in Python: `neurohex bot NAME` speaks with this."""

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
    Lines,
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
    """A player with a clock. Without one it chooses by its seed and the state alone."""

    seconds: float
    """What it takes for a decision; may be set before each."""


@runtime_checkable
class Counting(Protocol):
    """A player that counts the positions it looks at."""

    nodes: int
    """How many so far."""


class Speaker:
    """Hears the host line by line and answers for one player."""

    def __init__(self, name: str, make: MakePlayer) -> None:
        """Speak under a name for the players that `make` gives, one for each game; what it raises comes at once."""
        self._name = name
        self._make = make
        self._ended = False
        self._listener = Listener()
        self._game: Game | None = None
        self._take(make(0))

    def _take(self, player: Player) -> None:
        self._player = player
        self._seconds = player.seconds if isinstance(player, Clocked) else 0.0  # as its settings have them

    def has_ended(self) -> bool:
        """Whether the host said that nothing more is to come."""
        return self._ended

    def hear(self, line: str | None) -> Iterator[str]:
        """The lines to answer with, each to be handed on at once. None is a line that was too long."""
        try:
            message = self._listener.hear(line)
            for answer in self._answers(message):
                yield from lines_of(answer)
        except (ProtocolError, NotationError, Forfeit) as error:
            yield from lines_of(Failed(str(error)))

    def close(self) -> None:
        """Give back what the player holds."""
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
    """Answer a host until it says `quit` or its lines end. What `make` raises comes before the first line is read."""
    speaker = Speaker(name, make)
    lines = Lines()
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
