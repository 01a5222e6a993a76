"""The authority over one match: who may do what, and what follows. Without I/O.

Deciding and applying are separate steps, with the log between them:

    decision = match.decide(command, who, now)   # changes nothing
    log.append(decision.events)                  # by the host: all or none, with their numbers
    for event in decision.events:
        match.absorb(event)
    answer(decision.reply)                       # then send the events to everyone else

If `reply` is None, another event had to come first (a clock had run out, a pause is over): absorb the events and call
`decide` again. If the log already has another event with that number, another process was first: absorb it, and call
`decide` again. `Match.from_events` restores a match from its log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from neurohex.match.endings import agreed_draw, by_the_rules, last_side, playing
from neurohex.match.follower import Follower, OutOfStep, bot_id
from neurohex.match.shuffle import METHOD, commitment, piles
from neurohex.notation.action import action_text
from neurohex.notation.record import Piles, key_text
from neurohex.players.fallback import fallback_action
from neurohex.rules.actions import ACTION_VERSION
from neurohex.rules.engine import State, is_chance, is_legal, play
from neurohex.wire.messages import (
    Accepted,
    Act,
    Acted,
    AnswerDraw,
    AnswerRematch,
    AnyCommand,
    AnyEvent,
    AnyReply,
    Cause,
    Code,
    Created,
    DrawAccepted,
    DrawDeclined,
    DrawOffered,
    Finished,
    Flagged,
    Follow,
    Following,
    Forfeited,
    How,
    Join,
    Joined,
    Leave,
    Left,
    LookCommand,
    Looked,
    MatchPhase,
    OfferDraw,
    OfferRematch,
    Paused,
    Proposal,
    React,
    Refused,
    RematchAccepted,
    RematchDeclined,
    RematchMade,
    RematchOffered,
    Resign,
    Resigned,
    Resumed,
    Return,
    Returned,
    SeatPlan,
    Sent,
    Started,
    Terms,
    Undo,
    Undone,
)

MOST_UNDOS: Final = 100
"""Undos in one turn. The limit bounds the log."""
MOST_SEAT_CHANGES: Final = 1000
"""How often people may join and leave a match."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The response to a command, or to time that has passed."""

    events: tuple[AnyEvent, ...] = ()
    """Append them to the log, all or none, then absorb them. They are numbered after the last absorbed event."""
    reply: AnyReply | None = None
    """Send it once the events are in the log. None without a command, or if the command must be decided again."""


def open_match(
    proposal: Proposal, *, match: str, owner: str, seed: bytes, bot_nonces: Sequence[bytes] = (), now: int
) -> list[AnyEvent]:
    """Return the first events of a new match, for its log. Keep `seed` (32 bytes) apart from them.

    `bot_nonces` has 16 bytes for each bot, in seat order. A match among bots starts at once. Raises `GameError` for
    inconsistent terms, and `ValueError` if seats or nonces do not fit the game.
    """
    game = proposal.terms.game()
    bots = [number for number, plan in enumerate(proposal.seats) if plan.bot is not None]
    if game.mode == "position":
        raise ValueError("terms: a position for study cannot be played")
    if len(proposal.seats) != len(game.armies):
        raise ValueError(f"seats: expected {len(game.armies)}, one for each army, got {len(proposal.seats)}")
    if len(bot_nonces) != len(bots):
        raise ValueError(f"bot_nonces: expected {len(bots)}, one for each bot, got {len(bot_nonces)}")
    nonces = dict(zip(bots, bot_nonces, strict=True))
    plans = tuple(
        SeatPlan(bot=plan.bot, nonce=nonces[number].hex()) if number in nonces else SeatPlan(person=plan.person)
        for number, plan in enumerate(proposal.seats)
    )
    created = Created(
        match=match,
        n=0,
        at=now,
        terms=Terms.of(game),
        seats=plans,
        owner=owner,
        shuffle=METHOD,
        commitment=commitment(seed).hex(),
        actions=ACTION_VERSION,
        clock=proposal.clock,
        hints=proposal.hints,
        private=proposal.private,
        rated=proposal.rated,
        rematch_of=proposal.rematch_of,
    )
    return [created, *Match(created, seed)._started_by_bots(now)]


class _Draft:
    """Collects events, numbered after the last event of the match."""

    def __init__(self, match: Follower, now: int, cause: Cause | None) -> None:
        self.events: list[AnyEvent] = []
        self.match = match
        self.at = max(now, match.at)
        self.cause = cause

    def add(self, kind: Callable[..., AnyEvent], **fields: Any) -> None:
        number = self.match.last + 1 + len(self.events)
        self.events.append(kind(match=self.match.id, n=number, at=self.at, cause=self.cause, **fields))


class _Refusal(Exception):
    """A refusal, raised to become the reply."""

    def __init__(self, code: Code, why: str) -> None:
        super().__init__(why)
        self.code = code


class Match(Follower):
    """A follower that knows the seed, and so decides."""

    def __init__(self, created: Created, seed: bytes) -> None:
        """Start with the first event and its seed. Raises `OutOfStep` if the commitment does not match."""
        super().__init__(created)
        if created.shuffle != METHOD:
            raise OutOfStep(f'the match is shuffled by "{created.shuffle}", here is {METHOD}')
        if commitment(seed).hex() != created.commitment:
            raise OutOfStep("the seed is not the one that the match commits to")
        self._seed = seed
        self._piles: Piles | None = None
        self._causes: dict[str, dict[str, tuple[int, int]]] = {}
        """First and last event of each accepted command, by person and command id."""

    @classmethod
    def from_events(cls, events: Iterable[AnyEvent], seed: bytes) -> Match:
        """Restore a match from its log. Raises `OutOfStep` if the events are inconsistent."""
        given = iter(events)
        first = next(given, None)
        if not isinstance(first, Created):
            raise OutOfStep("a log begins with the event that created its match")
        match = cls(first, seed)
        for event in given:
            match.absorb(event)
        return match

    def absorb(self, event: AnyEvent) -> bool:
        """Apply an event that is in the log; see `Follower.absorb`."""
        if not super().absorb(event):
            return False
        if event.cause is not None:
            done = self._causes.setdefault(event.cause.by, {})
            first, _ = done.get(event.cause.id, (event.n, event.n))
            done[event.cause.id] = (first, event.n)
        return True

    # --- for hosts ---
    def decide(self, command: AnyCommand, who: str, now: int) -> Decision:
        """Decide a person's command; changes nothing.

        Every command finally gets a reply, perhaps a refusal. If `reply` is None, absorb the events and decide the
        command again.
        """
        if command.match != self.id:
            return _refusal(command, Code.UNKNOWN_MATCH, f"there is no match {command.match} here")
        if isinstance(command, LookCommand):
            return Decision(reply=Looked(id=command.id, match=self.id, present=self.present(now)))
        if isinstance(command, Follow):
            return self._follow(command)
        if isinstance(command, React):
            return self._react(command, who)
        done = self._causes.get(who, {}).get(command.id)
        if done is not None:
            return Decision(reply=Accepted(id=command.id, match=self.id, first=done[0], last=done[1]))
        before = self._before_all_else(now)
        if before:
            return Decision(before)
        draft = _Draft(self, now, Cause(by=who, id=command.id))
        try:
            self._decide(command, who, draft)
        except _Refusal as no:
            present = self.present(now) if no.code is Code.STALE else None
            refused = Refused(id=command.id, match=self.id, code=no.code, why=str(no), present=present)
            return Decision(reply=refused)
        first, last = draft.events[0].n, draft.events[-1].n
        return Decision(tuple(draft.events), Accepted(id=command.id, match=self.id, first=first, last=last))

    def bot_act(self, action: int) -> tuple[Act, str]:
        """Return the command with which the bot to decide acts, and the bot's person id."""
        seat = self.awaited()
        if seat is None or self.seats[seat].bot is None:
            raise ValueError("no bot is to decide")
        return Act(id=f"{bot_id(seat).replace('/', '-')}-{self.last}", match=self.id, seen=self.last, action=action), (
            bot_id(seat)
        )

    def next_deadline(self) -> int | None:
        """When `tick` will have an effect; None if no clock runs."""
        return self.clocks.deadline() if self.clocks is not None and self.phase is MatchPhase.RUNNING else None

    def tick(self, now: int) -> Decision:
        """Decide what time alone causes: a clock that has run out."""
        deadline = self.next_deadline()
        if deadline is None or now < deadline:
            return Decision()
        draft = _Draft(self, now, None)
        seat = self.state.actor()
        draft.add(Flagged, seat=seat)
        self._gave_up(draft, seat, How.TIME, f"the time of player {seat} ran out")
        return Decision(tuple(draft.events))

    def pause(self, now: int) -> Decision:
        """The host shuts down: clocks stand still until `resume`, or until the next command."""
        draft = _Draft(self, now, None)
        if self.next_deadline() is not None:
            draft.add(Paused)
        return Decision(tuple(draft.events))

    def end_pause(self, now: int) -> Decision:
        """Let the clocks of a paused match run again. Decides nothing if it is not paused."""
        paused = self.clocks is not None and self.clocks.paused
        return self.resume(now) if paused else Decision()

    def resume(self, now: int, alive: int | None = None) -> Decision:
        """The host is back, after a pause or a crash. If the match was not paused, the clock is charged until `alive`,
        when the host is last known to have run; the default is the last event."""
        draft = _Draft(self, now, None)
        if self.clocks is not None and self.phase is MatchPhase.RUNNING:
            there = self.at if alive is None or self.clocks.paused else alive
            draft.add(Resumed, alive=min(max(there, self.at), draft.at))
        return Decision(tuple(draft.events))

    def forfeit(self, seat: int, why: str, now: int) -> Decision:
        """A bot cannot go on and loses; `why` is one line."""
        draft = _Draft(self, now, None)
        if self.phase is MatchPhase.RUNNING and self.seats[seat].given_up is None:
            line = " ".join(why.split())[:300]
            draft.add(Forfeited, seat=seat, why=line)
            self._gave_up(draft, seat, How.FORFEIT, f"player {seat} cannot go on: {line}")
        return Decision(tuple(draft.events))

    def abort(self, why: str, now: int) -> Decision:
        """The host ends the match, started or not, without a winner; `why` is one line."""
        draft = _Draft(self, now, None)
        if self.phase is not MatchPhase.FINISHED:
            self._finish(draft, How.ABORTED, (0,) * len(self.seats), " ".join(why.split())[:400])
        return Decision(tuple(draft.events))

    def wanted_rematch(self) -> Proposal | None:
        """The rematch that all players want, with sides swapped, until the host has made it; else None."""
        if self.rematch is not None or not self._all_want_rematch(self.rematch_agreed):
            return None
        people = self._sides_swapped()
        plans = tuple(
            SeatPlan(bot=self.seats[p].bot) if self.seats[p].bot is not None else SeatPlan(person=self.seats[p].person)
            for p in people
        )
        agreed = self.created
        return Proposal(
            terms=agreed.terms,
            seats=plans,
            clock=agreed.clock,
            hints=agreed.hints,
            private=agreed.private,
            rated=agreed.rated,
            rematch_of=self.id,
        )

    def rematched(self, rematch: str, now: int) -> Decision:
        """The host has made the rematch."""
        draft = _Draft(self, now, None)
        if self.wanted_rematch() is not None:
            draft.add(RematchMade, rematch=rematch)
        return Decision(tuple(draft.events))

    def _started_by_bots(self, now: int) -> list[AnyEvent]:
        """Start a new match that has only bots."""
        draft = _Draft(self, now, None)
        self._start_if_full(draft, [seat.nonce for seat in self.seats])
        return draft.events

    # --- commands ---
    def _before_all_else(self, now: int) -> tuple[AnyEvent, ...]:
        return self.end_pause(now).events or self.tick(now).events

    def _follow(self, command: Follow) -> Decision:
        if command.since > self.last + 1:
            return _refusal(command, Code.AHEAD, f"since: the last event here is {self.last}")
        return Decision(reply=Following(id=command.id, match=self.id, last=self.last))

    def _react(self, command: React, who: str) -> Decision:
        if self.seat_of(who) is None:
            return _refusal(command, Code.NOT_SEATED, "you have no seat in this match")
        return Decision(reply=Sent(id=command.id, match=self.id))

    def _decide(self, command: AnyCommand, who: str, draft: _Draft) -> None:
        match command:
            case Act():
                self._act(command, self._player(command, who), draft)
            case Undo():
                self._undo(self._player(command, who), draft)
            case Join():
                self._join(command, who, draft)
            case Leave():
                self._leave(self._seated(who), draft)
            case Return():
                self._return(self._seated(who), draft)
            case Resign():
                seat = self._player(command, who)
                draft.add(Resigned, seat=seat)
                self._gave_up(draft, seat, How.RESIGNED, f"player {seat} resigned")
            case OfferDraw():
                self._offer_draw(self._player(command, who), draft)
            case AnswerDraw():
                self._answer_draw(command, self._player(command, who), draft)
            case OfferRematch():
                self._offer_rematch(self._seated(who), draft)
            case AnswerRematch():
                self._answer_rematch(command, self._seated(who), draft)
            case _:
                raise AssertionError(f"{type(command).__name__} is answered before")

    def _seated(self, who: str) -> int:
        seat = self.seat_of(who)
        if seat is None:
            raise _Refusal(Code.NOT_SEATED, "you have no seat in this match")
        return seat

    def _player(self, command: Act | Undo | Resign | OfferDraw | AnswerDraw, who: str) -> int:
        """The seat of a person who still plays and knows the current state. Raises `_Refusal`."""
        if self.phase is MatchPhase.FINISHED:
            raise _Refusal(Code.FINISHED, "the match is over")
        seat = self._seated(who)
        if self.phase is MatchPhase.OPEN:
            raise _Refusal(Code.NOT_STARTED, "the match has not started: not all seats are taken")
        if self.seats[seat].given_up is not None:
            raise _Refusal(Code.GIVEN_UP, "you have given this game up")
        if command.seen > self.last:
            raise _Refusal(Code.AHEAD, f"seen: the last event here is {self.last}")
        if command.seen < self.moved:
            raise _Refusal(
                Code.STALE, f"the match has gone on: event {self.moved} came after {command.seen}, the last you saw"
            )
        return seat

    # --- the game ---
    def _act(self, command: Act, seat: int, draft: _Draft) -> None:
        if seat != self.state.actor():
            raise _Refusal(Code.NOT_YOUR_TURN, f"player {self.state.actor()} is to decide, you are player {seat}")
        if not is_legal(self.state, command.action):
            raise _Refusal(Code.ILLEGAL, f"action {command.action} is not legal now")
        st = self.state.copy()
        self._carry_out(draft, st, command.action, auto=False)
        self._play_on(draft, st, self.given_up())

    def _carry_out(self, draft: _Draft, st: State, action: int, *, auto: bool) -> None:
        seat = st.actor()
        words = action_text(st, action)
        play(st, action)
        dealer = self._dealer()
        draws: list[int] = []
        while is_chance(st):
            draw = dealer.draw(st)
            play(st, draw)
            draws.append(draw)
        draft.add(Acted, seat=seat, action=action, words=words, draws=tuple(draws), key=key_text(st), auto=auto)

    def _play_on(self, draft: _Draft, st: State, given_up: Sequence[int]) -> None:
        """Pass for seats that have given up while they are to decide; then check for the end."""
        while not st.is_over():
            result = last_side(st, given_up) if given_up else None
            if result is not None:
                self._finish(draft, How.RULES, result, "all others are out of the game or have given up")
                return
            if st.actor() not in given_up:
                return
            self._carry_out(draft, st, fallback_action(st), auto=True)
        self._finish(draft, How.RULES, by_the_rules(st, given_up), "")

    def _gave_up(self, draft: _Draft, seat: int, how: How, why: str) -> None:
        given_up = [*self.given_up(), seat]
        result = last_side(self.state, given_up)
        if result is not None:
            self._finish(draft, how, result, why)
        else:
            self._play_on(draft, self.state.copy(), given_up)

    def _finish(self, draft: _Draft, how: How, result: tuple[int, ...], why: str) -> None:
        draft.add(Finished, how=how, result=result, seed=self._seed.hex(), why=why)

    def _undo(self, seat: int, draft: _Draft) -> None:
        before = self._course.previous()
        if before is None or self._course.undoable_by() != seat:
            raise _Refusal(
                Code.NOTHING_TO_UNDO, "you have done nothing since the last draw, Battle or act of another player"
            )
        if self.seats[seat].undone >= MOST_UNDOS:
            raise _Refusal(Code.TOO_OFTEN, f"you have undone {MOST_UNDOS} acts in this turn, and no more can be")
        draft.add(Undone, seat=seat, key=key_text(before))

    # --- seats ---
    def _join(self, command: Join, who: str, draft: _Draft) -> None:
        if self.phase is MatchPhase.FINISHED:
            raise _Refusal(Code.FINISHED, "the match is over")
        if self.seat_of(who) is not None:
            raise _Refusal(Code.ALREADY_SEATED, f"you have seat {self.seat_of(who)} already")
        if self.phase is MatchPhase.RUNNING:
            raise _Refusal(Code.STARTED, "the match has started, and all seats are taken")
        self._check_seat_changes()
        seat = self._free_seat(command, who)
        draft.add(Joined, seat=seat, person=who, name=command.name, nonce=command.nonce)
        nonces = [command.nonce if number == seat else other.nonce for number, other in enumerate(self.seats)]
        self._start_if_full(draft, nonces)

    def _free_seat(self, command: Join, who: str) -> int:
        if command.seat is None:
            free = [number for number, seat in enumerate(self.seats) if seat.person is None]
            own = [number for number in free if self.seats[number].reserved == who]
            anybodys = [number for number in free if self.seats[number].reserved is None]
            if not own and not anybodys:
                raise _Refusal(Code.SEAT_TAKEN, "no seat is free for you")
            return (own or anybodys)[0]
        if command.seat >= len(self.seats):
            raise _Refusal(Code.NO_SUCH_SEAT, f"seat: the match has seats 0 to {len(self.seats) - 1}")
        seat = self.seats[command.seat]
        if seat.person is not None:
            raise _Refusal(Code.SEAT_TAKEN, f"seat {command.seat} is taken")
        if seat.reserved not in (None, who):
            raise _Refusal(Code.SEAT_RESERVED, f"seat {command.seat} is reserved for another person")
        return command.seat

    def _start_if_full(self, draft: _Draft, nonces: Sequence[str | None]) -> None:
        given = tuple(nonce for nonce in nonces if nonce is not None)
        if len(given) == len(nonces):
            draft.add(Started, nonces=given, piles=self._piles_of(given).orders if self.game.open_piles else None)

    def _leave(self, seat: int, draft: _Draft) -> None:
        if self.phase is MatchPhase.FINISHED:
            raise _Refusal(Code.FINISHED, "the match is over")
        if self.seats[seat].away:
            raise _Refusal(Code.AWAY, "you are away already")
        self._check_seat_changes()
        draft.add(Left, seat=seat)

    def _return(self, seat: int, draft: _Draft) -> None:
        if not self.seats[seat].away:
            raise _Refusal(Code.HERE, "you are not away")
        draft.add(Returned, seat=seat)

    def _check_seat_changes(self) -> None:
        if self.seat_changes >= MOST_SEAT_CHANGES:
            raise _Refusal(Code.TOO_OFTEN, f"people have joined and left {MOST_SEAT_CHANGES} times, and no more can")

    # --- draws by agreement ---
    def _offer_draw(self, seat: int, draft: _Draft) -> None:
        if self.draw_agreed:
            raise _Refusal(Code.OFFERED, "a draw is offered already")
        if self.seats[seat].offered_in == self.turn():
            raise _Refusal(Code.TOO_OFTEN, "you have offered a draw in this turn")
        draft.add(DrawOffered, seat=seat)
        bots = [other for other in self._asked() if self.seats[other].bot is not None]
        if bots:  # bots decline
            draft.add(DrawDeclined, seat=bots[0])

    def _answer_draw(self, command: AnswerDraw, seat: int, draft: _Draft) -> None:
        if not self.draw_agreed:
            raise _Refusal(Code.NO_OFFER, "no draw is offered")
        if command.seen < self.offered:
            raise _Refusal(
                Code.STALE, f"the draw was offered by event {self.offered}, after {command.seen}, the last you saw"
            )
        if not command.agree:
            draft.add(DrawDeclined, seat=seat)
            return
        if seat in self.draw_agreed:
            raise _Refusal(Code.OFFERED, "you want the draw already")
        draft.add(DrawAccepted, seat=seat)
        if set(self._asked()) <= {*self.draw_agreed, seat}:
            self._finish(draft, How.AGREED, agreed_draw(self.state, self.given_up()), "the players agreed to a draw")

    def _asked(self) -> list[int]:
        """The seats that must accept a draw."""
        return playing(self.state, self.given_up())

    # --- another match ---
    def _offer_rematch(self, seat: int, draft: _Draft) -> None:
        self._need_no_rematch()
        if self.rematch_agreed:
            raise _Refusal(Code.OFFERED, "a rematch is offered already")
        if self.seats[seat].rematch_declined:
            raise _Refusal(Code.TOO_OFTEN, "you have declined a rematch")
        draft.add(RematchOffered, seat=seat)

    def _answer_rematch(self, command: AnswerRematch, seat: int, draft: _Draft) -> None:
        self._need_no_rematch()
        if not self.rematch_agreed:
            raise _Refusal(Code.NO_OFFER, "no rematch is offered")
        if command.agree and seat in self.rematch_agreed:
            raise _Refusal(Code.OFFERED, "you want the rematch already")
        draft.add(RematchAccepted if command.agree else RematchDeclined, seat=seat)

    def _need_no_rematch(self) -> None:
        if self.phase is not MatchPhase.FINISHED:
            raise _Refusal(Code.NOT_FINISHED, "the match is not over")
        if self.rematch is not None:
            raise _Refusal(Code.OFFERED, f"the rematch is there: match {self.rematch}")

    def _all_want_rematch(self, agreed: Sequence[int]) -> bool:
        people = [number for number, seat in enumerate(self.seats) if seat.bot is None]
        return bool(agreed) and all(number in agreed for number in people)

    def _sides_swapped(self) -> list[int]:
        """For each seat of a rematch, the seat of its player now. Teams of equal size swap, each player with the one of
        the same rank in the other team; otherwise everyone moves one seat on."""
        teams = self.game.teams
        count = len(self.seats)
        people = [(number - 1) % count for number in range(count)]
        if teams and len({len(team) for team in teams}) == 1:
            for team, other in zip(teams, (*teams[1:], teams[0]), strict=True):
                for number, before in zip(other, team, strict=True):
                    people[number] = before
        return people

    # --- the shuffle ---
    def _dealer(self) -> Piles:
        if self._piles is None:
            self._piles = self._piles_of([seat.nonce or "" for seat in self.seats])
        return self._piles

    def _piles_of(self, nonces: Sequence[str]) -> Piles:
        return Piles(self.game, piles(self.game, self.id, self._seed, [bytes.fromhex(nonce) for nonce in nonces]))


def _refusal(command: AnyCommand, code: Code, why: str) -> Decision:
    return Decision(reply=Refused(id=command.id, match=command.match, code=code, why=why))
