"""A board with its players and a caption as one SVG document."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from neurohex.draw import BoardView, board_group
from neurohex.draw.ground import ground
from neurohex.draw.svg import document, element, group, num, text
from neurohex.tiles import Army

WIDTH: Final = 900.0
"""Width of an upright picture."""
CARD: Final = (1200.0, 630.0)
"""Size of a wide picture: what most services ask of link previews."""
_GROUND: Final = "#12151a"
_PANEL: Final = "#1b2027"
_INK: Final = "#eef1f4"
_SOFT: Final = "#b3bdc8"
_GOLD: Final = "#e2b33c"
_MARGIN: Final = 24.0
_ROW: Final = 58.0
_LETTER: Final = 0.68
"""Width of an average letter, as a share of the font size."""


@dataclass(frozen=True, slots=True)
class Side:
    """A player beside the board."""

    name: str
    army: Army
    points: int | None
    """HQ points, or the score where points are scored."""
    active: bool = False
    """Whether it is the player's turn."""


@dataclass(frozen=True, slots=True)
class Picture:
    """Everything that a picture shows."""

    view: BoardView
    sides: tuple[Side, ...]
    caption: str = ""
    """A line below the board."""
    label: str = ""
    """A description for screen readers; the default is the caption."""


def svg_of(picture: Picture) -> str:
    """An upright picture: players above, the board, the caption below."""
    rows = (len(picture.sides) + 1) // 2
    top = _MARGIN + rows * _ROW + (8 if rows else 0)
    body = _sides(picture.sides, _MARGIN, _MARGIN, WIDTH - 2 * _MARGIN, 2)
    board, depth = _board(picture.view, 0, top, WIDTH, 0)
    height = top + depth
    if picture.caption:
        body += _line(picture.caption, WIDTH / 2, height + 26, 30, WIDTH - 2 * _MARGIN, fill=_INK)
        height += 64
    return _document(body + board, WIDTH, height, picture)


def card_of(picture: Picture, title: str, about: str = "") -> str:
    """A wide picture for link previews: the board on the left, title, players and caption on the right."""
    width, height = CARD
    left = 640.0
    across = width - left - _MARGIN
    board, _ = _board(picture.view, 6, 6, left - 18, height - 12)
    body = board
    y = 74.0
    for line in _wrapped(title, int(across / (40 * _LETTER)), 3):
        body += _line(line, left, y, 40, across, fill=_INK, text_anchor="start")
        y += 52
    y += 8
    body += _sides(picture.sides, left, y, across, 1)
    y += len(picture.sides) * _ROW + 34
    for line in _wrapped(about or picture.caption, int(across / (25 * _LETTER)), max(0, int((height - 70 - y) / 36))):
        body += _line(line, left, y, 25, across, fill=_SOFT, text_anchor="start")
        y += 36
    body += _line("neurohex", left, height - 40, 28, across, fill=_GOLD, text_anchor="start")
    return _document(body, width, height, picture)


def _document(body: str, width: float, height: float, picture: Picture) -> str:
    back = element("rect", width=width, height=height, fill=_GROUND)
    return document(back + body, (0, 0, width, height), width, picture.label or picture.caption or "neurohex")


def _board(view: BoardView, x: float, y: float, width: float, height: float) -> tuple[str, float]:
    """The board as large as it fits, centred, and its height. A height of 0 is as high as it needs."""
    body, (left, top, across, down) = board_group(view)
    scale = width / across
    if height:
        scale = min(scale, height / down)
        y += (height - down * scale) / 2
    x += (width - across * scale) / 2
    place = f"translate({num(x - left * scale)} {num(y - top * scale)})scale({scale:.4f})"
    return group(body, transform=place), down * scale


def _sides(sides: tuple[Side, ...], x: float, y: float, width: float, columns: int) -> str:
    gap = 12.0
    across = (width - gap * (columns - 1)) / columns
    parts = []
    for number, side in enumerate(sides):
        left, top = x + (number % columns) * (across + gap), y + (number // columns) * _ROW
        frame: dict[str, str | float] = {"stroke": _GOLD, "stroke_width": 3.0} if side.active else {}
        parts.append(element("rect", x=left, y=top, width=across, height=_ROW - 8, rx=10, fill=_PANEL, **frame))
        coat = group(ground(side.army.colour, side.army.pattern), transform=_small(left + 32, top + 25))
        parts.append(coat)
        room = across - 64
        if side.points is not None:
            parts.append(text(str(side.points), left + across - 16, top + 25, 30, fill=_INK, text_anchor="end"))
            room -= 60
        parts.append(_line(side.name, left + 62, top + 25, 25, room, fill=_INK, text_anchor="start"))
    return "".join(parts)


def _small(x: float, y: float) -> str:
    return f"translate({num(x)} {num(y)})scale(.2)"


def _line(words: str, x: float, y: float, size: float, width: float, **values: str | float) -> str:
    """One line of text, smaller if it is long, cut if it is very long."""
    most = int(width / (0.62 * size * _LETTER))
    if len(words) > most:
        words = words[: most - 1].rstrip() + "…"
    size = min(size, width / (max(1, len(words)) * _LETTER))
    return text(words, x, y, size, **values)


def _wrapped(words: str, limit: int, most: int) -> list[str]:
    """At most `most` lines of about `limit` letters."""
    lines: list[str] = []
    for word in words.split():
        if lines and len(lines[-1]) + 1 + len(word) <= limit:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    if len(lines) > most:
        lines = lines[:most]
        if lines:
            lines[-1] = f"{lines[-1][: max(1, limit - 1)]}…"
    return lines
