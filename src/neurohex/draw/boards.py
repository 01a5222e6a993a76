"""Draw a board and everything on it as SVG."""

from __future__ import annotations

from typing import Final

from neurohex.board import Board
from neurohex.draw.arrows import arrows_group
from neurohex.draw.coats import numeral
from neurohex.draw.emblems import emblem
from neurohex.draw.ground import ground
from neurohex.draw.layout import free_corners
from neurohex.draw.more_signs import marker
from neurohex.draw.places import CELL, DROP, at, hex_middle, tile_middle
from neurohex.draw.signs import INK, RED
from neurohex.draw.svg import (
    brightness,
    circle,
    document,
    element,
    group,
    hexagon,
    num,
    path,
    polar,
    text,
    title,
)
from neurohex.draw.tile import disc_places, foundation_badge, tile_group
from neurohex.draw.view import BoardView, FoundationView, Highlight, UnitView
from neurohex.draw.words import MARKER_WORDS, describe
from neurohex.tiles import Army

_MARGIN: Final = 22.0
_TABLE: Final = "#101317"
FIELD: Final = "#171a1f"
"""The main field. Dark, because no light colour is far from all armies for every kind of colour vision."""
OUTER: Final = "#22262c"
_LINE: Final = "#566170"
_NAME: Final = "#c3ccd6"
_TERMINAL: Final = "#1fb5ad"
TERMINAL_FIELD: Final = "#0a2322"


def board_svg(view: BoardView, *, size: int = 100, legend: bool = False, names: bool = True) -> str:
    """A complete SVG document of a board. A tile is `size` pixels wide.

    `names` writes the name of each hex. `legend` lists the armies below the board, with their tiles by hex.
    If the view has a `part`, only that part is drawn. Every unit has a `<title>` that describes it; `data-hex`
    names the hex of each element.
    """
    body, box = board_group(view, names=names)
    left, top, width, height = box
    if legend:
        words, depth = _legend(view, width - 2 * _MARGIN)
        body += group(words, class_="legend", transform=f"translate({num(left + _MARGIN)} {num(top + height)})")
        height += depth
    table = element("rect", class_="table", x=left, y=top, width=width, height=height, rx=24, fill=_TABLE)
    return document(table + body, (left, top, width, height), size * width / 200, _label(view), "group")


def board_group(view: BoardView, *, names: bool = True) -> tuple[str, tuple[float, float, float, float]]:
    """The board as a fragment centred on 0, 0, and its bounding box: left, top, width, height."""
    board = view.board
    shown = sorted(view.part) or list(range(len(board.names)))
    parts = [_cells(board, shown), _border(board, shown)]
    parts += [_highlight(board, highlight) for highlight in view.highlights]
    if names:
        parts.append(_names(board, shown, {unit.hex: numeral(unit.army) for unit in view.units}))
    covered = {tile.hex: tile for tile in view.foundations}
    parts += [_foundation(board, tile) for tile in sorted(view.foundations, key=lambda tile: tile.hex)]
    for unit in sorted(view.units, key=lambda unit: unit.hex):
        parts.append(_unit(board, unit, view.hq_points.get(unit.hex), covered.get(unit.hex)))
    parts.append(arrows_group(board, view.arrows))
    across, down = zip(*(hex_middle(board, hex_) for hex_ in shown), strict=True)
    left, top = min(across) - CELL - _MARGIN, min(down) - CELL * 0.866 - _MARGIN
    width, height = max(across) + CELL + _MARGIN - left, max(down) + CELL * 0.866 + _MARGIN - top
    return "".join(parts), (left, top, width, height)


def _cells(board: Board, shown: list[int]) -> str:
    main, terminals = set(board.main_field), set(board.terminals)
    parts = []
    for hex_ in shown:
        name = board.names[hex_]
        terminal = hex_ in terminals
        fill = TERMINAL_FIELD if terminal else FIELD if hex_ in main else OUTER
        place = "terminal" if terminal else "main" if hex_ in main else "outer"
        dashes: dict[str, str | float] = {} if hex_ in main else {"stroke_dasharray": "9 7"}
        body = path(hexagon(CELL - 1.5), fill=fill, stroke=_LINE, stroke_width=3, **dashes)
        if terminal:
            body += _terminal()
        parts.append(group(body, class_=f"hex {place}", data_hex=name, transform=at(hex_middle(board, hex_))))
    return "".join(parts)


def _names(board: Board, shown: list[int], numerals: dict[int, str]) -> str:
    """Hex names, at the top of each hex above the tile, with the numeral of the tile's army."""
    parts = []
    for hex_ in shown:
        x, y = hex_middle(board, hex_)
        words = f"{board.names[hex_]} {numerals.get(hex_, '')}".rstrip()
        parts.append(text(words, x, y - CELL * 0.866 + 16, 23))
    return group("".join(parts), class_="names", fill=_NAME, stroke=_TABLE, stroke_width=4, paint_order="stroke")


def _terminal() -> str:
    """A Terminal: a socket in the middle and a frame whose contacts stay visible under a tile."""
    frame = path(hexagon(CELL - 6), fill="none", stroke=_TERMINAL, stroke_width=7, stroke_linejoin="round")
    contacts = "".join(circle(*polar(CELL - 9, 60 * k + 30), 8, fill=_TERMINAL) for k in range(6))
    bolt = path("M8-44L-30 8H-5L-10 44L30-10H4Z", fill=_TERMINAL)
    socket = circle(0, 0, 58, fill="none", stroke=_TERMINAL, stroke_width=6, stroke_dasharray="26 10.4")
    return group(frame + contacts + group(socket + bolt, transform=at((0, DROP))), class_="socket")


def _border(board: Board, shown: list[int]) -> str:
    """The border of the main field, drawn where hexes lie outside it."""
    main = set(board.main_field)
    if len(main) == len(board.names):
        return ""
    data = []
    for hex_ in sorted(main.intersection(shown)):
        x, y = hex_middle(board, hex_)
        for direction, other in enumerate(board.neighbours[hex_]):
            if other not in main:
                (ax, ay), (bx, by) = polar(CELL, 60 * direction - 30), polar(CELL, 60 * direction + 30)
                data.append(f"M{num(x + ax)} {num(y + ay)}L{num(x + bx)} {num(y + by)}")
    return path("".join(data), class_="main-field", fill="none", stroke=_NAME, stroke_width=10, stroke_linecap="round")


def _highlight(board: Board, highlight: Highlight) -> str:
    parts = []
    for hex_ in sorted(highlight.hexes):
        outline = path(hexagon(CELL - 5), data_hex=board.names[hex_], transform=at(hex_middle(board, hex_)))
        parts.append(outline)
    colour = highlight.colour
    return group(
        "".join(parts),
        class_="highlight",
        fill=colour,
        fill_opacity=0.32,
        stroke=colour,
        stroke_width=8,
        stroke_linejoin="round",
    )


def _foundation(board: Board, tile: FoundationView) -> str:
    name = board.names[tile.hex]
    words = f"{name}: {describe(tile.tile, tile.army)}"
    return group(
        title(words) + tile_group(tile.tile, tile.army),
        class_="foundation",
        data_hex=name,
        transform=at(tile_middle(board, tile.hex)),
        role="img",
        aria_label=words,
    )


def _unit(board: Board, unit: UnitView, points: int | None, under: FoundationView | None) -> str:
    name = board.names[unit.hex]
    words = f"{name}: {unit_words(unit, points)}"
    body = tile_group(unit.tile, unit.army, unit.rotation, points=points, netted=unit.netted)
    if unit.taken_by is not None:
        rim = hexagon(98)
        body += path(rim, class_="taken-rim", fill="none", stroke=INK, stroke_width=8, stroke_linejoin="round")
        body += path(rim, fill="none", stroke=unit.taken_by.colour, stroke_width=5.5, stroke_dasharray="20 8")
    body += _markers(unit, under)
    return group(
        title(words) + body,
        class_="unit",
        data_hex=name,
        transform=at(tile_middle(board, unit.hex)),
        role="img",
        aria_label=words,
    )


def unit_words(unit: UnitView, points: int | None = None) -> str:
    """A one-line description of a unit on the board."""
    words = [describe(unit.tile, unit.army, unit.rotation)]
    if points is not None:
        words.append(f"{points} HQ points")
    if unit.wounds:
        words.append("1 wound" if unit.wounds == 1 else f"{unit.wounds} wounds")
    if unit.netted:
        words.append("netted")
    for kind in dict.fromkeys(unit.markers):
        count = unit.markers.count(kind)
        words.append(MARKER_WORDS[kind] if count == 1 else f"{MARKER_WORDS[kind]} ×{count}")
    if unit.taken_by is not None:
        words.append(f"taken by {unit.taken_by.name}")
    return "; ".join(words)


def _markers(unit: UnitView, under: FoundationView | None) -> str:
    """Markers for wounds, the captor and a foundation below, at the freest corners of the tile."""
    markers = []
    if unit.taken_by is not None:
        markers.append(_taker(unit.taken_by))
    if 0 < unit.wounds <= 2:
        markers += [_wound("")] * unit.wounds
    elif unit.wounds > 2:
        markers.append(_wound(str(unit.wounds)))
    for kind in dict.fromkeys(unit.markers):
        markers.append(marker(kind, unit.markers.count(kind)))
    if under is not None:
        markers.append(foundation_badge(under.tile, under.army))
    if not markers:
        return ""
    spots = free_corners(*disc_places(unit.tile, unit.rotation))
    return "".join(group(marker, transform=at(spot)) for marker, spot in zip(markers, spots, strict=False))


def _wound(count: str) -> str:
    """A drop of blood; `count` is written on it."""
    drop = path(
        "M0-27C10-12 20-4 20 9A20 20 0 0 1-20 9C-20-4-10-12 0-27Z",
        fill=RED,
        stroke="#fff",
        stroke_width=4,
        stroke_linejoin="round",
    )
    rim = path("M0-31C12-14 24-5 24 9A24 24 0 0 1-24 9C-24-5-12-14 0-31Z", fill=INK)
    sign = text(count, 0, 8, 27, fill="#fff") if count else path("M-10 6H10V11H-10Z", fill="#fff")
    return group(rim + drop + sign, class_="wound")


def _taker(army: Army) -> str:
    """A disc in the captor's colour with its emblem."""
    ink = INK if brightness(army.colour) > 0.45 else "#fff"
    disc = circle(0, 0, 26, fill=INK) + circle(0, 0, 22, fill=army.colour, stroke="#fff", stroke_width=3.5)
    sign = emblem(army.key, army.name, ink, army.colour)
    return group(disc + group(sign, transform="scale(.3)"), class_="taken", data_army=army.key)


def _side_key(army: Army) -> tuple[str, str, str]:
    """What identifies a side, even if two sides play the same army."""
    return army.key, army.name, army.colour


def _in_play(view: BoardView) -> list[Army]:
    """Armies with a tile on the board: HQs first, then by hex."""
    found: dict[tuple[str, str, str], Army] = {}
    for unit in sorted(view.units, key=lambda unit: (unit.tile.kind != "hq", unit.hex)):
        found.setdefault(_side_key(unit.army), unit.army)
    for tile in sorted(view.foundations, key=lambda tile: tile.hex):
        found.setdefault(_side_key(tile.army), tile.army)
    return list(found.values())


def _legend(view: BoardView, width: float) -> tuple[str, float]:
    """The legend, with its top left corner at 0, 0, and its height."""
    parts, y = [], 8.0
    for army in _in_play(view):
        units = sorted(
            (unit for unit in view.units if _side_key(unit.army) == _side_key(army)), key=lambda unit: unit.hex
        )
        points = [view.hq_points[unit.hex] for unit in units if unit.hex in view.hq_points]
        heading = army.name + "".join(f" · {value}" for value in points)
        parts.append(group(ground(army.colour, army.pattern), transform=f"translate(22 {num(y + 22)})scale(.22)"))
        parts.append(text(heading, 54, y + 22, 30, fill="#eef1f4", text_anchor="start"))
        y += 50
        entries = [f"{view.board.names[unit.hex]} {unit.tile.name}" for unit in units]
        entries += [
            f"{view.board.names[tile.hex]} {tile.tile.name}"
            for tile in sorted(view.foundations, key=lambda tile: tile.hex)
            if _side_key(tile.army) == _side_key(army)
        ]
        for line in _wrapped(entries, int((width - 54) / 15.5)):
            parts.append(text(line, 54, y + 12, 25, fill=_NAME, text_anchor="start", font_weight="400"))
            y += 34
        y += 14
    return "".join(parts), y + 10 if parts else 0.0


def _wrapped(entries: list[str], limit: int) -> list[str]:
    lines: list[str] = []
    for entry in entries:
        if lines and len(lines[-1]) + 3 + len(entry) <= limit:
            lines[-1] += f" · {entry}"
        else:
            lines.append(entry)
    return lines


def _label(view: BoardView) -> str:
    count = len(view.units)
    board = f"Part of the {view.board.key} board" if view.part else f"{view.board.key.capitalize()} board"
    words = f"{board}, {count} unit{'' if count == 1 else 's'}"
    armies = ", ".join(army.name for army in _in_play(view))
    return f"{words}: {armies}" if armies else words
