"""Names of tiles, units and armies in a language, in every case that its sentences need."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from neurohex.events import Gift, UnitRef
from neurohex.explain.declension_pl import ARMIES_OF, FORMS
from neurohex.model import Unit, reading
from neurohex.tiles import Army, Tile

CASES: Final = "DCBN"
"""The Polish cases of `FORMS`, by their usual letters: genitive, dative, accusative, instrumental."""


_PLAIN: Final = frozenset((str, int))
"""Types of fields that are no names."""
_UNITS: Final = (UnitRef, Gift, Unit)


class Name(str):
    """A name in the nominative. In a template, `{tile:B}` is its accusative."""

    __slots__ = ("_cases",)
    _cases: Mapping[str, str]

    def __new__(cls, nominative: str, cases: Mapping[str, str]) -> Name:
        """`cases` are the other cases by their letter; a missing one is the nominative."""
        name = super().__new__(cls, nominative)
        name._cases = {**cases, "": nominative}
        return name

    def __format__(self, case: str) -> str:
        cases = self._cases
        return cases[case if case in cases else ""]

    def at(self, place: str) -> Name:
        """The name of a unit on that hex: `Runner C2`."""
        return Name(f"{self} {place}", {case: f"{form} {place}" for case, form in self._cases.items()})


# Cached by texts, whose hashes Python caches: looking up names is most of wording.
_tile_names: Final[dict[tuple[str, str], Name]] = {}
"""By key of the tile and language."""
_unit_names: Final[dict[tuple[str, str, str], Name]] = {}
"""By key of the tile, hex and language."""


def tile_name(tile: Tile, lang: str) -> Name:
    """The name of a tile."""
    key = (tile.key, lang)
    try:
        return _tile_names[key]
    except KeyError:
        return _tile_names.setdefault(key, _make_name(tile, lang))


def _make_name(tile: Tile, lang: str) -> Name:
    if lang != "pl" or not tile.polish:
        return Name(tile.name, dict.fromkeys(CASES, tile.name))
    return Name(tile.polish, dict(zip(CASES, FORMS.get(tile.polish, (tile.polish,) * len(CASES)), strict=True)))


def unit_at(tile: Tile, place: str, lang: str) -> Name:
    """The name of a unit: tile and hex."""
    key = (tile.key, place, lang)
    try:
        return _unit_names[key]
    except KeyError:
        return _unit_names.setdefault(key, tile_name(tile, lang).at(place))


def filled(template: str, fields: dict[str, object], lang: str) -> str:
    """A template with its fields; tiles and units become names. Changes `fields`."""
    for key, value in fields.items():
        if type(value) in _PLAIN:
            continue
        if isinstance(value, _UNITS):
            fields[key] = unit_at(value.tile, value.hex, lang)
        elif isinstance(value, Tile):
            fields[key] = tile_name(value, lang)
    return template.format_map(fields)


def army_name(army: Army, lang: str) -> str:
    """The name of an army."""
    return army.name_pl or army.name if lang == "pl" else army.name


@lru_cache(maxsize=256)
def army_names(keys: tuple[str, ...], lang: str) -> tuple[Name, ...]:
    """The players' names, in seat order: `Borgo II` for a second player with the same army (R11.5).

    In Polish they have a genitive besides: the HQ, the pile, the turn of somebody.
    """
    names = reading.army_names(keys, lambda army: army_name(army, lang))
    genitives = reading.army_names(keys, lambda army: _army_genitive(army_name(army, lang), lang))
    return tuple(Name(name, {"D": genitive}) for name, genitive in zip(names, genitives, strict=True))


def _army_genitive(name: str, lang: str) -> str:
    return ARMIES_OF.get(name, name) if lang == "pl" else name
