"""The screen of `neurohex play`: the board, the players' tables, questions and menus."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

from rich.console import Console, Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from neurohex import events as ev
from neurohex.cli.board_view import board_text, legend_of
from neurohex.cli.choices import Menu, Option, is_facing, is_place
from neurohex.cli.play_words import Helps, say, turns
from neurohex.cli.terminal import Hanging, plain_letters
from neurohex.draw.letters import PITCHES, board_width, pitch_for, seat_style
from neurohex.events import Event
from neurohex.explain import player_name, unit_name
from neurohex.model import Bag, Unit, fight, unit_at
from neurohex.model import Table as Moment
from neurohex.model.reading import about, has_begun, phase_of, stage_of, tile_at, turn_number
from neurohex.rules.catalog import ALL_TILES
from neurohex.rules.engine import Log, State, apply
from neurohex.tiles import ARMIES, Tile
from neurohex.words import faced, listed

SIDE: Final = 38
"""Columns for the players' tables beside the board."""
_KEY: Final = 9
_EXPLAINED: Final = ("redraw", "stay", "stop", "draw from pile", "then", "change", "no change")


# --- the table ------------------------------------------------------------------------------------
def heading(st: State, who: str) -> RenderableType:
    """A rule across the screen with the name of the player to move."""
    number = turn_number(st)
    if number and st.actor() != st.turn():
        words = say("asked", turn=number, whose=player_name(st.game, st.turn()), who=who)
    else:
        words = say("turn", turn=number, who=who) if number else say("before", who=who)
    return Rule(Text(f" {words} ", f"bold {seat_style(st.game, st.actor())}"), style="bright_black", align="left")


WHOLE, USUAL, BRIEF = 2, 1, 0
"""How much of the players' tables to show: all piles, the relevant players' piles, or none."""
_NEXT: Final = {BRIEF: 3, USUAL: 6}
"""Tiles shown of an open pile at `USUAL`."""


Piles = Sequence[Sequence[int]]
"""Every player's pile in drawing order; empty if piles are closed."""


def table(st: State, console: Console, names: Sequence[str], much: int = USUAL, piles: Piles = ()) -> RenderableType:
    """The board and the players' tables: beside it and in full if there is room, otherwise above it."""
    board = st.game.board
    width = console.width
    beside = width >= board_width(board, PITCHES[0]) + 2 + SIDE
    room = width - 2 - SIDE if beside else width
    drawn = board_text(st, room, first=1, ascii_only=plain_letters(console))
    if not beside:  # the board comes last, next to the question
        return Group(*players(st, names, width, much, piles), drawn)
    grid = Table.grid(padding=(0, 2, 0, 0))
    taken = board_width(board, pitch_for(board, room))
    grid.add_column(width=taken)
    grid.add_column(width=width - taken - 2)
    grid.add_row(drawn, Group(*players(st, names, width - taken - 2, max(much, USUAL), piles)))
    return grid


def players(st: State, names: Sequence[str], width: int, much: int = USUAL, piles: Piles = ()) -> list[RenderableType]:
    """One block per player by seat, then what holds for everyone. With more than two players, `USUAL` shows only the
    piles of the player to move and of the turn's player."""
    blocks: list[RenderableType] = []
    for player in range(len(st.game.armies)):
        matters = len(names) == 2 or player in (st.turn(), st.actor())
        shown = much if matters or much == WHOLE else BRIEF
        blocks.append(player_block(st, player, names[player], width, shown, piles[player] if piles else ()))
    return [*blocks, *_notices(st)]


def player_block(
    st: State, player: int, name: str, width: int, much: int = USUAL, pile: Sequence[int] = ()
) -> RenderableType:
    """One player's tiles and points. `pile` is in drawing order; empty if piles are closed."""
    game, moment = st.game, Moment(st)
    has = moment.players[player]
    head = Text()
    head.append(f" {player + 1} {name} ", f"bold {seat_style(game, player)}")
    if has.is_out:
        head.append(f"  {say('out')}", "dim")
        return head
    if game.score:
        parts = [Text(f"{say('points')} {has.score}/{moment.score_goal}", "bold")]
    else:
        parts = [_bar(has.hq, has.start_hq)]
    if game.is_duel:
        parts.append(Text(f"{say('energy')} {has.energy}", "cyan"))
    if much == BRIEF:
        parts.append(Text(f"{say('pile')} {has.pile.total}", "dim"))
    for part in parts:
        taken = len(head.plain.rpartition("\n")[2])
        head.append("  " if taken + len(part) + 2 <= width else "\n  ")
        head.append_text(part)
    lines: list[RenderableType] = [head]
    lines.append(_fact("hand", _names(has.hand) or [say("empty")], width, "bold"))
    if has.aside:
        lines.append(_fact("aside", _names(has.aside), width))
    if much != BRIEF:
        lines.append(_fact("pile", _bag(has.pile), width))
        lines.append(_fact("gone", _bag(has.discards), width))
    if pile:
        shown = pile if much == WHOLE else pile[: _NEXT[much]]
        upcoming = _names([ALL_TILES[tile] for tile in shown])
        lines.append(_fact("next", [*upcoming, *(["…"] if len(shown) < len(pile) else [])], width, "yellow"))
    elif has.top:
        lines.append(_fact("on.top", _names(has.top), width, "yellow"))
    if has.has_terror:
        lines.append(Hanging(Text(say("terror"), "bold red"), 2))
    if much != BRIEF:
        lines.append(Text())
    return Group(*lines)


def _bar(points: int, start: int) -> Text:
    """HQ points as a number and a bar."""
    colour = "green" if points * 2 > start else "yellow" if points * 4 > start else "red"
    bar = Text(f"{say('hq')} {points} ", "bold")
    bar.append("━" * points, colour)
    bar.append("·" * (start - points), "bright_black")
    return bar


def _fact(key: str, items: Sequence[str], width: int, style: str = "") -> RenderableType:
    """`hand  Mutant, Claws`, wrapped between items only."""
    room = max(20, width - _KEY - 2)
    rows = [""]
    for number, item in enumerate(items):
        said = item + ("," if number < len(items) - 1 and item[-1] != ":" else "")
        if rows[-1] and len(rows[-1]) + 1 + len(said) > room:
            rows.append("")
        rows[-1] += f" {said}" if rows[-1] else said
    text = Text(f"  {say(key):<{_KEY}}", "dim")
    text.append(("\n" + " " * (_KEY + 2)).join(rows), f"not dim {style}")
    return text


def _names(tiles: Sequence[Tile]) -> list[str]:
    return [tile.name for tile in tiles]


def _bag(bag: Bag) -> list[str]:
    """The number of tiles, and how many of each kind."""
    return [f"{bag.total}:", *str(bag).split(", ")] if bag else ["0"]


def _notices(st: State) -> list[RenderableType]:
    """What holds for the whole table."""
    found = []
    moment = Moment(st)
    if moment.turns_left is not None:
        key = "extra.turns" if moment.in_extra_turns else "last.turns"
        found.append(say(key, turns=turns(moment.turns_left)))
    if moment.tiles_left is not None:
        found.append(say("limit", left=moment.tiles_left))
    if moment.beside is not None:
        found.append(say("bomber.aside"))
    return [Text(notice, "yellow") for notice in found]


def helping(helps: Helps, only: str = "") -> RenderableType:
    """The help: all commands, or one."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column()
    for typed, meaning in helps:
        if not typed and not only:
            grid.add_row(Text(meaning, "bold cyan"), "")
        elif typed and (not only or typed.split()[0] == only):
            grid.add_row(Text(f"  {typed}", "bold"), meaning)
    return grid


def marks(console: Console) -> RenderableType:
    """The legend of the letters on tiles."""
    legend = legend_of(1, ascii_only=plain_letters(console))
    grid = Table.grid(padding=(0, 3, 0, 0))
    for _ in range(4):
        grid.add_column()
    half = (len(legend) + 1) // 2
    for left, right in zip_longest(legend[:half], legend[half:], fillvalue=("", "")):
        grid.add_row(Text(left[0], "bold"), left[1], Text(right[0], "bold"), right[1])
    return grid


# --- questions ------------------------------------------------------------------------------------
def question(st: State) -> str:
    """The question that the player must answer."""
    asked, stage = about(st), stage_of(st)
    unit = unit_name(st, asked) if asked is not None else ""
    key = f"ask.{stage}"
    if stage == "hq" and not ARMIES[st.game.armies[st.actor()]].tile("HQ").is_same_all_round:
        key = "ask.hq.facing"
    return say(key, unit=unit, phase=phase_of(st))


def step_question(menu: Menu) -> str:
    """The question of a menu step, after the steps already chosen."""
    steps = list(menu.branches())
    if all(is_facing(step) for step in steps):
        key = "step.facing"
    elif all(is_place(step) for step in steps):
        key = "step.hex"
    else:
        key = "step.what"
    return say(key, said=menu.heading)


def menu_lines(st: State, menu: Menu, width: int) -> list[Text]:
    """The numbered branches of a menu: facings one per line with their effects, everything else in columns."""
    branches = menu.branches()
    if all(is_facing(step) for step in branches):
        lines = []
        for number, (step, options) in enumerate(branches.items(), start=1):
            line = _numbered(number, 1)
            line.append(f"{step:<10}", "bold")
            line.append(facing_note(st, options), "dim")
            lines.append(line)
        return lines
    labels = [label(st, step) for step in branches]
    digits = len(str(len(labels)))
    entries = []
    for number, words in enumerate(labels, start=1):
        entry = _numbered(number, digits)
        entry.append(words)
        entries.append(entry)
    return columns(entries, width)


def _numbered(number: int, digits: int) -> Text:
    line = Text("  ")
    line.append(f"{number:>{digits}} ", "bold cyan")
    return line


def columns(entries: Sequence[Text], width: int) -> list[Text]:
    """Entries in as many columns as fit, read downwards."""
    wide = max(len(entry) for entry in entries) + 1
    across = max(1, min(width // wide, (len(entries) + 2) // 3))
    down = -(-len(entries) // across)
    lines = []
    for row in range(down):
        line = Text()
        for entry in entries[row::down]:
            cell = entry.copy()
            cell.pad_right(wide - len(cell))
            line.append_text(cell)
        line.rstrip()
        lines.append(line)
    return lines


def label(st: State, step: str) -> str:
    """A menu step as shown: a hex comes with the unit on it."""
    place = step.split()[-1] if step else ""
    index = st.game.board.index
    tile = tile_at(st, index[place]) if place in index else None
    if tile is not None:
        return f"{step} {tile.name}"
    return say(f"label.{step}") if step in _EXPLAINED else step


def facing_note(st: State, options: Sequence[Option]) -> str:
    """Effects of a facing: attacks, and what the unit would net, take over or hit in a Battle now.

    Empty for several options, or for options about no single unit.
    """
    if len(options) != 1:
        return ""
    after = st.copy()
    log = Log()
    apply(after, options[0].action, log)
    place = _where(st, log.events)
    if any(isinstance(event, ev.BattleBegan) for event in log.events):
        return say("battle.follows")
    unit = unit_at(after, place) if place is not None else None
    if unit is None:
        return ""
    notes = [_attacks(unit)]
    index = st.game.board.index
    for kind, key in ((ev.Netted, "nets"), (ev.Taken, "takes")):
        held = [event.unit for event in log.events if isinstance(event, kind)]
        caught = [one for one in held if tile_at(after, index[one.hex]) is not None]
        others = [str(one) for one in caught if one.hex != unit.hex]
        if others:
            notes.append(say(key, units=listed(others)))
        if len(others) < len(caught):
            notes.append(say(f"itself.{key}"))
    if has_begun(after) and phase_of(after) is None and not after.is_over():
        targets = _targets(after, unit)
        if targets:
            notes.append(say("would.hit", targets=listed(targets)))
    return "; ".join(note for note in notes if note)


def alike(st: State, options: Sequence[Option]) -> Option | None:
    """If the options differ only in the facing of a fully symmetric tile, the one to take."""
    after = st.copy()
    log = Log()
    apply(after, options[0].action, log)
    place = _where(st, log.events)
    tile = tile_at(after, place) if place is not None else None
    return options[0] if tile is not None and tile.is_same_all_round else None


def _where(st: State, events: Sequence[Event]) -> int | None:
    """Hex of the unit that an action placed, moved, turned or did not change."""
    for event in events:
        if isinstance(event, ev.Placed):
            return st.game.board.index[event.hex]
        if isinstance(event, (ev.Moved, ev.Turned)):
            return st.game.board.index[event.unit.hex]
    return about(st) if stage_of(st) == "captive" else None


def _attacks(unit: Unit) -> str:
    words = [
        f"{kind} " + " ".join(f"{d}{s if s > 1 else ''}" for d, s in strengths.items())
        for kind, strengths in (("melee", unit.melee), ("ranged", unit.ranged))
        if strengths
    ]
    if unit.gauss:
        words.append("Gauss " + " ".join(unit.gauss))
    tile = unit.tile
    for edges, name in (
        (tile.net, "net"),
        (tile.armor, "armour"),
        (tile.links, "link"),
        (tile.long_links, "long link"),
    ):
        faces = faced(edges, unit.rotation)
        if 0 < len(faces) < 6:
            words.append(f"{name} {' '.join(faces)}")
    return ", ".join(words)


def _targets(st: State, unit: Unit) -> list[str]:
    """Targets of a unit in a Battle begun now."""
    names = []
    for event in fight(st, starter=st.actor()).log.events:
        if not isinstance(event, ev.Hit) or event.kind == "explosion":
            continue
        if event.source is not None and event.source.hex == unit.hex:
            name = f"{event.target} ({'∞' if event.wounds == 'endless' else event.wounds})"
            if name not in names:
                names.append(name)
    return names


def seat_names(st: State, whose: Sequence[str]) -> list[str]:
    """Names of the seats for headings and tables: army and player."""
    return [f"{player_name(st.game, p)} ({who})" for p, who in enumerate(whose)]
