"""Count the tree of actions, to pin the rules in tests. A draw counts as one action for each kind of tile."""

from neurohex.rules.acts import play
from neurohex.rules.engine import fresh_buffer, legal
from neurohex.rules.layout import OVER
from neurohex.rules.state import State


def perft(st: State, depth: int) -> int:
    """Number of sequences of `depth` actions. Games that end earlier do not count."""
    if depth == 0:
        return 1
    if st.b[OVER] != 0:
        return 0
    buffer = fresh_buffer()
    n = legal(st, buffer)
    if depth == 1:
        return int(n)
    total = 0
    for i in range(n):
        child = st.copy()
        play(child, buffer[i])
        total += perft(child, depth - 1)
    return total
