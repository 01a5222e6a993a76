"""The application: the routes and sockets of a house."""

from __future__ import annotations

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from neurohex.client.handshake import SOCKET_PATH
from neurohex.server.house import House
from neurohex.server.openapi import openapi
from neurohex.server.routes import ENDPOINTS, route
from neurohex.server.socket import serve_socket


def make_app(house: House) -> Starlette:
    """The face of a house to the network.

    All that it answers lies below `/api`, but for `/health` and `/metrics`: the rest is for pages.
    """
    description = msgspec.json.encode(openapi())

    async def described(_: Request) -> Response:
        return Response(description, media_type="application/json")

    async def socket(websocket: WebSocket) -> None:
        await serve_socket(websocket, house)

    routes: list[BaseRoute] = [route(endpoint, house) for endpoint in ENDPOINTS]
    routes.append(Route("/api/openapi.json", described))
    routes.append(WebSocketRoute(SOCKET_PATH, socket))
    return Starlette(routes=routes)
