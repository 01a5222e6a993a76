"""The table: board, units, players, and whose decision is awaited."""

from __future__ import annotations

from typing import Literal

from neurohex.view.forms.base import Form


class HexForm(Form):
    """One hex of the board."""

    name: str
    x: float
    """Its centre. The board's centre is 0, 0; y points down."""
    y: float
    main: bool
    """Whether it counts for a full board (R4.5)."""
    terminal: bool
    neighbours: list[str | None]
    """Its neighbours N NE SE S SW NW; None off the board."""


class BoardForm(Form):
    """The board, in the units of the drawings. It never changes during a game."""

    key: str
    """`standard`, `expanded` or `duel`."""
    hexes: list[HexForm]
    box: list[float]
    """Bounding box: left, top, width, height."""
    cell: float
    """Radius of a hex, from its centre to a corner. Hexes have a flat top."""
    tile: float
    """Radius of a tile."""
    drop: float
    """Distance of a tile below the centre of its hex; the hex's name is above it."""


class ShiftForm(Form):
    """A value of a unit that differs from the printed one."""

    kind: Literal["initiative", "melee", "ranged", "toughness"]
    direction: str | None
    """The direction of an attack as the unit lies; None for an initiative and toughness."""
    printed: int | None
    """None for an extra attack: the unit acts once more."""
    now: int


class UnitForm(Form):
    """A unit on the board, with its current values."""

    hex: str
    tile: str
    name: str
    kind: str
    """`hq`, `warrior` or `module`."""
    coat: str
    """Its colours: a key of `Sprites.coats`."""
    rotation: int
    """0 to 5: the direction of its printed N edge."""
    owner: int | None
    """None, like `controller`, for a neutral bomber."""
    controller: int | None
    wounds: int
    toughness: int
    """With what others give it (R14.1)."""
    points: int | None
    """Remaining points of an HQ; None for other units."""
    netted: bool
    """Whether it is disabled: by nets, a Steel Net (R19.2) or for want of power (R29.1)."""
    netted_by: list[str]
    taken_by: list[str]
    """Hexes of the units that have taken it over."""
    initiative: list[int]
    """Its phases, highest first. Empty while it is netted, like its attacks."""
    melee: dict[str, int]
    """Strength by direction, bonuses included."""
    ranged: dict[str, int]
    gauss: list[str]
    shifts: list[ShiftForm]
    """Initiatives and strengths that differ from the printed ones; none while it is netted."""
    medics: list[str]
    """Hexes of the Medics that can heal it."""
    markers: dict[str, int]
    """Markers on it by kind: `venom`, `paralysis`, `steel_net`."""
    paralysed: bool
    """Whether it does not attack (R23.1)."""
    unpowered: bool
    """Whether it is disabled for want of power alone (R29.1)."""


class FoundationForm(Form):
    """A foundation tile on the board; a unit may stand on it."""

    hex: str
    tile: str
    name: str
    coat: str
    owner: int | None


class Standing(Form):
    """The units on the board at one moment, and the points of the HQs."""

    units: list[UnitForm]
    foundations: list[FoundationForm]
    hq: list[int]
    """Remaining HQ points by player."""
    score: list[int] | None
    """Points by player in a score game, otherwise None."""


class TileCount(Form):
    """A tile and how many there are."""

    tile: str
    count: int


class ProcedureNow(Form):
    """Whether a player can start a procedure of the Duel board now (R9.3)."""

    key: str
    """As in `DuelForm`."""
    now: bool
    """Whether it is a legal action now."""
    lacks: list[str]
    """What the player lacks for it, as sentences, on any player's turn."""


class DuelSide(Form):
    """What a player has on the Duel board, besides energy."""

    links: list[str]
    """Hexes of the player's Links (R9.1)."""
    procedures: list[ProcedureNow]
    """All procedures."""


class PlayerForm(Form):
    """One player's side of the table."""

    player: int
    army: str
    name: str
    """`Borgo`; a second one with that army is `Borgo II`."""
    coat: str
    colour: str
    ink: str
    pattern: str
    team: int | None
    hq: int
    start_hq: int
    score: int | None
    goal: int | None
    """Points that win a score game, of the team where there are teams."""
    energy: int | None
    """On the Duel board."""
    duel: DuelSide | None
    """On the Duel board."""
    hand: list[str]
    """By slot, as offers count them."""
    aside: list[str]
    """Mercenaries and bombers that can be taken instead of drawing."""
    pile: list[TileCount]
    """Tiles left to draw. Nobody knows their order."""
    pile_count: int
    top: list[str]
    """Tiles known to lie on top of the pile, the next one first."""
    upcoming: list[str] | None
    """The whole pile in order, where the game has open piles and the caller knows it."""
    discards: list[TileCount]
    terror: bool
    """Whether this player's Terror keeps the others from placing tiles (R5.6)."""
    out: bool


class Deciding(Form):
    """Who must decide, and what."""

    player: int
    stage: str
    """`mercenary` `hq` `draw` `source` `discard` `main` `pushed` `recon` `captive` `clown` `quartermaster` `medic`
    `redraw` `energy`; `draw` is for chance, the others are the player's."""
    question: str
    about: str | None
    """The hex in question."""
    phase: int | None
    """The initiative phase, inside a Battle."""


class Ending(Form):
    """How a game ended."""

    reason: str
    """`hq` `final` `additional` `still` `score`."""
    winners: list[int]
    """Empty for a draw."""
    result: list[int]
    """By player: 1 won, 0 drawn, -1 lost."""
    words: str


class Scene(Form):
    """The whole table at one moment."""

    version: int
    board: BoardForm
    standing: Standing
    players: list[PlayerForm]
    turn: int
    """Number of the running turn, 0 before the first."""
    whose: int | None
    """Whose turn it is; None before the first."""
    decides: Deciding | None
    """None once the game is over."""
    tiles_left: int | None
    """Tiles that may still be played this turn; None for any number."""
    turns_left: int | None
    """Turns to the Final or Additional Battle, the running one among them; None while all piles last."""
    beside: list[str]
    """Tiles beside the board that anybody may take: Mad Bomber II."""
    notices: list[str]
    """Other remarks for all players, as sentences."""
    ending: Ending | None
