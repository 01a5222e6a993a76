"""What `neurohex play` shows: the board, the players' tables, the question and the choices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Final

from rich.console import Console, Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from neurohex.board import DIRECTIONS
from neurohex.cli.board_view import PITCHES, board_text, board_width, legend_of, pitch_for, seat_style
from neurohex.cli.choices import Menu, Option, is_facing, is_place
from neurohex.cli.play_words import Helps, say, turns
from neurohex.cli.terminal import Hanging, plain_letters
from neurohex.explain import player_name, unit_name
from neurohex.notation.record import turn_number
from neurohex.notation.report import fight, unit_now
from neurohex.rules import events as ev
from neurohex.rules.catalog import ALL_TILES, MERCENARY_BASE
from neurohex.rules.engine import Log, State, apply
from neurohex.rules.layout import (
    ASIDE,
    ASKED,
    EXTRA,
    FIRST,
    LEFT,
    LIMIT,
    NO_LIMIT,
    P_ENERGY,
    P_MERCS,
    P_PILE_N,
    P_TERROR,
    PENDING_A,
    PENDING_B,
    PHASE,
    PLAYED,
    ST_CAPTURE,
    ST_CLOWN,
    ST_CONVERT,
    ST_DISCARD,
    ST_ENERGY,
    ST_HQ,
    ST_MAIN,
    ST_MEDIC,
    ST_MERCENARY,
    ST_PUSHED,
    ST_RECON,
    ST_REDRAW,
    ST_SOURCE,
    STARTER,
    SUPPLY,
    U_ROT,
    U_TILE,
)
from neurohex.rules.strikes import bonuses
from neurohex.tiles import ARMIES, Tile
from neurohex.words import listed

SIDE: Final = 38
"""Columns that the players' tables need beside the board."""
GOAL: Final = 20
_KEY: Final = 9
_EXPLAINED: Final = ("redraw", "stay", "stop", "draw from pile", "then", "change", "no change")
_QUESTIONS: Final = {
    ST_MERCENARY: "ask.mercenary",
    ST_HQ: "ask.hq",
    ST_SOURCE: "ask.source",
    ST_DISCARD: "ask.discard",
    ST_MAIN: "ask.main",
    ST_PUSHED: "ask.pushed",
    ST_RECON: "ask.recon",
    ST_CAPTURE: "ask.capture",
    ST_CLOWN: "ask.clown",
    ST_CONVERT: "ask.convert",
    ST_MEDIC: "ask.medic",
    ST_REDRAW: "ask.redraw",
    ST_ENERGY: "ask.energy",
}


# --- the table ------------------------------------------------------------------------------------
def heading(st: State, who: str) -> RenderableType:
    """A line across the screen that tells whose decision it is."""
    number = turn_number(st)
    if number and st.actor() != st.turn():
        words = say("asked", turn=number, whose=player_name(st.game, st.turn()), who=who)
    else:
        words = say("turn", turn=number, who=who) if number else say("before", who=who)
    return Rule(Text(f" {words} ", f"bold {seat_style(st.game, st.actor())}"), style="bright_black", align="left")


WHOLE, USUAL, BRIEF = 2, 1, 0
"""How much of the players' tables is shown: all piles, those of the players who matter now, none."""
_NEXT: Final = {BRIEF: 3, USUAL: 6}
"""How many of the next tiles of an open pile are shown then."""


Piles = Sequence[Sequence[int]]
"""The tiles of every player's pile, the next to be drawn first; nothing where piles are not open."""


def table(st: State, console: Console, names: Sequence[str], much: int = USUAL, piles: Piles = ()) -> RenderableType:
    """The board, and the players' tables: beside it, never in brief, where there is room, else above it."""
    board = st.game.board
    width = console.width
    beside = width >= board_width(board, PITCHES[0]) + 2 + SIDE
    room = width - 2 - SIDE if beside else width
    drawn = board_text(st, room, first=1, ascii_only=plain_letters(console))
    if not beside:  # the board comes last: what is next to the question is looked at most
        return Group(*players(st, names, width, much, piles), drawn)
    grid = Table.grid(padding=(0, 2, 0, 0))
    taken = board_width(board, pitch_for(board, room))
    grid.add_column(width=taken)
    grid.add_column(width=width - taken - 2)
    grid.add_row(drawn, Group(*players(st, names, width - taken - 2, max(much, USUAL), piles)))
    return grid


def players(st: State, names: Sequence[str], width: int, much: int = USUAL, piles: Piles = ()) -> list[RenderableType]:
    """One block a player, in the order of seats, then what holds for all. With more than two players it is usual to
    show only the piles of those who are to decide or have the turn."""
    blocks: list[RenderableType] = []
    for player in range(len(st.game.armies)):
        matters = len(names) == 2 or player in (st.turn(), st.actor())
        shown = much if matters or much == WHOLE else BRIEF
        blocks.append(player_block(st, player, names[player], width, shown, piles[player] if piles else ()))
    return [*blocks, *_notices(st)]


def player_block(
    st: State, player: int, name: str, width: int, much: int = USUAL, pile: Sequence[int] = ()
) -> RenderableType:
    """What one player has. `pile` is its pile in the order of drawing, where that is open."""
    game = st.game
    head = Text()
    head.append(f" {player + 1} {name} ", f"bold {seat_style(game, player)}")
    if st.is_out(player):
        head.append(f"  {say('out')}", "dim")
        return head
    if game.score:
        goal = GOAL * (2 if game.has_teams else 1)
        parts = [Text(f"{say('points')} {st.points(player)}/{goal}", "bold")]
    else:
        parts = [_bar(st.hq(player), int(game.start_hq[player]))]
    if game.is_duel:
        parts.append(Text(f"{say('energy')} {st.player(player, P_ENERGY)}", "cyan"))
    if much == BRIEF:
        parts.append(Text(f"{say('pile')} {st.player(player, P_PILE_N)}", "dim"))
    for part in parts:
        taken = len(head.plain.rpartition("\n")[2])
        head.append("  " if taken + len(part) + 2 <= width else "\n  ")
        head.append_text(part)
    lines: list[RenderableType] = [head]
    lines.append(_fact("hand", _names(st.hand(player)) or [say("empty")], width, "bold"))
    aside = [int(MERCENARY_BASE) + i for i in range(6) if st.player(player, P_MERCS) >> i & 1]
    if aside:
        lines.append(_fact("aside", _names(aside), width))
    if much != BRIEF:
        lines.append(_fact("pile", _bag(st.pile(player)), width))
        lines.append(_fact("gone", _bag(st.discards(player)), width))
    if pile:
        shown = pile if much == WHOLE else pile[: _NEXT[much]]
        lines.append(_fact("next", [*_names(shown), *(["…"] if len(shown) < len(pile) else [])], width, "yellow"))
    elif st.top(player):
        lines.append(_fact("on.top", _names(tuple(reversed(st.top(player)))), width, "yellow"))
    if st.player(player, P_TERROR):
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
    """`hand  Mutant, Claws`, on several lines where it is long, but no item on two."""
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


def _names(tiles: Sequence[int]) -> list[str]:
    return [ALL_TILES[tile].name for tile in tiles]


def _bag(bag: Mapping[int, int]) -> list[str]:
    """How many tiles there are, and of which kinds."""
    total = sum(bag.values())
    if not total:
        return ["0"]
    return [f"{total}:", *(f"{ALL_TILES[t].name} ×{n}" if n > 1 else ALL_TILES[t].name for t, n in bag.items())]


def _notices(st: State) -> list[RenderableType]:
    """What holds for the whole table."""
    found = []
    if st.field(SUPPLY) and not st.is_over():
        key = "extra.turns" if st.field(EXTRA) else "last.turns"
        found.append(say(key, turns=turns(st.field(LEFT))))
    if st.field(LIMIT) != NO_LIMIT and turn_number(st):
        found.append(say("limit", left=max(0, st.field(LIMIT) - st.field(PLAYED))))
    if st.field(ASIDE):
        found.append(say("bomber.aside"))
    return [Text(notice, "yellow") for notice in found]


def helping(helps: Helps, only: str = "") -> RenderableType:
    """What can be typed; or only what concerns one command."""
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
    """What the letters on the tiles mean."""
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
    """What is to be decided now."""
    asked = st.field(ASKED)
    if st.stage() == ST_PUSHED:
        asked = st.game.board.neighbours[st.field(PENDING_A)][st.field(PENDING_B)]
    unit = unit_name(st, asked) if 0 <= asked < len(st.game.board.names) else ""
    key = _QUESTIONS[st.stage()]
    if st.stage() == ST_HQ and not _same_on_all_sides(ARMIES[st.game.armies[st.actor()]].tile("HQ")):
        key = "ask.hq.facing"
    return say(key, unit=unit, phase=st.field(PHASE) - 1)


def step_question(menu: Menu) -> str:
    """What a step of a menu asks for, after what was chosen before it."""
    steps = list(menu.branches())
    if all(is_facing(step) for step in steps):
        key = "step.facing"
    elif all(is_place(step) for step in steps):
        key = "step.hex"
    else:
        key = "step.what"
    return say(key, said=menu.heading)


def menu_lines(st: State, menu: Menu, width: int) -> list[Text]:
    """The branches of a menu with their numbers: facings one a line with what they would do, all else in columns."""
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
    """A step of a menu as it is shown: a hex with the unit that stands there."""
    place = step.split()[-1] if step else ""
    index = st.game.board.index
    if place in index and st.unit(index[place], U_TILE):
        return f"{step} {ALL_TILES[st.unit(index[place], U_TILE) - 1].name}"
    return say(f"label.{step}") if step in _EXPLAINED else step


def facing_note(st: State, options: Sequence[Option]) -> str:
    """What a unit would do if it faced so: its attacks, and what it would net, take over or hit in a Battle now.

    Empty where the options are more than one, or are about no single unit.
    """
    if len(options) != 1:
        return ""
    after = st.copy()
    log = Log()
    apply(after, options[0].action, log)
    place = _where(st, log.events)
    if any(event[0] == ev.BATTLE_BEGAN for event in log.events):
        return say("battle.follows")
    if place < 0 or not after.unit(place, U_TILE):
        return ""
    notes = [_attacks(after, place)]
    for code, key in ((ev.NETTED, "nets"), (ev.TAKEN, "takes")):
        caught = [event[1] for event in log.events if event[0] == code and after.unit(event[1], U_TILE)]
        others = [unit_name(after, h) for h in caught if h != place]
        if others:
            notes.append(say(key, units=listed(others)))
        if place in caught:
            notes.append(say(f"itself.{key}"))
    if after.field(FIRST) and not after.field(PHASE) and not after.is_over():
        targets = _targets(after, place)
        if targets:
            notes.append(say("would.hit", targets=listed(targets)))
    return "; ".join(note for note in notes if note)


def alike(st: State, options: Sequence[Option]) -> Option | None:
    """Of options that differ only in the facing of a tile that is the same on all sides: the one to take."""
    after = st.copy()
    log = Log()
    apply(after, options[0].action, log)
    place = _where(st, log.events)
    if place < 0 or not after.unit(place, U_TILE):
        return None
    return options[0] if _same_on_all_sides(ALL_TILES[after.unit(place, U_TILE) - 1]) else None


def _same_on_all_sides(tile: Tile) -> bool:
    printed = (tile.melee, tile.ranged, tile.gauss, tile.armor, tile.net, tile.links, tile.long_links)
    more = (tile.redirect_in, tile.redirect_out, tile.trigger)
    return all(len(set(edges)) == 1 for edges in (*printed, *more))


def _where(st: State, events: Sequence[tuple[int, ...]]) -> int:
    """Hex of the unit that an act has placed, moved or turned, or that was asked about and stays as it is; else -1."""
    at = {ev.PLACED: 3, ev.MOVED: 4, ev.TURNED: 3}
    found = [event[at[event[0]]] for event in events if event[0] in at]
    if found:
        return found[0]
    return st.field(ASKED) if st.stage() == ST_CAPTURE else -1


def _attacks(st: State, h: int) -> str:
    bonuses(st)
    now = unit_now(st, h)
    words = [
        f"{kind} " + " ".join(f"{d}{s if s > 1 else ''}" for d, s in now[kind].items())
        for kind in ("melee", "ranged")
        if now[kind]
    ]
    if now["gauss"]:
        words.append("Gauss " + " ".join(now["gauss"]))
    tile = ALL_TILES[st.unit(h, U_TILE) - 1]
    rotation = st.unit(h, U_ROT)
    for edges, name in (
        (tile.net, "net"),
        (tile.armor, "armour"),
        (tile.links, "link"),
        (tile.long_links, "long link"),
    ):
        faces = [d for i, d in enumerate(DIRECTIONS) if edges[(i - rotation) % 6]]
        if 0 < len(faces) < 6:
            words.append(f"{name} {' '.join(faces)}")
    return ", ".join(words)


def _targets(st: State, h: int) -> list[str]:
    """Whom the unit on a hex would hit in a Battle begun now."""
    fought = st.copy()
    fought.b[STARTER] = st.field(STARTER) if st.is_over() else st.actor()
    log = Log()
    fight(fought, log)
    names = []
    for event in log.events:
        if event[0] == ev.HIT and event[1] == h and event[4] <= ev.MIXED:
            wounds = "∞" if event[5] == ev.ENDLESS else str(event[5])
            name = unit_name(st, event[3])
            if f"{name} ({wounds})" not in names:
                names.append(f"{name} ({wounds})")
    return names


def seat_names(st: State, whose: Sequence[str]) -> list[str]:
    """The players as headings and tables call them: army, and who leads it."""
    return [f"{player_name(st.game, p)} ({who})" for p, who in enumerate(whose)]
