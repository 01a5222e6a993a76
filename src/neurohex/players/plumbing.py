"""The three pipes of a child program, served without ever blocking the host.

`PolledPipes` waits for all pipes at once, without threads. That needs POSIX: Windows cannot poll pipes.
`ThreadedPipes` works everywhere. A thread for each pipe blocks in the host's place.
"""

from __future__ import annotations

import os
import queue
import selectors
import subprocess
import threading
import time
from dataclasses import dataclass
from typing import IO, Final, Protocol

_CHUNK: Final = 65_536
_WAITING: Final = 16
"""Chunks that a thread reads ahead. After that the program has to wait, as with a full pipe."""
_LOOK: Final = 0.05
_LAST_DATA: Final = 0.5
"""Seconds in which threads read what a program said before it ended. A child that it left can keep its pipes open."""


@dataclass(slots=True)
class Moved:
    """What happened in one wait."""

    out: bytes = b""
    err: bytes = b""
    sent: bool = False

    def __bool__(self) -> bool:
        return bool(self.out or self.err or self.sent)


class Pipes(Protocol):
    """Standard input, output and error of a program. Reading blocks no longer than asked."""

    @property
    def unsent(self) -> bool:
        """Whether data waits to be sent."""

    @property
    def output_closed(self) -> bool:
        """Whether the program has closed its output and all of it has been returned."""

    @property
    def all_closed(self) -> bool:
        """Whether no pipe is left to wait for."""

    def send(self, data: bytes) -> None:
        """Queue data for the program. It is dropped if the program has closed its input."""

    def serve(self, seconds: float) -> Moved:
        """Wait up to `seconds` until something moves."""

    def rest(self) -> Moved:
        """What a program said before it ended."""

    def close_input(self) -> None:
        """Send nothing more; the program sees the end of its input."""

    def close(self) -> None:
        """Close all pipes. Call it when the program has ended."""


def open_pipes(process: subprocess.Popen[bytes]) -> Pipes:
    """The pipes of a program, in the way that suits this system."""
    return PolledPipes(process) if os.name == "posix" else ThreadedPipes(process)


def _pipes_of(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    return process.stdin, process.stdout, process.stderr


class PolledPipes:
    """Pipes that are polled (POSIX)."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._in, self._out, self._err = _pipes_of(process)
        self._selector = selectors.DefaultSelector()
        for pipe in (self._in, self._out, self._err):
            os.set_blocking(pipe.fileno(), False)
        self._selector.register(self._out, selectors.EVENT_READ)
        self._selector.register(self._err, selectors.EVENT_READ)
        self._unsent = bytearray()

    @property
    def unsent(self) -> bool:
        """See `Pipes.unsent`."""
        return bool(self._unsent)

    @property
    def output_closed(self) -> bool:
        """See `Pipes.output_closed`."""
        return self._out.closed

    @property
    def all_closed(self) -> bool:
        """See `Pipes.all_closed`."""
        return not self._selector.get_map()

    def send(self, data: bytes) -> None:
        """See `Pipes.send`."""
        if self._in.closed:
            return
        self._unsent += data
        if self._unsent and self._in not in self._selector.get_map():
            self._selector.register(self._in, selectors.EVENT_WRITE)

    def serve(self, seconds: float) -> Moved:
        """See `Pipes.serve`."""
        moved = Moved()
        for key, _ in self._selector.select(seconds):
            if key.fileobj is self._in:
                moved.sent = self._send()
            elif key.fileobj is self._out:
                moved.out = self._read(self._out)
            else:
                moved.err = self._read(self._err)
        return moved

    def rest(self) -> Moved:
        """See `Pipes.rest`."""
        return self.serve(0)

    def _send(self) -> bool:
        try:
            sent = os.write(self._in.fileno(), self._unsent[:_CHUNK])
        except BlockingIOError:
            return False
        except BrokenPipeError:  # it closed its input or ended; its output or exit code says more
            sent = len(self._unsent)
        del self._unsent[:sent]
        if not self._unsent:
            self._selector.unregister(self._in)
        return True

    def _read(self, pipe: IO[bytes]) -> bytes:
        try:
            data = os.read(pipe.fileno(), _CHUNK)
        except BlockingIOError:
            return b""
        if not data:
            self._selector.unregister(pipe)
            pipe.close()
        return data

    def close_input(self) -> None:
        """See `Pipes.close_input`."""
        if self._in.closed:
            return
        if self._in in self._selector.get_map():
            self._selector.unregister(self._in)
        self._unsent.clear()
        self._in.close()

    def close(self) -> None:
        """See `Pipes.close`."""
        self.close_input()
        self._selector.close()
        self._out.close()
        self._err.close()


class ThreadedPipes:
    """Pipes with a thread each. Only that thread touches its pipe, and it closes it at the end."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        stdin, stdout, stderr = _pipes_of(process)
        self._arrived: queue.Queue[tuple[IO[bytes], bytes]] = queue.Queue(_WAITING)
        self._to_send: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._out = stdout
        self._open = {stdout, stderr}
        self._unsent = 0
        self._sent = False
        self._input_open = True
        self._ended = threading.Event()
        self._guard = threading.Lock()
        jobs = ((self._write, stdin), (self._read, stdout), (self._read, stderr))
        self._threads = [threading.Thread(target=work, args=(pipe,), daemon=True) for work, pipe in jobs]
        for thread in self._threads:
            thread.start()

    @property
    def unsent(self) -> bool:
        """See `Pipes.unsent`."""
        with self._guard:
            return self._unsent > 0

    @property
    def output_closed(self) -> bool:
        """See `Pipes.output_closed`."""
        return self._out not in self._open

    @property
    def all_closed(self) -> bool:
        """See `Pipes.all_closed`."""
        return not self._open and not self.unsent

    def send(self, data: bytes) -> None:
        """See `Pipes.send`."""
        if not self._input_open or not data:
            return
        with self._guard:
            self._unsent += len(data)
        self._to_send.put(data)

    def serve(self, seconds: float) -> Moved:
        """See `Pipes.serve`."""
        moved = Moved()
        ends = time.monotonic() + seconds
        while True:
            with self._guard:
                moved.sent, self._sent = self._sent, False
            left = ends - time.monotonic()
            try:
                # Sending wakes no waiter, so poll now and then.
                pipe, data = self._arrived.get(timeout=min(left, _LOOK)) if left > 0 else self._arrived.get_nowait()
            except queue.Empty:
                if moved or left <= 0:
                    return moved
                continue
            if not data:
                self._open.discard(pipe)
            elif pipe is self._out:
                moved.out = data
            else:
                moved.err = data
            return moved

    def rest(self) -> Moved:
        """See `Pipes.rest`."""
        moved = Moved()
        ends = time.monotonic() + _LAST_DATA
        while self._open and (left := ends - time.monotonic()) > 0:
            more = self.serve(min(left, _LOOK))
            moved.out += more.out
            moved.err += more.err
        return moved

    def _read(self, pipe: IO[bytes]) -> None:
        data = b"first"
        while data and not self._ended.is_set():
            try:
                data = os.read(pipe.fileno(), _CHUNK)
            except OSError:
                data = b""
            self._arrive(pipe, data)
        pipe.close()

    def _arrive(self, pipe: IO[bytes], data: bytes) -> None:
        while not self._ended.is_set():
            try:
                self._arrived.put((pipe, data), timeout=_LOOK)
            except queue.Full:
                continue
            return

    def _write(self, pipe: IO[bytes]) -> None:
        broken = False
        while (data := self._to_send.get()) is not None:
            view = memoryview(data)
            while view and not broken:
                try:
                    view = view[os.write(pipe.fileno(), view[:_CHUNK]) :]
                except OSError:  # it closed its input or ended; its output or exit code says more
                    broken = True
            with self._guard:
                self._unsent -= len(data)
                self._sent = True
        try:
            pipe.close()
        except OSError:
            return

    def close_input(self) -> None:
        """See `Pipes.close_input`. The pipe is closed once its thread has written what it is at."""
        if self._input_open:
            self._input_open = False
            self._to_send.put(None)

    def close(self) -> None:
        """See `Pipes.close`."""
        self.close_input()
        self._ended.set()
        for thread in self._threads:
            thread.join(_LAST_DATA)
