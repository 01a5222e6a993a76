"""Looks up where a moment lies: the match in memory or in the log, or the record in the store."""

from __future__ import annotations

from neurohex.match.authority import Match
from neurohex.match.messages import Code
from neurohex.notation.errors import shown
from neurohex.server.house import House
from neurohex.server.moments import Moment, RecordSource, Source, check_moment, source_of
from neurohex.server.refusals import Refusal


async def find(house: House, moment: Moment) -> Source | None:
    """Where a moment lies; None where the moment itself says all. Raises `Refusal` and `UnknownMatch`."""
    check_moment(moment)
    if moment.match is not None:
        return source_of(await find_match(house, moment.match, moment.step))
    if moment.record is not None:
        text = await house.store.text(moment.record)
        if text is None:
            raise Refusal(Code.NOT_FOUND, f"there is no record {shown(moment.record)}")
        return RecordSource(text)
    return None


async def find_match(house: House, name: str, step: int | None) -> Match:
    """A match that has had that step, as far as there is one. To be read before anything else is awaited."""
    table = await house.hall.table(name)
    if step is not None and step > len(table.match.actions):
        await table.catch_up()  # another server may have told of that step before this one has heard of it
    return table.match
