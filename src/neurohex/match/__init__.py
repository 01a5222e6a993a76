"""A match: the authority over one game, without I/O. Messages in, messages out; the caller passes time and randomness.

| module | what it holds |
| --- | --- |
| `follower` | the public state of a match, computed from its events by clients and hosts alike |
| `authority` | a follower that knows the seed, and decides |
| `clocks`, `endings` | players' time; giving up, and results beyond the rules |
| `shuffle`, `proof` | fair piles; records, and the proof of fairness |
| `local` | a match at one table, without a server |

`neurohex.wire.messages` has the commands, events and replies. docs/match.md is for people who write clients and hosts,
docs/fair-shuffles.md for those who doubt the shuffle.
"""
