"""Which golden games there are, and how each is played."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Final

from neurohex.notation.record import Dealer, Record, Recorder, write_record
from neurohex.rules.engine import Game, Random, is_chance
from neurohex.rules.game import RULESETS
from tests.golden.player import choose
from tests.golden.playthrough import playthrough

FOLDER: Final = Path(__file__).parent / "records"
OWN_ARMIES: Final = ("borgo", "moloch", "outpost", "hegemony", "smart", "vegas", "doomsday")


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
        dealer = Dealer(self.seed)
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
        Golden("playthroughs/borgo-moloch-living", Game(("borgo", "moloch")), 1, told=True),
        Golden("playthroughs/outpost-hegemony-3.0", Game(("outpost", "hegemony"), ruleset="3.0"), 2, told=True),
        Golden("playthroughs/hegemony-borgo-2008", Game(("hegemony", "borgo"), ruleset="2008"), 3, told=True),
    ]


def _pairings() -> list[Golden]:
    """Every pairing on both boards for two; the second army of a pair begins on the Duel board."""
    found = []
    for number, (one, two) in enumerate(combinations_with_replacement(OWN_ARMIES, 2)):
        standard = Game((one, two), ruleset=RULESETS[number % 3])
        duel = Game((two, one), ruleset=RULESETS[(number + 1) % 3], board="duel")
        found.append(Golden(f"standard/{one}-{two}", standard, 100 + number))
        found.append(Golden(f"duel/{two}-{one}", duel, 200 + number))
    return found


def _tables() -> list[Golden]:
    """Games of more players, and with the variants."""
    all_but_doomsday = tuple(army for army in OWN_ARMIES if army != "doomsday")
    return [
        Golden("tables/one-against-two", Game(("moloch", "borgo", "outpost"), ruleset="3.0", mode="one-vs-two"), 301),
        Golden("tables/team-with-moloch", Game(("moloch", "hegemony", "borgo", "smart"), mode="team"), 302),
        Golden("tables/deathmatch-of-six", Game(all_but_doomsday, board="expanded"), 303),
        Golden("tables/score-deathmatch", Game(("hegemony", "outpost", "vegas"), ruleset="2008", score=True), 304),
        Golden("tables/reinforcement", Game(("outpost", "doomsday"), alternative_start=True, reinforcement=True), 305),
        Golden("tables/mercenaries", Game(("smart", "borgo"), mercenaries=2, bomber="mercenary", bomber_two=True), 306),
        Golden(
            "tables/bombers",
            Game(("doomsday", "hegemony", "vegas"), ruleset="3.0", board="duel", bomber="neutral", bomber_two=True),
            307,
        ),
    ]


GAMES: Final = {golden.name: golden for golden in (*_told(), *_pairings(), *_tables())}
