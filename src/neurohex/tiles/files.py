"""Reading and validating army files: one TOML file per army. docs/armies.md describes them."""

from __future__ import annotations

import difflib
import os
import re
import tomllib
from collections.abc import Collection, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final, NoReturn

from neurohex.board import DIRECTIONS
from neurohex.errors import NeurohexError
from neurohex.tiles.printed import Army, Edges, Tile
from neurohex.tiles.vocabulary import (
    ABILITIES,
    ABILITY_BEARERS,
    ARMY_SIZE,
    EFFECT_RANGE,
    FOUNDATIONS,
    HQ_ONLY,
    INSTANTS,
    KINDS,
    LINKED_EFFECTS,
    MAX_INITIATIVE,
    MAX_MARKERS,
    MAX_STRENGTH,
    MAX_TOUGHNESS,
    MODULE_EFFECTS,
    NOT_FOR_HQ,
    PATTERNS,
)


class ArmyError(NeurohexError):
    """An army file is invalid. The message is one line: file, tile, field, what was expected."""


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
    "venom_markers",
    "paralysis_markers",
    "wins_if_all_hqs_fall",
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
    "reflect",
    "rocket",
    "shotgun",
    "poison",
    "blast",
    "power",
    "demolish",
    "melee_anywhere",
    "toughness",
    "mobility",
    "module",
    "abilities",
)
_TILE_FIELDS: Final = (*_COMMON_FIELDS, *_UNIT_FIELDS, "effect")
_TIMED_FOUNDATIONS: Final = ("toxic_bomb",)
"""Effects of foundations that act in one phase of a Battle."""


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
        venom_markers=table.number("venom_markers", 0, MAX_MARKERS, default=0),
        paralysis_markers=table.number("paralysis_markers", 0, MAX_MARKERS, default=0),
        wins_if_all_hqs_fall=table.flag("wins_if_all_hqs_fall"),
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
    """Every name, English, Polish or alternative, finds one tile of the army."""
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
    timed = kind == "foundation" and item.get("effect") in _TIMED_FOUNDATIONS
    for what in _UNIT_FIELDS:
        if what in item and kind in ("instant", "foundation") and not (timed and what == "initiative"):
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
        reflect=table.edges("reflect"),
        rocket=table.strengths("rocket"),
        shotgun=table.strengths("shotgun"),
        poison=table.edges("poison"),
        blast=table.edges("blast"),
        power=table.edges("power"),
        demolish=table.edges("demolish"),
        melee_anywhere=table.number("melee_anywhere", 0, MAX_STRENGTH, default=0),
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
        if effect in EFFECT_RANGE:
            effects[effect] = table.in_range(f"module.{effect}", value, *EFFECT_RANGE[effect])
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
        for what, edges in (("redirect", tile.redirect_in + tile.redirect_out), ("power", tile.power)):
            if any(edges):
                table.fail(what, f"expected no such field, as the tile is of kind {tile.kind} and no warrior")
    for ability in tile.abilities:
        if tile.kind not in ABILITY_BEARERS.get(ability, ("warrior",)):
            table.fail("abilities", f"expected no {ability} on a tile of kind {tile.kind}")
    if any(tile.trigger) and tile.kind != "warrior" and "trap" not in tile.module:
        table.fail("trigger", "expected no such field, as the tile is neither a warrior nor a trap")


def _check_attacks(table: _Table, tile: Tile) -> None:
    single = {name: getattr(tile, name) for name in ("gauss", "rocket", "shotgun", "poison", "blast", "demolish")}
    weapons = {"melee": tile.melee, "ranged": tile.ranged} | single
    attacks = bool(tile.melee_anywhere) or any(any(edges) for name, edges in weapons.items() if name != "blast")
    acts = attacks or "explode" in tile.abilities or tile.effect in _TIMED_FOUNDATIONS
    if acts and not tile.initiative:
        table.fail("initiative", "expected a list of numbers, as the tile acts in a Battle, but it is missing")
    if tile.initiative and not acts:
        table.fail("initiative", "expected no such field, as the tile has no attack")
    for edge, name in enumerate(DIRECTIONS):
        # Melee and ranged on one edge form one attack (R6.4). Every other weapon is alone on its edge.
        for weapon, edges in single.items():
            if edges[edge] and any(other[edge] for what, other in weapons.items() if what != weapon):
                table.fail(weapon, f"expected no other attack on edge {name}")
        if tile.redirect_in[edge] and tile.redirect_out[edge]:
            table.fail("redirect", f"expected edge {name} under in or under out, not both")
    if any(tile.redirect_in) != any(tile.redirect_out):
        table.fail("redirect", "expected both in and out")
    for field, what in (("redirect", "redirects (R11.1)"), ("trigger", "can be set off (R12.2)")):
        if any(tile.redirect_in if field == "redirect" else tile.trigger) and (attacks or any(tile.blast)):
            table.fail(field, f"expected no attack of its own on a tile that {what}")
    if any(tile.demolish) and not _are_neighbours(tile.demolish):
        table.fail("demolish", "expected two neighbouring edges (R30.3)")
    if tile.initiative and tile.effect and len(tile.initiative) > 1:
        table.expected("initiative", "one number, as the tile is a foundation", list(tile.initiative))
    _check_aims(table, tile)


def _are_neighbours(edges: Edges) -> bool:
    """Whether exactly two edges are marked, and they touch."""
    return sum(map(bool, edges)) == 2 and any(edges[e] and edges[(e + 1) % 6] for e in range(6))


def _check_aims(table: _Table, tile: Tile) -> None:
    """A unit chooses one target in a phase at most, and a change of its type leaves a plain attack (R24.1)."""
    for word in ("sharpshooter", "mortar"):
        if word in tile.abilities and (not any(tile.ranged) or any(tile.melee)):
            table.fail("abilities", f"expected ranged attacks and no melee on a tile with {word}")
    if "sharpshooter" in tile.abilities and sum(map(bool, tile.ranged)) > 1:
        table.fail("abilities", "expected one ranged edge on a tile with sharpshooter")
    if sum(map(bool, tile.rocket)) > 1:
        table.fail("rocket", "expected one edge")
    choices = ("sharpshooter" in tile.abilities, any(tile.rocket), tile.melee_anywhere > 0)
    if sum(choices) > 1 or ("mortar" in tile.abilities and choices[0]):
        table.fail("abilities", "expected at most one of sharpshooter, mortar, rocket and melee_anywhere")
    if any(choices) and "explode" in tile.abilities:
        table.fail("abilities", "expected no explode on a tile that chooses its target")


def _check_module(table: _Table, tile: Tile) -> None:
    if tile.module and tile.kind == "warrior":
        table.fail("module", "expected no such field, as the tile is of kind warrior")
    if tile.kind == "module" and not tile.module:
        table.fail("module", "expected a table of effects, as the tile is of kind module, but it is missing")
    for effect in NOT_FOR_HQ:
        if effect in tile.module and tile.kind == "hq":
            table.fail("module", f"expected no {effect} on an HQ")
    for effect in HQ_ONLY:
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
    """Load every `*.toml` of a folder, by key: first those in `first`, then the rest by name.

    Raises `ArmyError` if the folder does not exist, a file is invalid, or a key is in `taken`.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise ArmyError(f"{folder}: expected a folder of army files, but there is none")
    order = {key: n for n, key in enumerate(first)}
    paths = sorted(folder.glob("*.toml"), key=lambda path: (order.get(path.stem, len(order)), path.stem))
    for path in paths:
        if path.stem in taken:
            raise ArmyError(f"{path.name}: expected a key of its own, but there is an army {path.stem!r} already")
    return {path.stem: load_army(path, extra=extra) for path in paths}
