"""Answers that are the same for everybody: made once, and not sent again to a browser that has them."""

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
ASK_FIRST: Final = "no-cache"
"""Browsers keep it, and ask each time whether it has changed."""
WORTH_PACKING: Final = 1_000
"""Bytes from which on an answer is compressed: it then saves packets."""
_EFFORT: Final = 9


@dataclass(frozen=True, slots=True)
class Document:
    """Some bytes, the same compressed, and the tag by which a browser knows them again."""

    data: bytes
    packed: bytes | None
    """None where that saves nothing."""
    tag: str
    media_type: str = JSON
    keep: str = ASK_FIRST
    """How long it may be kept, as `Cache-Control` says it."""

    def answer(self, request: Request) -> Response:
        """The document, or no more than that it has not changed."""
        headers = {"etag": self.tag, "cache-control": self.keep, "vary": "Accept-Encoding"}
        known = [tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")]
        if self.tag in known:
            return Response(status_code=304, headers=headers)
        if self.packed is not None and takes_gzip(request.headers):
            return Response(self.packed, headers={**headers, "content-encoding": "gzip"}, media_type=self.media_type)
        return Response(self.data, headers=headers, media_type=self.media_type)


def takes_gzip(headers: Headers | Mapping[str, str]) -> bool:
    """Whether a client takes answers that are compressed."""
    return "gzip" in headers.get("accept-encoding", "")


def document(value: object) -> Document:
    """A document of something, as JSON."""
    return document_of(msgspec.json.encode(value))


def document_of(data: bytes, media_type: str = JSON, keep: str = ASK_FIRST) -> Document:
    """A document of bytes, compressed once and for all."""
    packed = gzip.compress(data, _EFFORT, mtime=0) if len(data) >= WORTH_PACKING else b""
    return Document(
        data,
        packed if 0 < len(packed) < len(data) else None,
        f'"{hashlib.sha256(data).hexdigest()[:32]}"',
        media_type,
        keep,
    )
