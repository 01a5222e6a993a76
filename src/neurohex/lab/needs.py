"""One line that says what to install, when a package of the extra is missing."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from neurohex.errors import NeurohexError


class MissingExtra(NeurohexError, ImportError):
    """A package of an extra is not installed. The message says which, and how to install it."""


def need(module: str, extra: str = "lab") -> Any:
    """Import a module of an extra. Raises `MissingExtra`."""
    try:
        return import_module(module)
    except ImportError as error:
        if error.name is None or error.name.partition(".")[0] != module.partition(".")[0]:
            raise
        package = module.partition(".")[0]
        raise MissingExtra(f"{package} is not installed: pip install 'neurohex[{extra}]'") from None
