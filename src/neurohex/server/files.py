"""The page: the files that were built for it, and what a browser is told about them."""

from __future__ import annotations

import mimetypes
from functools import lru_cache
from pathlib import Path
from typing import Final

import msgspec
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from neurohex.match.messages import Code
from neurohex.server.documents import ASK_FIRST, Document, document_of
from neurohex.server.endpoint import problem
from neurohex.server.refusals import Refusal

PAGE: Final = Path(__file__).with_name("page")
"""Where the page is built."""
INDEX: Final = "index.html"
PATHS: Final = "paths.json"
"""The list of the page's paths, from `web/src/frame/paths.json`."""
ICON: Final = "/icon.svg"
ASSETS: Final = "assets"
"""The folder of files whose names change with what is in them."""
_FOR_GOOD: Final = "public, max-age=31536000, immutable"
_TYPES: Final = {  # whatever the system's own tables say
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}

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
    """What answers all that no other route does: the files of the page, and the page itself, which finds its way by the
    path. For a path that the page does not have it is the answer too, with status 404."""
    return [
        Mount("/api", _no_endpoint),
        Route("/favicon.ico", _icon),
        Mount("/", _Page(folder) if is_built(folder) else _not_built),
    ]


async def _no_endpoint(scope: Scope, receive: Receive, send: Send) -> None:
    answer = problem(Refusal(Code.NOT_FOUND, "there is no such request: /api/openapi.json tells which there are"))
    await answer(scope, receive, send)


async def _icon(_: Request) -> Response:
    return RedirectResponse(ICON, 301)


async def _not_built(scope: Scope, receive: Receive, send: Send) -> None:
    answer = PlainTextResponse("The page is not built; `make play` builds it.\n", 404)
    await answer(scope, receive, send)


class Span(msgspec.Struct, frozen=True):
    """How many parts may follow the first part of a path of the page."""

    least: int
    most: int


def page_paths(folder: Path) -> dict[str, Span] | None:
    """The paths of a built page by their first part; None for a page that does not tell them."""
    try:
        return msgspec.json.decode((folder / PATHS).read_bytes(), type=dict[str, Span])
    except FileNotFoundError:
        return None


class _Page:
    """The files of the page, and the page itself for every path that is none. They are read and compressed once."""

    def __init__(self, folder: Path) -> None:
        self._paths = page_paths(folder)
        self._files = _read(folder, max(file.stat().st_mtime_ns for file in (folder, *folder.rglob("*"))))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        request = Request(scope, receive)
        path = request.path_params.get("path", request.url.path).lstrip("/")
        if request.method not in ("GET", "HEAD"):
            raise HTTPException(405, headers={"allow": "GET, HEAD"})
        found = self._files.get(path)
        if found is None and Path(path).parts[:1] == (ASSETS,):
            raise HTTPException(404)
        response = (found or self._files[INDEX]).answer(request)
        if found is None and response.status_code == 200 and not self._is_page(path):
            response.status_code = 404
        await response(scope, receive, send)

    def _is_page(self, path: str) -> bool:
        if self._paths is None:
            return True
        first, *rest = [part for part in path.split("/") if part] or [""]
        span = self._paths.get(first)
        return span is not None and span.least <= len(rest) <= span.most


@lru_cache(maxsize=4)
def _read(folder: Path, _: int) -> dict[str, Document]:
    """All files of a folder by their paths in it; links are none. The number tells one state of it from another."""
    files = {}
    for file in folder.rglob("*"):
        if not file.is_file() or file.is_symlink():
            continue
        path = file.relative_to(folder).as_posix()
        keep = _FOR_GOOD if path.startswith(f"{ASSETS}/") else ASK_FIRST
        files[path] = document_of(file.read_bytes(), _media_type(path), keep)
    return files


def _media_type(path: str) -> str:
    return _TYPES.get(Path(path).suffix) or mimetypes.guess_type(path)[0] or "application/octet-stream"


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
