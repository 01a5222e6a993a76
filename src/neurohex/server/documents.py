"""Responses that are the same for everyone: encoded and compressed once, with an ETag."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import msgspec
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response

JSON: Final = "application/json"
REVALIDATE: Final = "no-cache"
"""Browsers cache it and revalidate each time."""
MIN_GZIP_BYTES: Final = 1_000
"""Bytes from which compression saves packets."""
_GZIP_LEVEL: Final = 9


@dataclass(frozen=True, slots=True)
class Document:
    """A response body, plain and gzipped, with its ETag."""

    data: bytes
    packed: bytes | None
    """None if compression saves nothing."""
    tag: str
    media_type: str = JSON
    keep: str = REVALIDATE
    """The `Cache-Control` header."""

    def answer(self, request: Request) -> Response:
        """Return the document, or 304 if the client has it."""
        headers = {"etag": self.tag, "cache-control": self.keep, "vary": "Accept-Encoding"}
        known = [tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")]
        if self.tag in known:
            return Response(status_code=304, headers=headers)
        if self.packed is not None and takes_gzip(request.headers):
            return Response(self.packed, headers={**headers, "content-encoding": "gzip"}, media_type=self.media_type)
        return Response(self.data, headers=headers, media_type=self.media_type)


def takes_gzip(headers: Headers | Mapping[str, str]) -> bool:
    """Whether a client accepts gzip."""
    return "gzip" in headers.get("accept-encoding", "")


def document(value: object) -> Document:
    """A document with a value as JSON."""
    return document_of(msgspec.json.encode(value))


def document_of(data: bytes, media_type: str = JSON, keep: str = REVALIDATE) -> Document:
    """A document with these bytes."""
    packed = gzip.compress(data, _GZIP_LEVEL, mtime=0) if len(data) >= MIN_GZIP_BYTES else b""
    return Document(
        data,
        packed if 0 < len(packed) < len(data) else None,
        f'"{hashlib.sha256(data).hexdigest()[:32]}"',
        media_type,
        keep,
    )
