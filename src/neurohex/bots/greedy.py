"""The greedy bot: tries every action, looks at what the Battle that would follow makes of it, and takes the best."""

from neurohex.bots.evaluation import evaluate, finish_act
from neurohex.compat import i64
from neurohex.rules.acts import play
from neurohex.rules.engine import Random, fresh_buffer, legal
from neurohex.rules.state import State


def greedy(st: State, random: Random) -> int:
    """The action of best value for the side to act; among equals one at random. Chance must not be to act."""
    me = i64(st.actor())
    buffer = fresh_buffer()
    n = legal(st, buffer)
    best: i64 = -(1 << 40)
    chosen = buffer[0]
    equals: i64 = 0
    i: i64 = 0
    while i < n:
        trial = st.copy()
        play(trial, buffer[i])
        finish_act(trial)
        value = evaluate(trial, me)
        if value > best:
            best = value
            chosen = buffer[i]
            equals = 1
        elif value == best:
            equals += 1
            if random.below(equals) == 0:
                chosen = buffer[i]
        i += 1
    return int(chosen)
