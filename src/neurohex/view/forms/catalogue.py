"""The catalogue: armies, modes, boards and variants that a game is made of."""

from __future__ import annotations

from neurohex.view.forms.base import Form
from neurohex.view.forms.cards import Card, Sentence
from neurohex.view.forms.table import BoardForm


class ArmyForm(Form):
    """An army, or a group of tiles that belong to none."""

    key: str
    name: str
    about: str
    difficulty: int
    """1 easy, 2 medium, 3 hard to play well."""
    colour: str
    ink: str
    pattern: str
    markers: list[str]
    """Kinds of markers that it puts on units: `venom`, `paralysis`, `steel_net`."""
    tiles: list[Card]


class Named(Form):
    """A choice with its name and a short description."""

    key: str
    name: str
    about: str


class Variant(Form):
    """An option of a game, as `Game` takes it."""

    key: str
    name: str
    about: str
    values: list[bool | int | str]
    """The first is the default."""
    names: list[str]
    """Names of the values."""


class OtherStart(Form):
    """HQ points at the start of games with a certain value of a variant."""

    variant: str
    value: bool | int | str
    start_hq: dict[str, list[int]]
    """By ruleset."""


class Grouping(Form):
    """Teams, with the turn order and HQ points that follow."""

    teams: list[list[int]]
    """As in a game's description; empty without teams."""
    turns: list[int]
    """The turn order of one round."""
    start_hq: dict[str, list[int]]
    """HQ points at the start by ruleset, except for `other_starts`."""
    other_starts: list[OtherStart]
    """Values of variants that change those points. No game has two of them."""


class Fit(Form):
    """The options for one mode and number of players."""

    mode: str
    players: int
    boards: list[str]
    """The default comes first."""
    teams: list[list[int]]
    """The default teams; `turns`, `start_hq` and `other_starts` belong to them."""
    turns: list[int]
    """The turn order of one round."""
    start_hq: dict[str, list[int]]
    """HQ points at the start by ruleset, except for `other_starts`."""
    other_starts: list[OtherStart]
    """Values of variants that change those points. No game has two of them."""
    groupings: list[Grouping]
    """All groupings, the default first; just one without teams."""
    variants: dict[str, list[bool | int | str]]
    """The allowed values of each variant."""
    with_mercenaries: dict[str, list[bool | int | str]]
    """The same with mercenaries in the game; empty if the mode has none."""


class TerminalsForm(Form):
    """The hexes where a board's Terminals may lie."""

    board: BoardForm
    """With its Terminals in the default places."""
    count: int
    usual: list[str]
    hexes: list[str]


class Explained(Form):
    """A term of the rules, explained."""

    key: str
    name: str
    sentences: list[Sentence]


class ProcedureForm(Form):
    """A procedure of the Duel board (R9.3). Offers of it have the kind `procedure KEY`."""

    key: str
    """`rotation` `swap` `push` `laser` `elimination` `detonation`."""
    name: str
    cost: int
    """Energy that it costs."""
    sentences: list[Sentence]


class DuelForm(Form):
    """The special features of the Duel board (section 9)."""

    most: int
    """The most energy that a player can hold."""
    terms: list[Explained]
    """`terminal` `link` `energy` `procedure`."""
    procedures: list[ProcedureForm]


class Catalogue(Form):
    """Everything that a game is made of."""

    version: int
    lang: str
    armies: list[ArmyForm]
    extras: list[ArmyForm]
    modes: list[Named]
    rulesets: list[Named]
    boards: list[Named]
    terminals: list[TerminalsForm]
    """One for each board with Terminals."""
    duel: DuelForm
    """The Duel board, explained."""
    variants: list[Variant]
    fits: list[Fit]
    levels: list[Named]
    bots: list[str]
    """Names of all bots, levels included."""
