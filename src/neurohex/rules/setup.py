"""Setting up a board by hand: a state in the middle of a turn, as a position for study has it.

A `Setup` keeps the counters of the state true while tiles are put down, and works out nets and control at the end.
It checks nothing: what may lie where is for the caller to know.
"""

from typing import Final

from neurohex.compat import i64, u8
from neurohex.rules.flow import empty_state
from neurohex.rules.game import Game
from neurohex.rules.influence import resolve
from neurohex.rules.layout import (
    ACTOR,
    CAPTURES,
    FIRST,
    FL_TURN,
    HEADER,
    HEX_SIZE,
    LIMIT,
    NEUTRAL,
    NO_LIMIT,
    P_ENERGY,
    P_HQ,
    P_OUT,
    P_PILE,
    PLAYER_SIZE,
    SEAT,
    ST_DISCARD,
    ST_MAIN,
    STAGE,
    STARTER,
    TURN,
    TURNS_LOW,
    U_FLAGS,
    U_WOUNDS,
)
from neurohex.rules.state import State

SETTLED: Final = 3
"""From this turn on everybody draws up to a full hand (R4.2)."""


class Setup:
    """Puts a position together. Tiles on the board leave their owners' piles; hands begin empty."""

    def __init__(self, game: Game) -> None:
        """Begin with an empty board and full piles, the first player to move."""
        self.game = game
        self._st = empty_state(game)
        self._st.b[STAGE] = ST_MAIN
        self._st.b[FIRST] = 1

    # --- the board ---
    def put(self, h: int, tile: int, owner: int | None, rotation: int = 0, wounds: int = 0) -> None:
        """A unit stands on a hex; None owns what is nobody's."""
        self._st.put(h, tile, NEUTRAL if owner is None else owner, rotation)
        self._st.b[HEADER + i64(h) * HEX_SIZE + U_WOUNDS] = u8(wounds)
        self._leaves_pile(owner, tile)

    def lay(self, h: int, tile: int, owner: int | None) -> None:
        """A foundation tile lies on a hex."""
        self._st.put_foundation(h, tile, NEUTRAL if owner is None else owner)
        self._leaves_pile(owner, tile)

    def _leaves_pile(self, owner: int | None, tile: int) -> None:
        st = self._st
        if owner is not None and not st.is_foreign(owner, tile) and self.in_pile(owner, tile):
            st.from_pile(owner, st.kind(owner, tile))

    # --- the players ---
    def set_hq(self, player: int, points: int) -> None:
        """An HQ has that many points. A player of a deathmatch without any is out, and what others hold of that army
        leaves when it is freed (R10.1)."""
        at = self._st.po + i64(player) * PLAYER_SIZE
        self._st.b[at + P_HQ] = u8(points)
        self._st.b[at + P_OUT] = 1 if points == 0 and self.game.deathmatch else 0

    def is_out(self, player: int) -> bool:
        """Whether a player is out of the game."""
        return self._st.is_out(player)

    def in_pile(self, player: int, tile: int) -> int:
        """How many copies of a tile of that player's are left in the pile."""
        st = self._st
        return int(st.b[st.po + i64(player) * PLAYER_SIZE + P_PILE + st.kind(player, tile)])

    def take(self, player: int, tile: int) -> None:
        """A copy of a tile leaves the pile."""
        self._st.from_pile(player, self._st.kind(player, tile))

    def to_hand(self, player: int, tile: int) -> None:
        """A tile is in the hand."""
        self._st.to_hand(player, tile)

    def discard(self, player: int, tile: int) -> None:
        """A tile lies on the discard pile."""
        self._st.discard(player, tile)

    def set_energy(self, player: int, energy: int) -> None:
        """A player of the Duel board has that much energy."""
        self._st.b[self._st.po + i64(player) * PLAYER_SIZE + P_ENERGY] = u8(energy)

    # --- the moment ---
    def set_starter(self, player: int) -> None:
        """It is that player's turn, who also begins the Battle."""
        b = self._st.b
        b[TURN] = u8(player)
        b[ACTOR] = u8(player)
        b[STARTER] = u8(player)

    def set_turn(self, player: int, *, must_discard: bool = False) -> None:
        """It is a usual turn of that player, who plays or, with a full hand, first discards."""
        b = self._st.b
        self.set_starter(player)
        b[SEAT] = u8([int(p) for p in self.game.order].index(player))
        b[TURNS_LOW] = u8(SETTLED)
        b[LIMIT] = NO_LIMIT
        if must_discard:
            b[STAGE] = ST_DISCARD

    def state(self) -> State:
        """The state so far, with nets and control worked out. Captives were taken before: the moment to turn them has
        passed (R3.3)."""
        st = self._st.copy()
        resolve(st)
        st.b[CAPTURES] = 0
        for h in range(int(self.game.hexes)):
            at = HEADER + i64(h) * HEX_SIZE + U_FLAGS
            st.b[at] = u8(i64(st.b[at]) & ~FL_TURN)
        return st
