"""The application: the routes and sockets of a house, and the page."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from neurohex.client.handshake import SOCKET_PATH
from neurohex.server.documents import WORTH_PACKING, Document, document
from neurohex.server.endpoint import route
from neurohex.server.files import PAGE, Guarded, page_routes
from neurohex.server.house import House
from neurohex.server.methods import OtherMethods
from neurohex.server.openapi import openapi
from neurohex.server.routes import ENDPOINTS
from neurohex.server.socket import serve_socket

_EFFORT: Final = 6


@lru_cache(maxsize=1)
def _description() -> Document:
    return document(openapi())


def make_app(house: House, page: Path = PAGE) -> Starlette:
    """The face of a house to the network.

    All that it answers itself lies below `/api`, but for `/health` and `/metrics`; the rest is the page's.
    """
    description = _description()

    async def described(request: Request) -> Response:
        return description.answer(request)

    async def socket(websocket: WebSocket) -> None:
        await serve_socket(websocket, house)

    ours = [*(route(endpoint, house) for endpoint in ENDPOINTS), Route("/api/openapi.json", described)]
    routes: list[BaseRoute] = [*ours, OtherMethods(ours)]
    routes.append(WebSocketRoute(SOCKET_PATH, socket))
    routes += page_routes(page)
    packing = Middleware(GZipMiddleware, minimum_size=WORTH_PACKING, compresslevel=_EFFORT)
    return Starlette(routes=routes, middleware=[Middleware(Guarded), packing])
