"""Counting the tree of actions, to pin the rules down: draws count as actions, one for each kind of tile."""

from neurohex.rules.acts import play
from neurohex.rules.engine import fresh_buffer, legal
from neurohex.rules.layout import OVER
from neurohex.rules.state import State


def perft(st: State, depth: int) -> int:
    """How many different sequences of `depth` actions there are; a game that ends earlier is cut there, uncounted."""
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
