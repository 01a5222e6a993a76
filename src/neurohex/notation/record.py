"""Game records: a text file with every draw and action of a game, one per line.

    [Neurohex "1"]
    [Ruleset "living"]
    [Board "standard"]
    [Mode "standard"]
    [Army0 "borgo"]
    [Army1 "outpost"]

    # before the first turn
    0: place HQ B3 facing N
    1: place HQ D2 facing N

    # turn 1: Borgo
    0: draw Brawler
    0: discard Brawler

Replaying a record gives the same last state as the game, byte for byte. docs/records.md describes the format.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from neurohex.board import TERMINALS
from neurohex.events import BattleBegan, Destroyed, Event, HqWounded, Scored
from neurohex.model.reading import ENDS, turn_number
from neurohex.notation.action import action_text, parse_action
from neurohex.notation.errors import ActionError, RecordError, shown
from neurohex.rules.actions import DRAW
from neurohex.rules.engine import (
    Game,
    GameError,
    IllegalAction,
    Log,
    Random,
    State,
    apply,
    empty_state,
    is_chance,
    is_legal,
    new_state,
)
from neurohex.tiles import ARMIES, army_key
from neurohex.words import listed

FORM: Final = "1"
"""Version of the record format; it covers the computation of a state's key."""

LONGEST_TEXT: Final = 2_000_000
"""Longest record to read, in characters. The longest games need a tenth of it."""
LONGEST_LINE: Final = 1_000
LONGEST_VALUE: Final = 400
"""Longest value of a tag, in characters. Even fully escaped it fits on a line."""
MOST_TAGS: Final = 100

_SINGLE_TAGS: Final = {
    "ruleset": "Ruleset",
    "board": "Board",
    "mode": "Mode",
    "teams": "Teams",
    "score": "Score",
    "mercenaries": "Mercenaries",
    "bomber": "Bomber",
    "bomber_two": "BomberTwo",
    "alternative_start": "AlternativeStart",
    "reinforcement": "Reinforcement",
    "open_piles": "OpenPiles",
    "terminals": "Terminals",
}
"""Tag of each part of a game's description except the armies."""
_ARMY_TAG: Final = re.compile(r"Army\d+", re.IGNORECASE)
_OWN_TAGS: Final = ("Neurohex", "Result", "Key", *_SINGLE_TAGS.values())
"""Tags derived from the game and its actions; callers cannot set them."""

_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,39}")
_TAG: Final = re.compile(r'\[\s*([A-Za-z][A-Za-z0-9_]{0,39})\s+"((?:[^"\\]|\\["\\])*)"\s*\]')
_CONTROL: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_ACT: Final = re.compile(r"(\d{1,2})\s*:\s*(\S.*)")
_RESULT: Final = re.compile(r"result\s*:\s*(.*)", re.IGNORECASE)

_ENDS: Final = {
    "hq": "an HQ was destroyed",
    "final": "after the Final Battle",
    "additional": "after the Additional Battle",
    "still": "a full board that fights without change",
    "score": "enough points were scored",
}
_BATTLES: Final = {"full board": "Battle on a full board", "final": "Final Battle", "additional": "Additional Battle"}
_MOST_PLAYERS: Final = 6
_ANALYSIS: Final = ";;"
"""Mark of the lines of an analysis; readers that know none take them for remarks."""

_NO_STUDY: Final = "a record tells a game from its first act; a position for study has none"


@dataclass(slots=True)
class Record:
    """A game and all its actions, including draws."""

    game: Game
    tags: dict[str, str] = field(default_factory=dict)
    """Additional tags: Date, Seed, Player0 and others, except derived ones."""
    actions: list[int] = field(default_factory=list)
    complete: bool = False
    """Whether the record reaches the result. If not, it is truncated or the game is unfinished."""
    message: str = ""
    """One line that says where an incomplete record ends."""
    analysis: tuple[str, ...] = ()
    """The lines of its analysis (`neurohex.analysis.section`), without their mark. It is of these actions alone."""


class Sink(Protocol):
    """Output of a recorder: an open text file, or an object with its `write` and `flush`."""

    def write(self, text: str, /) -> object:
        """Take whole lines."""

    def flush(self) -> object:
        """Make them durable."""


# --- chance ---------------------------------------------------------------------------------------
class Piles:
    """Every player's pile in drawing order, fixed from the start.

    Stateless: the state determines the next draw.
    """

    def __init__(self, game: Game, orders: Sequence[Sequence[int]]) -> None:
        """`orders`: for each player the numbers of all tiles in drawing order."""
        self.game: Final = game
        self.orders: Final = tuple(tuple(order) for order in orders)
        """The whole pile of each player in drawing order."""

    def upcoming(self, st: State, player: int) -> tuple[int, ...]:
        """The numbers of all tiles in a player's pile, the next to be drawn first."""
        top = tuple(reversed(st.top(player)))
        left = Counter(st.pile(player))
        left.subtract(top)
        below: list[int] = []
        # The rest of the shuffled pile is its tail. Matching tile by tile from there also works if the pile differs
        # slightly: a Bio-droid so deep that the state forgot its place, or draws edited by hand.
        for tile in reversed(self.orders[player]):
            if left[tile]:
                left[tile] -= 1
                below.append(tile)
        return (*top, *sorted(left.elements()), *reversed(below))

    def draw(self, st: State) -> int:
        """The next draw, as an action. Precondition: chance is to act."""
        if not is_chance(st):
            raise ValueError("draw: no tile is to be drawn now")
        player = st.actor()
        return DRAW + int(st.kind(player, self.upcoming(st, player)[0]))


class Dealer(Piles):
    """Shuffles every player's pile once, from a seed.

    A pile's order depends only on the seed, the seat and the army, so each player draws the same tiles in the same
    order in any game.
    """

    def __init__(self, game: Game, seed: int) -> None:
        """Shuffle the piles of a game; any integer is a seed."""
        full = empty_state(game)
        players = range(len(game.armies))
        super().__init__(game, [_shuffled(full.pile(p), Random(seed * _MOST_PLAYERS + p)) for p in players])
        self.seed: Final = seed


def _shuffled(pile: Mapping[int, int], random: Random) -> tuple[int, ...]:
    """A uniform shuffle of a pile's tiles."""
    tiles = [tile for tile, count in pile.items() for _ in range(count)]
    for last in range(len(tiles) - 1, 0, -1):
        other = int(random.below(last + 1))
        tiles[last], tiles[other] = tiles[other], tiles[last]
    return tuple(tiles)


def deal(game: Game, seed: int, choices: Iterable[int]) -> Record:
    """The record of a game from a seed and the players' actions, without draws.

    After the last choice, draws continue until a player must decide. Raises `RecordError` for an illegal choice, and
    for choices after the end.
    """
    dealer = Dealer(game, seed)
    recorder = Recorder(game, {"Seed": str(seed)})
    st = recorder.state
    given = iter(choices)
    while True:
        while is_chance(st):
            recorder.play(dealer.draw(st))
        choice = next(given, None)
        if choice is None:
            return recorder.record
        recorder.play(choice)


def is_dealt_from_seed(record: Record) -> bool:
    """Whether the record names its seed and every draw follows from it."""
    if "Seed" not in record.tags:
        return False
    dealer = Dealer(record.game, int(record.tags["Seed"]))
    return all(
        not is_chance(st) or dealer.draw(st) == action
        for st, action in zip(replay(record), record.actions, strict=False)
    )


# --- results --------------------------------------------------------------------------------------
def result_text(st: State) -> str:
    """The result line of a finished game; "unfinished" while it runs."""
    return result_words(st.result()) if st.is_over() else "unfinished"


def result_words(result: Sequence[int]) -> str:
    """A result line. For each player: 1 won, 0 drawn, -1 lost."""
    winners = [str(p) for p, points in enumerate(result) if points > 0]
    drawn = [str(p) for p, points in enumerate(result) if points == 0]
    if len(winners) == 1:
        return f"player {winners[0]} wins"
    if winners:
        return f"players {listed(winners)} win"
    if len(drawn) == len(result):
        return "draw"
    return f"draw of players {listed(drawn)}"


def key_text(st: State) -> str:
    """A state's key, in the form of the Key tag."""
    return f"{st.key():016x}"


# --- writing --------------------------------------------------------------------------------------
class Recorder:
    """Plays a game and writes its record line by line, flushing every line.

    Read `state`, but change it only with `play`. `parse_record` can read the output at any time, even after a
    partial last line.
    """

    def __init__(self, game: Game, tags: Mapping[str, str] | None = None, out: Sink | None = None) -> None:
        """Start a record and write its header to `out`. Raises `RecordError` for invalid tags."""
        self.record = Record(game, dict(tags or {}))
        self.state = _beginning(game)
        self._out = out
        self._writer = _LineWriter(self.record)
        self._write(_header(self.record, {}))

    @classmethod
    def resume(cls, record: Record, out: Sink | None = None) -> Recorder:
        """Resume a record: write all of it to `out`, a new or truncated file, then what follows."""
        recorder = cls(record.game, record.tags, out)
        for number, action in enumerate(record.actions):
            recorder._play(number, action, None)
        return recorder

    def play(self, action: int, log: Log | None = None) -> None:
        """Apply and write an action or a draw; add its events to `log`.

        Raises `RecordError` for an illegal action; nothing is then changed or written.
        """
        self._play(len(self.record.actions), action, log)

    def _play(self, number: int, action: int, log: Log | None) -> None:
        events = Log() if log is None else log
        self._write(self._writer.step(self.state, number, action, events))
        self.record.actions.append(action)
        if self.state.is_over():
            self.record.complete = True
            self._write(self._writer.ending(self.state))

    def _write(self, lines: list[str]) -> None:
        if self._out is not None:
            self._out.write("".join(f"{line}\n" for line in lines))
            self._out.flush()


def write_record(record: Record) -> str:
    """The record as text, with the result if the game is over and the key of its last state.

    Raises `RecordError` for an illegal action or an invalid tag.
    """
    writing = record_writing(record)
    while True:
        try:
            next(writing)
        except StopIteration as end:
            return str(end.value)


def record_writing(record: Record) -> Generator[None, None, str]:
    """`write_record` as a generator that yields after each action and returns the text, for hosts that must not
    block."""
    st = _beginning(record.game)
    writer = _LineWriter(record)
    lines: list[str] = []
    for number, action in enumerate(record.actions):
        lines += writer.step(st, number, action, Log())
        yield
    found = {"Result": result_text(st)} if st.is_over() else {}
    if st.is_over():
        lines += writer.ending(st)
    if record.analysis:
        lines += ["", *(f"{_ANALYSIS} {line}" for line in record.analysis)]
    return "".join(f"{line}\n" for line in [*_header(record, {**found, "Key": key_text(st)}), *lines])


class _LineWriter:
    """Formats actions as lines, with headings for turns and comments on Battles."""

    def __init__(self, record: Record) -> None:
        armies = record.game.armies
        self.armies = [
            " ".join(ARMIES[key].name.split()) + (f" (player {p})" if armies.count(key) > 1 else "")
            for p, key in enumerate(armies)
        ]
        self.players = [
            f"{army}, {record.tags[tag]}" if (tag := f"Player{p}") in record.tags else army
            for p, army in enumerate(self.armies)
        ]
        self.turn = -1

    def step(self, st: State, number: int, action: int, log: Log) -> list[str]:
        """Apply one action to the state; return its lines."""
        turn = turn_number(st)
        heading = [] if turn == self.turn else self._heading(st, turn)
        if not is_legal(st, action):
            raise _illegal(number, action)
        line = f"{st.actor()}: {action_text(st, action)}"
        seen = len(log.events)
        apply(st, action, log)
        self.turn = turn
        return [*heading, line, *(f"; {said}" for event in log.events[seen:] for said in self._told(event))]

    def _heading(self, st: State, turn: int) -> list[str]:
        if turn == 0:
            return ["# before the first turn"]
        return ["", f"# turn {turn}: {self.players[st.turn()]}"]

    def _told(self, event: Event) -> Iterator[str]:
        """A comment on a Battle, for readers only."""
        match event:
            case BattleBegan():
                yield _BATTLES.get(event.cause, f"Battle, begun by {self.armies[event.player]}")
            case Destroyed() if event.phase is not None:
                unit = event.unit
                yield f"initiative {event.phase}: {unit.tile.name} on {unit.hex} is destroyed"
            case HqWounded() if event.phase is not None:
                army = self.armies[event.player]
                yield f"initiative {event.phase}: the HQ of {army} loses {event.lost} and has {event.left}"
            case Scored() if event.phase is not None:
                yield f"initiative {event.phase}: {self.armies[event.player]} scores {event.points}"

    def ending(self, st: State) -> list[str]:
        """The last lines of a finished game."""
        points = [st.points(p) if st.game.score else st.hq(p) for p in range(len(self.armies))]
        table = ", ".join(f"{army} {left}" for army, left in zip(self.armies, points, strict=True))
        return ["", f"; {table}: {_ENDS[ENDS[st.end_reason()]]}", f"result: {result_text(st)}"]


def _beginning(game: Game) -> State:
    if game.mode == "position":
        raise RecordError("Mode", _NO_STUDY)
    return new_state(game)


def game_tags(game: Game) -> dict[str, str]:
    """The tags that describe a game, in order, without defaults."""
    tags = {"Neurohex": FORM}
    described = game.describe()
    for name, tag in _SINGLE_TAGS.items():
        if name in described:
            tags[tag] = _tag_value(described[name])
        if name == "mode":
            tags.update((f"Army{p}", army) for p, army in enumerate(game.armies))
    return tags


def _tag_value(value: object) -> str:
    if value is True:
        return "yes"
    if isinstance(value, tuple):
        if value and isinstance(value[0], tuple):
            return ", ".join(_tag_value(team) for team in value)
        return " ".join(str(item) for item in value)
    return str(value)


def _header(record: Record, found: Mapping[str, str]) -> list[str]:
    seen: set[str] = set()
    for name, value in record.tags.items():
        if not _NAME.fullmatch(name):
            raise RecordError(f"tag {shown(name)}", "expected a name of at most 40 letters, digits and _")
        if _known(name) in _OWN_TAGS or _ARMY_TAG.fullmatch(name):
            raise RecordError(name, "the tag follows from the game and cannot be set")
        if name.casefold() in seen:
            raise RecordError(name, "the tag stands there twice")
        seen.add(name.casefold())
        _check_value(_known(name), value, 0)
    tags = {**game_tags(record.game), **record.tags, **found}
    if len(tags) > MOST_TAGS:
        raise RecordError("tags", f"at most {MOST_TAGS} tags, not {len(tags)}")
    return [*(f'[{name} "{_escaped(value)}"]' for name, value in tags.items()), ""]


def _check_value(name: str, value: str, line: int) -> None:
    """Refuse an invalid tag value."""
    if len(value) > LONGEST_VALUE:
        raise RecordError(name, f"expected at most {LONGEST_VALUE} characters, got {len(value)}", line)
    if _CONTROL.search(value):
        raise RecordError(name, "expected a value without control characters", line)
    if name == "Seed" and not re.fullmatch(r"-?\d{1,100}", value, re.ASCII):
        raise RecordError(name, f"expected a whole number, got {shown(value)}", line)


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


# --- reading --------------------------------------------------------------------------------------
def parse_record(text: str) -> Record:
    """Parse a record and replay every line through the rules.

    A record without a result is read up to its last whole line: `complete` is False, and `message` says where it
    ends. Any other fault raises `RecordError` with the line and what was expected.
    """
    return _Parser(text).parse()


class _Parser:
    def __init__(self, text: str) -> None:
        if len(text) > LONGEST_TEXT:
            raise RecordError("", f"longer than {LONGEST_TEXT:,} characters; no game is")
        self.lines = [line.strip() for line in text.removeprefix("\ufeff").split("\n")]
        self.torn = self.lines.pop()
        """The text after the last line end: a possibly partial line."""
        self.tags: dict[str, str] = {}
        self.where: dict[str, int] = {}
        """Line of each tag."""

    def parse(self) -> Record:
        first = self._read_tags()
        game = _game_of(self.tags, self.where)
        own = {*game_tags(game), *_OWN_TAGS}
        record = Record(game, {name: value for name, value in self.tags.items() if name not in own})
        st = _beginning(game)
        self._read_body(record, st, first)
        noted = (line.removeprefix(_ANALYSIS).strip() for line in self.lines if line.startswith(_ANALYSIS))
        record.analysis = tuple(noted)
        if record.complete:
            self._check_tags(st)
        return record

    # --- the header ---
    def _read_tags(self) -> int:
        """Read the tags; return the number (from 0) of the first line with a draw, an action or the result."""
        ended = False  # an empty line or a body line follows, so the last tag is whole
        for number, line in enumerate(self.lines):
            if line.startswith("["):
                self._read_tag(number + 1, line)
                ended = False
            elif not line:
                ended = True
            elif line[0] not in ";#":
                self._need_tags(number, line)
                return number
        number = len(self.lines)
        if self.torn.startswith("["):
            raise RecordError("", "cut off among the tags", number + 1)
        if self.torn or not self.tags:
            self._need_tags(number, self.torn)
        elif not ended:
            raise RecordError("", "cut off: expected an empty line after the tags, then draws and actions", number + 1)
        return number

    def _need_tags(self, number: int, line: str) -> None:
        if not line:
            raise RecordError("", "the record is empty")
        if not self.tags:
            raise RecordError(
                "", f'expected [Neurohex "{FORM}"], the first tag of a record, got {shown(line)}', number + 1
            )

    def _read_tag(self, number: int, line: str) -> None:
        match = _TAG.fullmatch(line) if len(line) <= LONGEST_LINE else None
        if match is None:
            raise RecordError("", f'expected a tag as [Name "value"], got {shown(line)}', number)
        name = _known(match[1])
        value = re.sub(r"\\(.)", r"\1", match[2])
        if not self.tags and name != "Neurohex":
            raise RecordError(name, f'expected [Neurohex "{FORM}"] as the first tag', number)
        if name == "Neurohex" and value != FORM:
            raise RecordError(name, f'expected "{FORM}", the form that is read here, got {shown(value)}', number)
        for other, there in self.where.items():
            if other.casefold() == name.casefold():
                raise RecordError(name, f"the tag stands on line {there} already", number)
        if len(self.tags) == MOST_TAGS:
            raise RecordError(name, f"at most {MOST_TAGS} tags", number)
        _check_value(name, value, number)
        self.tags[name] = value
        self.where[name] = number

    # --- draws and actions ---
    def _read_body(self, record: Record, st: State, first: int) -> None:
        last = 0
        for number, line in enumerate(self.lines[first:], first + 1):
            if not line or line[0] in ";#":
                continue
            if record.complete:
                raise RecordError("", f"expected nothing after the result, got {shown(line)}", number)
            if _RESULT.fullmatch(line):
                self._read_result(record, st, line, number)
            else:
                action = _read_line(st, line, number)
                apply(st, action)
                record.actions.append(action)
            last = number
        if self.torn and self.torn[0] not in ";#":
            number = len(self.lines) + 1
            if record.complete:
                raise RecordError("", f"expected nothing after the result, got {shown(self.torn)}", number)
            if _says_result(self.torn, st):
                record.complete = True  # only its line end is missing
                return
            record.message = f"line {number} is not whole and was left out: {shown(self.torn)}"
        elif not record.complete:
            record.message = self._why_no_result(st, last)

    def _why_no_result(self, st: State, last: int) -> str:
        if st.is_over():
            return f"the game is over after line {last}, but the result is missing"
        after = f"after line {last}" if last else "before its first action"
        if "Ended" in self.tags:
            return f"ended {after}, not by the rules: {self.tags['Ended']}"
        if "Result" in self.tags or self.tags.get("Key", key_text(st)) != key_text(st):
            return f"cut off {after}"
        return f"unfinished: the record ends {after}"

    def _read_result(self, record: Record, st: State, line: str, number: int) -> None:
        if not st.is_over():
            raise RecordError("result", f"the game is not over here; expected an action of player {st.actor()}", number)
        if not _says_result(line, st):
            raise RecordError("result", f"expected {shown(result_text(st))}, got {shown(line)}", number)
        record.complete = True

    def _check_tags(self, st: State) -> None:
        result, key = self.tags.get("Result"), self.tags.get("Key")
        if result is not None and result.casefold() != result_text(st):
            raise RecordError(
                "Result", f"the game ended with {shown(result_text(st))}, not {shown(result)}", self.where["Result"]
            )
        if key is not None and key.casefold() != key_text(st):
            raise RecordError("Key", f"the game ended in {shown(key_text(st))}, not {shown(key)}", self.where["Key"])


def _says_result(line: str, st: State) -> bool:
    match = _RESULT.fullmatch(line)
    return match is not None and st.is_over() and " ".join(match[1].casefold().split()) == result_text(st)


def _read_line(st: State, line: str, number: int) -> int:
    """Parse the action on one line."""
    match = _ACT.fullmatch(line) if len(line) <= LONGEST_LINE else None
    if st.is_over():
        raise RecordError("", f'the game is over; expected "result: {result_text(st)}", got {shown(line)}', number)
    if line.startswith("["):
        raise RecordError("", f"expected an action, as tags stand before the first one, got {shown(line)}", number)
    if match is None:
        raise RecordError("", f'expected a player and an action as "{st.actor()}: end turn", got {shown(line)}', number)
    if int(match[1]) != st.actor():
        raise RecordError(
            "", f"expected an action of player {st.actor()}, who is to act, not of player {match[1]}", number
        )
    try:
        return parse_action(st, match[2])
    except ActionError as error:
        raise RecordError("", str(error), number) from None


def _known(name: str) -> str:
    """A tag's name in its canonical spelling."""
    for own in (*_OWN_TAGS, "Seed", "Date"):
        if own.casefold() == name.casefold():
            return own
    if re.fullmatch(r"(army|player)\d+", name, re.IGNORECASE):
        return name.capitalize()
    return name


def _game_of(tags: Mapping[str, str], where: Mapping[str, int]) -> Game:
    """The game that the tags describe."""
    for tag in ("Ruleset", "Board", "Army0", "Army1"):
        if tag not in tags:
            raise RecordError("", f'expected a tag [{tag} "…"], but it is missing', max(where.values()) + 1)
    armies = sorted((tag for tag in tags if _ARMY_TAG.fullmatch(tag)), key=lambda tag: int(tag[4:]))
    keys: list[str] = []
    for p, tag in enumerate(armies):
        if tag != f"Army{p}":
            raise RecordError(tag, f"expected [Army{p}], as armies are numbered without gaps", where[tag])
        key = army_key(tags[tag])
        if key is None:
            raise RecordError(tag, f"no army {shown(tags[tag])}; there are {', '.join(ARMIES)}", where[tag])
        keys.append(key)

    if tags.get("Mode", "").casefold() == "position":
        raise RecordError("Mode", _NO_STUDY, where["Mode"])

    def number(tag: str, word: str) -> int:
        if not re.fullmatch(r"\d{1,2}", word, re.ASCII):
            raise RecordError(tag, f"expected a number, got {shown(word)}", where[tag])
        return int(word)

    def flag(tag: str) -> bool:
        word = tags.get(tag, "no").casefold()
        if word not in ("yes", "no"):
            raise RecordError(tag, f"expected yes or no, got {shown(tags[tag])}", where[tag])
        return word == "yes"

    teams = tuple(
        tuple(number("Teams", word) for word in team.split())
        for team in tags.get("Teams", "").split(",")
        if team.strip()
    )
    terminals = tuple(tags["Terminals"].upper().split()) if "Terminals" in tags else TERMINALS
    try:
        return Game(
            tuple(keys),
            ruleset=tags["Ruleset"].casefold(),
            board=tags["Board"].casefold(),
            mode=tags.get("Mode", "").casefold(),
            teams=teams,
            score=flag("Score"),
            mercenaries=number("Mercenaries", tags.get("Mercenaries", "0")),
            bomber=tags.get("Bomber", "none").casefold(),
            bomber_two=flag("BomberTwo"),
            alternative_start=flag("AlternativeStart"),
            reinforcement=flag("Reinforcement"),
            open_piles=flag("OpenPiles"),
            terminals=terminals,
        )
    except GameError as error:
        tag = _SINGLE_TAGS.get(str(error).partition(":")[0], "Army0")
        raise RecordError("", str(error), where.get(tag, where["Army0"])) from None


# --- replaying ------------------------------------------------------------------------------------
def replay(record: Record) -> Iterator[State]:
    """The states of a record: the initial one, then one after each action. Each is an independent copy.

    Raises `RecordError` for an illegal action.
    """
    st = _beginning(record.game)
    yield st.copy()
    for number, action in enumerate(record.actions):
        _apply(st, number, action)
        yield st.copy()


def final_state(record: Record) -> State:
    """The state after the last action. Raises `RecordError` for an illegal action."""
    st = _beginning(record.game)
    for number, action in enumerate(record.actions):
        _apply(st, number, action)
    return st


def _apply(st: State, number: int, action: int) -> None:
    try:
        apply(st, action)
    except IllegalAction:
        raise _illegal(number, action) from None


def _illegal(number: int, action: int) -> RecordError:
    return RecordError(f"actions[{number}]", f"action {action} is not legal there")
