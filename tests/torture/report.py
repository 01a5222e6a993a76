"""What the levels of the torture report."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Report:
    """Counts of one run of the torture."""

    killed: str = "servers"
    """What was killed."""
    kills: int = 0
    matches: int = 0
    commands: int = 0
    """Commands that were acknowledged."""
    refused: int = 0
    late: int = 0
    """Commands written before a death and acknowledged after it: they could have been lost or duplicated."""
    clocks: int = 0
    """Deaths with a running clock."""
    copies: int = 0
    """Copies of the database that were made meanwhile."""

    def __str__(self) -> str:
        return (
            f"{self.kills} kills of {self.killed}, {self.matches} matches, {self.commands} commands acknowledged "
            f"({self.late} by a later life than wrote them), {self.refused} refused, {self.clocks} deaths with "
            f"a running clock, {self.copies} copies"
        )
