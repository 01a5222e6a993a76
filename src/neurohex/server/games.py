"""Endpoints for a person's own games: whose turn it is, records with armies; leave, hide, delete.

A match with other people belongs to all of them: a person may leave it or hide it. The only person of a match may
delete it.
"""

from __future__ import annotations

import asyncio
import secrets
from typing import Final

from neurohex.match.authority import Decision, Match
from neurohex.server.endpoint import Call, Endpoint
from neurohex.server.housekeeping import delete_match
from neurohex.server.live_match import LiveMatch
from neurohex.server.refusals import Refusal
from neurohex.store import UnknownMatch
from neurohex.store.maintenance import Moved, open_maintenance
from neurohex.wire.http import ArmyRecord, ArmyRecords, Done, Score, Turns
from neurohex.wire.messages import AnyCommand, AnyReply, Code, How, Leave, MatchPhase, Refused, Resign

_ATTEMPTS: Final = 20
"""How often to retry because somebody acted at that moment."""
_MOST_TURNS: Final = 50
_ID_BYTES: Final = 8


async def _turns(call: Call) -> Turns:
    return Turns(matches=tuple(await call.context.store.turns(call.signed_in().id, _MOST_TURNS)))


async def _armies(call: Call) -> ArmyRecords:
    counted: dict[tuple[str, bool], dict[int, int]] = {}
    for each in await call.context.store.army_scores(call.signed_in().id):
        counted.setdefault((each.army, each.alone), {})[each.score] = each.games

    def score(army: str, alone: bool) -> Score:
        found = counted.get((army, alone), {})
        return Score(won=found.get(1, 0), drawn=found.get(0, 0), lost=found.get(-1, 0))

    armies = sorted({army for army, _ in counted})
    return ArmyRecords(
        armies=tuple(
            ArmyRecord(army=army, people=score(army, alone=False), bots=score(army, alone=True)) for army in armies
        )
    )


async def _hide(call: Call) -> Done:
    await _set_hidden(call, hidden=True)
    return Done()


async def _show(call: Call) -> Done:
    await _set_hidden(call, hidden=False)
    return Done()


async def _set_hidden(call: Call, *, hidden: bool) -> None:
    person, live = call.signed_in(), await call.context.registry.get(call.match)
    if live.match.seat_of(person.id) is None:
        raise Refusal(Code.NOT_SEATED, "you have no seat in this match")
    if live.match.phase is not MatchPhase.FINISHED:
        raise Refusal(Code.NOT_FINISHED, "the match is not over: leave it, or play it to its end")
    await call.context.store.hide(person.id, call.match, hidden)


async def _leave(call: Call) -> Done:
    person = call.signed_in()
    await leave_match(call, person.id, call.match)
    return Done()


async def leave_match(call: Call, person: str, match: str) -> None:
    """Free a person's seat before the start, or give up the running game. Raises `Refusal`."""
    refused: Refused | None = None
    for _ in range(_ATTEMPTS):
        live = await call.context.registry.get(match)
        given = secrets.token_hex(_ID_BYTES)
        command: AnyCommand = Leave(id=given, match=match)
        if live.match.phase is not MatchPhase.OPEN:
            command = Resign(id=given, match=match, seen=live.match.last)
        replies: list[AnyReply] = []
        await live.command(command, person, replies.append)
        (reply,) = replies
        if not isinstance(reply, Refused):
            return
        refused = reply
        if reply.code not in (Code.STALE, Code.STARTED):  # something happened at this moment: look again
            break
    assert refused is not None
    raise Refusal(refused.code, refused.why)


async def _delete(call: Call) -> Done:
    person = call.signed_in()
    live = await call.context.registry.get(call.match)
    if not _has_part(live.match, person.id):
        raise Refusal(Code.NOT_SEATED, "you have no seat in this match")
    end = live.match.finished
    begun = live.match.phase is not MatchPhase.OPEN and (end is None or end.how is not How.ABORTED)
    if live.match.created.rated and begun:
        # Nobody gets out of a lost game this way.
        raise Refusal(Code.NOT_ALLOWED, "a rated game stays, because ratings rest on it: give it up, or hide it")
    await delete_own(call, person.id, live)
    return Done()


async def delete_own(call: Call, person: str, live: LiveMatch) -> None:
    """End and delete a match whose only person this is. Raises `Refusal` if another person has a part in it."""
    match = live.match

    def end(now: int) -> Decision:  # decided with the log at hand: nobody can join between the check and the end
        return match.abort("deleted by its only player", now) if is_alone(match, person) else Decision()

    await live.host(end)
    if not is_alone(match, person):
        raise Refusal(Code.NOT_ALLOWED, "other people have a part in this match: leave it, or hide it")
    database = call.context.settings.database

    def remove() -> None:
        with open_maintenance(database) as keeping:
            for attempt in range(_ATTEMPTS):
                try:
                    delete_match(keeping, match.id)
                except Moved:
                    if attempt == _ATTEMPTS - 1:
                        raise
                    continue
                except UnknownMatch:
                    pass  # deleted at the same moment
                return

    await asyncio.shield(asyncio.to_thread(remove))
    await call.context.registry.forget(match.id)


def is_alone(match: Match, person: str) -> bool:
    """Whether nobody else has a seat, or a reserved one."""
    people = {who for seat in match.seats if seat.bot is None for who in (seat.person, seat.reserved)}
    return people <= {None, person}


def _has_part(match: Match, person: str) -> bool:
    return any(person in (seat.person, seat.reserved) for seat in match.seats) or match.created.owner == person


ENDPOINTS: Final = (
    Endpoint("GET", "/api/me/turns", "The matches in which you are to decide.", _turns, Turns),
    Endpoint("GET", "/api/me/armies", "Your results with each army.", _armies, ArmyRecords),
    Endpoint("POST", "/api/matches/{match}/hidden", "Hide a finished match from your own lists.", _hide, Done),
    Endpoint("DELETE", "/api/matches/{match}/hidden", "Show a hidden match again.", _show, Done),
    Endpoint(
        "POST", "/api/matches/{match}/leave", "Leave a match: free the seat, or give up the running game.", _leave, Done
    ),
    Endpoint("DELETE", "/api/matches/{match}", "Delete a match, if no other person has a part in it.", _delete, Done),
)
