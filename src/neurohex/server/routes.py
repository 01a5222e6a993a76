"""All endpoints of the HTTP API. `openapi` describes this list; the page's TypeScript is generated from that."""

from __future__ import annotations

from typing import Final

from neurohex.server import (
    games,
    leaderboards,
    lobby,
    manners,
    passkeys,
    people,
    personal,
    pictures,
    puzzles,
    records,
    reviews,
    status,
    teaching,
    views,
)
from neurohex.server.endpoint import Endpoint

ENDPOINTS: Final[tuple[Endpoint, ...]] = (
    *people.ENDPOINTS,
    *personal.ENDPOINTS,
    *passkeys.ENDPOINTS,
    *lobby.ENDPOINTS,
    *games.ENDPOINTS,
    *leaderboards.ENDPOINTS,
    *manners.ENDPOINTS,
    *views.ENDPOINTS,
    *pictures.ENDPOINTS,
    *teaching.ENDPOINTS,
    *puzzles.ENDPOINTS,
    *records.ENDPOINTS,
    *reviews.ENDPOINTS,
    *status.ENDPOINTS,
)
