"""What all forms have in common."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

VERSION: Final = 1
"""Changes when a field is removed or changes its meaning; a new field does not change it."""

Wounds = int | Literal["endless", "destroys"]
"""Wounds of a hit: a number, or `endless` (R11.2), or `destroys` (a Grenade)."""


class Form(Struct, gc=False):
    """A value that a page gets. JSON has all its fields; `null` stands where there is nothing to say."""
