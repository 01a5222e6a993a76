"""Play one game of a tournament: fixture in, result out. Deterministic for bots without a clock."""

from __future__ import annotations

import logging
import shlex
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from hashlib import blake2b
from time import perf_counter
from typing import Final

from neurohex.arena.plan import Fixture
from neurohex.arena.tournament import COMMAND
from neurohex.model.reading import ENDS as END_REASONS
from neurohex.model.reading import turn_number
from neurohex.notation.record import Dealer, Record, key_text, write_record
from neurohex.players import Forfeit, Player, PlayerError, make_player
from neurohex.players.fallback import checked
from neurohex.rules.engine import State, apply, is_chance, new_state

_LOG: Final = logging.getLogger(__name__)

ENDS: Final = {
    "hq": "HQ destroyed",
    "final": "Final Battle",
    "additional": "Additional Battle",
    "still": "board stuck",
    "score": "points scored",
}
FORFEIT: Final = "forfeit"
"""The end of a game that a player could not continue. Every other end is one of `ENDS`."""

BATCH_SECONDS: Final = 0.25
"""Seconds to play before results are returned. A longer game is returned alone."""


@dataclass(slots=True)
class Result:
    """The result of one game. Lists are by seat.

    All fields follow from the fixture except `thought`, `seconds` and, for bots with a clock, `nodes`.
    """

    id: str
    round: int
    setting: str
    armies: list[str]
    bots: list[str]
    sides: list[int]
    """Side of each seat. Side 0 has the first turn."""
    seed: int
    outcome: list[int]
    """1 win, 0 draw, -1 loss."""
    end: str
    forfeit: int | None
    """The seat that forfeited, or None. Its side loses; all others share the win."""
    reason: str
    """Why the seat forfeited."""
    turns: int
    actions: int
    """Decisions and draws."""
    points: list[int]
    """HQ points at the end, or points scored in games played for points."""
    decisions: list[int]
    thought: list[float]
    """Seconds spent on decisions."""
    nodes: list[int | None]
    """Nodes searched, if the player reports them."""
    seconds: float
    key: str
    """Key of the final state, as in records."""
    record: str = field(default="", repr=False)
    """The game record if it is kept, else empty."""

    def shares(self) -> list[float]:
        """Points of each side. A game is worth one point, shared equally by the winners or the drawing sides."""
        best = max(self.outcome)
        winners = {side for side, outcome in zip(self.sides, self.outcome, strict=True) if outcome == best}
        return [1 / len(winners) if side in winners else 0.0 for side in range(max(self.sides) + 1)]


def seat_player(spec: str, seed: int, limit: float) -> Player:
    """The player for one seat of one game. A command has `limit` seconds per decision.

    Raises `PlayerError` for an unknown specification and `Forfeit` if a command does not start.
    """
    if not spec.startswith(COMMAND):
        return make_player(spec, seed)
    from neurohex.players.process import ProcessPlayer

    return ProcessPlayer(command_words(spec), seed, limit)


def command_words(spec: str) -> list[str]:
    """The command line after `cmd:`, split into words. Raises `PlayerError` for unbalanced quotes."""
    try:
        return shlex.split(spec.removeprefix(COMMAND))
    except ValueError as error:
        raise PlayerError(f"{spec}: {error}") from None


def player_seed(fixture: Fixture, seat: int) -> int:
    """Seed of the player in a seat. It reveals nothing about the shuffle."""
    return int.from_bytes(blake2b(f"{fixture.seed}/{seat}".encode(), digest_size=4).digest()) >> 1


@dataclass(frozen=True, slots=True)
class Referee:
    """Plays games with the limits of the tournament. Can be sent to any process."""

    limit: float
    keep_records: bool

    def play(self, fixture: Fixture) -> Result:
        """Play one game to its end or to a forfeit."""
        game = _Game(fixture)
        begun = perf_counter()
        game.run(self.limit)
        return game.result(perf_counter() - begun, self.keep_records)

    def play_some(self, fixtures: Sequence[Fixture]) -> list[Result]:
        """Play games in order, at least one, until `BATCH_SECONDS` have passed."""
        results: list[Result] = []
        until = perf_counter() + BATCH_SECONDS
        for fixture in fixtures:
            results.append(self.play(fixture))
            if perf_counter() >= until:
                break
        return results


class _Game:
    """A running game."""

    def __init__(self, fixture: Fixture) -> None:
        self.fixture = fixture
        self.game = fixture.setting.game(fixture.armies)
        self.state: State = new_state(self.game)
        self.actions: list[int] = []
        self.players: list[Player] = []
        self.decisions = [0] * len(fixture.armies)
        self.thought = [0.0] * len(fixture.armies)
        self.forfeit: int | None = None
        self.reason = ""

    def run(self, limit: float) -> None:
        with ExitStack() as leaving:
            for seat, bot in enumerate(self.fixture.bots):
                try:
                    player = seat_player(bot.spec, player_seed(self.fixture, seat), limit)
                except Forfeit as forfeit:
                    self._lost(seat, forfeit)
                    return
                leaving.callback(player.close)
                self.players.append(player)
            self._play()

    def _play(self) -> None:
        dealer = Dealer(self.game, self.fixture.seed)
        st = self.state
        while not st.is_over():
            if is_chance(st):
                action = dealer.draw(st)
                apply(st, action)
            else:
                seat = st.actor()
                asked = perf_counter()
                try:
                    action = self.players[seat].choose(st)
                except Forfeit as wrong:
                    self._lost(seat, wrong)
                    return
                finally:
                    self.thought[seat] += perf_counter() - asked
                action, fault = checked(st, action)  # a program's is legal: `ProcessPlayer` sees to it
                if fault:
                    bot = self.fixture.bots[seat].name
                    _LOG.warning("game %s: bot %s %s; played action %d instead", self.fixture.id, bot, fault, action)
                apply(st, action)
                self.decisions[seat] += 1
            self.actions.append(action)

    def _lost(self, seat: int, why: Exception) -> None:
        self.forfeit = seat
        # The reason may quote a bot. Keep one printable line that tables and records can hold.
        self.reason = "".join(letter if letter.isprintable() else "?" for letter in " ".join(str(why).split()))[:300]

    def result(self, seconds: float, keep_record: bool) -> Result:
        fixture, st = self.fixture, self.state
        seats = range(len(fixture.armies))
        sides = {seat: number for number, side in enumerate(fixture.setting.sides(fixture.armies)) for seat in side}
        if self.forfeit is None:
            outcome, end = list(st.result()), ENDS[END_REASONS[st.end_reason()]]
        else:
            outcome, end = [-1 if sides[seat] == sides[self.forfeit] else 1 for seat in seats], FORFEIT
        nodes = [getattr(player, "nodes", None) for player in self.players]
        told = [getattr(player, "thought", None) for player in self.players]
        for seat, thought in enumerate(told):
            if thought is not None:  # the player measures its own thinking time best
                self.thought[seat] = float(thought)
        return Result(
            id=fixture.id,
            round=fixture.round,
            setting=fixture.setting.name,
            armies=list(fixture.armies),
            bots=[bot.name for bot in fixture.bots],
            sides=[sides[seat] for seat in seats],
            seed=fixture.seed,
            outcome=outcome,
            end=end,
            forfeit=self.forfeit,
            reason=self.reason,
            turns=turn_number(st),
            actions=len(self.actions),
            points=[st.points(seat) if self.game.score else st.hq(seat) for seat in seats],
            decisions=self.decisions,
            thought=self.thought,
            nodes=[*nodes, *[None] * (len(seats) - len(nodes))],
            seconds=seconds,
            key=key_text(st),
            record=self._record() if keep_record else "",
        )

    def _record(self) -> str:
        tags = {"Event": "arena", "Game": self.fixture.id, "Seed": str(self.fixture.seed)}
        for seat, bot in enumerate(self.fixture.bots):
            tags[f"Player{seat}"] = bot.name
        if self.forfeit is not None:
            tags["Forfeit"] = f"player {self.forfeit}: {self.reason}"
        return write_record(Record(self.game, tags, self.actions, complete=self.state.is_over()))
