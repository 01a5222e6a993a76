"""Setting up a board by hand: a state in the middle of a turn, as a position for study has it.

A `Setup` keeps the caches of the state right while tiles are put down, and resolves nets and control at the end. It
checks nothing: the caller must know what is allowed.
"""

from typing import Final

from neurohex.compat import i16, i64
from neurohex.rules.bits import BIT, has
from neurohex.rules.catalog import A_STEEL, T_ABILITY
from neurohex.rules.flow import empty_state
from neurohex.rules.game import Game
from neurohex.rules.layout import (
    ACTOR,
    CAPTURES,
    FIRST,
    FL_TURN,
    LEFT,
    LIMIT,
    NEUTRAL,
    NO_LIMIT,
    P_DUE,
    P_ENERGY,
    P_HQ,
    P_OUT,
    P_PILE,
    P_PILE_N,
    SEAT,
    ST_DISCARD,
    ST_MAIN,
    STAGE,
    STARTER,
    SUPPLY,
    TURN,
    TURNS_LOW,
    U_FLAGS,
    U_WOUNDS,
    XU_NUMB,
    XU_STEEL,
    hex_at,
)
from neurohex.rules.markers import NUMB_MARKER, VENOM_MARKER, at_hand, put_venom, steel_net_at_hand
from neurohex.rules.state import State
from neurohex.rules.upkeep import uphold

SETTLED: Final = 3
"""From this turn on every player draws up to a full hand (R4.2)."""


class Setup:
    """Puts a position together. Tiles on the board leave their owners' piles; hands begin empty."""

    def __init__(self, game: Game) -> None:
        """Begin with an empty board and full piles, the first player to move."""
        self.game = game
        self._st = empty_state(game)
        self._st.b[STAGE] = ST_MAIN
        self._st.b[FIRST] = 1
        self._marks: dict[int, tuple[str, ...]] = {}

    # --- the board ---
    def put(self, h: int, tile: int, owner: int | None, rotation: int = 0, wounds: int = 0) -> None:
        """Put a unit on a hex. A neutral unit has None as its owner."""
        self._st.put(h, tile, NEUTRAL if owner is None else owner, rotation)
        self._st.b[hex_at(i64(h)) + U_WOUNDS] = i16(wounds)
        self._leaves_pile(owner, tile)

    def mark(self, h: int, markers: tuple[str, ...]) -> None:
        """Put markers on the unit on a hex: `venom`, `paralysis`, `steel_net`, or with their player as in `venom:1`. Of
        which army the others are is found in `state`; markers that their army or none has left are dropped."""
        if self.game.more and markers:
            self._marks[h] = markers

    def lay(self, h: int, tile: int, owner: int | None) -> None:
        """Put a foundation tile on a hex."""
        self._st.put_foundation(h, tile, NEUTRAL if owner is None else owner)
        self._leaves_pile(owner, tile)

    def _leaves_pile(self, owner: int | None, tile: int) -> None:
        st = self._st
        if owner is not None and not st.is_foreign(owner, tile) and self.in_pile(owner, tile):
            st.from_pile(owner, st.kind(owner, tile))

    # --- the players ---
    def set_hq(self, player: int, points: int) -> None:
        """Set the points of an HQ. A player of a deathmatch with 0 is out; captives of that army leave when they are
        freed (R10.1)."""
        at = self._st.player_at(i64(player))
        self._st.b[at + P_HQ] = i16(points)
        self._st.b[at + P_OUT] = 1 if points == 0 and self.game.deathmatch else 0

    def is_out(self, player: int) -> bool:
        """Whether a player is out of the game."""
        return self._st.is_out(player)

    def in_pile(self, player: int, tile: int) -> int:
        """Copies of a tile left in a player's pile."""
        st = self._st
        return int(st.b[st.player_at(i64(player)) + P_PILE + st.kind(player, tile)])

    def take(self, player: int, tile: int) -> None:
        """Take a copy of a tile from the pile."""
        self._st.from_pile(player, self._st.kind(player, tile))

    def to_hand(self, player: int, tile: int) -> None:
        """Add a tile to the hand."""
        self._st.to_hand(player, tile)

    def discard(self, player: int, tile: int) -> None:
        """Add a tile to the discard pile."""
        self._st.discard(player, tile)

    def set_energy(self, player: int, energy: int) -> None:
        """Set the energy of a player on the Duel board."""
        self._st.b[self._st.player_at(i64(player)) + P_ENERGY] = i16(energy)

    # --- the moment ---
    def set_starter(self, player: int) -> None:
        """Set whose turn it is, and who begins the Battle."""
        b = self._st.b
        b[TURN] = i16(player)
        b[ACTOR] = i16(player)
        b[STARTER] = i16(player)

    def set_turn(self, player: int, *, must_discard: bool = False) -> None:
        """Begin a usual turn of a player, who plays, or first discards from a full hand."""
        b = self._st.b
        self.set_starter(player)
        b[SEAT] = i16([int(p) for p in self.game.order].index(player))
        b[TURNS_LOW] = i16(SETTLED)
        b[LIMIT] = NO_LIMIT
        if must_discard:
            b[STAGE] = ST_DISCARD

    def state(self) -> State:
        """The state so far, with nets and control resolved. Captives count as taken earlier, so they cannot be turned
        now (R3.3). An empty pile has ended the supply (R4.4)."""
        st = self._st.copy()
        _end_supply(st)
        marks = [(h, marker) for h in sorted(self._marks) for marker in self._marks[h]]
        for h, marker in sorted(marks, key=_is_anonymous):  # those of a player first
            _mark(st, i64(h), marker)
        uphold(st)
        st.b[CAPTURES] = 0
        for h in range(int(self.game.hexes)):
            at = hex_at(i64(h)) + U_FLAGS
            st.b[at] = i16(i64(st.b[at]) & ~FL_TURN)
        return st


def _is_anonymous(mark: tuple[int, str]) -> bool:
    return ":" not in mark[1]


def _mark(st: State, h: i64, marker: str) -> None:
    """Put a marker on the unit on `h`: of the player it names, else of the first player with one at hand who is hostile
    to its owner, else of any.

    An HQ takes no Steel Net (R19.1), and a paralysed unit no second marker (R23.3).
    """
    b = st.b
    marker, _, named = marker.partition(":")
    at = st.more_at(h)
    if (marker == "steel_net" and st.is_hq(h)) or (marker == "paralysis" and b[at + XU_NUMB] != 0):
        return
    foes = st.game.foes[st.owner(h)]
    givers = [p for p in range(st.game.players) if has(foes, p)]
    givers += [p for p in range(st.game.players) if not has(foes, p)]
    for p in [i64(int(named))] if named else givers:
        if marker == "venom" and at_hand(st, p, VENOM_MARKER, 0) > 0:
            put_venom(st, h, p)
            return
        if marker == "paralysis" and at_hand(st, p, NUMB_MARKER, 0) > 0:
            b[at + XU_NUMB] = i16(p + 1)
            return
        if marker == "steel_net" and T_ABILITY[st.game.base[p]] & A_STEEL and steel_net_at_hand(st, p):
            b[at + XU_STEEL] = i16(i64(b[at + XU_STEEL]) | BIT[p])
            return


def _end_supply(st: State) -> None:
    """Count the turns that are left where a pile is empty (R4.4): as if its owner drew the last tile in the latest
    turn. Of several owners the first to have done so counts, which leaves the fewest turns."""
    b = st.b
    game = st.game
    n: i64 = len(game.order)
    alive: i64 = 0
    for p in range(game.players):
        if not st.is_out(p):
            alive += 1
    passed: i64 = 0  # turns since then, the running one among them
    for back in range(n):
        p = game.order[(i64(b[SEAT]) + n - back) % n]
        at = st.player_at(p)
        if b[at + P_OUT] != 0:
            continue
        if b[at + P_PILE_N] == 0:
            b[SUPPLY] = i16(p + 1)
            b[LEFT] = i16(alive - passed)
        passed += 1
    due: i64 = i64(b[LEFT]) - 1
    seat = i64(b[SEAT])
    while due > 0:
        seat = (seat + 1) % n
        at = st.player_at(game.order[seat])
        if b[at + P_OUT] == 0:
            b[at + P_DUE] = 1
            due -= 1
