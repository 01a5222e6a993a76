"""Online play: a thin shell of HTTP and WebSockets around matches and their log.

`settings` says what can be set; `identity` who somebody is; `limits`, `logs` and `metrics` keep it in order; `workers`
let bots think; `tables` runs one match and `hall` all of them; `routes`, `socket` and `openapi` are its face to the
network; `app` puts it together, and `run` is what `neurohex serve` does. docs/server.md tells how to use it.
"""
