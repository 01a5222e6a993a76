"""Battles and previews: hits, events as beats, phases."""

from __future__ import annotations

from msgspec import field

from neurohex.view.forms.base import Form, Wounds
from neurohex.view.forms.table import Scene, Standing


class Hit(Form):
    """A hit that a unit would land on the current board."""

    source: str
    direction: str
    to: str
    kind: str
    """`melee`, `ranged`, `gauss` or `melee+ranged`."""
    wounds: Wounds
    """0 where armour stops it."""
    via: list[str]
    """Hexes of the redirectors on its path."""


class Gift(Form):
    """A bonus that a module gives through a link."""

    source: str
    to: str
    effect: str
    value: int


class Reach(Form):
    """How one unit and the others affect each other on the current board."""

    hex: str
    hits: list[Hit]
    struck_by: list[Hit]
    """Hits of other units on it."""
    nets: list[str]
    netted_by: list[str]
    gives: list[Gift]
    gets: list[Gift]
    takes: list[str]
    taken_by: list[str]
    scopes: list[str]
    scoped_by: list[str]


class Beat(Form):
    """One event, in words and as facts. `what` decides which facts it has; the others are None."""

    what: str
    words: str
    ruling: str
    phase: int | None
    player: int | None = None
    tile: str | None = None
    source: str | None = None
    """Hex of origin: the attacker, the pushed unit before the push, the spent Medic."""
    to: str | None = None
    """Hex where it happens or ends."""
    by: str | None = None
    """Hex of the unit that causes it: the pusher, the Medic that cancels a hit."""
    direction: str | None = None
    arrives: str | None = None
    """Direction in which a hit arrives, after redirectors."""
    via: list[str] = field(default_factory=list)
    kind: str | None = None
    """Of a hit: `melee` `ranged` `gauss` `melee+ranged` `explosion` `instant` `procedure`. Of a unit that is held or
    disabled: `paralysis` or `unpowered` where no net holds it."""
    wounds: Wounds | None = None
    rotation: int | None = None
    now: int | None = None
    """HQ points, wounds or energy afterwards; the number of a turn."""


class Phase(Form):
    """One initiative phase in which a unit acted or was kept from acting."""

    number: int
    """Its index among the phases of the Battle."""
    initiative: int
    beats: list[Beat]
    after: Standing


class BattlePlace(Form):
    """Which Battle of a game it is, and how far it is told."""

    step: int
    """The step that began it."""
    number: int
    """Its index among the Battles of that step."""
    until: int
    """The number of steps it covers, its last one included."""


class Battle(Form):
    """A Battle, fought or previewed."""

    version: int
    place: BattlePlace | None
    """None for a preview."""
    starter: int
    cause: str
    """`tile`, `full board`, `final` or `additional`."""
    words: str
    ruling: str
    before: Standing
    phases: list[Phase]
    aftermath: list[Beat]
    """Events after the last phase: players who are out, the end of the game."""
    after: Standing
    ended: bool
    """False while it waits for a choice."""
    assumed: list[str]
    """The choices that a preview assumed, as sentences."""


class Preview(Form):
    """The outcome of an action."""

    version: int
    action: int
    words: str
    """The action as game records write it."""
    beats: list[Beat]
    battles: list[Battle]
    """The Battles that it would begin, fought to the end with default choices (`assumed`)."""
    unit: str | None
    """Hex of the unit that was placed, moved, turned or pushed; the first of two that change places."""
    reach: Reach | None
    """The reach of that unit."""
    reaches: list[Reach]
    """The reach of every unit that the action placed, moved or turned; `reach` comes first."""
    after: Scene
    """The table afterwards, or at the first choice in a Battle that it begins."""
