"""Check that a value has a form, to the last field, also after a JSON round trip."""

from __future__ import annotations

from typing import Any

import msgspec


def assert_form(value: object, form: Any) -> None:
    """Fail, naming the place, if the value does not have the form or does not survive JSON.

    A form parsed from JSON, as a client has it, is also checked for unknown fields.
    """
    written = msgspec.json.encode(value)
    read = msgspec.json.decode(written, type=form)
    assert msgspec.json.decode(msgspec.json.encode(read)) == msgspec.json.decode(written)
    if isinstance(value, msgspec.Struct):
        assert read == value


def as_json(value: object) -> Any:
    """The value as a client reads it."""
    return msgspec.json.decode(msgspec.json.encode(value))
