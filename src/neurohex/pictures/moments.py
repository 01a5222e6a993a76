"""A moment of a game as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from neurohex.draw import Arrow, BoardView, player_armies
from neurohex.draw.tables import board_view
from neurohex.explain.names import army_names
from neurohex.model import Table
from neurohex.model.game import State
from neurohex.pictures.page import Picture, Side
from neurohex.pictures.words import word


def moment_picture(
    state: State,
    lang: str,
    *,
    names: Sequence[str] = (),
    caption: str | None = None,
    arrows: tuple[Arrow, ...] = (),
) -> Picture:
    """The board, the players and whose turn it is. `names` are of people or bots, by seat; empty ones are left out.

    The default caption is the turn, or how the game ended.
    """
    table = Table(state)
    if caption is None:
        caption = turn_words(table, lang)
    sides = sides_of(table, lang, names)
    view: BoardView = board_view(table)
    people = ", ".join(f"{side.name} {side.points}" for side in sides)
    return Picture(replace(view, arrows=arrows), sides, caption, f"{caption}: {people}" if caption else people)


def sides_of(table: Table, lang: str, names: Sequence[str] = ()) -> tuple[Side, ...]:
    """The players of a game with their points."""
    armies = player_armies(table.game.armies)
    called = army_names(tuple(table.game.armies), lang)
    scored = table.score_goal is not None
    return tuple(
        Side(
            f"{names[seat]} · {called[seat]}" if seat < len(names) and names[seat] else called[seat],
            armies[seat],
            player.score if scored else player.hq,
            table.ending is None and seat == table.whose,
        )
        for seat, player in enumerate(table.players)
    )


def turn_words(table: Table, lang: str) -> str:
    """Which turn it is."""
    if table.ending is not None:
        return word("over", lang)
    return word("turn", lang).format(n=table.turn) if table.turn else word("start", lang)
