"""What is looked at after every change: Steel Nets that come back, units without enough toughness (R14.2, R19.3)."""

from __future__ import annotations

from tests.oracle.model import Table, Unit
from tests.oracle.moment import Moment


def settle(table: Table) -> list[Unit]:
    """Bring the table in order. Gives the units that leave."""
    gone: list[Unit] = []
    while True:
        moment = Moment(table)
        if _return_nets(table, moment):
            continue
        # R14.4: nets and takeovers are decided on the board as it stands, then these go, then all is decided anew.
        units = table.units.values()
        leaving = [u for u in units if not u.is_hq and u.wounds > u.tile.toughness and u.wounds > moment.toughness(u)]
        if not leaving:
            return gone
        for unit in leaving:
            del table.units[unit.hex]
        gone += leaving


def _return_nets(table: Table, moment: Moment) -> bool:
    """R19.3. Gives whether a Steel Net came back."""
    hqs = {u.owner: u for u in table.units.values() if u.is_hq}
    returned = False
    for unit in table.units.values():
        stay = [
            player
            for player in unit.steel
            if table.hostile(player, moment.controller(unit))
            and (player not in hqs or moment.enabled(hqs[player]))
            and not (table.is_deathmatch and table.is_out(player))
        ]
        returned |= stay != unit.steel
        unit.steel = stay
    return returned
