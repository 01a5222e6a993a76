"""A process that should think and does something else, as its argument says: a stand-in for bots that fail."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import msgspec

from neurohex.server.worker import (
    HEAD,
    READY,
    AnyRequest,
    BotAnswer,
    BotRequest,
    ViewAnswer,
    ViewRequest,
    _Handler,
    serve,
)


def wait_at_gate(gate: Path, request: AnyRequest) -> None:
    """Note which process has which request. Wait until the test opens the gate for it, or for all."""
    name = str(request.seed) if isinstance(request, BotRequest) else "hint"
    (gate / f"{os.getpid()} has {name}").touch()
    while not (gate / name).exists() and not (gate / "all").exists():
        time.sleep(0.005)


def main(how: str, mark: str) -> None:
    """`crash`, `hang`, `garbage` and `silence` fail at the first request of each process; with a file as `mark` only
    until that is there. `gated` thinks until the test creates a file in the folder `mark`: the seed of a request,
    `hint` or `all`. `illegal` answers nonsense, `forfeit` gives up."""
    if mark and how != "gated" and Path(mark).exists():
        serve(sys.stdin.buffer, sys.stdout.buffer)
        return
    sys.stdout.buffer.write(READY)
    sys.stdout.buffer.flush()
    while len(head := sys.stdin.buffer.read(HEAD.size)) == HEAD.size:
        data = sys.stdin.buffer.read(*HEAD.unpack(head))
        request: AnyRequest = msgspec.msgpack.decode(data, type=AnyRequest)
        if how == "gated":
            if not isinstance(request, ViewRequest):
                wait_at_gate(Path(mark), request)
        elif not isinstance(request, BotRequest) or request.spec != "random":  # the last resort works
            if mark:
                Path(mark).touch()
            if how == "crash":
                os._exit(3)
            if how == "hang":
                time.sleep(1000)
            if how == "garbage":
                sys.stdout.buffer.write(HEAD.pack(5) + b"hello")
                sys.stdout.buffer.flush()
                continue
            if how == "silence":
                return
        answer: BotAnswer | ViewAnswer
        if how == "gated" and not isinstance(request, BotRequest):
            answer = _Handler().view(request)
        else:
            answer = {"illegal": BotAnswer(2**31 - 1), "forfeit": BotAnswer(-1, "my king has fallen")}.get(
                how, BotAnswer(17)
            )
        data = msgspec.msgpack.encode(answer)
        sys.stdout.buffer.write(HEAD.pack(len(data)) + data)
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "")
