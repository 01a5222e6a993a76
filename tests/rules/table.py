"""A small table for tests of rulings: a board drawn in one line, hands, and actions in words.

    t = Table("outpost hegemony", "C3=0.HQ C2=1.Runner/S A1=1.HQ")
    t.unit("C2")["melee"] == {"S": 1}
    t.battle()["players"][0]["hq"] == 19
    t.hand(0, "Move", "Battle").turn(0).do("move C3 to C4 facing N by Move")

Tiles are written `hex=player.Tile/facing~wounds`, with `_` for a space in a name and the facing as the direction in
which the printed N edge points; foundations go into the third part after a second bar. The head may name the
ruleset and the board: `"living duel smart:20 vegas:18"`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self

from neurohex.notation.action import action_text, parse_action
from neurohex.notation.bridge import state_of
from neurohex.notation.compact import parse_line
from neurohex.notation.report import battle, inspect
from neurohex.rules.catalog import ALL_TILES
from neurohex.rules.engine import Log, State, apply, legal_actions
from neurohex.rules.flow import start_turn
from neurohex.rules.layout import (
    ACTOR,
    AFTER,
    BLOCKED,
    DREW,
    F_TILE,
    FRESH,
    LEFT,
    LIMIT,
    NO_LIMIT,
    P_ENERGY,
    P_HAND_N,
    P_PILE,
    P_PILE_N,
    PLAYER_SIZE,
    SEAT,
    ST_DISCARD,
    ST_MAIN,
    STAGE,
    SUPPLY,
    TARGET,
    TO_MAIN,
    TURN,
    TURNS_LOW,
    U_CTRL,
    U_FLAGS,
    U_OWNER,
    U_ROT,
    U_TILE,
    U_WOUNDS,
)

RULESETS = ("2008", "3.0", "living")


def hits(result: dict[str, Any]) -> list[str]:
    """The hits of a Battle as `phase: from>to kind wounds`, in order; one that a Medic cancelled ends in ` saved`."""
    return [
        f"{phase['initiative']}: {hit['from']}>{hit['to']} {hit['kind']} {hit['wounds']}"
        + (" saved" if hit["absorbed"] else "")
        for phase in result["phases"]
        for hit in phase["hits"]
    ]


def acted(result: dict[str, Any]) -> dict[int, list[str]]:
    """Hexes of the units that acted in a Battle, by phase."""
    return {phase["initiative"]: phase["acted"] for phase in result["phases"]}


def left(result: dict[str, Any]) -> dict[str, int]:
    """Units left on the board after a Battle: wounds by hex."""
    return {unit["hex"]: unit["wounds"] for unit in result["units"]}


class Table:
    """A position with hands: inspect it, fight a Battle on it, or play on."""

    def __init__(self, armies: str, board: str = "", foundations: str = "", *, teams: str = "") -> None:
        words = armies.split()
        ruleset = words.pop(0) if words[0] in RULESETS else "living"
        key = words.pop(0) if words[0] in ("standard", "duel", "expanded") else "standard"
        line = f"{ruleset} {key} {' '.join(words)}"
        if teams:
            line += f" {teams}"
        line += f" | {board}"
        if foundations:
            line += f" | {foundations}"
        self.position = parse_line(line)
        self.st: State = state_of(self.position)
        self.log = Log()
        # As in the middle of a game: no first-turn limits.
        self.st.b[TURNS_LOW] = 9
        self.st.b[LIMIT] = NO_LIMIT
        self.st.b[TARGET] = 3
        self.st.b[SEAT] = 0

    # --- looking ---
    def unit(self, name: str) -> dict[str, Any]:
        """The `inspect` report of the unit on a hex, in the position as drawn."""
        return next(entry for entry in inspect(self.position)["units"] if entry["hex"] == name)

    def disabled(self) -> set[str]:
        """Hexes of all netted units, in the position as it was drawn."""
        return {entry["hex"] for entry in inspect(self.position)["units"] if entry["disabled"]}

    def controllers(self) -> dict[str, int | None]:
        """Controllers by hex, in the position as it was drawn."""
        return {entry["hex"]: entry["controller"] for entry in inspect(self.position)["units"]}

    def battle(self, choose: Callable[[State], int] | None = None) -> dict[str, Any]:
        """Fight a Battle on the position as it was drawn, with the default policy or another."""
        return battle(self.position, choose) if choose is not None else battle(self.position)

    def battle_choosing(self, *texts: str) -> dict[str, Any]:
        """Fight a Battle with the given choices in words, in order. All must come up."""
        left = list(texts)

        def choose(st: State) -> int:
            assert left, f"unexpected choice: {[action_text(st, a) for a in legal_actions(st)]}"
            return parse_action(st, left.pop(0))

        result = battle(self.position, choose)
        assert not left, f"choices that never came up: {left}"
        return result

    # --- setting up a turn ---
    def hand(self, player: int, *tiles: str) -> Self:
        """Give a player a hand, taken out of the pile."""
        army = self.st.game.armies[player]
        for name in tiles:
            tile = next(
                i for i, t in enumerate(ALL_TILES) if t.name == name and t.army in (army, "mercenaries", "bombers")
            )
            kind = int(self.st.kind(player, tile))
            at = int(self.st.po) + player * PLAYER_SIZE
            if self.st.b[at + P_PILE + kind]:
                self.st.b[at + P_PILE + kind] -= 1
                self.st.b[at + P_PILE_N] -= 1
            self.st.to_hand(player, tile)
        return self

    def pile(self, player: int, *tiles: str) -> Self:
        """Make a player's pile exactly these tiles."""
        at = int(self.st.po) + player * PLAYER_SIZE
        for kind in range(42):
            self.st.b[at + P_PILE + kind] = 0
        army = self.st.game.armies[player]
        for name in tiles:
            tile = next(i for i, t in enumerate(ALL_TILES) if t.name == name and t.army == army)
            self.st.b[at + P_PILE + int(self.st.kind(player, tile))] += 1
        self.st.b[at + P_PILE_N] = len(tiles)
        return self

    def energy(self, player: int, amount: int) -> Self:
        """Give a player energy on the Duel board."""
        self.st.b[int(self.st.po) + player * PLAYER_SIZE + P_ENERGY] = amount
        return self

    def turn(self, player: int) -> Self:
        """Let it be the main part of a player's turn, after drawing and discarding."""
        b = self.st.b
        b[SEAT] = int(next(i for i in range(len(self.st.game.order)) if self.st.game.order[i] == player))
        b[TURN] = b[ACTOR] = player
        b[STAGE] = ST_MAIN
        b[AFTER] = TO_MAIN
        return self

    def begin_turn(self, player: int) -> Self:
        """Let a player begin a turn, with drawing."""
        from neurohex.rules.flow import proceed

        self.turn(player)
        start_turn(self.st)
        proceed(self.st)
        return self

    # --- playing ---
    def do(self, *texts: str) -> Self:
        """Carry out actions given in words; they must be legal."""
        for text in texts:
            apply(self.st, parse_action(self.st, text), self.log)
        return self

    def offers(self) -> list[str]:
        """All legal actions in words."""
        return [action_text(self.st, action) for action in legal_actions(self.st)]

    def offers_like(self, start: str) -> list[str]:
        """The legal actions whose words begin with a text."""
        return [text for text in self.offers() if text.startswith(start)]

    @property
    def actor(self) -> int:
        """The player to decide."""
        return self.st.actor()

    @property
    def stage(self) -> int:
        """The kind of decision that is due (`layout.ST_…`)."""
        return self.st.stage()

    def now(self) -> dict[str, str]:
        """The board as it is now: `hex -> "player.Tile/facing"`, with `~wounds`; a captive as `owner>controller`."""
        board = {}
        names = self.st.game.board.names
        for h, name in enumerate(names):
            if self.st.unit(h, U_TILE):
                tile = ALL_TILES[self.st.unit(h, U_TILE) - 1]
                owner, control = self.st.unit(h, U_OWNER), self.st.unit(h, U_CTRL)
                who = str(owner) if owner == control else f"{owner}>{control}"
                facing = ("N", "NE", "SE", "S", "SW", "NW")[self.st.unit(h, U_ROT)]
                wounds = self.st.unit(h, U_WOUNDS)
                board[name] = f"{who}.{tile.name}/{facing}" + (f"~{wounds}" if wounds else "")
        return board

    def is_netted(self, name: str) -> bool:
        """Whether the unit on a hex is netted now."""
        return bool(self.st.unit(self.st.game.board.index[name], U_FLAGS) & 1)

    def mines(self) -> set[str]:
        """Hexes with foundation tiles now."""
        return {name for h, name in enumerate(self.st.game.board.names) if self.st.unit(h, F_TILE)}

    def names_in_hand(self, player: int) -> list[str]:
        """Names of the tiles in hand."""
        return [ALL_TILES[t].name for t in self.st.hand(player)]

    def discards(self, player: int) -> dict[str, int]:
        """The discard pile by name."""
        return {ALL_TILES[t].name: n for t, n in self.st.discards(player).items()}


__all__ = [
    "BLOCKED",
    "DREW",
    "FRESH",
    "LEFT",
    "P_HAND_N",
    "RULESETS",
    "ST_DISCARD",
    "SUPPLY",
    "Table",
    "acted",
    "hits",
    "left",
]
