"""Tiles and armies, loaded from one TOML file per army and validated.

`ARMIES` holds every playable army, `EXTRAS` the tiles that belong to no army. docs/armies.md describes the files
and how to add an army.
"""

from __future__ import annotations

import difflib
import os
import re
import tomllib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NoReturn
from urllib.parse import quote

from neurohex.board import DIRECTIONS
from neurohex.errors import NeurohexError

Edges = tuple[int, int, int, int, int, int]
"""One number per printed edge, N NE SE S SW NW; 0 for a blank edge."""

NO_EDGES: Final[Edges] = (0, 0, 0, 0, 0, 0)

KINDS: Final = ("hq", "warrior", "module", "foundation", "instant")
PATTERNS: Final = ("dots", "stripes", "waves", "grid", "chevrons", "scales", "bricks", "plain")
INSTANTS: Final = (
    "battle",
    "move",
    "push_back",
    "grenade",
    "sniper",
    "air_strike",
    "terror",
    "rotation",
    "castling",
    "small_bomb",
)
"""Effects of instant tiles."""
FOUNDATIONS: Final = ("mine",)
"""Effects of foundation tiles."""
ABILITIES: Final = ("explode", "deploy", "returns_to_pile")
"""What a warrior can do besides fighting: Clown, Transporter, Bio-droid."""
LINKED_EFFECTS: Final = (
    "initiative",
    "melee",
    "ranged",
    "enemy_initiative",
    "medic",
    "scoper",
    "extra_attack",
    "quartermaster",
    "grants_mobility",
    "takeover",
)
"""Module effects that reach other units through links."""
LONE_EFFECTS: Final = ("recon", "rotate_one_own_unit_per_turn", "trap")
"""Module effects that need no link."""
MODULE_EFFECTS: Final = LINKED_EFFECTS + LONE_EFFECTS

ARMY_SIZE: Final = 35
"""Tiles of an army, including its HQ."""
MAX_STRENGTH: Final = 5
MAX_INITIATIVE: Final = 9
MAX_TOUGHNESS: Final = 9

# Ranges of the module effects that have a number. All other effects are either present or absent.
_EFFECT_RANGE: Final = {
    "initiative": (1, MAX_STRENGTH),
    "melee": (1, MAX_STRENGTH),
    "ranged": (1, MAX_STRENGTH),
    "enemy_initiative": (-MAX_STRENGTH, -1),
}
# A Medic is spent and a Trap explodes; neither can happen to an HQ.
_NOT_FOR_HQ: Final = ("medic", "trap")
_HQ_ONLY: Final = ("rotate_one_own_unit_per_turn",)


class ArmyError(NeurohexError):
    """An army file is invalid. The message is one line: file, tile, field, what was expected."""


class UnknownTile(NeurohexError, KeyError):
    """The army has no tile of that name. The message names the army and similar names."""

    def __str__(self) -> str:
        return str(self.args[0])


@dataclass(frozen=True, slots=True, repr=False)
class Tile:
    """One kind of tile and everything printed on it."""

    name: str
    army: str
    """Key of its army, or of its group in `EXTRAS`."""
    count: int
    """Copies in the army."""
    kind: str
    """`hq`, `warrior`, `module`, `foundation` or `instant`."""
    initiative: tuple[int, ...] = ()
    """Printed values, highest first."""
    melee: Edges = NO_EDGES
    """Strength by edge, as in `ranged`."""
    ranged: Edges = NO_EDGES
    gauss: Edges = NO_EDGES
    """1 for each edge that has it, as in all edge fields below."""
    armor: Edges = NO_EDGES
    net: Edges = NO_EDGES
    links: Edges = NO_EDGES
    long_links: Edges = NO_EDGES
    """Links that reach the first and the second hex."""
    redirect_in: Edges = NO_EDGES
    redirect_out: Edges = NO_EDGES
    trigger: Edges = NO_EDGES
    """Edges where a hit triggers the tile (R11.3, R12.2)."""
    toughness: int = 0
    mobility: bool = False
    module: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}), hash=False)
    """Effects and their values; 1 for effects without a number."""
    abilities: tuple[str, ...] = ()
    effect: str = ""
    """Effect of an instant or foundation; empty for units."""
    polish: str = ""
    """The name in the Polish edition; empty if unknown."""
    also_called: tuple[str, ...] = ()
    """Names in other editions."""
    note: str = ""
    key: str = field(init=False, compare=False)
    """Army and name as one word, `borgo/Net_Fighter`: unique, and usable as an id in a page."""

    def __post_init__(self) -> None:
        name = quote(self.name, safe=" ").replace("_", "%5F").replace(" ", "_")
        object.__setattr__(self, "key", f"{self.army}/{name}")

    def __hash__(self) -> int:
        """Hash by key, which is unique."""
        return hash(self.key)

    def __repr__(self) -> str:
        return f"<Tile {self.key}>"

    def __str__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle as plain data: a read-only mapping cannot be pickled."""
        printed = {one.name: getattr(self, one.name) for one in fields(self) if one.init}
        return _tile_again, (printed | {"module": dict(self.module)},)

    def __deepcopy__(self, memo: object) -> Tile:
        """Tiles are immutable: return the same object."""
        return self

    @property
    def names(self) -> tuple[str, ...]:
        """Every name that finds the tile, the usual English one first."""
        return tuple(dict.fromkeys(name for name in (self.name, *self.also_called, self.polish) if name))

    @property
    def is_unit(self) -> bool:
        """Whether the tile is an HQ, a warrior or a module."""
        return self.kind in ("hq", "warrior", "module")

    @property
    def is_same_all_round(self) -> bool:
        """Whether it looks the same in all rotations."""
        printed = (self.melee, self.ranged, self.gauss, self.armor, self.net, self.links, self.long_links)
        more = (self.redirect_in, self.redirect_out, self.trigger)
        return all(len(set(edges)) == 1 for edges in (*printed, *more))

    def facts(self) -> dict[str, object]:
        """The printed facts as JSON-ready values. Absent facts are omitted."""
        facts: dict[str, object] = {"name": self.name, "count": self.count, "kind": self.kind}
        redirect = {"in": _edge_list(self.redirect_in), "out": _edge_list(self.redirect_out)}
        printed: dict[str, object] = {
            "effect": self.effect,
            "also_called": list(self.also_called),
            "initiative": list(self.initiative),
            "melee": _edge_table(self.melee),
            "ranged": _edge_table(self.ranged),
            "gauss": _edge_list(self.gauss),
            "armor": _edge_list(self.armor),
            "net": _edge_list(self.net),
            "redirect": redirect if any(redirect.values()) else {},
            "trigger": _edge_list(self.trigger),
            "toughness": self.toughness,
            "mobility": self.mobility,
            "abilities": list(self.abilities),
            "module": {e: value if e in _EFFECT_RANGE else True for e, value in self.module.items()},
            "links": _edge_list(self.links),
            "long_links": _edge_list(self.long_links),
            "note": self.note,
        }
        return facts | {what: value for what, value in printed.items() if value}


def _tile_again(printed: dict[str, Any]) -> Tile:
    return Tile(**printed | {"module": MappingProxyType(printed["module"])})


def _reading_order(edges: Edges) -> list[int]:
    """Marked edges in the order people name them: clockwise from the widest gap, e.g. NW N NE."""
    used = [e for e in range(6) if edges[e]]
    if len(used) in (0, 6):
        return used

    def gap_before(edge: int) -> int:
        return next(steps for steps in range(1, 7) if edges[(edge - steps) % 6])

    # Ties start at the top left.
    first = max(sorted(used, key=lambda e: (e + 1) % 6), key=gap_before)
    return sorted(used, key=lambda e: (e - first) % 6)


def _edge_list(edges: Edges) -> list[str]:
    return [DIRECTIONS[e] for e in _reading_order(edges)]


def _edge_table(edges: Edges) -> dict[str, int]:
    return {DIRECTIONS[e]: edges[e] for e in _reading_order(edges)}


@dataclass(frozen=True, slots=True)
class Army:
    """One army, or one group of tiles that belong to no army."""

    key: str
    name: str
    tiles: tuple[Tile, ...]
    """In file order; the HQ of an army is first."""
    colour: str
    """`#rrggbb`"""
    ink: str
    """A text colour that is readable on `colour`."""
    pattern: str
    """One of `PATTERNS`. Distinguishes armies without colour."""
    fires_on_allies: bool
    """Whether its attacks also hit units of teammates (R10.3)."""
    about: str
    about_pl: str
    difficulty: int
    """1 easy, 2 medium, 3 hard to play well."""
    name_pl: str = ""
    """The name in the Polish edition; empty if it is the same."""
    names_are_ours: bool = False
    """Whether the tile names are this project's own, not the printed ones (R12.1)."""

    def tile(self, name: str) -> Tile:
        """Find a tile by any of its names, English or Polish, ignoring case. Raises `UnknownTile`."""
        wanted = name.casefold()
        for tile in self.tiles:
            if tile.name.casefold() == wanted:
                return tile
        for tile in self.tiles:
            if wanted in (other.casefold() for other in tile.names):
                return tile
        near = similar_names(wanted, self.tiles)
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        raise UnknownTile(f"no tile {name!r} in {self.name}{hint}")

    def facts(self) -> dict[str, object]:
        """The name and the facts of all tiles as JSON-ready values."""
        ours: dict[str, object] = {"names_are_ours": True} if self.names_are_ours else {}
        return {"name": self.name, **ours, "tiles": [tile.facts() for tile in self.tiles]}


def similar_names(name: str, tiles: Iterable[Tile], cutoff: float = 0.6) -> list[str]:
    """Up to three names similar to a misspelt one, the most similar first; one for each tile."""
    bearers = {called.casefold(): (called, tile) for tile in tiles for called in tile.names}
    found: dict[Tile, str] = {}
    for key in difflib.get_close_matches(name.casefold(), bearers, n=6, cutoff=cutoff):
        called, tile = bearers[key]
        found.setdefault(tile, called)
    return list(found.values())[:3]


class _Table:
    """Reads a TOML table field by field. Every error names the file, the tile and the field."""

    def __init__(self, place: str, table: Mapping[str, object], known: Collection[str]) -> None:
        self.place = place
        self.table = table
        for name in table:
            if name not in known:
                near = difflib.get_close_matches(name, known, n=1)
                hint = f"; did you mean {near[0]}?" if near else ""
                self.fail(_show(name) if "\n" in name else name, f"no such field{hint}")

    def fail(self, name: str, problem: str) -> NoReturn:
        raise ArmyError(f"{self.place}: {name}: {problem}")

    def expected(self, name: str, what: str, got: object) -> NoReturn:
        self.fail(name, f"expected {what}, got {_show(got)}")

    def text(self, name: str, default: str | None = None) -> str:
        value = self.table.get(name, default)
        if value is None:
            self.fail(name, "expected a text, but it is missing")
        if not isinstance(value, str) or (name in self.table and not value.strip()):
            self.expected(name, "a text", value)
        return value

    def word(self, name: str, words: Collection[str]) -> str:
        if name not in self.table:
            self.fail(name, f"expected one of {', '.join(words)}, but it is missing")
        return self.one_of(name, self.table[name], words)

    def one_of(self, name: str, value: object, words: Collection[str]) -> str:
        if not isinstance(value, str) or value not in words:
            self.expected(name, f"one of {', '.join(words)}", value)
        return value

    def number(self, name: str, low: int, high: int, default: int | None = None) -> int:
        value = self.table.get(name, default)
        if value is None:
            self.fail(name, f"expected a number from {low} to {high}, but it is missing")
        return self.in_range(name, value, low, high)

    def in_range(self, name: str, value: object, low: int, high: int) -> int:
        # bool is a subclass of int, but true is not a number here.
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            self.expected(name, f"a number from {low} to {high}", value)
        return value

    def flag(self, name: str) -> bool:
        value = self.table.get(name, False)
        if not isinstance(value, bool):
            self.expected(name, "true or false", value)
        return value

    def list(self, name: str, what: str) -> list[object]:
        value = self.table.get(name, [])
        if not isinstance(value, list) or (name in self.table and not value):
            self.expected(name, f"a list of {what}", value)
        return value

    def words(self, name: str, what: str) -> tuple[str, ...]:
        items: list[str] = []
        for item in self.list(name, what):
            if not isinstance(item, str) or not item.strip():
                self.expected(name, f"a list of {what}", item)
            if item in items:
                self.fail(name, f"{item!r} stands there twice")
            items.append(item)
        return tuple(items)

    def subtable(self, name: str, what: str) -> Mapping[str, object]:
        value = self.table.get(name, {})
        if not isinstance(value, dict) or (name in self.table and not value):
            self.expected(name, what, value)
        return value

    def edges(self, name: str) -> Edges:
        """A list of edges."""
        return _edges(dict.fromkeys((self.edge(name, item) for item in self.words(name, "edges")), 1))

    def strengths(self, name: str) -> Edges:
        """A table of edges and strengths."""
        table = self.subtable(name, "a table of edges and strengths, as { N = 1 }")
        return _edges({self.edge(name, e): self.in_range(f"{name}.{e}", v, 1, MAX_STRENGTH) for e, v in table.items()})

    def edge(self, name: str, edge: str) -> int:
        if edge not in DIRECTIONS:
            self.expected(name, f"edges among {', '.join(DIRECTIONS)}", edge)
        return DIRECTIONS.index(edge)


def _edges(values: Mapping[int, int]) -> Edges:
    n, ne, se, s, sw, nw = (values.get(e, 0) for e in range(6))
    return n, ne, se, s, sw, nw


def _show(value: object) -> str:
    """A value as written in the file, on one line and shortened."""
    if isinstance(value, bool):
        return str(value).lower()
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


_ARMY_FIELDS: Final = (
    "name",
    "name_pl",
    "colour",
    "ink",
    "pattern",
    "fires_on_allies",
    "names_are_ours",
    "about",
    "about_pl",
    "difficulty",
    "tile",
)
_COMMON_FIELDS: Final = ("name", "polish", "count", "kind", "also_called", "note")
_UNIT_FIELDS: Final = (
    "initiative",
    "melee",
    "ranged",
    "gauss",
    "armor",
    "net",
    "links",
    "long_links",
    "redirect",
    "trigger",
    "toughness",
    "mobility",
    "module",
    "abilities",
)
_TILE_FIELDS: Final = (*_COMMON_FIELDS, *_UNIT_FIELDS, "effect")


def load_army(path: str | os.PathLike[str], *, extra: bool = False) -> Army:
    """Load one army. Its key is the file name without `.toml`. Raises `ArmyError` at the first fault.

    An `extra` is a group of tiles, not an army: it needs neither an HQ nor 35 tiles.
    """
    path = Path(path)
    key, file = path.stem, path.name
    if not re.fullmatch(r"[a-z][a-z0-9_-]*", key):
        raise ArmyError(f"{file}: expected a file name of small letters, digits, - and _, as it is the army's key")
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ArmyError(f"{file}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ArmyError(f"{file}: expected UTF-8 text, got byte {error.object[error.start]:#04x}") from error
    except tomllib.TOMLDecodeError as error:
        raise ArmyError(f"{file}: not valid TOML: {error}") from error
    except RecursionError as error:
        raise _nested_too_deep(file) from error
    try:
        return _army(file, key, content, extra=extra)
    except RecursionError as error:
        raise _nested_too_deep(file) from error


def _nested_too_deep(file: str) -> ArmyError:
    return ArmyError(f"{file}: lists or tables are nested too deep; no field of an army has more than three levels")


def _army(file: str, key: str, content: dict[str, object], *, extra: bool) -> Army:
    table = _Table(file, content, _ARMY_FIELDS)
    army = Army(
        key=key,
        name=table.text("name"),
        name_pl=table.text("name_pl", default=""),
        colour=_colour(table, "colour"),
        ink=_colour(table, "ink"),
        pattern=table.word("pattern", PATTERNS),
        fires_on_allies=table.flag("fires_on_allies"),
        names_are_ours=table.flag("names_are_ours"),
        about=table.text("about"),
        about_pl=table.text("about_pl"),
        difficulty=table.number("difficulty", 1, 3),
        tiles=tuple(_tile(file, key, n, item) for n, item in enumerate(table.list("tile", "tiles ([[tile]])"), 1)),
    )
    _check_names(table, army)
    _check_hq(table, army, extra)
    total = sum(tile.count for tile in army.tiles)
    if not extra and total != ARMY_SIZE:
        table.fail("tile", f"expected {ARMY_SIZE} tiles in all, got {total}")
    return army


def _colour(table: _Table, name: str) -> str:
    value = table.text(name)
    if not re.fullmatch(r"#[0-9a-f]{6}", value):
        table.expected(name, "a colour as #1d67dc, in small letters", value)
    return value


def _check_names(table: _Table, army: Army) -> None:
    """Melee and ranged on one edge form one attack (R6.4). A Gauss shot combines with nothing."""
    bearer: dict[str, Tile] = {}
    for tile in army.tiles:
        for name in tile.names:
            other = bearer.setdefault(name.casefold(), tile)
            if other is not tile or (name in tile.also_called and name.casefold() == tile.name.casefold()):
                what = "name" if name == tile.name else "polish" if name == tile.polish else "also_called"
                table.fail(f"tile {tile.name!r}: {what}", f"expected a name of its own, but {name!r} is taken")


def _check_hq(table: _Table, army: Army, extra: bool) -> None:
    hqs = [tile for tile in army.tiles if tile.kind == "hq"]
    if extra:
        if hqs:
            table.fail(f"tile {hqs[0].name!r}: kind", "expected no HQ among tiles that are no army")
        return
    if len(hqs) != 1:
        table.fail("tile", f"expected exactly one tile of kind hq, got {len(hqs)}")
    if army.tiles[0] is not hqs[0]:
        table.fail(f"tile {hqs[0].name!r}: kind", "expected the HQ to be the first tile of the file")


def _tile(file: str, army: str, number: int, item: object) -> Tile:
    name = item.get("name") if isinstance(item, dict) else None
    place = f"{file}: tile {name!r}" if isinstance(name, str) else f"{file}: tile {number}"
    if not isinstance(item, dict):
        raise ArmyError(f"{place}: expected a table ([[tile]]), got {_show(item)}")
    table = _Table(place, item, _TILE_FIELDS)
    kind = table.word("kind", KINDS)
    for what in _UNIT_FIELDS:
        if what in item and kind in ("instant", "foundation"):
            table.fail(what, f"expected no such field, as the tile is of kind {kind}")
    effect = ""
    if kind == "instant":
        effect = table.word("effect", INSTANTS)
    elif kind == "foundation":
        effect = table.word("effect", FOUNDATIONS)
    elif "effect" in item:
        table.fail("effect", f"expected no such field, as the tile is of kind {kind}")

    redirect = _Table(f"{place}: redirect", table.subtable("redirect", "a table of in and out edges"), ("in", "out"))
    tile = Tile(
        name=table.text("name"),
        army=army,
        count=table.number("count", 1, ARMY_SIZE - 1),
        kind=kind,
        initiative=_initiative(table),
        melee=table.strengths("melee"),
        ranged=table.strengths("ranged"),
        gauss=table.edges("gauss"),
        armor=table.edges("armor"),
        net=table.edges("net"),
        links=table.edges("links"),
        long_links=table.edges("long_links"),
        redirect_in=redirect.edges("in"),
        redirect_out=redirect.edges("out"),
        trigger=table.edges("trigger"),
        toughness=table.number("toughness", 0, MAX_TOUGHNESS, default=0),
        mobility=table.flag("mobility"),
        module=_module(table),
        abilities=tuple(table.one_of("abilities", a, ABILITIES) for a in table.words("abilities", "abilities")),
        effect=effect,
        polish=table.text("polish", default=""),
        also_called=table.words("also_called", "names"),
        note=table.text("note", default=""),
    )
    _check_kind(table, tile)
    _check_attacks(table, tile)
    _check_module(table, tile)
    return tile


def _initiative(table: _Table) -> tuple[int, ...]:
    items = table.list("initiative", "numbers")
    values = [table.in_range("initiative", value, 0, MAX_INITIATIVE) for value in items]
    if values != sorted(set(values), reverse=True):
        table.expected("initiative", "different numbers, the highest first", values)
    return tuple(values)


def _module(table: _Table) -> Mapping[str, int]:
    effects: dict[str, int] = {}
    for effect, value in table.subtable("module", "a table of effects, as { melee = 1 }").items():
        table.one_of("module", effect, MODULE_EFFECTS)
        if effect in _EFFECT_RANGE:
            effects[effect] = table.in_range(f"module.{effect}", value, *_EFFECT_RANGE[effect])
        elif value is True:
            effects[effect] = 1
        else:
            table.expected(f"module.{effect}", "true", value)
    return MappingProxyType(effects)


def _check_kind(table: _Table, tile: Tile) -> None:
    if tile.kind == "hq":
        if tile.name != "HQ":
            table.expected("name", "'HQ', as every army's HQ is called", tile.name)
        if tile.count != 1:
            table.expected("count", "1, as the tile is an HQ", tile.count)
        if tile.toughness:
            table.fail("toughness", "expected no such field, as an HQ has the points that the mode gives it")
    if tile.kind != "warrior":
        for what, there in (("abilities", tile.abilities), ("redirect", any(tile.redirect_in + tile.redirect_out))):
            if there:
                table.fail(what, f"expected no such field, as the tile is of kind {tile.kind} and no warrior")
    if any(tile.trigger) and tile.kind != "warrior" and "trap" not in tile.module:
        table.fail("trigger", "expected no such field, as the tile is neither a warrior nor a trap")


def _check_attacks(table: _Table, tile: Tile) -> None:
    attacks = any(tile.melee + tile.ranged + tile.gauss)
    acts = attacks or "explode" in tile.abilities
    if acts and not tile.initiative:
        table.fail("initiative", "expected a list of numbers, as the tile acts in a Battle, but it is missing")
    if tile.initiative and not acts:
        table.fail("initiative", "expected no such field, as the tile has no attack")
    for edge, name in enumerate(DIRECTIONS):
        # Load every `*.toml` of a folder, by key: first those in `first`, then the rest by name.
        #
        # Raises `ArmyError` if the folder does not exist, a file is invalid, or a key is in `taken`.
        if tile.gauss[edge] and (tile.melee[edge] or tile.ranged[edge]):
            table.fail("gauss", f"expected no other attack on edge {name}")
        if tile.redirect_in[edge] and tile.redirect_out[edge]:
            table.fail("redirect", f"expected edge {name} under in or under out, not both")
    if any(tile.redirect_in) != any(tile.redirect_out):
        table.fail("redirect", "expected both in and out")
    if any(tile.redirect_in) and attacks:
        table.fail("redirect", "expected no attack of its own on a tile that redirects (R11.1)")
    if any(tile.trigger) and attacks:
        table.fail("trigger", "expected no attack of its own on a tile that can be set off (R12.2)")


def _check_module(table: _Table, tile: Tile) -> None:
    if tile.module and tile.kind == "warrior":
        table.fail("module", "expected no such field, as the tile is of kind warrior")
    if tile.kind == "module" and not tile.module:
        table.fail("module", "expected a table of effects, as the tile is of kind module, but it is missing")
    for effect in _NOT_FOR_HQ:
        if effect in tile.module and tile.kind == "hq":
            table.fail("module", f"expected no {effect} on an HQ")
    for effect in _HQ_ONLY:
        if effect in tile.module and tile.kind != "hq":
            table.fail("module", f"expected {effect} on an HQ only")
    linked = [effect for effect in tile.module if effect in LINKED_EFFECTS]
    if linked and not any(tile.links + tile.long_links):
        table.fail("links", f"expected a list of edges, as {linked[0]} works through links, but it is missing")
    for what, edges in (("links", tile.links), ("long_links", tile.long_links)):
        if any(edges) and not linked:
            table.fail(what, "expected no such field, as the tile has no effect that works through links")
    for edge, name in enumerate(DIRECTIONS):
        if tile.links[edge] and tile.long_links[edge]:
            table.fail("long_links", f"expected edge {name} under links or under long_links, not both")
    if "trap" in tile.module and not any(tile.trigger):
        table.fail("trigger", "expected a list of edges, as the tile is a trap, but it is missing")


def load_armies(
    folder: str | os.PathLike[str], *, extra: bool = False, first: Collection[str] = (), taken: Collection[str] = ()
) -> dict[str, Army]:
    """Every playable army by key. Armies of the folder in NEUROHEX_ARMIES come last."""
    folder = Path(folder)
    if not folder.is_dir():
        raise ArmyError(f"{folder}: expected a folder of army files, but there is none")
    order = {key: n for n, key in enumerate(first)}
    paths = sorted(folder.glob("*.toml"), key=lambda path: (order.get(path.stem, len(order)), path.stem))
    for path in paths:
        if path.stem in taken:
            raise ArmyError(f"{path.name}: expected a key of its own, but there is an army {path.stem!r} already")
    return {path.stem: load_army(path, extra=extra) for path in paths}


_OWN_ARMIES: Final = Path(__file__).with_name("armies")
_ORDER: Final = ("borgo", "moloch", "outpost", "hegemony", "smart", "vegas", "doomsday")

ARMIES: Final[dict[str, Army]] = load_armies(_OWN_ARMIES, first=_ORDER)
"""Every army that can be played, by key; those of the folder named by NEUROHEX_ARMIES come last."""

EXTRAS: Final[dict[str, Army]] = load_armies(_OWN_ARMIES / "extras", extra=True, first=("mercenaries", "bombers"))
"""Tiles that belong to no army, by group."""

if os.environ.get("NEUROHEX_ARMIES"):
    ARMIES.update(load_armies(os.environ["NEUROHEX_ARMIES"], taken={*ARMIES, *EXTRAS}))
