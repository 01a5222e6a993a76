"""A whole game at the table: any mode and option, from the first HQ on or from a board drawn in one line.

c = Course("outpost hegemony").do("place HQ C3 facing N", "place HQ A1 facing N", "draw Runner")
c = Course("3.0 outpost:9 hegemony:9 borgo", "C3=0.HQ A1=1.HQ E3=2.HQ", score=True).hand(0, "Battle").turn(0)
c.battles == [(0, "tile")]
"""

from __future__ import annotations

from typing import Any, Self

from neurohex.events import BattleBegan
from neurohex.notation.bridge import state_of
from neurohex.notation.compact import parse_line
from neurohex.rules.catalog import ALL_TILES
from neurohex.rules.engine import Game, Log, State, new_state
from neurohex.rules.layout import (
    CAPTURES,
    END_ADDITIONAL,
    END_FINAL,
    END_HQ,
    END_SCORE,
    END_STILL,
    FL_TURN,
    HEADER,
    HEX_SIZE,
    LIMIT,
    NO_LIMIT,
    P_ENERGY,
    P_HQ,
    P_OUT,
    P_SCORE,
    PLAYER_SIZE,
    ST_CAPTURE,
    ST_DISCARD,
    ST_DRAW,
    ST_HQ,
    ST_MAIN,
    ST_OVER,
    ST_PUSHED,
    ST_RECON,
    ST_SOURCE,
    STAGE,
    TARGET,
    TURN,
    TURNS_LOW,
    U_FLAGS,
)
from tests.rules.table import RULESETS, Table

ENDS = {
    END_HQ: "hq",
    END_FINAL: "final",
    END_ADDITIONAL: "additional",
    END_STILL: "still board",
    END_SCORE: "score",
}
STAGES = {
    ST_OVER: "over",
    ST_HQ: "hq",
    ST_DRAW: "draw",
    ST_SOURCE: "source",
    ST_DISCARD: "discard",
    ST_MAIN: "main",
    ST_PUSHED: "pushed",
    ST_RECON: "second step",
    ST_CAPTURE: "captive",
}


class Course(Table):
    """A game of any mode; `options` are those of `Game` (mode, teams, score, mercenaries, bomber, …)."""

    def __init__(self, armies: str, board: str | None = None, foundations: str = "", **options: Any) -> None:
        words = armies.split()
        ruleset = words.pop(0) if words[0] in RULESETS else "living"
        key = words.pop(0) if words[0] in ("standard", "duel", "expanded") else "standard"
        names = tuple(word.split(":")[0] for word in words)
        game = Game(names, ruleset=ruleset, board=key, **options)
        self.log = Log()
        if board is None:
            self.st = new_state(game)
            return
        teams = ",".join("+".join(str(p) for p in team) for team in game.teams)
        head = f"{ruleset} {key} {' '.join(words)}" + (f" teams={teams}" if teams else "")
        self.position = parse_line(f"{head} | {board} | {foundations}")
        self.st = State.of(game, state_of(self.position).b)
        # As in the middle of a game: no first-turn limits.
        self.st.b[TURNS_LOW] = 9
        self.st.b[LIMIT] = NO_LIMIT
        self.st.b[TARGET] = int(game.hand)
        # Captives on the board were taken, and turned, before.
        self.st.b[CAPTURES] = 0
        for h in range(int(game.hexes)):
            at = HEADER + h * HEX_SIZE + U_FLAGS
            self.st.b[at] = int(self.st.b[at]) & ~FL_TURN & 255

    # --- setting up ---
    def _at(self, player: int, field: int) -> int:
        return int(self.st.po) + player * PLAYER_SIZE + field

    def scored(self, player: int, points: int) -> Self:
        """Give a player points of a score game."""
        self.st.b[self._at(player, P_SCORE)] = points
        return self

    def left_game(self, player: int) -> Self:
        """Let a player be out of the game already."""
        self.st.b[self._at(player, P_OUT)] = 1
        self.st.b[self._at(player, P_HQ)] = 0
        return self

    # --- playing ---
    def draw_and_end(self) -> Self:
        """Draw the first possible tiles until the main part of the turn, discard, and end the turn."""
        while self.at == "draw":
            self.do(self.offers()[0])
        if self.at == "discard":
            self.do(self.offers()[0])
        return self.do("end turn")

    # --- looking ---
    @property
    def at(self) -> str:
        """The kind of decision that is due, in a word."""
        return STAGES.get(int(self.st.b[STAGE]), "something else")

    @property
    def whose(self) -> int:
        """Whose turn it is."""
        return int(self.st.b[TURN])

    @property
    def battles(self) -> list[tuple[int, str]]:
        """The Battles fought so far: who began each, and why."""
        return [(event.player, event.cause) for event in self.log.events if isinstance(event, BattleBegan)]

    @property
    def end(self) -> str:
        """Why the game ended; empty while it runs."""
        return ENDS.get(self.st.end_reason(), "")

    def energy_of(self, player: int) -> int:
        """Energy on the Duel board."""
        return int(self.st.b[self._at(player, P_ENERGY)])

    def top(self, player: int) -> str:
        """The tile known to lie on top of a player's pile, or nothing."""
        known = self.st.top(player)
        return ALL_TILES[known[-1]].name if known else ""


__all__ = ["Course"]
