"""Which golden games there are, and how each is played."""

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
    ("borgo", "borgo"): (60, 42),
    ("borgo", "moloch"): (1, 49),
    ("borgo", "outpost"): (56, 39),
    ("borgo", "hegemony"): (59, 20),
    ("borgo", "smart"): (41, 43),
    ("borgo", "vegas"): (10, 1),
    ("borgo", "doomsday"): (46, 59),
    ("moloch", "moloch"): (6, 13),
    ("moloch", "outpost"): (51, 20),
    ("moloch", "hegemony"): (58, 32),
    ("moloch", "smart"): (13, 13),
    ("moloch", "vegas"): (2, 14),
    ("moloch", "doomsday"): (19, 57),
    ("outpost", "outpost"): (55, 12),
    ("outpost", "hegemony"): (5, 32),
    ("outpost", "smart"): (23, 27),
    ("outpost", "vegas"): (50, 44),
    ("outpost", "doomsday"): (24, 13),
    ("hegemony", "hegemony"): (8, 26),
    ("hegemony", "smart"): (6, 54),
    ("hegemony", "vegas"): (31, 44),
    ("hegemony", "doomsday"): (18, 11),
    ("smart", "smart"): (52, 14),
    ("smart", "vegas"): (59, 6),
    ("smart", "doomsday"): (39, 37),
    ("vegas", "vegas"): (25, 44),
    ("vegas", "doomsday"): (37, 29),
    ("doomsday", "doomsday"): (50, 16),
}
"""Every pairing of the armies, with its seeds on the standard and on the Duel board.

All seeds are of games in which much happens; together they have every kind of action.
"""


@dataclass(frozen=True, slots=True)
class Golden:
    """A golden game: where its record is kept, what is played and from which seed."""

    name: str
    """Path below `FOLDER`, without `.txt`."""
    game: Game
    seed: int
    told: bool = False
    """Whether the record is a playthrough, with all that happens told in comments."""

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
        """What is kept of a record."""
        return playthrough(record) if self.told else write_record(record)


def _told() -> list[Golden]:
    return [
        Golden("playthroughs/borgo-moloch-living", Game(("borgo", "moloch")), 55, told=True),
        Golden("playthroughs/outpost-hegemony-3.0", Game(("outpost", "hegemony"), ruleset="3.0"), 29, told=True),
        Golden("playthroughs/hegemony-borgo-2008", Game(("hegemony", "borgo"), ruleset="2008"), 23, told=True),
    ]


def _pairings() -> list[Golden]:
    """Every pairing on both boards for two, the rulesets in turn; on the Duel board the second army begins."""
    found = []
    for number, ((one, two), (seed, duel_seed)) in enumerate(SEEDS.items()):
        standard = Game((one, two), ruleset=RULESETS[number % 3])
        duel = Game((two, one), ruleset=RULESETS[(number + 1) % 3], board="duel")
        found.append(Golden(f"standard/{one}-{two}", standard, seed))
        found.append(Golden(f"duel/{two}-{one}", duel, duel_seed))
    return found


def _tables() -> list[Golden]:
    """Games of more players, and with the variants."""
    six = ("borgo", "moloch", "outpost", "hegemony", "smart", "vegas")
    return [
        Golden("tables/one-against-two", Game(("moloch", "borgo", "outpost"), ruleset="3.0", mode="one-vs-two"), 23),
        Golden("tables/team-with-moloch", Game(("moloch", "hegemony", "borgo", "smart"), mode="team"), 58),
        Golden("tables/deathmatch-of-six", Game(six, board="expanded"), 23),
        Golden("tables/score-deathmatch", Game(("hegemony", "outpost", "vegas"), ruleset="2008", score=True), 30),
        Golden("tables/reinforcement", Game(("outpost", "doomsday"), alternative_start=True, reinforcement=True), 38),
        Golden("tables/mercenaries", Game(("smart", "borgo"), mercenaries=2, bomber="mercenary", bomber_two=True), 9),
        Golden(
            "tables/bombers",
            Game(("doomsday", "hegemony", "vegas"), ruleset="3.0", board="duel", bomber="neutral", bomber_two=True),
            12,
        ),
    ]


GAMES: Final = {golden.name: golden for golden in (*_told(), *_pairings(), *_tables())}


def kept() -> set[str]:
    """Names of all records that lie in the folder."""
    return {path.relative_to(FOLDER).with_suffix("").as_posix() for path in FOLDER.rglob("*.txt")}
