"""Tiles and armies as printed: frozen values that know no rules."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Any, Final
from urllib.parse import quote

from neurohex.board import DIRECTIONS
from neurohex.errors import NeurohexError
from neurohex.tiles.vocabulary import EFFECT_RANGE

Edges = tuple[int, int, int, int, int, int]
"""One number per printed edge, N NE SE S SW NW; 0 for a blank edge."""

NO_EDGES: Final[Edges] = (0, 0, 0, 0, 0, 0)


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
    reflect: Edges = NO_EDGES
    """Edges that send attacks back (R18.1)."""
    rocket: Edges = NO_EDGES
    """Strength by edge of a steered shot (R17.1)."""
    shotgun: Edges = NO_EDGES
    """Strength by edge at distance 1, one less for each hex farther (R17.2)."""
    poison: Edges = NO_EDGES
    """Edges that put a venom marker on the neighbour (R28.2)."""
    blast: Edges = NO_EDGES
    """Edges whose neighbour it destroys, with itself, before the first phase (R25.1)."""
    power: Edges = NO_EDGES
    """Edges through which it powers neighbours (R29.1)."""
    demolish: Edges = NO_EDGES
    """Two neighbouring edges: it hits both neighbours and the hex that touches both (R30.3)."""
    melee_anywhere: int = 0
    """Strength of a melee hit on any hostile unit on the board (R28.1)."""
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
        more = (self.redirect_in, self.redirect_out, self.trigger, self.reflect, self.rocket, self.shotgun)
        rest = (self.poison, self.blast, self.power, self.demolish)
        return all(len(set(edges)) == 1 for edges in (*printed, *more, *rest))

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
            "reflect": _edge_list(self.reflect),
            "rocket": _edge_table(self.rocket),
            "shotgun": _edge_table(self.shotgun),
            "melee_anywhere": self.melee_anywhere,
            "poison": _edge_list(self.poison),
            "blast": _edge_list(self.blast),
            "power": _edge_list(self.power),
            "demolish": _edge_list(self.demolish),
            "toughness": self.toughness,
            "mobility": self.mobility,
            "abilities": list(self.abilities),
            "module": {e: value if e in EFFECT_RANGE else True for e, value in self.module.items()},
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
    venom_markers: int = 0
    """Venom markers that it has (R21.3)."""
    paralysis_markers: int = 0
    """Paralysis markers that it has (R23.4)."""
    wins_if_all_hqs_fall: bool = False
    """Whether it wins when all HQs fall in the same Battle (R28.8)."""

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
        more: dict[str, object] = {
            "names_are_ours": self.names_are_ours,
            "venom_markers": self.venom_markers,
            "paralysis_markers": self.paralysis_markers,
            "wins_if_all_hqs_fall": self.wins_if_all_hqs_fall,
        }
        told = {what: value for what, value in more.items() if value}
        return {"name": self.name, **told, "tiles": [tile.facts() for tile in self.tiles]}


def similar_names(name: str, tiles: Iterable[Tile], cutoff: float = 0.6) -> list[str]:
    """Up to three names similar to a misspelt one, the most similar first; one for each tile."""
    bearers = {called.casefold(): (called, tile) for tile in tiles for called in tile.names}
    found: dict[Tile, str] = {}
    for key in difflib.get_close_matches(name.casefold(), bearers, n=6, cutoff=cutoff):
        called, tile = bearers[key]
        found.setdefault(tile, called)
    return list(found.values())[:3]
