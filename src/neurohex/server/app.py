"""The application: the routes and sockets of a house, and the page."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from neurohex.client.handshake import SOCKET_PATH
from neurohex.server.documents import JSON
from neurohex.server.endpoint import route
from neurohex.server.files import PAGE, Guarded, page_routes
from neurohex.server.house import House
from neurohex.server.openapi import openapi
from neurohex.server.routes import ENDPOINTS
from neurohex.server.socket import serve_socket

_WORTH_PACKING: Final = 1_000
"""Bytes from which on an answer is compressed: it then saves packets."""
_EFFORT: Final = 6


def make_app(house: House, page: Path = PAGE) -> Starlette:
    """The face of a house to the network.

    All that it answers itself lies below `/api`, but for `/health` and `/metrics`; the rest is the page's.
    """
    description = msgspec.json.encode(openapi())

    async def described(_: Request) -> Response:
        return Response(description, media_type=JSON)

    async def socket(websocket: WebSocket) -> None:
        await serve_socket(websocket, house)

    routes: list[BaseRoute] = [route(endpoint, house) for endpoint in ENDPOINTS]
    routes.append(Route("/api/openapi.json", described))
    routes.append(WebSocketRoute(SOCKET_PATH, socket))
    routes += page_routes(page)
    packing = Middleware(GZipMiddleware, minimum_size=_WORTH_PACKING, compresslevel=_EFFORT)
    return Starlette(routes=routes, middleware=[Middleware(Guarded), packing])
