"""Errors of the library form one family, so that a caller can catch `NeurohexError`."""

from __future__ import annotations

import importlib
import inspect
import pkgutil

import neurohex
from neurohex.errors import NeurohexError

PACKAGES = (
    "rules",
    "model",
    "events",
    "notation",
    "draw",
    "explain",
    "view",
    "lesson",
    "match",
    "arena",
    "players",
    "puzzles",
)


def test_every_value_error_of_ours_is_a_neurohex_error() -> None:
    found: set[type] = set()
    for package in PACKAGES:
        parent = importlib.import_module(f"neurohex.{package}")
        for module in pkgutil.iter_modules(parent.__path__, f"neurohex.{package}."):
            members = inspect.getmembers(importlib.import_module(module.name), inspect.isclass)
            found |= {
                each for _, each in members if issubclass(each, ValueError) and each.__module__.startswith("neurohex.")
            }
    assert len(found) > 15
    assert {each.__name__ for each in found if not issubclass(each, NeurohexError)} == set()
    assert neurohex.NeurohexError is NeurohexError
