"""Cards of tiles and units."""

from __future__ import annotations

from typing import Any

from neurohex.view.forms.base import Form
from neurohex.view.forms.battles import Reach


class Sentence(Form):
    """One sentence with its rulings."""

    words: str
    rulings: list[str]
    """Numbers in docs/rulings.md."""


class Part(Form):
    """One summand: `printed 2`, `Scout C1 +1`."""

    words: str
    value: int


class Sum(Form):
    """A number and its summands."""

    value: int
    parts: list[Part]


class EdgeSum(Form):
    """The strength of an attack in one direction and its summands."""

    direction: str
    kind: str
    value: int
    parts: list[Part]


class Card(Form):
    """What is printed on a tile, symbol by symbol."""

    version: int
    tile: str
    name: str
    kind: str
    army: str
    count: int
    head: str
    sentences: list[Sentence]
    printed: dict[str, Any]
    """The printed facts, as in `neurohex tiles --json`."""


class UnitCard(Form):
    """A unit's current values, with reasons."""

    version: int
    hex: str
    card: Card
    owner: int | None
    controller: int | None
    netted: bool
    wounds: int
    toughness: int
    initiative: list[Sum]
    strength: list[EdgeSum]
    sentences: list[Sentence]
    reach: Reach
