"""All legal actions as trees that a page can walk without knowing a rule.

    place Mutant ── hex C2 ── facing ── 0: action 22        move B3, by its own Mobility ── hex B2 ── facing …
                 │                   └─ 1: action 23                                     └─ hex B3 ── facing …
                 └─ hex C3 …                                end the turn ── action 0

An offer is a root: a tile of the hand, a unit, or neither. The remaining choices hang below it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from neurohex.board import DIRECTIONS
from neurohex.explain import language_of, player_name, unit_name
from neurohex.model import Table
from neurohex.model.game import ALL_TILES, State, legal_actions, mercenary
from neurohex.model.reading import about, drawn_tile, hq_place, rotation_at, stage_of, tile_at
from neurohex.notation.decoding import CONTROLLER_CHOOSES, PAIRS, WAY_TURNS, Decoded, decode
from neurohex.tiles import Tile
from neurohex.view.duel import ENERGY
from neurohex.view.forms import VERSION, Choices, Granter, Offer
from neurohex.view.names import looks_alike, tile_id
from neurohex.view.scenes import deciding
from neurohex.view.texts import say
from neurohex.view.tree import Facing, OnArea, OneOf, OnHex, Step, grow, without_single_options

_SPENDS: Final = {
    "battle": "battle",
    "terror": "terror",
    "push": "push_back",
    "rotate": "rotation",
    "castle": "castling",
    "grenade": "grenade",
    "snipe": "sniper",
    "air strike": "air_strike",
    "small bomb": "small_bomb",
    "paralyse": "paralysis",
    "smokescreen": "smokescreen",
    "transpose": "transposition",
    "ray": "ray",
}
"""Effect of the instant tile that each kind of action uses."""
_OWN: Final = (
    "move",
    "push",
    "rotate",
    "hq turn",
    "captive at",
    "procedure rotation",
    "procedure push",
    "own push",
    "own turn",
    "draw in",
)
"""Kinds of actions whose hex is that of the acting unit, or of the Hole that acts."""
_ASKED: Final = ("second", "yield", "captive", "clown", "convert", "aim", "past", "transform", "shared")
"""Kinds of actions of the unit in question."""
_OPTIONAL: Final = ("snipe", "medic", "aim")
"""Kinds of actions whose options are often single."""


def choices(st: State, lang: str = "en", actions: Iterable[int] | None = None) -> Choices:
    """Every legal action once, at a leaf of one offer; if chance is to act, the draws.

    With `actions`, only those legal ones are offered: a puzzle has fewer than its position. Offers have the rules'
    order. Raises `UnknownLanguage`.
    """
    found: dict[tuple[object, ...], Offer] = {}
    steps = _Steps(st, lang)
    asked = about(st)
    # A custom army may have two tiles with one effect, and so the same action twice.
    for action in dict.fromkeys(legal_actions(st) if actions is None else actions):
        d = decode(action)
        unit = acting(st, d, asked)
        key = (d.kind, d.slot, unit, d.source, d.extra, d.tile_kind)
        way = steps.of(d)
        if key in found:
            found[key].then = grow(found[key].then, way, action)
        else:
            found[key] = _offer(st, d, unit, lang)
            found[key].then = grow(None, way, action)
    offers = list(found.values())
    for offer in offers:
        if offer.kind in _OPTIONAL:
            offer.then = without_single_options(offer.then)
    return Choices(version=VERSION, decides=deciding(st, lang), offers=offers)


def acting(st: State, d: Decoded, asked: int | None) -> int | None:
    """The hex of the unit that acts, if there is one; `asked` is the one that the decision is about."""
    if d.kind in _OWN:
        return d.hex
    if d.kind == "burrow":
        place = hq_place(st, st.actor())
        return None if place is None else st.game.board.index[place]
    return asked if d.kind in _ASKED else None


# --- offers ---------------------------------------------------------------------------------------
def _offer(st: State, d: Decoded, unit: int | None, lang: str) -> Offer:
    """The root of an action's offer; the caller adds the choices."""
    slot, tile = tile_used(st, d)
    by = granter_of(st, d)
    granter = unit_name(st, st.game.board.index[by.hex], lang) if by is not None and by.hex is not None else ""
    way = say(f"by.{by.source}", lang, unit=granter) if by is not None else ""
    if d.kind == "deploy":
        way = language_of(lang).tile(_tile(st, d.hex))
    words = say(
        "do.stop" if d.kind == "end" and stage_of(st) == "recon" else f"do.{d.kind}",
        lang,
        tile=language_of(lang).tile(tile) if tile is not None else "",
        unit=unit_name(st, unit, lang) if unit is not None else "",
        by=way,
    )
    return Offer(
        kind=d.kind,
        words=words,
        slot=slot,
        tile=tile_id(tile) if tile is not None else None,
        unit=st.game.board.names[unit] if unit is not None else None,
        by=by,
        energy=ENERGY.get(d.kind),
        then=-1,
    )


def _tile(st: State, h: int) -> Tile:
    """The tile of the unit that an action is about."""
    tile = tile_at(st, h)
    assert tile is not None
    return tile


def _hand(st: State) -> tuple[Tile, ...]:
    """The tiles of the slots; before the first turn only the HQ."""
    if st.is_over():
        return ()
    numbers = (int(st.game.base[st.actor()]),) if stage_of(st) == "hq" else st.hand(st.actor())
    return tuple(ALL_TILES[number] for number in numbers)


def tile_used(st: State, d: Decoded) -> tuple[int | None, Tile | None]:
    """The slot and the tile that an action uses, if any."""
    hand = _hand(st)
    if d.slot >= 0:
        return d.slot if stage_of(st) != "hq" else None, hand[d.slot]
    effect = "move" if d.kind == "move" and d.granter == "tile" else _SPENDS.get(d.kind)
    if effect is not None:
        return next((slot, tile) for slot, tile in enumerate(hand) if tile.effect == effect)
    if d.extra >= 0:
        return None, mercenary(d.extra)
    if d.tile_kind >= 0:
        return None, ALL_TILES[drawn_tile(st.game, st.actor(), d.tile_kind)]
    return None, None


def granter_of(st: State, d: Decoded) -> Granter | None:
    """What lets a unit move or turn, if there are several sources."""
    if d.kind == "hq turn":
        return Granter(source="unit", hex=hq_place(st, st.actor()))
    if d.kind != "move":
        return None
    granter = d.granter_hex(st.game.board)
    return Granter(source=d.granter, hex=None if granter is None else st.game.board.names[granter])


# --- options in words ------------------------------------------------------------------------------
def change_words(d: Decoded, lang: str) -> str:
    """The attack change of a Quartermaster, in words."""
    if d.choice == 0:
        return say("option.keep", lang)
    direction, part = divmod(d.choice - 1, 2)
    return say("option.to melee" if part else "option.to ranged", lang, direction=DIRECTIONS[direction])


def gauss_words(d: Decoded, lang: str) -> str:
    """The attack change of a Gauss Transformer, in words."""
    return say("option.to gauss", lang, direction=DIRECTIONS[d.direction])


def side_of(d: Decoded) -> str:
    """The side of its target at which an aimed shot arrives."""
    return DIRECTIONS[(d.direction + 3) % 6]


def burrow_place(st: State, d: Decoded) -> int:
    """The hex of the unit with which an HQ changes places."""
    place = hq_place(st, st.actor())
    assert place is not None
    return st.game.board.neighbours[st.game.board.index[place]][d.direction]


def line_of(st: State, d: Decoded) -> tuple[int, ...]:
    """The hexes of a Ray, in order."""
    hexes, h = [], d.hex
    while h >= 0:
        hexes.append(h)
        h = st.game.board.neighbours[h][d.direction]
    return tuple(hexes)


def hit_words(table: Table, d: Decoded, lang: str) -> str:
    """The class of hits that a Medic answers, in words."""
    hit = table.open_hits(d.hex)[d.choice]
    key = hit.wounds if isinstance(hit.wounds, str) else "wounds"
    words = say(f"option.{key}", lang, wounds=hit.wounds)
    if table.game.score and table.unit_at[d.hex].is_hq:
        # Equal wounds can score for different players.
        scorer = -1 if hit.scorer is None else hit.scorer
        words = say("option.scorer", lang, hit=words, player=player_name(table.game, scorer, lang))
    for marker in hit.carries:
        words = say(f"option.{marker}", lang, hit=words)
    return words


# --- choices of an offer --------------------------------------------------------------------------
class _Steps:
    """The steps to each action of a state."""

    def __init__(self, st: State, lang: str) -> None:
        self.st = st
        self.table = Table(st)
        self.lang = lang
        self.asked = -1 if (asked := about(st)) is None else asked
        self.names = st.game.board.names
        self.neighbours = st.game.board.neighbours
        self.hand = _hand(st)
        self._turnable: Final[dict[int, tuple[str, int, bool]]] = {}
        self._held: Final = [(tile_id(tile), None, looks_alike(tile)) for tile in self.hand]
        self._of: Final[dict[str, Callable[[Decoded], list[Step]]]] = {
            "place": self._place,
            "deploy": lambda d: [self._on(d.hex), self._new(d.slot, d.hex, d.rot)],
            "move": lambda d: self._stepped(d.hex, d),
            "second": lambda d: self._stepped(self.asked, d),
            "push": self._push,
            "yield": lambda d: [self._on(self.neighbours[self.asked][d.direction])],
            "rotate": lambda d: [self._turned(d.hex, d.hex, d.rot)],
            "hq turn": lambda d: [self._turned(d.hex, d.hex, d.rot)],
            "castle": lambda d: [self._area(d.hex, self.neighbours[d.hex][d.direction])],
            "grenade": lambda d: [self._on(d.hex)],
            "snipe": lambda d: [self._on(d.hex), self._option("foundation" if d.choice else "unit")],
            "air strike": lambda d: [self._area(d.hex, *self.neighbours[d.hex])],
            "small bomb": self._bomb,
            "captive": lambda d: [self._turned(self.asked, self.asked, d.rot)],
            "captive at": lambda d: [self._turned(d.hex, d.hex, d.rot)],
            "clown": lambda d: [self._option("explode" if d.choice else "attack")],
            "convert": self._convert,
            "medic": lambda d: [self._on(d.hex), self._hit(d), self._on(d.medic)],
            "procedure rotation": lambda d: [self._turned(d.hex, d.hex, d.rot)],
            "procedure swap": self._swap,
            "procedure push": self._push,
            "procedure laser": lambda d: [self._area(*self._terminals(d))],
            "procedure elimination": lambda d: [self._on(d.hex)],
            "bomber": lambda d: [self._on(d.hex)],
            "own push": self._push,
            "own turn": lambda d: [self._turned(d.hex, d.hex, d.rot)],
            "steel net": lambda d: [self._on(d.hex)],
            "execute": lambda d: [self._on(d.hex), self._new(d.slot, d.hex, d.rot)],
            "point": lambda d: [OneOf(player_name(self.st.game, d.player, self.lang))],
            "aim": self._aim,
            "mark": lambda d: [self._on(d.hex)],
            "burrow": lambda d: [self._on(burrow_place(self.st, d))],
            "draw in": lambda d: [self._on(self.neighbours[d.hex][d.direction])],
            "paralyse": lambda d: [self._on(d.hex)],
            "smokescreen": lambda d: [self._on(d.hex), self._turned(d.hex, d.hex, d.rot)],
            "transpose": lambda d: [self._on(d.hex), self._on(d.other)],
            "ray": lambda d: [self._area(*line_of(self.st, d))],
            "transform": lambda d: [OneOf(gauss_words(d, self.lang), DIRECTIONS[d.direction])],
            "shared": lambda d: [self._option("foundation" if d.choice else "unit")],
        }

    def of(self, d: Decoded) -> list[Step]:
        """The steps to one action; empty if there is nothing to choose."""
        return self._of[d.kind](d) if d.kind in self._of else []

    # --- single steps ---
    def _on(self, h: int) -> Step:
        return OnHex(self.names[h])

    def _area(self, *hexes: int) -> Step:
        return OnArea(tuple(self.names[h] for h in hexes))

    def _option(self, key: str) -> Step:
        return OneOf(say(f"option.{key}", self.lang))

    def _new(self, slot: int, h: int, rotation: int) -> Step:
        """Choose the facing of a new tile."""
        return Facing(self.names[h], *self._held[slot], rotation)

    def _turned(self, unit: int, goal: int, rotation: int) -> Step:
        """Choose the facing of the unit on `unit` once it is on `goal`."""
        if unit not in self._turnable:
            tile = _tile(self.st, unit)
            self._turnable[unit] = tile.key, rotation_at(self.st, unit), looks_alike(tile)
        return Facing(self.names[goal], *self._turnable[unit], rotation)

    # --- sequences of steps ---
    def _place(self, d: Decoded) -> list[Step]:
        if self.hand[d.slot].kind == "foundation":
            return [self._on(d.hex)]
        return [self._on(d.hex), self._new(d.slot, d.hex, d.rot)]

    def _stepped(self, unit: int, d: Decoded) -> list[Step]:
        goal = unit if d.stays else self.neighbours[unit][d.step]
        return [self._on(goal), self._turned(unit, goal, d.rot)]

    def _push(self, d: Decoded) -> list[Step]:
        victim = self.neighbours[d.hex][d.direction]
        if d.way == CONTROLLER_CHOOSES:
            return [self._on(victim)]
        return [self._on(victim), self._on(self.neighbours[victim][(d.direction + WAY_TURNS[d.way]) % 6])]

    def _bomb(self, d: Decoded) -> list[Step]:
        near = self.neighbours[d.hex]
        return [self._area(d.hex, near[d.choice], near[d.choice + 1])]

    def _convert(self, d: Decoded) -> list[Step]:
        direction = DIRECTIONS[(d.choice - 1) // 2] if d.choice else None
        return [OneOf(change_words(d, self.lang), direction)]

    def _aim(self, d: Decoded) -> list[Step]:
        """The target; a rocket can come to it from several sides."""
        side = side_of(d)
        return [self._on(d.hex), OneOf(say("option.from", self.lang, side=side), side)]

    def _hit(self, d: Decoded) -> Step:
        return OneOf(hit_words(self.table, d, self.lang))

    def _terminals(self, d: Decoded) -> tuple[int, int]:
        a, b = PAIRS[d.pair]
        return int(self.st.game.terminal[a]), int(self.st.game.terminal[b])

    def _swap(self, d: Decoded) -> list[Step]:
        a, b = self._terminals(d)
        return [self._area(a, b), self._turned(a, b, d.rot), self._turned(b, a, d.other_rot)]
