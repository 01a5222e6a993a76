"""A state of a game: one flat array of numbers, cheap to copy, and the functions that move tiles.

These functions put tiles down, lift and move them, and keep the caches right (nets on the board, free hexes, hexes of
the HQs). They do not know when something is allowed.
"""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from neurohex.compat import i16, i64, vec
from neurohex.events.course import Returned
from neurohex.rules.bits import BIT, has, lowest, rest
from neurohex.rules.catalog import (
    A_BOMBER,
    A_BUSY,
    A_HQ,
    A_NETS,
    A_RETURNS,
    A_SCOPES,
    A_TAKES,
    ALL_TILES,
    BOMBER_BASE,
    K_HQ,
    M_GRANTS,
    MAIN_FIELD,
    MERCENARY_BASE,
    NEXT,
    T_ABILITY,
    T_KIND,
    T_TOUGHNESS,
)
from neurohex.rules.events import Log
from neurohex.rules.game import Game
from neurohex.rules.layout import (
    ACTOR,
    ARMY_KINDS,
    ASIDE,
    F_OWNER,
    F_TILE,
    FL_DISABLED,
    FREE,
    GONE,
    HEXES,
    KINDS,
    LAYOUT_VERSION,
    NETS,
    NEUTRAL,
    OVER,
    P_DISC,
    P_HAND,
    P_HAND_N,
    P_HQ,
    P_HQ_HEX,
    P_OUT,
    P_PILE,
    P_PILE_N,
    P_SCORE,
    P_TOP,
    P_TOP_N,
    PHASE,
    PLAYER_SIZE,
    SCOPERS,
    SHARED,
    STAGE,
    SWAYED,
    TAKERS,
    TOP_MAX,
    TURN,
    U_CTRL,
    U_FLAGS,
    U_GRANTER,
    U_HELD,
    U_ID,
    U_MOVED,
    U_MOVED2,
    U_OWNER,
    U_ROT,
    U_TILE,
    UNIT_SIZE,
    WIDE_VERSION,
    WINNERS,
    X_HEADER,
    X_HEX_SIZE,
    XF_USED,
    XU_SIZE,
    XU_TOUGH,
    hex_at,
)
from neurohex.rules.workspace import Workspace, own_workspace


# No reference leads from a state back to it, so Python's collector need not follow it. Search makes and drops states
# all the time: a few are kept for the next copies.
@mypyc_attr(acyclic=True, free_list_len=1)
class State:
    """A moment of a game. `copy` gives an independent state; `log`, if set, receives the events."""

    def __init__(self, game: Game, b: vec[i16], ws: Workspace, units: i64, netted: i64, nets: i64, busy: i64) -> None:
        """Use `new_state` to begin a game, `State.of` to wrap an array laid out as `layout` says."""
        self.game = game
        self.b = b
        self.ws = ws
        self.log: Log | None = None
        self.units: i64 = units
        """Mask of the hexes that hold units."""
        self.netted: i64 = netted
        """Mask of the hexes with disabled units: netted (R3.1), under a Steel Net (R19.2) or without power (R29.1)."""
        self.nets: i64 = nets
        """Mask of the hexes with net units."""
        self.busy: i64 = busy
        """Mask of the hexes with units that have actions of their own in a turn (`catalog.A_BUSY`)."""
        self.po: i64 = game.player_offset
        self.hexes: i64 = game.hexes
        self.near: i64 = game.board_code * (HEXES * 6)

    @staticmethod
    def of(game: Game, b: vec[i16]) -> State:
        """A state around an array laid out as `layout` says. It uses the array, not a copy."""
        st = State(game, b, own_workspace(), 0, 0, 0, 0)
        for h in range(st.hexes):
            if b[hex_at(h)] != 0:
                st.note_unit(h)
        return st

    def copy(self) -> State:
        """An independent copy, without the log."""
        return State(self.game, self.b[:], self.ws, self.units, self.netted, self.nets, self.busy)

    def player_at(self, player: i64) -> i64:
        """Where the block of a player begins."""
        return self.po + player * PLAYER_SIZE

    def more_at(self, h: i64) -> i64:
        """Where the record of a hex begins in the extension (only if `game.more`)."""
        return self.game.more_offset + X_HEADER + h * X_HEX_SIZE

    def toughness(self, h: i64) -> i64:
        """Toughness of the unit on a hex, with what others give it (R14.1)."""
        at = hex_at(h)
        printed = T_TOUGHNESS[i64(self.b[at]) - 1]
        if not self.game.more:
            return printed
        there: i64 = self.more_at(h) + XU_TOUGH
        return printed + i64(self.b[there])

    def step(self, h: i64, d: i64) -> i64:
        """The hex next to a hex in a direction, or -1."""
        return NEXT[self.near + h * 6 + d]

    # --- the unit on a hex ---
    # An index that is a name spares mypyc the counting of a reference to the array.
    def tile(self, h: i64) -> i64:
        """Tile number of the unit on a hex; -1 where there is none."""
        at = hex_at(h)
        return i64(self.b[at]) - 1

    def oriented(self, h: i64) -> i64:
        """Index of the unit on a hex, turned as it is, in the `R_…` tables of `catalog`."""
        at = hex_at(h)
        rotation: i64 = at + U_ROT
        return (i64(self.b[at]) - 1) * 6 + i64(self.b[rotation])

    def ability(self, h: i64) -> i64:
        """What the unit on a hex can do, as a mask (`catalog.A_…`)."""
        at = hex_at(h)
        return T_ABILITY[i64(self.b[at]) - 1]

    def is_hq(self, h: i64) -> bool:
        """Whether the unit on a hex is an HQ."""
        return self.ability(h) & A_HQ != 0

    def owner(self, h: i64) -> i64:
        """The player whose army the unit on a hex belongs to, or `NEUTRAL`."""
        at: i64 = hex_at(h) + U_OWNER
        return i64(self.b[at])

    def controller(self, h: i64) -> i64:
        """The player who controls the unit on a hex now (R3.2), or `NEUTRAL`."""
        at: i64 = hex_at(h) + U_CTRL
        return i64(self.b[at])

    def note_unit(self, h: i64) -> None:
        """Set the bits of the unit on a hex in the masks."""
        self.forget_unit(h)
        at = hex_at(h)
        bit = BIT[h]
        ability = self.ability(h)
        self.units |= bit
        if i64(self.b[at + U_FLAGS]) & FL_DISABLED:
            self.netted |= bit
        if ability & A_NETS:
            self.nets |= bit
        if ability & A_BUSY:
            self.busy |= bit

    def forget_unit(self, h: i64) -> None:
        """Clear the bits of a hex in the masks."""
        others: i64 = ~BIT[h]
        self.units &= others
        self.netted &= others
        self.nets &= others
        self.busy &= others

    def adopt(self) -> None:
        """Use the workspace of the running thread: for a state that another thread made, and its copies."""
        self.ws = own_workspace()

    # --- reading ---
    def stage(self) -> int:
        """The kind of decision that is due (`layout.ST_…`)."""
        return int(self.b[STAGE])

    def actor(self) -> int:
        """The player who decides. Meaningless when the game is over or chance is to act."""
        return int(self.b[ACTOR])

    def turn(self) -> int:
        """Whose turn it is."""
        return int(self.b[TURN])

    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.b[OVER] != 0

    def end_reason(self) -> int:
        """Why the game ended (`layout.END_…`); 0 while it runs."""
        return int(self.b[OVER])

    def winners(self) -> tuple[int, ...]:
        """The players who won; empty while the game runs, and for a draw."""
        mask = 0 if self.b[SHARED] else int(self.b[WINNERS])
        return tuple(p for p in range(int(self.game.players)) if has(mask, p))

    def result(self) -> tuple[int, ...]:
        """For each player 1 won, 0 drawn or still running, -1 lost."""
        if self.b[OVER] == 0 or self.b[WINNERS] == 0:
            return (0,) * int(self.game.players)
        mask = int(self.b[WINNERS])
        best = 0 if self.b[SHARED] else 1
        return tuple(best if has(mask, p) else -1 for p in range(int(self.game.players)))

    def hq(self, player: int) -> int:
        """HQ points left."""
        return int(self.b[self.player_at(i64(player)) + P_HQ])

    def points(self, player: int) -> int:
        """Points of a score game."""
        return int(self.b[self.player_at(i64(player)) + P_SCORE])

    def is_out(self, player: int) -> bool:
        """Whether the player has left a game of more than two."""
        return self.b[self.player_at(i64(player)) + P_OUT] != 0

    def hand(self, player: int) -> tuple[int, ...]:
        """Tile numbers of the hand, ascending."""
        at = self.player_at(i64(player))
        return tuple(int(self.b[at + P_HAND + i64(i)]) for i in range(int(self.b[at + P_HAND_N])))

    def pile(self, player: int) -> dict[int, int]:
        """What is left in the draw pile: tile number to count. The order is secret (R4.6)."""
        return self._bag(player, P_PILE)

    def discards(self, player: int) -> dict[int, int]:
        """The discard pile: tile number to count."""
        return self._bag(player, P_DISC)

    def _bag(self, player: int, field: int) -> dict[int, int]:
        at = self.player_at(i64(player)) + i64(field)
        bag: dict[int, int] = {}
        for kind in range(KINDS):
            if self.b[at + i64(kind)]:
                bag[int(self.game.tile_of[i64(player) * KINDS + i64(kind)])] = int(self.b[at + i64(kind)])
        return bag

    def top(self, player: int) -> tuple[int, ...]:
        """Tiles known to lie on top of the pile, the next to be drawn last."""
        at = self.player_at(i64(player))
        base = i64(player) * KINDS
        return tuple(
            int(self.game.tile_of[base + i64(self.b[at + P_TOP + i64(i)])]) for i in range(int(self.b[at + P_TOP_N]))
        )

    def field(self, offset: int) -> int:
        """One byte of the array; for tests and for code that shows states."""
        return int(self.b[i64(offset)])

    def unit(self, hex_: int, field: int) -> int:
        """One field of the unit (or foundation) on a hex; `U_TILE` and `F_TILE` are tile number + 1."""
        return int(self.b[hex_at(i64(hex_)) + i64(field)])

    def player(self, player: int, field: int) -> int:
        """One field of a player's block."""
        return int(self.b[self.player_at(i64(player)) + i64(field)])

    # --- identity ---
    def to_bytes(self) -> bytes:
        """The whole state; `State.from_bytes` with the same game gives an equal one."""
        if len(ALL_TILES) < 255:
            return bytes([LAYOUT_VERSION, *self.b])
        return bytes([WIDE_VERSION, *[int(x) & 255 for x in self.b], *[int(x) >> 8 for x in self.b]])

    @staticmethod
    def from_bytes(game: Game, data: bytes) -> State:
        """The state that `to_bytes` wrote for the same game. Raises `ValueError` for another layout or size."""
        version, width = (LAYOUT_VERSION, 1) if len(ALL_TILES) < 255 else (WIDE_VERSION, 2)
        if not data or data[0] != version:
            raise ValueError(f"state: layout version {data[0] if data else 'missing'}, expected {version}")
        size = int(game.size)
        if len(data) != size * width + 1:
            raise ValueError(f"state: {len(data)} bytes, expected {size * width + 1} for this game")
        high = data[size + 1 :] if width == 2 else bytes(size)
        return State.of(game, vec[i16]([low + 256 * more for low, more in zip(data[1 : size + 1], high, strict=True)]))

    def key(self) -> int:
        """A stable 62-bit hash of the state, the same on every machine and run."""
        b = self.b
        one: i64 = 2166136261
        two: i64 = 40503
        for i in range(self.game.size):
            x = i64(b[i])
            one = ((one ^ x) * 16777619) & 0xFFFFFFFF
            two = ((two + x) * 2654435) & 0x3FFFFFFF
        return int(one << 30 | two)

    def __eq__(self, other: object) -> bool:
        """Equal games at equal moments."""
        if not isinstance(other, State):
            return NotImplemented
        return self.game.describe() == other.game.describe() and self.to_bytes() == other.to_bytes()

    def __hash__(self) -> int:
        """See `key`."""
        return self.key()

    # --- tiles on the board ---
    def put(self, h: i64, tile: i64, owner: i64, rot: i64) -> None:
        """A unit comes onto the board from outside it."""
        b = self.b
        at = hex_at(h)
        for i in range(i64(UNIT_SIZE)):
            b[at + i] = 0
        b[at + U_TILE] = i16(tile + 1)
        b[at + U_OWNER] = i16(owner)
        b[at + U_CTRL] = i16(owner)
        b[at + U_ROT] = i16(rot)
        self.note_unit(h)
        if self.game.more:
            self._clear_more(h)
        if self.game.has_takeover:
            self._number_unit(at)
        if M_GRANTS[tile] != 0:
            self._number_granter(at)
        self._count(h, tile, 1)
        if T_KIND[tile] == K_HQ:
            b[self.player_at(owner) + P_HQ_HEX] = i16(h + 1)

    def lift(self, h: i64) -> None:
        """A unit leaves the board. The caller decides where it goes."""
        b = self.b
        at = hex_at(h)
        tile = i64(b[at]) - 1
        self._count(h, tile, -1)
        if T_KIND[tile] == K_HQ:
            b[self.player_at(i64(b[at + U_OWNER])) + P_HQ_HEX] = 0
        for i in range(i64(UNIT_SIZE)):
            b[at + i] = 0
        self.forget_unit(h)
        if self.game.more:
            self._clear_more(h)

    def carry(self, h: i64, to: i64) -> None:
        """A unit moves from one hex to a free one, with its wounds and marks."""
        b = self.b
        at = hex_at(h)
        there = hex_at(to)
        for i in range(i64(UNIT_SIZE)):
            b[there + i] = b[at + i]
            b[at + i] = 0
        if self.game.more:
            self._swap_more(h, to)
        self.forget_unit(h)
        self.note_unit(to)
        b[FREE] = i16(i64(b[FREE]) + MAIN_FIELD[self._main(h)] - MAIN_FIELD[self._main(to)])
        self._hq_at(to)

    def swap(self, h: i64, other: i64) -> None:
        """Two units change places."""
        b = self.b
        at = hex_at(h)
        there = hex_at(other)
        for i in range(i64(UNIT_SIZE)):
            x = b[there + i]
            b[there + i] = b[at + i]
            b[at + i] = x
        if self.game.more:
            self._swap_more(h, other)
        self.note_unit(h)
        self.note_unit(other)
        self._hq_at(h)
        self._hq_at(other)

    def _clear_more(self, h: i64) -> None:
        """No markers and nothing computed for a hex: its unit came or left."""
        b = self.b
        at = self.more_at(h)
        for i in range(i64(XU_SIZE)):
            b[at + i] = 0

    def _swap_more(self, h: i64, other: i64) -> None:
        """What lies on the units of two hexes changes places with them."""
        b = self.b
        at = self.more_at(h)
        there = self.more_at(other)
        for i in range(i64(XU_SIZE)):
            x = b[there + i]
            b[there + i] = b[at + i]
            b[at + i] = x

    def put_foundation(self, h: i64, tile: i64, owner: i64) -> None:
        """A foundation tile comes onto a hex."""
        at = hex_at(h)
        self.b[at + F_TILE] = i16(tile + 1)
        self.b[at + F_OWNER] = i16(owner)
        if self.game.more:
            self.b[self.more_at(h) + XF_USED] = 0

    def lift_foundation(self, h: i64) -> None:
        """A foundation tile goes to its owner's discard pile."""
        b = self.b
        at = hex_at(h)
        self.discard(i64(b[at + F_OWNER]), i64(b[at + F_TILE]) - 1)
        b[at + F_TILE] = 0
        b[at + F_OWNER] = 0

    def bury(self, h: i64, next_player: i64) -> None:
        """A unit is destroyed: to its owner's discard pile, a Bio-droid to the pile (R3.3), a Mad Bomber to
        `next_player` (R12.2), NEUTRAL there meaning that it is out of the game."""
        tile = self.tile(h)
        owner = self.owner(h)
        self.lift(h)
        if (T_ABILITY[tile] & A_BOMBER) != 0:
            self.bomber_leaves(tile, next_player)
        elif (T_ABILITY[tile] & A_RETURNS) != 0:
            self.to_top(owner, tile)
        else:
            self.discard(owner, tile)

    def owner_when_placed(self, player: i64, tile: i64) -> i64:
        """The owner of a unit that a player puts on the board. A Mad Bomber is neutral (R12.2), unless it is a
        mercenary: that one belongs to the player who places it (R12.3)."""
        if (T_ABILITY[tile] & A_BOMBER) == 0:
            return player
        return player if tile == BOMBER_BASE and self.game.bomber == "mercenary" else i64(NEUTRAL)

    def bomber_leaves(self, tile: i64, next_player: i64) -> None:
        """Where a Mad Bomber goes when it leaves the board or a hand."""
        if next_player == NEUTRAL:
            self.b[GONE] = i16(i64(self.b[GONE]) | BIT[tile - BOMBER_BASE])
        elif tile == BOMBER_BASE + 1:
            self.b[ASIDE] = 1
        else:
            self.to_top(next_player, tile)

    # --- piles and hands ---
    def kind(self, player: i64, tile: i64) -> i64:
        """A tile's kind as this player counts kinds."""
        if tile >= MERCENARY_BASE:
            return ARMY_KINDS + tile - MERCENARY_BASE
        return tile - self.game.base[player]

    def is_foreign(self, player: i64, tile: i64) -> bool:
        """Whether a tile is of another army than its owner's. Only positions for study have such tiles (a borrowed
        Mine)."""
        kind = tile - self.game.base[player]
        return tile < MERCENARY_BASE and (kind < 0 or kind >= self.game.army_size[player])

    def discard(self, player: i64, tile: i64) -> None:
        """A tile goes to a discard pile."""
        if player == NEUTRAL or self.is_foreign(player, tile):
            return
        b = self.b
        at = self.player_at(player)
        k: i64 = at + P_DISC + self.kind(player, tile)
        b[k] += 1

    def to_top(self, player: i64, tile: i64) -> None:
        """A tile goes on top of a draw pile, where everyone knows it lies."""
        b = self.b
        at = self.player_at(player)
        n = i64(b[at + P_TOP_N])
        if n == TOP_MAX:  # the deepest known tile is forgotten
            for i in range(i64(TOP_MAX - 1)):
                b[at + P_TOP + i] = b[at + P_TOP + i + 1]
            n -= 1
        b[at + P_TOP + n] = i16(self.kind(player, tile))
        b[at + P_TOP_N] = i16(n + 1)
        b[at + P_PILE + self.kind(player, tile)] += 1
        b[at + P_PILE_N] += 1
        log = self.log
        if log is not None:
            phase = int(b[PHASE]) - 1 if b[PHASE] != 0 else None
            if T_ABILITY[tile] & A_BOMBER:
                ruling = "R12.3" if self.game.bomber == "mercenary" else "R12.2"
                log.tell(Returned(player, ALL_TILES[tile], "next", rulings=(ruling,), phase=phase))
            else:
                log.tell(Returned(player, ALL_TILES[tile], "owner", rulings=("R3.3",), phase=phase))

    def from_pile(self, player: i64, kind: i64) -> None:
        """A tile of that kind leaves the draw pile."""
        b = self.b
        at = self.player_at(player)
        b[at + P_PILE + kind] -= 1
        b[at + P_PILE_N] -= 1
        if b[at + P_TOP_N] != 0:
            b[at + P_TOP_N] -= 1

    def from_top(self, player: i64, kind: i64) -> None:
        """A tile known to lie on top of the draw pile leaves it, whatever lies above it."""
        b = self.b
        at = self.player_at(player)
        n: i64 = i64(b[at + P_TOP_N])
        found = False
        for i in range(n - 1):
            found = found or i64(b[at + P_TOP + i]) == kind
            if found:
                b[at + P_TOP + i] = b[at + P_TOP + i + 1]
        self.from_pile(player, kind)

    def to_hand(self, player: i64, tile: i64) -> None:
        """A tile joins the hand, in its place by number."""
        b = self.b
        at = self.player_at(player)
        i = i64(b[at + P_HAND_N])
        while i > 0 and i64(b[at + P_HAND + i - 1]) > tile:
            b[at + P_HAND + i] = b[at + P_HAND + i - 1]
            i -= 1
        b[at + P_HAND + i] = i16(tile)
        b[at + P_HAND_N] += 1

    def from_hand(self, player: i64, slot: i64) -> i64:
        """A tile leaves the hand; its number."""
        b = self.b
        at = self.player_at(player)
        tile = i64(b[at + P_HAND + slot])
        n: i64 = i64(b[at + P_HAND_N]) - 1
        for i in range(slot, n):
            b[at + P_HAND + i] = b[at + P_HAND + i + 1]
        b[at + P_HAND + n] = 0
        b[at + P_HAND_N] = i16(n)
        return tile

    # --- keeping count ---
    def _main(self, h: i64) -> i64:
        return self.game.board_code * HEXES + h

    def _count(self, h: i64, tile: i64, by: i64) -> None:
        b = self.b
        if MAIN_FIELD[self._main(h)] != 0:
            b[FREE] = i16(i64(b[FREE]) - by)
        ability = T_ABILITY[tile]
        if ability & A_NETS:
            b[NETS] = i16(i64(b[NETS]) + by)
        if ability & A_TAKES:
            b[TAKERS] = i16(i64(b[TAKERS]) + by)
        if ability & A_SCOPES:
            b[SCOPERS] = i16(i64(b[SCOPERS]) + by)

    def _hq_at(self, h: i64) -> None:
        b = self.b
        at = hex_at(h)
        if b[at] != 0 and T_KIND[i64(b[at]) - 1] == K_HQ:
            b[self.player_at(i64(b[at + U_OWNER])) + P_HQ_HEX] = i16(h + 1)

    def _number_unit(self, at: i64) -> None:
        """Give a unit an id that no other unit on the board has. Units held under that id before are held no longer."""
        b = self.b
        used: i64 = 0
        left = self.units
        while left:
            there = hex_at(lowest(left))
            left = rest(left)
            if there != at:
                used |= BIT[i64(b[there + U_ID])]
        number = lowest(~used)
        b[at + U_ID] = i16(number)
        if b[SWAYED] == 0:  # no unit is held
            return
        left = self.units
        while left:
            h = lowest(left)
            left = rest(left)
            if has(self.held(h), number):
                self.set_held(h, self.held(h) & ~BIT[number])

    def held(self, h: i64) -> i64:
        """Bit mask of the ids of the bearers that hold the unit on a hex captive."""
        b = self.b
        at: i64 = hex_at(h) + U_HELD
        return (i64(b[at]) + i64(b[at + 1]) * 256 + i64(b[at + 2]) * 65536 + i64(b[at + 3]) * 16777216) + i64(
            b[at + 4]
        ) * 4294967296

    def set_held(self, h: i64, mask: i64) -> None:
        """Write down who holds the unit on a hex."""
        b = self.b
        at: i64 = hex_at(h) + U_HELD
        b[at] = i16(mask & 255)
        b[at + 1] = i16(mask >> 8 & 255)
        b[at + 2] = i16(mask >> 16 & 255)
        b[at + 3] = i16(mask >> 24 & 255)
        b[at + 4] = i16(mask >> 32 & 255)

    def _number_granter(self, at: i64) -> None:
        """Give a tile that grants moves a number that no other on the board has, and no unit has used."""
        b = self.b
        used: i64 = 0
        for h in range(self.hexes):
            there = hex_at(h)
            if b[there + U_GRANTER] != 0 and there != at:
                used |= BIT[i64(b[there + U_GRANTER])]
        number = lowest(~used & ~1)  # from 1 on
        b[at + U_GRANTER] = i16(number)
        bit: i64 = BIT[number]
        for h in range(self.hexes):
            there = hex_at(h)
            b[there + U_MOVED] = i16(i64(b[there + U_MOVED]) & ~bit & 255)
            b[there + U_MOVED2] = i16(i64(b[there + U_MOVED2]) & ~(bit >> 8) & 255)
