"""A child program that exchanges lines with its host and can never block it.

The host does not hang if the program stops reading, stops writing, writes forever or floods standard error.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from collections import deque
from collections.abc import Iterable, Sequence
from typing import Final

from neurohex.notation.errors import shown
from neurohex.players.player import Forfeit
from neurohex.players.plumbing import Moved, open_pipes
from neurohex.players.protocol import LONGEST_LINE, LineSplitter

_LOOK: Final = 0.05
"""Seconds between checks that the program still runs."""
_LAST_WORDS: Final = 0.5
"""Seconds that a program has to exit after it closed its output, so that its exit code can be reported."""
_STDERR_KEPT: Final = 4_096
_LONGEST_REASON: Final = 200


class NoAnswer(Exception):
    """No line arrived before the deadline."""


_RUNNING: Final[set[BotProcess]] = set()


def finish_all(seconds: float) -> None:
    """End all running programs, with up to `seconds` for each to exit by itself. Call before this process exits."""
    for bot in tuple(_RUNNING):
        bot.finish(seconds)


class BotProcess:
    """A running program, leader of its own process group."""

    def __init__(self, command: Sequence[str], exchange: deque[str] | None = None) -> None:
        """Start the program. Lines sent (`> `) and received (`< `) are appended to `exchange`, if given.

        Raises `Forfeit` if it cannot be started.
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
                # Ctrl-C goes to the host only, and one signal ends the whole group.
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            problem = error.strerror if isinstance(error, OSError) else str(error)
            raise Forfeit(f"cannot start {shown(' '.join(command))}: {problem}") from None
        self._pipes = open_pipes(self._process)
        self._lines = LineSplitter()
        self._heard: deque[str | None] = deque()
        self._muttered = bytearray()
        self._killed = False
        self._exchange: deque[str] = deque(maxlen=0) if exchange is None else exchange
        _RUNNING.add(self)

    # --- talking ---
    def say(self, lines: Iterable[str]) -> None:
        """Queue lines to send. They go out while `hear` waits."""
        for line in lines:
            self._exchange.append(f"> {line}")
            self._pipes.send(f"{line}\n".encode())

    def hear(self, deadline: float) -> str:
        """The next line from the program. `deadline` is in `time.monotonic` seconds.

        Raises `NoAnswer` at the deadline, and `Forfeit` if the program has ended or its line is too long.
        """
        while not self._heard:
            left = deadline - time.monotonic()
            # Look once even after the deadline: a line sent in time counts, however late it is read.
            moved = self._serve(min(max(left, 0), _LOOK))
            if self._heard:
                break
            if self._pipes.output_closed or (not moved and self._process.poll() is not None):
                self._take(self._pipes.rest())  # it may have spoken between the two looks
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
        """Whether an unread line is waiting."""
        self._serve(0)
        return bool(self._heard)

    def _serve(self, seconds: float) -> bool:
        """Wait up to `seconds` for the pipes and serve those that are ready. Returns whether any data moved."""
        return self._take(self._pipes.serve(seconds))

    def _take(self, moved: Moved) -> bool:
        self._heard.extend(self._lines.feed(moved.out))
        self._muttered += moved.err
        del self._muttered[:-_STDERR_KEPT]
        return bool(moved)

    # --- ending ---
    def _how_it_ended(self) -> str:
        """One line that says why the program fell silent."""
        code = self._ended_by(time.monotonic() + _LAST_WORDS)
        if code is None:
            return f"closed its output{self.last_words()}"
        if code == 0:
            return f"ended by itself with exit code 0{self.last_words()}"
        if code > 0:
            return f"crashed with exit code {code}{self.last_words()}"
        return f"was ended by signal {_signal_name(-code)}{self.last_words()}"

    def last_words(self) -> str:
        """`: ` and the last line of standard error, to append to a message; empty if there is none."""
        self._serve(0)
        lines = self._muttered.decode("utf-8", "replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        printable = "".join(letter if letter.isprintable() else " " for letter in last)
        return f": {printable[:_LONGEST_REASON]}" if printable else ""

    def _ended_by(self, deadline: float) -> int | None:
        """The exit code, or None if it still runs at the deadline."""
        while (code := self._process.poll()) is None and (left := deadline - time.monotonic()) > 0:
            if not self._pipes.all_closed:
                self._serve(min(left, _LOOK))
                self._heard.clear()
            else:  # its pipes are closed: only its exit is left to wait for
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self._process.wait(left)
        return code

    def finish(self, seconds: float, words: Sequence[str] = ("quit",)) -> int | None:
        """Send the last words, close its input and wait up to `seconds` for it to exit. Returns the exit code.

        Returns None if it had to be killed. Always kills processes that it left behind.
        """
        if self._killed:
            return self._process.returncode
        deadline = time.monotonic() + seconds
        self.say(words)
        while self._pipes.unsent and time.monotonic() < deadline and self._process.poll() is None:
            self._serve(_LOOK)
            self._heard.clear()
        self._pipes.close_input()
        code = self._ended_by(deadline)
        self.kill()
        return code

    def kill(self) -> None:
        """Kill the program and its process group. Safe to call twice."""
        if self._killed:
            return
        self._killed = True
        _RUNNING.discard(self)
        _kill_group(self._process)
        self._process.wait()
        self._pipes.close()


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a program and all that it started."""
    if hasattr(os, "killpg"):
        # For an empty group, Linux reports that it does not exist and macOS that it is not permitted.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        return
    # Windows knows who started whom as long as the starter runs. A child whose starter has ended is not found.
    with contextlib.suppress(OSError):
        subprocess.run(["taskkill", "/T", "/F", "/PID", str(process.pid)], check=False, capture_output=True)
    process.kill()


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)
