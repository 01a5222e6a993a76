"""Games of every kind for property tests: descriptions drawn by Hypothesis, and random play over them."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import strategies as st

from neurohex.rules.engine import Game, Random, State, fresh_buffer, new_state, play, random_action
from neurohex.rules.game import RULESETS
from neurohex.tiles import ARMIES

SEEDS = st.integers(min_value=0, max_value=2**31)


@st.composite
def games(draw: st.DrawFn, players: tuple[int, ...] = (2, 3, 4, 5, 6), variants: bool = True) -> Game:
    """Any game that can be played."""
    count = draw(st.sampled_from(players))
    modes = {2: ["standard"], 3: ["deathmatch", "one-vs-two"], 4: ["deathmatch", "team"]}.get(count, ["deathmatch"])
    boards = {2: ["standard", "duel"], 3: ["standard", "duel"], 4: ["standard", "duel", "expanded"]}
    mode = draw(st.sampled_from(modes))
    mercenaries = draw(st.sampled_from([0, 1, 2] if count == 2 else [0, 1])) if variants and count < 5 else 0
    bombers = ["none", "neutral"] + (["mercenary"] if mercenaries else [])
    return Game(
        tuple(draw(st.lists(st.sampled_from(sorted(ARMIES)), min_size=count, max_size=count))),
        ruleset=draw(st.sampled_from(RULESETS)),
        board=draw(st.sampled_from(boards.get(count, ["expanded"]))),
        mode=mode,
        score=variants and mode in ("deathmatch", "team") and draw(st.booleans()),
        mercenaries=mercenaries,
        bomber=draw(st.sampled_from(bombers)) if variants else "none",
        bomber_two=variants and draw(st.booleans()),
        alternative_start=variants and draw(st.booleans()),
        reinforcement=variants and draw(st.booleans()),
    )


def moments(game: Game, seed: int) -> Iterator[tuple[State, int]]:
    """A random game: each state before an action, and the action that will be played on it."""
    state = new_state(game)
    random = Random(seed)
    buffer = fresh_buffer()
    while not state.is_over():
        action = int(random_action(state, random, buffer))
        yield state, action
        play(state, action)
    yield state, -1
