"""The checks of `neurohex bot-check`: does a program speak the bot protocol?"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import Final

from neurohex.model.fighting import fight
from neurohex.model.reading import DECISIONS
from neurohex.notation.bridge import placed_tile
from neurohex.notation.compact import parse_line
from neurohex.notation.errors import shown
from neurohex.notation.record import Dealer
from neurohex.players.names import make_player
from neurohex.players.pipes import NoAnswer
from neurohex.players.player import Forfeit
from neurohex.players.process import ProcessPlayer
from neurohex.players.protocol import GRACE_SECONDS, LONGEST_LINE, QUIT_SECONDS, Failed, ProtocolError, answer_of
from neurohex.rules.engine import (
    Game,
    Random,
    State,
    default_choice,
    fresh_buffer,
    is_chance,
    legal_actions,
    new_state,
    play,
    random_action,
)
from neurohex.rules.setup import Setup

SEED: Final = 7
GAMES: Final = {
    "Borgo against Moloch": Game(("borgo", "moloch")),
    "Hegemony against The Outpost": Game(("hegemony", "outpost")),
    "Vegas against the Doomsday Machine": Game(("vegas", "doomsday")),
    "a deathmatch of four": Game(("smart", "moloch", "vegas", "borgo")),
    "a Duel with mercenaries": Game(("doomsday", "smart"), board="duel", mercenaries=1),
}
"""Games in which the bot takes the first seat against random players."""
SOURCES: Final = (
    Game(("vegas", "smart"), board="duel", mercenaries=1, reinforcement=True),
    Game(("vegas", "doomsday"), mercenaries=2, bomber="mercenary"),
    Game(("hegemony", "smart"), board="duel"),
    Game(("moloch", "outpost")),
    Game(("neojungle", "mississippi")),
    Game(("steelpolice", "neojungle", "outpost", "newyork"), mode="deathmatch", score=True, bomber="neutral"),
)
"""Games that supply decisions of every kind but one."""
_SCARCE: Final = "neojungle neojungle | C3=0.Nightshade B3=0.Nightshade C2=1.Wall_of_Trees B2=1.HQ A3=0.HQ"
"""A board for a decision that random games hardly reach: two markers are there, and a Battle hits more (R21.3)."""
_TRIES: Final = 50
_EXCHANGE: Final = 12
"""Lines of the exchange shown after a failed check."""
_FIRST: Final = next(iter(GAMES))

Decision = tuple[State, int]
"""A state and the bot's choice."""


@dataclass(frozen=True, slots=True)
class Check:
    """The result of one check."""

    name: str
    note: str
    """The observation or the fault, in one line."""
    passed: bool
    exchange: tuple[str, ...] = ()
    """After a failure: the last lines sent (`> `) and received (`< `)."""


def check_bot(command: Sequence[str], seconds: float) -> Iterator[Check]:
    """Run all checks with that many seconds per decision; yields each check as it finishes.

    If the bot does not answer the greeting, that is the only check.
    """
    trial = _Trial(command, seconds)
    first = trial.run("greeting", trial.greeting)
    yield first
    if not first.passed:
        return
    yield trial.run("unknown command", trial.unknown_command)
    yield trial.run("line too long", trial.line_too_long)
    for name, game in GAMES.items():
        yield trial.run(f"game: {name}", partial(trial.whole_game, game=game))
    yield trial.run("every kind of decision", trial.every_kind)
    yield trial.run("same seed, same answers", trial.same_answers)
    yield trial.run("quit", partial(_ends, words=("quit",)))
    yield trial.run("end of input", partial(_ends, words=()))


class _Trial:
    def __init__(self, command: Sequence[str], seconds: float) -> None:
        self._command = command
        self._seconds = seconds
        self._decisions: list[Decision] = []
        """Decisions of the first game."""

    def run(self, name: str, check: Callable[[ProcessPlayer], str]) -> Check:
        """Run one check in a new process. `check` returns a note or raises `Forfeit`."""
        exchange: deque[str] = deque(maxlen=_EXCHANGE)
        try:
            with closing(ProcessPlayer(self._command, SEED, self._seconds, exchange)) as player:
                try:
                    note = check(player)
                except Forfeit as reason:
                    return Check(name, str(reason), False, tuple(exchange))
        except Forfeit as reason:
            return Check(name, str(reason), False, tuple(exchange))
        return Check(name, note, True)

    def greeting(self, player: ProcessPlayer) -> str:
        author = f" by {player.about['author']}" if "author" in player.about else ""
        if "name" not in player.about:
            raise Forfeit('expected a line "name …" before "ready"')
        if player.about.get("deterministic", "no") not in ("yes", "no"):
            raise Forfeit(f"deterministic: expected yes or no, got {player.about['deterministic']}")
        return f"{player.about['name']}{author}"

    def unknown_command(self, player: ProcessPlayer) -> str:
        return self._refused(player, "somersault 3")

    def line_too_long(self, player: ProcessPlayer) -> str:
        return self._refused(player, "somersault " + "3" * LONGEST_LINE)

    def _refused(self, player: ProcessPlayer, line: str) -> str:
        """Send a line that must be answered with exactly one error, without any other effect."""
        player.bot.say([line])
        try:
            said = player.bot.hear(time.monotonic() + self._seconds + GRACE_SECONDS)
            answer = answer_of(said)
        except NoAnswer:
            raise Forfeit('expected a line "error …", got none') from None
        except ProtocolError as error:
            raise Forfeit(f'expected a line "error …": {error}') from None
        if not isinstance(answer, Failed):
            raise Forfeit(f'expected a line "error …", got {shown(said)}')
        player.choose(new_state(GAMES[_FIRST]))
        return "answered with an error"

    def whole_game(self, player: ProcessPlayer, game: Game) -> str:
        slowest, decisions = 0.0, []
        for state in _moments(game):
            before = player.thought
            action = player.choose(state)
            slowest = max(slowest, player.thought - before)
            decisions.append((state.copy(), action))
            play(state, action)
        if game is GAMES[_FIRST]:
            self._decisions = decisions
        return f"{len(decisions)} decisions, the slowest in {slowest:.2f} of {self._seconds:g} s"

    def every_kind(self, player: ProcessPlayer) -> str:
        kinds = moments_of_every_kind()
        for state in kinds.values():
            player.choose(state)
        return f"{len(kinds)} moments from the middle of games: {', '.join(DECISIONS[kind] for kind in kinds)}"

    def same_answers(self, player: ProcessPlayer) -> str:
        if not player.is_deterministic:
            return "not claimed"
        for number, (state, action) in enumerate(self._decisions, start=1):
            again = player.choose(state)
            if again != action:
                raise Forfeit(f"decision {number} of the first game: chose {action}, and {again} when asked again")
        return f"{len(self._decisions)} decisions taken again"


def _ends(player: ProcessPlayer, words: Sequence[str]) -> str:
    started = time.monotonic()
    code = player.bot.finish(QUIT_SECONDS, words)
    if code is None:
        raise Forfeit(f"still running after {QUIT_SECONDS:g} s")
    if code != 0:
        raise Forfeit(f"ended with exit code {code}, expected 0")
    return f"ended within {time.monotonic() - started:.2f} s"


def _moments(game: Game) -> Iterator[State]:
    """A game: yields each decision of the first seat for the caller to play. The other seats play at random."""
    state, dealer = new_state(game), Dealer(game, SEED)
    with closing(make_player("random", SEED)) as others:
        while not state.is_over():
            if is_chance(state):
                play(state, dealer.draw(state))
            elif state.actor() != 0:
                play(state, others.choose(state))
            else:
                yield state


def _with_scarce_markers() -> State:
    position = parse_line(_SCARCE)
    game = Game(tuple(player.army for player in position.players))
    setup = Setup(game)
    for unit in position.units:
        setup.put(game.board.index[unit.hex], placed_tile(position, unit), unit.player, unit.rotation)
    setup.set_turn(0)
    return setup.state()


def moments_of_every_kind() -> dict[int, State]:
    """For each kind of decision, a state with more than one legal action."""
    found: dict[int, State] = {}

    def note(state: State) -> int:
        found.setdefault(state.stage(), state.copy())
        return default_choice(state)

    fight(_with_scarce_markers(), note)
    buffer = fresh_buffer()
    for number in range(_TRIES * len(SOURCES)):
        state, random = new_state(SOURCES[number % len(SOURCES)]), Random(number)
        while not state.is_over():
            stage = state.stage()
            if stage in DECISIONS and stage not in found and len(legal_actions(state)) > 1:
                found[stage] = state.copy()
            play(state, random_action(state, random, buffer))
        if len(found) == len(DECISIONS):
            break
    return {stage: found[stage] for stage in DECISIONS if stage in found}
