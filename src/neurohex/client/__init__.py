"""Playing on a server from Python: for bots, tests and the terminal.

    async with Client("http://127.0.0.1:8000") as client:
        await client.be_guest("Ann")
        seats = (SeatPlan(), SeatPlan(bot="greedy"))
        place = await client.make(Proposal(terms=Terms(armies=("borgo", "moloch")), seats=seats))
        while await place.my_move():
            await place.act(legal_actions(place.state)[0])

docs/server.md tells the whole of it.
"""

from neurohex.client.client import Client, Place, Refusal
from neurohex.client.connection import Connection, Ended, SignedOut
from neurohex.client.http import RequestFailed

__all__ = ["Client", "Connection", "Ended", "Place", "Refusal", "RequestFailed", "SignedOut"]
