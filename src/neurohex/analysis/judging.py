"""Judges a span of a game: what its decisions lost, or what its draws were worth.

**Decisions.** From each state of the span the planner finds plans to the end of the turn. A plan that it finds after
the second action was possible after the first one too, so the plans of later states are among those of earlier ones,
and losses can never be negative. Trials of all plans share their scenarios: they differ by themselves, not by luck.
First rounds of trials choose the best plan of each state. New scenarios then compare these plans with the played one,
so that a plan that was only lucky in the first rounds does not look better than it is. Decisions whose loss lies near
the limit of a grade get more of them. A difference within the noise counts as none.

**Draws.** The same small search values the hand that was drawn and hands that could have been drawn instead, with
shared scenarios for what follows. Luck is the difference from their mean.

Results depend on the game and the depth alone: no clock, no machine.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from neurohex.analysis.forms import GRADES, Chances, Draws, Judged, Piece, Stretch
from neurohex.analysis.lines import whole_line
from neurohex.analysis.spans import Span, states_of
from neurohex.bots.evaluation import finish_act
from neurohex.bots.plans import Budget, Planner
from neurohex.bots.scenarios import Deal, Scenario
from neurohex.bots.trials import Trials
from neurohex.players.chances import Chances as Calibration
from neurohex.players.chances import log_odds, phase_of
from neurohex.rules.engine import Game, State, apply, is_chance, is_legal, legal_actions

DEPTHS: Final = {1: 0.25, 2: 1.0, 3: 3.0, 4: 10.0}
"""Times the usual thinking, by depth."""
_WIDTHS: Final = {1: 16, 2: 32, 3: 48, 4: 64}
"""Plans of a state to keep, by depth."""
USUAL_DEPTH: Final = 2

_PLANNING: Final = 12_000
"""Positions for finding the plans of one state."""
_ROUNDS: Final = ((12, 1_000), (24, 8), (60, 3))
"""Trials of each plan in a round, and how many plans of a state take part in it."""
_FINALISTS: Final = 2
"""Plans of a state that are compared with the played one."""
_BATCH: Final = 60
"""Trials of each finalist at a time."""
_FEWEST: Final = 2
"""Batches at least,"""
_MOST: Final = 8
"""and at most, for decisions near the limit of a grade."""
_CLEAR: Final = 2.0
"""Standard errors between a loss and the limit of a grade that make the grade clear."""
_NOISE: Final = 1.0
"""A plan is better if it is so by this many standard errors."""
_HANDS: Final = 16
"""Draws that stand for all possible ones."""
_HAND_PLANNING: Final = 600
"""Positions for finding the plans of one hand,"""
_HAND_WIDTH: Final = 6
"""how many of them are tried,"""
_HAND_ROUNDS: Final = ((4, _HAND_WIDTH), (14, 2))
"""and how often."""
_CALIBRATED: Final = 6_400
"""The budget in the table of calibrated chances that fits these trials."""
_OPTIMISM: Final = 0.1
"""Log-odds by which the first turns look too good to the player who moves, beyond the calibration for hints
(tools/analysis_agreement.py --optimism)."""
_EARLY: Final = 0.3
"""The share of a game over which that fades away."""
_APART: Final = 1 << 44
"""Difference between the seeds of two depths: more than all scenarios of one."""
_FRESH: Final = 1_000_000
"""Number of the first scenario of the comparison."""


def judge(game: Game, actions: Sequence[int], span: Span, depth: int = USUAL_DEPTH) -> Piece:
    """Judge a span of a game. Depends on nothing else. Raises `KeyError` for an unknown depth."""
    times = DEPTHS[depth]
    states = states_of(game, actions, span)
    if span.is_draw:
        return _judge_draws(states, span, times, _seed(states[0], depth))
    return _Comparison(states, actions[span.first : span.stop], span, depth).judged()


def _seed(state: State, depth: int) -> int:
    """The seed of a span's scenarios. Depths share none, so that a deeper verdict is a second opinion."""
    return state.key() % (1 << 40) + depth * _APART


@dataclass(slots=True)
class _Tried:
    """A state at the end of a plan, and its trials."""

    state: State
    players: int
    value: int
    """The static value."""
    lines: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """By the number of a state of the span, the actions that lead from there."""
    reach: int = -1
    """The last state of the span from which it can be reached."""
    tries: int = 0
    total: list[float] = field(default_factory=list)
    """Sums of the chances of all players."""
    fresh: list[float] = field(default_factory=list)
    """Chances of the player to decide in the scenarios of the comparison."""
    fresh_total: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.total = [0.0] * self.players
        self.fresh_total = [0.0] * self.players

    def reachable(self, number: int, line: tuple[int, ...]) -> None:
        self.lines[number] = line
        self.reach = max(self.reach, number)

    def mean(self, player: int) -> float:
        """Of all its trials."""
        count = self.tries + len(self.fresh)
        return (self.total[player] + self.fresh_total[player]) / count if count else 0.0

    def add(self, found: Sequence[float], player: int, *, is_fresh: bool) -> None:
        sums = self.fresh_total if is_fresh else self.total
        for number, chance in enumerate(found):
            sums[number] += chance
        if is_fresh:
            self.fresh.append(found[player])
        else:
            self.tries += 1

    def means(self) -> list[float]:
        """Of all players, in the comparison."""
        return [total / len(self.fresh) for total in self.fresh_total]


class _Scale:
    """Turns means of trials at a moment into chances that games have confirmed."""

    def __init__(self, root: State) -> None:
        self._phase = phase_of(root)
        self._two = int(root.game.players) == 2
        self._shift = math.exp(_OPTIMISM * max(0.0, 1.0 - self._phase / _EARLY))

    def one(self, mean: float, end: State) -> float:
        """The calibrated chance of a mean. Certain if the game is over; not calibrated in games of more than two."""
        if end.is_over() or not self._two:
            return mean
        chance = Calibration.load().of(log_odds(mean), self._phase, _CALIBRATED)
        return chance / (chance + self._shift * (1.0 - chance))

    def all(self, means: Sequence[float], player: int, end: State) -> Chances:
        """The chances of all players."""
        if not self._two:
            return tuple(means)
        own = self.one(means[player], end)
        return (own, 1.0 - own) if player == 0 else (1.0 - own, own)

    def spread(self, mean: float, error: float, end: State) -> float:
        """A standard error of a mean, as one of the calibrated chance."""
        low, high = max(mean - error / 2, 0.0), min(mean + error / 2, 1.0)
        return self.one(high, end) - self.one(low, end)


class _Comparison:
    """The decisions of a stretch against all other plans."""

    def __init__(self, states: Sequence[State], played: Sequence[int], span: Span, depth: int) -> None:
        self._states, self._played, self._span = states, played, span
        self._times, self._width = DEPTHS[depth], _WIDTHS[depth]
        self._me = span.player
        self._open = [len(legal_actions(state)) > 1 for state in states[:-1]]
        root = states[0]
        self._scale = _Scale(root)
        self._trials = Trials(root, _seed(root, depth))
        self._ends: dict[int, _Tried] = {}
        self._end = self._tried(states[-1], 0)

    def judged(self) -> Stretch:
        if any(self._open):
            self._find_plans()
            self._choose()
        finalists = self._finalists()
        best = self._compare(finalists)
        before, after = (self._scale.all(each.means(), self._me, each.state) for each in (best[0], best[-1]))
        return Stretch(
            first=self._span.first,
            stop=self._span.stop,
            player=self._me,
            before=_rounded(before),
            after=_rounded(after),
            judged=tuple(self._verdict(i, best) for i, is_open in enumerate(self._open) if is_open),
        )

    # --- plans ---
    def _tried(self, state: State, value: int) -> _Tried:
        key = state.key()
        if key not in self._ends:
            self._ends[key] = _Tried(state, int(state.game.players), value)
        return self._ends[key]

    def _find_plans(self) -> None:
        """Plans from each state, and how they go on from the later states of the span that they pass."""
        planner = Planner()
        self._end.reachable(len(self._played), ())
        for i, state in enumerate(self._states[:-1]):
            if not self._open[i]:
                continue
            for plan in planner.plans(state, self._width, Budget(round(_PLANNING * self._times), 0.0), 1.0):
                self._follow(self._tried(plan.state, int(plan.value)), tuple(plan.actions), i)

    def _follow(self, end: _Tried, line: tuple[int, ...], at: int) -> None:
        """Note that a plan leads from a state to an end, and from the later states that it can still be played from,
        in whatever order its actions were found."""
        end.reachable(at, line)
        while at < len(self._played) and self._played[at] in line:
            place = line.index(self._played[at])
            line, at = (*line[:place], *line[place + 1 :]), at + 1
            if place > 0 and not self._leads(line, at, end):
                break
            end.reachable(at, line)

    def _leads(self, line: tuple[int, ...], at: int, end: _Tried) -> bool:
        """Whether actions can be played from a state of the span and lead to an end."""
        state = self._states[at].copy()
        finish_act(state, self._me)
        for action in line:
            if state.is_over() or is_chance(state) or state.actor() != self._me or not is_legal(state, action):
                return False
            apply(state, action)
            finish_act(state, self._me)
        return state.key() == end.state.key()

    def _eligible(self, number: int) -> list[_Tried]:
        return [end for end in self._ends.values() if end.reach >= number]

    # --- trials ---
    def _choose(self) -> None:
        """Rounds of trials, in which fewer and fewer plans of each state take part."""
        done = 0
        for count, width in _ROUNDS:
            taking: dict[int, _Tried] = {}
            for i, is_open in enumerate(self._open):
                if is_open:
                    ranked = sorted(self._eligible(i), key=self._rank, reverse=True)
                    taking.update((id(end), end) for end in ranked[:width])
            more = max(2, round(count * self._times))
            for end in taking.values():
                for number in range(done, done + more):
                    end.add(self._trials.chances(end.state, number), self._me, is_fresh=False)
            done += more

    def _rank(self, end: _Tried) -> tuple[bool, float, int]:
        """Ends with more trials rank higher: those that were left behind have fewer."""
        return end.tries > 0, end.tries + self._chance(end), end.value

    def _chance(self, end: _Tried) -> float:
        return self._scale.one(end.mean(self._me), end.state)

    def _finalists(self) -> list[_Tried]:
        found = {id(self._end): self._end}
        for i, is_open in enumerate(self._open):
            if is_open:
                ranked = sorted(self._eligible(i), key=self._rank, reverse=True)
                found.update((id(end), end) for end in ranked[:_FINALISTS])
        return list(found.values())

    def _compare(self, finalists: Sequence[_Tried]) -> list[_Tried]:
        """New trials of the finalists; the best plan of each state, the played one last."""
        size = max(8, round(_BATCH * self._times))
        for batch in range(_MOST):
            for end in finalists:
                for number in range(_FRESH + batch * size, _FRESH + (batch + 1) * size):
                    end.add(self._trials.chances(end.state, number), self._me, is_fresh=True)
            best = self._best(finalists)
            if batch + 1 >= _FEWEST and all(self._is_clear(i, best) for i in range(len(self._played))):
                break
        return best

    def _best(self, finalists: Sequence[_Tried]) -> list[_Tried]:
        best = [self._end]
        for i in range(len(self._played) - 1, -1, -1):
            now = best[0]
            if self._open[i]:
                found = max((end for end in finalists if end.reach >= i), key=self._chance)
                if self._is_better(found, now):
                    now = found
            best.insert(0, now)
        return best

    def _is_better(self, one: _Tried, other: _Tried) -> bool:
        if one is other:
            return False
        gain = self._fresh_chance(one) - self._fresh_chance(other)
        return gain > 0 and (one.state.is_over() or _mean(one.fresh) - _mean(other.fresh) > _NOISE * _error(one, other))

    def _fresh_chance(self, end: _Tried) -> float:
        return self._scale.one(_mean(end.fresh), end.state)

    def _loss(self, number: int, best: Sequence[_Tried]) -> tuple[float, float]:
        """What a decision lost, and the standard error of that."""
        one, other = best[number], best[number + 1]
        if one is other:
            return 0.0, 0.0
        error = self._scale.spread(_mean(other.fresh), _error(one, other), other.state)
        return self._fresh_chance(one) - self._fresh_chance(other), error

    def _is_clear(self, number: int, best: Sequence[_Tried]) -> bool:
        loss, error = self._loss(number, best)
        return all(abs(loss - limit) > _CLEAR * error for limit, _ in GRADES)

    def _verdict(self, number: int, best: Sequence[_Tried]) -> Judged:
        one, other = best[number], best[number + 1]
        step = self._span.first + number
        before, after = round(self._fresh_chance(one), 4), round(self._fresh_chance(other), 4)
        if one is other:
            return Judged(step=step, before=before, after=after, error=0.0)
        line = whole_line(self._states[number], one.lines[number] if number in one.lines else self._joined(one, number))
        return Judged(step=step, before=before, after=after, error=round(self._loss(number, best)[1], 4), better=line)

    def _joined(self, end: _Tried, number: int) -> tuple[int, ...]:
        """A plan found from a later state, from an earlier one on: through the actions that were played."""
        later = min(at for at in end.lines if at >= number)
        return (*self._played[number:later], *end.lines[later])


def _judge_draws(states: Sequence[State], span: Span, times: float, seed: int) -> Draws:
    start, drawn = states[0], states[-1]
    players, me = int(start.game.players), span.player
    none = Draws(first=span.first, stop=span.stop, player=me, luck=(0.0,) * players, error=0.0)
    if all(len(legal_actions(state)) == 1 for state in states[:-1]):
        return none
    trials = Trials(start, seed)
    scale = _Scale(drawn)
    more = math.sqrt(times)
    got = _hand_chances(drawn, trials, scale, more)
    others = []
    for number in range(max(4, round(_HANDS * more))):
        state, deal = start.copy(), Deal(Scenario(start, seed + 104_729 * (number + 1)))
        while is_chance(state) and state.actor() == me:
            apply(state, int(deal.draw(state)))
        others.append(_hand_chances(state, trials, scale, more))
    means = [_mean([each[p] for each in others]) for p in range(players)]
    spread = _variance([each[me] for each in others]) / len(others)
    luck = [one - mean for one, mean in zip(got, means, strict=True)]
    return Draws(first=span.first, stop=span.stop, player=me, luck=_rounded(luck), error=round(math.sqrt(spread), 4))


def _hand_chances(state: State, trials: Trials, scale: _Scale, more: float) -> Chances:
    """The chances of all players after a draw, by a small search."""
    players = int(state.game.players)
    if state.is_over() or is_chance(state):
        return scale.all(trials.chances(state, 0), 0, state)
    me = state.actor()
    plans = Planner().plans(state, _HAND_WIDTH, Budget(round(_HAND_PLANNING * more), 0.0), 1.0)
    ends = [_Tried(plan.state, players, int(plan.value)) for plan in plans]
    done = 0
    for count, width in _HAND_ROUNDS:
        ends = sorted(ends, key=lambda end: (end.mean(me), end.value), reverse=True)[:width]
        for end in ends:
            for number in range(done, done + max(2, round(count * more))):
                end.add(trials.chances(end.state, number), me, is_fresh=False)
        done += max(2, round(count * more))
    best = max(ends, key=lambda end: end.mean(me))
    return scale.all([total / best.tries for total in best.total], me, best.state)


# --- numbers --------------------------------------------------------------------------------------
def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _variance(values: Sequence[float]) -> float:
    mean = _mean(values)
    return sum((value - mean) ** 2 for value in values) / max(len(values) - 1, 1)


def _error(one: _Tried, other: _Tried) -> float:
    """Standard error of the difference of two means over the same scenarios."""
    differences = [x - y for x, y in zip(one.fresh, other.fresh, strict=True)]
    return math.sqrt(_variance(differences) / len(differences))


def _rounded(chances: Sequence[float]) -> Chances:
    return tuple(round(chance, 4) for chance in chances)
