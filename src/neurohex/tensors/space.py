"""A small, fixed space of actions for one kind of game, as the player to act sees the board.

The rules number all decisions of all games (`rules.actions`): about 49,000 numbers. A space has only the numbers that
one board, number of players and set of variants can use, whatever the armies, and decisions that exclude each other
share numbers:

- a Transporter's hex and that of an executed unit are occupied, other tiles go to free hexes: DEPLOY and EXECUTE are a
  PLACE;
- the second step of a Recon move is a move of that unit; a captive is turned as by a Rotation tile; where a pushed unit
  goes is the way of that push;
- a push whose way the other player chooses is the only one of its edge: it takes the number of the straight way;
- granters of moves are counted for each unit (first, second …), not told by direction;
- decisions that come alone borrow numbers of the same shape: a target with a direction (AIM) those of a Rotation tile,
  the hex of a marker those of a Grenade, "unit or foundation" those of a Clown, an opponent those of a Quartermaster
  (counted in turn order from the player to act), and to decline is to end;
- Medics' choices, which come alone too, are numbered in their order;
- a Ray is its line, a Small Bomb its area, a Castling its pair of neighbours.

Hexes and directions are turned so that the HQ of the player to act lies in the first sixth of the board (`turned`). On
the Duel board nothing is turned: its Terminals have their places.
"""

from typing import Final

from neurohex.compat import i64, vec
from neurohex.rules.actions import (
    ACTIONS,
    AIM,
    BOMB,
    BOMBER,
    BURROW,
    CAPTIVE,
    CAPTIVE_AT,
    CASTLE,
    CLASSES,
    CLOWN,
    CONVERT,
    DEPLOY,
    DISCARD,
    DRAW,
    DRAW_IN,
    DUEL_DETONATE,
    DUEL_ELIMINATE,
    DUEL_LASER,
    DUEL_PUSH,
    DUEL_ROTATE,
    DUEL_SWAP,
    END,
    EXECUTE,
    FIGHT,
    FROM_NEAR,
    GRENADE,
    HQ_TURN,
    MARK,
    MERCENARY,
    MOVE,
    OWN_PUSH,
    OWN_TURN,
    PARALYSE,
    PILE,
    PLACE,
    POINT,
    PUSH,
    RAY,
    ROTATE,
    SECOND,
    SELL,
    SELL_HQ,
    SHARED,
    SMOKE,
    SNIPE,
    STEEL_NET,
    STRIKE,
    TERROR,
    TRANSFORM,
    TRANSPOSE,
    UNLUCKY,
    YIELD,
)
from neurohex.rules.catalog import ALL_TILES
from neurohex.rules.game import Game
from neurohex.rules.layout import (
    ACTOR,
    ASKED,
    HEXES,
    P_HQ_HEX,
    PENDING_A,
    PENDING_B,
    ST_CAPTURE,
    ST_MAIN,
    ST_MEDIC,
    ST_POINT,
    ST_PUSHED,
    ST_RECON,
    STAGE,
)
from neurohex.rules.state import State
from neurohex.tiles import ARMIES, Army

SPACE_VERSION: Final = 2
"""Changes whenever a number of a space changes its meaning."""

OF_UNIT: Final = 42
"""Numbers of the moves of one unit by one source, in the rules."""
FIRST_GRANTED: Final = MOVE + FROM_NEAR * HEXES * OF_UNIT
KNOWN: Final = SHARED + 2
"""Actions of the rules from here on are younger than this module: each has a number of its own, and is not turned."""


# Blocks that are turned alike: (hex, rotation or direction), and one hex.
_TURNS: Final = (
    (ROTATE, HQ_TURN),
    (HQ_TURN, CASTLE),
    (CAPTIVE_AT, OWN_PUSH),
    (OWN_TURN, STEEL_NET),
    (AIM + 1, MARK),
    (DRAW_IN, PARALYSE),
    (SMOKE, TRANSPOSE),
)
_HEXES: Final = (
    (GRENADE, SNIPE),
    (STRIKE, BOMB),
    (STEEL_NET, EXECUTE),
    (MARK + 1, BURROW),
    (PARALYSE, SMOKE),
)


class ActionSpace:
    """The numbers 0 to `size` - 1, and their mapping to and from the actions of the rules, in both directions exact.

    A space depends on the game's board, number of players and variants, and not on its armies: games that differ only
    in armies have equal spaces.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.hexes: i64 = game.hexes
        self.hand: i64 = game.hand
        self.granters: i64 = i64(_granters(game))
        self.blocks: list[tuple[str, int, int]] = []
        """Name, first number and count of each block."""
        self.turns = not game.is_duel
        self.size: i64 = 0
        self._board = _Geometry(game)
        self.edges: list[tuple[int, int]] = self._board.edges
        """Each hex with each direction in which it has a neighbour."""
        self._stride: i64 = 0  # numbers of the moves by one source
        self._static: vec[i64] = vec[i64]([])
        self._turned: vec[i64] = vec[i64]([])
        self._sector: vec[i64] = vec[i64](self._board.sector if self.turns else [0] * int(game.hexes))
        self._build()
        # Scratch for `indices`, by hex: the last granter seen, and how many before it.
        self._granter: vec[i64] = vec[i64]([-1] * HEXES)
        self._rank: vec[i64] = vec[i64]([0] * HEXES)

    # --- building ---
    def _build(self) -> None:
        game = self.game
        board = self._board
        hexes, hand = int(game.hexes), int(game.hand)
        edges, stay = len(board.edges), hexes * 6
        table = [-1] * ACTIONS
        count = 0

        def block(name: str, size: int) -> int:
            nonlocal count
            self.blocks.append((name, count, size))
            count += size
            return count - size

        for name, action in (("end", END), ("unlucky", UNLUCKY), ("fight", FIGHT), ("terror", TERROR)):
            table[action] = block(name, 1)
        at = block("discard", hand)
        for slot in range(hand):
            table[DISCARD + slot] = at + slot
        at = block("place", hand * stay)
        for slot in range(hand):
            for h in range(hexes):
                for rot in range(6):
                    table[PLACE + (slot * HEXES + h) * 6 + rot] = at + (slot * hexes + h) * 6 + rot
                    table[DEPLOY + (h * 6 + slot) * 6 + rot] = at + (slot * hexes + h) * 6 + rot
                    table[EXECUTE + (slot * HEXES + h) * 6 + rot] = at + (slot * hexes + h) * 6 + rot
        stride = edges * 6 + stay
        self._stride = i64(stride)
        at = block("move", (2 + int(self.granters)) * stride)
        for source in range(14):
            first = at + min(source, 2) * stride
            for h in range(hexes):
                for step in range(7):
                    edge = board.edge_of(h, step)
                    if edge >= 0 or step == 6:
                        place = edge * 6 if step < 6 else edges * 6 + h * 6
                        for rot in range(6):
                            table[MOVE + (source * HEXES + h) * OF_UNIT + step * 6 + rot] = first + place + rot
        _fill_pushes(table, board, PUSH, block("push", edges * 3))
        at = block("rotate", stay)
        _fill_by_hex(table, ROTATE, 6, hexes, at)
        _fill_by_hex(table, CAPTIVE_AT, 6, hexes, at)
        table[AIM] = table[MARK] = table[END]
        _fill_by_hex(table, AIM + 1, 6, hexes, at)
        _fill_by_hex(table, HQ_TURN, 6, hexes, block("hq turn", stay))
        at = block("castle", edges // 2)
        for h in range(hexes):
            for d in range(3):
                if board.edge_of(h, d) >= 0:
                    table[CASTLE + h * 6 + d] = at
                    at += 1
        at = block("grenade", hexes)
        _fill_by_hex(table, GRENADE, 1, hexes, at)
        _fill_by_hex(table, MARK + 1, 1, hexes, at)
        _fill_by_hex(table, SNIPE, 2, hexes, block("snipe", 2 * hexes))
        at = block("strike", len(board.inner))
        for n, h in enumerate(board.inner):
            table[STRIKE + h] = at + n
        at = block("bomb", len(board.bombs))
        for n, number in enumerate(board.bombs.values()):
            table[BOMB + number] = at + n
        at = block("clown", 2)
        _fill_run(table, CLOWN, 2, at)
        _fill_run(table, SHARED, 2, at)
        at = block("convert", 19)
        _fill_run(table, CONVERT, 13, at)
        _fill_run(table, TRANSFORM, 6, at + 13)
        _fill_run(table, POINT, 6, at)
        _fill_pushes(table, board, OWN_PUSH, block("own push", edges * 3))
        _fill_by_hex(table, OWN_TURN, 6, hexes, block("own turn", stay))
        _fill_by_hex(table, STEEL_NET, 1, hexes, block("steel net", hexes))
        _fill_run(table, BURROW, 6, block("burrow", 6))
        at = block("draw in", edges)
        for n, (h, d) in enumerate(board.edges):
            table[DRAW_IN + h * 6 + d] = at + n
        _fill_by_hex(table, PARALYSE, 1, hexes, block("paralyse", hexes))
        _fill_by_hex(table, SMOKE, 6, hexes, block("smoke", stay))
        at = block("transpose", hexes * (hexes - 1))
        for h in range(hexes):
            for other in range(hexes):
                if other != h:
                    table[TRANSPOSE + h * HEXES + other] = at + h * (hexes - 1) + other - (other > h)
        at = block("ray", len(board.lines))
        for n, number in enumerate(board.lines.values()):
            table[RAY + number] = at + n
        if game.mercenaries:
            table[PILE] = block("pile", 1)
            _fill_run(table, MERCENARY, 6, block("mercenary", 6))
        if game.bomber_two:
            at = block("bomber", hand * hexes)
            for slot in range(hand):
                for h in range(hexes):
                    table[BOMBER + slot * HEXES + h] = at + slot * hexes + h
        if game.is_duel:
            _fill_by_hex(table, DUEL_ROTATE, 6, hexes, block("duel rotate", stay))
            _fill_run(table, DUEL_SWAP, 21 * 36, block("duel swap", 21 * 36))
            _fill_pushes(table, board, DUEL_PUSH, block("duel push", edges * 3))
            _fill_run(table, DUEL_LASER, 21, block("duel laser", 21))
            _fill_by_hex(table, DUEL_ELIMINATE, 1, hexes, block("duel eliminate", hexes))
            table[DUEL_DETONATE] = block("duel detonate", 1)
            _fill_run(table, SELL, hand, block("sell", hand))
            table[SELL_HQ] = block("sell hq", 1)
        if ACTIONS > KNOWN:
            _fill_run(table, KNOWN, ACTIONS - KNOWN, block("more", ACTIONS - KNOWN))
        medics = _patients(game) * CLASSES  # more choices than Medics can offer at once
        if count < medics:
            block("more choices of medics", medics - count)
        self.size = i64(count)
        self._static = vec[i64](table)
        self._turn_tables(table, count, stride)

    def _turn_tables(self, table: list[int], size: int, stride: int) -> None:
        """Where each number goes when the board is turned by r sixths."""
        turned = list(range(size))
        for r in range(1, 6 if self.turns else 1):
            to = list(range(size))
            for action, number in enumerate(table):
                if number >= 0:
                    there = table[self._board.turn(action, r)]
                    to[number] = there
                    if FIRST_GRANTED <= action < SECOND:
                        for rank in range(1, int(self.granters)):
                            to[number + rank * stride] = there + rank * stride
            turned += to
        self._turned = vec[i64](turned)

    # --- mapping ---
    def turned(self, st: State, player: i64) -> i64:
        """By how many sixths, clockwise, the board is turned for a player: until the HQ lies between N and NE."""
        hq = i64(st.b[st.player_at(player) + P_HQ_HEX]) - 1
        return self._sector[hq] if hq >= 0 else i64(0)

    def indices(self, st: State, actions: vec[i64], n: i64, out: vec[i64]) -> None:
        """Write the numbers of the `n` legal actions of a state into `out`, in the same order."""
        b = st.b
        stage = i64(b[STAGE])
        if stage == ST_MEDIC:
            for i in range(n):
                out[i] = i
            return
        asked = i64(b[ASKED])
        from_: i64 = 0  # numbers from here to below `end` are shifted by `by`: decisions about the unit in ASKED
        end: i64 = 0
        by: i64 = 0
        if stage == ST_CAPTURE:
            from_ = CAPTIVE
            end = CAPTIVE + 6
            by = ROTATE + asked * 6 - CAPTIVE
        elif stage == ST_RECON:
            from_ = SECOND
            end = SECOND + OF_UNIT
            by = MOVE + asked * OF_UNIT - SECOND
        static = self._static
        turned = self._turned
        first: i64 = self.turned(st, i64(b[ACTOR])) * self.size
        granted = stage == ST_MAIN
        started = False
        for i in range(n):
            a = actions[i]
            if from_ <= a < end:
                a += by
            elif stage == ST_PUSHED:
                push = i64(b[PENDING_B])
                a = PUSH + (i64(b[PENDING_A]) * 6 + push) * 4 + (a - YIELD - push + 7) % 6
            elif stage == ST_POINT:
                place = self.game.place
                a = POINT + (place[a - POINT] - place[i64(b[ACTOR])] + self.game.players) % self.game.players
            number = static[a]
            if granted and FIRST_GRANTED <= a < SECOND:
                if not started:
                    started = True
                    for h in range(self.hexes):
                        self._granter[h] = -1
                        self._rank[h] = -1
                number += self._rank_of(a) * self._stride
            out[i] = turned[first + number]

    def _rank_of(self, a: i64) -> i64:
        """How many granters have offered moves to this unit before the present one. Legal lists go by granter."""
        unit: i64 = (a - MOVE) // OF_UNIT
        h: i64 = unit % HEXES
        source: i64 = unit // HEXES
        if self._granter[h] != source:
            self._granter[h] = source
            self._rank[h] += 1
        return self._rank[h]


# --- how many of something a game can have --------------------------------------------------------
def _count(army: Army, effect: str) -> int:
    """How many tiles of an army have a module's effect."""
    return sum(tile.count for tile in army.tiles if effect in tile.module)


def _granters(game: Game) -> int:
    """The most granters that can offer moves to one unit: at most one for each hex around it and each behind those.

    In a game of two, a unit has those of its own army, and those of the other army if its own can use what is hostile:
    by takeover, Scoper (R3.4) or spies (R15.1). With more players it may have allies; then all count.
    """
    granters = [_count(army, "grants_mobility") for army in ARMIES.values()]
    if len(game.armies) > 2:
        return min(12, max(granters) * len(game.armies))
    most = 0
    for army, own in zip(ARMIES.values(), granters, strict=True):
        taken = any({"takeover", "scoper"} & set(tile.module) or "spy" in tile.abilities for tile in army.tiles)
        most = max(most, own + (max(granters) if taken else 0))
    return min(12, most)


def _patients(game: Game) -> int:
    """At least as many as the pairs of a Medic and a unit that it can reach: through its links, in a Motherland, which
    allies may share, anywhere (R22.1)."""
    anywhere = int(game.hexes) - 1
    each = 0
    for army in ARMIES.values():
        wide = len(game.armies) > 2 or _count(army, "motherland") > 0
        reach = 0
        for tile in army.tiles:
            if "medic" in tile.module:
                linked = sum(map(bool, tile.links)) + 2 * sum(map(bool, tile.long_links))
                reach += tile.count * (anywhere if wide else linked)
        each = max(each, reach)
    return each * len(game.armies)


def _fill_by_hex(table: list[int], first: int, each: int, hexes: int, at: int) -> None:
    """`each` consecutive numbers for every hex."""
    _fill_run(table, first, each * hexes, at)


def _fill_run(table: list[int], first: int, count: int, at: int) -> None:
    for i in range(count):
        table[first + i] = at + i


def _fill_pushes(table: list[int], board: "_Geometry", first: int, at: int) -> None:
    for n, (h, d) in enumerate(board.edges):
        for way in range(4):
            table[first + (h * 6 + d) * 4 + way] = at + n * 3 + (way if way < 3 else 1)


class _Geometry:
    """The places of a board that actions name, and where they go when it is turned."""

    def __init__(self, game: Game) -> None:
        board = game.board
        self.next = board.neighbours
        hexes = range(len(board.names))
        self.edges = [(h, d) for h in hexes for d in range(6) if self.next[h][d] >= 0]
        """Each hex with each direction in which it has a neighbour."""
        self._edge_of = {edge: n for n, edge in enumerate(self.edges)}
        self.inner = [h for h in hexes if min(self.next[h]) >= 0]
        self.bombs: dict[tuple[int, ...], int] = {}
        """The areas of a Small Bomb, as sorted hexes, with their number in the rules."""
        for h in hexes:
            for shape in range(2):
                one, two = self.next[h][1], self.next[h][2 * shape]
                if one >= 0 and two >= 0:
                    self.bombs[tuple(sorted((h, one, two)))] = h * 2 + shape
        self._area = {number: area for area, number in self.bombs.items()}
        self.lines: dict[tuple[int, ...], int] = {}
        """The lines from edge to edge, as sorted hexes, with their number in the rules."""
        for h in hexes:
            for d in range(3):
                if self.next[h][d + 3] < 0 and self.next[h][d] >= 0:
                    self.lines[tuple(sorted((h, *board.ray(h, d))))] = h * 3 + d
        self._line = {number: line for line, number in self.lines.items()}
        self.sector: list[int] = []
        """By hex: the turn that brings it into the first sixth."""
        self._at: list[tuple[int, int, int]] = []
        for h in hexes:
            d, i, j = self._way_to(board.centre, h)
            self._at.append((d, i, j))
            self.sector.append((6 - d) % 6)
        self._centre = board.centre
        self._turned = [[self._walk(*way, r) for way in self._at] for r in range(6)]

    def edge_of(self, h: int, d: int) -> int:
        """The number of an edge, or -1."""
        return self._edge_of.get((h, d), -1)

    def _way_to(self, centre: int, h: int) -> tuple[int, int, int]:
        """How to walk from the centre to a hex: i steps in direction d, then j in the next one clockwise."""
        for d in range(6):
            for i in range(4):
                for j in range(4):
                    here = centre
                    for step in [d] * i + [(d + 1) % 6] * j:
                        here = self.next[here][step] if here >= 0 else here
                    if here == h and (i > 0 or h == centre):
                        return d, i, j
        raise ValueError(f"no way to hex {h}")

    def _walk(self, d: int, i: int, j: int, r: int) -> int:
        here = self._centre
        for step in [(d + r) % 6] * i + [(d + 1 + r) % 6] * j:
            here = self.next[here][step]
        return here

    def hex(self, h: int, r: int) -> int:
        """Where a hex goes when the board is turned by r sixths."""
        return self._turned[r][h]

    def turn(self, a: int, r: int) -> int:
        """The action of the rules that is an action on the turned board. Not for the Duel board."""
        if PLACE <= a < DEPLOY:
            slot, h, rot = (a - PLACE) // (HEXES * 6), (a - PLACE) // 6 % HEXES, (a - PLACE) % 6
            return PLACE + (slot * HEXES + self.hex(h, r)) * 6 + (rot + r) % 6
        if DEPLOY <= a < MOVE:
            h, slot, rot = (a - DEPLOY) // 36, (a - DEPLOY) // 6 % 6, (a - DEPLOY) % 6
            return DEPLOY + (self.hex(h, r) * 6 + slot) * 6 + (rot + r) % 6
        if MOVE <= a < SECOND:
            unit, step, rot = (a - MOVE) // OF_UNIT, (a - MOVE) // 6 % 7, (a - MOVE) % 6
            source, h = unit // HEXES, unit % HEXES
            step = step if step == 6 else (step + r) % 6
            return MOVE + (source * HEXES + self.hex(h, r)) * OF_UNIT + step * 6 + (rot + r) % 6
        for first, end in ((PUSH, YIELD), (OWN_PUSH, OWN_TURN)):
            if first <= a < end:
                h, d, way = (a - first) // 24, (a - first) // 4 % 6, (a - first) % 4
                return first + (self.hex(h, r) * 6 + (d + r) % 6) * 4 + way
        for first, end in _TURNS:
            if first <= a < end:
                return first + self.hex((a - first) // 6, r) * 6 + ((a - first) % 6 + r) % 6
        for first, end in _HEXES:
            if first <= a < end:
                return first + self.hex(a - first, r)
        if CASTLE <= a < GRENADE:
            h, d = (a - CASTLE) // 6, ((a - CASTLE) + r) % 6
            h = self.hex(h, r)
            if d >= 3:
                h, d = self.next[h][d], d - 3
            return CASTLE + h * 6 + d
        if SNIPE <= a < STRIKE:
            return SNIPE + self.hex((a - SNIPE) // 2, r) * 2 + (a - SNIPE) % 2
        if BOMB <= a < CAPTIVE:
            area = sorted(self.hex(h, r) for h in self._area[a - BOMB])
            return BOMB + self.bombs[tuple(area)]
        if CONVERT < a < CONVERT + 13:
            d, part = (a - CONVERT - 1) // 2, (a - CONVERT - 1) % 2
            return CONVERT + 1 + (d + r) % 6 * 2 + part
        if TRANSFORM <= a < SHARED:
            return TRANSFORM + (a - TRANSFORM + r) % 6
        if BURROW <= a < DRAW_IN:
            return BURROW + (a - BURROW + r) % 6
        if EXECUTE <= a < POINT:
            return self.turn(a - EXECUTE + PLACE, r) - PLACE + EXECUTE
        if TRANSPOSE <= a < RAY:
            h, other = (a - TRANSPOSE) // HEXES, (a - TRANSPOSE) % HEXES
            return TRANSPOSE + self.hex(h, r) * HEXES + self.hex(other, r)
        if RAY <= a < TRANSFORM:
            return RAY + self.lines[tuple(sorted(self.hex(h, r) for h in self._line[a - RAY]))]
        if BOMBER <= a < DRAW:
            slot, h = (a - BOMBER) // HEXES, (a - BOMBER) % HEXES
            return BOMBER + slot * HEXES + self.hex(h, r)
        return a


def tables_digest() -> int:
    """A number that changes when tiles are added or change: with it, tile numbers and kinds change their meaning."""
    total = 17
    for tile in ALL_TILES:
        for letter in f"{tile.army}/{tile.name}":
            total = (total * 31 + ord(letter)) % 4294967291
    return total
