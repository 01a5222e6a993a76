"""The bot protocol, version 1: what a host and a bot say to each other, line by line.

A host (the arena, a check, a table) starts a bot as a program, writes lines to its standard input and reads lines from
its standard output. docs/bot-protocol.md tells it to authors of bots. Here is the part without any input or output:
messages, the lines they are written as, and the readers of both sides. Nothing here knows the game.

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

from neurohex.notation.errors import shown

VERSION: Final = 1
"""Of the protocol. It changes when a bot that was written for it could no longer play."""
LONGEST_LINE: Final = 65_536
"""Bytes of a line, without its end, either way."""
MOST_LINES: Final = 10_000
"""Lines that a bot may say before the answer that it owes."""
STARTUP_SECONDS: Final = 10.0
"""How long a bot may take to answer the greeting, and to be ready for a game."""
GRACE_SECONDS: Final = 0.5
"""What a host waits beyond the time it gave for a decision: it is for pipes and busy machines, not for thinking."""
QUIT_SECONDS: Final = 2.0
"""How long a bot may take to end."""

GREETING: Final = "neurohex-bot"
_NUMBER: Final = re.compile(r"[0-9]{1,18}")

Facts = tuple[tuple[str, str], ...]
"""What a block tells: words with what is said of each, in order. A word may come several times."""


class ProtocolError(ValueError):
    """A line that is not of the protocol; the text says in one line what is wrong with it."""


# --- what a host says -----------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Hello:
    """The first line of both sides. A bot answers it with its own, with `About` itself, and `Ready`."""

    version: int = VERSION


@dataclass(frozen=True, slots=True)
class Begin:
    """A game begins. The bot answers `Ready`."""

    facts: Facts


@dataclass(frozen=True, slots=True)
class Decide:
    """A decision is to be taken. The bot answers with any number of `Info`, then `Chosen`."""

    facts: Facts
    legal: tuple[tuple[int, str], ...]
    """Every legal action: its number and its words."""
    seconds: float
    """How long the bot may think."""


@dataclass(frozen=True, slots=True)
class Quit:
    """The bot is to end, without an answer."""


HostMessage = Hello | Begin | Decide | Quit


# --- what a bot says ------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class About:
    """Something of the bot itself: `name`, `author`, or `deterministic`, which is yes or no."""

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class Ready:
    """What was asked is done."""


@dataclass(frozen=True, slots=True)
class Info:
    """What a bot thinks while it thinks: `nodes` (a number), `value`, `line`, or anything else."""

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class Chosen:
    """The decision: the number of a legal action, or its words."""

    words: str


@dataclass(frozen=True, slots=True)
class Failed:
    """The bot did not understand, or cannot go on."""

    reason: str


BotMessage = Hello | About | Ready | Info | Chosen | Failed

ABOUT: Final = ("name", "author", "deterministic")


# --- to lines -------------------------------------------------------------------------------------
def lines_of(message: HostMessage | BotMessage) -> list[str]:
    """The lines of a message, without their ends."""
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


class Lines:
    """Bytes as they come, cut into lines."""

    def __init__(self) -> None:
        self._begun = bytearray()
        self._skipping = False

    def feed(self, data: bytes) -> list[str | None]:
        """The lines that end in these bytes. None stands for one that is too long: it comes as soon as that is
        certain, and the rest of that line is left out. Bytes that are no UTF-8 become question marks."""
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


# --- a bot listens --------------------------------------------------------------------------------
class Listener:
    """A bot's ear: takes the host's lines one by one and gives whole messages.

    A block (`game` to `end`, `decide` to `go`) is one message. In a block, words that are not known are kept among its
    facts; outside, they are an error. What is wrong in a block is told at its end, so that every block has one answer.
    """

    def __init__(self) -> None:
        self._block = ""
        self._facts: list[tuple[str, str]] = []
        self._legal: list[tuple[int, str]] = []
        self._problem = ""

    def hear(self, line: str | None) -> HostMessage | None:
        """The message that ends with this line (None for one that is too long), or None where none does.

        Raises `ProtocolError` where an error is to be answered.
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
        """Say what is wrong: now, or in a block at its end."""
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


# --- a host listens -------------------------------------------------------------------------------
def answer_of(line: str) -> BotMessage | None:
    """What a line of a bot says; None for an empty one. Raises `ProtocolError` where it says nothing known."""
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
