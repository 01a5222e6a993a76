"""Matches of any age, put into a database without playing them on a server."""

from __future__ import annotations

from neurohex.match.authority import Match, open_match
from neurohex.server.summaries import summary_after
from neurohex.store import Store
from neurohex.wire.messages import AnyEvent, Clock, Join, Leave, Proposal, SeatPlan, Terms, encode

DAY = 86_400
NONCE = "00112233445566778899aabbccddeeff"
SEED = bytes(32)


async def put_match(
    store: Store,
    match: str,
    at: float,
    *people: str,
    bot: bool = False,
    over: bool = False,
    clock: Clock | None = None,
    left: str | None = None,
) -> None:
    """A match of two seats between people whose ids are also their names, or of one with a bot; made and last played
    at a moment in seconds since 1970. It runs when every seat is taken; `over` ends it without a winner. Somebody
    may have joined and `left` before the others came."""
    now = round(at * 1000)
    plans = (SeatPlan(), SeatPlan(bot="random") if bot else SeatPlan())
    events = open_match(
        Proposal(terms=Terms(armies=("borgo", "moloch")), seats=plans, clock=clock),
        match=match,
        owner=people[0],
        seed=SEED,
        bot_nonces=[bytes(16)] if bot else [],
        now=now,
    )
    found = Match.from_events(events, SEED)

    def take_up(happened: tuple[AnyEvent, ...]) -> None:
        assert happened
        for event in happened:
            found.absorb(event)
            events.append(event)

    for person in (*([left] if left else []), *people):
        take_up(found.decide(Join(id="join", match=match, name=person, nonce=NONCE), person, now).events)
        if person == left:
            take_up(found.decide(Leave(id="leave", match=match), person, now).events)
    if over:
        take_up(found.abort("enough", now).events)
    summary = summary_after(Match.from_events(events[:1], SEED), events, 7 * DAY)
    assert summary is not None
    await store.create(match, [encode(event) for event in events], SEED, summary)
