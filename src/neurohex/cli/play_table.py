"""People and bots at one table: asks the player to move, prints what happened, saves the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from rich.console import Console

from neurohex.cli.play_desk import LOOKING, Commands, Desk
from neurohex.cli.play_save import SaveFile, write_whole
from neurohex.cli.play_screen import seat_names
from neurohex.cli.play_words import say
from neurohex.cli.terminal import command_name
from neurohex.cli.thoughts import reasons_text, thought_table
from neurohex.notation.action import action_text
from neurohex.notation.record import write_record
from neurohex.players import Player
from neurohex.players.thinking import DEFAULT_SECONDS, ClockedSearch
from neurohex.session import CHANCE, NothingToUndo, Session

PERSON: Final = "person"
"""The player of a seat without a name."""
_COMMANDS: Final[Commands] = {**LOOKING, "hint": ("hint",), "undo": ("undo", "u", "back"), "save": ("save",)}
_HINTS: Final = 3
"""Number of actions in a hint."""


class Table(Desk):
    """A game between people at one keyboard and bots."""

    def __init__(
        self,
        session: Session,
        save_file: SaveFile,
        console: Console,
        whose: Sequence[str],
        opponents: Mapping[int, Player],
        *,
        saved: bool = False,
    ) -> None:
        """`whose`: each seat's player, `PERSON` for a person without a name. `opponents`: the bots by seat (from 0).
        `saved`: the file already holds the game."""
        self.session = session
        self.save_file = save_file
        self.opponents = opponents
        people = [p for p in range(len(whose)) if p not in opponents]
        alone = say("you") if len(people) == 1 else ""
        names = seat_names(
            session.state,
            [
                alone or f"{say('person')} {people.index(p) + 1}" if name == PERSON else name
                for p, name in enumerate(whose)
            ],
        )
        super().__init__(session, console, names, _COMMANDS)
        self._problem = ""
        self._unsaved = not saved

    # --- the game ---
    def play(self) -> int:
        """Play to the end, or until a player leaves; return the exit code. Always saves the game."""
        try:
            return self.sit(self._go_through)
        finally:
            for player in self.opponents.values():
                player.close()

    def _go_through(self) -> None:
        while not self.session.state.is_over():
            action = self._next_action()
            first = len(self.session.steps)
            self.session.act(action)
            self._unsaved = True  # until a person is asked again
            self.tell(self.session.steps[first:], lambda player: player not in self.opponents)
        self.tell_end()
        if self._ensure_saved():
            self.note("record", file=self.save_file.path)

    def _next_action(self) -> int:
        st = self.session.state
        if st.actor() in self.opponents:
            return self.opponents[st.actor()].choose(st)
        if self._unsaved and any(step.player != CHANCE for step in self.session.steps):
            self._keep()
        while True:
            action = self.decide()
            if action is not None:
                return action

    def _keep(self) -> None:
        try:
            self.save_file.save(self.session)
        except OSError as error:
            problem = f"{self.save_file.path}: {error.strerror or error}"
            if problem != self._problem:  # report a problem once
                self.note("not.saved", problem=problem)
            self._problem = problem
        else:
            self._problem = ""
            self._unsaved = False

    def _ensure_saved(self) -> bool:
        """Save the game if the file is out of date; return whether it is saved."""
        self._problem = ""  # report the problem again: the player is leaving
        if self._unsaved:
            self._keep()
        return not self._problem

    def leave(self) -> None:
        """See `Desk`: save the game and say how to resume it."""
        if not any(step.player != CHANCE for step in self.session.steps):
            self.note("nothing.played")
            return
        if self._ensure_saved():
            self.note("go.on", command=command_name(), file=_as_argument(self.save_file.path))

    # --- commands ---
    def do(self, name: str, words: Sequence[str]) -> None:
        """Give a hint, take back, or save."""
        if name == "hint":
            self._hint()
        elif name == "undo":
            self._undo()
        else:
            self._save(" ".join(words))

    def _hint(self) -> None:
        self.note("thinking")
        found = ClockedSearch(self.session.seed, DEFAULT_SECONDS).consider(self.session.state)
        self.console.print(thought_table(self.session.state, found[:_HINTS]))
        self.console.print(reasons_text(self.session.state, found[0]))

    def _undo(self) -> None:
        last = self.session.steps[-1] if self.session.steps else None
        try:
            if last is not None and last.player in self.opponents:
                raise NothingToUndo
            step = self.session.undo()
        except NothingToUndo:
            self.note("no.undo")
            return
        self.note("undone", text=action_text(step.before, step.action))
        self._unsaved = True
        self._keep()

    def _save(self, name: str) -> None:
        if not name:
            self._problem = ""
            self._keep()
            if not self._problem:
                self.note("saved", file=self.save_file.path)
            return
        path = Path(name)
        try:
            path = path.expanduser()
            if path.is_dir():
                self.note("folder", file=name)
                return
            if path.exists() and not agreed(self.read, path):
                self.note("kept")
                return
            write_whole(path, write_record(self.session.record()))
        except OSError as error:
            self.note("not.saved", problem=f"{path}: {error.strerror or error}")
        except (RuntimeError, ValueError) as error:  # no such home folder; an invalid file name
            self.note("not.saved", problem=f"{path}: {error}")
        else:
            self.note("saved.copy", file=path)


def _as_argument(path: Path) -> str:
    text = str(path)
    return f'"{text}"' if " " in text else text


def agreed(read: Callable[[str], str], path: Path) -> bool:
    """Ask whether to overwrite a file."""
    return read(say("ask.overwrite", file=path)).strip().casefold() in say("yes").split()
