"""Refusals that the server itself decides, before a match sees the command."""

from __future__ import annotations

from typing import Final

from neurohex.wire.messages import Code

STATUS: Final = {
    Code.MALFORMED: 400,
    Code.NOT_SIGNED_IN: 401,
    Code.NOT_ALLOWED: 403,
    Code.UNKNOWN_MATCH: 404,
    Code.NOT_FOUND: 404,
    Code.TOO_LARGE: 413,
    Code.TOO_FAST: 429,
    Code.UNAVAILABLE: 503,
}
"""HTTP status of each refusal; 409 for codes not listed."""

OTHER_VERSION: Final = "this match was written by another version of the server"
"""The reason if a log cannot be read. The code is `malformed`, not `unavailable`: a retry will not help."""


class Refusal(Exception):
    """A refused request. The text is one line for people."""

    def __init__(self, code: Code, why: str, wait: float = 0.0) -> None:
        super().__init__(why)
        self.code: Final = code
        self.wait: Final = wait
        """Seconds after which a retry makes sense; 0 if unknown."""
