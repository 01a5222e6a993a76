"""Sentences of `neurohex connect` that `neurohex play` does not have."""

from __future__ import annotations

from typing import Final

from neurohex.cli.play_words import HELP, Helps

ENGLISH: Final[dict[str, str]] = {
    # the lobby
    "you.are": "You are {name} on {server}.",
    "no.matches": "No open or running matches. To create one: {command} connect {server} --new ARMY ARMY",
    "how.to.join": "To take a seat: {command} connect {server} --join MATCH. To watch: --watch MATCH.",
    "yours": "yours",
    "bot": "bot {name}",
    "free": "free",
    "kept": "reserved",
    "made": "Match {match} is ready. Others join with: {command} connect {server} --join {match}",
    "ask.name": "Your name: ",
    "ask.password": "Password of {name}: ",
    # at the table
    "waiting.seats": "Waiting for players: {free} more to come.",
    "waiting": "Waiting for {who}.",
    "lost": "The connection is lost. Reconnecting; everything acknowledged is safe.",
    "found": "The connection is back.",
    "started": "All seats are taken. The game begins.",
    "you.lead": "You lead {army}.",
    "you.watch": "You watch.",
    "left": "{who} has left.",
    "away": "{who} is away.",
    "back": "{who} is back.",
    "resigned": "{who} resigns.",
    "flagged": "The time of {who} has run out.",
    "forfeited": "{who} cannot go on: {why}",
    "undone": "{who} takes back the last action.",
    "draw.offered": "{who} offers a draw: agree or decline.",
    "draw.accepted": "{who} agrees to a draw.",
    "draw.declined": "{who} declines the draw.",
    "paused": "The server stops for a moment; no clock runs.",
    "resumed": "The server is back; clocks run on.",
    "rematch.offered": "{who} offers another match.",
    "rematch.made": "The rematch is ready: {command} connect {server} --join {match}",
    "clock": "Time left: {left}.",
    "refused": "Refused: {why}.",
    "ended": "The match is over: {why}",
    "record.written": "The game so far is in {file}.",
    "no.record": "Not written: {problem}",
    "name.a.file": "Name a file: record FILE.",
    "come.back": "Your seat is kept. To come back: {command} connect {server} --join {match}",
    "stopped.watching": "To keep watching: {command} connect {server} --watch {match}",
    "proof": "The record, which proves the shuffle (verify): {command} connect {server} --record {match} > game.txt",
}

ONLINE_HELP: Final[Helps] = (
    *(line for line in HELP if line[0] not in ("hint", "save", "quit")),
    ("", "ONLINE"),
    ("resign", "give the game up"),
    ("offer", "offer a draw"),
    ("agree, decline", "answer a draw offer"),
    ("record FILE", "write the game so far into a file"),
    ("quit", "leave (also Ctrl-C and Ctrl-D); you keep your seat, and the match goes on"),
)


def tell(key: str, **fields: object) -> str:
    """The sentence for the key, with its fields filled in."""
    return ENGLISH[key].format(**fields)
