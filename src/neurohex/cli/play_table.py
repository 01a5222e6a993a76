"""People and programs at one table: asks whoever is to decide, tells what happened, keeps the game."""

from __future__ import annotations

import difflib
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.text import Text

from neurohex.cli.choices import Menu, NoSuchChoice, choices, completions, is_facing, understand
from neurohex.cli.play_save import Keeper, write_whole
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
    seat_names,
    step_question,
    table,
    turn_number,
)
from neurohex.cli.play_story import Told, battle_story, story
from neurohex.cli.play_words import say
from neurohex.cli.terminal import Hanging, coat, command_name, with_ruling
from neurohex.cli.views import seats
from neurohex.explain import describe_tile, player_name, why
from neurohex.notation.action import action_text
from neurohex.notation.record import write_record
from neurohex.notation.report import fight
from neurohex.rules import events as ev
from neurohex.rules.catalog import ALL_TILES
from neurohex.rules.engine import Log, State, default_choice
from neurohex.rules.layout import (
    F_TILE,
    FIRST,
    HEADER,
    PHASE,
    ST_CLOWN,
    ST_CONVERT,
    ST_DISCARD,
    ST_MAIN,
    ST_MEDIC,
    STARTER,
    U_TILE,
)
from neurohex.session import CHANCE, NothingToUndo, Opponent, Session, Step
from neurohex.tiles import ARMIES, EXTRAS, Army, Tile

OK: Final = 0
INTERRUPTED: Final = 130
PERSON: Final = "person"
"""Who has a seat, where it is somebody without a name."""
_LOG_LINES: Final = 12
_REMINDER: Final = 8
_LEGAL_LINES: Final = 60
_CHOICES: Final = {ST_CLOWN: "preview.clown", ST_CONVERT: "preview.convert", ST_MEDIC: "preview.medic"}
_LIKE_HEX: Final = re.compile(r"[A-Za-z]\d{1,2}")

_COMMANDS: Final = {
    "help": ("help", "h", "?"),
    "legal": ("legal", "l", "actions"),
    "preview": ("preview", "pre"),
    "undo": ("undo", "u", "back"),
    "save": ("save",),
    "board": ("board", "show", "look"),
    "piles": ("piles", "players", "hands"),
    "log": ("log", "history"),
    "marks": ("marks", "legend"),
    "quit": ("quit", "q", "exit", "bye"),
}
"""Commands, each with all its names."""


class Quit(Exception):
    """Somebody wants to leave the table."""


class Table:
    """A game between people at one keyboard and programs."""

    def __init__(
        self,
        session: Session,
        keeper: Keeper,
        console: Console,
        whose: Sequence[str],
        opponents: Mapping[int, Opponent],
        *,
        saved: bool = False,
    ) -> None:
        """`whose`: for each seat who has it, `PERSON` for somebody without a name. `opponents`: the seats (from 0)
        that programs play. `saved`: the keeper's file has the game as it stands."""
        self.session = session
        self.keeper = keeper
        self.console = console
        self.opponents = opponents
        people = [p for p in range(len(whose)) if p not in opponents]
        alone = say("you") if len(people) == 1 else ""
        self.names = seat_names(
            session.state,
            [
                alone or f"{say('person')} {people.index(p) + 1}" if name == PERSON else name
                for p, name in enumerate(whose)
            ],
        )
        self._problem = ""
        self._menu: Menu | None = None
        self._unsaved = not saved
        self._facing_told = False
        self._drawn: tuple[bytes, int] | None = None

    # --- the game ---
    def remind(self) -> None:
        """Tell what happened last, for people who come back to a game."""
        for line in story(self.session.steps)[-_REMINDER:]:
            self._print(line)

    def play(self) -> int:
        """Play to the end, or until somebody leaves; the exit code. The game is saved in every case."""
        try:
            while not self.session.state.is_over():
                action = self._next_action()
                first = len(self.session.steps)
                self.session.act(action)
                self._unsaved = True  # until somebody is asked again
                self._tell(self.session.steps[first:])
            self._finish()
        except (Quit, EOFError):
            self.console.print()
            self._leave()
        except KeyboardInterrupt:
            self.console.print()
            self._leave()
            return INTERRUPTED
        return OK

    def _next_action(self) -> int:
        st = self.session.state
        if st.actor() in self.opponents:
            return self.opponents[st.actor()](st)
        return self._decide()

    def _tell(self, steps: Sequence[Step]) -> None:
        """Tell what happened. A turn of a person gets its heading when the person is asked."""
        for line in story(steps):
            if line.code != ev.TURN_BEGAN or line.player in self.opponents:
                self._print(line)

    def _print(self, line: Told) -> None:
        for row in line.shown(self.session.state, self.console):
            self.console.print(row)

    def _keep(self) -> None:
        try:
            self.keeper.save(self.session)
        except OSError as error:
            problem = f"{self.keeper.path}: {error.strerror or error}"
            if problem != self._problem:  # once is enough
                self._note("not.saved", problem=problem)
            self._problem = problem
        else:
            self._problem = ""
            self._unsaved = False

    def _kept(self) -> bool:
        """Whether the game as it stands is in its file, into which it is written only where it is not there yet."""
        self._problem = ""  # whoever leaves must know
        if self._unsaved:
            self._keep()
        return not self._problem

    def _leave(self) -> None:
        if not any(step.player != CHANCE for step in self.session.steps):
            self._note("nothing.played")
            return
        if self._kept():
            self._note("go.on", command=command_name(), file=_as_argument(self.keeper.path))

    def _finish(self) -> None:
        st = self.session.state
        self.console.rule(Text(f" {say('over')} ", "bold"), style="bright_black", align="left")
        self.console.print(table(st, self.console, self.names, WHOLE, self._open_piles()))
        over = [line for line in story(self.session.steps[-1:]) if line.code == ev.GAME_OVER]
        for line in over:
            self._print(line)
        for player, result in enumerate(st.result()):
            if result > 0 or (result == 0 and not st.winners()):
                army = seats(st.game.armies)[player]
                words = say("winner") if result > 0 else say("draw")
                self.console.print(Text.assemble((f" {self.names[player]} ", coat(army, bold=True)), f" {words}"))
        if self._kept():
            self._note("record", file=self.keeper.path)

    # --- one decision ---
    def _decide(self) -> int:
        """Ask a person until there is a decision."""
        if self._unsaved and any(step.player != CHANCE for step in self.session.steps):
            self._keep()
        while True:
            root = choices(self.session.state)
            if len(root.options) == 1 and self.session.state.stage() != ST_MAIN:
                self._note("only", text=root.options[0].text)
                return root.options[0].action
            self._show()
            answer = self._ask(root)
            if answer is not None:
                return answer

    def _ask(self, root: Menu) -> int | None:
        """The action that was chosen, or nothing where the state has become another one."""
        menu = root
        self._show_menu(menu, root)
        while True:
            self._menu = menu
            typed = self._read(self._prompt(menu, root)).strip()
            if not typed:
                if menu is root:
                    self._note("hint", example=root.options[0].text)
                else:
                    menu = root
                    self._show_menu(menu, root)
                continue
            before = self.session.state
            if self._command(typed, root):
                if self.session.state is not before:
                    return None
                continue
            found = self._understood(menu, root, typed)
            if isinstance(found, Menu) and all(is_facing(step) for step in found.branches()):
                same = alike(self.session.state, found.options)
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
            commands = difflib.get_close_matches(error.wrong, list(_COMMANDS), n=1, cutoff=0.7)
            near = near or (say("near", near=commands[0]) if commands else "")
            return say("not.understood", wrong=error.wrong, near=near)
        possible = ", ".join(error.possible[:12]) + (" …" if len(error.possible) > 12 else "")
        said = error.understood or menu.heading
        return say("does.not.fit", wrong=error.wrong, said=said, near=near, possible=possible)

    # --- the screen ---
    def _show(self, *, anew: bool = False) -> None:
        """The table, where it has changed since it was last drawn, else only the hand of who decides."""
        st = self.session.state
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
        """Every pile in the order of drawing, where the game has open piles."""
        game = self.session.game
        return [self.session.upcoming(p) for p in range(len(game.armies))] if game.open_piles else []

    def _show_menu(self, menu: Menu, root: Menu) -> None:
        st = self.session.state
        said = question(st) if menu is root or not menu.heading else step_question(menu)
        self.console.print(Text(said, "bold"))
        if not self._facing_told and all(is_facing(step) for step in menu.branches()):
            self._facing_told = True
            self._note("facing.told")
        for line in menu_lines(st, menu, self.console.width):
            self.console.print(line)

    def _prompt(self, menu: Menu, root: Menu) -> str:
        st = self.session.state
        return say("prompt", army=player_name(st.game, st.actor())) if menu is root else say("choose")

    def _note(self, key: str, **fields: object) -> None:
        # Names of files are not broken, so that they can be copied.
        self.console.print(Text(say(key, **fields), "italic"), soft_wrap="file" in fields)

    def _read(self, prompt: str) -> str:
        """One line that somebody types, with completion of words."""
        with Completing(self._completions):
            return read_line(prompt)

    def _completions(self, line: str) -> list[str]:
        return completions(self._menu, line, list(_COMMANDS)) if self._menu is not None else []

    # --- commands ---
    def _command(self, typed: str, root: Menu) -> bool:
        """Do what a command asks for; False where the words are no command."""
        words = typed.split()
        if typed.startswith("?") and len(typed) > 1:
            words = ["?", *typed[1:].split()]
        elif typed.endswith("?"):
            words = ["?", *typed[:-1].split()]
        name = next((name for name, names in _COMMANDS.items() if words[0].casefold() in names), None)
        rest = words[1:]
        if name is None or (name == "save" and self.session.state.stage() == ST_MEDIC and rest):
            return False
        if name == "quit":
            raise Quit
        if name == "help":
            self._help(" ".join(rest))
        elif name == "legal":
            self._legal(root, rest)
        elif name == "save":
            self._save(" ".join(rest))
        elif name == "log":
            self._log(rest)
        elif name == "preview":
            self._preview()
        elif name == "undo":
            self._undo()
        elif name == "board":
            self._show(anew=True)
        elif name == "piles":
            self._piles()
        else:
            self.console.print(marks(self.console))
        return True

    def _piles(self) -> None:
        for block in players(self.session.state, self.names, self.console.width, WHOLE, self._open_piles()):
            self.console.print(block)

    def _undo(self) -> None:
        last = self.session.steps[-1] if self.session.steps else None
        try:
            if last is not None and last.player in self.opponents:
                raise NothingToUndo
            step = self.session.undo()
        except NothingToUndo:
            self._note("no.undo")
            return
        self._note("undone", text=action_text(step.before, step.action))
        self._unsaved = True
        self._keep()

    def _save(self, name: str) -> None:
        if not name:
            self._problem = ""
            self._keep()
            if not self._problem:
                self._note("saved", file=self.keeper.path)
            return
        path = Path(name)
        try:
            path = path.expanduser()
            if path.is_dir():
                self._note("folder", file=name)
                return
            if path.exists() and not agreed(self._read, path):
                self._note("kept")
                return
            write_whole(path, write_record(self.session.record()))
        except OSError as error:
            self._note("not.saved", problem=f"{path}: {error.strerror or error}")
        except (RuntimeError, ValueError) as error:  # no such home; a name that no file can have
            self._note("not.saved", problem=f"{path}: {error}")
        else:
            self._note("saved.copy", file=path)

    def _log(self, words: Sequence[str]) -> None:
        full = "full" in words
        lines = story(self.session.steps, full=full)
        number = next((int(word) for word in words if word.isdecimal()), 0)
        if not number and "all" not in words and not full:
            number = _LOG_LINES
        if not lines:
            self._note("log.empty")
        for line in lines[-number:] if number else lines:
            self._print(line)

    def _legal(self, root: Menu, words: Sequence[str]) -> None:
        """All that can be done, or what fits the words, in words; grouped where it is much."""
        menu = root
        if words:
            try:
                found = understand(root, " ".join(words))
            except NoSuchChoice as error:
                self.console.print(self._why_not(error, root, root), style="yellow")
                return
            kept = [option for option in root.options if option.action == found] if isinstance(found, int) else []
            menu = found if isinstance(found, Menu) else Menu(tuple(kept), 0)
        self._note("legal.one" if len(menu.options) == 1 else "legal.count", n=len(menu.options))
        if len(menu.options) <= _LEGAL_LINES:
            for line in columns([Text(f"  {option.text}") for option in menu.options], self.console.width):
                self.console.print(line)
            return
        for step, options in menu.branches().items():
            after = list(dict.fromkeys(o.steps[menu.depth + 1] for o in options if len(o.steps) > menu.depth + 1))
            line = Text(f"  {label(self.session.state, step)}", "bold")
            line.append(f"  {' '.join(after)}" + (f"  ({len(options)})" if len(options) > 1 else ""), "not bold")
            self.console.print(line)

    def _preview(self) -> None:
        """What a Battle begun now would do, fought on a copy."""
        st = self.session.state
        if not st.field(FIRST) or st.field(PHASE) or st.stage() not in (ST_MAIN, ST_DISCARD):
            self._note("no.preview")
            return
        fought = st.copy()
        fought.b[STARTER] = st.actor()
        log = Log()
        before = fought.copy()
        chosen: list[int] = []

        def choose(now: State) -> int:
            chosen.append(now.stage())
            return default_choice(now)

        fight(fought, log, choose)
        self._note("preview")
        lines = battle_story(before, log.events)
        if not lines:
            self._note("preview.nothing")
        for line in lines:
            self._print(line)
        for stage, key in _CHOICES.items():
            if stage in chosen:
                self._note(key)
        self._note("preview.back")

    def _help(self, what: str) -> None:
        if not what:
            self.console.print(helping())
            return
        st = self.session.state
        if what.upper() in st.game.board.index:
            self._about_hex(st.game.board.index[what.upper()])
            return
        found = find_tile(st, what)
        command = next((name for name, names in _COMMANDS.items() if what.casefold() in names), None)
        if found is not None:
            tile, army = found
            first, *more = describe_tile(tile)
            self.console.print(Text.assemble((f" {tile.name} ", coat(army, bold=True)), first.removeprefix(tile.name)))
            for sentence in more:
                self.console.print(Hanging(Text(sentence), 2))
        elif command is not None:
            self.console.print(helping("?" if what == "?" else command))
        elif _LIKE_HEX.fullmatch(what):
            names = st.game.board.names
            self._note("no.hex", hex=what.upper(), board=st.game.board.key, first=names[0], last=names[-1])
        else:
            self._note("no.help", what=what)

    def _about_hex(self, h: int) -> None:
        """The unit on a hex: what it does now and why."""
        st = self.session.state
        name = st.game.board.names[h]
        under = ALL_TILES[st.unit(h, F_TILE) - 1].name if st.unit(h, F_TILE) else ""
        if st.unit(h, U_TILE):
            facts = why(st, h)
            army = seats(st.game.armies)[facts.owner] if facts.owner is not None else EXTRAS["bombers"]
            self.console.print(Text(f" {facts.tile.name} {name} ", coat(army, bold=True)))
            for line in facts.lines:
                self.console.print(Hanging(with_ruling(Text(f"{line.text}."), f"[{line.ruling}]"), 2))
            if under:
                self._note("under", tile=under)
        elif under:
            self._note("free.with", hex=name, tile=under)
        else:
            self._note("free", hex=name)
        if h in st.game.board.terminals:
            self._note("terminal")


# --- small things ---------------------------------------------------------------------------------
def _board_of(st: State) -> bytes:
    """What the board shows: everything about hexes, and HQ points."""
    points = bytes(st.hq(p) for p in range(len(st.game.armies)))
    hexes = st.to_bytes()[1:][HEADER : int(st.game.player_offset)]  # the first byte is the version
    return hexes + points


def _as_argument(path: Path) -> str:
    text = str(path)
    return f'"{text}"' if " " in text else text


def read_line(prompt: str) -> str:
    """One line from whoever types, without what cannot be printed. Where nobody sits at a keyboard it is repeated,
    so that what is printed can be read. Raises `EOFError` at the end of the input."""
    typed = "".join(letter if letter.isprintable() else " " for letter in input(prompt))
    if not sys.stdin.isatty():
        print(typed)
    return typed


def agreed(read: Callable[[str], str], path: Path) -> bool:
    """Ask whether a file may be written over."""
    return read(say("ask.overwrite", file=path)).strip().casefold() in say("yes").split()


def find_tile(st: State, name: str) -> tuple[Tile, Army] | None:
    """A tile of the armies in this game, of the actor's first, or of the extras, by its name or the beginning of it."""
    wanted = " ".join(name.casefold().split())
    mine = st.actor() if not st.is_over() else 0
    keys = [st.game.armies[mine], *st.game.armies]
    groups = [*(ARMIES[key] for key in dict.fromkeys(keys)), *EXTRAS.values()]
    for fits in (str.__eq__, str.startswith):
        for army in groups:
            for tile in army.tiles:
                names = (tile.name.casefold(), *(other.casefold() for other in tile.also_called))
                if any(fits(one, wanted) for one in names):
                    return tile, army
    every = {tile.name.casefold(): (tile, army) for army in reversed(groups) for tile in army.tiles}
    near = difflib.get_close_matches(wanted, every, n=1, cutoff=0.7)
    return every[near[0]] if near else None


class Completing:
    """While a line is typed, the Tab key completes its words, where the system can do that."""

    def __init__(self, words: Callable[[str], list[str]]) -> None:
        self.words = words

    def __enter__(self) -> None:
        if not sys.stdin.isatty():
            return
        try:
            import readline
        except ImportError:  # not on every system
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
