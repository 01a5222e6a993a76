"""The log of a server: one line an event on standard error, and no secret in it whatever somebody put where."""

from __future__ import annotations

import logging
import logging.config
import re
from typing import Final

_HIDDEN: Final = "[hidden]"
_SECRETS: Final = (
    re.compile(r"(?i)(?<=bearer )[^\s\"',;]+"),
    re.compile(r"(?i)(?<=[?&]token=)[^\s\"'&]+"),
    re.compile(r"""(?i)(?<=["'](?:token|nonce)["']: ")[^"]+"""),
    re.compile(r"""(?i)(?<=["'](?:token|nonce)["']:")[^"]+"""),
    re.compile(r"""(?i)(?<=["']password["']: ")[^"]+"""),
    re.compile(r"""(?i)(?<=["']password["']:")[^"]+"""),
    re.compile(r"(?<=://)[^/\s:@]*:[^@\s/]+(?=@)"),  # the name and password in the address of a database
)


def redacted(text: str) -> str:
    """A text without what looks like a token or a password."""
    for secret in _SECRETS:
        text = secret.sub(_HIDDEN, text)
    return text


class Redacting(logging.Formatter):
    """Formats a line as usual, tracebacks and all, and hides what must not be in it."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        return redacted(super().format(record))


def set_up_logs(level: str = "INFO") -> None:
    """Send the log of this process to standard error."""
    logging.config.dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "formatters": {"line": {"()": Redacting, "format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
            "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
            "loggers": {
                "neurohex": {"handlers": ["stderr"], "level": level, "propagate": False},
                # Of uvicorn only what is wrong: it would write a line for every socket.
                "uvicorn": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
            },
        }
    )
