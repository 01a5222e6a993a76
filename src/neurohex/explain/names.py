"""Names of tiles, units and armies in a language, in every case that its sentences need."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from neurohex.events import Gift, UnitRef
from neurohex.explain.declension_pl import FORMS
from neurohex.model import Unit, reading
from neurohex.tiles import Army, Tile

CASES: Final = "DCBN"
"""The Polish cases of `FORMS`, by their usual letters: genitive, dative, accusative, instrumental."""


_UNITS: Final = (UnitRef, Gift, Unit)


class Name(str):
    """A name in the nominative. In a template, `{tile:B}` is its accusative."""

    __slots__ = ("_cases",)
    _cases: Mapping[str, str]

    def __new__(cls, nominative: str, cases: Mapping[str, str]) -> Name:
        """`cases` are the other cases by their letter; a missing one is the nominative."""
        name = super().__new__(cls, nominative)
        name._cases = cases
        return name

    def __format__(self, case: str) -> str:
        return self._cases.get(case, str(self))

    def at(self, place: str) -> Name:
        """The name of a unit on that hex: `Runner C2`."""
        return Name(f"{self} {place}", {case: f"{form} {place}" for case, form in self._cases.items()})


@lru_cache(maxsize=1024)
def tile_name(tile: Tile, lang: str) -> Name:
    """The name of a tile."""
    if lang != "pl" or not tile.polish:
        return Name(tile.name, dict.fromkeys(CASES, tile.name))
    return Name(tile.polish, dict(zip(CASES, FORMS.get(tile.polish, (tile.polish,) * len(CASES)), strict=True)))


@lru_cache(maxsize=8192)
def unit_at(tile: Tile, place: str, lang: str) -> Name:
    """The name of a unit: tile and hex."""
    return tile_name(tile, lang).at(place)


def named(fields: dict[str, object], lang: str) -> dict[str, object]:
    """The fields of a template, with names instead of tiles and units. Changes `fields`."""
    for key, value in fields.items():
        if isinstance(value, _UNITS):
            fields[key] = unit_at(value.tile, value.hex, lang)
        elif isinstance(value, Tile):
            fields[key] = tile_name(value, lang)
    return fields


def army_name(army: Army, lang: str) -> str:
    """The name of an army."""
    return army.name_pl or army.name if lang == "pl" else army.name


@lru_cache(maxsize=256)
def army_names(keys: tuple[str, ...], lang: str) -> tuple[str, ...]:
    """The players' names, in seat order: `Borgo II` for a second player with the same army (R11.5)."""
    return reading.army_names(keys, lambda army: army_name(army, lang))
