"""What a server refuses before a match is asked."""

from __future__ import annotations

from typing import Final

from neurohex.match.messages import Code

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
"""The status of an HTTP answer with a refusal; 409 for those that are not here."""

OTHER_VERSION: Final = "this match was written by another version of the server"
"""Why a match is `malformed` whose log cannot be read. That will not pass by itself: it is not `unavailable`."""


class Refusal(Exception):
    """A refusal, on its way to whoever asked; the text is one line for people."""

    def __init__(self, code: Code, why: str, wait: float = 0.0) -> None:
        super().__init__(why)
        self.code: Final = code
        self.wait: Final = wait
        """Seconds after which it is worth to ask again, where that is known."""
