"""Requests to a path that there is, by a method that it does not have: status 405, and which methods it has."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from starlette.responses import Response
from starlette.routing import BaseRoute, Match, NoMatchFound, Route
from starlette.types import Receive, Scope, Send

from neurohex.client.forms import Problem
from neurohex.match.messages import Code
from neurohex.server.documents import JSON

_ALLOWED = "neurohex.allowed"


class OtherMethods(BaseRoute):
    """Comes after routes, and answers what they would have answered if the method were another."""

    def __init__(self, routes: Sequence[Route]) -> None:
        self._routes = routes

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Whether one of the routes has the path, and not the method."""
        allowed: set[str] = set()
        if scope["type"] == "http":
            for route in self._routes:
                if route.matches(scope)[0] is Match.PARTIAL:
                    allowed |= route.methods or set()
        return (Match.FULL, {_ALLOWED: sorted(allowed)}) if allowed else (Match.NONE, {})

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse."""
        methods = scope[_ALLOWED]
        why = f"{scope['method']} is not for this path: expected {' or '.join(methods)}"
        body = msgspec.json.encode(Problem(code=Code.NOT_ALLOWED.value, why=why))
        await Response(body, 405, {"allow": ", ".join(methods)}, JSON)(scope, receive, send)

    def url_path_for(self, name: str, /, **path_params: object) -> object:  # type: ignore[override]  # never found
        """No URL leads here by a name."""
        raise NoMatchFound(name, path_params)
