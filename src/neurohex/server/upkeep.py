"""Endpoints about the server itself: what it offers, and what watches over it."""

from __future__ import annotations

from typing import Final

from starlette.responses import Response

from neurohex.client.forms import About
from neurohex.match.messages import Code
from neurohex.server import metrics
from neurohex.server.endpoint import Call, Endpoint, Pace
from neurohex.server.house import SERVER
from neurohex.server.refusals import Refusal


async def _about(call: Call) -> About:
    settings = call.house.settings
    return About(server=SERVER, guests=settings.guests, accounts=settings.accounts, bots=settings.bots)


async def _health(call: Call) -> Response:
    await call.house.store.listing(limit=1)
    if call.house.checkup.damage is not None:
        raise Refusal(Code.UNAVAILABLE, "the database is damaged: the log of the server says where; restore a copy")
    return Response("ok\n", media_type="text/plain")


async def _metrics(call: Call) -> Response:
    if call.house.settings.metrics:
        raise Refusal(Code.NOT_FOUND, "metrics are answered at an address of their own")
    return Response(call.house.metrics.text(), media_type=metrics.CONTENT_TYPE)


ENDPOINTS: Final = (
    Endpoint("GET", "/api", "What this server offers.", _about, About),
    Endpoint("GET", "/health", "Whether the server and its database are well.", _health, "text/plain", pace=Pace.FREE),
    Endpoint("GET", "/metrics", "Numbers for Prometheus.", _metrics, metrics.CONTENT_TYPE, pace=Pace.FREE),
)
