"""Endpoints about records that people put here to look at them, and to show them to others."""

from __future__ import annotations

from typing import Final

from starlette.responses import Response

from neurohex.client.forms import Answer, Body
from neurohex.match.messages import Code
from neurohex.notation.errors import RecordError, shown
from neurohex.notation.record import Record, parse_record
from neurohex.server.endpoint import Call, Endpoint, check_pace
from neurohex.server.refusals import Refusal
from neurohex.tiles import ARMIES

_LETTERS_AT_ONCE: Final = 4_000
"""Letters of a record that count as one view, as it takes as long to replay it."""


class NewRecord(Body, frozen=True, kw_only=True):
    """A record, as `neurohex replay` reads it."""

    text: str


class KeptRecord(Answer, frozen=True, kw_only=True):
    """A record that is kept, at a glance."""

    record: str
    """Its id, which follows from its text: whoever puts the same text here gets the same one."""
    steps: int
    armies: tuple[str, ...]
    players: tuple[str | None, ...]
    """Who played, as its tags say."""
    date: str | None
    title: str
    """Who played what, in one line."""
    complete: bool
    """Whether it goes on to the end of the game."""
    message: str
    """Where it ends, if it does not."""


async def _add(call: Call) -> KeptRecord:
    person, house = call.signed_in(), call.house
    check_pace(house.views, call.address, len(call.body.text) // _LETTERS_AT_ONCE)
    try:
        record = parse_record(call.body.text)
    except RecordError as error:
        raise Refusal(Code.MALFORMED, f"text: {error}") from None
    most = house.settings.records_per_person
    if await house.store.texts_by(person.id) >= most:
        raise Refusal(Code.NOT_ALLOWED, f"you have put {most} records here, and more are not allowed")
    return _kept(await house.store.add_text(call.body.text, person.id), record)


def _kept(name: str, record: Record) -> KeptRecord:
    armies = record.game.armies
    players = [record.tags.get(f"Player{number}") for number in range(len(armies))]
    who = [
        f"{player} ({ARMIES[army].name})" if player else ARMIES[army].name
        for player, army in zip(players, armies, strict=True)
    ]
    return KeptRecord(
        record=name,
        steps=len(record.actions),
        armies=armies,
        players=tuple(players),
        date=record.tags.get("Date"),
        title=" – ".join(who),
        complete=record.complete,
        message=record.message,
    )


async def _text(call: Call) -> Response:
    name = str(call.request.path_params["record"])
    text = await call.house.store.text(name)
    if text is None:
        raise Refusal(Code.NOT_FOUND, f"there is no record {shown(name)}")
    return Response(text, media_type="text/plain")


ENDPOINTS: Final = (
    Endpoint(
        "POST", "/api/records", "Put a record here, to be looked at.", _add, KeptRecord, NewRecord, {}, 201, long=True
    ),
    Endpoint("GET", "/api/records/{record}", "The text of a record.", _text, "text/plain"),
)
