"""A player that runs as a separate program and speaks the bot protocol, with time limits.

    with closing(ProcessPlayer(["python3", "examples/bot.py"], seed=7, seconds=1.0)) as player:
        action = player.choose(state)

Whatever the program does, the player returns a legal action in time or raises `Forfeit` with a one-line reason. The
program never outlives the player.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator, Sequence
from typing import Final

from neurohex.notation.action import parse_action
from neurohex.notation.errors import ActionError, shown
from neurohex.players.pipes import BotProcess, NoAnswer
from neurohex.players.player import Forfeit
from neurohex.players.protocol import (
    GRACE_SECONDS,
    GREETING,
    MOST_LINES,
    QUIT_SECONDS,
    STARTUP_SECONDS,
    VERSION,
    About,
    Begin,
    BotMessage,
    Chosen,
    Decide,
    Failed,
    Hello,
    Info,
    ProtocolError,
    Ready,
    answer_of,
    lines_of,
)
from neurohex.players.situation import game_facts, legal_words, state_facts
from neurohex.rules.engine import Game, State

_SHOWN: Final = 3
"""Legal actions listed in a forfeit reason."""
_DIGITS: Final = 10
"""Most digits of a number from a bot."""


class ProcessPlayer:
    """Asks a program. It can decide for any seat of any game, one after another."""

    def __init__(self, command: Sequence[str], seed: int, seconds: float, exchange: deque[str] | None = None) -> None:
        """Start the program and exchange greetings. `seconds` is its thinking time per decision; `seed` seeds its dice.

        Lines sent (`> `) and received (`< `) are appended to `exchange`, if given. Raises `Forfeit` if the program does
        not
        start or does not answer.
        """
        self.seconds: Final = seconds
        self.seed: Final = seed
        self.about: dict[str, str] = {}
        """What the bot declared about itself: `name`, `author`, `deterministic`."""
        self.nodes = 0
        """Positions searched so far, as reported by the bot."""
        self.thought = 0.0
        """Seconds spent on decisions so far."""
        self._game: Game | None = None
        self._lost = ""
        self.bot: Final = BotProcess(command, exchange)
        try:
            self._greet()
        except BaseException:
            self.bot.kill()
            raise

    @property
    def is_deterministic(self) -> bool:
        """Whether the bot claims that its decisions depend only on the seed and the questions."""
        return self.about.get("deterministic") == "yes"

    def choose(self, state: State) -> int:
        """Choose a legal action. Raises `Forfeit`; the program has then ended, and every further call forfeits too."""
        if self._lost:
            raise Forfeit(self._lost)
        try:
            if self._game is None or self._game.describe() != state.game.describe():
                self._begin(state.game)
            return self._decide(state)
        except Forfeit as reason:
            self._lost = str(reason)
            self.bot.kill()
            raise

    def close(self) -> None:
        """End the program: politely, then by force."""
        self._lost = self._lost or "the player was closed"
        self.bot.finish(QUIT_SECONDS)

    def _greet(self) -> None:
        greeted = False
        for message in self._ask(Hello(), STARTUP_SECONDS):
            match message:
                case Hello(version):
                    if version != VERSION:
                        raise Forfeit(f"speaks version {version} of the protocol, not {VERSION}")
                    greeted = True
                case About(key, value):
                    self.about[key] = value
                case Ready() if greeted:
                    return
                case _:
                    raise _out_of_place(message, f"{GREETING} {VERSION}")

    def _begin(self, game: Game) -> None:
        message = next(self._ask(Begin(game_facts(game, self.seed)), STARTUP_SECONDS))
        if message != Ready():
            raise _out_of_place(message, "ready")
        self._game = game

    def _decide(self, state: State) -> int:
        question = Decide(state_facts(state), legal_words(state), self.seconds)
        started = time.monotonic()
        answers = self._ask(question, self.seconds + GRACE_SECONDS)
        nodes = 0
        while True:
            message = next(answers)
            match message:
                case Info("nodes", value) if value.isdecimal() and len(value) < _DIGITS:
                    nodes = int(value)  # running total of this decision: the last report counts
                case Info():
                    pass
                case Chosen(words):
                    self.thought += time.monotonic() - started
                    self.nodes += nodes
                    return _legal_action(state, question.legal, words)
                case _:
                    raise _out_of_place(message, "action")

    def _ask(self, question: Hello | Begin | Decide, seconds: float) -> Iterator[BotMessage]:
        """The bot's messages after a question, until the caller stops listening. Raises `Forfeit`."""
        if self.bot.has_spoken():
            raise Forfeit(f"spoke without being asked: {shown(self.bot.hear(time.monotonic()))}")
        deadline = time.monotonic() + seconds
        self.bot.say(lines_of(question))
        for _ in range(MOST_LINES):
            try:
                message = answer_of(self.bot.hear(deadline))
            except NoAnswer:
                raise Forfeit(f"no answer within {seconds:g} s{self.bot.last_words()}") from None
            except ProtocolError as error:
                raise Forfeit(str(error)) from None
            if message is not None:
                yield message
        raise Forfeit(f"said {MOST_LINES} lines and no answer among them")


def _out_of_place(message: BotMessage, expected: str) -> Forfeit:
    if isinstance(message, Failed):
        return Forfeit(f"said that it cannot go on: {shown(message.reason)}")
    return Forfeit(f"not understood: {shown(lines_of(message)[0])} where {shown(expected)} was expected")


def _legal_action(state: State, legal: Sequence[tuple[int, str]], words: str) -> int:
    """The legal action that a bot names by number or words. Raises `Forfeit` if there is none."""
    numbers = [number for number, _ in legal]
    is_number = words.isdecimal() and len(words) < _DIGITS
    if is_number:
        if int(words) in numbers:
            return int(words)
    else:
        try:
            action = parse_action(state, words)
        except ActionError:
            action = -1
        if action in numbers:
            return action
    some = ", ".join(f"{number} {said}" for number, said in legal[:_SHOWN])
    more = ", …" if len(legal) > _SHOWN else ""
    raise Forfeit(f"illegal action {words if is_number else shown(words)} ({len(legal)} legal: {some}{more})")
