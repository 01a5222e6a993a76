"""Requests of people in tests: each with a token of its own, answers as JSON."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import Any

import httpx

from neurohex.client import Client


class Api:
    """A person's requests."""

    def __init__(self, http: httpx.AsyncClient, token: str | None) -> None:
        self._http = http
        self.token = token

    async def ask(self, method: str, path: str, body: object = None, **query: str) -> tuple[int, Any]:
        """The status and the JSON of an answer."""
        headers = {"authorization": f"Bearer {self.token}"} if self.token is not None else {}
        answer = await self._http.request(method, path, json=body, params=query, headers=headers)
        return answer.status_code, answer.json() if answer.content else None

    async def good(self, method: str, path: str, body: object = None, **query: str) -> Any:
        """The JSON of an answer that is no refusal."""
        status, answer = await self.ask(method, path, body, **query)
        assert status < 300, (method, path, status, answer)
        return answer

    async def code(self, method: str, path: str, body: object = None, **query: str) -> str:
        """The code of a refusal."""
        status, answer = await self.ask(method, path, body, **query)
        assert status >= 400, (method, path, answer)
        return str(answer["code"])


def api_of(http: httpx.AsyncClient, client: Client) -> Api:
    """The requests of a client's person."""
    assert client.signed_in is not None
    return Api(http, client.signed_in.token)


@contextlib.asynccontextmanager
async def apis(url: str, *clients: Client) -> AsyncIterator[list[Api]]:
    """The requests of some people, and last those of nobody."""
    async with httpx.AsyncClient(base_url=url, timeout=60) as http:
        yield [*(api_of(http, client) for client in clients), Api(http, None)]
