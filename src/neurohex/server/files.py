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
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from neurohex.server.context import ServerContext
from neurohex.server.documents import REVALIDATE, Document, document_of
from neurohex.server.endpoint import problem
from neurohex.server.heads import Head, PagePath, Template, head_of, lang_of
from neurohex.server.refusals import Refusal
from neurohex.wire.messages import Code

PAGE: Final = Path(__file__).with_name("page")
"""The folder of the built page."""
INDEX: Final = "index.html"
PATHS: Final = "paths.json"
"""The list of the page's paths, from `web/src/frame/paths.json`."""
ASSETS: Final = "assets"
"""The folder of files whose names contain a hash of their content."""
_IMMUTABLE: Final = "public, max-age=31536000, immutable"
_TYPES: Final = {  # do not depend on the system's tables
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".ico": "image/x-icon",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}

HEADERS: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
        "worker-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
}
"""Headers of every response: the page runs only its own files, talks only to this server, and cannot be framed."""


def is_built(folder: Path = PAGE) -> bool:
    """Whether the page has been built."""
    return (folder / INDEX).is_file()


def page_routes(context: ServerContext, folder: Path = PAGE) -> list[BaseRoute]:
    """Routes for everything else: the files of the page, and the page itself for its own paths. A path that the page
    does not have gets the page with status 404."""
    return [
        Mount("/api", _no_endpoint),
        Mount("/", _Page(folder, context) if is_built(folder) else _not_built),
    ]


async def _no_endpoint(scope: Scope, receive: Receive, send: Send) -> None:
    answer = problem(Refusal(Code.NOT_FOUND, "there is no such request: see /api/openapi.json"))
    await answer(scope, receive, send)


async def _not_built(scope: Scope, receive: Receive, send: Send) -> None:
    answer = PlainTextResponse("The page is not built; `make play` builds it.\n", 404)
    await answer(scope, receive, send)


def page_paths(folder: Path) -> dict[str, PagePath] | None:
    """The paths of a built page by their first part; None if the page has no list."""
    try:
        return msgspec.json.decode((folder / PATHS).read_bytes(), type=dict[str, PagePath])
    except FileNotFoundError:
        return None


class _Page:
    """The files of the page, and the page itself for any other path. Reads and compresses each file once."""

    def __init__(self, folder: Path, context: ServerContext) -> None:
        self._context = context
        self._paths = page_paths(folder)
        self._template = Template((folder / INDEX).read_text(encoding="utf-8"))
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
        response = await self._page(path, request) if found is None or path == INDEX else found.answer(request)
        await response(scope, receive, send)

    async def _page(self, path: str, request: Request) -> Response:
        """The page with the head of its path. Status 404 if there is no such page, match or record."""
        parts = [part for part in path.split("/") if part and part != INDEX]
        known = self._known(parts)
        if known is None:
            head = Head(lang_of(request), found=self._paths is None)
        else:
            head = await head_of(self._context, request, parts, known)
        made = document_of(self._template.page(head, request), "text/html", REVALIDATE)
        response = made.answer(request)
        response.headers["vary"] = "Accept-Encoding, Accept-Language"
        if not head.found and response.status_code == 200:
            response.status_code = 404
        return response

    def _known(self, parts: list[str]) -> PagePath | None:
        first, *rest = parts or [""]
        known = (self._paths or {}).get(first)
        return known if known is not None and known.least <= len(rest) <= known.most else None


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
