"""No secret in a log."""

from __future__ import annotations

import logging
import subprocess
import sys

import pytest

from neurohex.server.logs import Redacting, redacted

SECRET = "WyJndWVzdC0xIl0.aGVsbG8.c2lnbmF0dXJl"


@pytest.mark.parametrize(
    "line",
    [
        f"authorization: Bearer {SECRET}",
        f'{{"type":"hello","token":"{SECRET}"}}',
        f'{{"type": "hello", "token": "{SECRET}"}}',
        f'{{"name": "Ann", "password": "{SECRET}"}}',
        f"GET /api/socket?token={SECRET}&x=1",
        f"connecting to postgresql://neurohex:{SECRET}@localhost/neurohex",
    ],
)
def test_secrets_are_hidden_and_the_rest_stays(line: str) -> None:
    assert SECRET not in redacted(line)
    assert "[hidden]" in redacted(line)
    assert redacted(line)[:5] == line[:5]


def test_a_traceback_is_redacted_too() -> None:
    try:
        raise ValueError(f"Bearer {SECRET}")
    except ValueError as error:
        record = logging.LogRecord("x", 40, "f", 1, "failed for %s", (f"Bearer {SECRET}",), (ValueError, error, None))
    assert SECRET not in Redacting().format(record)


def test_invalid_requests_are_not_logged() -> None:
    """Clients could fill the disk with them. In its own process, because logging is global."""
    script = (
        "import logging, neurohex.server.transport as transport, neurohex.server.logs as logs;"
        "logs.set_up_logs();"
        "transport._HTTP_LOG.warning('Invalid HTTP request received.');"
        "logging.getLogger('neurohex.server.run').warning('something else')"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert "something else" in done.stderr
    assert "Invalid" not in done.stderr


def test_an_ordinary_line_is_left_alone() -> None:
    assert redacted("match abc: event 12 in 3 ms http://localhost:8000/") == (
        "match abc: event 12 in 3 ms http://localhost:8000/"
    )
