"""Workloads to measure the engine with. They are compiled with it, so that only the engine counts.

The caller keeps the time. The work depends on the seeds alone: compiled and uncompiled rules do the same.
"""

from __future__ import annotations

from neurohex.compat import i64, vec
from neurohex.rules.acts import decide
from neurohex.rules.battle import begin_battle
from neurohex.rules.engine import Random, State, default_choice, new_state, play, play_out, random_action
from neurohex.rules.flow import fight_alone
from neurohex.rules.game import Game
from neurohex.rules.layout import BY_TILE, OVER, ST_MAIN, STAGE, TURN, U_TILE


def play_games(starts: list[State], random: Random, buffer: vec[i64], first: int, games: int) -> int:
    """Play random games to their ends from copies of the starts in turn, beginning with number `first`. Lists all legal
    actions before each action. Gives the number of actions, including draws."""
    actions: i64 = 0
    for n in range(first, first + games):
        actions += play_out(starts[n % len(starts)].copy(), random, buffer)
    return int(actions)


def fight(st: State) -> None:
    """Fight a Battle begun by the player whose turn it is, with the default choices."""
    begin_battle(st, BY_TILE, i64(st.b[TURN]))
    while not fight_alone(st):
        decide(st, i64(default_choice(st)))


def fight_battles(boards: list[State], first: int, battles: int) -> None:
    """Fight Battles on copies of the boards in turn, beginning with number `first`."""
    for n in range(first, first + battles):
        fight(boards[n % len(boards)].copy())


def make_copies(st: State, copies: int) -> None:
    """Copy a state `copies` times."""
    for _ in range(copies):
        st.copy()


def battle_boards(games: list[Game], random: Random, buffer: vec[i64], boards: int) -> list[State]:
    """States of random games in the main part of a turn, with 10 to 17 units on the board, equally many of each."""
    found: list[State] = []
    game = 0
    while len(found) < boards:
        units = 10 + len(found) % 8
        st = new_state(games[game % len(games)])
        game += 1
        while st.b[OVER] == 0:
            play(st, random_action(st, random, buffer))
            if st.b[STAGE] == ST_MAIN and unit_count(st) == units:
                found.append(st)
                break
    return found


def unit_count(st: State) -> int:
    """Units on the board, HQs among them."""
    return sum(1 for h in range(int(st.hexes)) if st.unit(h, U_TILE))


class Node:
    """A node of a search tree, to measure its memory."""

    def __init__(self, state: State, parent: Node | None, action: i64) -> None:
        self.state = state
        self.parent = parent
        self.action: i64 = action
        self.visits: i64 = 0
        self.total: float = 0.0
        self.children: list[Node] = []


def grow_tree(st: State, nodes: int) -> Node:
    """A tree of `nodes` nodes with five children each, and a copy of the state in every one."""
    root = Node(st.copy(), None, 0)
    order = [root]
    for count in range(1, nodes):
        parent = order[(count - 1) // 5]
        child = Node(st.copy(), parent, count)
        parent.children.append(child)
        order.append(child)
    return root


def hold_copies(st: State, copies: int) -> list[State]:
    """Make `copies` copies of a state and keep them all."""
    return [st.copy() for _ in range(copies)]
