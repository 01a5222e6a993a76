"""The list of golden games, and how each is played."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from neurohex.notation.record import Dealer, Record, Recorder, write_record
from neurohex.rules.engine import Game, Random, is_chance
from neurohex.rules.game import RULESETS
from tests.golden.player import choose
from tests.golden.playthrough import playthrough

FOLDER: Final = Path(__file__).parent / "records"
SEEDS: Final = {
    ("borgo", "borgo"): (38, 43),
    ("borgo", "moloch"): (21, 55),
    ("borgo", "outpost"): (25, 3),
    ("borgo", "hegemony"): (28, 15),
    ("borgo", "smart"): (11, 55),
    ("borgo", "vegas"): (14, 57),
    ("borgo", "doomsday"): (21, 52),
    ("moloch", "moloch"): (6, 19),
    ("moloch", "outpost"): (54, 6),
    ("moloch", "hegemony"): (8, 34),
    ("moloch", "smart"): (59, 1),
    ("moloch", "vegas"): (25, 34),
    ("moloch", "doomsday"): (31, 35),
    ("outpost", "outpost"): (11, 12),
    ("outpost", "hegemony"): (23, 1),
    ("outpost", "smart"): (21, 56),
    ("outpost", "vegas"): (32, 14),
    ("outpost", "doomsday"): (31, 54),
    ("hegemony", "hegemony"): (36, 37),
    ("hegemony", "smart"): (52, 19),
    ("hegemony", "vegas"): (15, 23),
    ("hegemony", "doomsday"): (35, 49),
    ("smart", "smart"): (57, 28),
    ("smart", "vegas"): (58, 16),
    ("smart", "doomsday"): (4, 56),
    ("vegas", "vegas"): (29, 9),
    ("vegas", "doomsday"): (29, 10),
    ("doomsday", "doomsday"): (43, 27),
}
"""Every pairing of the seven first armies, with its seeds on the standard and on the Duel board.

The seeds give eventful games; together with `FURTHER` they have every kind of action.
"""
FURTHER: Final = {
    ("borgo", "steelpolice"): 8,
    ("borgo", "newyork"): 2,
    ("borgo", "neojungle"): 39,
    ("borgo", "sharrash"): 28,
    ("borgo", "mississippi"): 12,
    ("borgo", "uranopolis"): 12,
    ("moloch", "steelpolice"): 28,
    ("moloch", "newyork"): 21,
    ("moloch", "neojungle"): 38,
    ("moloch", "sharrash"): 21,
    ("moloch", "mississippi"): 10,
    ("moloch", "uranopolis"): 38,
    ("outpost", "steelpolice"): 39,
    ("outpost", "newyork"): 23,
    ("outpost", "neojungle"): 40,
    ("outpost", "sharrash"): 17,
    ("outpost", "mississippi"): 26,
    ("outpost", "uranopolis"): 14,
    ("hegemony", "steelpolice"): 29,
    ("hegemony", "newyork"): 38,
    ("hegemony", "neojungle"): 20,
    ("hegemony", "sharrash"): 23,
    ("hegemony", "mississippi"): 3,
    ("hegemony", "uranopolis"): 1,
    ("smart", "steelpolice"): 20,
    ("smart", "newyork"): 37,
    ("smart", "neojungle"): 25,
    ("smart", "sharrash"): 17,
    ("smart", "mississippi"): 18,
    ("smart", "uranopolis"): 11,
    ("vegas", "steelpolice"): 38,
    ("vegas", "newyork"): 15,
    ("vegas", "neojungle"): 35,
    ("vegas", "sharrash"): 33,
    ("vegas", "mississippi"): 26,
    ("vegas", "uranopolis"): 10,
    ("doomsday", "steelpolice"): 21,
    ("doomsday", "newyork"): 23,
    ("doomsday", "neojungle"): 28,
    ("doomsday", "sharrash"): 19,
    ("doomsday", "mississippi"): 18,
    ("doomsday", "uranopolis"): 16,
    ("steelpolice", "steelpolice"): 15,
    ("steelpolice", "newyork"): 14,
    ("steelpolice", "neojungle"): 1,
    ("steelpolice", "sharrash"): 37,
    ("steelpolice", "mississippi"): 7,
    ("steelpolice", "uranopolis"): 25,
    ("newyork", "newyork"): 35,
    ("newyork", "neojungle"): 28,
    ("newyork", "sharrash"): 40,
    ("newyork", "mississippi"): 26,
    ("newyork", "uranopolis"): 30,
    ("neojungle", "neojungle"): 8,
    ("neojungle", "sharrash"): 38,
    ("neojungle", "mississippi"): 35,
    ("neojungle", "uranopolis"): 8,
    ("sharrash", "sharrash"): 29,
    ("sharrash", "mississippi"): 28,
    ("sharrash", "uranopolis"): 16,
    ("mississippi", "mississippi"): 35,
    ("mississippi", "uranopolis"): 28,
    ("uranopolis", "uranopolis"): 1,
}
"""Every other pairing, with its seed: on the standard and on the Duel board in turn."""


@dataclass(frozen=True, slots=True)
class Golden:
    """A golden game: its file, description and seed."""

    name: str
    """Path below `FOLDER`, without `.txt`."""
    game: Game
    seed: int
    told: bool = False
    """Whether the record is a playthrough, with all events in comments."""

    @property
    def path(self) -> Path:
        """The file of the record."""
        return FOLDER / f"{self.name}.txt"

    def play(self) -> Record:
        """The game, played from its seed."""
        dealer = Dealer(self.game, self.seed)
        random = Random(-1 - self.seed)
        recorder = Recorder(self.game, {"Seed": str(self.seed)})
        while not recorder.state.is_over():
            chance = is_chance(recorder.state)
            recorder.play(dealer.draw(recorder.state) if chance else choose(recorder.state, random))
        return recorder.record

    def text(self, record: Record) -> str:
        """The text of the record."""
        return playthrough(record) if self.told else write_record(record)


def _told() -> list[Golden]:
    return [
        Golden("playthroughs/borgo-moloch-living", Game(("borgo", "moloch")), 18, told=True),
        Golden("playthroughs/outpost-hegemony-3.0", Game(("outpost", "hegemony"), ruleset="3.0"), 1, told=True),
        Golden("playthroughs/hegemony-borgo-2008", Game(("hegemony", "borgo"), ruleset="2008"), 37, told=True),
    ]


def _pairings() -> list[Golden]:
    """Every pairing, alternating rulesets; on the Duel board the second army begins."""
    found = []
    for number, ((one, two), (seed, duel_seed)) in enumerate(SEEDS.items()):
        standard = Game((one, two), ruleset=RULESETS[number % 3])
        duel = Game((two, one), ruleset=RULESETS[(number + 1) % 3], board="duel")
        found.append(Golden(f"standard/{one}-{two}", standard, seed))
        found.append(Golden(f"duel/{two}-{one}", duel, duel_seed))
    for number, ((one, two), seed) in enumerate(FURTHER.items()):
        rules = RULESETS[number % 3]
        if number % 2 == 0:
            found.append(Golden(f"standard/{one}-{two}", Game((one, two), ruleset=rules), seed))
        else:
            found.append(Golden(f"duel/{two}-{one}", Game((two, one), ruleset=rules, board="duel"), seed))
    return found


def _further() -> list[Golden]:
    """Games of an army with more than the basic rules."""
    return [
        Golden("further/uranopolis-moloch", Game(("uranopolis", "moloch")), 73),
        Golden("further/hegemony-uranopolis", Game(("hegemony", "uranopolis"), ruleset="3.0"), 21),
        Golden("further/uranopolis-uranopolis", Game(("uranopolis", "uranopolis"), board="duel"), 171),
        Golden(
            "further/team",
            Game(("uranopolis", "borgo", "outpost", "doomsday"), mode="team", teams=((0, 2), (1, 3))),
            12,
        ),
    ]


def _tables() -> list[Golden]:
    """Games with more players and with variants."""
    six = ("borgo", "moloch", "outpost", "hegemony", "smart", "vegas")
    return [
        Golden("tables/one-against-two", Game(("moloch", "borgo", "outpost"), ruleset="3.0", mode="one-vs-two"), 31),
        Golden("tables/team-with-moloch", Game(("moloch", "hegemony", "borgo", "smart"), mode="team"), 45),
        Golden("tables/deathmatch-of-six", Game(six, board="expanded"), 27),
        Golden("tables/score-deathmatch", Game(("hegemony", "outpost", "vegas"), ruleset="2008", score=True), 31),
        Golden("tables/reinforcement", Game(("outpost", "doomsday"), alternative_start=True, reinforcement=True), 48),
        Golden("tables/mercenaries", Game(("smart", "borgo"), mercenaries=2, bomber="mercenary", bomber_two=True), 48),
        Golden(
            "tables/bombers",
            Game(("doomsday", "hegemony", "vegas"), ruleset="3.0", board="duel", bomber="neutral", bomber_two=True),
            31,
        ),
        Golden(
            "tables/steel-net-for-points",
            Game(("steelpolice", "mississippi", "newyork"), score=True, bomber="neutral"),
            1,
        ),
        Golden(
            "tables/team-with-shared-markers",
            Game(("mississippi", "sharrash", "neojungle", "uranopolis"), mode="team"),
            77,
        ),
    ]


GAMES: Final = {golden.name: golden for golden in (*_told(), *_pairings(), *_further(), *_tables())}


def kept() -> set[str]:
    """Names of all records in the folder."""
    return {path.relative_to(FOLDER).with_suffix("").as_posix() for path in FOLDER.rglob("*.txt")}
