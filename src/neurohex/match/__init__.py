"""A match: the authority over one game, without I/O. Messages in, messages out; time and randomness are handed in.

| module | what it holds |
| --- | --- |
| `messages` | every command, event and reply, typed |
| `follower` | a match as its events tell it: what clients and hosts alike know |
| `authority` | a follower that knows the seed, and decides |
| `clocks`, `endings` | players' time; giving up, and results that are not the rules' |
| `shuffle`, `proof` | piles that nobody chose; records, and the proof of it |
| `local` | a match at one table, without a server |

docs/match.md is for people who write clients and hosts, docs/fair-shuffles.md for those who doubt the shuffle.
"""
