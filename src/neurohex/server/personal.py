"""Endpoints for one's own identity and data: another device, everything stored as a file, deleting it all."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from typing import Any, Final, TypeVar

import segno
from starlette.responses import StreamingResponse

from neurohex.server.endpoint import Call, Endpoint
from neurohex.server.games import delete_own, is_alone, leave_match
from neurohex.server.housekeeping import HousekeepingError, delete_person, match_export
from neurohex.server.identity import BadPassword, code_hash, new_code, owner
from neurohex.server.people import check_tries
from neurohex.server.refusals import Refusal
from neurohex.store import Code as DeviceCode
from neurohex.store import Status, StoreRefusal
from neurohex.store.maintenance import Maintenance, Moved, open_maintenance
from neurohex.wire.http import Done, Farewell, Link, LinkClaim, LinkRequest, Person, SignedIn
from neurohex.wire.messages import Code

LINK_SECONDS: Final = 600.0
_ATTEMPTS: Final = 20
Result = TypeVar("Result")


async def _link(call: Call) -> Link:
    whose = call.signed_in()
    check_tries(call, whose.id)
    code, now = new_code(), time.time()
    given = DeviceCode(whose.id, whose.name, now + LINK_SECONDS)
    await call.context.store.add_code(code_hash(code), given, now)
    url = f"{call.body.origin}/join#{code}"
    return Link(code=code, url=url, qr=_qr(url), seconds=int(LINK_SECONDS))


def _qr(text: str) -> tuple[str, ...]:
    """A QR code, a text of 0 and 1 for each row."""
    return tuple("".join(map(str, row)) for row in segno.make(text, error="m", micro=False).matrix)


async def _claim(call: Call) -> SignedIn:
    check_tries(call)
    found = await call.context.store.take_code(code_hash(call.body.code), time.time())
    if found is None:
        raise Refusal(Code.NOT_ALLOWED, "code: it is wrong, used up or has expired")
    known = await call.context.store.account_of(found.person)
    whose = owner(known) if known is not None else Person(id=found.person, name=found.name)
    return await call.context.sign_in(whose)


async def _export(call: Call) -> StreamingResponse:
    whose = call.signed_in()
    check_tries(call, whose.id)  # it reads much
    database = call.context.settings.database

    def start() -> tuple[dict[str, Any], list[str]]:
        with open_maintenance(database) as keeping:
            return _facts(keeping, whose), [entry.match for entry in keeping.entries(person=whose.id)]

    facts, matches = await asyncio.to_thread(start)

    def one(match: str) -> str | None:
        with open_maintenance(database) as keeping:
            try:
                return json.dumps(match_export(keeping, match), ensure_ascii=False)
            except StoreRefusal:  # deleted meanwhile
                return None

    async def write() -> AsyncIterator[str]:
        """Match by match, so that no piece holds the event loop, however many there are."""
        yield json.dumps(facts, ensure_ascii=False)[:-1] + ', "matches": ['
        comma = ""
        for match in matches:
            text = await asyncio.to_thread(one, match)
            if text is not None:
                yield f"{comma}{text}"
                comma = ",\n"
        yield "]}\n"

    headers = {"content-disposition": 'attachment; filename="neurohex-data.json"'}
    return StreamingResponse(write(), media_type="application/json", headers=headers)


def _facts(database: Maintenance, whose: Person) -> dict[str, Any]:
    """Everything about a person but the matches."""
    found = database.account_of(whose.id)
    return {
        "person": {"id": whose.id, "name": whose.name},
        "account": None if found is None else {"name": found.name, "created": found.created},
        **database.personal(whose.id),
        "records": [
            {"name": upload.name, "created": upload.created, "text": database.text(upload.name)}
            for upload in database.uploads(person=whose.id)
        ],
    }


async def _farewell(call: Call) -> Done:
    whose, context = call.signed_in(), call.context
    check_tries(call, whose.id)
    known = await context.store.account_of(whose.id)
    if known is None and whose.account:
        raise Refusal(Code.UNAVAILABLE, "the account is not ready yet: try again in a moment", 5.0)
    if known is not None:
        try:
            await context.passwords.check(call.body.password, known.password_hash)
        except BadPassword as error:
            raise Refusal(Code.NOT_ALLOWED, "password: it is wrong") from error
    elif call.body.name != whose.name:
        raise Refusal(Code.NOT_ALLOWED, "name: expected your own, to be sure")
    for status in (Status.OPEN, Status.RUNNING):
        for entry in await context.store.listing(status=status, person=whose.id, limit=1000):
            live = await context.registry.get(entry.match)
            if is_alone(live.match, whose.id):
                await delete_own(call, whose.id, live)
            elif live.match.seat_of(whose.id) is not None:
                await leave_match(call, whose.id, entry.match)
    try:
        await asyncio.shield(asyncio.to_thread(_retried(lambda keeping: delete_person(keeping, whose.id)), context))
    except HousekeepingError as error:
        if await context.store.listing(status=Status.RUNNING, person=whose.id, limit=1):
            why = "you have given up games of more than two players that go on: try again when they are over"
            raise Refusal(Code.NOT_ALLOWED, why) from error
        if await context.store.listing(person=whose.id, limit=1):
            raise Refusal(Code.NOT_ALLOWED, "a seat is reserved for you: try again when that match is over") from error
    await context.revocations.revoke(whose.id)  # also if there was nothing to delete
    return Done()


def _retried(work: Callable[[Maintenance], object]) -> Callable[[Any], None]:
    def run(context: Any) -> None:
        with open_maintenance(context.settings.database) as keeping:
            for attempt in range(_ATTEMPTS):
                try:
                    work(keeping)
                except Moved:  # somebody asked for a rematch at this moment
                    if attempt == _ATTEMPTS - 1:
                        raise
                    continue
                return

    return run


ENDPOINTS: Final = (
    Endpoint(
        "POST",
        "/api/links",
        "A code with which another device becomes you, as text and as a QR code.",
        _link,
        Link,
        LinkRequest,
        {},
        201,
    ),
    Endpoint("POST", "/api/links/claims", "Use a code of another device up: a token.", _claim, SignedIn, LinkClaim),
    Endpoint("GET", "/api/me/export", "Everything stored about you.", _export, "application/json"),
    Endpoint(
        "DELETE",
        "/api/me",
        "Leave all matches and delete everything about you. An account needs its password, a guest the own name.",
        _farewell,
        Done,
        Farewell,
    ),
)
