"""What one unit and others do to each other as the board stands: attacks, nets, links, takeovers."""

from __future__ import annotations

from neurohex.board import DIRECTIONS
from neurohex.explain.reasons import gifts, is_netted, is_useful, routes, scopers, takers, units
from neurohex.notation.report import HIT_KINDS
from neurohex.rules.catalog import ALL_TILES
from neurohex.rules.engine import Log, State
from neurohex.rules.events import ENDLESS, GAUSS, RANGED, STOPPED
from neurohex.rules.influence import net_sources
from neurohex.rules.layout import U_TILE
from neurohex.rules.strikes import H_ARRIVES, H_DIR, H_KIND, H_TO, H_WOUNDS, HITS, bonuses, clear_hits, strike
from neurohex.view.forms import Gift, Hit, Reach
from neurohex.view.names import hex_names

_Struck = tuple[int, int, int, int, int]
"""Direction, target, kind, wounds and direction of arrival."""


def reach(st: State, h: int) -> Reach:
    """What the unit on a hex does to others and they to it; a unit must stand there.

    Attacks are told as if it were their moment: in a Battle units that act earlier may change that.
    """
    names = st.game.board.names
    others = [v for v in units(st) if v != h]
    return {
        "hex": names[h],
        "hits": _hits(st, h),
        "struck_by": [hit for v in others for hit in _hits(st, v) if hit["to"] == names[h]],
        "nets": hex_names(st.game, [v for v in others if h in net_sources(st, v)]),
        "netted_by": hex_names(st.game, net_sources(st, h)),
        "gives": [gift for v in others for gift in _gifts(st, v) if gift["source"] == names[h]],
        "gets": _gifts(st, h),
        "takes": hex_names(st.game, [v for v in others if h in takers(st, v)]),
        "taken_by": hex_names(st.game, takers(st, h)),
        "scopes": hex_names(st.game, [v for v in others if h in scopers(st, v)]),
        "scoped_by": hex_names(st.game, scopers(st, h)),
    }


def _gifts(st: State, h: int) -> list[Gift]:
    """What modules give the unit on a hex, as far as it is of any use to it."""
    names = st.game.board.names
    return [
        {"source": names[gift.giver], "to": names[h], "effect": gift.effect, "value": gift.value}
        for gift in gifts(st, h)
        if is_useful(st, h, gift)
    ]


def _hits(st: State, h: int) -> list[Hit]:
    """What the attacks of the unit on a hex strike; nothing while it is netted, or if it has no initiative."""
    if is_netted(st, h) or not ALL_TILES[st.unit(h, U_TILE) - 1].initiative:
        return []
    names = st.game.board.names
    found: list[Hit] = []
    for direction, to, kind, wounds, arrives in _struck(st, h):
        way: tuple[int, ...] = ()
        if kind in (RANGED, GAUSS):
            ways = routes(st, h, direction, kind, to, arrives)
            way = ways[0].via if ways else ()
        found.append(
            {
                "source": names[h],
                "direction": DIRECTIONS[direction],
                "to": names[to],
                "kind": HIT_KINDS[kind],
                "wounds": "endless" if wounds == ENDLESS else wounds,
                "via": hex_names(st.game, way),
            }
        )
    return found


def _struck(st: State, h: int) -> list[_Struck]:
    """The hits of all edges of a unit, read off the list of the rules, and those that armour stops, which only a log
    is told of."""
    looked = st.copy()
    looked.log = log = Log()
    bonuses(looked)
    clear_hits()
    for direction in range(6):
        strike(looked, h, direction, 0)
    found = [
        (int(H_DIR[i]), int(H_TO[i]), int(H_KIND[i]), int(H_WOUNDS[i]), int(H_ARRIVES[i])) for i in range(int(HITS[0]))
    ]
    clear_hits()
    found += [(event[2], event[3], event[4], 0, event[5]) for event in log.events if event[0] == STOPPED]
    return sorted(found)
