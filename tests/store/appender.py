"""A process that appends as fast as it can until it is killed: `python -m tests.store.appender DATABASE PREFIX`.

It prints a match and a number when an append has returned, and nothing before.
"""

from __future__ import annotations

import asyncio
import sys

from neurohex.store import open_store
from tests.store.samples import summary

MATCHES = 20


def event(match: str, number: int) -> bytes:
    """The events to append, all different."""
    return f"{match}/{number}".encode()


async def main(url: str, prefix: str) -> None:
    """Create matches and append to all of them at once, for ever."""
    store = await open_store(url)

    async def play(match: str) -> None:
        await store.create(match, [event(match, 0)], match.encode(), summary())
        number = 0
        while True:
            print(match, number, flush=True)
            number += 1
            await store.append(match, number, [event(match, number)], summary(updated=float(number)))

    await asyncio.gather(*(play(f"{prefix}{place}") for place in range(MATCHES)))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
