"""What the player to act sees, as one row of bytes: planes by hex, then the turn, the players, their hands and piles.

Every number is a small count or 0/1. No size depends on the armies that exist or on the tiles they have: a tile is told
by its printed facts, in the words of army files. Its number is there too, for those who learn a table of tiles; it
means something only together with the digest of the tables (`space.tables_digest`).

`Sight.fields` names every part of a row with its place and shape.
"""

from typing import Final

from neurohex.compat import i64, u8, vec
from neurohex.rules.bits import has, lowest, rest
from neurohex.rules.catalog import (
    ALL_TILES,
    K_FOUNDATION,
    K_HQ,
    K_INSTANT,
    K_MODULE,
    K_WARRIOR,
    T_KIND,
    T_TOUGHNESS,
)
from neurohex.rules.game import Game
from neurohex.rules.layout import (
    ASIDE,
    ASKED,
    EXTRA,
    F_OWNER,
    F_TILE,
    FL_MOBILITY,
    FL_PUSHED,
    FL_ROTATED,
    FL_SPUN,
    FRESH,
    KINDS,
    LEFT,
    LIMIT,
    NEUTRAL,
    P_DISC,
    P_ENERGY,
    P_HAND,
    P_HAND_N,
    P_HQ,
    P_HQ_HEX,
    P_MERCS,
    P_OUT,
    P_PILE,
    P_PILE_N,
    P_SCORE,
    P_TERROR,
    P_TOP,
    P_TOP_N,
    PENDING,
    PENDING_A,
    PENDING_B,
    PHASE,
    PLAYED,
    ST_AIM,
    ST_CAPTURE,
    ST_CLOWN,
    ST_CONVERT,
    ST_PUSHED,
    ST_RECON,
    STAGE,
    SUPPLY,
    TURN,
    TURNS_HIGH,
    TURNS_LOW,
    U_FLAGS,
    U_OWNER,
    U_ROT,
    U_WOUNDS,
    XF_USED,
    XS_PARALYSED,
    XS_UNPOWERED,
    XU_DOSE,
    XU_NUMB,
    XU_STATE,
    XU_STEEL,
    hex_at,
)
from neurohex.rules.markers import is_poisoned, venom_of
from neurohex.rules.state import State
from neurohex.rules.strikes import bonuses, melee_bonus, ranged_bonus, set_values
from neurohex.tensors.space import ActionSpace
from neurohex.tiles import ARMIES, Tile
from neurohex.tiles.vocabulary import ABILITIES, FOUNDATIONS, INSTANTS, MODULE_EFFECTS

SIGHT_VERSION: Final = 2
"""Changes whenever a part of an observation changes its place or meaning."""

MOST: Final = 255
STAGES: Final = 19
"""Kinds of decisions (`layout.ST_…`)."""

# --- planes: facts of a unit on the board ---------------------------------------------------------
H_MINE: Final = 0
H_ALLY: Final = 1
H_FOE: Final = 2
H_NEUTRAL: Final = 3
H_TAKEN: Final = 4
H_NETTED: Final = 5
H_WOUNDS: Final = 6
H_POINTS: Final = 7
H_FACING: Final = 8  # six
H_MOVED: Final = 14
H_TURNED: Final = 15
H_ASKED: Final = 16
H_FOUNDATION: Final = 17  # mine or an ally's, another's
H_GROUND: Final = 19  # which foundation: one of four
H_TERMINAL: Final = 23
H_PUSHED: Final = 24
H_SPUN: Final = 25
H_VENOM: Final = 26  # markers of mine and allies, of others
H_NUMB: Final = 28
H_STEEL: Final = 29
H_PARALYSED: Final = 30
H_UNPOWERED: Final = 31
H_USED: Final = 32  # the foundation was used this turn
H_DOSE: Final = 33
UNIT_FACTS: Final = 34

# --- planes: facts of a tile ----------------------------------------------------------------------
# They follow on the board, without the effects of instants, and make up all of a tile in hand.
T_KINDS: Final = 0  # HQ, warrior, module, foundation, instant
T_NUMBER: Final = 5  # 1 + the number: low and high byte
T_TOUGH: Final = 7
T_PHASES: Final = 8
PHASES: Final = 8
"""Planes for initiative: 0 to 6, and 7 for anything higher."""
T_MELEE: Final = 16  # six edges each; strengths
T_RANGED: Final = 22
T_GAUSS: Final = 28
EDGE_FACTS: Final = (
    ("melee", "melee"),
    ("ranged", "ranged"),
    ("gauss", "gauss"),
    ("armour", "armor"),
    ("net", "net"),
    ("link", "links"),
    ("long link", "long_links"),
    ("redirects in", "redirect_in"),
    ("redirects out", "redirect_out"),
    ("trigger", "trigger"),
    ("reflects", "reflect"),
    ("rocket", "rocket"),
    ("shotgun", "shotgun"),
    ("poison", "poison"),
    ("blast", "blast"),
    ("power", "power"),
    ("demolish", "demolish"),
)
"""Names of the edges' facts, and their fields of a tile, from `T_MELEE` on."""
WORDS: Final = (*ABILITIES, "mobility", "bomber", "strike anywhere")
"""What a unit can do. Then follow the effects of modules with their sizes, and those of instants and foundations."""
EFFECTS: Final = (*INSTANTS, *FOUNDATIONS)

# --- the turn -------------------------------------------------------------------------------------
G_STAGE: Final = 0
G_OWN_TURN: Final = STAGES
G_FRESH: Final = STAGES + 1
G_PLAYED: Final = STAGES + 2
G_LIMIT: Final = STAGES + 3
G_PHASE: Final = STAGES + 4
G_SUPPLY: Final = STAGES + 5
G_LEFT: Final = STAGES + 6
G_EXTRA: Final = STAGES + 7
G_TURNS: Final = STAGES + 8
G_ASIDE: Final = STAGES + 9
G_PENDING: Final = STAGES + 10
G_PUSHED: Final = STAGES + 11  # six: the direction of a push
G_RULES: Final = STAGES + 17  # 2008, 3.0, living
G_SCORE: Final = STAGES + 20
TURN_FACTS: Final = STAGES + 21

# --- a player -------------------------------------------------------------------------------------
P_RELATION: Final = 0  # me, ally, foe
P_POINTS: Final = 3
P_SCORED: Final = 4
P_POWER: Final = 5
P_GONE: Final = 6
P_FEARED: Final = 7
P_HOLDS: Final = 8
P_TILES: Final = 9
P_ARMY: Final = 10
P_PLACED: Final = 11
P_ASIDE: Final = 12  # six mercenaries and bombers kept aside
P_NEXT: Final = 18  # 1 + kind of the tile known to lie on top of the pile
PLAYER_FACTS: Final = 19

UNIT_NAMES: Final = (
    ("mine", 1),
    ("ally", 1),
    ("foe", 1),
    ("neutral", 1),
    ("taken over", 1),
    ("netted", 1),
    ("wounds", 1),
    ("points", 1),
    ("facing", 6),
    ("moved", 1),
    ("turned", 1),
    ("asked", 1),
    ("foundation", 2),
    ("terminal", 1),
    ("has pushed", 1),
    ("has turned itself", 1),
    ("venom", 2),
    ("paralysis marker", 1),
    ("steel net", 1),
    ("paralysed", 1),
    ("without power", 1),
    ("foundation used", 1),
    ("markers dealt", 1),
)
TURN_NAMES: Final = (
    ("stage", STAGES),
    ("own turn", 1),
    ("unlucky", 1),
    ("played", 1),
    ("limit", 1),
    ("phase", 1),
    ("supply ended", 1),
    ("turns left", 1),
    ("extra turns", 1),
    ("turn", 1),
    ("bomber aside", 1),
    ("pending", 1),
    ("pushed", 6),
    ("ruleset", 3),
    ("score", 1),
)
PLAYER_NAMES: Final = (
    ("relation", 3),
    ("points", 1),
    ("scored", 1),
    ("energy", 1),
    ("out", 1),
    ("terror", 1),
    ("hand", 1),
    ("pile", 1),
    ("army", 1),
    ("HQ placed", 1),
    ("aside", 6),
    ("top", 1),
)


def tile_names() -> list[str]:
    """A name for each fact of a tile in hand."""
    edges = [f"{name} {d}" for name, _ in EDGE_FACTS for d in range(6)]
    words = [f"can {word}" for word in WORDS]
    gives = [f"gives {effect}" for effect in MODULE_EFFECTS]
    effects = [f"effect {effect}" for effect in EFFECTS]
    first = _numbered((("kind", 5), ("tile number", 2), ("toughness", 1), ("initiative", PHASES)))
    return first + edges + words + gives + effects


def plane_names() -> list[str]:
    """A name for each plane of the board."""
    names = _numbered(UNIT_NAMES)
    at = names.index("terminal")
    names[at:at] = [f"ground {effect}" for effect in FOUNDATIONS]
    return names + tile_names()[: -len(EFFECTS)]


def turn_names() -> list[str]:
    """A name for each fact of the turn."""
    return _numbered(TURN_NAMES)


def player_names() -> list[str]:
    """A name for each fact of a player."""
    return _numbered(PLAYER_NAMES)


def _numbered(names: tuple[tuple[str, int], ...]) -> list[str]:
    return [name if count == 1 else f"{name} {n}" for name, count in names for n in range(count)]


TILE_FACTS: Final = len(tile_names())
PLANES: Final = UNIT_FACTS + TILE_FACTS - len(EFFECTS)


def _tile_facts(tile: Tile, number: int, rot: int) -> list[tuple[int, int]]:
    """The facts of a tile with a rotation that are not 0: place and value."""
    row = [0] * T_MELEE
    kinds = (K_HQ, K_WARRIOR, K_MODULE, K_FOUNDATION, K_INSTANT)
    row[T_KINDS + kinds.index(int(T_KIND[i64(number)]))] = 1
    row[T_NUMBER] = (number + 1) % 256
    row[T_NUMBER + 1] = (number + 1) // 256
    row[T_TOUGH] = int(T_TOUGHNESS[i64(number)])
    for value in tile.initiative:
        row[T_PHASES + min(value, PHASES - 1)] = 1
    for _, field in EDGE_FACTS:
        values = getattr(tile, field)
        row += [int(values[(d - rot) % 6]) for d in range(6)]
    row += [int(word in tile.abilities) for word in ABILITIES]
    row += [int(tile.mobility), int(tile.army == "bombers"), tile.melee_anywhere]
    row += [abs(tile.module.get(effect, 0)) for effect in MODULE_EFFECTS]
    row += [int(tile.effect == effect) for effect in EFFECTS]
    return [(place, min(value, MOST)) for place, value in enumerate(row) if value]


def _sparse(rotations: int) -> tuple[vec[i64], vec[i64], vec[i64]]:
    """Facts of all tiles, one after another: where those of each (tile, rotation) begin, their places, their values."""
    begin: list[int] = []
    places: list[int] = []
    values: list[int] = []
    for number, tile in enumerate(ALL_TILES):
        for rot in range(rotations):
            begin.append(len(places))
            for place, value in _tile_facts(tile, number, rot):
                places.append(place)
                values.append(value)
    begin.append(len(places))
    return vec[i64](begin), vec[i64](places), vec[i64](values)


FACTS_OF: Final = _sparse(6)
BEGIN: Final[vec[i64]] = FACTS_OF[0]
PLACES: Final[vec[i64]] = FACTS_OF[1]
VALUES: Final[vec[i64]] = FACTS_OF[2]
GROUND: Final[vec[i64]] = vec[i64](
    [FOUNDATIONS.index(tile.effect) if tile.kind == "foundation" else 0 for tile in ALL_TILES]
)
"""By tile: which foundation it is."""
ARMY_OF: Final[vec[i64]] = vec[i64](
    [1 + list(ARMIES).index(tile.army) if tile.army in ARMIES else 0 for tile in ALL_TILES]
)
"""By tile: 1 + its army's place among the armies."""


class Sight:
    """Observations of the games of one space. `size` bytes each."""

    def __init__(self, space: ActionSpace) -> None:
        game = space.game
        self.space = space
        self.hexes: i64 = game.hexes
        self.players: i64 = game.players
        self.hand: i64 = game.hand
        self.tile_facts: i64 = TILE_FACTS
        self.turn_at: i64 = PLANES * game.hexes
        self.players_at: i64 = self.turn_at + TURN_FACTS
        self.hands_at: i64 = self.players_at + PLAYER_FACTS * game.players
        self.piles_at: i64 = self.hands_at + TILE_FACTS * game.hand * game.players
        self.size: i64 = self.piles_at + 2 * KINDS * game.players
        self.fields: list[tuple[str, int, tuple[int, ...]]] = self._fields(game)
        """Name, place and shape of each part."""
        board = space._board
        self._to: vec[i64] = vec[i64]([board.hex(h, r) for r in range(6) for h in range(int(game.hexes))])
        self._blank: vec[u8] = vec[u8]([u8(0)] * int(self.size))

    def _fields(self, game: Game) -> list[tuple[str, int, tuple[int, ...]]]:
        hexes, players, hand = int(game.hexes), int(game.players), int(game.hand)
        return [
            ("board", 0, (PLANES, hexes)),
            ("turn", int(self.turn_at), (TURN_FACTS,)),
            ("players", int(self.players_at), (players, PLAYER_FACTS)),
            ("hands", int(self.hands_at), (players, hand, TILE_FACTS)),
            ("piles", int(self.piles_at), (players, 2, KINDS)),
        ]

    def look(self, st: State, me: i64) -> vec[u8]:
        """What player `me` sees, as a new row. Nothing is hidden, so it differs only by the point of view."""
        o = self._blank[:]
        self.write(st, me, o, 0)
        return o

    def write(self, st: State, me: i64, o: vec[u8], begin: i64) -> None:
        """Write what player `me` sees into `o` from `begin` on, where all is 0."""
        turn = self.space.turned(st, me)
        self._units(st, o, begin, me, turn)
        self._turn_facts(st, o, begin + self.turn_at, me, turn)
        self._player_facts(st, o, begin, me)

    def _units(self, st: State, o: vec[u8], row: i64, me: i64, turn: i64) -> None:
        b = st.b
        game = st.game
        hexes = self.hexes
        to = self._to
        first: i64 = turn * hexes
        friends = game.friends[me]
        more = game.more
        f = bonuses(st)
        left = st.units
        while left:
            h = lowest(left)
            left = rest(left)
            at = hex_at(h)
            place: i64 = row + to[first + h]
            tile = i64(b[at]) - 1
            rot: i64 = (i64(b[at + U_ROT]) + turn) % 6
            begin = BEGIN[tile * 6 + rot]
            end = BEGIN[tile * 6 + rot + 1]
            facts: i64 = UNIT_FACTS * hexes + place
            for i in range(begin, end):
                o[PLACES[i] * hexes + facts] = u8(VALUES[i])
            o[(H_FACING + rot) * hexes + place] = 1
            who = st.controller(h)
            if who == NEUTRAL:
                o[H_NEUTRAL * hexes + place] = 1
            elif who == me:
                o[H_MINE * hexes + place] = 1
            elif has(friends, who):
                o[H_ALLY * hexes + place] = 1
            else:
                o[H_FOE * hexes + place] = 1
            if i64(b[at + U_OWNER]) != who:
                o[H_TAKEN * hexes + place] = 1
            if has(st.netted, h):
                o[H_NETTED * hexes + place] = 1
            o[H_WOUNDS * hexes + place] = u8(i64(b[at + U_WOUNDS]))
            flags = i64(b[at + U_FLAGS])
            if flags & FL_MOBILITY:
                o[H_MOVED * hexes + place] = 1
            if flags & FL_ROTATED:
                o[H_TURNED * hexes + place] = 1
            if T_KIND[tile] == K_HQ:
                o[H_POINTS * hexes + place] = u8(i64(b[st.player_at(i64(b[at + U_OWNER])) + P_HQ]))
            if f.bonus[h] != 0:
                melee = melee_bonus(f, h)
                ranged = ranged_bonus(f, h)
                for i in range(begin, end):
                    fact = PLACES[i]
                    if T_MELEE <= fact < T_RANGED:
                        o[fact * hexes + facts] = u8(VALUES[i] + melee)
                    elif T_RANGED <= fact < T_GAUSS:
                        o[fact * hexes + facts] = u8(VALUES[i] + ranged)
            if f.bonus[h] != 0 or (more and has(f.zoned, h)):
                for phase in range(i64(PHASES)):
                    o[(T_PHASES + phase) * hexes + facts] = 0
                attacks = set_values(st, f, h)
                for i in range(i64(8)):
                    if has(attacks, i):
                        phase = f.values[h * 8 + i]
                        if phase >= PHASES:
                            phase = PHASES - 1
                        o[(T_PHASES + phase) * hexes + facts] = 1
            if more:
                self._more(st, o, h, place, friends, flags)
                o[T_TOUGH * hexes + facts] = u8(st.toughness(h))
        for h in range(hexes):
            at = hex_at(h)
            if b[at + F_TILE] != 0:
                below: i64 = row + to[first + h]
                side: i64 = 0 if has(friends, i64(b[at + F_OWNER])) else 1
                o[(H_FOUNDATION + side) * hexes + below] = 1
                o[(H_GROUND + GROUND[i64(b[at + F_TILE]) - 1]) * hexes + below] = 1
                if more:
                    o[H_USED * hexes + below] = u8(i64(b[st.more_at(h) + XF_USED]))
        if game.is_duel:
            for i in range(i64(7)):
                o[H_TERMINAL * hexes + row + game.terminal[i]] = 1
        stage = i64(b[STAGE])
        if stage in (ST_CAPTURE, ST_CLOWN, ST_CONVERT, ST_RECON, ST_AIM):
            o[H_ASKED * hexes + row + to[first + i64(b[ASKED])]] = 1
        elif stage == ST_PUSHED:
            o[H_ASKED * hexes + row + to[first + st.step(i64(b[PENDING_A]), i64(b[PENDING_B]))]] = 1

    def _more(self, st: State, o: vec[u8], h: i64, place: i64, friends: i64, flags: i64) -> None:
        """Facts of a unit that only armies with more than the basic rules bring about."""
        b = st.b
        hexes = self.hexes
        if flags & FL_PUSHED:
            o[H_PUSHED * hexes + place] = 1
        if flags & FL_SPUN:
            o[H_SPUN * hexes + place] = 1
        at = st.more_at(h)
        if is_poisoned(st, h):
            for p in range(st.game.players):
                side: i64 = H_VENOM if has(friends, p) else H_VENOM + 1
                o[side * hexes + place] += u8(venom_of(st, h, p))
        if b[at + XU_NUMB] != 0:
            o[H_NUMB * hexes + place] = 1
        if b[at + XU_STEEL] != 0:
            o[H_STEEL * hexes + place] = 1
        state = i64(b[at + XU_STATE])
        if state & XS_PARALYSED:
            o[H_PARALYSED * hexes + place] = 1
        if state & XS_UNPOWERED:
            o[H_UNPOWERED * hexes + place] = 1
        o[H_DOSE * hexes + place] = u8(i64(b[at + XU_DOSE]))

    def _turn_facts(self, st: State, o: vec[u8], at: i64, me: i64, turn: i64) -> None:
        b = st.b
        game = st.game
        stage = i64(b[STAGE])
        if stage < STAGES:
            o[at + G_STAGE + stage] = 1
        o[at + G_OWN_TURN] = 1 if i64(b[TURN]) == me else 0
        o[at + G_FRESH] = u8(i64(b[FRESH]))
        o[at + G_PLAYED] = u8(i64(b[PLAYED]))
        o[at + G_LIMIT] = u8(i64(b[LIMIT])) if b[LIMIT] < 9 else 9
        o[at + G_PHASE] = u8(i64(b[PHASE]))
        o[at + G_SUPPLY] = 1 if b[SUPPLY] != 0 else 0
        o[at + G_LEFT] = u8(i64(b[LEFT]))
        o[at + G_EXTRA] = u8(i64(b[EXTRA]))
        turns: i64 = i64(b[TURNS_LOW]) + i64(b[TURNS_HIGH]) * 256
        o[at + G_TURNS] = u8(turns if turns < MOST else i64(MOST))
        o[at + G_ASIDE] = u8(i64(b[ASIDE]))
        o[at + G_PENDING] = u8(i64(b[PENDING]))
        if stage == ST_PUSHED:
            o[at + G_PUSHED + (i64(b[PENDING_B]) + turn) % 6] = 1
        o[at + G_RULES + (0 if game.old else 2 if game.living else 1)] = 1
        if game.score:
            o[at + G_SCORE] = 1

    def _player_facts(self, st: State, o: vec[u8], row: i64, me: i64) -> None:
        b = st.b
        game = st.game
        players = self.players
        friends = game.friends[me]
        for n in range(players):
            p = game.round[(game.place[me] + n) % players]
            at = st.player_at(p)
            to: i64 = row + self.players_at + n * PLAYER_FACTS
            relation: i64 = 0
            if p != me:
                relation = 1 if has(friends, p) else 2
            o[to + P_RELATION + relation] = 1
            o[to + P_POINTS] = u8(i64(b[at + P_HQ]))
            o[to + P_SCORED] = u8(i64(b[at + P_SCORE]))
            o[to + P_POWER] = u8(i64(b[at + P_ENERGY]))
            o[to + P_GONE] = u8(i64(b[at + P_OUT]))
            o[to + P_FEARED] = u8(i64(b[at + P_TERROR]))
            held = i64(b[at + P_HAND_N])
            o[to + P_HOLDS] = u8(held)
            o[to + P_TILES] = u8(i64(b[at + P_PILE_N]))
            o[to + P_ARMY] = u8(game.base[p] + 1 if game.base[p] < MOST else i64(MOST))
            o[to + P_PLACED] = 1 if b[at + P_HQ_HEX] != 0 else 0
            aside = i64(b[at + P_MERCS])
            while aside:
                o[to + P_ASIDE + lowest(aside)] = 1
                aside = rest(aside)
            known = i64(b[at + P_TOP_N])
            if known > 0:
                o[to + P_NEXT] = u8(i64(b[at + P_TOP + known - 1]) + 1)
            to = row + self.hands_at + n * self.hand * self.tile_facts
            for slot in range(held):
                tile = i64(b[at + P_HAND + slot])
                for i in range(BEGIN[tile * 6], BEGIN[tile * 6 + 1]):
                    o[to + PLACES[i]] = u8(VALUES[i])
                to += self.tile_facts
            to = row + self.piles_at + n * (2 * KINDS)
            for kind in range(game.army_size[p]):
                o[to + kind] = u8(i64(b[at + P_PILE + kind]))
                o[to + KINDS + kind] = u8(i64(b[at + P_DISC + kind]))
            for kind in range(i64(KINDS - 6), i64(KINDS)):
                o[to + kind] = u8(i64(b[at + P_PILE + kind]))
                o[to + KINDS + kind] = u8(i64(b[at + P_DISC + kind]))
