"""Logging: one line for each event on standard error, with secrets removed."""

from __future__ import annotations

import logging
import logging.config
import re
from typing import Final

HTTP_LOG: Final = "neurohex.server.http"
"""Logger of the HTTP parser."""
_HIDDEN: Final = "[hidden]"
_SECRETS: Final = (
    re.compile(r"(?i)(?<=bearer )[^\s\"',;]+"),
    re.compile(r"(?i)(?<=[?&]token=)[^\s\"'&]+"),
    re.compile(r"""(?i)(?<=["'](?:token|nonce)["']: ")[^"]+"""),
    re.compile(r"""(?i)(?<=["'](?:token|nonce)["']:")[^"]+"""),
    re.compile(r"""(?i)(?<=["']password["']: ")[^"]+"""),
    re.compile(r"""(?i)(?<=["']password["']:")[^"]+"""),
    re.compile(r"(?<=://)[^/\s:@]*:[^@\s/]+(?=@)"),  # user and password in a database URL
)


def redacted(text: str) -> str:
    """Replace everything that looks like a token or password."""
    for secret in _SECRETS:
        text = secret.sub(_HIDDEN, text)
    return text


class Redacting(logging.Formatter):
    """Formats log records and removes secrets, also from tracebacks."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the formatted line."""
        return redacted(super().format(record))


def set_up_logs(level: str = "INFO") -> None:
    """Log to standard error."""
    logging.config.dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "formatters": {"line": {"()": Redacting, "format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
            "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
            "loggers": {
                "neurohex": {"handlers": ["stderr"], "level": level, "propagate": False},
                # A line for each invalid request would let clients fill the disk. Set the level here: dictConfig
                # resets the levels of all loggers below "neurohex".
                HTTP_LOG: {"level": "ERROR"},
                # Only warnings: uvicorn would write a line for every socket.
                "uvicorn": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
            },
        }
    )
