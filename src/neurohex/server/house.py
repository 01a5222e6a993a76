"""All that one server has, opened and closed in order."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Final

from neurohex import __version__
from neurohex.client.forms import Person, SignedIn
from neurohex.match.messages import Code
from neurohex.server.checkup import Checkup
from neurohex.server.drawings import Drawings
from neurohex.server.hall import Hall
from neurohex.server.identity import BadToken, Passwords, Tokens
from neurohex.server.limits import Buckets, Places
from neurohex.server.metrics import Metrics
from neurohex.server.refusals import Refusal
from neurohex.server.revocations import Revocations
from neurohex.server.settings import Settings
from neurohex.server.sweeping import Sweeper
from neurohex.server.workers import Hints, Viewers, Workers
from neurohex.store import Store, open_store

SERVER: Final = f"neurohex {__version__}"
_KEY_BYTES: Final = 32


@dataclass(frozen=True, slots=True)
class House:
    """What routes and sockets work with."""

    settings: Settings
    store: Store
    checkup: Checkup
    metrics: Metrics
    tokens: Tokens
    revocations: Revocations
    passwords: Passwords
    workers: Workers
    hints: Hints
    viewers: Viewers
    hall: Hall
    requests: Buckets
    views: Buckets
    tries: Buckets
    """How often an address may try a password."""
    places: Places
    """The sockets that are open."""
    drawings: Drawings

    def person(self, token: str | None) -> Person | None:
        """Whose token it is; None without one. Raises `Refusal`."""
        if token is None:
            return None
        try:
            bearer = self.tokens.read(token)
        except BadToken as error:
            raise Refusal(Code.NOT_SIGNED_IN, str(error)) from error
        if self.revocations.is_revoked(bearer):
            raise Refusal(Code.NOT_SIGNED_IN, "this token was revoked: sign in again")
        return bearer.person

    async def sign_in(self, person: Person) -> SignedIn:
        """A new token for a person. Raises `Unavailable`."""
        return SignedIn(token=self.tokens.give(person, await self.revocations.epochs(person.id)), person=person)


@contextlib.asynccontextmanager
async def open_house(settings: Settings) -> AsyncIterator[House]:
    """Open the database and begin to look after its matches; at the end everything is written and let go.

    Raises `CannotOpen` and `Unavailable` of the store.
    """
    store = await open_store(settings.database)
    async with contextlib.AsyncExitStack() as stack:
        stack.push_async_callback(store.close)
        checkup = Checkup(store)
        stack.push_async_callback(checkup.stop)
        metrics = Metrics()
        workers = Workers(settings.bot_workers, settings.bot_seconds)
        stack.push_async_callback(workers.close)
        hints = Hints(settings.hint_seconds)
        stack.push_async_callback(hints.close)
        viewers = Viewers(settings.view_workers)
        stack.push_async_callback(viewers.close)
        drawings = Drawings()
        stack.push_async_callback(drawings.close)
        key = await store.once("token-key", secrets.token_bytes(_KEY_BYTES))
        revocations = Revocations(store)
        await revocations.start()
        stack.push_async_callback(revocations.stop)
        alone = not settings.database.startswith(("postgresql:", "postgres:"))
        hall = Hall(store, settings, metrics, workers, "the only one" if alone else secrets.token_hex(8))
        await hall.start()
        stack.push_async_callback(hall.stop)
        sweeper = Sweeper(settings, hall)
        sweeper.start()
        stack.push_async_callback(sweeper.stop)
        yield House(
            settings=settings,
            store=store,
            checkup=checkup,
            metrics=metrics,
            tokens=Tokens(key, settings.token_days),
            revocations=revocations,
            passwords=Passwords(),
            workers=workers,
            hints=hints,
            viewers=viewers,
            hall=hall,
            requests=Buckets(settings.requests_per_second, settings.requests_at_once),
            views=Buckets(settings.views_per_second, settings.views_at_once),
            tries=Buckets(settings.passwords_per_minute / 60, settings.passwords_per_minute),
            places=Places(settings.connections, settings.connections_per_address),
            drawings=drawings,
        )
