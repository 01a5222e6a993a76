"""All ends of one player's turn, and the Battle after each: the search behind puzzles.

The player takes any actions of a turn except ending it, discarding, selling and playing a Battle tile. Every state in
which nothing is pending is a possible end. Two ends are equal if board and hand are, whatever the order of actions was
(`end_key`). The search fights the Battle of each end once: the player chooses freely, and the goal must be reached
whatever the other players choose.

The search makes no choices of other players before the Battle: `EndSearch.sweep` lists the states in which they have to
choose, and the caller goes on from each answer.
"""

from dataclasses import fields
from typing import Final

from neurohex.bots.bounds import is_plain, most_damage
from neurohex.compat import i16, i64, vec
from neurohex.rules.actions import (
    DISCARD,
    DRAW,
    DUEL_ROTATE,
    END,
    FIGHT,
    MOVE,
    PLACE,
)
from neurohex.rules.acts import decide, play
from neurohex.rules.battle import begin_battle
from neurohex.rules.catalog import ALL_TILES
from neurohex.rules.engine import default_choice, fresh_buffer
from neurohex.rules.flow import fight_alone
from neurohex.rules.layout import (
    ACTOR,
    AFTER,
    ASKED,
    BY_TILE,
    CAPTURES,
    F_OWNER,
    F_TILE,
    FREE,
    HEXES,
    LIMIT,
    P_HAND,
    P_HAND_N,
    P_HQ,
    P_HQ_HEX,
    PENDING,
    PENDING_A,
    PENDING_B,
    PHASE,
    PLAYED,
    ST_MAIN,
    STAGE,
    U_FLAGS,
    U_GRANTER,
    U_HEALS,
    U_HEALS2,
    U_ID,
    U_MOVED,
    U_MOVED2,
    U_OWNER,
    U_ROT,
    U_TILE,
    U_WOUNDS,
    XU_STEEL,
    XU_VENOM,
    hex_at,
)
from neurohex.rules.legal import legal
from neurohex.rules.state import State
from neurohex.tiles import NO_EDGES, Tile

GOAL_HQ: Final = 0  # the hostile HQ falls and the own one does not
GOAL_DAMAGE: Final = 1  # the hostile HQ loses at least `least` points
GOAL_UNIT: Final = 2  # one marked unit is destroyed
GOAL_SURVIVE: Final = 3  # the own HQ stands
GOAL_SCORE: Final = 4  # a number: points that the hostile HQ loses, -1 if the own one falls
GOAL_KEEP: Final = 5  # a number: points that the own HQ keeps

_HAND_BASE: Final = 1024  # more than there are tiles; six tiles fit into 60 bits
_KEPT: Final = 40
"""Number of best ends that a group keeps. Callers look for a single one."""


def _same_facings() -> vec[i64]:
    """By tile * 6 + rotation: the first rotation that shows the same on every edge."""
    names = [field.name for field in fields(Tile) if field.default == NO_EDGES]
    table: list[int] = []
    for tile in ALL_TILES:
        looks: list[list[tuple[int, ...]]] = []
        for rotation in range(6):
            look = []
            for name in names:
                edges: tuple[int, ...] = tuple(getattr(tile, name))
                look.append(edges[6 - rotation :] + edges[: 6 - rotation])
            looks.append(look)
            table.append(looks.index(look))
    return vec[i64](table)


SAME_FACING: Final = _same_facings()


def same_facing(tile: int, rotation: int) -> int:
    """The first rotation of a tile that shows the same on every edge as this one."""
    return int(SAME_FACING[i64(tile) * 6 + i64(rotation)])


def is_act(st: State, action: int) -> bool:
    """Whether a legal action is an act of a puzzle: all but ending the turn, discarding, selling and a Battle tile."""
    return _is_act(i64(st.b[STAGE]), i64(action))


def _is_act(stage: i64, action: i64) -> bool:
    if stage != ST_MAIN:
        return True
    if action == END or (action >= DISCARD and action <= FIGHT):
        return False
    return action < DUEL_ROTATE or action > DRAW + 41


def limit_tiles(st: State, tiles: int) -> None:
    """Limit the number of tiles that can be played in the running turn."""
    st.b[PLAYED] = 0
    st.b[LIMIT] = i16(tiles)


def tiles_played(st: State) -> int:
    """Tiles of the hand played in the running turn."""
    return int(st.b[PLAYED])


def free_hexes(st: State) -> int:
    """Free hexes of the main field; when there are none, a Battle begins by itself (R4.5)."""
    return int(st.b[FREE])


def may_end(st: State, player: int) -> bool:
    """Whether a turn is in its main part with nothing pending."""
    return st.b[STAGE] == ST_MAIN and int(st.b[ACTOR]) == player and st.b[PHASE] == 0


def mark_unit(st: State, hex_: int) -> int:
    """Mark the unit on a hex, so that it differs from all other units of its owner on the board. Gives the mark.

    The mark moves with the unit. Units placed later can have the same mark, but not the same owner.
    """
    at = hex_at(i64(hex_))
    if not st.game.has_takeover:  # otherwise every unit has an id already
        st.b[at + U_ID] = 1
    return int(st.b[at + U_ID])


def _mix(lane: i64, word: i64, factor: i64) -> i64:
    """One step of a hash of 31 bits. `word` has at most 31 bits."""
    x: i64 = (lane ^ word) * factor
    return (x ^ (x >> 29)) & 0x7FFFFFFF


def end_key(st: State, player: int) -> int:
    """A number for an end: units and foundations with owner, wounds, facing and markers, HQ points and the hand.

    Facings in which a printed tile looks the same are one. It has 62 bits; equal ends have equal numbers, and different
    ends differ except by a chance of one in 10**18.
    """
    return int(_end_key(st, i64(player)))


def _end_key(st: State, me: i64) -> i64:
    b = st.b
    one: i64 = 0x2545F491
    two: i64 = 0x1F83D9AB
    for h in range(st.hexes):
        at: i64 = hex_at(h)
        t = i64(b[at])
        if t != 0:
            rot = SAME_FACING[(t - 1) * 6 + i64(b[at + U_ROT])]
            # hex, tile, owner, facing, wounds: 6 + 12 + 3 + 3 + 5 bits
            word = (((h * 4096 + t) * 8 + i64(b[at + U_OWNER])) * 8 + rot) * 32 + i64(b[at + U_WOUNDS]) + 1
            one = _mix(one, word, 0x5BD1E995)
            two = _mix(two, word, 0x6C078965)
        f = i64(b[at + F_TILE])
        if f != 0:
            word = ((h * 4096 + f) * 8 + i64(b[at + F_OWNER])) * 256 + 0x9E
            one = _mix(one, word, 0x6C078965)
            two = _mix(two, word, 0x5BD1E995)
        if st.game.more and t != 0:
            markers = _markers(st, h)
            if markers != 0:
                one = _mix(_mix(one, markers & 0x7FFFFFFF, 0x5BD1E995), (markers >> 31) * 64 + h, 0x5BD1E995)
                two = _mix(_mix(two, markers & 0x7FFFFFFF, 0x6C078965), (markers >> 31) * 64 + h, 0x6C078965)
    for p in range(st.game.players):
        word = 0x5A000000 + i64(b[st.player_at(p) + P_HQ])
        one = _mix(one, word, 0x5BD1E995)
        two = _mix(two, word, 0x6C078965)
    word = hand_key(st, me)
    one = _mix(_mix(one, word & 0x7FFFFFFF, 0x5BD1E995), word >> 31, 0x5BD1E995)
    two = _mix(_mix(two, word & 0x7FFFFFFF, 0x6C078965), word >> 31, 0x6C078965)
    return one << 31 | two


def _markers(st: State, h: i64) -> i64:
    """The markers on the unit of a hex as one number: of venom, paralysis and Steel Nets, each with its owner."""
    at = st.more_at(h)
    number: i64 = 0
    for i in range(at + XU_VENOM, at + XU_STEEL + 1):
        number = number * 256 + i64(st.b[i])
    return number


def hand_key(st: State, me: i64) -> i64:
    """The tiles in a hand as one number. `hand_of` reads it."""
    b = st.b
    at: i64 = st.player_at(me)
    key: i64 = 0
    for i in range(i64(b[at + P_HAND_N])):
        key = key * _HAND_BASE + i64(b[at + P_HAND + i]) + 1
    return key


def hand_of(key: int) -> list[int]:
    """The tiles of a hand, by its `hand_key`."""
    tiles: list[int] = []
    while key:
        tiles.append(key % _HAND_BASE - 1)
        key //= _HAND_BASE
    return tiles


def facts(st: State) -> dict[int, int]:
    """The facts of an end as numbers. Keys: hex for a unit, 100 + hex for a foundation, 200 + player for HQ points,
    300 + hex for the markers on a unit.

    The last octal digit of a value is the facing (`same_facing`). The hand is left out.
    """
    b = st.b
    found: dict[int, int] = {}
    for h in range(st.hexes):
        at: i64 = hex_at(h)
        t = i64(b[at])
        if t != 0:
            rot = SAME_FACING[(t - 1) * 6 + i64(b[at + U_ROT])]
            found[int(h)] = int(((t * 8 + i64(b[at + U_OWNER])) * 32 + i64(b[at + U_WOUNDS])) * 8 + rot)
        if b[at + F_TILE] != 0:
            found[int(h) + 100] = int((i64(b[at + F_TILE]) * 8 + i64(b[at + F_OWNER])) * 8)
        if st.game.more and t != 0 and _markers(st, h) != 0:
            found[int(h) + 300] = int(_markers(st, h)) * 8
    for p in range(st.game.players):
        found[int(p) + 200] = int(b[st.player_at(p) + P_HQ]) * 8
    return found


def _node_key(st: State, me: i64) -> i64:
    """A hash of a state of the turn: of the end that it would be, and of all that can matter for later actions."""
    b = st.b
    end = _end_key(st, me)
    one: i64 = end >> 31
    two: i64 = end & 0x7FFFFFFF
    word = ((i64(b[STAGE]) * 8 + i64(b[ACTOR])) * 8 + i64(b[AFTER])) * 64 + i64(b[ASKED])
    one = _mix(one, word, 0x5BD1E995)
    two = _mix(two, word, 0x6C078965)
    if b[STAGE] != ST_MAIN:
        word = ((i64(b[PENDING]) * 64 + i64(b[PENDING_A])) * 64 + i64(b[PENDING_B])) * 2 + i64(b[CAPTURES])
        one = _mix(one, word, 0x5BD1E995)
        two = _mix(two, word, 0x6C078965)
    if st.game.more:
        # Of the header only what the pending choice needs: the rest is left over from earlier choices.
        first: i64 = st.game.more_offset if b[STAGE] != ST_MAIN else st.more_at(0)
        for i in range(first, i64(len(b))):
            if b[i] != 0:
                word = i * 256 + i64(b[i])
                one = _mix(one, word, 0x5BD1E995)
                two = _mix(two, word, 0x6C078965)
    for h in range(st.hexes):
        at: i64 = hex_at(h)
        if b[at] != 0:
            word = ((i64(b[at + U_FLAGS]) * 256 + i64(b[at + U_MOVED])) * 256 + i64(b[at + U_MOVED2])) * 64 + h
            one = _mix(one, word, 0x5BD1E995)
            two = _mix(two, word, 0x6C078965)
            word = (i64(b[at + U_ID]) * 16 + i64(b[at + U_GRANTER])) * 65536 + i64(b[at + U_HEALS]) * 256
            word += i64(b[at + U_HEALS2])
            one = _mix(one, word, 0x5BD1E995)
            two = _mix(two, word, 0x6C078965)
            held = st.held(h)
            one = _mix(_mix(one, held & 0x7FFFFFFF, 0x5BD1E995), held >> 31, 0x5BD1E995)
            two = _mix(_mix(two, held & 0x7FFFFFFF, 0x6C078965), held >> 31, 0x6C078965)
    return one << 31 | two


class Arrival:
    """A state that a sweep has reached, and the actions that led there from its start."""

    def __init__(self, state: State, actions: list[int]) -> None:
        self.state = state
        self.actions = actions


class Group:
    """Results of a survey for one choice of tiles: the worth of the best ends, and these ends."""

    def __init__(self) -> None:
        self.ends: i64 = 0
        """Number of different ends."""
        self.best: i64 = -2
        """Largest worth."""
        self.best_count: i64 = 0
        """Number of ends with the largest worth."""
        self.next: i64 = -2
        """Second largest worth."""
        self.next_count: i64 = 0
        """Number of ends with the second largest worth."""
        self.kept: list[Arrival] = []
        """The first few ends with the largest worth."""

    def figures(self) -> tuple[int, int, int, int, int]:
        """ends, best, best_count, next, next_count."""
        return int(self.ends), int(self.best), int(self.best_count), int(self.next), int(self.next_count)


class TooManyStates(Exception):
    """The search has reached its limit of states."""


class TooManyWins(Exception):
    """A sweep has found more ends that reach the goal than its caller asked for."""


class EndSearch:
    """Searches turns of one player for one goal. Keeps the worths of ends from one sweep to the next.

    `states` counts states and Battles; above `limit` the search raises `TooManyStates`.
    """

    def __init__(self, player: int, goal: int, least: int, points: int, limit: int) -> None:
        """`points`: points of the hostile HQ at the start. `least`: how many it must lose (`GOAL_DAMAGE`)."""
        self.me: i64 = i64(player)
        self.foe: i64 = 1 - i64(player)
        self.goal: i64 = i64(goal)
        self.least: i64 = i64(least)
        self.points: i64 = i64(points)
        self.limit: i64 = i64(limit)
        self.states: i64 = 0
        self.battles: i64 = 0
        self._target_tile: i64 = -1
        self._target_owner: i64 = 0
        self._target_mark: i64 = 0
        self._exact: i64 = -1
        self._worths: dict[int, int] = {}
        self._seen: set[int] = set()
        self._ended: set[int] = set()
        self._path: list[int] = []
        self._buffers: list[vec[i64]] = []
        self._wins: list[Arrival] = []
        self._branches: list[Arrival] = []
        self._groups: dict[int, Group] | None = None
        self._plain = False
        self.floor: i64 = -2
        self.most_wins: i64 = -1
        """Ends that reach the goal before a sweep raises `TooManyWins`; negative for no such bound."""

    def set_most_wins(self, wins: int) -> None:
        """Let sweeps raise `TooManyWins` beyond this number. The ends found until then are in `wins`."""
        self.most_wins = i64(wins)

    def set_floor(self, worth: int) -> None:
        """Let surveys only count ends that are certainly worth less."""
        self.floor = i64(worth)

    def wins(self) -> list[Arrival]:
        """Ends that the last sweep has found so far."""
        return self._wins

    def set_target(self, tile: int, owner: int, mark: int) -> None:
        """The unit to destroy: its tile's number, its owner, and what `mark_unit` gave."""
        self._target_tile = i64(tile)
        self._target_owner = i64(owner)
        self._target_mark = i64(mark)

    def counts(self) -> tuple[int, int, int]:
        """Number of states searched, Battles fought, and different ends known."""
        return int(self.states), int(self.battles), len(self._worths)

    # --- sweeps ---
    def sweep(self, st: State, exactly: int) -> tuple[list[Arrival], list[Arrival]]:
        """All different ends that reach the goal, and all states in which another player has to choose.

        If `exactly` is 0 or more, only ends with exactly that many tiles played count. Precondition: the player is to
        act.
        """
        self._exact = i64(exactly)
        self._groups = None
        self._start(st)
        return self._wins, self._branches

    def survey(self, st: State) -> dict[int, Group]:
        """All ends without a choice of another player, by the tiles left in hand (`hand_key`)."""
        groups: dict[int, Group] = {}
        self._exact = -1
        self._groups = groups
        self._start(st)
        return groups

    def worth(self, st: State) -> int:
        """Worth of the Battle after an end. Does not change the state."""
        return int(self._worth(st))

    def _start(self, st: State) -> None:
        self._seen = set()
        self._ended = set()
        self._wins = []
        self._branches = []
        self._path = []
        self._plain = is_plain(st, int(self.me))
        self._visit(st, 0)

    def _buffer(self, depth: i64) -> vec[i64]:
        while i64(len(self._buffers)) <= depth:
            self._buffers.append(fresh_buffer())
        return self._buffers[depth]

    def _count(self) -> None:
        self.states += 1
        if self.states > self.limit:
            raise TooManyStates()

    def _visit(self, st: State, depth: i64) -> None:
        """Try every action in a state in which the player is to act."""
        stage = i64(st.b[STAGE])
        if stage == ST_MAIN:
            self._end(st)
        buffer = self._buffer(depth)
        n = legal(st, buffer)
        for i in range(n):
            action = buffer[i]
            if _is_act(stage, action) and not self._looks_like_another(st, stage, action):
                child = st.copy()
                play(child, action)
                self._path.append(int(action))
                self._enter(child, depth + 1)
                self._path.pop()

    def _looks_like_another(self, st: State, stage: i64, action: i64) -> bool:
        """Whether an action places a tile in a facing that equals an earlier one."""
        if stage != ST_MAIN or action < PLACE or action >= MOVE:
            return False
        rot = (action - PLACE) % 6
        if rot == 0:
            return False
        at: i64 = st.player_at(self.me) + P_HAND
        a: i64 = action - PLACE
        slot: i64 = a // (6 * HEXES) if a < 6 * HEXES * 6 else (a - 6 * HEXES * 6) // 6 % 6
        return SAME_FACING[i64(st.b[at + slot]) * 6 + rot] != rot

    def _enter(self, child: State, depth: i64) -> None:
        """Search on from a state after an action, unless it is known."""
        self._count()
        b = child.b
        if i64(b[ACTOR]) != self.me:
            if self._is_new(child):
                self._branches.append(Arrival(child, self._path[:]))
            return
        if b[STAGE] == ST_MAIN and b[PLAYED] >= b[LIMIT] and not self._goes_on(child, depth):
            self._end(child)
        elif self._is_new(child):
            self._visit(child, depth)

    def _is_new(self, st: State) -> bool:
        key = int(_node_key(st, self.me))
        if key in self._seen:
            return False
        self._seen.add(key)
        return True

    def _goes_on(self, st: State, depth: i64) -> bool:
        """Whether the player can still act without playing a tile."""
        buffer = self._buffer(depth)
        n = legal(st, buffer)
        return any(_is_act(ST_MAIN, buffer[i]) for i in range(n))

    # --- ends ---
    def _end(self, st: State) -> None:
        """Judge a state as an end of the turn, once in a sweep."""
        exact = self._exact
        if exact >= 0 and i64(st.b[PLAYED]) != exact:
            return
        key = int(_end_key(st, self.me))
        if key in self._ended:
            return
        self._ended.add(key)
        groups = self._groups
        if groups is None:
            if self._reaches(st, key):
                self._wins.append(Arrival(st.copy(), self._path[:]))
                if self.most_wins >= 0 and i64(len(self._wins)) > self.most_wins:
                    raise TooManyWins()
            return
        left = int(hand_key(st, self.me))
        group = groups.get(left)
        if group is None:
            group = Group()
            groups[left] = group
        group.ends += 1
        # Callers use only the best and second best worth, and none below the floor.
        if self._plain and self.goal == GOAL_SCORE:
            most = self._most(st)
            if most < group.best - 1 or most < self.floor:
                return
        self._join(group, st, self._worth(st))

    def _reaches(self, st: State, key: int) -> bool:
        """Whether the Battle after an end reaches the goal."""
        known = self._worths.get(key)
        if known is None:
            need: i64 = 0  # points that the hostile HQ has still to lose
            if self._plain and self.goal <= GOAL_DAMAGE:
                need = i64(st.b[st.player_at(self.foe) + P_HQ])
                if self.goal == GOAL_DAMAGE:
                    need += self.least - self.points
            known = 0 if need > 0 and self._most(st) < need else int(self._worth(st))
            self._worths[key] = known
        return known > 0

    def _most(self, st: State) -> i64:
        """Upper bound of what the hostile HQ can lose."""
        hq = i64(st.b[st.player_at(self.foe) + P_HQ_HEX]) - 1
        return most_damage(st, self.me, hq) if hq >= 0 else 0

    def _join(self, group: Group, st: State, worth: i64) -> None:
        if worth > group.best:
            group.next = group.best
            group.next_count = group.best_count
            group.best = worth
            group.best_count = 0
            group.kept = []
        elif worth > group.next and worth < group.best:
            group.next = worth
            group.next_count = 0
        if worth == group.best:
            group.best_count += 1
            if len(group.kept) < _KEPT:
                group.kept.append(Arrival(st.copy(), self._path[:]))
        elif worth == group.next:
            group.next_count += 1

    def _worth(self, st: State) -> i64:
        fought = st.copy()
        self.battles += 1
        begin_battle(fought, BY_TILE, self.me)
        return self._fight(fought)

    def _fight(self, st: State) -> i64:
        """Worth of a running Battle: the player takes the best choices, the others the worst for the player."""
        if fight_alone(st):
            return self._payoff(st)
        mine = i64(st.b[ACTOR]) == self.me
        buffer = st.ws.actions
        n = legal(st, buffer)
        choices = [int(buffer[i]) for i in range(n)]
        best: i64 = -2 if mine else 1000
        for choice in choices:
            self._count()
            option = st.copy()
            decide(option, i64(choice))
            worth = self._fight(option)
            if mine:
                if worth > best:
                    best = worth
                if self.goal < GOAL_SCORE and best > 0:
                    break
            else:
                if worth < best:
                    best = worth
                if best <= 0 and self.goal < GOAL_SCORE:
                    break
        return best

    def best_choice(self, st: State) -> int:
        """The best choice for the player who has to choose in a Battle.

        Among equal choices the default one comes first, then the order of `legal`.
        """
        mine = i64(st.b[ACTOR]) == self.me
        usual = default_choice(st)
        buffer = st.ws.actions
        n = legal(st, buffer)
        choices = [usual, *[int(buffer[i]) for i in range(n)]]
        best = usual
        best_worth: i64 = -2 if mine else 1000
        for choice in choices:
            option = st.copy()
            decide(option, i64(choice))
            worth = self._fight(option)
            if (worth > best_worth) if mine else (worth < best_worth):
                best = choice
                best_worth = worth
        return best

    def matters(self, st: State) -> bool:
        """Whether the choice that is due in a Battle decides what it is worth."""
        buffer = st.ws.actions
        n = legal(st, buffer)
        worths: set[int] = set()
        for choice in [int(buffer[i]) for i in range(n)]:
            option = st.copy()
            decide(option, i64(choice))
            worths.add(int(self._fight(option)))
        return len(worths) > 1

    def _payoff(self, st: State) -> i64:
        b = st.b
        own = i64(b[st.player_at(self.me) + P_HQ])
        hostile = i64(b[st.player_at(self.foe) + P_HQ])
        goal = self.goal
        if goal == GOAL_HQ:
            return 1 if hostile == 0 and own > 0 else 0
        if goal == GOAL_DAMAGE:
            return 1 if self.points - hostile >= self.least else 0
        if goal == GOAL_SURVIVE:
            return 1 if own > 0 else 0
        if goal == GOAL_SCORE:
            return self.points - hostile if own > 0 else -1
        if goal == GOAL_KEEP:
            return own
        for h in range(st.hexes):
            at: i64 = hex_at(h)
            if (
                i64(b[at + U_TILE]) - 1 == self._target_tile
                and i64(b[at + U_OWNER]) == self._target_owner
                and i64(b[at + U_ID]) == self._target_mark
            ):
                return 0
        return 1
