"""How a match ends apart from the rules, and what happens to the seat of a player who has given up.

A player who resigns, runs out of time or cannot go on has given up. With two sides, a side wins as soon as all players
of the other have given up. With more, the game goes on: the army stays on the board and fights in Battles, but it only
draws, discards and passes, takes the default for every choice in a Battle, and cannot win any more.
"""

from __future__ import annotations

from collections.abc import Collection

from neurohex.rules.engine import Game, State

Result = tuple[int, ...]
"""For each seat 1 won, 0 drawn, -1 lost."""


def playing(st: State, given_up: Collection[int]) -> list[int]:
    """The seats that still play: neither out of the game nor given up."""
    return [seat for seat in range(len(st.game.armies)) if seat not in given_up and not st.is_out(seat)]


def last_side(st: State, given_up: Collection[int]) -> Result | None:
    """The result if all remaining players are on one side; None while the game goes on."""
    sides = {_side(st.game, seat) for seat in playing(st, given_up)}
    return _won_by(st.game, sides) if len(sides) == 1 else None


def agreed_draw(st: State, given_up: Collection[int]) -> Result:
    """The result of a draw among all remaining players; their partners share it."""
    sides = {_side(st.game, seat) for seat in playing(st, given_up)}
    return tuple(0 if _side(st.game, seat) in sides else -1 for seat in range(len(st.game.armies)))


def by_the_rules(st: State, given_up: Collection[int]) -> Result:
    """The result of a game that is over. A side whose players have all given up has lost, whatever the rules say. If it
    would have won, the best other seats win: by points, or if those are equal, all together."""
    result = st.result()
    everyone = range(len(result))
    lost = {_side(st.game, seat) for seat in everyone} - {_side(st.game, s) for s in everyone if s not in given_up}
    if not lost:
        return result
    result = tuple(-1 if _side(st.game, seat) in lost else points for seat, points in enumerate(result))
    if max(result) >= 0:
        return result
    others = [seat for seat in everyone if _side(st.game, seat) not in lost]
    points = {seat: st.points(seat) if st.game.score else st.hq(seat) for seat in others}
    best = {seat for seat in others if points[seat] == max(points.values())}
    share = 1 if len(best) == 1 else 0
    return tuple(share if seat in best else -1 for seat in everyone)


def _side(game: Game, seat: int) -> int:
    return int(game.side[seat])


def _won_by(game: Game, sides: set[int]) -> Result:
    return tuple(1 if _side(game, seat) in sides else -1 for seat in range(len(game.armies)))
