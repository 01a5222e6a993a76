"""The forms that a page is handed, as JSON has them: what each holds, and what each field means.

Every value is ready for `json.dumps`. Keys are always there; `None` stands where there is nothing to say. The forms
for themselves (`Scene`, `Choices`, `Preview`, `Battle`, `Card`, `UnitCard`, `Catalogue`, `Sprites`, `Story`,
`Analysis`) carry the `version` they are of. docs/view.md shows an example of each.

Hexes are names (`C3`), directions too (`NE`); players are numbers from 0 in the order of seats; tiles are ids, army
and name (`borgo/Net_Fighter`), which are the same everywhere. Forms may share parts: they are not to be changed.
"""

from __future__ import annotations

from typing import Final, Literal, TypedDict

VERSION: Final = 1
"""Changes whenever a field is taken away or changes its meaning; added fields do not change it."""

Wounds = int | Literal["endless", "destroys"]
"""Wounds of a hit: a number, or what has none (R11.2, a Grenade)."""


# --- what lies on the table -----------------------------------------------------------------------
class HexForm(TypedDict):
    """One hex of the board."""

    name: str
    x: float
    """Its middle; 0, 0 is the middle of the board, y points down."""
    y: float
    main: bool
    """Whether it counts for a full board (R4.5)."""
    terminal: bool
    neighbours: list[str | None]
    """The hexes N NE SE S SW NW of it; None where the board ends."""


class BoardForm(TypedDict):
    """The board itself, in the units of the drawings: the same all game long."""

    key: str
    """`standard`, `expanded` or `duel`."""
    hexes: list[HexForm]
    box: list[float]
    """Left, top, width and height that hold all of it."""
    cell: float
    """Radius of a hex, from its middle to a corner; hexes have a flat top."""
    tile: float
    """Radius of a tile."""
    drop: float
    """A tile lies so much below the middle of its hex, whose name stands above it."""


class UnitForm(TypedDict):
    """A unit on the board as it is now."""

    hex: str
    tile: str
    name: str
    kind: str
    """`hq`, `warrior` or `module`."""
    coat: str
    """Whose colours it wears: a key of `Sprites.coats`."""
    rotation: int
    """0 to 5: the direction that its printed edge N faces."""
    owner: int | None
    """None for a bomber that belongs to nobody; so is `controller`."""
    controller: int | None
    wounds: int
    toughness: int
    points: int | None
    """HQ points left; None for all but HQs."""
    netted: bool
    netted_by: list[str]
    taken_by: list[str]
    """Hexes of the units whose takeover links hold it."""
    initiative: list[int]
    """The phases in which it would act, highest first; none while it is netted, and so with its attacks."""
    melee: dict[str, int]
    """Strength by direction, with all bonuses."""
    ranged: dict[str, int]
    gauss: list[str]


class FoundationForm(TypedDict):
    """A foundation tile on the board; a unit may stand on it."""

    hex: str
    tile: str
    name: str
    coat: str
    owner: int | None


class Standing(TypedDict):
    """What stands on the board at one moment, and how far the HQs are."""

    units: list[UnitForm]
    foundations: list[FoundationForm]
    hq: list[int]
    """HQ points left, by player."""
    score: list[int] | None
    """Points of a score game, by player."""


class TileCount(TypedDict):
    """How many of a tile lie somewhere."""

    tile: str
    count: int


class ProcedureNow(TypedDict):
    """Whether a player could start a procedure of the Duel board as the board stands (R9.3)."""

    key: str
    """As in `DuelForm`."""
    now: bool
    """Whether it is among what may be done now: nothing is lacking, and it is the main part of the player's turn."""
    lacks: list[str]
    """What the player lacks for it, whoever's turn it is: sentences; empty where nothing is lacking."""


class DuelSide(TypedDict):
    """What a player has on the Duel board, besides energy."""

    links: list[str]
    """Hexes of the player's Links (R9.1)."""
    procedures: list[ProcedureNow]
    """All there are."""


class PlayerForm(TypedDict):
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
    """What is left to be drawn; its order is nobody's to know."""
    pile_count: int
    top: list[str]
    """Tiles known to lie on top of the pile, the next one first."""
    upcoming: list[str] | None
    """The whole pile in order, where the game has open piles and the caller knows it."""
    discards: list[TileCount]
    terror: bool
    """Whether this player's Terror keeps the others from placing tiles (R5.6)."""
    out: bool


class Deciding(TypedDict):
    """Who is to decide, and what."""

    player: int
    stage: str
    """`mercenary` `hq` `draw` `source` `discard` `main` `pushed` `recon` `captive` `clown` `quartermaster` `medic`
    `redraw` `energy`; `draw` is for chance, the others are the player's."""
    question: str
    about: str | None
    """The hex that it is about."""
    phase: int | None
    """The initiative phase, inside a Battle."""


class Ending(TypedDict):
    """How a game ended."""

    reason: str
    """`hq` `final` `additional` `still` `score`."""
    winners: list[int]
    """Empty for a draw."""
    result: list[int]
    """By player 1 won, 0 drawn, -1 lost."""
    words: str


class Scene(TypedDict):
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
    """What lies beside the board for everybody: Mad Bomber II."""
    notices: list[str]
    """What else holds for all, in words."""
    ending: Ending | None


# --- what may be done -----------------------------------------------------------------------------
class HexChoice(TypedDict):
    """Pick one of these hexes."""

    pick: Literal["hex"]
    hexes: dict[str, Choice]


class FacingChoice(TypedDict):
    """Turn the tile on this hex; what cannot be chosen is None."""

    pick: Literal["facing"]
    hex: str
    tile: str
    now: int | None
    """Its rotation now; None for a tile that is not on the board."""
    alike: bool
    """Whether it looks the same in every rotation, so that nobody need be asked."""
    facings: list[Choice | None]
    """By rotation, 0 to 5."""


class Area(TypedDict):
    """Hexes that are chosen together."""

    hexes: list[str]
    then: Choice


class AreaChoice(TypedDict):
    """Pick one of these areas, each by any or all of its hexes."""

    pick: Literal["area"]
    areas: list[Area]


class Option(TypedDict):
    """One of several things to be read and chosen."""

    words: str
    direction: str | None
    """The edge that it is about."""
    then: Choice


class OptionChoice(TypedDict):
    """Pick one of these by its words."""

    pick: Literal["option"]
    options: list[Option]


Choice = int | HexChoice | FacingChoice | AreaChoice | OptionChoice
"""What is to be chosen next; a number is an action, and nothing more is to be chosen."""


class Granter(TypedDict):
    """By what a unit moves or turns."""

    source: Literal["tile", "mobility", "unit"]
    hex: str | None
    """Where the unit stands that grants it."""


class Offer(TypedDict):
    """Something that can be done, up to what is to be chosen about it."""

    kind: str
    """As the notation calls it: `place`, `move`, `push`, `end` …"""
    words: str
    slot: int | None
    """Place in the hand of the tile that it uses; of equal tiles the first stands for all."""
    tile: str | None
    """The tile that it uses."""
    unit: str | None
    """The hex of the unit that does it, or that it is done with."""
    by: Granter | None
    energy: int | None
    """What a procedure costs."""
    then: Choice


class Choices(TypedDict):
    """All that may be done now: every legal action once, at the end of one way through the offers."""

    version: int
    decides: Deciding | None
    offers: list[Offer]


# --- what would be, and what was ------------------------------------------------------------------
class Hit(TypedDict):
    """What an attack of a unit strikes as the board stands, whenever it comes to act."""

    source: str
    direction: str
    to: str
    kind: str
    """`melee`, `ranged`, `gauss` or `melee+ranged`."""
    wounds: Wounds
    """0 where armour stops it."""
    via: list[str]
    """Redirectors on its way."""


class Gift(TypedDict):
    """What a module gives through a link."""

    source: str
    to: str
    effect: str
    value: int


class Reach(TypedDict):
    """What one unit and others do to each other as the board stands."""

    hex: str
    hits: list[Hit]
    struck_by: list[Hit]
    """Attacks of others that strike it."""
    nets: list[str]
    netted_by: list[str]
    gives: list[Gift]
    gets: list[Gift]
    takes: list[str]
    taken_by: list[str]
    scopes: list[str]
    scoped_by: list[str]


class Beat(TypedDict):
    """One thing that happened, in words and as facts. Which facts it has depends on `what`; the others are None."""

    what: str
    words: str
    ruling: str
    phase: int | None
    player: int | None
    tile: str | None
    source: str | None
    """Hex from which it comes: an attacker, a pusher's victim before, a spent Medic."""
    to: str | None
    """Hex where it happens, or ends."""
    by: str | None
    """Hex of a unit that brings it about: a pusher, the Medic that cancels a hit."""
    direction: str | None
    arrives: str | None
    """Direction in which a hit arrives, which redirectors may have changed."""
    via: list[str]
    kind: str | None
    """Of a hit: `melee` `ranged` `gauss` `melee+ranged` `explosion` `instant` `procedure`."""
    wounds: Wounds | None
    rotation: int | None
    now: int | None
    """HQ points, wounds or energy after it; of a turn its number."""


class Phase(TypedDict):
    """One initiative phase in which somebody acted, or was kept from it."""

    number: int
    """Its place among the phases of its Battle: so many were over before it."""
    initiative: int
    beats: list[Beat]
    after: Standing


class BattlePlace(TypedDict):
    """Which Battle of a game it is, as far as it is told."""

    step: int
    """The step it began with."""
    number: int
    """Its number among the Battles that began with that step, from 0."""
    until: int
    """How many steps of the game it is told up to: the last one of it is among them."""


class Battle(TypedDict):
    """A Battle, fought or only looked at."""

    version: int
    place: BattlePlace | None
    """Of a Battle in a story; None where it is only looked at."""
    starter: int
    cause: str
    """`tile`, `full board`, `final` or `additional`."""
    words: str
    ruling: str
    before: Standing
    phases: list[Phase]
    aftermath: list[Beat]
    """What came of it when the last phase was over: players who are out, the end of the game."""
    after: Standing
    ended: bool
    """False while somebody is to choose in it."""
    assumed: list[str]
    """Of a Battle that is only looked at: what was assumed of choices in it."""


class Preview(TypedDict):
    """What would come of an action."""

    version: int
    action: int
    words: str
    """The action in the words of game records."""
    beats: list[Beat]
    battles: list[Battle]
    """Those that would begin with it, each to its end, with the default choices in it, of which `assumed` tells."""
    unit: str | None
    """Where the unit then stands that was placed, moved, turned or pushed, or whose way back was asked for; of two
    that change places the first."""
    reach: Reach | None
    """Of that unit."""
    reaches: list[Reach]
    """Of all units that the act itself puts somewhere or turns and that stand afterwards, the one of `reach` first."""
    after: Scene
    """When it is done, or somebody is to choose in a Battle that it begins."""


# --- cards ----------------------------------------------------------------------------------------
class Sentence(TypedDict):
    """One sentence with its rulings."""

    words: str
    rulings: list[str]
    """Numbers in docs/rulings.md."""


class Part(TypedDict):
    """One of the numbers that add up: `printed 2`, `Scout C1 +1`."""

    words: str
    value: int


class Sum(TypedDict):
    """A number and what makes it up."""

    value: int
    parts: list[Part]


class EdgeSum(TypedDict):
    """The strength of an attack in one direction and what makes it up."""

    direction: str
    kind: str
    value: int
    parts: list[Part]


class Card(TypedDict):
    """What is printed on a tile, symbol by symbol."""

    version: int
    tile: str
    name: str
    kind: str
    army: str
    count: int
    head: str
    sentences: list[Sentence]
    printed: dict[str, object]
    """The facts as `neurohex tiles --json` has them."""


class UnitCard(TypedDict):
    """A unit on the board: what holds for it now, and why."""

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


# --- putting a game together ----------------------------------------------------------------------
class ArmyForm(TypedDict):
    """An army, or a group of tiles that belong to none."""

    key: str
    name: str
    about: str
    difficulty: int
    """1 easy, 2 middling, 3 hard to play well."""
    colour: str
    ink: str
    pattern: str
    tiles: list[Card]


class Named(TypedDict):
    """Something to choose among, with its name and what it is for people."""

    key: str
    name: str
    about: str


class Variant(TypedDict):
    """A part of a game's description that may be chosen, as `Game` takes it."""

    key: str
    name: str
    about: str
    values: list[bool | int | str]
    """The first is the default."""
    names: list[str]
    """Of the values."""


class OtherStart(TypedDict):
    """HQ points at the start of games in which a variant has a certain value."""

    variant: str
    value: bool | int | str
    start_hq: dict[str, list[int]]
    """By ruleset."""


class Grouping(TypedDict):
    """Who is in a team with whom, and what follows from it."""

    teams: list[list[int]]
    """As a game's description has them; empty where everyone is alone."""
    turns: list[int]
    """The players in the order of turns, one round."""
    start_hq: dict[str, list[int]]
    """HQ points at the start by ruleset, but for `other_starts`."""
    other_starts: list[OtherStart]
    """Values of variants by which HQs start with other points. No game has two of them."""


class Fit(TypedDict):
    """What goes with one mode and number of players."""

    mode: str
    players: int
    boards: list[str]
    """The first is the usual one."""
    teams: list[list[int]]
    """The usual ones; `turns`, `start_hq` and `other_starts` follow from them."""
    turns: list[int]
    """The players in the order of turns, one round."""
    start_hq: dict[str, list[int]]
    """HQ points at the start by ruleset, but for `other_starts`."""
    other_starts: list[OtherStart]
    """Values of variants by which HQs start with other points. No game has two of them."""
    groupings: list[Grouping]
    """All that may be chosen, the usual one first; each goes with all the rest. Just one where there are no teams."""
    variants: dict[str, list[bool | int | str]]
    """The values that each variant may have."""
    with_mercenaries: dict[str, list[bool | int | str]]
    """The same of the other variants where players have mercenaries; empty where nobody may have any."""


class TerminalsForm(TypedDict):
    """Where the Terminals of a board may lie: a game's description names so many hexes among these."""

    board: BoardForm
    """With its Terminals in the usual places."""
    count: int
    usual: list[str]
    hexes: list[str]


class Explained(TypedDict):
    """Something that the rules have a word for, and what it is."""

    key: str
    name: str
    sentences: list[Sentence]


class ProcedureForm(TypedDict):
    """A procedure of the Duel board (R9.3). Offers of it have the kind `procedure KEY`."""

    key: str
    """`rotation` `swap` `push` `laser` `elimination` `detonation`."""
    name: str
    cost: int
    """In energy."""
    sentences: list[Sentence]


class DuelForm(TypedDict):
    """What the Duel board has that others have not (section 9)."""

    most: int
    """Energy that a player can hold."""
    terms: list[Explained]
    """`terminal` `link` `energy` `procedure`."""
    procedures: list[ProcedureForm]


class LevelForm(TypedDict):
    """A level of play for people: a player by program."""

    key: str
    name: str
    about: str


class Catalogue(TypedDict):
    """All that a game can be put together from."""

    version: int
    lang: str
    armies: list[ArmyForm]
    extras: list[ArmyForm]
    modes: list[Named]
    rulesets: list[Named]
    boards: list[Named]
    terminals: list[TerminalsForm]
    """Of the boards that have Terminals."""
    duel: DuelForm
    """What is special about that board, explained."""
    variants: list[Variant]
    fits: list[Fit]
    levels: list[LevelForm]
    bots: list[str]
    """All names of players by program, levels among them."""


# --- drawings -------------------------------------------------------------------------------------
class TileSprite(TypedDict):
    """How a tile is drawn: on its coat's ground the edges, turned by 60 degrees for each step of its rotation,
    then the mesh of a net where it is netted, then the middle of its rotation."""

    edges: str | None
    """Id of a symbol; None for a tile without edges."""
    middles: list[str]
    """Ids of symbols by rotation; one that looks the same in all stands there six times."""
    free: list[list[int]]
    """By rotation the corners (of `Sprites.corners`) that are most free for marks, the best first."""
    under: str | None
    """Of a foundation tile: the symbol for the corner of a unit that stands on it."""


class Coat(TypedDict):
    """What a player's tiles have in common."""

    name: str
    colour: str
    ink: str
    ground: str
    """Id of a symbol."""
    taken: str
    """The rim of a unit that this player has taken over."""
    taker: str
    """And the mark for its corner."""
    middles: dict[str, list[str]]
    """Tiles whose middle differs in this coat."""


class PointsText(TypedDict):
    """Where and how HQ points are written over the middle of an HQ."""

    x: float
    y: float
    size: float
    colour: str


class BoardDrawing(TypedDict):
    """An empty board."""

    svg: str
    box: list[float]


class Sprites(TypedDict):
    """Drawings, each once. A symbol is drawn round 0, 0 with a tile's radius of 100."""

    version: int
    symbols: dict[str, str]
    """`<symbol>` elements by id, to stand in the page's `<defs>`."""
    tiles: dict[str, TileSprite]
    coats: dict[str, Coat]
    boards: dict[str, BoardDrawing]
    netted: str
    """The mesh."""
    wound: str
    corners: list[list[float]]
    points: PointsText
    arrows: dict[str, str]
    """Colours of hits, nets and links by kind or effect."""
    font: str


# --- a game as it was played ----------------------------------------------------------------------
class Entry(TypedDict):
    """One decision or draw, with all that followed by itself."""

    step: int
    """Its number, from 0."""
    player: int | None
    """Who decided; None for chance."""
    action: int
    kind: str
    words: str
    """As game records say it."""
    beats: list[Beat]
    """What happened, without what belongs to a Battle and without headings of turns."""
    battles: list[Battle]
    """Battles that began here, with all that was chosen in them later."""


class TurnForm(TypedDict):
    """One turn; what comes before the first is turn 0 of nobody."""

    turn: int
    player: int | None
    words: str
    entries: list[Entry]


class Story(TypedDict):
    """The log of a game, or of a part of it."""

    version: int
    first: int
    """Number of the step with which it begins."""
    steps: int
    """How many steps it tells."""
    turns: list[TurnForm]


class Analysis(TypedDict):
    """A board for study: how it is written down, what stands there, what may be played, what a Battle would do."""

    version: int
    position: dict[str, object]
    line: str
    scene: Scene
    choices: Choices
    battle: Battle | None


class StudyForm(TypedDict):
    """What a board for study is set up from."""

    line: str
    """The position."""
    hands: list[list[str]]
    """Tiles in hand, by player."""
    discards: list[list[str]]
    """Tiles on the discard piles, by player."""
    energy: list[int]
    """Energy by player; 0 on boards without."""
    turn: int | None
    """Whose turn it is; None for whoever is the first that can have it."""
    terminals: list[str] | None
    """Hexes of the Terminals, on a board that has any; None for the usual ones."""
    bomber: str
    """How Mad Bomber is played: `none`, `neutral` or `mercenary`."""
