"""`ServerContext` holds every part of one server. `open_context` opens and closes them in order."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Final

from neurohex import __version__
from neurohex.server.analyses import Analyses
from neurohex.server.drawings import Drawings
from neurohex.server.game_ratings import GameRatings
from neurohex.server.identity import BadToken, Passwords, Tokens
from neurohex.server.integrity import IntegrityCheck
from neurohex.server.limits import Buckets, ConnectionSlots
from neurohex.server.metrics import Metrics
from neurohex.server.notices import Notices
from neurohex.server.picture_cache import PictureCache
from neurohex.server.rebuilding import Rebuilder
from neurohex.server.refusals import Refusal
from neurohex.server.registry import MatchRegistry
from neurohex.server.revocations import Revocations
from neurohex.server.settings import Settings
from neurohex.server.sweeping import Sweeper
from neurohex.server.workers import Hints, Provers, Viewers, Workers
from neurohex.store import Store, open_store
from neurohex.wire.http import Person, SignedIn
from neurohex.wire.messages import Code

SERVER: Final = f"neurohex {__version__}"
_KEY_BYTES: Final = 32


@dataclass(frozen=True, slots=True)
class ServerContext:
    """The parts of a server that routes and sockets use."""

    settings: Settings
    store: Store
    integrity: IntegrityCheck
    metrics: Metrics
    tokens: Tokens
    revocations: Revocations
    passwords: Passwords
    workers: Workers
    hints: Hints
    provers: Provers
    viewers: Viewers
    analyses: Analyses
    registry: MatchRegistry
    requests: Buckets
    views: Buckets
    tries: Buckets
    """Password attempts, by address and by account."""
    slots: ConnectionSlots
    """Open WebSockets."""
    drawings: Drawings
    pictures: PictureCache
    notices: Notices
    rebuilder: Rebuilder
    ratings: GameRatings

    def person(self, token: str | None) -> Person | None:
        """Return the owner of a token, or None without a token. Raises `Refusal` for an invalid or revoked one."""
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
        """Issue a new token for a person. Raises `Unavailable`."""
        return SignedIn(token=self.tokens.give(person, await self.revocations.epochs(person.id)), person=person)


@contextlib.asynccontextmanager
async def open_context(settings: Settings) -> AsyncIterator[ServerContext]:
    """Open the database and start all background tasks; on exit, finish pending writes and close everything.

    Raises `CannotOpen` and `Unavailable`, as the store does.
    """
    store = await open_store(settings.database)
    async with contextlib.AsyncExitStack() as stack:
        stack.push_async_callback(store.close)
        integrity = IntegrityCheck(store)
        stack.push_async_callback(integrity.stop)
        metrics = Metrics()
        workers = Workers(settings.bot_workers, settings.bot_seconds)
        stack.push_async_callback(workers.close)
        hints = Hints(settings.hint_seconds)
        stack.push_async_callback(hints.close)
        provers = Provers()
        stack.push_async_callback(provers.close)
        viewers = Viewers(settings.view_workers)
        stack.push_async_callback(viewers.close)
        analyses = Analyses(store, settings)
        stack.push_async_callback(analyses.close)
        drawings = Drawings()
        stack.push_async_callback(drawings.close)
        key = await store.once("token-key", secrets.token_bytes(_KEY_BYTES))
        revocations = Revocations(store)
        await revocations.start()
        stack.push_async_callback(revocations.stop)
        alone = not settings.database.startswith(("postgresql:", "postgres:"))
        ratings = GameRatings(store, key)
        ratings.start()
        stack.push_async_callback(ratings.stop)
        registry = MatchRegistry(
            store, settings, metrics, workers, "the only one" if alone else secrets.token_hex(8), ratings
        )
        await registry.start()
        stack.push_async_callback(registry.stop)
        sweeper = Sweeper(settings, registry)
        sweeper.start()
        stack.push_async_callback(sweeper.stop)
        rebuilder = Rebuilder(settings)
        stack.push_async_callback(rebuilder.stop)
        notices = Notices(store, settings)
        notices.start()
        stack.push_async_callback(notices.stop)
        yield ServerContext(
            settings=settings,
            store=store,
            integrity=integrity,
            metrics=metrics,
            tokens=Tokens(key, settings.token_days),
            revocations=revocations,
            passwords=Passwords(),
            workers=workers,
            hints=hints,
            provers=provers,
            viewers=viewers,
            analyses=analyses,
            registry=registry,
            requests=Buckets(settings.requests_per_second, settings.requests_at_once),
            views=Buckets(settings.views_per_second, settings.views_at_once),
            tries=Buckets(settings.passwords_per_minute / 60, settings.passwords_per_minute),
            slots=ConnectionSlots(settings.connections, settings.connections_per_address),
            drawings=drawings,
            pictures=PictureCache(),
            notices=notices,
            rebuilder=rebuilder,
            ratings=ratings,
        )
