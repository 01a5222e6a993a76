"""A process that should think and does something else, as its argument says: a stand-in for bots that fail."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import msgspec

from neurohex.server.worker import HEAD, READY, Answer, AnyQuestion, Question, think


def main(how: str, mark: str) -> None:
    """`crash`, `hang`, `garbage` and `silence` fail at the first question of each process; with a file as `mark` only
    until that is there. `slow` thinks for a second, `illegal` answers nonsense, `forfeit` gives up."""
    if mark and Path(mark).exists():
        think(sys.stdin.buffer, sys.stdout.buffer)
        return
    sys.stdout.buffer.write(READY)
    sys.stdout.buffer.flush()
    while len(head := sys.stdin.buffer.read(HEAD.size)) == HEAD.size:
        data = sys.stdin.buffer.read(*HEAD.unpack(head))
        question: AnyQuestion = msgspec.msgpack.decode(data, type=AnyQuestion)
        if how == "slow":
            time.sleep(1)
        elif not isinstance(question, Question) or question.spec != "random":  # the last resort works
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
        answer = {"illegal": Answer(2**31 - 1), "forfeit": Answer(-1, "my king has fallen")}.get(how, Answer(17))
        data = msgspec.msgpack.encode(answer)
        sys.stdout.buffer.write(HEAD.pack(len(data)) + data)
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "")
