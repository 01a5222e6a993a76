"""Endpoints for ratings by games: one's own, and the best."""

from __future__ import annotations

from typing import Final

from neurohex.rating.anchors import BOTS
from neurohex.rating.glicko2 import PROVISIONAL
from neurohex.server.endpoint import Call, Endpoint, OneOf
from neurohex.server.game_ratings import POOLS
from neurohex.server.refusals import Refusal
from neurohex.store import RatedGame
from neurohex.wire.http import Leaderboard, LeaderboardEntry, MyRatings, PoolRating, RatingPoint
from neurohex.wire.messages import Code

_HISTORY: Final = 100


async def _mine(call: Call) -> MyRatings:
    pools: dict[str, list[RatedGame]] = {}
    for game in await call.context.store.rated_games(call.signed_in().id):
        pools.setdefault(game.pool, []).append(game)
    return MyRatings(
        pools=tuple(
            PoolRating(
                pool=pool,
                rating=round(games[-1].rating.rating),
                deviation=round(games[-1].rating.deviation),
                provisional=games[-1].rating.is_provisional,
                games=len(games),
                history=tuple(
                    RatingPoint(match=game.match, at=game.at, score=game.score, rating=round(game.rating.rating))
                    for game in games[-_HISTORY:]
                ),
            )
            for pool, games in pools.items()
        )
    )


async def _leaderboard(call: Call) -> Leaderboard:
    pool = call.request.query_params.get("pool", POOLS[0])
    if pool not in POOLS:
        raise Refusal(Code.MALFORMED, f"pool: expected one of {', '.join(POOLS)}")
    people = [
        LeaderboardEntry(
            person=game.person,
            name=name,
            rating=round(game.rating.rating),
            deviation=round(game.rating.deviation),
            games=game.number,
        )
        for game, name in await call.context.store.best_rated(pool, PROVISIONAL)
    ]
    bots = [
        LeaderboardEntry(
            person=None, name=name, rating=round(rating.rating), deviation=round(rating.deviation), games=0
        )
        for name, rating in BOTS.items()
        if name in call.context.settings.bots
    ]
    return Leaderboard(pool=pool, entries=tuple(sorted([*people, *bots], key=lambda entry: -entry.rating)))


ENDPOINTS: Final = (
    Endpoint("GET", "/api/me/ratings", "Your ratings, by pool, with their course.", _mine, MyRatings),
    Endpoint(
        "GET",
        "/api/ratings",
        "The best people of a pool whose ratings are sure, and the bots.",
        _leaderboard,
        Leaderboard,
        query={"pool": OneOf("games with similar clocks; fast by default", POOLS)},
    ),
)
