"""HTTP requests with the standard library, in a thread."""

from __future__ import annotations

import asyncio
import urllib.error
import urllib.request
from http.client import HTTPException
from typing import Final, TypeVar

import msgspec
from msgspec import Struct

from neurohex.wire.http import Problem

T = TypeVar("T")
_SECONDS: Final = 30.0
_LONGEST_ANSWER: Final = 8 << 20


class RequestFailed(RuntimeError):
    """The server could not be reached, or refused the request. The text says why in one line."""

    def __init__(self, why: str, code: str = "") -> None:
        super().__init__(why)
        self.code = code
        """The code of the refusal; empty if there was no valid answer."""


async def request(
    url: str, answer: type[T], *, token: str | None = None, body: Struct | None = None, method: str = ""
) -> T:
    """Send a request and decode its answer. Raises `RequestFailed`."""
    data = await fetch(url, token=token, body=body, method=method)
    try:
        return msgspec.json.decode(data, type=answer)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise RequestFailed(f"{url}: not the answer of a neurohex server: {error}") from error


async def fetch(url: str, *, token: str | None = None, body: Struct | None = None, method: str = "") -> bytes:
    """Send a request and return the bytes of its answer. Raises `RequestFailed`."""
    headers = {"accept": "application/json"}
    if token is not None:
        headers["authorization"] = f"Bearer {token}"
    if body is not None:
        headers["content-type"] = "application/json"
    data = msgspec.json.encode(body) if body is not None else None
    made = urllib.request.Request(url, data, headers, method=method or ("GET" if body is None else "POST"))
    return await asyncio.to_thread(_fetch, made)


def _fetch(made: urllib.request.Request) -> bytes:
    try:
        with urllib.request.urlopen(made, timeout=_SECONDS) as response:
            return bytes(response.read(_LONGEST_ANSWER))
    except urllib.error.HTTPError as error:
        with error:
            raise _failure(made.full_url, error.code, error.read(_LONGEST_ANSWER)) from None
    except urllib.error.URLError as error:
        raise RequestFailed(f"{made.full_url}: {error.reason}") from error
    except (OSError, HTTPException) as error:
        raise RequestFailed(f"{made.full_url}: {type(error).__name__} {error}") from error


def _failure(url: str, status: int, body: bytes) -> RequestFailed:
    try:
        problem = msgspec.json.decode(body, type=Problem)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return RequestFailed(f"{url}: answered with status {status}")
    return RequestFailed(problem.why, problem.code)
