"""Endpoints about the server itself: what it offers, health, metrics."""

from __future__ import annotations

from typing import Final

from starlette.responses import Response

from neurohex.pictures import can_animate
from neurohex.server import metrics
from neurohex.server.context import SERVER
from neurohex.server.endpoint import Call, Endpoint, RateClass
from neurohex.server.passkeys import is_installed
from neurohex.server.refusals import Refusal
from neurohex.wire.http import About
from neurohex.wire.messages import Code


async def _about(call: Call) -> About:
    settings = call.context.settings
    return About(
        server=SERVER,
        guests=settings.guests,
        accounts=settings.accounts,
        passkeys=settings.accounts and is_installed(),
        bots=settings.bots,
        animations=can_animate(),
    )


async def _health(call: Call) -> Response:
    await call.context.store.listing(limit=1)
    if call.context.integrity.damage is not None:
        raise Refusal(Code.UNAVAILABLE, "the database is damaged: see the log of the server; restore a copy")
    return Response("ok\n", media_type="text/plain")


async def _metrics(call: Call) -> Response:
    if call.context.settings.metrics:
        raise Refusal(Code.NOT_FOUND, "metrics have an address of their own")
    return Response(call.context.metrics.text(), media_type=metrics.CONTENT_TYPE)


ENDPOINTS: Final = (
    Endpoint("GET", "/api", "What this server offers.", _about, About),
    Endpoint("GET", "/health", "Whether the server and its database work.", _health, "text/plain", rate=RateClass.FREE),
    Endpoint("GET", "/metrics", "Metrics for Prometheus.", _metrics, metrics.CONTENT_TYPE, rate=RateClass.FREE),
)
