"""What both databases can hold."""

from __future__ import annotations

import re
from typing import Any, Final

NOT_STORABLE: Final = re.compile("[\0\ud800-\udfff]")

Row = tuple[Any, ...]


def is_storable(text: str) -> bool:
    """Whether both databases can hold a text: no NUL, no lone surrogate."""
    return NOT_STORABLE.search(text) is None


def storable(text: str, what: str) -> str:
    """Return the text if both databases can hold it; else raise a ValueError that names `what`."""
    if not is_storable(text):
        raise ValueError(f"{what}: a text with a NUL or half a surrogate pair cannot be stored")
    return text
