"""A program at the other end of pipes: it is told lines and heard line by line, and nothing waits for it in vain.

All pipes are served by one loop without threads: a program that does not read, does not write, writes without end or
talks to its standard error cannot hold up its host. POSIX systems only, as the system must be able to wait for pipes.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import time
from collections import deque
from collections.abc import Iterable, Sequence
from typing import IO, Final

from neurohex.notation.errors import shown
from neurohex.players.player import Forfeit
from neurohex.players.protocol import LONGEST_LINE, Lines

_CHUNK: Final = 65_536
_LOOK: Final = 0.05
"""Seconds between two looks at whether the program still runs."""
_LAST_WORDS: Final = 0.5
"""Seconds in which a program that closed its output may end, so that its exit code can be told."""
_STDERR_KEPT: Final = 4_096
_LONGEST_REASON: Final = 200


class NoAnswer(Exception):
    """Nothing was said in time."""


_RUNNING: Final[set[BotProcess]] = set()


def finish_all(seconds: float) -> None:
    """End all programs that run, with so many seconds for each to do it by itself; for a process that is leaving."""
    for bot in tuple(_RUNNING):
        bot.finish(seconds)


class BotProcess:
    """A running program, the leader of a process group of its own."""

    def __init__(self, command: Sequence[str], exchange: deque[str] | None = None) -> None:
        """Start it. What is said (`> `) and heard (`< `) is written down in `exchange`, if there is one.

        Raises `Forfeit` where it cannot be started.
        """
        if not command:
            raise Forfeit("cannot start a bot: its command is empty")
        try:
            self._process = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                # Ctrl-C at the host is the host's affair; and the whole group can be ended with one signal.
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            problem = error.strerror if isinstance(error, OSError) else str(error)
            raise Forfeit(f"cannot start {shown(' '.join(command))}: {problem}") from None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._stdin: Final[IO[bytes]] = self._process.stdin
        self._stdout: Final[IO[bytes]] = self._process.stdout
        self._stderr: Final[IO[bytes]] = self._process.stderr
        self._selector = selectors.DefaultSelector()
        for pipe in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(pipe.fileno(), False)
        self._selector.register(self._stdout, selectors.EVENT_READ)
        self._selector.register(self._stderr, selectors.EVENT_READ)
        self._lines = Lines()
        self._heard: deque[str | None] = deque()
        self._unsent = bytearray()
        self._muttered = bytearray()
        self._killed = False
        self._exchange: deque[str] = deque(maxlen=0) if exchange is None else exchange
        _RUNNING.add(self)

    # --- talking ---
    def say(self, lines: Iterable[str]) -> None:
        """Tell it some lines; they go out while `hear` waits."""
        for line in lines:
            self._exchange.append(f"> {line}")
            self._unsent += f"{line}\n".encode()
        if self._unsent and not self._stdin.closed and self._stdin not in self._selector.get_map():
            self._selector.register(self._stdin, selectors.EVENT_WRITE)

    def hear(self, deadline: float) -> str:
        """Its next line. `deadline` is a moment of `time.monotonic`.

        Raises `NoAnswer` when it has said nothing by then, and `Forfeit` when it has ended or its line is too long.
        """
        while not self._heard:
            left = deadline - time.monotonic()
            # Also after the deadline there is one look: what was said in time counts, however late it is read.
            moved = self._serve(min(max(left, 0), _LOOK))
            if self._heard:
                break
            if self._stdout.closed or (not moved and self._process.poll() is not None):
                self._serve(0)  # it may have spoken between the two looks
                if not self._heard:
                    raise Forfeit(self._how_it_ended())
            elif left <= 0:
                raise NoAnswer
        line = self._heard.popleft()
        if line is None:
            raise Forfeit(f"said a line longer than {LONGEST_LINE} bytes")
        self._exchange.append(f"< {line}")
        return line

    def has_spoken(self) -> bool:
        """Whether something was said that has not been heard yet."""
        self._serve(0)
        return bool(self._heard)

    def _serve(self, seconds: float) -> bool:
        """Wait for the pipes, that long at most, and serve those that are ready; whether anything came or went."""
        moved = False
        for key, _ in self._selector.select(seconds):
            if key.fileobj is self._stdin:
                moved |= self._send()
            elif key.fileobj is self._stdout:
                moved |= self._listen()
            else:
                moved |= self._overhear()
        return moved

    def _send(self) -> bool:
        try:
            sent = os.write(self._stdin.fileno(), self._unsent[:_CHUNK])
        except BlockingIOError:
            return False
        except BrokenPipeError:  # it has closed its input or ended: what it says, or its end, tells more
            sent = len(self._unsent)
        del self._unsent[:sent]
        if not self._unsent:
            self._selector.unregister(self._stdin)
        return True

    def _listen(self) -> bool:
        data = self._read(self._stdout)
        self._heard.extend(self._lines.feed(data))
        return bool(data)

    def _overhear(self) -> bool:
        data = self._read(self._stderr)
        self._muttered += data
        del self._muttered[:-_STDERR_KEPT]
        return bool(data)

    def _read(self, pipe: IO[bytes]) -> bytes:
        try:
            data = os.read(pipe.fileno(), _CHUNK)
        except BlockingIOError:
            return b""
        if not data:
            self._selector.unregister(pipe)
            pipe.close()
        return data

    # --- ending ---
    def _how_it_ended(self) -> str:
        """Why it says nothing more, in one line."""
        code = self._ended_by(time.monotonic() + _LAST_WORDS)
        if code is None:
            return f"closed its output{self.last_words()}"
        if code == 0:
            return f"ended by itself with exit code 0{self.last_words()}"
        if code > 0:
            return f"crashed with exit code {code}{self.last_words()}"
        return f"was ended by signal {_signal_name(-code)}{self.last_words()}"

    def last_words(self) -> str:
        """A colon and the last line of its standard error, for the end of a sentence; empty where it wrote none."""
        self._serve(0)
        lines = self._muttered.decode("utf-8", "replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        printable = "".join(letter if letter.isprintable() else " " for letter in last)
        return f": {printable[:_LONGEST_REASON]}" if printable else ""

    def _ended_by(self, deadline: float) -> int | None:
        """Its exit code, or None when it still runs at the deadline."""
        while (code := self._process.poll()) is None and (left := deadline - time.monotonic()) > 0:
            if self._selector.get_map():
                self._serve(min(left, _LOOK))
                self._heard.clear()
            else:  # with its pipes closed there is nothing else to wait on
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self._process.wait(left)
        return code

    def finish(self, seconds: float, words: Sequence[str] = ("quit",)) -> int | None:
        """Say the last words, close its input, and wait that long for it to end by itself; its exit code.

        None when it had to be killed. Whatever it has left behind is killed in any case.
        """
        if self._killed:
            return self._process.returncode
        deadline = time.monotonic() + seconds
        self.say(words)
        while self._unsent and time.monotonic() < deadline and self._process.poll() is None:
            self._serve(_LOOK)
            self._heard.clear()
        self._close_input()
        code = self._ended_by(deadline)
        self.kill()
        return code

    def kill(self) -> None:
        """End it now, with all processes that it has started in its group. More than once does no harm."""
        if self._killed:
            return
        self._killed = True
        _RUNNING.discard(self)
        # Where nobody is left in the group, Linux has no such group and macOS does not permit it.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._close_input()
        self._selector.close()
        self._stdout.close()
        self._stderr.close()

    def _close_input(self) -> None:
        if self._stdin.closed:
            return
        if self._stdin in self._selector.get_map():
            self._selector.unregister(self._stdin)
        self._unsent.clear()
        self._stdin.close()


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)
