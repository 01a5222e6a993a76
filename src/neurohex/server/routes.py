"""The HTTP API: all endpoints, each from the module that it is in. `openapi` and `typescript` describe this list."""

from __future__ import annotations

from typing import Final

from neurohex.server import lobby, people, records, teaching, upkeep, views
from neurohex.server.endpoint import Endpoint

ENDPOINTS: Final[tuple[Endpoint, ...]] = (
    *people.ENDPOINTS,
    *lobby.ENDPOINTS,
    *views.ENDPOINTS,
    *teaching.ENDPOINTS,
    *records.ENDPOINTS,
    *upkeep.ENDPOINTS,
)
