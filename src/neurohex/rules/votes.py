"""The vote on a unit that takeover links face (R3.2): who can win it while some of the links are undecided.

The links that count are in `sure`, one number a player. Each undecided link is in `pledged`, as the mask of the players
it may count for; it may also fail. For each player the best case decides, so no combinations are enumerated.
"""

from neurohex.compat import i64
from neurohex.rules.bits import BIT, has, lowest
from neurohex.rules.game import Game
from neurohex.rules.reach import OPEN, YES
from neurohex.rules.state import State
from neurohex.rules.workspace import Workspace


def control_of(st: State, u: i64, without: i64) -> i64:
    """Bit mask of the players who may control the unit on `u`, by the links that face it, except those of `without`."""
    ws = st.ws
    owner = st.owner(u)
    if st.is_hq(u):
        return BIT[owner]
    for p in range(i64(8)):
        ws.sure[p] = 0
    pledged: i64 = 0
    for i in range(ws.n_links):
        if ws.link_target[i] == u and ws.link_bearer[i] != without:
            if ws.link_works[i] == YES:
                ws.sure[lowest(ws.link_counts[i])] += 1
            elif ws.link_works[i] == OPEN:
                ws.pledged[pledged] = ws.link_counts[i]
                pledged += 1
    return winners(ws, st.game, owner, pledged)


def winners(ws: Workspace, game: Game, owner: i64, pledged: i64) -> i64:
    """Bit mask of the players who can win the vote, by `sure` and the first `pledged` entries of `ws.pledged`."""
    hopeful: i64 = 0
    for i in range(pledged):
        hopeful |= ws.pledged[i]
    for p in range(game.players):
        if ws.sure[p] > 0:
            hopeful |= BIT[p]
    mask: i64 = 0
    for p in range(game.players):
        if has(hopeful, p) and game.side[p] != game.side[owner] and _can_take(ws, game, p, pledged):
            mask |= BIT[p]
    if mask == 0 or _can_keep(ws, game, owner, pledged):
        mask |= BIT[owner]
    return mask


def _side_total(ws: Workspace, game: Game, side: i64) -> i64:
    """Number of links that count for a side for certain."""
    total: i64 = 0
    for q in range(game.players):
        if game.side[q] == side:
            total += ws.sure[q]
    return total


def _can_take(ws: Workspace, game: Game, p: i64, pledged: i64) -> bool:
    """Whether the unit can fall to `p`, a player hostile to its owner.

    Best case: every undecided link that can count for `p` does. The others count for teammates if they can, as long as
    no teammate gets ahead of `p` (more links, or as many and an earlier seat). The rest fail.
    """
    side = game.side[p]
    mine = ws.sure[p]
    for i in range(pledged):
        if has(ws.pledged[i], p):
            mine += 1
    total = mine
    mates: i64 = 0
    for q in range(game.players):
        if q != p and game.side[q] == side:
            if ws.sure[q] > _limit(p, q, mine):
                return False
            mates |= BIT[q]
            total += ws.sure[q]
    if mates:
        total += _help(ws, p, mine, mates, pledged)
    for q in range(game.players):
        if game.side[q] == q and q != side and _side_total(ws, game, q) >= total:
            return False
    return total > 0


def _limit(p: i64, q: i64, mine: i64) -> i64:
    """The most links that teammate `q` may have if `p`, with `mine`, is to have the unit."""
    return mine - 1 if q < p else mine


def _help(ws: Workspace, p: i64, mine: i64, mates: i64, pledged: i64) -> i64:
    """How many undecided links can count for the teammates of `p` without any of them getting ahead of it.

    A maximum flow from links to teammates, found as the minimum cut over the subsets of teammates.
    """
    best: i64 = pledged
    cut = mates
    while True:
        size: i64 = 0
        for q in range(i64(6)):
            if has(cut, q):
                size += _limit(p, q, mine) - ws.sure[q]
        for i in range(pledged):
            if not has(ws.pledged[i], p) and ws.pledged[i] & mates & ~cut:
                size += 1
        if size < best:
            best = size
        if cut == 0:
            return best
        cut = (cut - 1) & mates


def _can_keep(ws: Workspace, game: Game, owner: i64, pledged: i64) -> bool:
    """Whether the owner can keep the unit: no other side has most for certain, or another side can still draw level."""
    most: i64 = 0
    leader: i64 = -1
    for p in range(game.players):
        if game.side[p] == p:
            total = _side_total(ws, game, p)
            if total > most:
                most = total
                leader = p
            elif total == most:
                leader = -1
    if leader < 0 or leader == game.side[owner]:
        return True
    for p in range(game.players):
        if game.side[p] == p and p != leader:
            reach = _side_total(ws, game, p)
            for i in range(pledged):
                if ws.pledged[i] & game.friends[p]:
                    reach += 1
            if reach >= most:
                return True
    return False
