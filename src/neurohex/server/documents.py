"""Answers that are the same for everybody: made once, and not sent again to a browser that has them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

JSON: Final = "application/json"


@dataclass(frozen=True, slots=True)
class Document:
    """JSON, and the tag by which a browser knows it again."""

    data: bytes
    tag: str

    def answer(self, request: Request) -> Response:
        """The document, or no more than that it has not changed."""
        headers = {"etag": self.tag, "cache-control": "no-cache"}  # which keeps it, and asks whether it has changed
        known = [tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")]
        if self.tag in known:
            return Response(status_code=304, headers=headers)
        return Response(self.data, headers=headers, media_type=JSON)


def document(value: object) -> Document:
    """A document of something."""
    return document_of(msgspec.json.encode(value))


def document_of(data: bytes) -> Document:
    """A document of JSON."""
    return Document(data, f'"{hashlib.sha256(data).hexdigest()[:32]}"')
