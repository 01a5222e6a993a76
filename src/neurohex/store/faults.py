"""Consistency checks of the logs, for servers and `neurohex admin check`."""

from __future__ import annotations

from typing import Final

FAULTS: Final = {
    "match {}: its log has a hole": (
        "SELECT match FROM events GROUP BY match HAVING count(*) <> max(number) + 1 ORDER BY match"
    ),
    "match {}: it has no events": (
        "SELECT id FROM matches WHERE NOT EXISTS (SELECT 1 FROM events WHERE match = id) ORDER BY id"
    ),
    "match {}: its secret is missing": (
        "SELECT id FROM matches WHERE NOT EXISTS (SELECT 1 FROM secrets WHERE match = id) ORDER BY id"
    ),
    "match {}: its events belong to no match": (
        "SELECT DISTINCT match FROM events WHERE NOT EXISTS (SELECT 1 FROM matches WHERE id = match) ORDER BY match"
    ),
}
"""The text of each fault, and the query for matches that have it."""
