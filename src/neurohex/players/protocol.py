"""The bot protocol, version 1: messages between host and bot, one line at a time.

A host (the arena, `bot-check`, a table) starts a bot as a program, writes to its standard input and reads from its
standard output. docs/bot-protocol.md describes the protocol for bot authors. This module does no I/O: it holds the
messages, their lines and the parsers of both sides. It knows nothing of the game.

    >>> listener = Listener()
    >>> [listener.hear(line) for line in lines_of(Decide((("player", "0"),), ((0, "end turn"),), seconds=1.5))][-1]
    Decide(facts=(('player', '0'),), legal=((0, 'end turn'),), seconds=1.5)
    >>> answer_of("action 0")
    Chosen(words='0')
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Final

from neurohex.errors import NeurohexError
from neurohex.notation.errors import shown

VERSION: Final = 1
"""Protocol version. It changes when bots written for it could no longer play."""
LONGEST_LINE: Final = 65_536
"""Bytes of a line without its newline, in either direction."""
MOST_LINES: Final = 10_000
"""Lines that a bot may send before the answer it owes."""
STARTUP_SECONDS: Final = 10.0
"""Time for a bot to answer the greeting, and to be ready for a game."""
GRACE_SECONDS: Final = 0.5
"""Extra time beyond a decision's limit: for pipes and busy machines, not for thinking."""
QUIT_SECONDS: Final = 2.0
"""Time for a bot to exit."""

GREETING: Final = "neurohex-bot"
_NUMBER: Final = re.compile(r"[0-9]{1,18}")

Facts = tuple[tuple[str, str], ...]
"""Contents of a block: keywords and values, in order. Keywords may repeat."""


class ProtocolError(NeurohexError):
    """A line violates the protocol. The message is one line."""


# --- messages of the host -------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Hello:
    """First line of both sides. A bot answers with its own, any number of `About`, and `Ready`."""

    version: int = VERSION


@dataclass(frozen=True, slots=True)
class Begin:
    """A game begins. The bot answers `Ready`."""

    facts: Facts


@dataclass(frozen=True, slots=True)
class Decide:
    """A decision is due. The bot answers with any number of `Info`, then `Chosen`."""

    facts: Facts
    legal: tuple[tuple[int, str], ...]
    """Every legal action: number and words."""
    seconds: float
    """Thinking time."""


@dataclass(frozen=True, slots=True)
class Quit:
    """The bot must exit, without an answer."""


HostMessage = Hello | Begin | Decide | Quit


# --- messages of the bot --------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class About:
    """A declaration of the bot: `name`, `author`, or `deterministic` (yes or no)."""

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class Ready:
    """The bot has done what was asked."""


@dataclass(frozen=True, slots=True)
class Info:
    """Progress while thinking: `nodes` (a number), `value`, `line` or anything else."""

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class Chosen:
    """The decision: number or words of a legal action."""

    words: str


@dataclass(frozen=True, slots=True)
class Failed:
    """The bot did not understand or cannot continue."""

    reason: str


BotMessage = Hello | About | Ready | Info | Chosen | Failed

ABOUT: Final = ("name", "author", "deterministic")


# --- serialising ----------------------------------------------------------------------------------
def lines_of(message: HostMessage | BotMessage) -> list[str]:
    """The lines of a message, without newlines."""
    match message:
        case Hello(version):
            return [f"{GREETING} {version}"]
        case Begin(facts):
            return ["game", *(f"{word} {said}".rstrip() for word, said in facts), "end"]
        case Decide(facts, legal, seconds):
            told = (f"{word} {said}".rstrip() for word, said in facts)
            return ["decide", *told, *(f"legal {number} {words}" for number, words in legal), f"go {seconds!r}"]
        case Quit():
            return ["quit"]
        case About(key, value):
            return [f"{key} {value}"]
        case Ready():
            return ["ready"]
        case Info(key, value):
            return [f"info {key} {value}".rstrip()]
        case Chosen(words):
            return [f"action {words}"]
        case Failed(reason):
            return [f"error {reason}"]


class LineSplitter:
    """Splits incoming bytes into lines."""

    def __init__(self) -> None:
        self._begun = bytearray()
        self._skipping = False

    def feed(self, data: bytes) -> list[str | None]:
        """The lines completed by these bytes.

        None stands for a line that is too long: it appears as soon as the limit is passed, and the rest of the line is
        dropped. Invalid UTF-8 becomes question marks.
        """
        found: list[str | None] = []
        *ended, rest = data.split(b"\n")
        for piece in ended:
            self._add(piece, found)
            if not self._skipping:
                found.append(self._begun.decode("utf-8", "replace").rstrip("\r"))
            self._begun.clear()
            self._skipping = False
        self._add(rest, found)
        return found

    def _add(self, piece: bytes, found: list[str | None]) -> None:
        if self._skipping:
            return
        self._begun += piece
        if len(self._begun) > LONGEST_LINE:
            self._begun.clear()
            self._skipping = True
            found.append(None)


# --- parsing: the bot's side ----------------------------------------------------------------------
class Listener:
    """Parser of the bot's side: takes the host's lines one by one and returns whole messages.

    A block (`game` to `end`, `decide` to `go`) is one message. Unknown words are kept as facts inside a block, and are
    an
    error outside. Errors inside a block are reported at its end, so that every block gets one answer.
    """

    def __init__(self) -> None:
        self._block = ""
        self._facts: list[tuple[str, str]] = []
        self._legal: list[tuple[int, str]] = []
        self._problem = ""

    def hear(self, line: str | None) -> HostMessage | None:
        """The message completed by this line, or None. Pass None for a line that was too long.

        Raises `ProtocolError` if an error must be answered.
        """
        if line is None:
            self._wrong(f"a line is longer than {LONGEST_LINE} bytes")
            return None
        word, _, rest = line.strip().partition(" ")
        rest = rest.strip()
        if not word:
            return None
        if word == "quit":
            return Quit()
        if self._block:
            return self._hear_fact(word, rest)
        if word == GREETING:
            if _NUMBER.fullmatch(rest) is None:
                raise ProtocolError(f"{GREETING}: expected a version, got {shown(rest)}")
            return Hello(int(rest))
        if word in ("game", "decide"):
            self._block = word
            return None
        raise ProtocolError(f"not understood: {shown(line.strip())}")

    def _hear_fact(self, word: str, rest: str) -> HostMessage | None:
        if word == ("end" if self._block == "game" else "go"):
            return self._end(rest)
        if word == "legal" and self._block == "decide":
            number, _, words = rest.partition(" ")
            if _NUMBER.fullmatch(number) is None:
                self._wrong(f"legal: expected a number and words, got {shown(rest)}")
            else:
                self._legal.append((int(number), words.strip()))
        else:
            self._facts.append((word, rest))
        return None

    def _end(self, rest: str) -> HostMessage:
        block, facts, legal, problem = self._block, tuple(self._facts), tuple(self._legal), self._problem
        self._block, self._facts, self._legal, self._problem = "", [], [], ""
        if problem:
            raise ProtocolError(problem)
        return Begin(facts) if block == "game" else Decide(facts, legal, _seconds(rest))

    def _wrong(self, problem: str) -> None:
        """Report an error: at once, or at the end of the current block."""
        if not self._block:
            raise ProtocolError(problem)
        self._problem = self._problem or problem


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not (math.isfinite(seconds) and seconds > 0):
        raise ProtocolError(f"go: expected the seconds for this decision, got {shown(text)}")
    return seconds


# --- parsing: the host's side ---------------------------------------------------------------------
def answer_of(line: str) -> BotMessage | None:
    """Parse a line of a bot; None if it is empty. Raises `ProtocolError` if it is unknown."""
    text = line.strip()
    word, _, rest = text.partition(" ")
    rest = rest.strip()
    if not text:
        return None
    if word == GREETING and _NUMBER.fullmatch(rest):
        return Hello(int(rest))
    if word in ABOUT and rest:
        return About(word, rest)
    if text == "ready":
        return Ready()
    if word == "info" and rest:
        key, _, value = rest.partition(" ")
        return Info(key, value.strip())
    if word == "action" and rest:
        return Chosen(rest)
    if word == "error":
        return Failed(rest)
    raise ProtocolError(f"not understood: {shown(text)}")
