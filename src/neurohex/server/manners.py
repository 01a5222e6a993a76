"""Endpoints for manners: block people, and report them to the operator. Both need an account.

People who have blocked each other, or one the other, take no seats at each other's tables, do not see each other's open
tables, and do not get each other's reactions. Who has blocked whom, and who has reported whom, nobody else is told.
"""

from __future__ import annotations

import secrets
import time
from typing import Final

from neurohex.server.endpoint import Call, Endpoint
from neurohex.server.refusals import Refusal
from neurohex.store import Block, Report
from neurohex.wire.http import Done, Person
from neurohex.wire.manners import Blocked, BlockRequest, Blocks, NewReport
from neurohex.wire.messages import Code

MOST_BLOCKS: Final = 200
REPORTS_A_DAY: Final = 10
_DAY: Final = 86_400
_ID_BYTES: Final = 6


async def _with_account(call: Call) -> Person:
    """The signed-in person. Raises `Refusal` without an account."""
    person = call.signed_in()
    if await call.context.store.account_of(person.id) is None:
        raise Refusal(Code.NOT_ALLOWED, "only people with an account can block or report others")
    return person


async def _name(call: Call, me: str, *, both: bool) -> str:
    """The name of the person in the body: of an account, or in the given match. With `both`, `me` must sit there too.
    Raises `Refusal`."""
    wanted = call.body
    if wanted.person == me:
        raise Refusal(Code.NOT_ALLOWED, "person: expected somebody else")
    known = await call.context.store.account_of(wanted.person)
    if wanted.match is None:
        if known is None:
            raise Refusal(Code.NOT_FOUND, "person: nobody with an account has that id; of a guest, name the match")
        return known.name
    seats = (await call.context.store.summary(wanted.match)).seats
    names = {seat.person: seat.name for seat in seats if seat.person}
    if wanted.person not in names or (both and me not in names):
        raise Refusal(Code.NOT_SEATED, "match: expected one in which that person sits" + (" with you" if both else ""))
    return names[wanted.person] if known is None else known.name


async def _blocks(call: Call) -> Blocks:
    found = await call.context.store.blocks(call.signed_in().id)
    return Blocks(people=tuple(Blocked(person=each.person, name=each.name, created=each.created) for each in found))


async def _block(call: Call) -> Blocks:
    me = await _with_account(call)
    block = Block(call.body.person, await _name(call, me.id, both=False), time.time())
    if not await call.context.store.block(me.id, block, MOST_BLOCKS):
        raise Refusal(Code.TOO_OFTEN, f"you have blocked {MOST_BLOCKS} people, and no more can be")
    return await _blocks(call)


async def _unblock(call: Call) -> Blocks:
    await call.context.store.unblock(call.signed_in().id, call.body.person)
    return await _blocks(call)


async def _report(call: Call) -> Done:
    me, now = await _with_account(call), time.time()
    name = await _name(call, me.id, both=True)
    about = call.body
    report = Report(secrets.token_hex(_ID_BYTES), me.id, about.person, name, about.reason.value, about.match or "", now)
    if not await call.context.store.add_report(report, now - _DAY, REPORTS_A_DAY):
        raise Refusal(Code.TOO_OFTEN, f"you have reported {REPORTS_A_DAY} times in a day, and no more can be")
    return Done()


ENDPOINTS: Final = (
    Endpoint("GET", "/api/me/blocks", "Whom you have blocked.", _blocks, Blocks),
    Endpoint(
        "POST",
        "/api/me/blocks",
        "Block somebody: no seat at each other's tables, no reactions. Needs an account.",
        _block,
        Blocks,
        BlockRequest,
    ),
    Endpoint("DELETE", "/api/me/blocks", "Block somebody no more.", _unblock, Blocks, BlockRequest),
    Endpoint(
        "POST", "/api/reports", "Report somebody to the operator. Needs an account.", _report, Done, NewReport, {}, 201
    ),
)
