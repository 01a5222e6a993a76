"""Every sentence that `neurohex connect` says to people besides those of `neurohex play`."""

from __future__ import annotations

from typing import Final

from neurohex.cli.play_words import HELP, Helps

ENGLISH: Final[dict[str, str]] = {
    # the lobby
    "you.are": "You are {name} on {server}.",
    "no.matches": "No match is open or running here. To make one: {command} connect {server} --new ARMY ARMY",
    "how.to.join": "To take a seat: {command} connect {server} --join MATCH. To watch: --watch MATCH.",
    "yours": "yours",
    "bot": "bot {name}",
    "free": "free",
    "kept": "kept for somebody",
    "made": "Match {match} is there. Others come with: {command} connect {server} --join {match}",
    "ask.name": "Your name: ",
    "ask.password": "Password of {name}: ",
    # at the table
    "waiting.seats": "Waiting for players: {free} more to come.",
    "waiting": "Waiting for {who}.",
    "lost": "The connection is lost. It is tried again by itself; nothing that was acknowledged is lost.",
    "found": "The connection is back.",
    "started": "All seats are taken, and the game begins.",
    "you.lead": "You lead {army}.",
    "you.watch": "You watch.",
    "left": "{who} has left.",
    "away": "{who} is away.",
    "back": "{who} is back.",
    "resigned": "{who} resigns.",
    "flagged": "The time of {who} has run out.",
    "forfeited": "{who} cannot go on: {why}",
    "undone": "{who} takes back the last act.",
    "draw.offered": "{who} offers a draw: agree or decline.",
    "draw.accepted": "{who} agrees to a draw.",
    "draw.declined": "{who} declines the draw.",
    "paused": "The server stops for a moment; no clock runs.",
    "resumed": "The server is back; clocks run on.",
    "rematch.offered": "{who} offers another match.",
    "rematch.made": "There is another match: {command} connect {server} --join {match}",
    "clock": "Time left: {left}.",
    "refused": "Refused: {why}.",
    "ended": "The match is over: {why}",
    "record.written": "The game so far is in {file}.",
    "no.record": "Not written: {problem}",
    "name.a.file": "Name a file: record FILE.",
    "come.back": "Your seat is kept. To come back: {command} connect {server} --join {match}",
    "stopped.watching": "To watch on: {command} connect {server} --watch {match}",
    "proof": "The record, which proves the shuffle (verify): {command} connect {server} --record {match} > game.txt",
}

ONLINE_HELP: Final[Helps] = (
    *(line for line in HELP if line[0] not in ("hint", "save", "quit")),
    ("", "ONLINE"),
    ("resign", "give the game up"),
    ("offer", "offer a draw"),
    ("agree, decline", "answer a draw that is offered"),
    ("record FILE", "write the game so far into a file"),
    ("quit", "leave the terminal; the seat stays yours, and the match goes on. So do Ctrl-C and Ctrl-D"),
)


def tell(key: str, **fields: object) -> str:
    """The sentence of that key, filled in."""
    return ENGLISH[key].format(**fields)
