"""The interface of the rules: begin a game, list legal actions, apply one.

    >>> game = Game(("borgo", "moloch"))
    >>> state = new_state(game)
    >>> actions = legal_actions(state)
    >>> apply(state, actions[0])

`apply` refuses illegal actions. `play` does not check: it is for search, which takes its actions from `legal`.
Both change the state in place; `State.copy` is cheap. Threads may work on different states at once: each has its own
scratch tables (`workspace`). `legal_actions`, `is_legal` and `apply` take a state over into the running thread; before
`legal` and `play` on a state that another thread made, call `State.adopt`. One state belongs to one thread at a time.
"""

from neurohex.compat import i64, vec
from neurohex.errors import NeurohexError
from neurohex.rules.actions import ACTIONS, AIM, CLOWN, CONVERT, DRAW, MARK
from neurohex.rules.acts import play
from neurohex.rules.events import Log
from neurohex.rules.flow import empty_state, new_state
from neurohex.rules.game import Game, GameError
from neurohex.rules.instants import default_option, list_mark_options
from neurohex.rules.layout import (
    ACTOR,
    ASKED,
    OVER,
    P_PILE,
    P_PILE_N,
    PLAYER_SIZE,
    ST_AIM,
    ST_CLOWN,
    ST_CONVERT,
    ST_DRAW,
    ST_MARK,
    ST_MEDIC,
    STAGE,
)
from neurohex.rules.legal import legal
from neurohex.rules.markers import default_mark
from neurohex.rules.state import State
from neurohex.rules.strikes import bonuses
from neurohex.rules.weapons import default_aim
from neurohex.rules.workspace import MAX_LEGAL

__all__ = [
    "ACTIONS",
    "MAX_LEGAL",
    "Game",
    "GameError",
    "IllegalAction",
    "Log",
    "Random",
    "State",
    "apply",
    "chance_outcomes",
    "default_choice",
    "empty_state",
    "fresh_buffer",
    "is_chance",
    "is_legal",
    "legal",
    "legal_actions",
    "new_state",
    "play",
    "play_out",
    "random_action",
]


class IllegalAction(NeurohexError):
    """The action is not among the legal ones of this state."""


def fresh_buffer() -> vec[i64]:
    """A buffer long enough for `legal`."""
    return vec[i64]([0] * MAX_LEGAL)


def legal_actions(st: State) -> list[int]:
    """The legal actions, in their fixed order; the possible draws when chance is to act."""
    st.adopt()
    actions = st.ws.actions
    n = legal(st, actions)
    return [int(actions[i]) for i in range(n)]


def is_legal(st: State, action: int) -> bool:
    """Whether an action is among the legal ones."""
    a: i64 = i64(action) if 0 <= action < ACTIONS else -1
    st.adopt()
    actions = st.ws.actions
    n = legal(st, actions)
    for i in range(n):
        if actions[i] == a:
            return True
    return False


def apply(st: State, action: int, log: Log | None = None) -> None:
    """Carry out an action and all its consequences. Events go into `log`, if there is one.

    Raises `IllegalAction`, with the state untouched, when the action is not legal.
    """
    if not is_legal(st, action):
        raise IllegalAction(f"action {action} is not legal here")
    if log is None:
        play(st, i64(action))
        return
    st.log = log
    try:
        play(st, i64(action))
    finally:
        st.log = None


def is_chance(st: State) -> bool:
    """Whether chance is to act: a tile is to be drawn."""
    return st.b[STAGE] == ST_DRAW


def chance_outcomes(st: State) -> list[tuple[int, float]]:
    """The possible draws with their probabilities; empty when chance is not to act."""
    if st.b[STAGE] != ST_DRAW:
        return []
    actions = legal_actions(st)
    if len(actions) == 1:
        return [(actions[0], 1.0)]
    at = int(st.po) + int(st.b[ACTOR]) * PLAYER_SIZE + P_PILE
    weights = [int(st.b[i64(at + action - DRAW)]) for action in actions]
    total = sum(weights)
    return [(action, weight / total) for action, weight in zip(actions, weights, strict=True)]


def default_choice(st: State) -> int:
    """The default choice inside a Battle. -1 if the state waits for another decision.

    A Clown attacks, a Quartermaster or Gauss Transformer changes nothing, a Medic cancels the largest hit, among equals
    one on an HQ, then by hex name. A sharpshooter and a rocket take the first HQ on the way, else the first hostile
    unit; a Shadow the HQ with most points lost, else the first unit. Markers go to HQs first, then by hex name.
    """
    stage = st.b[STAGE]
    if stage == ST_CLOWN:
        return CLOWN
    if stage == ST_CONVERT:
        return CONVERT
    if stage == ST_MEDIC:
        return default_option(st)
    if stage == ST_AIM:
        return AIM + default_aim(st, bonuses(st), i64(st.b[ASKED]))
    if stage == ST_MARK:
        return MARK + default_mark(st, list_mark_options(st))
    return -1


class Random:
    """A small generator for shuffles and playouts: the same numbers for a seed, everywhere, compiled or not."""

    def __init__(self, seed: int = 0) -> None:
        """Any integer is a seed."""
        mixed = (seed * 0x9E3779B97F4A7C15 + 0xD1B54A32D192ED03) % (1 << 64)
        self.x: i64 = i64(mixed % 0xFFFFFFFB) + 1
        self.y: i64 = i64((mixed >> 32) % 0xFFFFFFEF) + 1
        for _ in range(8):
            self.word()

    def word(self) -> i64:
        """The next 32 random bits."""
        # xorshift on one word, a multiply-with-carry on the other; all within 63 bits
        x = self.x
        x = (x ^ (x << 13)) & 0xFFFFFFFF
        x ^= x >> 17
        x = (x ^ (x << 5)) & 0xFFFFFFFF
        self.x = x
        self.y = (self.y & 0xFFFF) * 36969 + (self.y >> 16)
        return (x + (self.y & 0xFFFFFFFF)) & 0xFFFFFFFF

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1, each as likely (n up to 2**20; the bias is below 2**-11)."""
        return (self.word() * n) >> 32


def random_action(st: State, random: Random, buffer: vec[i64]) -> i64:
    """A legal action, each as likely; a draw with its probability."""
    n = legal(st, buffer)
    b = st.b
    if b[STAGE] == ST_DRAW and n > 1:
        at = st.player_at(i64(b[ACTOR]))
        pick = random.below(i64(b[at + P_PILE_N]))
        for i in range(n):
            pick -= i64(b[at + P_PILE + buffer[i] - DRAW])
            if pick < 0:
                return buffer[i]
    return buffer[random.below(n)]


def play_out(st: State, random: Random, buffer: vec[i64]) -> i64:
    """Play random legal actions to the end of the game. Gives their number, including draws."""
    count: i64 = 0
    while st.b[OVER] == 0:
        play(st, random_action(st, random, buffer))
        count += 1
    return count
