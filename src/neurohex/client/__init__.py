"""A Python client: for bots, tests and the terminal.

    async with Client("http://127.0.0.1:8000") as client:
        await client.be_guest("Ann")
        seats = (SeatPlan(), SeatPlan(bot="greedy"))
        match = await client.make(Proposal(terms=Terms(armies=("borgo", "moloch")), seats=seats))
        while await match.my_move():
            await match.act(legal_actions(match.state)[0])

docs/server.md has the details.
"""

from neurohex.client.client import Client, CommandRefused, RemoteMatch
from neurohex.client.connection import Connection, Ended, SignedOut
from neurohex.client.http import RequestFailed

__all__ = ["Client", "CommandRefused", "Connection", "Ended", "RemoteMatch", "RequestFailed", "SignedOut"]
