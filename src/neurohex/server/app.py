"""The ASGI application: HTTP routes, the WebSocket and the page."""

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

from neurohex.server.context import ServerContext
from neurohex.server.documents import MIN_GZIP_BYTES, Document, document
from neurohex.server.endpoint import route
from neurohex.server.files import PAGE, SecurityHeaders, page_routes
from neurohex.server.methods import MethodNotAllowed
from neurohex.server.openapi import openapi
from neurohex.server.routes import ENDPOINTS
from neurohex.server.socket import serve_socket
from neurohex.wire.handshake import SOCKET_PATH

_GZIP_LEVEL: Final = 6


@lru_cache(maxsize=1)
def _description() -> Document:
    return document(openapi())


def make_app(context: ServerContext, page: Path = PAGE) -> Starlette:
    """Return the ASGI application.

    It serves `/api`, `/health` and `/metrics` itself. The page gets every other path.
    """
    description = _description()

    async def described(request: Request) -> Response:
        return description.answer(request)

    async def socket(websocket: WebSocket) -> None:
        await serve_socket(websocket, context)

    ours = [*(route(endpoint, context) for endpoint in ENDPOINTS), Route("/api/openapi.json", described)]
    routes: list[BaseRoute] = [*ours, MethodNotAllowed(ours)]
    routes.append(WebSocketRoute(SOCKET_PATH, socket))
    routes += page_routes(context, page)
    packing = Middleware(GZipMiddleware, minimum_size=MIN_GZIP_BYTES, compresslevel=_GZIP_LEVEL)
    return Starlette(routes=routes, middleware=[Middleware(SecurityHeaders), packing])
