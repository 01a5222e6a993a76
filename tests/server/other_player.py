"""Another player, in its own process: joins the first open match, offers a draw and plays on.

python -m tests.server.other_player URL
"""

from __future__ import annotations

import asyncio
import sys

from neurohex.client import Client
from neurohex.rules.actions import END
from neurohex.rules.engine import legal_actions
from neurohex.wire.messages import MatchPhase


async def main(url: str) -> None:
    """Place the HQ, offer a draw in the first turn, and end every turn until it is over."""
    async with Client(url) as ben:
        await ben.be_guest("Ben")
        while not (found := (await ben.matches(status=MatchPhase.OPEN)).matches):
            await asyncio.sleep(0.05)
        place = await ben.join(found[0].match)
        offered = False
        while await place.my_move():
            if place.follower.turn() and not offered:
                await place.offer_draw()
                offered = True
            actions = legal_actions(place.state)
            await place.act(END if END in actions else actions[0])


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
