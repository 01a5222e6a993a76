"""Finds the source of a moment: a match in memory or in the log, or a record in the store."""

from __future__ import annotations

from neurohex.match.authority import Match
from neurohex.notation.errors import shown
from neurohex.server.context import ServerContext
from neurohex.server.moments import RecordSource, Source, check_moment, source_of
from neurohex.server.refusals import Refusal
from neurohex.wire.messages import Code
from neurohex.wire.views import Moment


async def find_source(context: ServerContext, moment: Moment) -> Source | None:
    """Return the source of a moment; None if the moment is complete. Raises `Refusal` and `UnknownMatch`."""
    check_moment(moment)
    if moment.match is not None:
        return source_of(await find_match(context, moment.match, moment.step))
    if moment.record is not None:
        text = await context.store.text(moment.record)
        if text is None:
            raise Refusal(Code.NOT_FOUND, f"there is no record {shown(moment.record)}")
        return RecordSource(text)
    return None


async def player_names(context: ServerContext, moment: Moment) -> tuple[str, ...]:
    """The names of the players of a match, by seat; empty for other moments. Raises `UnknownMatch`."""
    if moment.match is None:
        return ()
    live = await context.registry.get(moment.match)
    return tuple(seat.name or "" for seat in live.match.seats)


async def find_match(context: ServerContext, name: str, step: int | None) -> Match:
    """Return a match, with that step if it exists. Read it before the next await."""
    live = await context.registry.get(name)
    if step is not None and step > len(live.match.actions):
        await live.catch_up()  # another server may have sent a step that this one has not read yet
    return live.match
