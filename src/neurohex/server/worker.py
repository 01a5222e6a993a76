"""A process beside the server: `python -m neurohex.server.worker`, started by `neurohex.server.workers`.

It says `READY`, reads a question from standard input, works, writes the answer to standard output, and so on until the
input ends, which it also does when the server dies. To a `Question` the answer is an `Answer`, to a `Consultation` or a
`Showing` a `Made`. A bot that raises ends the process, with its traceback on standard error; another is started.
"""

from __future__ import annotations

import gzip
import os
import signal
import struct
import sys
import time
import traceback
from collections import OrderedDict
from typing import BinaryIO, Final

import msgspec

from neurohex.match.messages import Code, Terms
from neurohex.players import Forfeit, Player, make_player
from neurohex.players.thinking import ClockedSearch
from neurohex.rules.engine import State
from neurohex.server.moments import Source
from neurohex.server.refusals import Refusal
from neurohex.server.showing import AtMoment, hint_of, show, to_decide

HEAD: Final = struct.Struct(">I")
"""Before each message its length."""
READY: Final = b"ready\n"
"""What a process says once it can be asked."""
_PLAYERS_KEPT: Final = 64
_NICER: Final = 5
"""How much a bot lets the server, and people, go first."""
_HINT_SEED: Final = 1
_WORTH_PACKING: Final = 1_000
"""Bytes from which on an answer is compressed."""
_EFFORT: Final = 6


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
    """What would you do here?"""

    at: AtMoment
    source: Source | None
    seconds: float
    """How long to think."""
    best: int
    """How many actions to tell at most."""


class Showing(msgspec.Struct, frozen=True, tag=True):
    """Something to be worked out for a page."""

    name: str
    """A key of `showing.SHOWS`."""
    body: bytes
    """What was sent, as MessagePack."""
    source: Source | None
    packed: bool
    """Whether the answer may be compressed."""


class Made(msgspec.Struct, frozen=True):
    """An answer as JSON, or why there is none."""

    seconds: float
    """Processor time that it took."""
    data: bytes = b""
    packed: bool = False
    """Whether the data is compressed by gzip."""
    refusal: tuple[Code, str] | None = None


AnyQuestion = Question | Consultation | Showing


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

    def advise(self, asked: Consultation) -> bytes:
        state = to_decide(asked.at, asked.source)
        search = ClockedSearch(_HINT_SEED, asked.seconds)
        try:
            found = search.consider(state)
        finally:
            search.close()
        return msgspec.json.encode(hint_of(state, found[: asked.best], asked.at.lang))

    def shown(self, asked: Consultation | Showing) -> Made:
        """What is asked for, with what it took."""
        began = time.process_time()
        data, packed, refusal = b"", False, None
        try:
            if isinstance(asked, Consultation):
                data = self.advise(asked)
            else:
                data = show(asked.name, asked.body, asked.source)
                packed = asked.packed and len(data) >= _WORTH_PACKING
            if packed:
                data = gzip.compress(data, _EFFORT, mtime=0)
        except Refusal as error:
            refusal = (error.code, str(error))
        except Exception:  # noqa: BLE001  # a fault in one view must not end the process, which takes long to start
            traceback.print_exc()
            refusal = (Code.UNAVAILABLE, "this cannot be shown: the log of the server says why")
        return Made(time.process_time() - began, data, packed, refusal)

    def close(self) -> None:
        for player in self._players.values():
            player.close()


def think(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer every question until there are no more."""
    decoder: msgspec.msgpack.Decoder[AnyQuestion] = msgspec.msgpack.Decoder(AnyQuestion)
    thinker = _Thinker()
    answers.write(READY)
    answers.flush()
    while len(head := questions.read(HEAD.size)) == HEAD.size:
        asked = decoder.decode(questions.read(*HEAD.unpack(head)))
        data = msgspec.msgpack.encode(thinker.answer(asked) if isinstance(asked, Question) else thinker.shown(asked))
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
