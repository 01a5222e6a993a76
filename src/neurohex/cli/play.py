"""`neurohex play`: play a whole game in the terminal."""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Mapping, Sequence
from datetime import date
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from neurohex.cli.lookup import find_army
from neurohex.cli.new import add_game_options, game_from
from neurohex.cli.parsing import CommandError, add_command
from neurohex.cli.play_desk import INTERRUPTED, OK, read_line
from neurohex.cli.play_save import DEFAULT_FILE, SaveFile, free_name
from neurohex.cli.play_table import PERSON, Table, agreed
from neurohex.cli.play_words import say
from neurohex.cli.reading import STANDARD_INPUT, read_text
from neurohex.cli.terminal import coat, command_name, console
from neurohex.draw import player_armies
from neurohex.model.reading import turn_number
from neurohex.notation.errors import NotationError
from neurohex.notation.record import Record, parse_record
from neurohex.players import PLAYERS, Player, PlayerError, make_player
from neurohex.session import Session
from neurohex.tiles import ARMIES

if TYPE_CHECKING:
    from neurohex.cli.parsing import Subparsers

SEATS: Final = 6
USUAL_BOT: Final = "level2"
"""Default player of unassigned seats: a beginner can beat it."""
LARGEST_SEED: Final = 10**18
_SETTLED: Final = {
    "mode": "",
    "ruleset": "living",
    "board": None,
    "teams": None,
    "score": False,
    "mercenaries": 0,
    "bomber": "none",
    "bomber_two": False,
    "alternative_start": False,
    "reinforcement": False,
    "open_piles": False,
    "terminals": None,
}
"""Options that a saved game sets, with their default values."""
_ABOUT = """\
Plays a game in the terminal: people at one keyboard, bots in the other seats. Without armies it asks for them. By
default you have the first seat, and beginner bots have the others. The game is saved as you play; Ctrl-C or the end of
the input leaves it, and --load resumes it. The first new decision rewrites the file, without comments that you added.

Type help in the game to see the commands.
"""
_EXAMPLES = """\
  neurohex play
  neurohex play borgo moloch
  neurohex play outpost hegemony --people           two people, one keyboard
  neurohex play smart vegas --board duel --seat1 random --seat2 person
  neurohex play --load neurohex-game.txt
"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command's parser."""
    parser = add_command(subparsers, "play", _ABOUT, _EXAMPLES)
    parser.add_argument("armies", metavar="ARMY", nargs="*", help="2 to 6 armies in the order of seats")
    parser.add_argument("--load", metavar="FILE", help="resume a saved game")
    parser.add_argument(
        "--save",
        metavar="FILE",
        help=f"where to save; default: {DEFAULT_FILE}, or if that exists neurohex-game-2.txt and so on",
    )
    parser.add_argument("--seed", type=int, help="the same seed gives every seat the same pile, in the same order")
    players = parser.add_argument_group(
        "who plays", f"WHO is {PERSON} or a program: {', '.join(PLAYERS)}; docs/bots.md lists their settings"
    )
    players.add_argument("--people", action="store_true", help="people have all other seats")
    for seat in range(1, SEATS + 1):
        players.add_argument(f"--seat{seat}", metavar="WHO", type=_player_name, help=f"player of seat {seat}")
    add_game_options(parser.add_argument_group("the game (see neurohex new --help)"))


def run(args: argparse.Namespace) -> int:
    """Start or resume a game and play it."""
    screen = console()
    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")  # a byte that is not UTF-8 is just a wrong word
    try:
        table = _loaded(args, screen) if args.load is not None else _new(args, screen)
    except EOFError:
        screen.print(f"\n{say('no.game')}")
        return OK
    except KeyboardInterrupt:
        screen.print(f"\n{say('no.game')}")
        return INTERRUPTED
    return table.play()


def _seed(given: int | None) -> int:
    if given is None:
        return random.SystemRandom().randrange(1 << 31)
    if abs(given) > LARGEST_SEED:
        raise CommandError(f"--seed: expected a number from -{LARGEST_SEED} to {LARGEST_SEED}")
    return given


# --- a new game -----------------------------------------------------------------------------------
def _new(args: argparse.Namespace, screen: Console) -> Table:
    seed = _seed(args.seed)
    if len(args.armies) == 1:
        args.armies.append(_other_army(args.armies, seed))
    if not args.armies:
        _hint_at_old_game(screen)
        args.armies = _ask_armies(args, seed, screen)
    game = game_from(args)
    whose = _players(args, len(game.armies), {})
    tags = {"Date": date.today().isoformat(), **{f"Player{p}": name for p, name in enumerate(whose)}}
    save_file = _save_file(args.save)
    led = ", ".join(f"{army.name} ({who})" for army, who in zip(player_armies(game.armies), whose, strict=True))
    shown = free_name(save_file.path) if args.save is None else save_file.path
    screen.print(Text(say("begin", armies=led, file=shown), "italic"))
    return Table(Session(game, seed, tags), save_file, screen, whose, _opponents(whose, seed))


def _save_file(save: str | None) -> SaveFile:
    if save is None:
        return SaveFile(Path(DEFAULT_FILE), spare=True)
    path = Path(save).expanduser()
    if path.is_dir():
        raise CommandError(f"--save: {save} is a folder; expected the name of a file")
    if not path.parent.is_dir():
        raise CommandError(f"--save: there is no folder {path.parent}")
    if path.exists():
        if not agreed(read_line, path):
            raise CommandError(f"--save: {save} is there already; give another name, or --load {save} to go on with it")
        return SaveFile(path, ours=True)
    return SaveFile(path)


def _hint_at_old_game(screen: Console) -> None:
    """Mention an unfinished game in this folder."""
    path = Path(DEFAULT_FILE)
    try:
        record = parse_record(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):  # no file, or no game in it
        return
    if not record.complete and record.actions:
        screen.print(Text(say("other.game", file=path, command=command_name()), "italic"), soft_wrap=True)


def _ask_armies(args: argparse.Namespace, seed: int, screen: Console) -> list[str]:
    """Ask for the armies of two seats; an empty answer picks a random free one."""
    keys = list(ARMIES)
    screen.print(Text(say("welcome"), "bold"))
    grid = Grid.grid(padding=(0, 1, 0, 0))
    grid.add_column(justify="right")
    grid.add_column(no_wrap=True)
    grid.add_column()
    for number, army in enumerate(ARMIES.values(), start=1):
        about = Text(f"{' '.join(army.about.split())} ")
        about.append(f"({say(f'difficulty.{army.difficulty}')})", "dim")
        grid.add_row(Text(str(number), "bold cyan"), Text(f" {army.name} ", coat(army, bold=True)), about)
    screen.print(grid)
    whose = _players(args, 2, {})
    who = say("you") if whose.count(PERSON) == 1 else say("person")
    chosen: list[str] = []
    while len(chosen) < 2:
        seat = len(chosen) + 1
        typed = read_line(say("ask.army", seat=seat, who=whose[seat - 1].replace(PERSON, who))).strip()
        if not typed:
            chosen.append(_other_army(chosen, seed))
        elif typed.isdecimal() and 1 <= int(typed) <= len(keys):
            chosen.append(keys[int(typed) - 1])
        else:
            begun = [key for key in keys if key.startswith(typed.casefold())]
            try:
                chosen.append(begun[0] if len(begun) == 1 else find_army(typed, extras=False).key)
            except CommandError:
                near = get_close_matches(typed.casefold(), keys, n=1)
                hint = say("near", near=near[0]) if near else ""
                screen.print(Text(say("no.army", typed=typed, armies=", ".join(keys), near=hint), "yellow"))
                continue
        screen.print(Text(say("army.chosen", seat=seat, army=ARMIES[chosen[-1]].name), "italic"))
    return chosen


def _other_army(chosen: list[str], seed: int) -> str:
    """A free army, chosen by the seed."""
    taken = {find_army(name, extras=False).key for name in chosen}
    return random.Random(seed).choice([key for key in ARMIES if key not in taken])


# --- a saved game ---------------------------------------------------------------------------------
def _loaded(args: argparse.Namespace, screen: Console) -> Table:
    if args.armies:
        raise CommandError("--load: the saved game has its armies; name none")
    for name, default in _SETTLED.items():
        if getattr(args, name) != default:
            raise CommandError(f"--{name.replace('_', '-')}: not with --load, as the saved game has it settled")
    if args.load == STANDARD_INPUT:
        raise CommandError("--load: expected a file; the standard input is where you play")
    record = load(args.load)
    session = Session.resume(record, _seed(args.seed))
    saved = {p: record.tags.get(f"Player{p}", PERSON) for p in range(len(record.game.armies))}
    whose = _players(args, len(record.game.armies), saved)
    session.tags.update({f"Player{p}": name for p, name in enumerate(whose) if name != saved[p]})
    save_file = _save_file(args.save) if args.save is not None else SaveFile(Path(args.load), ours=True)
    turn = turn_number(session.state)
    screen.print(Text(say("loaded" if turn else "loaded.before", file=args.load, turn=turn), "italic"))
    if not record.complete and not record.message.startswith("unfinished"):
        screen.print(Text(say("loaded.cut", file=args.load, message=record.message), "yellow"))
    table = Table(session, save_file, screen, whose, _opponents(whose, session.seed), saved=args.save is None)
    table.remind()
    return table


def load(file: str) -> Record:
    """The game saved in a file. Raises `CommandError` that names the file and the place."""
    try:
        return parse_record(read_text(file))
    except NotationError as error:
        raise CommandError(f"{file}: {error}") from error


# --- who plays ------------------------------------------------------------------------------------
def _players(args: argparse.Namespace, count: int, saved: Mapping[int, str]) -> list[str]:
    """Each seat's player: `person`, a person's name or a bot's name. Options come first, then the saved game; the
    default is one person against bots."""
    given: list[str | None] = [getattr(args, f"seat{seat}") for seat in range(1, SEATS + 1)]
    for seat in range(count + 1, SEATS + 1):
        if given[seat - 1] is not None:
            raise CommandError(f"--seat{seat}: the game has {count} seats")
    # Give the person the first seat that no option gives to a bot.
    left = [p for p in range(count) if given[p] is None]
    mine = left[0] if left and given[0] != PERSON else 0
    whose: list[str] = []
    for p in range(count):
        usual = saved.get(p, PERSON if p == mine else USUAL_BOT)
        if args.people and _is_program(usual):
            usual = PERSON
        whose.append(given[p] or usual)
    return whose


def _player_name(text: str) -> str:
    """Parse a seat's option: `person`, or a bot with its settings."""
    if text != PERSON:
        try:
            make_player(text, 0).close()
        except PlayerError as error:
            raise argparse.ArgumentTypeError(f"{error}; or {PERSON}") from error
    return text


def _is_program(name: str) -> bool:
    return name.partition(":")[0] in PLAYERS


def _opponents(whose: Sequence[str], seed: int) -> dict[int, Player]:
    return {p: make_player(name, seed + p + 1) for p, name in enumerate(whose) if _is_program(name)}
