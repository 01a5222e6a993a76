"""What a plan gains and what it fears: its outcome, and that of a Battle after it, against those of doing nothing.

A plan is a list of actions of one player, up to the end of the turn at most. Two Battles are fought on copies, both
with default choices: one after the plan and one now, without it. If the plan itself leads to a Battle, there is no
further one after it; and if it plays a Battle tile, nothing would happen without it. Inside a Battle, the rest of that
Battle counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from neurohex.events import BattleBegan, Destroyed, Event, Moved, Placed, Pushed, Swapped, UnitRef
from neurohex.model.fighting import fight_on
from neurohex.model.reading import can_fight, controller_at, is_in_battle, is_netted_at, stage_of
from neurohex.rules.engine import Log, State, apply, default_choice, is_chance, is_legal, legal_actions
from neurohex.rules.look import unpowered_seen
from neurohex.rules.refs import ref

ReasonKind = Literal["over", "fall", "hq", "unit", "control", "net", "power"]
"""`over`: the game ends (`amount` 1: the player of the plan wins, 0: a draw, -1: loses). `fall`: an HQ is destroyed.
`hq`: an HQ loses points. `unit`: a unit is destroyed. `control`: a player loses control of a unit, by a takeover or the
end of one. `net`: a unit is netted, or was. `power`: a unit lacks power (R29.1), or did."""

_ORDER: Final[tuple[ReasonKind, ...]] = ("over", "fall", "hq", "unit", "control", "net", "power")


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing that a plan gains, or that its player must fear after it."""

    kind: ReasonKind
    is_gain: bool
    """Whether it speaks for the plan."""
    player: int
    """Whose HQ or unit it is; of `over` the player of the plan."""
    unit: UnitRef | None
    """The unit as it stood before it fell or changed; None for HQs and for the end of the game."""
    amount: int
    """Points that the HQ loses with the plan; for other kinds 1 if it happens and 0 if it does not."""
    otherwise: int
    """The same without the plan. If a Battle is expected, it is fought then too."""
    is_expected: bool
    """Whether it needs a Battle right after the plan. Otherwise the plan itself brings it about."""


@dataclass(frozen=True, slots=True)
class _Standing:
    """A unit at one moment."""

    unit: UnitRef
    player: int
    """Its controller."""
    is_netted: bool
    is_unpowered: bool


class _Trace:
    """Which unit of the beginning stands where after a plan: by hex, the hex that it came from."""

    def __init__(self, state: State, events: Iterable[Event]) -> None:
        self.home: dict[str, str | None] = {place: place for place in _standing(state)}
        """None for a unit that the plan has placed."""
        self.traded: set[str] = set()
        """Hexes of units that the plan gave up for others (R5.4)."""
        for event in events:
            self._see(event)

    def _see(self, event: Event) -> None:
        home = self.home
        if isinstance(event, Moved):
            home[event.unit.hex] = home.pop(event.start, None)
        elif isinstance(event, Pushed):
            home[event.to] = home.pop(event.unit.hex, None)
        elif isinstance(event, Swapped):
            one, two = event.one.hex, event.two.hex
            home[one], home[two] = home.get(two), home.get(one)
        elif isinstance(event, Destroyed) and event.cause == "deployed":
            self.traded.add(home.pop(event.unit.hex, None) or "")
        elif isinstance(event, Placed) and event.tile.is_unit:
            home[event.hex] = None


def reasons_for(state: State, line: Sequence[int]) -> tuple[Reason, ...]:
    """Reasons for and against a plan of the player to decide: what the plan changes first, then what happens anyway;
    each part in the order of `ReasonKind`, gains first.

    Choices of other players inside the plan are the default ones. Stops at an action that is not legal then. Before
    the first turn no Battle is possible, and there are no reasons.
    """
    me, starter = state.actor(), state.turn()
    in_battle = is_in_battle(state)
    log = Log()
    after = _after_plan(state, line, me, log)
    battles = [event.cause for event in log.events if isinstance(event, BattleBegan)]
    without = state if "tile" in battles else _after_battle(state, starter)
    fought = in_battle or bool(battles)
    pending = is_in_battle(after) and not after.is_over()
    then = _after_battle(after, starter) if pending or not fought else after
    trace = _Trace(state, log.events)
    found = [
        *_ending(after, me),
        *_of_hqs(state, without, after, then, me),
        *_of_units(state, without, after, then, me, trace),
        *_of_holds(state, after, then, me, trace),
    ]
    if in_battle:
        found = [_certain(reason) for reason in found]
    return tuple(sorted(found, key=_rank))


def _rank(reason: Reason) -> tuple[bool, int, bool]:
    anyway = reason.amount == reason.otherwise and reason.kind != "over"
    return anyway, _ORDER.index(reason.kind), not reason.is_gain


# --- what happens ---------------------------------------------------------------------------------
def _after_plan(state: State, line: Iterable[int], me: int, log: Log) -> State:
    """A copy after the actions of a plan. Others choose by default, an act at the end is finished so too."""
    after = state.copy()
    for action in line:
        _others_choose(after, me, log)
        if after.is_over() or is_chance(after) or after.actor() != me or not is_legal(after, action):
            break
        apply(after, action, log)
    _others_choose(after, None, log)
    return after


def _others_choose(state: State, me: int | None, log: Log) -> None:
    """Make the choices of players other than `me` that an act waits for; of all players if `me` is None."""
    while not state.is_over() and stage_of(state) in ("medic", "pushed") and state.actor() != me:
        if is_in_battle(state):
            return
        choice = default_choice(state)
        apply(state, choice if choice >= 0 else legal_actions(state)[0], log)


def _after_battle(state: State, starter: int) -> State:
    """A copy after a Battle now, or after the rest of a Battle that has begun; equal to the state if none can be."""
    after = state.copy()
    if is_in_battle(after) or can_fight(after):
        fight_on(after, None, starter=starter)
    return after


def _certain(reason: Reason) -> Reason:
    return Reason(reason.kind, reason.is_gain, reason.player, reason.unit, reason.amount, reason.otherwise, False)


# --- reasons --------------------------------------------------------------------------------------
def _are_friends(state: State, player: int, other: int) -> bool:
    return bool(int(state.game.friends[player]) >> other & 1)


def _ending(after: State, me: int) -> Iterator[Reason]:
    if after.is_over():
        result = after.result()[me]
        yield Reason("over", result > 0, me, None, result, 0, False)


def _of_hqs(state: State, without: State, after: State, then: State, me: int) -> Iterator[Reason]:
    """Points that HQs lose, and HQs that fall. One reason for each player at most."""
    for player in range(int(state.game.players)):
        if state.is_out(player):
            continue
        hostile = not _are_friends(state, me, player)
        points = state.hq(player)
        lost, otherwise = (points - _points(end, player) for end in (then, without))
        expected = then is not after and _points(after, player) > 0
        if points and points in (lost, otherwise):
            falls, would = lost == points, otherwise == points
            yield Reason("fall", falls == hostile, player, None, int(falls), int(would), expected)
        elif lost or otherwise:
            is_gain = lost >= otherwise if hostile else lost < otherwise
            yield Reason("hq", is_gain, player, None, lost, otherwise, expected)


def _points(state: State, player: int) -> int:
    return 0 if state.is_out(player) else max(state.hq(player), 0)


def _of_units(state: State, without: State, after: State, then: State, me: int, trace: _Trace) -> Iterator[Reason]:
    """Units that fall with the plan, or only without it."""
    before, later, end, end_without = map(_standing, (state, after, then, without))
    expected = then is not after
    for place, one in later.items():
        falls = place not in end
        home = trace.home.get(place)
        yield from _fate(state, me, one, falls=falls, would=home in before and home not in end_without, needs=expected)
    gone = before.keys() - {trace.home.get(place) for place in later} - trace.traded
    for place in sorted(gone):
        yield from _fate(state, me, before[place], falls=True, would=place not in end_without, needs=False)


def _fate(state: State, me: int, one: _Standing, *, falls: bool, would: bool, needs: bool) -> Iterator[Reason]:
    if falls or would:
        is_gain = falls != _are_friends(state, me, one.player)
        yield Reason("unit", is_gain, one.player, one.unit, int(falls), int(would), needs)


def _of_holds(state: State, after: State, then: State, me: int, trace: _Trace) -> Iterator[Reason]:
    """Units that the plan takes over, nets, frees, powers or cuts off, if they do not fall afterwards anyway."""
    before, end = _standing(state), _standing(then)
    for place, one in _standing(after).items():
        home = trace.home.get(place)
        if home is None or home not in before or place not in end:
            continue
        earlier = before[home]
        if one.player != earlier.player:
            yield Reason("control", _are_friends(state, me, one.player), earlier.player, one.unit, 1, 0, False)
        elif one.is_netted != earlier.is_netted:
            is_gain = one.is_netted != _are_friends(state, me, one.player)
            kind: ReasonKind = "power" if one.is_unpowered or earlier.is_unpowered else "net"
            yield Reason(kind, is_gain, one.player, one.unit, int(one.is_netted), int(earlier.is_netted), False)


def _standing(state: State) -> dict[str, _Standing]:
    """All units that players control, by hex, without HQs."""
    found: dict[str, _Standing] = {}
    dark = unpowered_seen(state)
    for h in range(int(state.hexes)):
        player = controller_at(state, h)
        if player is not None and not state.is_hq(h):
            unit = ref(state, h)
            found[unit.hex] = _Standing(unit, player, is_netted_at(state, h), h in dark)
    return found
