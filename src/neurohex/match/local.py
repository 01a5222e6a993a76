"""A match at one table, without a server: people, bots, and a log in memory.

    >>> import secrets, time
    >>> from neurohex.rules.engine import legal_actions
    >>> now = lambda: time.time_ns() // 1_000_000
    >>> table = LocalMatch(Game(("borgo", "moloch")), [None, "greedy"], secrets.token_bytes, now)
    >>> while table.match.awaited() is not None:
    ...     events = table.act(legal_actions(table.match.state)[0])
    >>> table.record().complete
    True
    >>> table.close()

It is the smallest host of `Match`, and handles decisions as a server does.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Any, Final

from neurohex.errors import NeurohexError
from neurohex.match.authority import Decision, Match, open_match
from neurohex.match.proof import record_of
from neurohex.match.shuffle import NONCE_BYTES, SEED_BYTES
from neurohex.notation.record import Record
from neurohex.players import Forfeit, Player, make_player
from neurohex.players.fallback import checked
from neurohex.rules.engine import Game
from neurohex.wire.messages import (
    Act,
    AnyCommand,
    AnyEvent,
    AnyReply,
    Clock,
    Join,
    Proposal,
    Refused,
    SeatPlan,
    Terms,
    encode,
)

_LOG: Final = logging.getLogger(__name__)
_MATCH: Final = "local"


class LocalRefusal(NeurohexError):
    """A refused command; `reply` has the code."""

    def __init__(self, reply: Refused) -> None:
        super().__init__(reply.why)
        self.reply: Final = reply


class LocalMatch:
    """A match whose people share a table. Bots answer in this process, before `act` returns."""

    def __init__(
        self,
        game: Game,
        seats: Sequence[str | None],
        randomness: Callable[[int], bytes],
        now: Callable[[], int],
        *,
        clock: Clock | None = None,
        names: Sequence[str] | None = None,
    ) -> None:
        """Seat everyone and start. `seats` has for each seat the name of a bot, or None for a person; `names` are
        people's names. `randomness` returns as many random bytes as asked for, `now` the time in milliseconds.

        Raises `PlayerError` for an unknown bot.
        """
        self._now = now
        self._given = 0
        self.log: Final[list[bytes]] = []
        """The events so far, encoded."""
        self._bots: Final[dict[int, Player]] = {}
        try:
            for number, spec in enumerate(seats):
                if spec is not None:
                    self._bots[number] = make_player(spec, int.from_bytes(randomness(4), "big"))
            proposal = Proposal(terms=Terms.of(game), seats=tuple(SeatPlan(bot=spec) for spec in seats), clock=clock)
            seed = randomness(SEED_BYTES)
            nonces = [randomness(NONCE_BYTES) for _ in self._bots]
            opened = open_match(proposal, match=_MATCH, owner=person(0), seed=seed, bot_nonces=nonces, now=now())
            self.match: Final = Match.from_events(opened, seed)
            self.log.extend(map(encode, opened))
            for number, spec in enumerate(seats):
                if spec is None:
                    name = names[number] if names is not None else f"Player {number + 1}"
                    self.ask(number, Join, name=name, nonce=randomness(NONCE_BYTES).hex(), seat=number)
            self._let_bots_play()
        except BaseException:
            self.close()
            raise

    def ask(self, seat: int, kind: Callable[..., AnyCommand], /, **fields: Any) -> list[AnyEvent]:
        """Send a command of the person in a seat, such as `Undo` or `Resign`; return the events, bots' included.

        Fills in `id`, `match` and `seen`. Raises `LocalRefusal` if it is refused.
        """
        self._given += 1
        if "seen" in getattr(kind, "__struct_fields__", ()):
            fields["seen"] = self.match.last
        command = kind(id=f"c{self._given}", match=_MATCH, **fields)
        happened, reply = self._decided(command, person(seat))
        if isinstance(reply, Refused):
            raise LocalRefusal(reply)
        return [*happened, *self._let_bots_play()]

    def act(self, action: int) -> list[AnyEvent]:
        """Act for the person to decide; return the events until a person is to decide again or the match is over.

        Raises `LocalRefusal` if the action is illegal or no player is to decide.
        """
        return self.ask(self.match.awaited() or 0, Act, action=action)

    def record(self) -> Record:
        """The record of the game so far."""
        return record_of(self.match)

    def close(self) -> None:
        """Close the bots."""
        for player in self._bots.values():
            player.close()
        self._bots.clear()

    def _let_bots_play(self) -> list[AnyEvent]:
        happened: list[AnyEvent] = []
        while self.match.awaited_bot() is not None:
            seat = self.match.state.actor()
            state = self.match.state.copy()
            try:
                action, wrong = checked(self.match.state, self._bots[seat].choose(state))
            except Forfeit as error:
                happened += self._keep(self.match.forfeit(seat, str(error), self._now()))
            else:
                if wrong:
                    _LOG.warning("bot %s: %s; played action %d instead", self.match.seats[seat].bot, wrong, action)
                happened += self._decided(*self.match.bot_act(action))[0]
        return happened

    def _decided(self, command: AnyCommand, who: str) -> tuple[list[AnyEvent], AnyReply]:
        happened: list[AnyEvent] = []
        while True:
            decision = self.match.decide(command, who, self._now())
            happened += self._keep(decision)
            if decision.reply is not None:
                return happened, decision.reply

    def _keep(self, decision: Decision) -> tuple[AnyEvent, ...]:
        self.log.extend(map(encode, decision.events))
        for event in decision.events:
            self.match.absorb(event)
        return decision.events


def person(seat: int) -> str:
    """The id of the person in a seat."""
    return f"seat-{seat}"
