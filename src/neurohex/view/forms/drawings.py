"""Drawings as SVG symbols."""

from __future__ import annotations

from neurohex.view.forms.base import Form


class TileSprite(Form):
    """How to draw a tile: the coat's ground; the edges, turned by 60 degrees for each step of its rotation; the mesh
    if it is netted; the middle of its rotation."""

    edges: str | None
    """Id of a symbol; None for a tile without edges."""
    middles: list[str]
    """Ids of symbols by rotation, always six."""
    free: list[list[int]]
    """By rotation: the corners (of `Sprites.corners`) with room for marks, best first."""
    front: int
    """The printed edge (0 to 5) of its weapon, or of its net or links: what people aim when they turn it."""
    initiative: list[int]
    """The printed initiatives, highest first."""
    discs: list[list[list[float]]]
    """By rotation: the centres of the initiative discs, in the same order."""
    disc: float
    """The radius of these discs; 0 without any."""
    under: str | None
    """For a foundation tile: the symbol in the corner of a unit on it."""


class Coat(Form):
    """The look of a player's tiles."""

    name: str
    colour: str
    ink: str
    ground: str
    """Id of a symbol."""
    taken: str
    """The rim of a unit that this player has taken over."""
    taker: str
    """The mark in its corner."""
    middles: dict[str, list[str]]
    """Middles that differ in this coat, by tile."""


class PointsText(Form):
    """Position and look of the points on an HQ."""

    x: float
    y: float
    size: float
    colour: str


class BoardDrawing(Form):
    """An empty board."""

    svg: str
    box: list[float]


class Sprites(Form):
    """All drawings. A symbol has its centre at 0, 0; a tile's radius is 100."""

    version: int
    symbols: dict[str, str]
    """`<symbol>` elements by id, for the page's `<defs>`."""
    tiles: dict[str, TileSprite]
    coats: dict[str, Coat]
    boards: dict[str, BoardDrawing]
    netted: str
    """The mesh."""
    wound: str
    markers: dict[str, str]
    """Markers by kind: `venom`, `paralysis`, `steel_net`, and `no_power` for a unit without power."""
    corners: list[list[float]]
    points: PointsText
    arrows: dict[str, str]
    """Colours of hits, nets and links by kind or effect."""
    font: str
