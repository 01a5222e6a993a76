"""A host for tests: a log in memory, a manual clock, people by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

from neurohex.match.authority import Decision, Match, open_match
from neurohex.match.follower import Follower
from neurohex.rules.engine import Game, Random, fresh_buffer, legal_actions, random_action
from neurohex.wire.messages import (
    Act,
    AnyCommand,
    AnyEvent,
    AnyReply,
    Clock,
    Code,
    Created,
    Join,
    MatchPhase,
    Proposal,
    Refused,
    SeatPlan,
    Terms,
    decode_command,
    decode_event,
    encode,
)

ANN, BEN, CID, DAN, EVE, FAY = PEOPLE = ("ann", "ben", "cid", "dan", "eve", "fay")
SEED = bytes(range(32))
NONCE = "00112233445566778899aabbccddeeff"


class Table:
    """One match and its log. Commands go through bytes, as they would over a line."""

    def __init__(
        self,
        *armies: str,
        seats: Sequence[SeatPlan] | None = None,
        clock: Clock | None = None,
        hints: bool = False,
        seed: bytes = SEED,
        seated: int | None = None,
        **terms: Any,
    ) -> None:
        """Make a match and let people sit down in the order of their names, `seated` of them or all."""
        game = Game(armies or ("borgo", "moloch"), **terms)
        plans = tuple(seats or [SeatPlan()] * len(game.armies))
        bots = [bytes([number]) * 16 for number, plan in enumerate(plans) if plan.bot is not None]
        self.now = 1_000_000
        self.seed = seed
        self._ids = count()
        proposal = Proposal(terms=Terms.of(game), seats=plans, clock=clock, hints=hints)
        first = open_match(proposal, match="m", owner=ANN, seed=seed, bot_nonces=bots, now=self.now)
        self.log = [encode(event) for event in first]
        self.match = Match.from_events(first, seed)
        free = [number for number, plan in enumerate(plans) if plan.bot is None]
        for number in free[:seated]:
            self.do(PEOPLE[number], Join, name=PEOPLE[number].title(), nonce=NONCE, seat=number)

    # --- commands ---
    def command(self, kind: Callable[..., AnyCommand], /, **fields: Any) -> AnyCommand:
        """A command with `id`, `match` and `seen` filled in."""
        if "seen" in getattr(kind, "__struct_fields__", ()):
            fields.setdefault("seen", self.match.last)
        fields.setdefault("id", f"c{next(self._ids)}")
        return decode_command(encode(kind(**{"match": "m", **fields})))

    def say(self, who: str, kind: Callable[..., AnyCommand], /, **fields: Any) -> AnyReply:
        """Give a command; its reply."""
        return self.answer(who, self.command(kind, **fields))

    def answer(self, who: str, command: AnyCommand) -> AnyReply:
        """Decide, write down, take up; the reply."""
        while True:
            before = self.match.state.to_bytes(), self.match.last
            decision = self.match.decide(command, who, self.now)
            assert (self.match.state.to_bytes(), self.match.last) == before, "deciding changes nothing"
            self.keep(decision)
            if decision.reply is not None:
                return decision.reply

    def do(self, who: str, kind: Callable[..., AnyCommand], /, **fields: Any) -> list[AnyEvent]:
        """Give a command that must be accepted; what happened."""
        first = len(self.log)
        reply = self.say(who, kind, **fields)
        assert not isinstance(reply, Refused), reply.why
        return [decode_event(data) for data in self.log[first:]]

    def refused(self, who: str, kind: Callable[..., AnyCommand], /, **fields: Any) -> Code:
        """Give a command that must be refused; why it is."""
        length = len(self.log)
        reply = self.say(who, kind, **fields)
        assert isinstance(reply, Refused)
        assert len(self.log) == length
        assert reply.why
        assert "\n" not in reply.why
        return reply.code

    def keep(self, decision: Decision) -> tuple[AnyEvent, ...]:
        """Append the events of a decision, then absorb them from the log."""
        new = [encode(event) for event in decision.events]
        self.log += new
        for data in new:
            assert self.match.absorb(decode_event(data))
        return decision.events

    # --- playing ---
    def who(self) -> str:
        """The person to decide."""
        seat = self.match.awaited()
        assert seat is not None
        return str(self.match.seats[seat].person)

    def act(self, action: int | None = None) -> list[AnyEvent]:
        """Let the player to decide act; the default is the first legal action."""
        return self.do(self.who(), Act, action=legal_actions(self.match.state)[0] if action is None else action)

    def play(self, seed: int = 1, acts: int = 10_000) -> None:
        """Play at random, to the end or as long as that."""
        buffer, random = fresh_buffer(), Random(seed)
        while acts and self.match.phase is MatchPhase.RUNNING:
            self.act(int(random_action(self.match.state, random, buffer)))
            acts -= 1

    # --- the log ---
    def events(self) -> list[AnyEvent]:
        """The whole log."""
        return [decode_event(data) for data in self.log]

    def restart(self) -> None:
        """Forget everything but the log and the seed."""
        self.match = Match.from_events(self.events(), self.seed)


def followed(log: Sequence[bytes]) -> Follower:
    """A follower that has absorbed these events."""
    first, *others = [decode_event(data) for data in log]
    assert isinstance(first, Created)
    follower = Follower(first)
    for event in others:
        follower.absorb(event)
    return follower
