"""Who controls which unit and which units are disabled: R3.1, R3.2, R3.4 and R29.3, decided together.

For every question (who controls a unit, is it disabled, for whom does a link count) the set of answers
that are still possible is kept, and narrowed until nothing more can be decided. Then nets at a unit that holds what
their bearer hangs on fail, then undecided takeover links, and only after them cycles of nets and power are broken. Last
come Scopers that wait for what they would turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import product
from typing import TypeVar

from tests.oracle.model import NEUTRAL, Table, Unit, Verdict

K = TypeVar("K")
V = TypeVar("V")
Pair = tuple[Unit, Unit]
"""The unit that has the net or link, and the unit that it reaches."""


def both(*values: set[bool]) -> set[bool]:
    """Possible results of `and`."""
    return {all(case) for case in product(*values)}


def either(values: Iterable[set[bool]]) -> set[bool]:
    """Possible results of `or`."""
    result = {False}
    for value in values:
        result = {a or b for a in result for b in value}
    return result


def judge(table: Table) -> Verdict:
    """The answers for the units of a table by hex. A verdict about the same units is given again."""
    about = tuple(sorted((u.hex, u.owner, u.tile.key, u.rotation, u.wounds, *u.steel) for u in table.units.values()))
    if about not in table.judged:
        control = Control(table)
        table.judged[about] = {
            hex_: (control.controller(unit), control.enabled(unit), control.works_for(unit))
            for hex_, unit in table.units.items()
        }
    return table.judged[about]


class Control:
    """The answers for one moment: `controller`, `enabled` and `works_for`."""

    def __init__(self, table: Table) -> None:
        self.table = table
        units = list(table.units.values())
        self.units = units
        self.nets: list[Pair] = [(u, v) for u in units for v in table.faced(u, u.tile.net)]
        self.links: list[Pair] = [
            (u, v) for u in units if u.tile.module.get("takeover") for v in table.linked(u) if not v.is_hq
        ]
        # A link that faces an HQ takes nothing, but it still stands opposite the link of a Vegas HQ (R3.2).
        self.facing: set[Pair] = {(u, v) for u in units if u.tile.module.get("takeover") for v in table.linked(u)}
        self.scopes: list[Pair] = [
            (u, v) for u in units if u.tile.module.get("scoper") for v in table.linked(u) if v.is_module
        ]
        self.power: list[Pair] = [
            (u, v) for u in units for v in self._powers(u) if "needs_power" in v.tile.abilities and u is not v
        ]
        self.tough: list[Pair] = [
            (u, v) for u in units if u.tile.module.get("toughness") for v in table.linked(u) if not v.is_hq
        ]
        self.ctrl: dict[Unit, set[int]] = self._who_could()
        self.on: dict[Unit, set[bool]] = {u: {True, False} for u in units}
        self.counts: dict[Pair, set[int | None]] = {link: {None, *table.players()} for link in self.links}
        self.blocked: dict[Unit, set[bool]] = {u: {True, False} for u, _ in self.scopes}
        self.failed: set[Pair] = set()
        self.void: set[Pair] = set()
        """Nets inside a cycle, and nets that do nothing by R29.3."""
        self.idle: set[Unit] = set()
        """Scopers that scope nothing."""
        self._decide()

    # Results, once all is decided

    def controller(self, unit: Unit) -> int:
        (player,) = self.ctrl[unit]
        return player

    def enabled(self, unit: Unit) -> bool:
        (state,) = self.on[unit]
        return state

    def works_for(self, unit: Unit) -> int:
        """The player for whose side its module works: its controller, or a Scoper's."""
        ((_, player),) = self._works_for(unit, self.ctrl[unit])
        return player

    # Deciding

    def _who_could(self) -> dict[Unit, set[int]]:
        """The players who can control each unit at all: every link works for every player it may work for."""
        could = {unit: {unit.owner} for unit in self.units}
        grown = True
        while grown:
            grown = False
            for bearer, target in self.links:
                workers = [bearer, *(scoper for scoper, module in self.scopes if module is bearer)]
                players = {player for worker in workers for player in could[worker]} - {NEUTRAL}
                grown |= not players <= could[target]
                could[target] |= players
        return could

    def _decide(self) -> None:
        while True:
            self._narrow()
            undecided = [link for link in self.links if len(self.counts[link]) > 1]
            hanging = self._hanging_nets()
            if hanging:
                self.void |= hanging
            elif undecided:
                self.failed |= set(undecided)
                for link in undecided:
                    self.counts[link] = {None}
            elif not self._break_cycles() and not self._stop_scopers():
                assert all(len(state) == 1 for state in self.on.values()), "a unit that nothing decides"
                return

    def _narrow(self) -> None:
        changed = True
        while changed:
            changed = False
            for unit in self.blocked.keys() - self.idle:
                changed |= _reduce(self.blocked, unit, self._is_blocked(unit))
            for link in self.links:
                changed |= _reduce(self.counts, link, self._link_counts(link))
            for unit in self.units:
                changed |= _reduce(self.ctrl, unit, self._vote(unit, None))
                changed |= _reduce(self.on, unit, self._is_enabled(unit))

    def _break_cycles(self) -> bool:
        """R3.1, R29.3: groups of undecided units that no other undecided unit faces or powers. Gives whether there are
        any."""
        open_nets = [net for net in self.nets if True in self._net_works(net, None)]
        undecided = [u for u in self.units if len(self.on[u]) > 1]
        unsure = [u for u in undecided if len(self._is_powered(u, self.controller(u))) > 1]
        cables = [c for c in self.power if c[1] in unsure and len(self._cable_works(c, self.controller(c[1]))) > 1]
        # A source whose side a Scoper has yet to decide: no group with its unit stands alone.
        scoped = {u for s, u in cables if len(self._works_for(s, self.ctrl[s])) > 1}
        ties = open_nets + [(s, u) for s, u in cables if s in undecided]
        after = {u: {v for w, v in ties if w is u and v in undecided} for u in undecided}
        reached = {u: _reachable(u, after) for u in undecided}
        found = False
        for unit in undecided:
            group = {v for v in reached[unit] if unit in reached[v]}
            outside = any(v in group and u not in group for u, v in ties) or bool(group & scoped)
            if group and not outside:
                found = True
                self.void |= {(u, v) for u, v in open_nets if u in group and v in group}
                for member in group:
                    self.on[member] = {True}
        return found

    def _stop_scopers(self) -> bool:
        """Scopers that wait for each other (R3.4), or for a unit that they would cut off from power, scope nothing."""
        waiting = {s for s in self.blocked if s not in self.idle and len(self._scopes_at_all(s)) > 1}
        self.idle |= waiting
        return bool(waiting)

    def _scopes_at_all(self, scoper: Unit) -> set[bool]:
        if scoper in self.idle:
            return {False}
        return both(self.on[scoper], {not blocked for blocked in self.blocked[scoper]})

    # Power, and what a net unit hangs on (section 29)

    def _powers(self, unit: Unit) -> list[Unit]:
        """The units that it powers if it is enabled and they are friendly."""
        found = self.table.faced(unit, unit.tile.power)
        return found + (self.table.linked(unit) if unit.tile.module.get("power") else [])

    def _cable_works(self, cable: Pair, controller: int) -> set[bool]:
        """Whether the source powers the unit, which this player controls."""
        source = cable[0]
        friendly = {not self.table.hostile(p, controller) for _, p in self._works_for(source, self.ctrl[source])}
        return both(self.on[source], friendly)

    def _is_powered(self, unit: Unit, controller: int) -> set[bool]:
        if "needs_power" not in unit.tile.abilities or controller != unit.owner:  # R29.2: by the link that took it
            return {True}
        return either(self._cable_works(cable, controller) for cable in self.power if cable[1] is unit)

    def _hangs_on(self, unit: Unit) -> set[Unit]:
        """What a net unit cannot do without, as far as it is undecided (R29.3)."""
        found: set[Unit] = set()
        taken = [b for b, v in self.links if v is unit and len(self.counts[b, v]) > 1]
        if self._vote(unit, None) != {unit.owner}:
            found |= {b for b in taken if self._vote(unit, (b, unit)) == {unit.owner}}
        if "needs_power" in unit.tile.abilities:
            cables = [cable for cable in self.power if cable[1] is unit]
            works = {cable[0]: self._cable_works(cable, unit.owner) for cable in cables}
            alive = [source for source, can in works.items() if True in can]
            if len(alive) == 1 and False in works[alive[0]] and unit.owner in self.ctrl[unit]:
                found.add(alive[0])
        lent = {
            s: s.tile.module["toughness"]
            for s, v in self.tough
            if v is unit and True in self.on[s] and self._may_be_friends(s, unit)
        }
        for source, points in lent.items():
            if (
                unit.tile.toughness + sum(lent.values()) - points
                < unit.wounds
                <= unit.tile.toughness + sum(lent.values())
            ):
                found.add(source)
        return found

    def _may_be_friends(self, source: Unit, unit: Unit) -> bool:
        workers = {p for _, p in self._works_for(source, self.ctrl[source])}
        return any(not self.table.hostile(p, c) for p in workers for c in self.ctrl[unit])

    def _hanging_nets(self) -> set[Pair]:
        """Undecided nets that fail because of what their bearers hang on (R29.3)."""
        if not self.table.further:
            return set()
        nets = [net for net in self.nets if len(self._net_works(net, None)) > 1]
        hangs = {unit: self._hangs_on(unit) for unit, _ in nets}
        # The pairs of units X, Y where a net of X faces what Y hangs on, and that net.
        holds = [(x, y, held) for x, held in nets for y in hangs if y is not x and held in hangs[y]]
        found = {(y, x) for x, y, _ in holds if (y, x) in nets}
        found |= {(x, held) for x, y, held in holds if any(a is y and b is x for a, b, _ in holds)}
        return found

    # Scopers (R3.4)

    def _is_blocked(self, unit: Unit) -> set[bool]:
        """Whether a Scoper is scoped itself, or linked both ways with a hostile one."""
        cases = []
        for other, target in self.scopes:
            if target is not unit or other is unit:
                continue
            hostile = {self.table.hostile(a, b) for a in self.ctrl[other] for b in self.ctrl[unit]}
            mutual = (unit, other) in self.scopes
            works = self.on[other] if mutual else self._scopes_at_all(other)
            cases.append(both(works, hostile))
        return either(cases)

    def _works_for(self, unit: Unit, controllers: set[int]) -> set[tuple[int, int]]:
        """Possible pairs of its controller and the player for whose side its module works."""
        if not unit.is_module:
            return {(c, c) for c in controllers}
        results = set()
        for controller in controllers:
            choices: list[set[int | None]] = []
            for scoper, target in self.scopes:
                # A takeover link that faces the Scoper wins over it, whether or not it takes the Scoper.
                if target is not unit or (unit, scoper) in self.facing:
                    continue
                works = self._scopes_at_all(scoper)
                players: set[int | None] = set()
                for player in self.ctrl[scoper]:
                    if True in works and self.table.hostile(player, controller):
                        players.add(player)
                    if False in works or not self.table.hostile(player, controller):
                        players.add(None)
                choices.append(players)
            for case in product(*choices):
                results.add((controller, self._scoped_for(controller, [p for p in case if p is not None])))
        return results

    def _scoped_for(self, controller: int, scopers: list[int]) -> int:
        if len({self.table.side(p) for p in scopers}) != 1:
            return controller
        tally = Counter(scopers)
        return min(tally, key=lambda p: (-tally[p], p))

    # Nets (R3.1)

    def _net_works(self, net: Pair, target_control: set[int] | None) -> set[bool]:
        """Whether the net disables its target, which has one of these controllers if they are given."""
        bearer, target = net
        if net in self.void:
            return {False}
        results = set()
        controls = self.ctrl[target] if target_control is None else target_control
        targets = self._works_for(target, controls) if (target, bearer) in self.facing else {(c, c) for c in controls}
        for on in self.on[bearer]:
            for mine in self.ctrl[bearer]:
                for theirs, link_for in targets:
                    shielded = (target, bearer) in self.facing and not self._harmless(link_for, bearer, mine)
                    results.add(on and self.table.nets(mine, theirs) and not shielded)
        return results

    def _harmless(self, link_for: int, net_unit: Unit, controller: int) -> bool:
        """A takeover link that works for the side of the net unit's owner and controller does not protect."""
        side = self.table.side
        return side(link_for) == side(net_unit.owner) == side(controller)

    def _is_enabled(self, unit: Unit) -> set[bool]:
        if unit.steel:  # R19.2
            return {False}
        nets = [net for net in self.nets if net[1] is unit]
        results: set[bool] = set()
        for controller in self.ctrl[unit]:
            netted = either(self._net_works(net, {controller}) for net in nets)
            results |= both({not n for n in netted}, self._is_powered(unit, controller))
        return results

    # Takeover (R3.2)

    def _link_counts(self, link: Pair) -> set[int | None]:
        """The players for whom the link may count in the vote on its target; None: it may not count."""
        bearer, target = link
        back = (target, bearer)
        if link in self.failed:
            return {None}
        results: set[int | None] = set()
        for on in self.on[bearer]:
            for _, player in self._works_for(bearer, self.ctrl[bearer]):
                results.add(player if on else None)
        if back in self.facing and not bearer.is_hq:
            # A bearer that its target has taken takes nothing there: no other player gets the link.
            apart = self._works_for(bearer, self._vote(bearer, back) | {bearer.owner})
            results &= {player for _, player in apart} | {None}
            stopped = either(
                [
                    self._cancels(link, back),
                    self._netted_across(link),
                    self._netted_across(back),
                    self._taken_by(bearer, back),
                ]
            )
            if True in stopped:
                results.add(None)
            if False not in stopped or not results:
                results = {None}
        # An undecided link may still fail.
        return results if len(results) == 1 else results | {None}

    def _sides_apart(self, link: Pair) -> set[int]:
        """The players that the link may work for if the opposite link is ignored."""
        bearer, target = link
        return {player for _, player in self._works_for(bearer, self._vote(bearer, (target, bearer)))}

    def _would_take(self, link: Pair) -> set[bool]:
        bearer, target = link
        if target.is_hq:
            return {False}
        hostile = {self.table.hostile(target.owner, player) for player in self._sides_apart(link)}
        return both(self.on[bearer], hostile)

    def _cancels(self, link: Pair, back: Pair) -> set[bool]:
        return both(self._would_take(link), self._would_take(back))

    def _netted_across(self, link: Pair) -> set[bool]:
        """Whether the unit faced by the link, a bearer that faces it back, is in a net of the link's side.

        The link itself is left out when asking whose the netted bearer is: taking it would undo the net.
        """
        target = link[1]
        sides = {self.table.side(player) for player in self._sides_apart(link)}
        cases = [{self.table.side(player) == side for side in sides} for player in target.steel]  # R19.2
        for net in self.nets:
            if net[1] is not target:
                continue
            ours = {self.table.side(a) == side for a in self.ctrl[net[0]] for side in sides}
            cases.append(both(ours, self._net_works(net, self._vote(target, link))))
        return either(cases)

    def _taken_by(self, bearer: Unit, back: Pair) -> set[bool]:
        """Whether the bearer is taken by the link that faces it back: then it takes nothing through its own there."""
        side = self.table.side
        results = set()
        for would in self._would_take(back):
            for taker in self._sides_apart(back):
                for controller in self.ctrl[bearer]:
                    taken = side(controller) == side(taker) != side(bearer.owner)
                    results.add(would and taken)
        return results

    def _vote(self, unit: Unit, left_out: Pair | None) -> set[int]:
        links = [self.counts[link] for link in self.links if link[1] is unit and link != left_out]
        return {self._winner(unit, [p for p in case if p is not None]) for case in product(*links)}

    def _winner(self, unit: Unit, votes: list[int]) -> int:
        side = self.table.side
        sides = Counter(side(p) for p in votes)
        most = [s for s in sides if sides[s] == max(sides.values())]
        if len(most) != 1 or most[0] == side(unit.owner):
            return unit.owner
        players = Counter(p for p in votes if side(p) == most[0])
        return min(players, key=lambda p: (-players[p], p))


def _reduce(table: dict[K, set[V]], key: K, possible: set[V]) -> bool:
    """Keep only answers that are still possible. Gives whether any was dropped."""
    left = table[key] & possible
    assert left, "nothing is possible any more"
    changed = len(left) < len(table[key])
    table[key] = left
    return changed


def _reachable(start: Unit, after: dict[Unit, set[Unit]]) -> set[Unit]:
    seen: set[Unit] = set()
    todo = [start]
    while todo:
        for unit in after[todo.pop()]:
            if unit not in seen:
                seen.add(unit)
                todo.append(unit)
    return seen
