"""A process in which bots think: `python -m neurohex.server.worker`, started by `neurohex.server.workers`.

It reads a question from standard input, thinks, writes the answer to standard output, and so on until the input ends,
which it also does when the server dies. To a `Question` the answer is an `Answer`, to a `Consultation` an `Advice`.
A bot that raises ends the process, with its traceback on standard error; the server starts another.
"""

from __future__ import annotations

import os
import signal
import struct
import sys
from collections import OrderedDict
from typing import BinaryIO, Final

import msgspec

from neurohex.match.messages import Terms
from neurohex.players import Forfeit, Player, Thought, make_player
from neurohex.players.thinking import ClockedSearch
from neurohex.rules.engine import State

HEAD: Final = struct.Struct(">I")
"""Before each message its length."""
_PLAYERS_KEPT: Final = 64
_NICER: Final = 5
"""How much a bot lets the server, and people, go first."""
_HINT_SEED: Final = 1


class Question(msgspec.Struct, frozen=True, tag=True):
    """A decision to take: everything a bot needs to know, and nothing that it may not."""

    game: Terms
    state: bytes
    """As `State.to_bytes` gives it."""
    spec: str
    """The bot, as `make_player` takes it."""
    seed: int


class Answer(msgspec.Struct, frozen=True):
    """What a bot decided."""

    action: int
    forfeit: str = ""
    """Where a bot cannot go on and gives up, the reason; then the action means nothing."""


class Consultation(msgspec.Struct, frozen=True, tag=True):
    """What would you do here? A player is to decide in the state."""

    game: Terms
    state: bytes
    seconds: float
    """How long to think."""
    best: int
    """How many actions to tell at most."""


class Advice(msgspec.Struct, frozen=True):
    """The best actions, the one to choose first."""

    thoughts: tuple[Thought, ...]


AnyQuestion = Question | Consultation


class _Thinker:
    """Answers questions. Players are kept, as making one may take long."""

    def __init__(self) -> None:
        self._players: OrderedDict[tuple[str, int], Player] = OrderedDict()

    def answer(self, question: Question) -> Answer:
        state = State.from_bytes(question.game.game(), question.state)
        key = (question.spec, question.seed)
        try:
            if key not in self._players:
                self._players[key] = make_player(question.spec, question.seed)
            self._players.move_to_end(key)
            if len(self._players) > _PLAYERS_KEPT:
                self._players.popitem(last=False)[1].close()
            return Answer(self._players[key].choose(state))
        except Forfeit as reason:
            self._players.pop(key).close()
            return Answer(-1, str(reason))

    def advise(self, asked: Consultation) -> Advice:
        search = ClockedSearch(_HINT_SEED, asked.seconds)
        try:
            found = search.consider(State.from_bytes(asked.game.game(), asked.state))
        finally:
            search.close()
        return Advice(tuple(found[: asked.best]))

    def close(self) -> None:
        for player in self._players.values():
            player.close()


def think(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer every question until there are no more."""
    decoder: msgspec.msgpack.Decoder[AnyQuestion] = msgspec.msgpack.Decoder(AnyQuestion)
    thinker = _Thinker()
    while len(head := questions.read(HEAD.size)) == HEAD.size:
        asked = decoder.decode(questions.read(*HEAD.unpack(head)))
        answer = thinker.advise(asked) if isinstance(asked, Consultation) else thinker.answer(asked)
        data = msgspec.msgpack.encode(answer)
        answers.write(HEAD.pack(len(data)) + data)
        answers.flush()
    thinker.close()


def main() -> None:
    """Think until the server goes away."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends us in its time
    os.nice(_NICER)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a bot prints is no answer
    try:
        think(sys.stdin.buffer, answers)
        answers.close()
    except BrokenPipeError:
        os._exit(0)  # the server has gone; nobody is left to be told


if __name__ == "__main__":
    main()
