"""Serves the built page, with caching and security headers."""

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

from neurohex.server.documents import REVALIDATE, Document, document_of
from neurohex.server.endpoint import problem
from neurohex.server.refusals import Refusal
from neurohex.wire.messages import Code

PAGE: Final = Path(__file__).with_name("page")
"""The folder of the built page."""
INDEX: Final = "index.html"
PATHS: Final = "paths.json"
"""The list of the page's paths, from `web/src/frame/paths.json`."""
ICON: Final = "/icon.svg"
ASSETS: Final = "assets"
"""The folder of files whose names contain a hash of their content."""
_IMMUTABLE: Final = "public, max-age=31536000, immutable"
_TYPES: Final = {  # do not depend on the system's tables
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
"""Headers of every response: the page runs only its own files, talks only to this server, and cannot be framed."""


def is_built(folder: Path = PAGE) -> bool:
    """Whether the page has been built."""
    return (folder / INDEX).is_file()


def page_routes(folder: Path = PAGE) -> list[BaseRoute]:
    """Routes for everything else: the files of the page, and the page itself for its own paths. A path that the page
    does not have gets the page with status 404."""
    return [
        Mount("/api", _no_endpoint),
        Route("/favicon.ico", _icon),
        Mount("/", _Page(folder) if is_built(folder) else _not_built),
    ]


async def _no_endpoint(scope: Scope, receive: Receive, send: Send) -> None:
    answer = problem(Refusal(Code.NOT_FOUND, "there is no such request: see /api/openapi.json"))
    await answer(scope, receive, send)


async def _icon(_: Request) -> Response:
    return RedirectResponse(ICON, 301)


async def _not_built(scope: Scope, receive: Receive, send: Send) -> None:
    answer = PlainTextResponse("The page is not built; `make play` builds it.\n", 404)
    await answer(scope, receive, send)


class Span(msgspec.Struct, frozen=True):
    """How many parts may follow the first part of a page path."""

    least: int
    most: int


def page_paths(folder: Path) -> dict[str, Span] | None:
    """The paths of a built page by their first part; None if the page has no list."""
    try:
        return msgspec.json.decode((folder / PATHS).read_bytes(), type=dict[str, Span])
    except FileNotFoundError:
        return None


class _Page:
    """The files of the page, and the page itself for any other path. Reads and compresses each file once."""

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
    """All files of a folder by their relative paths, without symlinks. The second argument is the cache key."""
    files = {}
    for file in folder.rglob("*"):
        if not file.is_file() or file.is_symlink():
            continue
        path = file.relative_to(folder).as_posix()
        keep = _IMMUTABLE if path.startswith(f"{ASSETS}/") else REVALIDATE
        files[path] = document_of(file.read_bytes(), _media_type(path), keep)
    return files


def _media_type(path: str) -> str:
    return _TYPES.get(Path(path).suffix) or mimetypes.guess_type(path)[0] or "application/octet-stream"


class SecurityHeaders:
    """Middleware that adds `HEADERS` to every response."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, send_with_headers if scope["type"] == "http" else send)
