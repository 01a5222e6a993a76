"""The messages between a server and its clients, as msgspec Structs. Server, client and match share these types.

- `messages`: commands, replies, events and notes of a match; docs/match.md explains them.
- `handshake`: the first message of a socket and its answer, close codes.
- `http`: request and response bodies about people, matches and errors; `views`: those for pages.
"""
