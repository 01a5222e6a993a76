"""Reactions: from a player to all who follow the match, on every server. They are limited and never stored."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import Final

from neurohex.server.limits import Buckets
from neurohex.server.live_match import Answer, LiveMatch
from neurohex.server.refusals import Refusal
from neurohex.store import Store
from neurohex.wire.messages import AnyReply, Code, Malformed, React, Reacted, Sent, decode_message, encode

AT_ONCE: Final = 4
"""Reactions of a person in a row."""
EACH_SECONDS: Final = 5.0
"""Seconds until a person may react again after that."""
_REMEMBERED: Final = 1_000
"""Ids of commands that are not carried out twice, if a client sends them again after a broken connection."""


class Reactions:
    """Passes reactions on."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._limits = Buckets(1 / EACH_SECONDS, AT_ONCE)
        self._done: OrderedDict[tuple[str, str], None] = OrderedDict()

    async def send(self, live: LiveMatch, command: React, person: str, answer: Answer) -> None:
        """Decide a reaction, answer it, and pass it on. Raises `Refusal` after too many, and `Unavailable`."""
        if (person, command.id) in self._done:
            answer(Sent(id=command.id, match=command.match))
            return
        replies: list[AnyReply] = []
        await live.command(command, person, replies.append)
        (reply,) = replies
        if not isinstance(reply, Sent):
            answer(reply)
            return
        wait = self._limits.wait(person, time.monotonic())
        if wait:
            raise Refusal(Code.TOO_OFTEN, f"too many reactions: wait {wait:.0f} s", wait)
        self._done[person, command.id] = None
        if len(self._done) > _REMEMBERED:
            self._done.popitem(last=False)
        seat = live.match.seat_of(person)
        assert seat is not None  # else it was refused
        text = encode(Reacted(match=command.match, seat=seat, reaction=command.reaction)).decode()
        await self._store.send_note(command.match, f"{person} {text}")
        answer(reply)
        await self._deliver(live, person, text)

    async def hear(self, live: LiveMatch, note: str) -> None:
        """Pass on what another server has sent. Raises `Unavailable`."""
        person, _, text = note.partition(" ")
        try:
            known = isinstance(decode_message(text.encode()), Reacted)
        except Malformed:
            known = False
        if known:  # else another version sent it
            await self._deliver(live, person, text)

    async def _deliver(self, live: LiveMatch, person: str, text: str) -> None:
        live.tell(text, await self._store.kept_apart(person))
