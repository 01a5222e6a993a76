"""Online play: HTTP and WebSockets around matches and their logs. docs/server.md shows how to use it.

- `settings`, `limits`, `logs`, `metrics`, `identity`: configuration, rate limits, logging, measurements, tokens.
- `live_match`, `registry`, `runner`: one match in memory, all of them, and their bots and clocks.
- `workers`: processes for bots, hints and views.
- `endpoint`, `routes`, `openapi`: the HTTP API; `socket`: the WebSocket; `files`: the page.
- `context`, `app`, `run`: all parts of one server, the ASGI application, `neurohex serve`.
"""
