"""The page: the files that were built for it, and what a browser is told about them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from neurohex.match.messages import Code
from neurohex.server.endpoint import problem
from neurohex.server.refusals import Refusal

PAGE: Final = Path(__file__).with_name("page")
"""Where the page is built."""
INDEX: Final = "index.html"
ASSETS: Final = "assets"
"""The folder of files whose names change with what is in them."""
_FOR_GOOD: Final = "public, max-age=31536000, immutable"
_ASK_FIRST: Final = "no-cache"

HEADERS: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
}
"""What every answer tells a browser: the page runs nothing but its own files, speaks to nobody but this server and is
framed by nobody."""


def is_built(folder: Path = PAGE) -> bool:
    """Whether there is a page."""
    return (folder / INDEX).is_file()


def page_routes(folder: Path = PAGE) -> list[BaseRoute]:
    """What answers all that no other route does. The page finds its way by the path, so every path shows it, but for
    those of the API."""
    return [
        Mount("/api", _no_endpoint),
        Mount("/", _Page(directory=folder) if is_built(folder) else _not_built),
    ]


async def _no_endpoint(scope: Scope, receive: Receive, send: Send) -> None:
    answer = problem(Refusal(Code.NOT_FOUND, "there is no such request: /api/openapi.json tells which there are"))
    await answer(scope, receive, send)


async def _not_built(scope: Scope, receive: Receive, send: Send) -> None:
    answer = PlainTextResponse("The page is not built; `make play` builds it.\n", 404)
    await answer(scope, receive, send)


class _Page(StaticFiles):
    """The files of the page, and the page itself for every path that is none."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The answer to a request, with how long it may be kept."""
        is_asset = Path(path).parts[:1] == (ASSETS,)
        try:
            response = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404 or is_asset:
                raise
            response = await super().get_response(INDEX, scope)
        response.headers["cache-control"] = _FOR_GOOD if is_asset else _ASK_FIRST
        return response


class Guarded:
    """Adds `HEADERS` to every answer of an application."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, guarded if scope["type"] == "http" else send)
