"""Many games at once, stepped in compiled code, with everything written into buffers of the caller.

A caller hands in any writable buffers (numpy arrays, shared memory, bytearrays). `Games` writes rows of bytes into
them: the observations and masks of a few games are made in rows that stay in the processor's cache, then copied into
their place once. No array is made for the caller.
"""

from collections.abc import Callable
from typing import Any, Final

from neurohex.compat import i64, u8, vec
from neurohex.rules.actions import ACTIONS
from neurohex.rules.acts import play
from neurohex.rules.bits import has
from neurohex.rules.engine import IllegalAction, Random, fresh_buffer, new_state, random_action
from neurohex.rules.game import Game
from neurohex.rules.layout import ACTOR, OVER, SHARED, ST_DRAW, STAGE, WINNERS
from neurohex.rules.legal import legal
from neurohex.rules.state import State
from neurohex.tensors.sight import Sight
from neurohex.tensors.space import ActionSpace

ROWS: Final = 4
"""Games whose rows are copied together."""


class Games:
    """`count` games of the same space, each with its own seed.

    Game number i plays `games[k]`, where k is drawn from its seed at the start of every game. Tiles are drawn by
    themselves. A game that ends starts again at once; `ends` and `rewards` tell of the end, all else of the new start.
    """

    def __init__(self, games: list[Game], seeds: list[int]) -> None:
        """One game for each seed. All of `games` must have the same board, number of players and variants."""
        self.space = ActionSpace(games[0])
        self.sight = Sight(self.space)
        self.count: i64 = len(seeds)
        self.players: i64 = games[0].players
        self.steps: i64 = 0
        """Decisions played so far."""
        self.finished: i64 = 0
        """Games ended so far."""
        self._starts: list[State] = [new_state(game) for game in games]
        self._random: list[Random] = [Random(seed) for seed in seeds]
        self._actions: vec[i64] = fresh_buffer()
        self._numbers: vec[i64] = fresh_buffer()
        self._no_sight: vec[u8] = vec[u8]([u8(0)] * (ROWS * int(self.sight.size)))
        self._no_mask: vec[u8] = vec[u8]([u8(0)] * (ROWS * int(self.space.size)))
        self._states: list[State] = [self._begin(i) for i in range(len(seeds))]
        self._chosen: vec[i64] = vec[i64]([0] * len(seeds))
        self._offered: list[vec[i64]] = [vec[i64]([]) for _ in seeds]
        """For each game its legal actions, each with its number: number * `ACTIONS` + action."""

    def state(self, number: int) -> State:
        """A copy of the state of one game."""
        return self._states[number].copy()

    def random_actions(self) -> list[int]:
        """A legal action of each game, each as likely, drawn by the game's own generator; as numbers of the space."""
        found: list[int] = []
        for i in range(self.count):
            offered = self._offered[i]
            found.append(int(offered[self._random[i].below(i64(len(offered)))] // ACTIONS))
        return found

    def answers(self, choose: Callable[[State], int], numbers: list[int]) -> list[int]:
        """What someone chooses in some of the games, as numbers of the space. `choose` must not change the state."""
        found: list[int] = []
        for number in numbers:
            action = i64(choose(self._states[number]))
            offered = self._offered[number]
            for i in range(i64(len(offered))):
                if offered[i] % ACTIONS == action:
                    found.append(int(offered[i] // ACTIONS))
                    break
            else:
                raise IllegalAction(f"game {number}: {int(action)} is not a legal action of the rules")
        return found

    def watch(
        self,
        observations: memoryview,
        masks: memoryview,
        players: memoryview,
    ) -> None:
        """Write the present moment of every game: observation, mask, player to act.

        The buffers are flat, of bytes: `count` rows of `sight.size`, of `space.size`, of 1."""
        seats = vec[u8]([u8(0)] * int(self.count))
        for first in range(0, self.count, ROWS):
            seen = self._no_sight[:]
            mask = self._no_mask[:]
            end = self._end(first)
            for i in range(first, end):
                st = self._states[i]
                self._show(st, i, seen, mask, i - first)
                seats[i] = u8(i64(st.b[ACTOR]))
            self._hand_out(first, end, seen, mask, observations, masks)
        players[:] = _buffer(seats)

    def step(
        self,
        actions: memoryview,
        observations: memoryview,
        masks: memoryview,
        rewards: memoryview,
        ends: memoryview,
        players: memoryview,
    ) -> None:
        """Play one action in every game, and write what follows.

        `actions` holds integers. `rewards` has a signed byte for each game and seat: 1, 0 or -1 when a game has just
        ended, else 0. `ends` has 1 for a game that has just ended. Raises `IllegalAction`, with nothing played, if any
        action is illegal.
        """
        count = self.count
        for i in range(count):
            self._chosen[i] = self._find(i, i64(int(actions[i])))
        seats = vec[u8]([u8(0)] * int(count))
        over = vec[u8]([u8(0)] * int(count))
        points = vec[u8]([u8(0)] * int(count * self.players))
        for first in range(0, count, ROWS):
            seen = self._no_sight[:]
            mask = self._no_mask[:]
            end = self._end(first)
            for i in range(first, end):
                st = self._states[i]
                play(st, self._chosen[i])
                self._draw(st, i)
                if st.b[OVER] != 0:
                    over[i] = 1
                    self._score(st, points, i)
                    st = self._begin(i)
                    self._states[i] = st
                    self.finished += 1
                self._show(st, i, seen, mask, i - first)
                seats[i] = u8(i64(st.b[ACTOR]))
            self._hand_out(first, end, seen, mask, observations, masks)
        self.steps += count
        rewards[:] = _buffer(points)
        ends[:] = _buffer(over)
        players[:] = _buffer(seats)

    def _begin(self, number: i64) -> State:
        random = self._random[number]
        st = self._starts[random.below(i64(len(self._starts)))].copy()
        self._draw(st, number)
        return st

    def _draw(self, st: State, number: i64) -> None:
        while st.b[STAGE] == ST_DRAW:
            play(st, random_action(st, self._random[number], self._actions))

    def _score(self, st: State, points: vec[u8], number: i64) -> None:
        winners = i64(st.b[WINNERS])
        at: i64 = number * self.players
        if winners == 0:
            return
        shared = st.b[SHARED] != 0
        for p in range(self.players):
            if not has(winners, p):
                points[at + p] = 255
            elif not shared:
                points[at + p] = 1

    def _end(self, first: i64) -> i64:
        return first + ROWS if first + ROWS < self.count else self.count

    def _hand_out(
        self, first: i64, end: i64, seen: vec[u8], mask: vec[u8], observations: memoryview, masks: memoryview
    ) -> None:
        """Copy the rows of some games to the caller."""
        if end - first < ROWS:
            seen = seen[: (end - first) * self.sight.size]
            mask = mask[: (end - first) * self.space.size]
        observations[first * self.sight.size : end * self.sight.size] = _buffer(seen)
        masks[first * self.space.size : end * self.space.size] = _buffer(mask)

    def _show(self, st: State, number: i64, seen: vec[u8], mask: vec[u8], row: i64) -> None:
        """Write what is to be seen and done in a game into one of the rows, and keep what is offered."""
        self.sight.write(st, i64(st.b[ACTOR]), seen, row * self.sight.size)
        numbers = self._numbers
        actions = self._actions
        n = legal(st, actions)
        self.space.indices(st, actions, n, numbers)
        at: i64 = row * self.space.size
        for i in range(n):
            mask[at + numbers[i]] = 1
            numbers[i] = numbers[i] * ACTIONS + actions[i]
        self._offered[number] = numbers[:n]

    def _find(self, number: i64, wanted: i64) -> i64:
        offered = self._offered[number]
        for i in range(i64(len(offered))):
            if offered[i] // ACTIONS == wanted:
                return offered[i] % ACTIONS
        raise IllegalAction(f"game {int(number)}: action {int(wanted)} is not legal here")


def mask_of(space: ActionSpace, st: State) -> bytes:
    """1 for each legal number of a state, else 0. Empty of ones when chance is to act or the game is over."""
    mask = vec[u8]([u8(0)] * int(space.size))
    if st.b[STAGE] != ST_DRAW and st.b[OVER] == 0:
        for number in numbers_of(space, st):
            mask[i64(number)] = 1
    return _bytes(mask)


def numbers_of(space: ActionSpace, st: State) -> list[int]:
    """The numbers of the legal actions of a state in which a player decides, in the order of `legal`."""
    st.adopt()
    actions = fresh_buffer()
    numbers = fresh_buffer()
    n = legal(st, actions)
    space.indices(st, actions, n, numbers)
    return [int(numbers[i]) for i in range(n)]


def row_of(sight: Sight, st: State, player: int) -> bytes:
    """What a player sees of a state."""
    st.adopt()
    return _bytes(sight.look(st, i64(player)))


def _bytes(row: vec[u8]) -> bytes:
    """A row as bytes: `vec` has the buffer interface when compiled, and is a list of numbers otherwise."""
    return bytes(row)


_EXAMPLE: Final[object] = vec[u8]([])
_COMPILED: Final = not isinstance(_EXAMPLE, list)


def _buffer(row: vec[u8]) -> Any:
    """Something with the buffer interface: the row itself when compiled, which spares a copy."""
    return row if _COMPILED else bytes(row)
