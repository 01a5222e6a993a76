"""Answers 405 with the allowed methods if a path exists but its method does not."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from starlette.responses import Response
from starlette.routing import BaseRoute, Match, NoMatchFound, Route
from starlette.types import Receive, Scope, Send

from neurohex.server.documents import JSON
from neurohex.wire.http import Problem
from neurohex.wire.messages import Code

_ALLOWED = "neurohex.allowed"


class MethodNotAllowed(BaseRoute):
    """A fallback route: matches paths that the given routes serve with other methods."""

    def __init__(self, routes: Sequence[Route]) -> None:
        self._routes = routes

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Match if a route has this path but not this method."""
        allowed: set[str] = set()
        if scope["type"] == "http":
            for route in self._routes:
                if route.matches(scope)[0] is Match.PARTIAL:
                    allowed |= route.methods or set()
        return (Match.FULL, {_ALLOWED: sorted(allowed)}) if allowed else (Match.NONE, {})

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer 405 with an `Allow` header."""
        methods = scope[_ALLOWED]
        why = f"{scope['method']} is not for this path: expected {' or '.join(methods)}"
        body = msgspec.json.encode(Problem(code=Code.NOT_ALLOWED.value, why=why))
        await Response(body, 405, {"allow": ", ".join(methods)}, JSON)(scope, receive, send)

    def url_path_for(self, name: str, /, **path_params: object) -> object:  # type: ignore[override]  # never found
        """This route has no name."""
        raise NoMatchFound(name, path_params)
