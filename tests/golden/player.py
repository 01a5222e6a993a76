"""A small deterministic player for golden games that plays sensibly enough to be worth reading.

It samples a few legal actions of every kind and rates them by the Battle that would follow at once, with default
choices. Now and then it acts at random instead, so that every rule comes up.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Final

from neurohex.rules import actions as act
from neurohex.rules.acts import decide
from neurohex.rules.battle import begin_battle
from neurohex.rules.catalog import ALL_TILES
from neurohex.rules.engine import Random, State, default_choice, legal_actions, play
from neurohex.rules.flow import fight_alone
from neurohex.rules.layout import (
    BY_TILE,
    FIRST,
    OVER,
    ST_AIM,
    ST_CLOWN,
    ST_CONVERT,
    ST_DISCARD,
    ST_HQ,
    ST_MAIN,
    ST_MARK,
    ST_MEDIC,
    U_CTRL,
    U_TILE,
)

# fmt: off
KINDS: Final = (
    "END", "DISCARD", "UNLUCKY", "FIGHT", "TERROR", "PLACE", "DEPLOY", "MOVE", "SECOND", "PUSH", "YIELD", "ROTATE",
    "HQ_TURN", "CASTLE", "GRENADE", "SNIPE", "STRIKE", "BOMB", "CAPTIVE", "CLOWN", "CONVERT", "MEDIC", "DUEL_ROTATE",
    "DUEL_SWAP", "DUEL_PUSH", "DUEL_LASER", "DUEL_ELIMINATE", "DUEL_DETONATE", "SELL", "SELL_HQ", "MERCENARY", "PILE",
    "BOMBER", "DRAW", "CAPTIVE_AT", "OWN_PUSH", "OWN_TURN", "STEEL_NET", "EXECUTE", "POINT", "AIM", "MARK", "BURROW",
    "DRAW_IN", "PARALYSE", "SMOKE", "TRANSPOSE", "RAY", "TRANSFORM", "SHARED",
)
# fmt: on
"""The kinds of actions (`neurohex.rules.actions`), in the order of their numbers."""
_STARTS: Final = [int(getattr(act, kind)) for kind in KINDS]

LOOKED_AT: Final = {"PLACE": 36, "MOVE": 8, "DEPLOY": 6}
"""Samples of each of the more frequent kinds of actions."""
FEW: Final = 3
"""Samples of each of the other kinds."""
WHIM: Final = 11
"""One choice in this many is random."""

IN_BATTLE: Final = (ST_CLOWN, ST_CONVERT, ST_MEDIC, ST_AIM, ST_MARK)
"""Choices inside a Battle."""

HQ_POINT: Final = 6
"""Value of an HQ point."""
UNIT: Final = 4
"""Value of a unit on the board."""
COST: Final = {
    "DISCARD": 3,
    "MOVE": 2,
    "PLACE": -1,
    "PUSH": -1,
    "ROTATE": 2,
    "CASTLE": 2,
    "TERROR": -1,
    "UNLUCKY": -4,
    "GRENADE": -2,
    "SELL": -1,
    "SELL_HQ": 1,
    "DUEL_ROTATE": 1,
    "DUEL_SWAP": 1,
    "DUEL_PUSH": 1,
    "DUEL_LASER": 1,
    "DUEL_ELIMINATE": -2,
    "DUEL_DETONATE": 2,
    "BOMBER": 3,
    "OWN_TURN": 1,
    "STEEL_NET": 2,
    "PARALYSE": -1,
    "SMOKE": 1,
}
"""Cost of an action of each kind; negative for preferred kinds."""


def kind_of(action: int) -> str:
    """The kind of an action, one of `KINDS`."""
    return KINDS[bisect_right(_STARTS, action) - 1]


def choose(st: State, random: Random) -> int:
    """The action of the player to move. Draws are not chosen here."""
    options = legal_actions(st)
    if len(options) == 1:
        return options[0]
    if st.stage() == ST_HQ:
        return max(_some(options, 12, random), key=lambda option: _hq_worth(st, option))
    if random.below(WHIM) == 0:
        return _whim(options, random)
    stage = st.stage()
    if stage == ST_DISCARD:
        return max(options, key=lambda option: _discard_worth(st, option, random))
    me = st.actor()
    looked_at = options if len(options) <= 6 else _sample(options, random)
    now = outlook(st, me) if stage == ST_MAIN else 0
    return max(looked_at, key=lambda option: 4 * _worth(st, option, me, now) + int(random.below(6)))


def outlook(st: State, me: int) -> int:
    """The result for a player of a Battle begun now; higher is better."""
    if not st.field(FIRST) or st.field(OVER):
        return 0
    after = st.copy()
    begin_battle(after, BY_TILE, me)
    while not fight_alone(after):
        decide(after, default_choice(after))
    return _balance(after, me)


def _balance(st: State, me: int) -> int:
    """HQ points and units of a player's side minus those of the others."""
    friends = int(st.game.friends[me])
    total = 0
    for p in range(len(st.game.armies)):
        sign = 1 if friends >> p & 1 else -1
        total += sign * HQ_POINT * (st.points(p) if st.game.score else st.hq(p))
    for h in range(int(st.hexes)):
        if st.unit(h, U_TILE):
            total += UNIT if friends >> st.unit(h, U_CTRL) & 1 else -UNIT
    return total


def _worth(st: State, action: int, me: int, now: int) -> int:
    kind = kind_of(action)
    if kind in ("DISCARD", "SELL", "TERROR", "UNLUCKY", "END", "MERCENARY", "PILE") and st.stage() == ST_MAIN:
        return now - COST.get(kind, 0)
    after = st.copy()
    play(after, action)
    while after.stage() in IN_BATTLE:
        play(after, default_choice(after))
    if kind == "FIGHT":
        # A Battle is for wounds on HQs, and a Battle tile is a good tile to keep.
        gain = _balance(after, me) - _balance(st, me)
        return now + gain - HQ_POINT if gain >= HQ_POINT else now - HQ_POINT
    if st.stage() in IN_BATTLE:
        return _balance(after, me)
    return outlook(after, me) - COST.get(kind, 0)


def _hq_worth(st: State, action: int) -> int:
    """Prefer an HQ one step away from other units; a symmetric one faces N."""
    h, rot = divmod(action - act.PLACE, 6)
    board = st.game.board
    crowd = sum(1 for v in board.neighbours[h] if v >= 0 and st.unit(v, U_TILE))
    tile = ALL_TILES[int(st.game.base[st.actor()])]
    return (rot == 0 and len(set(tile.melee)) == 1) - 2 * crowd


def _discard_worth(st: State, action: int, random: Random) -> int:
    """Preference for discarding a tile of a full hand."""
    kind = kind_of(action)
    if kind != "DISCARD":
        return 3
    hand = st.hand(st.actor())
    number = hand[action - act.DISCARD]
    tile = ALL_TILES[number]
    keep = {"warrior": 3, "module": 2}.get(tile.kind, 3 if tile.effect == "battle" else 1)
    return 2 * hand.count(number) - keep + int(random.below(4))


def _sample(options: list[int], random: Random) -> list[int]:
    """A few actions of every kind."""
    groups: dict[str, list[int]] = {}
    for option in options:
        groups.setdefault(kind_of(option), []).append(option)
    return [option for kind, group in groups.items() for option in _some(group, LOOKED_AT.get(kind, FEW), random)]


def _some(group: list[int], count: int, random: Random) -> list[int]:
    if len(group) <= count:
        return group
    return [group[int(random.below(len(group)))] for _ in range(count)]


def _whim(options: list[int], random: Random) -> int:
    """A random action, each kind equally likely; discards and the end of the turn only without an alternative."""
    # The kept games were played with the procedures among the names with P.
    kinds = sorted({kind_of(option) for option in options}, key=lambda kind: kind.replace("DUEL_", "P_"))
    kinds = [kind for kind in kinds if kind not in ("DISCARD", "END")] or kinds
    kind = kinds[int(random.below(len(kinds)))]
    group = [option for option in options if kind_of(option) == kind]
    return group[int(random.below(len(group)))]
