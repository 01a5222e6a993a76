"""A person at a table: the screen, the look-up commands, and the parser from typed lines to decisions.

A desk knows no files and no network. Its subclasses supply the game and further commands: `play_table` for a game at
one keyboard, `connect_table` for one online.
"""

from __future__ import annotations

import difflib
import re
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Final, Protocol

from rich.console import Console
from rich.text import Text

from neurohex.cli.choices import Menu, NoSuchChoice, choices, completions, is_facing, understand
from neurohex.cli.play_screen import (
    BRIEF,
    USUAL,
    WHOLE,
    alike,
    columns,
    heading,
    helping,
    label,
    marks,
    menu_lines,
    player_block,
    players,
    question,
    step_question,
    table,
)
from neurohex.cli.play_story import Told, battle_story, story
from neurohex.cli.play_words import HELP, Helps, say
from neurohex.cli.terminal import Hanging, coat, with_ruling
from neurohex.draw import player_armies
from neurohex.events import GameOver, TurnBegan
from neurohex.explain import describe_tile, player_name, why
from neurohex.model import Foundation, Table, Unit, fight
from neurohex.model.reading import can_fight, foundation_at, stage_of, tile_at, turn_number
from neurohex.rules.engine import State
from neurohex.session import Step
from neurohex.tiles import ARMIES, EXTRAS, Army, Tile

OK: Final = 0
INTERRUPTED: Final = 130
_LOG_LINES: Final = 12
_REMINDER: Final = 8
_LEGAL_LINES: Final = 60
_CHOICES: Final = {"clown": "preview.clown", "quartermaster": "preview.convert", "medic": "preview.medic"}
_LIKE_HEX: Final = re.compile(r"[A-Za-z]\d{1,2}")

_Board = tuple[tuple[Unit, ...], tuple[Foundation, ...], tuple[int, ...]]
"""Units, foundations and HQ points."""
Commands = Mapping[str, tuple[str, ...]]
"""Commands, each with all its names."""
LOOKING: Final[Commands] = {
    "help": ("help", "h", "?"),
    "legal": ("legal", "l", "actions"),
    "preview": ("preview", "pre"),
    "board": ("board", "show", "look"),
    "piles": ("piles", "players", "hands"),
    "log": ("log", "history"),
    "marks": ("marks", "legend"),
    "quit": ("quit", "q", "exit", "bye"),
}
"""Commands of every desk."""


class Quit(Exception):
    """The player wants to leave the table."""


class Played(Protocol):
    """The game that a desk shows. It may advance while the player looks."""

    @property
    def state(self) -> State:
        """The current state; do not modify it. A takeback replaces the object."""

    @property
    def steps(self) -> Sequence[Step]:
        """All steps so far."""

    def upcoming(self, player: int) -> tuple[int, ...]:
        """A player's pile in drawing order; called only with open piles."""


class Desk(ABC):
    """Shows a game and asks a person for decisions."""

    def __init__(
        self, played: Played, console: Console, names: Sequence[str], commands: Commands, helps: Helps = HELP
    ) -> None:
        """`names`: the seats' names. `commands`: all commands, including `LOOKING`; `do` runs the others, and
        `helps` describes them."""
        self.played = played
        self.console = console
        self.names = names
        self._commands = commands
        self._helps = helps
        self._menu: Menu | None = None
        self._facing_told = False
        self._drawn: tuple[_Board, int] | None = None

    def sit(self, game: Callable[[], None]) -> int:
        """Run a game to its end, or until the player leaves; return the exit code."""
        try:
            game()
        except (Quit, EOFError):
            self.console.print()
            self.leave()
        except KeyboardInterrupt:
            self.console.print()
            self.leave()
            return INTERRUPTED
        return OK

    @abstractmethod
    def leave(self) -> None:
        """Say what happens to the game when the player leaves before the end."""

    # --- the story ---
    def remind(self) -> None:
        """Print the last events, for a player who comes back to a game."""
        for line in story(self.played.steps)[-_REMINDER:]:
            self.print_told(line)

    def tell(self, steps: Sequence[Step], asked: Callable[[int], bool]) -> None:
        """Print what happened. If `asked` is true of a player, `decide` prints their turn's heading instead."""
        for line in story(steps):
            if not isinstance(line.event, TurnBegan) or not asked(line.event.player):
                self.print_told(line)

    def tell_end(self) -> None:
        """Print the final position and the winner."""
        st = self.played.state
        self.console.rule(Text(f" {say('over')} ", "bold"), style="bright_black", align="left")
        self.console.print(table(st, self.console, self.names, WHOLE, self._open_piles()))
        for line in story(self.played.steps[-1:]):
            if isinstance(line.event, GameOver):
                self.print_told(line)
        for player, result in enumerate(st.result()):
            if result > 0 or (result == 0 and not st.winners()):
                self.tell_result(player, say("winner") if result > 0 else say("draw"))

    def tell_result(self, player: int, words: str) -> None:
        """Print one player's result."""
        army = player_armies(self.played.state.game.armies)[player]
        self.console.print(Text.assemble((f" {self.names[player]} ", coat(army, bold=True)), f" {words}"))

    def print_told(self, line: Told) -> None:
        """Print one line of the story."""
        for row in line.shown(self.played.state, self.console):
            self.console.print(row)

    # --- decisions ---
    def decide(self) -> int | None:
        """Ask until the player decides. None if the state changed meanwhile."""
        root = choices(self.played.state)
        if len(root.options) == 1 and stage_of(self.played.state) != "main":
            self.note("only", text=root.options[0].text)
            return root.options[0].action
        self.show()
        return self._ask(root)

    def _ask(self, root: Menu) -> int | None:
        """The chosen action. None if the state changed meanwhile."""
        menu = root
        self._show_menu(menu, root)
        while True:
            self._menu = menu
            typed = self.read(self._prompt(menu, root)).strip()
            if not typed:
                if menu is root:
                    self.note("hint", example=root.options[0].text)
                else:
                    menu = root
                    self._show_menu(menu, root)
                continue
            before = self.played.state
            if self._command(typed, root):
                if self.played.state is not before:
                    return None
                continue
            found = self._understood(menu, root, typed)
            if isinstance(found, Menu) and all(is_facing(step) for step in found.branches()):
                same = alike(self.played.state, found.options)
                found = found if same is None else same.action
            if isinstance(found, int):
                return found
            if found is not None:
                menu = found
                self._show_menu(menu, root)

    def _understood(self, menu: Menu, root: Menu, typed: str) -> int | Menu | None:
        try:
            return understand(menu, typed)
        except NoSuchChoice as error:
            if menu is not root and not typed[0].isdecimal():
                try:
                    return understand(root, typed)
                except NoSuchChoice:
                    pass
            self.console.print(self._why_not(error, menu, root), style="yellow")
            return None

    def _why_not(self, error: NoSuchChoice, menu: Menu, root: Menu) -> str:
        near = say("near", near=error.near) if error.near and error.near != error.wrong else ""
        if error.wrong.isdecimal():
            return say("no.number", wrong=error.wrong, last=len(error.possible))
        if not error.understood and menu is root:
            commands = difflib.get_close_matches(error.wrong, list(self._commands), n=1, cutoff=0.7)
            near = near or (say("near", near=commands[0]) if commands else "")
            return say("not.understood", wrong=error.wrong, near=near)
        possible = ", ".join(error.possible[:12]) + (" …" if len(error.possible) > 12 else "")
        said = error.understood or menu.heading
        return say("does.not.fit", wrong=error.wrong, said=said, near=near, possible=possible)

    # --- the screen ---
    def show(self, *, anew: bool = False) -> None:
        """Draw the table if it changed since it was last drawn; otherwise only the hand of the player to move."""
        st = self.played.state
        name = self.names[st.actor()]
        moment = turn_number(st) * 8 + st.actor()
        drawn = (_board_of(st), moment)
        if anew or drawn != self._drawn:
            again = not anew and self._drawn is not None and self._drawn[1] == moment
            self.console.print()
            self.console.print(heading(st, name))
            much = BRIEF if again else USUAL
            self.console.print(table(st, self.console, self.names, much, self._open_piles()))
            self._drawn = drawn
        else:
            piles = self._open_piles()
            pile = piles[st.actor()] if piles else ()
            self.console.print(player_block(st, st.actor(), name, self.console.width, BRIEF, pile))

    def _open_piles(self) -> list[tuple[int, ...]]:
        """Every pile in drawing order if the game has open piles; otherwise nothing."""
        game = self.played.state.game
        return [self.played.upcoming(p) for p in range(len(game.armies))] if game.open_piles else []

    def _show_menu(self, menu: Menu, root: Menu) -> None:
        st = self.played.state
        said = question(st) if menu is root or not menu.heading else step_question(menu)
        self.console.print(Text(said, "bold"))
        if not self._facing_told and all(is_facing(step) for step in menu.branches()):
            self._facing_told = True
            self.note("facing.told")
        for line in menu_lines(st, menu, self.console.width):
            self.console.print(line)

    def _prompt(self, menu: Menu, root: Menu) -> str:
        st = self.played.state
        return say("prompt", army=player_name(st.game, st.actor())) if menu is root else say("choose")

    def note(self, key: str, **fields: object) -> None:
        """Print a message about the program, not the game."""
        # Do not wrap file names: people copy them.
        self.remark(say(key, **fields), unbroken="file" in fields)

    def remark(self, text: str, *, unbroken: bool = False) -> None:
        """Print a message given as text."""
        self.console.print(Text(text, "italic"), soft_wrap=unbroken)

    def read(self, prompt: str) -> str:
        """Read one line, with word completion."""
        with TabCompletion(self._completions):
            return read_line(prompt)

    def _completions(self, line: str) -> list[str]:
        return completions(self._menu, line, list(self._commands)) if self._menu is not None else []

    # --- commands ---
    def _command(self, typed: str, root: Menu) -> bool:
        """Run a command. Returns False if the line is not one."""
        words = typed.split()
        if typed.startswith("?") and len(typed) > 1:
            words = ["?", *typed[1:].split()]
        elif typed.endswith("?"):
            words = ["?", *typed[:-1].split()]
        name = next((name for name, names in self._commands.items() if words[0].casefold() in names), None)
        rest = words[1:]
        # Medics save units: `save` followed by more words is a decision.
        if name is None or (name == "save" and stage_of(self.played.state) == "medic" and rest):
            return False
        if name == "quit":
            raise Quit
        if name == "help":
            self._help(" ".join(rest))
        elif name == "legal":
            self._legal(root, rest)
        elif name == "log":
            self._log(rest)
        elif name == "preview":
            self._preview()
        elif name == "board":
            self.show(anew=True)
        elif name == "piles":
            self._piles()
        elif name == "marks":
            self.console.print(marks(self.console))
        else:
            self.do(name, rest)
        return True

    @abstractmethod
    def do(self, name: str, words: Sequence[str]) -> None:
        """Run a command of this table, with the words after its name."""

    def _piles(self) -> None:
        for block in players(self.played.state, self.names, self.console.width, WHOLE, self._open_piles()):
            self.console.print(block)

    def _log(self, words: Sequence[str]) -> None:
        full = "full" in words
        lines = story(self.played.steps, full=full)
        number = next((int(word) for word in words if word.isdecimal()), 0)
        if not number and "all" not in words and not full:
            number = _LOG_LINES
        if not lines:
            self.note("log.empty")
        for line in lines[-number:] if number else lines:
            self.print_told(line)

    def _legal(self, root: Menu, words: Sequence[str]) -> None:
        """The legal actions that match the words; grouped if there are many."""
        menu = root
        if words:
            try:
                found = understand(root, " ".join(words))
            except NoSuchChoice as error:
                self.console.print(self._why_not(error, root, root), style="yellow")
                return
            kept = [option for option in root.options if option.action == found] if isinstance(found, int) else []
            menu = found if isinstance(found, Menu) else Menu(tuple(kept), 0)
        self.note("legal.one" if len(menu.options) == 1 else "legal.count", n=len(menu.options))
        if len(menu.options) <= _LEGAL_LINES:
            for line in columns([Text(f"  {option.text}") for option in menu.options], self.console.width):
                self.console.print(line)
            return
        for step, options in menu.branches().items():
            after = list(dict.fromkeys(o.steps[menu.depth + 1] for o in options if len(o.steps) > menu.depth + 1))
            line = Text(f"  {label(self.played.state, step)}", "bold")
            line.append(f"  {' '.join(after)}" + (f"  ({len(options)})" if len(options) > 1 else ""), "not bold")
            self.console.print(line)

    def _preview(self) -> None:
        """Fight a Battle now, on a copy, and print it."""
        st = self.played.state
        if not can_fight(st) or stage_of(st) not in ("main", "discard"):
            self.note("no.preview")
            return
        fought = fight(st, starter=st.actor())
        self.note("preview")
        lines = battle_story(st.game, fought.log.events)
        if not lines:
            self.note("preview.nothing")
        for line in lines:
            self.print_told(line)
        for stage, key in _CHOICES.items():
            if stage in fought.asked:
                self.note(key)
        self.note("preview.back")

    def _help(self, what: str) -> None:
        if not what:
            self.console.print(helping(self._helps))
            return
        st = self.played.state
        if what.upper() in st.game.board.index:
            self._about_hex(st.game.board.index[what.upper()])
            return
        found = find_tile(st, what)
        command = next((name for name, names in self._commands.items() if what.casefold() in names), None)
        if found is not None:
            tile, army = found
            first, *more = describe_tile(tile)
            self.console.print(Text.assemble((f" {tile.name} ", coat(army, bold=True)), first.removeprefix(tile.name)))
            for sentence in more:
                self.console.print(Hanging(Text(sentence), 2))
        elif command is not None:
            self.console.print(helping(self._helps, "?" if what == "?" else command))
        elif _LIKE_HEX.fullmatch(what):
            names = st.game.board.names
            self.note("no.hex", hex=what.upper(), board=st.game.board.key, first=names[0], last=names[-1])
        else:
            self.note("no.help", what=what)

    def _about_hex(self, h: int) -> None:
        """The unit on a hex: its current values and the reasons."""
        st = self.played.state
        name = st.game.board.names[h]
        foundation = foundation_at(st, h)
        under = foundation.name if foundation is not None else ""
        if tile_at(st, h) is not None:
            facts = why(st, h)
            army = player_armies(st.game.armies)[facts.owner] if facts.owner is not None else EXTRAS["bombers"]
            self.console.print(Text(f" {facts.tile.name} {name} ", coat(army, bold=True)))
            for line in facts.lines:
                self.console.print(Hanging(with_ruling(Text(f"{line.text}."), f"[{line.ruling}]"), 2))
            if under:
                self.note("under", tile=under)
        elif under:
            self.note("free.with", hex=name, tile=under)
        else:
            self.note("free", hex=name)
        if h in st.game.board.terminals:
            self.note("terminal")


# --- helpers --------------------------------------------------------------------------------------
def _board_of(st: State) -> _Board:
    """Everything the board shows."""
    table = Table(st)
    return table.units, table.foundations, tuple(player.hq for player in table.players)


def read_line(prompt: str) -> str:
    """Read one line without unprintable characters. Echoes it if the input is not a keyboard, so that a transcript
    reads well. Raises `EOFError` at the end of the input."""
    typed = "".join(letter if letter.isprintable() else " " for letter in input(prompt))
    if not sys.stdin.isatty():
        print(typed)
    return typed


def find_tile(st: State, name: str) -> tuple[Tile, Army] | None:
    """A tile by its name or a prefix of it: from the player's army first, then the others, then the extras."""
    wanted = " ".join(name.casefold().split())
    mine = st.actor() if not st.is_over() else 0
    keys = [st.game.armies[mine], *st.game.armies]
    groups = [*(ARMIES[key] for key in dict.fromkeys(keys)), *EXTRAS.values()]
    for fits in (str.__eq__, str.startswith):
        for army in groups:
            for tile in army.tiles:
                if any(fits(name.casefold(), wanted) for name in tile.names):
                    return tile, army
    every = {name.casefold(): (tile, army) for army in reversed(groups) for tile in army.tiles for name in tile.names}
    near = difflib.get_close_matches(wanted, every, n=1, cutoff=0.7)
    return every[near[0]] if near else None


class TabCompletion:
    """While open, the Tab key completes words, if the system supports it."""

    def __init__(self, words: Callable[[str], list[str]]) -> None:
        self.words = words

    def __enter__(self) -> None:
        if not sys.stdin.isatty():
            return
        try:
            import readline
        except ImportError:  # missing on some systems
            return
        readline.set_completer_delims(" \t")
        readline.set_completer(self._complete)
        readline.parse_and_bind("tab: complete")

    def __exit__(self, *_: object) -> None:
        if "readline" in sys.modules:
            sys.modules["readline"].set_completer(None)

    def _complete(self, _text: str, number: int) -> str | None:
        import readline

        found = self.words(readline.get_line_buffer()[: readline.get_endidx()])
        return f"{found[number]} " if number < len(found) else None
