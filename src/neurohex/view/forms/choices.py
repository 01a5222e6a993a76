"""Legal actions as trees of choices."""

from __future__ import annotations

from typing import Literal

from neurohex.view.forms.base import Form
from neurohex.view.forms.table import Deciding


class HexChoice(Form, tag_field="pick", tag="hex"):
    """Pick one of these hexes."""

    hexes: dict[str, Choice]


class FacingChoice(Form, tag_field="pick", tag="facing"):
    """Pick a facing for the tile on this hex."""

    hex: str
    tile: str
    now: int | None
    """Its current rotation; None for a tile that is not on the board."""
    alike: bool
    """Whether all rotations look the same, so that the page need not ask."""
    facings: list[Choice | None]
    """By rotation, 0 to 5; None for an illegal one."""


class Area(Form):
    """Hexes that a player picks together."""

    hexes: list[str]
    then: Choice


class AreaChoice(Form, tag_field="pick", tag="area"):
    """Pick an area by any or all of its hexes."""

    areas: list[Area]


class Option(Form):
    """One option, to pick by its words."""

    words: str
    direction: str | None
    """The edge in question."""
    then: Choice


class OptionChoice(Form, tag_field="pick", tag="option"):
    """Pick an option."""

    options: list[Option]


Choice = int | HexChoice | FacingChoice | AreaChoice | OptionChoice
"""The next thing to pick. A number is the action at the end."""


class Granter(Form):
    """What lets a unit move or turn."""

    source: Literal["tile", "mobility", "unit"]
    hex: str | None
    """Hex of the unit that grants the move."""


class Offer(Form):
    """An action that needs some picks before it is complete."""

    kind: str
    """As the notation calls it: `place`, `move`, `push`, `end` …"""
    words: str
    slot: int | None
    """Slot of the tile that it uses: the first of equal tiles."""
    tile: str | None
    """The tile that it uses."""
    unit: str | None
    """Hex of the unit that acts."""
    by: Granter | None
    energy: int | None
    """The cost of a procedure."""
    then: Choice


class Choices(Form):
    """All legal actions, each once, as leaves of the offers' trees."""

    version: int
    decides: Deciding | None
    offers: list[Offer]
