"""Online play: a thin shell of HTTP and WebSockets around matches and their log.

`settings` says what can be set; `identity` who somebody is; `limits`, `logs` and `metrics` keep it in order; `workers`
let bots think; `tables` runs one match and `hall` all of them. `endpoint` says what an endpoint of the HTTP API is:
those about people, the lobby, views, records, teaching and upkeep are in modules of these names, and `routes` has them
all. `moments` finds the state that a view shows. `socket`, `openapi` and `typescript` are the rest of its face to the
network, and `files` are the page's; `app` puts it together, and `run` is what `neurohex serve` does. docs/server.md
tells how to use it.
"""
