"""A worker process: `python -m neurohex.server.worker`, started by `neurohex.server.workers`.

It writes `READY`, then answers requests from standard input on standard output until the input ends, as it does when
the server dies. A `BotRequest` gets a `BotAnswer`; a `HintRequest` or `ViewRequest` gets a `ViewAnswer`. A bot that
raises ends the process, with its traceback on standard error; the server starts another.
"""

from __future__ import annotations

import gc
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

from neurohex.players import Forfeit, Player, make_player
from neurohex.players.thinking import ClockedSearch
from neurohex.rules.engine import State
from neurohex.server.moments import Source
from neurohex.server.refusals import Refusal
from neurohex.server.view_jobs import hint_of, run_view, to_decide
from neurohex.wire.messages import Code, Terms
from neurohex.wire.views import AtMoment

HEAD: Final = struct.Struct(">I")
"""The length before each message."""
READY: Final = b"ready\n"
"""Written once the process can take requests."""
_CACHED_PLAYERS: Final = 64
_NICE: Final = 5
"""`nice` increment of worker processes."""
_HINT_SEED: Final = 1
_MIN_GZIP_BYTES: Final = 1_000
"""Bytes from which an answer is compressed."""
_GZIP_LEVEL: Final = 6


class BotRequest(msgspec.Struct, frozen=True, tag=True):
    """A request for a bot's decision. It holds nothing that the bot may not know."""

    game: Terms
    state: bytes
    """From `State.to_bytes`."""
    spec: str
    """The bot, as `make_player` names it."""
    seed: int


class BotAnswer(msgspec.Struct, frozen=True):
    """A bot's decision."""

    action: int
    forfeit: str = ""
    """The reason if the bot gives up; the action is then meaningless."""


class HintRequest(msgspec.Struct, frozen=True, tag=True):
    """A request for a hint."""

    at: AtMoment
    source: Source | None
    seconds: float
    """Thinking time."""
    best: int
    """Maximum number of actions to return."""


class ViewRequest(msgspec.Struct, frozen=True, tag=True):
    """A request for a view."""

    name: str
    """A key of `view_jobs.VIEW_JOBS`."""
    body: bytes
    """The request body as MessagePack."""
    source: Source | None
    packed: bool
    """Whether the answer may be gzipped."""


class ViewAnswer(msgspec.Struct, frozen=True):
    """An answer as JSON, or the refusal."""

    seconds: float
    """CPU time used."""
    data: bytes = b""
    packed: bool = False
    """Whether the data is gzipped."""
    refusal: tuple[Code, str] | None = None


AnyRequest = BotRequest | HintRequest | ViewRequest


class _Handler:
    """Answers requests. Caches players, which may be slow to create."""

    def __init__(self) -> None:
        self._players: OrderedDict[tuple[str, int], Player] = OrderedDict()

    def answer(self, request: BotRequest) -> BotAnswer:
        state = State.from_bytes(request.game.game(), request.state)
        key = (request.spec, request.seed)
        try:
            if key not in self._players:
                self._players[key] = make_player(request.spec, request.seed)
            self._players.move_to_end(key)
            if len(self._players) > _CACHED_PLAYERS:
                self._players.popitem(last=False)[1].close()
            return BotAnswer(self._players[key].choose(state))
        except Forfeit as reason:
            self._players.pop(key).close()
            return BotAnswer(-1, str(reason))

    def hint(self, asked: HintRequest) -> bytes:
        state = to_decide(asked.at, asked.source)
        search = ClockedSearch(_HINT_SEED, asked.seconds)
        try:
            found = search.consider(state)
        finally:
            search.close()
        return msgspec.json.encode(hint_of(state, found[: asked.best], asked.at.lang))

    def view(self, asked: HintRequest | ViewRequest) -> ViewAnswer:
        """Return the view or hint with its cost."""
        began = time.process_time()
        data, packed, refusal = b"", False, None
        try:
            if isinstance(asked, HintRequest):
                data = self.hint(asked)
            else:
                data = run_view(asked.name, asked.body, asked.source)
                packed = asked.packed and len(data) >= _MIN_GZIP_BYTES
            if packed:
                data = gzip.compress(data, _GZIP_LEVEL, mtime=0)
        except Refusal as error:
            refusal = (error.code, str(error))
        except Exception:  # noqa: BLE001  # a bug in one view must not end the process, which is slow to start
            traceback.print_exc()
            refusal = (Code.UNAVAILABLE, "this cannot be shown: see the log of the server")
        return ViewAnswer(time.process_time() - began, data, packed, refusal)

    def close(self) -> None:
        for player in self._players.values():
            player.close()


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer requests until the input ends."""
    decoder: msgspec.msgpack.Decoder[AnyRequest] = msgspec.msgpack.Decoder(AnyRequest)
    handler = _Handler()
    answers.write(READY)
    answers.flush()
    while len(head := requests.read(HEAD.size)) == HEAD.size:
        asked = decoder.decode(requests.read(*HEAD.unpack(head)))
        data = msgspec.msgpack.encode(handler.answer(asked) if isinstance(asked, BotRequest) else handler.view(asked))
        answers.write(HEAD.pack(len(data)) + data)
        answers.flush()
    handler.close()


def main() -> None:
    """Run until the server goes away."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server handles Ctrl-C and ends its workers
    if hasattr(os, "nice"):  # on Windows the server lowers the priority
        os.nice(_NICE)
    gc.freeze()  # modules live as long as the process; a full collection would delay an answer by 10 ms
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a bot prints must not mix with answers
    try:
        serve(sys.stdin.buffer, answers)
        answers.close()
    except BrokenPipeError:
        os._exit(0)  # the server has gone


if __name__ == "__main__":
    main()
